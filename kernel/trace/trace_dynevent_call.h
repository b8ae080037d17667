/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events that bring a tracepoint of their own: how the tracing core gets to
 * know them, and forgets them.
 *
 * Nobody but the event's own code looks through the probes of such a tracepoint.  They
 * say who listens: a trace_event_file for each instance that records the event or hangs
 * triggers on it, and the trace event itself for perf.
 */
#ifndef _TRACE_DYNEVENT_CALL_H
#define _TRACE_DYNEVENT_CALL_H

#include <linux/rcupdate.h>
#include <linux/trace_events.h>
#include <linux/tracepoint-defs.h>

void dyn_event_field_is_array(struct trace_event_call *call, unsigned int len);
int dyn_event_define_fields(struct trace_event_call *call, unsigned int n,
			    int (*define)(struct trace_event_call *call, unsigned int i));

bool dyn_event_name_taken(const char *system, const char *name);
int dyn_event_call_register(struct trace_event_call *call);
bool dyn_event_call_in_use(struct trace_event_call *call);
int dyn_event_call_unregister(struct trace_event_call *call);

/* A record up to here may be put together on the stack for dyn_event_call_triggers(). */
#define DYN_EVENT_SMALL_RECORD	128

void dyn_event_call_triggers(struct trace_event_file *file, struct trace_entry *record);

/**
 * dyn_event_for_triggers_only - is an event that hits in an instance recorded there?
 * @file: the event's file, of which trace_trigger_soft_disabled() said that it is to go on
 *
 * Context: any, preemption off.
 * Return: true if it is not, so that dyn_event_call_triggers() is all there is to do.
 */
static inline bool dyn_event_for_triggers_only(const struct trace_event_file *file)
{
	return READ_ONCE(file->flags) & EVENT_FILE_FL_SOFT_DISABLED;
}

/**
 * dyn_event_has_listeners - does anybody listen to an event?
 * @tp: the event's tracepoint
 *
 * Context: any.
 * Return: true if somebody does, by now.
 */
static inline bool dyn_event_has_listeners(const struct tracepoint *tp)
{
	return rcu_access_pointer(tp->funcs);
}

/**
 * dyn_event_listeners - who listens to an event
 * @tp: the event's tracepoint
 *
 * The list is read under RCU, and who takes a probe off waits in
 * tracepoint_synchronize_unregister() before it frees what the probe uses.
 *
 * Context: any, preemption off as long as the list is used.
 * Return: the first listener, or NULL.  The last is followed by one without a function.
 * There may be others in between whose place the tracepoint could not free.
 */
static inline const struct tracepoint_func *dyn_event_listeners(const struct tracepoint *tp)
{
	return rcu_dereference_sched(tp->funcs);
}

#endif /* _TRACE_DYNEVENT_CALL_H */
