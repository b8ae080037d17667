// SPDX-License-Identifier: GPL-2.0
/*
 * Firing synthetic events: hands the values to who listens, see emit.h.
 *
 * Per-event code: any context, NMI included, preemption off; no lock, no allocation.
 * Nobody but this file ever calls the probes of such a tracepoint, so that there is no
 * need to call them through a pointer.  What is large on the stack is written before it
 * is read, and not cleared by the compiler first.
 *
 * The list of probes is the tracepoint's: it is read under RCU, and who takes a probe
 * off waits in tracepoint_synchronize_unregister() before it frees what the probe uses.
 */
#include <linux/align.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/tracepoint-defs.h>

#include "emit.h"
#include "record.h"

/*
 * The first listener, or NULL.  The last is followed by one without a function.  There
 * may be others in between whose place the tracepoint could not free.
 */
static const struct tracepoint_func *listeners(const struct synth_event *event)
{
	return rcu_dereference_sched(event->tp.funcs);
}

static bool listens(const struct synth_event *event, void *func, const void *data)
{
	const struct tracepoint_func *probe = listeners(event);

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
	const struct synth_layout *layout = synth_event_of_call(file->event_call)->layout;
	/* Triggers of the event may take a snapshot, and then it is another one. */
	struct trace_buffer *buffer = READ_ONCE(file->tr->array_buffer.buffer);
	struct trace_event_buffer fbuffer __uninitialized;
	struct synth_measure measure __uninitialized;
	void *record;

	if (trace_trigger_soft_disabled(file))
		return;

	synth_record_measure(layout, vals, &measure);
	/* We may be within an event that goes to the same buffer, and not be done with it. */
	ring_buffer_nest_start(buffer);
	record = trace_event_buffer_reserve(&fbuffer, file, measure.size);
	if (record) {
		synth_record_fill(layout, vals, &measure, record);
		trace_event_buffer_commit(&fbuffer);
	}
	ring_buffer_nest_end(buffer);
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
 * synth_perf_reserve - get a record that perf will take
 * @call: the event, to which perf listens
 * @size: bytes of the record
 *
 * Context: any, preemption off until synth_perf_submit().
 * Return: the record, whose first bytes are perf's own and all others are to be written;
 * without a record when nobody on this CPU listens or perf is busy with itself.
 */
struct synth_perf_record synth_perf_reserve(struct trace_event_call *call, u32 size)
{
	struct synth_perf_record perf = {
		/* A u32 goes before it, and the two are a whole number of words. */
		.size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32),
	};

	if (!bpf_prog_array_valid(call) && hlist_empty(this_cpu_ptr(call->perf_events)))
		return perf;

	perf.record = perf_trace_buf_alloc(perf.size, &perf.regs, &perf.rctx);
	if (perf.record)
		perf_fetch_caller_regs(perf.regs);
	return perf;
}

/**
 * synth_perf_submit - hand a filled record to perf
 * @call: the event
 * @perf: what synth_perf_reserve() returned, with a record
 *
 * Context: any, preemption still off since synth_perf_reserve().
 */
void synth_perf_submit(struct trace_event_call *call, const struct synth_perf_record *perf)
{
	perf_trace_run_bpf_submit(perf->record, perf->size, perf->rctx, call, 1, perf->regs,
				  this_cpu_ptr(call->perf_events), NULL);
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
	struct synth_perf_record perf;

	synth_record_measure(layout, vals, &measure);
	perf = synth_perf_reserve(call, measure.size);
	if (!perf.record)
		return;
	synth_record_fill(layout, vals, &measure, perf.record);
	synth_perf_submit(call, &perf);
}
#endif /* CONFIG_PERF_EVENTS */

/* Fire an event in one instance, or in all of them. */
static void emit(const struct synth_event *event, const struct trace_event_file *only,
		 const u64 *vals)
{
	const struct tracepoint_func *probe = listeners(event);

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
