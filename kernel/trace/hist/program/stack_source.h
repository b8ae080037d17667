/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Source of interned stack traces: where the ids come from that a field of a histogram holds.
 *
 * An id is a number that stands for a stack trace in a table, see stacks/stacks.h. A histogram has
 * a table for each kind and depth of the stack traces that it takes. If it loads an id from a
 * variable of another histogram, the id belongs to a table of that one.
 */
#ifndef _TRACE_HIST_PROGRAM_STACK_SOURCE_H
#define _TRACE_HIST_PROGRAM_STACK_SOURCE_H

#include <linux/types.h>

#include "../field_kind.h"

/* Words of an identity that tell the process. An exec makes another process of it. */
#define HIST_STACK_PROCESS_WORDS	2

/* Words of a key of a table before the addresses: the identity of the address space. */
#define HIST_STACK_IDENTITY_WORDS	(HIST_STACK_PROCESS_WORDS + 1)

/*
 * A kernel stack trace of an event starts at the call of the tracepoint's probe.
 * stack_trace_save() returns up to %HIST_OWN_FRAMES_MAX other entries before that one. They end at
 * the return address into the probe, so up to this number, the compiler's inlining does not matter.
 * If this address is not found, no entry is skipped.
 */
#define HIST_OWN_FRAMES_MAX		12

struct hist_stacks;
struct hist_trigger_data;

/**
 * struct hist_stack_source - source of interned stack traces
 * @table: table of the stacks; NULL unless the histogram is attached. Written with event_mutex
 *	held; events read it if @of is NULL, see hist_stack_id()
 * @of: histogram that defines the variable that the ids are loaded from, to which the program holds
 *	a reference; NULL if the histogram takes the stack traces itself
 * @of_index: index of the source among the sources of @of
 * @kind: %HIST_KIND_USER_STACK or %HIST_KIND_KERNEL_STACK
 * @depth: largest number of entries of a stack trace
 * @is_interrupted: kernel stack traces begin at the interrupted instruction, and are empty if that
 *	was in user mode
 * @offset: where the key of the table is built, in words from the registers of the execution
 *	context; only if @of is NULL
 * @id_offset: where the id of the event's stack trace is kept for further uses, likewise
 *
 * Constant once compiled, except @table.
 */
struct hist_stack_source {
	struct hist_stacks *table;
	struct hist_trigger_data *of;
	u8 of_index;
	u8 kind;
	u8 depth;
	bool is_interrupted;
	u16 offset;
	u16 id_offset;
};

/**
 * hist_stacks_build_words - get the size of the memory in which an event builds a key
 * @kind: kind of the stack traces
 * @depth: largest number of their addresses
 *
 * Return: number of words.
 */
static inline unsigned int hist_stacks_build_words(enum hist_kind kind, unsigned int depth)
{
	unsigned int own = kind == HIST_KIND_KERNEL_STACK ? HIST_OWN_FRAMES_MAX : 0;

	return HIST_STACK_IDENTITY_WORDS + own + depth;
}

#endif /* _TRACE_HIST_PROGRAM_STACK_SOURCE_H */
