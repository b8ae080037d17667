/* SPDX-License-Identifier: GPL-2.0 */
/* Properties of an event. */
#ifndef _TRACE_EVENT_CALL_H
#define _TRACE_EVENT_CALL_H

#include <linux/compiler.h>
#include <linux/trace_events.h>

/**
 * event_ignores_enable - check whether an event is written by a tracer
 * @call: the event
 *
 * Context: any. Lookups of the event's files take no lock, so dyn_event_add() may set another flag
 * at the same time.
 * Return: true if so.
 */
static inline bool event_ignores_enable(const struct trace_event_call *call)
{
	return READ_ONCE(call->flags) & TRACE_EVENT_FL_IGNORE_ENABLE;
}

/**
 * event_is_traceable - check whether user space can enable an event
 * @call: the event
 *
 * The events of the system ftrace are written by tracers. They only have a format and, partly,
 * triggers.
 *
 * Context: any.
 * Return: true if so.
 */
static inline bool event_is_traceable(const struct trace_event_call *call)
{
	return call->class->reg && !event_ignores_enable(call);
}

/**
 * event_module - find the module of an event
 * @call: the event
 *
 * Context: any.
 * Return: the module; NULL for a built-in or a dynamic event.
 */
static inline struct module *event_module(const struct trace_event_call *call)
{
	return call->flags & TRACE_EVENT_FL_DYNAMIC ? NULL : (struct module *)call->module;
}

#endif /* _TRACE_EVENT_CALL_H */
