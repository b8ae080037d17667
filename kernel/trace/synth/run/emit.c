// SPDX-License-Identifier: GPL-2.0
/*
 * Emit synthetic events: pass the values to all consumers, see probe.h. This file does not know
 * how values are stored in a record; record.c does that.
 *
 * Per-event code: any context, NMI included, preemption off; no lock, no allocation. Only this
 * file calls the probes of a synthetic event's tracepoint, so it compares the function pointers
 * and calls the functions directly instead of making indirect calls. Large variables on the
 * stack are marked __uninitialized: they are always written before they are read, and the
 * compiler must not spend time on clearing them.
 */
#include <linux/tracepoint-defs.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "../../trace_dynevent_tracepoint.h"
#include "../../trace_dynevent_perf.h"
#include "../../trace_dynevent_record.h"
#include "../../trace_dynevent_reserve.h"
#include "probe.h"
#include "record.h"

static bool synth_probe_registered(const struct synth_event *event, void *func, const void *data)
{
	const struct tracepoint_func *probe;

	tracepoint_funcs_guard();
	probe = dyn_event_probes(&event->tp);
	for (; probe && probe->func; probe++)
		/* The tracepoint may replace a removed probe by a stub at any time. */
		if (READ_ONCE(probe->func) == func && probe->data == data)
			return true;
	return false;
}

/**
 * synth_file_enabled - check whether an event is enabled in an instance
 * @event: the event
 * @file: the event's file in the instance
 *
 * Context: any, preemption off.
 * Return: true if the instance records the event or has triggers on it.
 */
bool synth_file_enabled(const struct synth_event *event, struct trace_event_file *file)
{
	return synth_probe_registered(event, synth_probe_file, file);
}

/* Fill a record of an event that has only numbers, if @plan is NULL, or of any event. */
static __always_inline void fill_record(const struct synth_layout *layout, const u64 *vals,
					const struct synth_record_plan *plan, void *record)
{
	if (plan)
		synth_record_fill_any(layout, vals, plan, record);
	else
		synth_record_fill_numbers(layout, vals, record);
}

/*
 * Write a record of @size bytes to the ring buffer of an instance. @plan is that of fill_record().
 * This function must be inlined: stack traces begin after the return address into its caller.
 *
 * Return: false if the ring buffer did not take the record.
 */
static __always_inline bool record_in_buffer(struct trace_event_file *file, u32 size,
					     const u64 *vals,
					     const struct synth_record_plan *plan,
					     enum trace_event_triggers triggers)
{
	/*
	 * Read the pointer once: a snapshot trigger of this event may exchange the instance's
	 * buffer before ring_buffer_nest_end().
	 */
	struct trace_buffer *buffer = READ_ONCE(file->tr->array_buffer.buffer);
	struct trace_event_buffer fbuffer __uninitialized;
	void *record;

	/* The event that emits this one may have an open record in the same buffer. */
	if (!ring_buffer_nest_try(buffer))
		return false;
	fbuffer.buffer = buffer;
	fbuffer.triggers = triggers;
	record = dyn_event_reserve(&fbuffer, file, size);
	if (record) {
		fill_record(synth_event_of_call(file->event_call)->layout, vals, plan, record);
		trace_event_buffer_commit(&fbuffer);
	}
	ring_buffer_nest_end(buffer);
	return record;
}

/*
 * Run the triggers of an event on a record of @size bytes outside of the ring buffer. Inlined for
 * the same reason.
 */
static __always_inline void run_triggers(struct trace_event_file *file, u32 size, const u64 *vals,
					 const struct synth_record_plan *plan)
{
	const struct synth_event *event = synth_event_of_call(file->event_call);
	u64 small[DYN_EVENT_SMALL_RECORD / sizeof(u64)] __uninitialized;
	void *record;

	if (likely(size <= sizeof(small))) {
		fill_record(event->layout, vals, plan, small);
		dyn_event_call_triggers(file, (struct trace_entry *)small);
		return;
	}
	record = dyn_event_scratch_get(event->scratch, size);
	if (unlikely(!record)) {
		event_triggers_missed(file);
		return;
	}
	fill_record(event->layout, vals, plan, record);
	dyn_event_call_triggers(file, record);
	dyn_event_scratch_put(event->scratch, record, size);
}

/* Run the triggers of an event that has only numbers. */
static noinline void synth_trigger_numbers(struct trace_event_file *file, const u64 *vals)
{
	run_triggers(file, synth_event_of_call(file->event_call)->layout->size, vals, NULL);
}

