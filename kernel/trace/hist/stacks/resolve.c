// SPDX-License-Identifier: GPL-2.0
/*
 * Resolve user stacks to files and offsets.
 *
 *	          event: cmpxchg		task work
 *	  +-----+ --------------> +--------+ ------------> +----------+
 *	  | new |                 | queued |               | resolved |
 *	  +-----+ <-------------- +--------+ -----------+  +----------+
 *	           try again later		        +->+-----+
 *							   | raw |
 *							   +-----+
 *
 * The event that finds a new stack queues its node as task work of the current task. The task runs
 * it before it returns to user mode, or in do_exit() before it gives up its address space, see
 * include/linux/hist_stacks.h. For an event that comes later in do_exit(), the node keeps the
 * address space until the last task work runs. Its mappings are those of the event, unless the
 * process has called exec since, which its identity tells, or has changed them, which their
 * sequence numbers tell.
 *
 * Memory order: an event owns a queued node until the task work has run, in the same task. The task
 * work ends with a release of the state. It pairs with the cmpxchg of the next owner, and with the
 * acquire by readers, which then see the resolved stack.
 */
#include <linux/cleanup.h>
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/hist_stacks.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "mappings.h"
#include "resolve.h"
#include "walk.h"

/*
 * Number of queued nodes of all tables. A task that exits runs its task work early if there are
 * any. The task needs no barrier to see the nodes that it has queued itself.
 */
atomic_t hist_stacks_queued;

/* Return a file of the set for a mapping, NULL if there is no memory. */
static const struct hist_stack_file *intern_file(struct hist_resolved_set *set,
						 const struct hist_mapping *mapping)
{
	const struct hist_stack_file *file = hist_resolved_set_find_file(set, &mapping->id);
	struct hist_stack_file new = mapping->id;

	if (file)
		return file;
	new.name = hist_mapping_describe(mapping, &new);
	if (new.name)
		file = hist_resolved_set_add_file(set, &new);
	kfree(new.name);
	return file;
}

/* Fill in the frame of a mapping. Return: 0 or -ENOMEM. */
static int set_frame(struct hist_resolved_set *set, const struct hist_mapping *mapping,
		     struct hist_frame *frame)
{
	*frame = (struct hist_frame){ .file = mapping->special };
	if (mapping->special)
		return 0;
	frame->offset = mapping->offset;
	if (!mapping->file)
		return 0;
	frame->file = intern_file(set, mapping);
	return frame->file ? 0 : -ENOMEM;
}

static const struct hist_resolved *resolve_mappings(struct hist_resolved_set *set,
						    const struct hist_mapping *mappings,
						    unsigned int n)
{
	struct hist_frame *frames __free(kfree) = kcalloc(n, sizeof(*frames), GFP_KERNEL);
	unsigned int i;

	if (!frames)
		return NULL;
	for (i = 0; i < n; i++)
		if (set_frame(set, &mappings[i], &frames[i]))
			return NULL;
	return hist_resolved_set_add(set, frames, n);
}

/*
 * Resolve the stack of a node. Return: 0 with &hist_stack_node.resolved set, or the reason why it
 * is not resolved. The result is never %HIST_STACK_PENDING, which is 0.
 */
static enum hist_stack_reason resolve(struct hist_stack_node *node, const u64 *addresses,
				      unsigned int n)
{
	struct hist_mapping *mappings = kcalloc(n, sizeof(*mappings), GFP_KERNEL);
	int ret;

	if (!mappings)
		return HIST_STACK_NO_MEMORY;
	ret = hist_mappings_find(node->mm, addresses, n, node->seq, mappings);
	if (!ret) {
		node->resolved = resolve_mappings(node->stacks->resolved, mappings, n);
		hist_mappings_put(mappings, n);
		ret = node->resolved ? 0 : -ENOMEM;
	}
	kfree(mappings);
	switch (ret) {
	case 0:
		return 0;
	case -ESRCH:
		return HIST_STACK_EXITED;
	case -EAGAIN:
		return HIST_STACK_CHANGED;
	default:
		return HIST_STACK_NO_MEMORY;
	}
}

static enum hist_stack_reason try_resolve(struct hist_stack_node *node)
{
	const struct hist_stacks *stacks = node->stacks;
	const u64 *key = tracing_map_elt(stacks->map, node - stacks->nodes);
	const u64 *addresses = key + HIST_STACK_IDENTITY_WORDS;
	u64 process[HIST_STACK_PROCESS_WORDS];
	unsigned int n = 0;

	hist_walk_process(process);
	if (memcmp(process, key, sizeof(process)))
		return HIST_STACK_EXEC;
	while (n < stacks->depth && addresses[n])
		n++;
	return resolve(node, addresses, n);
}

/* End the ownership of a queued node. @reason is that of a failure, or 0. */
static void hist_stack_finish(struct hist_stack_node *node, enum hist_stack_reason reason)
{
	enum hist_stack_state state = HIST_STACK_RESOLVED;

	if (reason)
		state = reason == HIST_STACK_EXEC || ++node->tries == HIST_STACK_TRIES ?
			HIST_STACK_RAW : HIST_STACK_NEW;
	WRITE_ONCE(node->reason, reason);
	/* Pairs with the acquire in hist_stacks_resolved() and with the cmpxchg of an event. */
	atomic_set_release(&node->state, state);
}

static void hist_stack_work(struct callback_head *work)
{
	struct hist_stack_node *node = container_of(work, struct hist_stack_node, work);
	struct hist_stacks *stacks = node->stacks;
	struct mm_struct *mm = node->mm;

	hist_stack_finish(node, try_resolve(node));
	atomic_dec(&hist_stacks_queued);
	if (mm)
		hist_walk_put_mm(mm);
	hist_stacks_put(stacks);
}

/**
 * hist_stack_node_init - initialize the node of a stack
 * @node: the node, all 0
 * @stacks: table that it belongs to
 */
void hist_stack_node_init(struct hist_stack_node *node, struct hist_stacks *stacks)
{
	node->work.func = hist_stack_work;
	node->stacks = stacks;
}

/**
 * hist_stack_queue - queue the resolution of a new user stack
 * @node: node of the stack, which the current task has now
 * @user: identity of the address space, and state of the mappings before the stack was walked
 *
 * If several events compete, one of them queues the node. A task that has run its last task work
 * cannot; then another task of the process may.
 *
 * Context: any, NMI included, with preemption off.
 */
void hist_stack_queue(struct hist_stack_node *node, const struct hist_user_stack *user)
{
	if (user->identity[1] & HIST_IDENTITY_IN_EXEC) {
		WRITE_ONCE(node->reason, HIST_STACK_EXEC);
		atomic_set(&node->state, HIST_STACK_RAW);
		return;
	}
	/* Pairs with the release in hist_stack_finish(). */
	if (atomic_cmpxchg(&node->state, HIST_STACK_NEW, HIST_STACK_QUEUED) != HIST_STACK_NEW)
		return;

	node->seq = user->seq;
	refcount_inc(&node->stacks->refs);
	atomic_inc(&hist_stacks_queued);
	if (!hist_walk_queue(&node->work)) {
		/* The work does not run before this event has ended, because this task runs it. */
		node->mm = hist_walk_get_mm();
		return;
	}
	atomic_dec(&hist_stacks_queued);
	/* The attached histogram has a reference, so this one is not the last. */
	refcount_dec(&node->stacks->refs);
	WRITE_ONCE(node->reason, HIST_STACK_EXITED);
	/* As in hist_stack_finish(). */
	atomic_set_release(&node->state, HIST_STACK_NEW);
}
