/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory for execution contexts that do not fit on the stack.
 *
 * Each CPU has %HIST_NESTING_MAX contexts, one for each level of nesting. An event that
 * interrupts another event, or that another event's histogram emits, is one level deeper
 * and finishes before the outer event continues. Each context is large enough for any
 * program, so the level alone decides whether an event gets one. The program determines the
 * layout of a context, see ctx_init() in context.h; this file does not depend on it.
 *
 * Events only push and pop, and take no lock. attach/pin.c allocates the memory.
 */
#ifndef _TRACE_HIST_RUN_ARENA_H
#define _TRACE_HIST_RUN_ARENA_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "../limits.h"

/**
 * struct hist_arena_ctx - memory for the execution context of any program
 * @words: the execution context
 */
struct hist_arena_ctx {
	u64 words[HIST_CTX_WORDS_MAX];
};

/* One per level. Allocated before the first histogram that needs them is attached; never freed. */
extern struct hist_arena_ctx __percpu *hist_arenas[HIST_NESTING_MAX];

/*
 * Number of contexts in use on this CPU. Plain loads and stores suffice, because only this CPU
 * writes it, and an event that interrupts another one restores the value.
 */
DECLARE_PER_CPU(unsigned int, hist_arena_level);

/**
 * hist_arena_push - get an execution context of this CPU
 *
 * Context: any, NMI included, with preemption off, after hist_pin_arena().
 * Return: the context, to be released with hist_arena_pop(), or NULL if the event is nested
 * too deeply.
 */
static __always_inline u64 *hist_arena_push(void)
{
	unsigned int *cpu_level = this_cpu_ptr(&hist_arena_level);
	unsigned int level = READ_ONCE(*cpu_level);

	if (unlikely(level == HIST_NESTING_MAX))
		return NULL;

	WRITE_ONCE(*cpu_level, level + 1);
	/*
	 * The context must be written after the level is raised here, and before the level
	 * is lowered in hist_arena_pop(). All accesses are on one CPU, so compiler barriers
	 * suffice.
	 */
	barrier();
	return this_cpu_ptr(hist_arenas[level])->words;
}

/**
 * hist_arena_pop - release the execution context that was pushed last
 *
 * Context: same CPU and preemption-off section as hist_arena_push().
 */
static __always_inline void hist_arena_pop(void)
{
	unsigned int *cpu_level = this_cpu_ptr(&hist_arena_level);

	barrier();
	WRITE_ONCE(*cpu_level, READ_ONCE(*cpu_level) - 1);
}

#endif /* _TRACE_HIST_RUN_ARENA_H */