/* Record an event that has only numbers, and run its triggers. */
static noinline void synth_record_numbers(struct trace_event_file *file, const u64 *vals)
{
	u32 size = synth_event_of_call(file->event_call)->layout->size;
	enum trace_event_triggers triggers = trace_event_triggers_begin(file);

	if (!record_in_buffer(file, size, vals, NULL, triggers) && triggers == TRACE_TRIGGERS_ALL)
		run_triggers(file, size, vals, NULL);
}

/* Record an event of any layout, if the instance records it, and run its triggers. */
static noinline void synth_record_any(struct trace_event_file *file, const u64 *vals)
{
	enum trace_event_triggers triggers = TRACE_TRIGGERS_ALL;
	struct synth_record_plan plan __uninitialized;
	bool recorded = false;

	synth_record_plan_init(synth_event_of_call(file->event_call)->layout, vals, &plan);
	if (!dyn_event_triggers_only(file)) {
		triggers = trace_event_triggers_begin(file);
		recorded = record_in_buffer(file, plan.size, vals, &plan, triggers);
	}
	if (!recorded && triggers == TRACE_TRIGGERS_ALL)
		run_triggers(file, plan.size, vals, &plan);
}

/**
 * synth_probe_file - record an event in one instance and run its triggers
 * @data: struct trace_event_file of the event in the instance
 * @vals: values, one per field
 *
 * Triggers run for every event, even if the ring buffer does not take the record. The functions
 * that are called here are apart, so that an event pays only for the one that it needs. They are
 * called from here only, so that stack traces begin with the same function on each way.
 *
 * Context: any, NMI included, preemption off.
 */
void synth_probe_file(void *data, const u64 *vals)
{
	struct trace_event_file *file = data;

	if (trace_trigger_soft_disabled(file))
		return;
	if (unlikely(!synth_event_of_call(file->event_call)->layout->numbers_only))
		synth_record_any(file, vals);
	else if (dyn_event_triggers_only(file))
		synth_trigger_numbers(file, vals);
	else
		synth_record_numbers(file, vals);
}

#ifdef CONFIG_PERF_EVENTS
/**
 * synth_perf_enabled - check whether perf has an event enabled on any CPU
 * @event: the event
 *
 * Context: any, preemption off.
 * Return: true if perf's probe is registered.
 */
bool synth_perf_enabled(const struct synth_event *event)
{
	return synth_probe_registered(event, synth_probe_perf, &event->call);
}

/**
 * synth_probe_perf - pass an event to perf
 * @data: struct trace_event_call of the event
 * @vals: values, one per field
 *
 * Context: any, NMI included, preemption off.
 */
void synth_probe_perf(void *data, const u64 *vals)
{
	struct trace_event_call *call = data;
	const struct synth_layout *layout = synth_event_of_call(call)->layout;
	struct synth_record_plan plan __uninitialized;
	struct dyn_event_perf perf;

	synth_record_plan_init(layout, vals, &plan);
	perf = dyn_event_perf_reserve(call, plan.size);
	if (!perf.record)
		return;
	synth_record_fill(layout, vals, &plan, perf.record);
	dyn_event_perf_submit(call, &perf);
}
#endif /* CONFIG_PERF_EVENTS */

/**
 * synth_event_enabled - check whether an event has consumers
 * @event: the event
 *
 * Callers use this to avoid computing the values of an event that is not enabled.
 *
 * Context: any.
 * Return: true if an instance or perf has the event enabled.
 */
bool synth_event_enabled(const struct synth_event *event)
{
	return dyn_event_has_probes(&event->tp);
}

/* Emit an event to perf and to one instance, or to all instances if @only is NULL. */
static __always_inline void synth_emit_probes(const struct synth_event *event,
					      const struct trace_event_file *only, const u64 *vals)
{
	const struct tracepoint_func *probe;

	tracepoint_funcs_guard();
	probe = dyn_event_probes(&event->tp);
	for (; probe && probe->func; probe++) {
		void *func = READ_ONCE(probe->func);

		if (func == synth_probe_perf)
			synth_probe_perf(probe->data, vals);
		else if (func == synth_probe_file && (!only || probe->data == only))
			synth_probe_file(probe->data, vals);
	}
}

/**
 * synth_emit - emit an event to all consumers
 * @event: the event
 * @vals: values, one per field, see record.h
 *
 * Context: any, NMI included, preemption off.
 */
void synth_emit(const struct synth_event *event, const u64 *vals)
{
	synth_emit_probes(event, NULL, vals);
}

/**
 * synth_emit_to - emit an event to one instance
 * @event: the event
 * @file: the event's file in the instance
 * @vals: values, one per field, see record.h
 *
 * Perf also receives the event, because perf does not know instances.
 *
 * Context: any, NMI included, preemption off.
 */
void synth_emit_to(const struct synth_event *event, const struct trace_event_file *file,
		   const u64 *vals)
{
	synth_emit_probes(event, file, vals);
}
