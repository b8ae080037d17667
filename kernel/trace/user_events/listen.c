// SPDX-License-Identifier: GPL-2.0
/*
 * Counts who listens to an event, instances and perf, and has programs told when the
 * first begins and the last ceases to.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/trace_events.h>

#include "../trace.h"
#include "enabler_addr.h"
#include "enabler_status.h"
#include "event.h"
#include "listen.h"

static void count(struct user_event *event, enum trace_reg type)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		event->n_files++;
		break;
	case TRACE_REG_UNREGISTER:
		event->n_files--;
		break;
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		event->n_perf++;
		break;
	case TRACE_REG_PERF_UNREGISTER:
		event->n_perf--;
		break;
	default:
		break;
#endif
	}
}

/**
 * user_event_listen - somebody begins or ceases to listen
 * @call: the trace event of a user event
 * @type: who does what
 * @data: the trace_event_file of an instance
 *
 * Programs are told when the listener is there, or is gone.
 *
 * Context: event_mutex held; takes user_events_lock.
 * Return: 0 or a negative errno.
 */
int user_event_listen(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct user_event *event = user_event_of_call(call);
	bool was_heard;
	int ret;

	ret = trace_event_reg(call, type, data);
	if (ret)
		return ret;

	guard(mutex)(&user_events_lock);
	was_heard = user_event_is_heard(event);
	count(event, type);
	if (user_event_is_heard(event) == was_heard)
		return 0;

	user_status_put(event->status_bit, !was_heard);
	user_enablers_update(event);
	user_event_note_idle(event);
	if (!list_empty(&event->idle))
		user_events_reap_later();
	return 0;
}
