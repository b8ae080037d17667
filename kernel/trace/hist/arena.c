// SPDX-License-Identifier: GPL-2.0
/*
 * Allocate the memory for execution contexts that do not fit on the stack, see arena.h.
 *
 * The memory is allocated for the first histogram that needs it and never freed.
 */
#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/tracepoint.h>

#include "arena.h"
#include "program.h"

struct hist_arena_frame __percpu *hist_arena_frames[HIST_NESTING_MAX];
DEFINE_PER_CPU(unsigned int, hist_arena_level);

/**
 * hist_arena_prepare - allocate the execution contexts that a program needs
 * @program: the program of a histogram that is not attached yet
 *
 * Events read hist_arena_frames[] without a barrier. The grace period at the end orders the
 * writes of the pointers before the publication of the histogram by rcu_assign_pointer() in
 * hist/store.c. An event that sees the histogram started after the grace period began, so
 * it sees the pointers.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -ENOMEM; the memory allocated so far is kept for the next call.
 */
int hist_arena_prepare(const struct hist_program *program)
{
	unsigned int i;

	/* The levels are allocated in ascending order, so the last one implies all others. */
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
