// SPDX-License-Identifier: GPL-2.0
/*
 * Memory of each CPU for the records of dynamic events that do not go to a ring buffer or do not
 * fit in it.
 *
 * No locks.
 */
#include <linux/atomic.h>
#include <linux/percpu.h>

#include "trace_dynevent_record.h"

/* Shared by all events. Allocated for the first event that needs it, never freed. */
static struct dyn_event_scratch __percpu *shared;

/**
 * dyn_event_scratch_create - get the memory of all CPUs, and allocate it on the first call
 *
 * The caller stores the pointer in its event before it publishes the event. Probes find the
 * pointer through the tracepoint's list of probes, which rcu_assign_pointer() publishes. This
 * address dependency orders the allocation before their reads.
 *
 * Context: may sleep.
 * Return: the memory of all CPUs, which is never freed, or NULL.
 */
struct dyn_event_scratch __percpu *dyn_event_scratch_create(void)
{
	struct dyn_event_scratch __percpu *scratch;

	/* Pairs with cmpxchg_release() below: the zeroed memory is visible before the pointer. */
	scratch = smp_load_acquire(&shared);
	if (scratch)
		return scratch;
	scratch = alloc_percpu(struct dyn_event_scratch);
	if (!scratch)
		return NULL;
	/* Not all architectures have a cmpxchg() that accepts a __percpu pointer. */
	if (cmpxchg_release((__force void **)&shared, NULL, (__force void *)scratch))
		free_percpu(scratch);
	/* A failed cmpxchg orders nothing. This pairs with the cmpxchg that succeeded. */
	return smp_load_acquire(&shared);
}
