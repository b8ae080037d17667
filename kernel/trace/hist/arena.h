/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a hit has its frame if that does not fit on the stack: the arena of its CPU.
 *
 * Frames lie one above the other, as on a stack, for what interrupts a hit is done before
 * the hit goes on.  What is in a frame is not known here, see exec.c.
 */
#ifndef _TRACE_HIST_ARENA_H
#define _TRACE_HIST_ARENA_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "limits.h"

struct hist_program;

/**
 * struct hist_arena - where a CPU has the frames that do not fit on the stack
 * @level: how many there are.  This and @top are written by this CPU only.  Whatever
 *	interrupts the current user leaves them as it found them, so no atomic is needed
 * @top: how many words they take
 * @words: the frames, one above the other
 */
struct hist_arena {
	unsigned int level;
	unsigned int top;
	u64 words[HIST_ARENA_WORDS];
};

extern struct hist_arena __percpu *hist_arenas;

/**
 * hist_arena_push - take a frame from the arena of this CPU
 * @words: how many words it takes
 *
 * What interrupts from here on finds them taken.
 *
 * Context: any, NMI included, with preemption off, after hist_arena_prepare().
 * Return: the frame, to be given back with hist_arena_pop(), or NULL if this is nested too
 * deep.
 */
static inline u64 *hist_arena_push(unsigned int words)
{
	struct hist_arena *arena = this_cpu_ptr(hist_arenas);
	unsigned int level = READ_ONCE(arena->level);
	unsigned int top = READ_ONCE(arena->top);

	if (unlikely(level == HIST_NESTING_MAX || words > HIST_ARENA_WORDS - top))
		return NULL;

	WRITE_ONCE(arena->level, level + 1);
	WRITE_ONCE(arena->top, top + words);
	/*
	 * Nothing is written to the frame before it is taken, nor in hist_arena_pop() after
	 * it is given back: against the compiler only, as both sides are on the same CPU.
	 */
	barrier();
	return &arena->words[top];
}

/**
 * hist_arena_pop - give a frame back
 * @words: how many words it takes
 *
 * Context: where it was taken by hist_arena_push().
 */
static inline void hist_arena_pop(unsigned int words)
{
	struct hist_arena *arena = this_cpu_ptr(hist_arenas);

	barrier();
	WRITE_ONCE(arena->top, READ_ONCE(arena->top) - words);
	WRITE_ONCE(arena->level, READ_ONCE(arena->level) - 1);
}

int hist_arena_prepare(const struct hist_program *program);

#endif /* _TRACE_HIST_ARENA_H */
