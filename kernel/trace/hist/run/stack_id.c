// SPDX-License-Identifier: GPL-2.0
/*
 * Intern the current stack trace in a table of stacks, see stacks/stacks.h.
 *
 * Per-event code: any context, NMI included, with preemption off. The key of the table is built in
 * the execution context of the event. A stack that cannot be taken has the id 0 and is counted.
 */
#include <linux/errno.h>
#include <linux/string.h>

#include "../program/stack_source.h"
#include "../stacks/resolve.h"
#include "../stacks/stacks.h"
#include "../stacks/walk.h"
#include "bytes.h"
#include "stack_id.h"

static unsigned int take_interrupted_stack(const struct hist_stacks *stacks, u64 *addresses)
{
	unsigned int n = hist_save_interrupted_stack((unsigned long *)addresses, stacks->depth);

	hist_widen_stack(addresses, n);
	return n;
}

/* Build the addresses of a kernel stack. Return their number, which is 0 for an empty stack. */
static unsigned int take_kernel_stack(const struct hist_stacks *stacks, u64 *addresses,
				      unsigned long caller)
{
	unsigned long *trace = (unsigned long *)addresses;
	unsigned int first, n, i;

	n = hist_save_kernel_stack(trace, HIST_OWN_FRAMES_MAX + stacks->depth, caller, &first);
	n = umin(n - first, stacks->depth);
	for (i = 0; i < n; i++)
		trace[i] = trace[first + i];
	hist_widen_stack(addresses, n);
	return n;
}

static int take_stack(const struct hist_stack_source *source, const struct hist_stacks *stacks,
		      struct hist_user_stack *user, u64 *key, unsigned long caller)
{
	u64 *addresses = key + HIST_STACK_IDENTITY_WORDS;

	if (stacks->kind == HIST_KIND_USER_STACK)
		return hist_walk_user(user, addresses, stacks->depth);
	*user = (struct hist_user_stack){};
	if (source->is_interrupted)
		return take_interrupted_stack(stacks, addresses);
	return take_kernel_stack(stacks, addresses, caller);
}

/* Find or insert the current stack in the table of its source. Return: its id, or 0. */
static u64 intern_stack(const struct hist_stack_source *source, u64 *key, unsigned long caller)
{
	struct hist_user_stack user;
	struct hist_stacks *stacks;
	int n, elt;

	/*
	 * Pairs with the release that publishes the map in hist_map_publish_empty() and do_cut():
	 * an event that has read the map that replaced another one, or that is after a cut, sees
	 * the table that belongs to this map.
	 */
	smp_rmb();
	stacks = READ_ONCE(source->table);
	n = take_stack(source, stacks, &user, key, caller);
	/* A sample that has interrupted user mode has no kernel stack. */
	if (!n && source->is_interrupted)
		return 0;
	if (n <= 0 || !key[HIST_STACK_IDENTITY_WORDS]) {
		tracing_map_drop(stacks->map, n == -EBUSY ? TRACING_MAP_DROP_FRAME :
							    TRACING_MAP_DROP_RECORD);
		return 0;
	}
	memcpy(key, user.identity, sizeof(user.identity));
	memset(key + HIST_STACK_IDENTITY_WORDS + n, 0, (stacks->depth - n) * sizeof(*key));

	elt = tracing_map_insert(stacks->map, key);
	if (unlikely(elt < 0))
		return 0;
	if (stacks->nodes)
		hist_stack_request(&stacks->nodes[elt], &user);
	return elt + 1;
}

/**
 * hist_stack_id - get the id of the current stack trace
 * @insn: instruction %HIST_OP_STACK_ID
 * @dst: set to the id, or to 0 if the stack trace could not be taken
 * @record: not used; the function has the arguments of hist_copy_bytes(), so that it is called
 *	without moving them
 * @regs: registers of the execution context
 * @caller: return address above which stack traces start
 *
 * Context: any, NMI included, with preemption off.
 */
void hist_stack_id(const struct hist_insn *insn, u64 *dst, const void *record, const u64 *regs,
		   unsigned long caller)
{
	const struct hist_stack_source *source = (void *)(unsigned long)insn->arg;
	u64 *id = (u64 *)regs + source->id_offset;

	if (!insn->src)
		*id = intern_stack(source, (u64 *)regs + source->offset, caller);
	*dst = *id;
}
