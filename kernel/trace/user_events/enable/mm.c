// SPDX-License-Identifier: GPL-2.0
/*
 * Per-mm state: find and create the state of address spaces with enablers, and detect when the
 * last task leaves an address space. This file does not depend on the contents of an enabler.
 *
 * Any number of tasks can use an address space, threads or not. Each of them may appear, exit,
 * or change to another address space by exec, at any time. One of them is the owner task: its
 * task_struct.user_event_mm points to the per-mm state. In all other tasks this pointer is
 * NULL, or USER_EVENT_MM_GONE if the task is exiting. When the owner task leaves, it searches all
 * tasks for another one that uses the address space and is not exiting. The first such task becomes
 * the owner task. If there is no such task, the enablers are removed. So the order in which tasks
 * leave does not matter. Tasks that are not the owner come and go without a lock: the hooks only
 * read their pointer in a fork, and exchange it in an exec and at exit.
 *
 * A task that the search finds may be leaving at the same time. The pointer of this task decides:
 *
 * - A task that exits replaces NULL by USER_EVENT_MM_GONE before it gives up its address space.
 *   After that it cannot become the owner.
 * - A task that execs first changes its address space, with task_lock() held, and then takes and
 *   clears its pointer in user_events_execve(). The leaving owner sets this pointer with the same
 *   task_lock() held, and only if the task still uses the old address space. So the task takes the
 *   pointer later, and searches for the next owner.
 * - A new task has a copy of its parent's task_struct. If the parent is the owner, the copied
 *   pointer is wrong and user_events_fork() resets it. Meanwhile the owner of this address space is
 *   in fork, so no task searches for a new owner of it. If the parent is not the owner, the copy is
 *   NULL and the new task may become the owner.
 *
 * Tasks may be added during the search. A new task is added at the tail of a list, behind its
 * parent, which uses the same address space. If the parent is not leaving when the search gets to
 * it, the parent becomes the owner. Otherwise it has added the new task before, and the search gets
 * to the new task later; see the barrier in try_transfer_to().
 *
 * An owner task that execs has left the old address space before it calls user_events_execve(). In
 * between, the address space may have no users, and its memory may be in the middle of being
 * unmapped. So write.c calls mmget_not_zero() before it accesses the memory.
 *
 * Locks: user_events_lock protects the per-mm states. user_event_mm_exists() only holds
 * rcu_read_lock().
 */
#include <linux/atomic.h>
#include <linux/cleanup.h>
#include <linux/cred.h>
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/rbtree.h>
#include <linux/rcupdate.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/user_events.h>

#include "../event.h"
#include "mm.h"

static DEFINE_HASHTABLE(mm_states, 6);

/* Number of per-mm states. Forking tasks read it without a lock, see user_event_mm_exists(). */
unsigned int user_event_mms;

/**
 * user_event_mm_find - find the per-mm state of an address space
 * @mm: the address space
 *
 * Context: user_events_lock held.
 * Return: the per-mm state, or NULL if the address space has none.
 */
struct user_event_mm *user_event_mm_find(const struct mm_struct *mm)
{
	struct user_event_mm *em;

	lockdep_assert_held(&user_events_lock);

	hash_for_each_possible(mm_states, em, by_mm, (unsigned long)mm)
		if (em->mm == mm)
			return em;
	return NULL;
}

/**
 * user_event_mm_exists - check without a lock whether an address space has a per-mm state
 * @mm: the address space of the current task, which forks
 *
 * A fork must not wait for registrations in other processes, which hold user_events_lock.
 *
 * A state that is created or removed at the same time may be missed or found. A state is not missed
 * if one of its bits was registered before the memory was copied: the registration has held
 * mmap_lock of @mm since before it created the state, and the copy held it for writing.
 *
 * Context: any.
 * Return: true if @mm has, or just had, a per-mm state.
 */
bool user_event_mm_exists(const struct mm_struct *mm)
{
	struct user_event_mm *em;

	guard(rcu)();
	hash_for_each_possible_rcu(mm_states, em, by_mm, (unsigned long)mm)
		if (em->mm == mm)
			return true;
	return false;
}

