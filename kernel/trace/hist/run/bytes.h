/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copy strings and stack traces from a record into a key or an execution context.
 *
 * Private to hist/run/. The caller provides the destination; the instruction has the size.
 */
#ifndef _TRACE_HIST_RUN_BYTES_H
#define _TRACE_HIST_RUN_BYTES_H

#include <linux/minmax.h>
#include <linux/stacktrace.h>
#include <linux/types.h>

#include "../program/program.h"
#include "../program/stack_source.h"

void hist_copy_comm(u64 *dst);
unsigned int hist_save_interrupted_stack(unsigned long *trace, unsigned int size);
void hist_widen_stack(u64 *dst, unsigned int depth);
void hist_copy_bytes(const struct hist_insn *insn, u64 *dst, const void *record, const u64 *regs,
		     unsigned long caller);

/**
 * hist_save_kernel_stack - save the current kernel stack trace
 * @trace: filled in
 * @size: number of entries that fit in @trace
 * @caller: return address above which the stack trace of the event starts
 * @first: set to the index of the first entry of the event
 *
 * Context: any, NMI included, with preemption off.
 * Return: number of entries.
 */
static __always_inline unsigned int hist_save_kernel_stack(unsigned long *trace, unsigned int size,
							   unsigned long caller,
							   unsigned int *first)
{
	unsigned int n = stack_trace_save(trace, size, 0);
	unsigned int i = 0;

	/*
	 * Search only the first entries. If the event is nested in another event, the outer event
	 * can have the same return address on the stack.
	 */
	while (i < min(n, HIST_OWN_FRAMES_MAX) && trace[i] != caller)
		i++;
	*first = i < min(n, HIST_OWN_FRAMES_MAX) ? i + 1 : 0;
	return n;
}

#endif /* _TRACE_HIST_RUN_BYTES_H */
