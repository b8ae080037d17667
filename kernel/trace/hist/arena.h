/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frames of events that do not fit on the stack.
 *
 * Each CPU has %HIST_NESTING_MAX frames, one for each level of nesting: an event that
 * interrupts another one, or that another one fires, is one level deeper. The nested event is
 * done before the outer one goes on. Each frame has room for the largest program, so the depth
 * alone decides whether an event gets one. The contents of a frame are private to exec.c.
 */
#ifndef _TRACE_HIST_ARENA_H
#define _TRACE_HIST_ARENA_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "limits.h"

struct hist_program;

/**
 * struct hist_arena_frame - room for a frame of any program
 * @words: the frame
 */
struct hist_arena_frame {
	u64 words[HIST_FRAME_WORDS_MAX];
};

/* By level. Set once, before the first histogram that needs them is attached. */
extern struct hist_arena_frame __percpu *hist_arena_frames[HIST_NESTING_MAX];

/*
 * Frames in use. Written by its CPU only; an event that interrupts another one leaves it as
 * found, so it need not be atomic.
 */
DECLARE_PER_CPU(unsigned int, hist_arena_level);

/**
 * hist_arena_push - take a frame of this CPU
 *
 * Context: any, NMI included, with preemption off, after hist_arena_prepare().
 * Return: the frame, to be released with hist_arena_pop(), or NULL if the event is nested too
 * deeply.
 */
static __always_inline u64 *hist_arena_push(void)
{
	unsigned int *cpu_level = this_cpu_ptr(&hist_arena_level);
	unsigned int level = READ_ONCE(*cpu_level);

	if (unlikely(level == HIST_NESTING_MAX))
		return NULL;

	WRITE_ONCE(*cpu_level, level + 1);
	/*
	 * The frame is written only after it is taken, and in hist_arena_pop() only before it
	 * is released. Both run on the same CPU, so this is against the compiler only.
	 */
	barrier();
	return this_cpu_ptr(hist_arena_frames[level])->words;
}

/**
 * hist_arena_pop - release the frame that was taken last
 *
 * Context: where it was taken by hist_arena_push().
 */
static __always_inline void hist_arena_pop(void)
{
	unsigned int *cpu_level = this_cpu_ptr(&hist_arena_level);

	barrier();
	WRITE_ONCE(*cpu_level, READ_ONCE(*cpu_level) - 1);
}

int hist_arena_prepare(const struct hist_program *program);

#endif /* _TRACE_HIST_ARENA_H */
