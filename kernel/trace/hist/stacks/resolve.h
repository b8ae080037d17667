/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Resolution of user stacks: from addresses to files and offsets, once per stack, in a task work of
 * a task of the process.
 */
#ifndef _TRACE_HIST_STACKS_RESOLVE_H
#define _TRACE_HIST_STACKS_RESOLVE_H

#include "resolved_set.h"
#include "stacks.h"

struct hist_user_stack;

/* Tries to resolve a stack whose mappings may have changed or for which there was no memory. */
#define HIST_STACK_TRIES	8

void hist_stack_node_init(struct hist_stack_node *node, struct hist_stacks *stacks);
void hist_stack_queue(struct hist_stack_node *node, const struct hist_user_stack *user);

/**
 * hist_stack_request - request the resolution of a user stack, unless that was done
 * @node: node of the stack, which the current task has now
 * @user: identity of the address space, and state of the mappings before the stack was walked
 *
 * Context: any, NMI included, with preemption off.
 */
static inline void hist_stack_request(struct hist_stack_node *node,
				      const struct hist_user_stack *user)
{
	if (unlikely(atomic_read(&node->state) == HIST_STACK_NEW))
		hist_stack_queue(node, user);
}

#endif /* _TRACE_HIST_STACKS_RESOLVE_H */
