// SPDX-License-Identifier: GPL-2.0
/*
 * The memory for frames that do not fit on the stack; how it is used is in arena.h.
 *
 * It is allocated for the first histogram that needs it, and kept until the kernel stops.
 */
#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/tracepoint.h>

#include "arena.h"
#include "program.h"

struct hist_arena_frame __percpu *hist_arena_frames[HIST_NESTING_MAX];
DEFINE_PER_CPU(unsigned int, hist_arena_level);

/**
 * hist_arena_prepare - allocate the memory for a program's frames
 * @program: the program of a histogram that is not attached yet
 *
 * Events read hist_arena_frames without a barrier. A grace period orders the pointers before
 * the publication of the histogram, which is rcu_assign_pointer() in hist/store.c: an event
 * that sees the histogram started after the grace period had started, so it sees the pointers.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -ENOMEM with some of the frames kept for the next call.
 */
int hist_arena_prepare(const struct hist_program *program)
{
	unsigned int i;

	/* They are allocated in this order, so the last one tells that all are there. */
	if (program->on_stack || hist_arena_frames[HIST_NESTING_MAX - 1])
		return 0;

	for (i = 0; i < HIST_NESTING_MAX; i++) {
		if (!hist_arena_frames[i])
			hist_arena_frames[i] = alloc_percpu(struct hist_arena_frame);
		if (!hist_arena_frames[i])
			return -ENOMEM;
	}
	tracepoint_synchronize_unregister();
	return 0;
}
