// SPDX-License-Identifier: GPL-2.0
/*
 * Handing the records of dynamic events to perf.  What is in them is not known here.
 *
 * Per-event code: any context, preemption off; no lock, no allocation.
 */
#include <linux/align.h>
#include <linux/perf_event.h>
#include <linux/trace_events.h>

#include "trace_dynevent_perf.h"

/**
 * dyn_event_perf_reserve - get a record that perf will take
 * @call: the event, to which perf listens
 * @size: bytes of the record
 *
 * Context: any, preemption off until dyn_event_perf_submit().
 * Return: the record, whose first bytes are perf's own and all others are to be written;
 * without a record when nobody on this CPU listens, perf is busy with itself, or the record
 * is larger than perf takes, which with the u32 before it is %PERF_MAX_TRACE_SIZE.
 */
struct dyn_event_perf dyn_event_perf_reserve(struct trace_event_call *call, u32 size)
{
	struct dyn_event_perf perf = {
		/* A u32 goes before it, and the two are a whole number of words. */
		.size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32),
	};

	if (size + sizeof(u32) > PERF_MAX_TRACE_SIZE)
		return perf;
	if (!bpf_prog_array_valid(call) && hlist_empty(this_cpu_ptr(call->perf_events)))
		return perf;

	perf.record = perf_trace_buf_alloc(perf.size, &perf.regs, &perf.rctx);
	if (perf.record)
		perf_fetch_caller_regs(perf.regs);
	return perf;
}

/**
 * dyn_event_perf_submit - hand a filled record to perf
 * @call: the event
 * @perf: what dyn_event_perf_reserve() returned, with a record
 *
 * Context: any, preemption still off since dyn_event_perf_reserve().
 */
void dyn_event_perf_submit(struct trace_event_call *call, const struct dyn_event_perf *perf)
{
	perf_trace_run_bpf_submit(perf->record, perf->size, perf->rctx, call, 1, perf->regs,
				  this_cpu_ptr(call->perf_events), NULL);
}
