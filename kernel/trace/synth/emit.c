// SPDX-License-Identifier: GPL-2.0
/*
 * Firing synthetic events: hands the values to who listens, see emit.h.  How they get into
 * a record is known to record.c.
 *
 * Per-event code: any context, NMI included, preemption off; no lock, no allocation.
 * Nobody but this file ever calls the probes of such a tracepoint, so that there is no
 * need to call them through a pointer.  What is large on the stack is written before it
 * is read, and not cleared by the compiler first.
 */
#include <linux/tracepoint-defs.h>

#include "../trace.h"
#include "../trace_dynevent_call.h"
#include "../trace_dynevent_perf.h"
#include "../trace_dynevent_record.h"
#include "emit.h"
#include "record.h"

static bool listens(const struct synth_event *event, void *func, const void *data)
{
	const struct tracepoint_func *probe = dyn_event_listeners(&event->tp);

	for (; probe && probe->func; probe++)
		if (READ_ONCE(probe->func) == func && probe->data == data)
			return true;
	return false;
}

/**
 * synth_file_listens - does an instance listen to an event?
 * @event: the event
 * @file: the event's file in the instance
 *
 * Context: any, preemption off.
 * Return: true if it records the event or triggers hang on it.
 */
bool synth_file_listens(const struct synth_event *event, struct trace_event_file *file)
{
	return listens(event, synth_probe_file, file);
}

/*
 * Inlined, so that stack traces skip the right number of frames.
 *
 * Return: false if the ring buffer took no record.
 */
static __always_inline bool record_in_buffer(struct trace_event_file *file,
					     const struct synth_layout *layout, const u64 *vals,
					     const struct synth_measure *measure)
{
	/* A snapshot trigger of the event may exchange the instance's buffer. */
	struct trace_buffer *buffer = READ_ONCE(file->tr->array_buffer.buffer);
	struct trace_event_buffer fbuffer __uninitialized;
	void *record;

	/* The event that fires this one may have its record open in the same buffer. */
	if (!ring_buffer_nest_try(buffer))
		return false;
	fbuffer.buffer = buffer;
	record = dyn_event_reserve(&fbuffer, file, measure->size);
	if (record) {
		synth_record_fill(layout, vals, measure, record);
		trace_event_buffer_commit(&fbuffer);
	}
	ring_buffer_nest_end(buffer);
	return record;
}

/* Run the triggers of an event on a record outside of the ring buffer; inlined likewise. */
static __always_inline void run_triggers(struct trace_event_file *file,
					 const struct synth_event *event, const u64 *vals,
					 const struct synth_measure *measure)
{
	u64 small[DYN_EVENT_SMALL_RECORD / sizeof(u64)] __uninitialized;
	void *record;

	if (likely(measure->size <= sizeof(small))) {
		synth_record_fill(event->layout, vals, measure, small);
		dyn_event_call_triggers(file, (struct trace_entry *)small);
		return;
	}
	record = dyn_event_scratch_get(event->scratch, measure->size);
	if (unlikely(!record)) {
		event_triggers_missed(file);
		return;
	}
	synth_record_fill_any(event->layout, vals, measure, record);
	dyn_event_call_triggers(file, record);
	dyn_event_scratch_put(event->scratch, record, measure->size);
}

/**
 * synth_probe_file - record an event in one instance and let its triggers run
 * @data: struct trace_event_file of the event in the instance
 * @vals: a value for each field
 *
 * Context: any, preemption off.
 */
void synth_probe_file(void *data, const u64 *vals)
{
	struct trace_event_file *file = data;
	const struct synth_event *event = synth_event_of_call(file->event_call);
	struct synth_measure measure __uninitialized;

	if (trace_trigger_soft_disabled(file))
		return;

	synth_record_measure(event->layout, vals, &measure);
	/* Triggers see each event, whether or not the ring buffer takes it. */
	if (dyn_event_for_triggers_only(file) ||
	    (!record_in_buffer(file, event->layout, vals, &measure) &&
	     READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_COND))
		run_triggers(file, event, vals, &measure);
}

#ifdef CONFIG_PERF_EVENTS
/**
 * synth_perf_listens - does perf listen to an event, on any CPU?
 * @event: the event
 *
 * Context: any, preemption off.
 * Return: true if so.
 */
bool synth_perf_listens(const struct synth_event *event)
{
	return listens(event, synth_probe_perf, &event->call);
}

/**
 * synth_probe_perf - hand an event to perf
 * @data: struct trace_event_call of the event
 * @vals: a value for each field
 *
 * Context: any, preemption off.
 */
void synth_probe_perf(void *data, const u64 *vals)
{
	struct trace_event_call *call = data;
	const struct synth_layout *layout = synth_event_of_call(call)->layout;
	struct synth_measure measure __uninitialized;
	struct dyn_event_perf perf;

	synth_record_measure(layout, vals, &measure);
	perf = dyn_event_perf_reserve(call, measure.size);
	if (!perf.record)
		return;
	synth_record_fill(layout, vals, &measure, perf.record);
	dyn_event_perf_submit(call, &perf);
}
#endif /* CONFIG_PERF_EVENTS */

/**
 * synth_has_listeners - does anybody listen to an event?
 * @event: the event
 *
 * Context: any.
 * Return: true if somebody does, so that its values are worth being put together.
 */
bool synth_has_listeners(const struct synth_event *event)
{
	return dyn_event_has_listeners(&event->tp);
}

/* Fire an event in one instance, or in all of them. */
static __always_inline void emit(const struct synth_event *event,
				 const struct trace_event_file *only, const u64 *vals)
{
	const struct tracepoint_func *probe = dyn_event_listeners(&event->tp);

	for (; probe && probe->func; probe++) {
		void *func = READ_ONCE(probe->func);

		if (func == synth_probe_perf)
			synth_probe_perf(probe->data, vals);
		else if (func == synth_probe_file && (!only || probe->data == only))
			synth_probe_file(probe->data, vals);
	}
}

/**
 * synth_emit - fire an event
 * @event: the event
 * @vals: a value for each of its fields, see record.h
 *
 * Everybody who listens gets it.
 *
 * Context: any, NMI included, preemption off.
 */
void synth_emit(const struct synth_event *event, const u64 *vals)
{
	emit(event, NULL, vals);
}

/**
 * synth_emit_to - fire an event in one instance
 * @event: the event
 * @file: the event's file in the instance
 * @vals: a value for each of its fields, see record.h
 *
 * Perf, which knows no instances, gets it as well.
 *
 * Context: any, NMI included, preemption off.
 */
void synth_emit_to(const struct synth_event *event, const struct trace_event_file *file,
		   const u64 *vals)
{
	emit(event, file, vals);
}
