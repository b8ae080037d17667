/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Dynamic events with a tracepoint of their own: register them with the tracing core, and query
 * and serve the consumers of their tracepoint.
 *
 * Only the event's own code walks the probes of such a tracepoint. The data of each probe
 * identifies a consumer: a trace_event_file for each instance that records the event or has
 * triggers on it, and the trace_event_call itself for perf.
 */
#ifndef _TRACE_DYNEVENT_TRACEPOINT_H
#define _TRACE_DYNEVENT_TRACEPOINT_H

#include <linux/rcupdate.h>
#include <linux/trace_events.h>
#include <linux/tracepoint-defs.h>

void dyn_event_set_array_len(struct trace_event_call *call, unsigned int len);
int dyn_event_define_fields(struct trace_event_call *call, unsigned int n,
			    int (*define)(struct trace_event_call *call, unsigned int i));

bool dyn_event_name_exists(const char *system, const char *name);
int dyn_event_call_register(struct trace_event_call *call);
bool dyn_event_call_in_use(struct trace_event_call *call);
int dyn_event_call_unregister(struct trace_event_call *call);

/*
 * Maximum size in bytes of a record that a caller may build on the stack for
 * dyn_event_call_triggers().
 */
#define DYN_EVENT_SMALL_RECORD	128

void dyn_event_call_all_triggers(struct trace_event_file *file, struct trace_entry *record);

/**
 * dyn_event_call_triggers - run an event's triggers on a record that is not recorded
 * @file: the event's file in the instance
 * @record: the record, in any memory; its header is filled in here if a trigger needs it
 *
 * This is cheaper than a record in the ring buffer that must be discarded afterwards.
 *
 * Context: any, NMI included, preemption off.
 */
static __always_inline void dyn_event_call_triggers(struct trace_event_file *file,
						    struct trace_entry *record)
{
	if (trace_event_way(file) == TRACE_EVENT_DIRECT)
		event_hists_call(file, record);
	else
		dyn_event_call_all_triggers(file, record);
}

/**
 * dyn_event_triggers_only - test whether an event runs only its triggers in an instance
 * @file: the event's file, after trace_trigger_soft_disabled() returned false for it
 *
 * Context: any, preemption off.
 * Return: true if the instance does not record the event, so that the caller only needs to call
 * dyn_event_call_triggers().
 */
static inline bool dyn_event_triggers_only(const struct trace_event_file *file)
{
	return READ_ONCE(file->flags) & EVENT_FILE_FL_SOFT_DISABLED;
}

/**
 * dyn_event_has_probes - test whether an event has consumers
 * @tp: the event's tracepoint
 *
 * Context: any. Probes can be added or removed at any time, so the result may be outdated.
 * Return: true if a probe is registered.
 */
static inline bool dyn_event_has_probes(const struct tracepoint *tp)
{
	return rcu_access_pointer(tp->funcs);
}

/**
 * dyn_event_probes - get the consumers of an event
 * @tp: the event's tracepoint
 *
 * The list of probes is protected by RCU-sched or by tracepoint_srcu, depending on the version of
 * the base kernel. Code that unregisters a probe calls trace_events_synchronize() before
 * it frees the data of the probe.
 *
 * Context: any, preemption off and tracepoint_funcs_guard() held as long as the caller uses the
 * list.
 * Return: the first probe, or NULL. The entry after the last probe has a NULL function. The list
 * may contain stub probes: the tracepoint leaves a stub in place of a removed probe when it has
 * no memory for a shorter list.
 */
static inline const struct tracepoint_func *dyn_event_probes(const struct tracepoint *tp)
{
	return rcu_dereference_sched(tp->funcs);
}

#endif /* _TRACE_DYNEVENT_TRACEPOINT_H */
