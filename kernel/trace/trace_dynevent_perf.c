// SPDX-License-Identifier: GPL-2.0
/*
 * Deliver records of dynamic events to perf. The contents of a record do not matter here.
 *
 * Per-event code: any context, preemption off; no lock, no allocation.
 */
#include <linux/align.h>
#include <linux/perf_event.h>
#include <linux/trace_events.h>

#include "trace_dynevent_perf.h"

/**
 * dyn_event_perf_reserve - reserve a record in perf's buffer
 * @call: the event, which perf has enabled
 * @size: size of the record in bytes
 *
 * Perf uses the first bytes of the record for its trace entry. The caller must write all other
 * bytes up to @size. Perf has cleared the padding behind them.
 *
 * Context: any, preemption off until dyn_event_perf_submit().
 * Return: the record. Its @record member is NULL if no perf event or BPF program on this CPU
 * takes the event, if perf's buffers are in use at this nesting level, or if @size and a u32
 * exceed %PERF_MAX_TRACE_SIZE.
 */
struct dyn_event_perf dyn_event_perf_reserve(struct trace_event_call *call, u32 size)
{
	struct dyn_event_perf perf = {
		/* Perf puts a u32 before the record. The sum of both is a multiple of 8 bytes. */
		.size = ALIGN(size + sizeof(u32), sizeof(u64)) - sizeof(u32),
	};

	if (size + sizeof(u32) > PERF_MAX_TRACE_SIZE)
		return perf;
	if (!bpf_prog_array_valid(call) && hlist_empty(this_cpu_ptr(call->perf_events)))
		return perf;

	perf.record = perf_trace_buf_alloc(perf.size, &perf.regs, &perf.rctx);
	return perf;
}

/**
 * dyn_event_perf_submit - submit a filled record to perf
 * @call: the event
 * @perf: reservation of dyn_event_perf_reserve(), with a record
 *
 * Call chains begin with the caller. The frame of this function, in the registers, exists until
 * they are recorded.
 *
 * Context: any, preemption off since dyn_event_perf_reserve().
 */
void dyn_event_perf_submit(struct trace_event_call *call, const struct dyn_event_perf *perf)
{
	perf_fetch_caller_regs(perf->regs);
	perf_trace_run_bpf_submit(perf->record, perf->size, perf->rctx, call, 1, perf->regs,
				  this_cpu_ptr(call->perf_events), NULL);
}
