// SPDX-License-Identifier: GPL-2.0
/*
 * Counts who listens to an event, instances and perf, and has programs told when the
 * first begins and the last ceases to.  How they are told is not known here.
 *
 * Locks: called with event_mutex held, takes user_events_lock.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/trace_events.h>

#include "../trace.h"
#include "enabler_status.h"
#include "enabler_write.h"
#include "event.h"
#include "listen.h"

/* Return: which listeners a request is about, or NULL for what is none of our business. */
static unsigned int *listeners_of(struct user_event *event, enum trace_reg type)
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
		/* What perf does with the event as tasks come and go, in atomic context. */
		return NULL;
#endif
	}
	return NULL;
}

static bool is_begin(enum trace_reg type)
{
#ifdef CONFIG_PERF_EVENTS
	if (type == TRACE_REG_PERF_REGISTER)
		return true;
#endif
	return type == TRACE_REG_REGISTER;
}

/**
 * user_event_listen - somebody begins or ceases to listen
 * @call: the trace event of a user event
 * @type: who does what; there are other requests as well
 * @data: the trace_event_file of an instance
 *
 * Programs are told when the listener is there, or is gone.
 *
 * Context: event_mutex held, takes user_events_lock; for other requests any.
 * Return: 0 or a negative errno.
 */
int user_event_listen(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct user_event *event = user_event_of_call(call);
	unsigned int *listeners = listeners_of(event, type);
	bool was_heard;
	int ret;

	ret = trace_event_reg(call, type, data);
	if (ret || !listeners)
		return ret;

	guard(mutex)(&user_events_lock);
	was_heard = user_event_is_heard(event);
	*listeners += is_begin(type) ? 1 : -1;
	if (user_event_is_heard(event) == was_heard)
		return 0;

	user_status_put(event->status_bit, !was_heard);
	user_enablers_update(event);
	user_event_note_idle(event);
	if (!list_empty(&event->idle))
		user_events_reap_later();
	return 0;
}
