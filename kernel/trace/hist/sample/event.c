// SPDX-License-Identifier: GPL-2.0
/* The event hist:timer_sample: its definition, and the question whether an event is it. */
#include <linux/trace_events.h>

#define CREATE_TRACE_POINTS
#include <trace/events/hist.h>

#include "event.h"

/**
 * hist_sample_is_event - check whether an event is hist:timer_sample
 * @call: the event
 *
 * Context: any.
 * Return: true if it is.
 */
bool hist_sample_is_event(const struct trace_event_call *call)
{
	return call->flags & TRACE_EVENT_FL_TRACEPOINT && call->tp == &__tracepoint_timer_sample;
}
