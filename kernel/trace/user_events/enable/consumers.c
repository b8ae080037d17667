// SPDX-License-Identifier: GPL-2.0
/*
 * Count the consumers of an event, instances and perf. When the first one enables the event or
 * the last one disables it, update the bit in the status page and the enable bits of processes.
 * The functions that write the bits are in other files.
 *
 * Locks: called with event_mutex held, takes user_events_lock.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/trace_events.h>

#include "../../trace.h"
#include "../event.h"
#include "consumers.h"
#include "status_page.h"
#include "write.h"

/*
 * Get the counter that a request changes.
 *
 * Return: the counter, or NULL if the request does not enable or disable the event.
 */
static unsigned int *counter_of(struct user_event *event, enum trace_reg type)
{
	switch (type) {
	case TRACE_REG_REGISTER:
	case TRACE_REG_UNREGISTER:
		return &event->n_files;
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
	case TRACE_REG_PERF_UNREGISTER:
		return &event->n_perf;
	default:
		/*
		 * Requests of perf when it opens and schedules events. Some come in atomic
		 * context.
		 */
		return NULL;
#endif
	}
	return NULL;
}

static bool is_registration(enum trace_reg type)
{
#ifdef CONFIG_PERF_EVENTS
	if (type == TRACE_REG_PERF_REGISTER)
		return true;
#endif
	return type == TRACE_REG_REGISTER;
}

/**
 * user_event_reg - enable or disable an event for an instance or perf
 * @call: trace event of a user event
 * @type: request of the tracing core; requests other than register and unregister are passed to
 *	trace_event_reg() only
 * @data: trace_event_file of the instance
 *
 * The callback @class.reg of user events. Programs see the new state of the enable bit only
 * after the probe has been registered or unregistered.
 *
 * Context: event_mutex held, takes user_events_lock. Requests other than register and
 * unregister may come in any context.
 * Return: 0 or a negative errno.
 */
int user_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct user_event *event = user_event_of_call(call);
	unsigned int *counter = counter_of(event, type);
	bool was_enabled;
	int ret;

	ret = trace_event_reg(call, type, data);
	if (ret || !counter)
		return ret;

	lockdep_assert_held(&event_mutex);

	guard(mutex)(&user_events_lock);
	was_enabled = user_event_is_enabled(event);
	*counter += is_registration(type) ? 1 : -1;
	if (user_event_is_enabled(event) == was_enabled)
		return 0;

	user_event_status_update(event->status_bit, !was_enabled);
	user_enablers_update(event);
	user_event_mark_idle(event);
	if (!list_empty(&event->idle))
		user_events_reclaim_later();
	return 0;
}
