/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory of each CPU for the records of dynamic events.
 *
 * Records of events that are only enabled for their triggers, and records that the ring buffer
 * does not take, are not written to a ring buffer. They are built in per-CPU memory that is used
 * as a stack. An event that interrupts another event, or that an action of the other event emits,
 * ends before the other event continues. Only records that kernel code fills value by value may
 * be released in another order.
 */
#ifndef _TRACE_DYNEVENT_RECORD_H
#define _TRACE_DYNEVENT_RECORD_H

#include <linux/align.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/sizes.h>
#include <linux/types.h>

/*
 * Bytes per CPU: five of the largest records if a page has 4 KiB. A record that does not fit is
 * not delivered to the triggers; event_triggers_missed() counts it.
 */
#define DYN_EVENT_SCRATCH_SIZE	(5 * SZ_4K)

/**
 * struct dyn_event_scratch - records of one CPU
 * @n: number of records in use
 * @top: number of words in use
 * @words: memory of the records
 *
 * Only this CPU writes to it. A context that interrupts another one restores @n and @top before
 * it returns, so no atomic operation is needed.
 */
struct dyn_event_scratch {
	unsigned int n;
	unsigned int top;
	u64 words[DYN_EVENT_SCRATCH_SIZE / sizeof(u64)];
};

struct dyn_event_scratch __percpu *dyn_event_scratch_create(void);

/**
 * dyn_event_scratch_get - get memory for a record
 * @scratch: the memory of all CPUs, from dyn_event_scratch_create()
 * @size: bytes of the record
 *
 * Context: any, NMI included, with preemption disabled until dyn_event_scratch_put().
 * Return: the record, aligned to 8 bytes and not initialized; NULL if it does not fit.
 */
static inline void *dyn_event_scratch_get(struct dyn_event_scratch __percpu *scratch, u32 size)
{
	struct dyn_event_scratch *here = this_cpu_ptr(scratch);
	u32 words = DIV_ROUND_UP(size, sizeof(u64));
	u32 top = READ_ONCE(here->top);

	if (unlikely(words > ARRAY_SIZE(here->words) - top))
		return NULL;
	WRITE_ONCE(here->n, READ_ONCE(here->n) + 1);
	WRITE_ONCE(here->top, top + words);
	/*
	 * Reserve the words before the caller writes to them. The partner is the barrier in
	 * dyn_event_scratch_put(). Both run on one CPU, so a compiler barrier is sufficient.
	 */
	barrier();
	return &here->words[top];
}

/**
 * dyn_event_scratch_put - release the memory of a record
 * @scratch: the memory of all CPUs
 * @record: the record, from dyn_event_scratch_get()
 * @size: size of the record in bytes
 *
 * If the record is not the topmost one, its words stay reserved until no record is in use on this
 * CPU.
 *
 * Context: as dyn_event_scratch_get(), on the same CPU.
 */
static inline void dyn_event_scratch_put(struct dyn_event_scratch __percpu *scratch,
					 const void *record, u32 size)
{
	struct dyn_event_scratch *here = this_cpu_ptr(scratch);
	u32 first = (const u64 *)record - here->words;
	u32 n = READ_ONCE(here->n) - 1;

	barrier();
	if (!n)
		WRITE_ONCE(here->top, 0);
	else if (first + DIV_ROUND_UP(size, sizeof(u64)) == READ_ONCE(here->top))
		WRITE_ONCE(here->top, first);
	WRITE_ONCE(here->n, n);
}

#endif /* _TRACE_DYNEVENT_RECORD_H */
