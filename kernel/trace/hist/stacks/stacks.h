/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of stacks: each distinct stack trace of a histogram is stored once, and the histogram
 * stores its id.
 *
 *	key of the histogram		table of stacks				resolved stacks
 *	[ comm | id | ... ]	-->	[ identity | addresses ] node	-->	[ file + offset ]
 *
 * A table is a map whose key is the identity of the address space and the addresses of the stack
 * trace, padded with zeros to the depth. It has no sums. The id is the index of the element plus 1;
 * 0 is no stack trace. The identity is 0 for kernel stacks, see walk.h for user stacks.
 *
 * Addresses of user code mean nothing once the process has gone. So each user stack has a node,
 * which task work resolves to files and offsets, see resolve.h. Equal resolved stacks of different
 * processes are the same object.
 *
 * Owners: a histogram has a reference to each table that its stack_sources[] name, as long as it is
 * attached. All histograms that share a map share their tables. A queued node has a reference, and
 * so has a table snapshot. A table is never cleared: the verb clear replaces a table by an empty
 * one, unless another histogram has ids of it, see attach/stacks.c.
 */
#ifndef _TRACE_HIST_STACKS_STACKS_H
#define _TRACE_HIST_STACKS_STACKS_H

#include <linux/atomic.h>
#include <linux/refcount.h>
#include <linux/types.h>

#include "../../tracing_map.h"
#include "../field_kind.h"
#include "../limits.h"
#include "../program/stack_source.h"

static_assert((HIST_STACK_IDENTITY_WORDS + HIST_DEPTH_MAX) * sizeof(u64) <= TRACING_MAP_KEY_MAX);

/**
 * enum hist_stack_state - state of the node of a user stack
 * @HIST_STACK_NEW: not resolved; an event may queue the node
 * @HIST_STACK_QUEUED: owned by the task that queued it, until its task work has run
 * @HIST_STACK_RESOLVED: &hist_stack_node.resolved is set; final
 * @HIST_STACK_RAW: cannot be resolved; final
 */
enum hist_stack_state {
	HIST_STACK_NEW,
	HIST_STACK_QUEUED,
	HIST_STACK_RESOLVED,
	HIST_STACK_RAW,
};

/**
 * enum hist_stack_reason - why a user stack is not resolved
 * @HIST_STACK_PENDING: its task has not returned to user mode since
 * @HIST_STACK_EXITED: its task has given up its address space, or can run no task work any more
 * @HIST_STACK_EXEC: its process has called exec
 * @HIST_STACK_CHANGED: the mappings of its addresses have changed, or may have
 * @HIST_STACK_NO_MEMORY: there was no memory to resolve it
 * @HIST_STACK_REASONS: number of reasons
 */
enum hist_stack_reason {
	HIST_STACK_PENDING,
	HIST_STACK_EXITED,
	HIST_STACK_EXEC,
	HIST_STACK_CHANGED,
	HIST_STACK_NO_MEMORY,
	HIST_STACK_REASONS,
};

extern const char *const hist_stack_reasons[HIST_STACK_REASONS];

struct hist_resolved;
struct hist_resolved_set;
struct hist_stacks;
struct mm_struct;

/**
 * struct hist_stack_node - state of the resolution of a user stack
 * @work: task work that resolves the stack. Owned as @seq
 * @stacks: table that the node belongs to; constant
 * @mm: address space of the task, with a reference, if the task gives it up before the work runs;
 *	else NULL. Owned as @seq
 * @resolved: the resolved stack, set before @state is %HIST_STACK_RESOLVED; constant after
 * @state: &enum hist_stack_state. An event makes %HIST_STACK_NEW %HIST_STACK_QUEUED by cmpxchg and
 *	owns the node then; the task work ends the ownership with a release
 * @seq: sequence number of the mappings at the event. Written by the owner of the node
 * @tries: number of times that the stack could not be resolved. Written by the owner of the node
 * @reason: &enum hist_stack_reason of the last try
 */
struct hist_stack_node {
	struct callback_head work;
	struct hist_stacks *stacks;
	struct mm_struct *mm;
	const struct hist_resolved *resolved;
	atomic_t state;
	u32 seq;
	u8 tries;
	u8 reason;
};

/**
 * struct hist_stacks - table of stacks
 * @refs: reference count
 * @n_importers: number of attached histograms that load ids of this table from a variable of
 *	another one. Protected by event_mutex
 * @kind: %HIST_KIND_USER_STACK or %HIST_KIND_KERNEL_STACK
 * @depth: largest number of addresses of a stack
 * @map: the stacks. Its drop counters tell which stacks could not be taken
 * @nodes: one node for each element of @map; NULL for kernel stacks
 * @resolved: the resolved stacks; NULL for kernel stacks
 *
 * Constant once created, except @refs, @n_importers, and the contents of the last three.
 */
struct hist_stacks {
	refcount_t refs;
	unsigned int n_importers;
	enum hist_kind kind;
	unsigned int depth;
	struct tracing_map *map;
	struct hist_stack_node *nodes;
	struct hist_resolved_set *resolved;
};

/**
 * struct hist_stacks_status - what a table of stacks has lost
 * @not_taken: number of events without a stack
 * @no_user_stack: of these, in tasks without user mode
 * @busy: of these, in which the buffers for walking were in use
 * @no_room: of these, without room in the table
 * @unresolved: number of user stacks that are not resolved, by &enum hist_stack_reason
 */
struct hist_stacks_status {
	u64 not_taken;
	u64 no_user_stack;
	u64 busy;
	u64 no_room;
	u64 unresolved[HIST_STACK_REASONS];
};

/**
 * hist_stacks_addresses - get the addresses of a stack
 * @stacks: table of stacks
 * @id: id of the stack, not 0
 *
 * Context: any.
 * Return: &hist_stacks.depth addresses, padded with 0; valid as long as @stacks.
 */
static inline const u64 *hist_stacks_addresses(const struct hist_stacks *stacks, u64 id)
{
	return tracing_map_elt(stacks->map, id - 1) + HIST_STACK_IDENTITY_WORDS;
}

struct hist_stacks *hist_stacks_create(enum hist_kind kind, unsigned int depth, u32 rows);
struct hist_stacks *hist_stacks_get(struct hist_stacks *stacks);
void hist_stacks_put(struct hist_stacks *stacks);
const struct hist_resolved *hist_stacks_resolved(const struct hist_stacks *stacks, u64 id);
void hist_stacks_get_status(const struct hist_stacks *stacks, struct hist_stacks_status *status);
size_t hist_stacks_bytes(const struct hist_stacks *stacks);

#endif /* _TRACE_HIST_STACKS_STACKS_H */
