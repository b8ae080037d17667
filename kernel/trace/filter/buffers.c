// SPDX-License-Identifier: GPL-2.0
/*
 * Allocate the per-CPU buffers into which filters copy text before they match it. run/exec.c uses
 * the buffers.
 *
 * This file runs in process context. It takes no locks: filters may be created concurrently.
 */
#include <linux/atomic.h>
#include <linux/errno.h>
#include <linux/percpu.h>

#include "buffers.h"

/*
 * The buffers of all CPUs, allocated for the first filter that needs them and never freed. Only
 * alloc_buffers_once() reads this pointer: events read the one in &prog_entry.buffers.
 */
static struct filter_ptr_string_buffers __percpu *cpu_buffers;

static bool needs_buffers(const struct prog_entry *entry)
{
	return entry->op == FILTER_OP_TEXT && (entry->source == FILTER_SRC_PTR_STRING ||
					       entry->source == FILTER_SRC_USER_PTR_STRING);
}

/* Return the buffers of all CPUs, allocated on the first call, or NULL if there is no memory. */
static struct filter_ptr_string_buffers __percpu *alloc_buffers_once(void)
{
	/*
	 * Pairs with the cmpxchg_release() below: another CPU may have allocated and zeroed the
	 * buffers.
	 */
	struct filter_ptr_string_buffers __percpu *bufs = smp_load_acquire(&cpu_buffers);

	if (bufs)
		return bufs;
	bufs = alloc_percpu(struct filter_ptr_string_buffers);
	if (!bufs)
		return NULL;
	/* Not all architectures have a cmpxchg() that accepts a __percpu pointer. */
	if (cmpxchg_release((__force void **)&cpu_buffers, NULL, (__force void *)bufs))
		free_percpu(bufs);
	/* A failed cmpxchg orders nothing. This pairs with the cmpxchg that succeeded. */
	return smp_load_acquire(&cpu_buffers);
}

/**
 * filter_alloc_buffers - allocate the buffers that a filter needs at run time
 * @program: the filter, not published yet
 *
 * All filters share the buffers. Each entry that copies text gets a pointer to the buffers, so an
 * event needs no barrier to read it: the address dependencies lead from the pointer that
 * publishes the filter to the entry, and from there to the buffers.
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int filter_alloc_buffers(struct filter_program *program)
{
	u32 i;

	for (i = 0; i < program->n_entries; i++) {
		struct prog_entry *entry = &program->entries[i];

		if (!needs_buffers(entry))
			continue;
		entry->buffers = alloc_buffers_once();
		if (!entry->buffers)
			return -ENOMEM;
	}
	return 0;
}