/**
 * user_event_mm_add - add the per-mm state of an address space
 * @em: memory for the per-mm state, allocated and all 0. user_event_mm_remove() frees it later
 * @mm: the address space, which has no per-mm state
 * @task: the owner task, which uses @mm: the current task or a new one
 * @work: work function
 *
 * Context: user_events_lock held.
 */
void user_event_mm_add(struct user_event_mm *em, struct mm_struct *mm, struct task_struct *task,
		       work_func_t work)
{
	lockdep_assert_held(&user_events_lock);

	mmgrab(mm);
	em->mm = mm;
	em->uid = current_uid();
	em->enablers = RB_ROOT;
	INIT_LIST_HEAD(&em->pending);
	INIT_WORK(&em->work, work);
	refcount_set(&em->refs, 1);
	hash_add_rcu(mm_states, &em->by_mm, (unsigned long)mm);
	WRITE_ONCE(user_event_mms, user_event_mms + 1);
	WRITE_ONCE(task->user_event_mm, em);
}

/**
 * user_event_mm_remove - remove the per-mm state of an address space
 * @em: per-mm state without enablers and without owner task
 *
 * A work that has not begun to run is cancelled, because it has nothing to write. If other works of
 * the queue wait for pages that never arrive, it would not run, and each process that exits would
 * leave its state and address space behind. A work that runs still has a reference.
 *
 * Context: user_events_lock held.
 */
void user_event_mm_remove(struct user_event_mm *em)
{
	lockdep_assert_held(&user_events_lock);

	hash_del_rcu(&em->by_mm);
	WRITE_ONCE(user_event_mms, user_event_mms - 1);
	if (cancel_work(&em->work))
		user_event_mm_put(em);
	user_event_mm_put(em);
}

/**
 * user_event_mm_put - drop a reference to a per-mm state
 * @em: the per-mm state
 *
 * Context: may sleep.
 */
void user_event_mm_put(struct user_event_mm *em)
{
	if (refcount_dec_and_test(&em->refs)) {
		mmdrop(em->mm);
		/* user_event_mm_exists() may still compare em->mm. */
		kfree_rcu(em, rcu);
	}
}

static bool try_transfer_to(struct task_struct *task, struct user_event_mm *em)
{
	bool made = false;

	/* A kernel thread only borrows an address space. */
	if (task->flags & PF_KTHREAD)
		return false;
	/* The first test, without the lock, avoids taking the lock of unrelated tasks. */
	if (READ_ONCE(task->mm) == em->mm) {
		task_lock(task);
		made = task->mm == em->mm && !cmpxchg(&task->user_event_mm, NULL, em);
		task_unlock(task);
	}
	/*
	 * If the task has left, the search must see the tasks that it added to the list before.
	 * Pairs with the xchg() in user_events_exit() and with task_lock() of the exec, which come
	 * after the addition.
	 */
	smp_rmb();
	return made;
}

/**
 * user_event_mm_transfer - transfer the ownership of an address space to another task
 * @em: per-mm state whose owner task, the current task, is leaving or has left it
 *
 * Context: user_events_lock held.
 * Return: true if another task is the owner now, false if no other task uses the address space,
 * apart from tasks that are exiting.
 */
bool user_event_mm_transfer(struct user_event_mm *em)
{
	int own = current->mm == em->mm;
	struct task_struct *group, *task;

	lockdep_assert_held(&user_events_lock);

	/*
	 * Each task that uses the address space holds a count of mm_users. If there is no other
	 * count, searching is unnecessary. Otherwise the search decides: kernel code may also hold
	 * a count for a moment.
	 */
	if (atomic_read(&em->mm->mm_users) <= own)
		return false;

	guard(rcu)();
	for_each_thread(current, task)
		if (try_transfer_to(task, em))
			return true;
	/*
	 * Search the other processes: a child of vfork(), its parent, or a task of
	 * clone(CLONE_VM).
	 */
	for_each_process_thread(group, task)
		if (try_transfer_to(task, em))
			return true;
	return false;
}
