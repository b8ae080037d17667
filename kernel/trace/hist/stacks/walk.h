/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The view that tables of stacks have of the current task: its user stack, the identity of its
 * address space, and its task work. walk.c implements it; the unit tests in user space have an
 * implementation of their own.
 */
#ifndef _TRACE_HIST_STACKS_WALK_H
#define _TRACE_HIST_STACKS_WALK_H

#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "../program/stack_source.h"

struct mm_struct;

/*
 * Bit of the second word of an identity: the task was calling exec. Its registers may be those of
 * the previous program, so the stack is not resolved.
 */
#define HIST_IDENTITY_IN_EXEC	BIT_ULL(63)

/**
 * struct hist_user_stack - user stack of the current task
 * @identity: identity of the address space: process and number of its exec calls; the time when the
 *	process started, with %HIST_IDENTITY_IN_EXEC; and how often it has unmapped code of files
 * @seq: sequence number of the mappings, before the stack was walked
 */
struct hist_user_stack {
	u64 identity[HIST_STACK_IDENTITY_WORDS];
	u32 seq;
};

#ifdef CONFIG_HIST_USER_STACKS
int hist_walk_get(unsigned int depth);
void hist_walk_put(void);
int hist_walk_user(struct hist_user_stack *stack, u64 *addresses, unsigned int depth);
void hist_walk_process(u64 process[HIST_STACK_PROCESS_WORDS]);
int hist_walk_queue(struct callback_head *work);
struct mm_struct *hist_walk_get_mm(void);
void hist_walk_put_mm(struct mm_struct *mm);
#else
static inline int hist_walk_get(unsigned int depth)
{
	return -EOPNOTSUPP;
}

static inline void hist_walk_put(void) { }

static inline int hist_walk_user(struct hist_user_stack *stack, u64 *addresses,
				 unsigned int depth)
{
	return -ENODATA;
}

static inline void hist_walk_process(u64 process[HIST_STACK_PROCESS_WORDS])
{
	process[0] = 0;
	process[1] = 0;
}

static inline int hist_walk_queue(struct callback_head *work)
{
	return -ESRCH;
}

static inline struct mm_struct *hist_walk_get_mm(void)
{
	return NULL;
}

static inline void hist_walk_put_mm(struct mm_struct *mm) { }
#endif /* CONFIG_HIST_USER_STACKS */

#endif /* _TRACE_HIST_STACKS_WALK_H */
