/* SPDX-License-Identifier: GPL-2.0 */
/* Properties of an event. */
#ifndef _TRACE_EVENT_CALL_H
#define _TRACE_EVENT_CALL_H

#include <linux/compiler.h>
#include <linux/module.h>
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

/**
 * event_is_provisional - check whether an event may be removed in spite of references to it
 * @call: the event
 *
 * If the initialization of a module fails, the module is freed, and its events with it, even if
 * others have references to the module.
 *
 * Context: any. Ask before taking a reference: after a failed initialization the answer is "false",
 * but no reference to the module can be taken any more.
 * Return: true if the initialization of the event's module has not ended.
 */
static inline bool event_is_provisional(const struct trace_event_call *call)
{
	struct module *mod = event_module(call);

	return mod && module_is_coming(mod);
}

/**
 * event_try_hold - take a reference that keeps an event from being removed
 * @call: the event
 *
 * Context: event_mutex held.
 * Return: true if trace_event_put_ref() must be called; false if the event is being removed, or if
 * the initialization of its module has not ended.
 */
static inline bool event_try_hold(struct trace_event_call *call)
{
	return !event_is_provisional(call) && trace_event_try_get_ref(call);
}

#endif /* _TRACE_EVENT_CALL_H */
