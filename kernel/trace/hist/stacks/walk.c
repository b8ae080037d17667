// SPDX-License-Identifier: GPL-2.0
/*
 * Walk the user stack of the current task, and queue its task work.
 *
 * perf's walker does not fault, is bounded by the depth, knows 32-bit tasks, and can run in any
 * context. It has one buffer per CPU and nesting level of contexts, and refuses to be nested in the
 * same context, for example in an event that its own access to user memory causes.
 */
#include <linux/minmax.h>
#include <linux/mm_types.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task_stack.h>
#include <linux/seqlock.h>
#include <linux/string.h>
#include <linux/task_work.h>

#include "../../trace_base.h"
#include "walk.h"

/**
 * hist_walk_get - get the buffers for walking user stacks
 * @depth: largest number of addresses
 *
 * Context: may sleep.
 * Return: 0, to be undone with hist_walk_put(); -EOVERFLOW if @depth exceeds the sysctl
 * kernel.perf_event_max_stack, or -ENOMEM.
 */
int hist_walk_get(unsigned int depth)
{
	return get_callchain_buffers(depth);
}

/**
 * hist_walk_put - release the buffers for walking user stacks
 *
 * Context: may sleep. No event uses the buffers for the caller any more.
 */
void hist_walk_put(void)
{
	put_callchain_buffers();
}

/**
 * hist_walk_process - get the words of an identity that tell the process of the current task
 * @process: filled in
 *
 * Threads of a process have the same words. Another process has other ones, even with the same id,
 * because it starts later. Exec changes the number of exec calls.
 *
 * Context: any, NMI included, until the last task work of the task has run: until then it is not
 * released, and neither is the leader of its thread group.
 */
void hist_walk_process(u64 process[HIST_STACK_PROCESS_WORDS])
{
	const struct task_struct *leader = READ_ONCE(current->group_leader);

	process[0] = (u64)READ_ONCE(current->self_exec_id) << 32 | (u32)current->tgid;
	process[1] = READ_ONCE(leader->start_boottime) & ~HIST_IDENTITY_IN_EXEC;
}

/**
 * hist_walk_user - walk the user stack of the current task
 * @stack: filled in
 * @addresses: filled in with the addresses, from the innermost to the outermost
 * @depth: largest number of addresses
 *
 * In an interrupt, the current task is the one that was interrupted. Addresses of frames are return
 * addresses, except for the first one.
 *
 * Context: any, NMI included, with preemption off.
 * Return: number of addresses; -ENODATA if the task has no user mode, -EBUSY if the buffers are in
 * use by an event that this one is nested in.
 */
int hist_walk_user(struct hist_user_stack *stack, u64 *addresses, unsigned int depth)
{
	const struct mm_struct *mm = current->mm;
	const struct perf_callchain_entry *entry;
	int n = -EBUSY;

	if (!mm || (current->flags & (PF_KTHREAD | PF_USER_WORKER)))
		return -ENODATA;

	/* Read before the walk: a change during the walk has a number that is not smaller. */
	stack->seq = raw_read_seqcount(&mm->mm_lock_seq);
	hist_walk_process(stack->identity);
	if (current->in_execve)
		stack->identity[1] |= HIST_IDENTITY_IN_EXEC;
	/*
	 * A later event of other code at these addresses reads a larger number, because its task
	 * entered the kernel after the old code was unmapped.
	 */
	stack->identity[HIST_STACK_PROCESS_WORDS] = READ_ONCE(mm->exec_unmaps);

	/* The walker needs RCU for its buffers; an event has only preemption off. */
	rcu_read_lock();
	entry = trace_base_user_callchain(task_pt_regs(current), depth);
	if (entry) {
		n = min_t(u64, entry->nr, depth);
		memcpy(addresses, entry->ip, n * sizeof(*addresses));
	}
	rcu_read_unlock();
	return n;
}

/**
 * hist_walk_queue - queue task work of the current task
 * @work: the work
 *
 * Context: any, NMI included.
 * Return: 0, or -ESRCH if the task has run its last task work.
 */
int hist_walk_queue(struct callback_head *work)
{
	/* The event may hold any lock, so KASAN must not allocate memory for its record. */
	return task_work_add(current, work,
			     in_nmi() ? TWA_NMI_CURRENT : TWA_RESUME_NO_ALLOC);
}

/**
 * hist_walk_get_mm - keep the address space of the current task if it exits
 *
 * A task that exits runs its last task work after it has given up its address space. In do_exit(),
 * PF_POSTCOREDUMP is set before hist_stacks_exit() is called, and PF_EXITING after it.
 *
 * Context: any, NMI included, while the task has an address space. The reference of the task keeps
 * the number of users above 0.
 * Return: the address space, to be given to hist_walk_put_mm(); NULL if the task does not exit.
 */
struct mm_struct *hist_walk_get_mm(void)
{
	struct mm_struct *mm = current->mm;

	if (likely(!(current->flags & PF_POSTCOREDUMP)))
		return NULL;
	mmget(mm);
	return mm;
}

/**
 * hist_walk_put_mm - release an address space
 * @mm: result of hist_walk_get_mm(), not NULL
 *
 * Context: may sleep. Frees the address space if no other task uses it.
 */
void hist_walk_put_mm(struct mm_struct *mm)
{
	mmput(mm);
}
