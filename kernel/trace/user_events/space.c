// SPDX-License-Identifier: GPL-2.0
/*
 * Address spaces of processes that have enablers, and when they end.  What the enablers are
 * is not known here.
 *
 * An address space can be used by any number of tasks, threads or not, and any of them
 * may come, exit, or change to another by exec, at any time.  One of them is its keeper:
 * task_struct.user_event_mm points to the address space, and to nothing for all others.
 * When the keeper leaves, it looks for another task that uses the address space, which
 * becomes the keeper; if there is none, this is its end.  So the end is found whoever
 * leaves last, and tasks that are not keepers cost nothing when they come and go.
 *
 * That another task may be leaving, too, is decided by its task_struct.user_event_mm:
 *
 *	- A task that exits replaces NULL by USER_EVENT_MM_GONE before it gives its address
 *	  space up, and is not made a keeper any more.
 *	- A task that changes its address space by exec does so with task_lock() held, and
 *	  then takes what is there, and leaves it.  Who makes it the keeper holds task_lock()
 *	  as well: it still uses the address space then, and will find what it was given.
 *	- A new task has a copy of its parent's, which is wrong for it if the parent is the
 *	  keeper, and is then reset by user_events_fork().  As the parent is busy with that,
 *	  no keeper is leaving.  If the parent is not the keeper, the new one may be made it.
 *
 * Locks: user_events_lock protects all of it.
 */
#include <linux/atomic.h>
#include <linux/cleanup.h>
#include <linux/cred.h>
#include <linux/hashtable.h>
#include <linux/rcupdate.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/user_events.h>

#include "event.h"
#include "space.h"

static DEFINE_HASHTABLE(spaces, 6);

/*
 * How many there are, read without lock by those who fork, who need not see one that comes
 * at the same time.
 */
unsigned int user_event_mms;

/**
 * user_space_find - find an address space
 * @mm: which one
 *
 * Context: user_events_lock held.
 * Return: what is known of it, or NULL if it has no enablers.
 */
struct user_event_mm *user_space_find(const struct mm_struct *mm)
{
	struct user_event_mm *em;

	lockdep_assert_held(&user_events_lock);

	hash_for_each_possible(spaces, em, by_mm, (unsigned long)mm)
		if (em->mm == mm)
			return em;
	return NULL;
}

/**
 * user_space_make - note an address space that has no enablers yet
 * @mm: which one
 * @keeper: a task that uses it: the current one, or a new one
 * @work: what its work does
 *
 * Context: user_events_lock held; may sleep.
 * Return: what is known of it, there until user_space_end(), or NULL without memory.
 */
struct user_event_mm *user_space_make(struct mm_struct *mm, struct task_struct *keeper,
				      work_func_t work)
{
	struct user_event_mm *em = kzalloc(sizeof(*em), GFP_KERNEL_ACCOUNT);

	lockdep_assert_held(&user_events_lock);

	if (!em)
		return NULL;
	mmgrab(mm);
	em->mm = mm;
	em->owner = current_uid();
	INIT_LIST_HEAD(&em->enablers);
	INIT_WORK(&em->work, work);
	refcount_set(&em->refs, 1);
	hash_add(spaces, &em->by_mm, (unsigned long)mm);
	WRITE_ONCE(user_event_mms, user_event_mms + 1);
	WRITE_ONCE(keeper->user_event_mm, em);
	return em;
}

/**
 * user_space_end - forget an address space
 * @em: the address space, without enablers, and without a keeper
 *
 * Context: user_events_lock held.
 */
void user_space_end(struct user_event_mm *em)
{
	lockdep_assert_held(&user_events_lock);

	hash_del(&em->by_mm);
	WRITE_ONCE(user_event_mms, user_event_mms - 1);
	user_space_put(em);
}

/**
 * user_space_put - drop a reference
 * @em: the address space
 */
void user_space_put(struct user_event_mm *em)
{
	if (refcount_dec_and_test(&em->refs)) {
		mmdrop(em->mm);
		kfree(em);
	}
}

static bool make_keeper(struct task_struct *task, struct user_event_mm *em)
{
	bool made;

	/* A kernel thread may have borrowed it.  Most tasks have others; spare the lock. */
	if ((task->flags & PF_KTHREAD) || READ_ONCE(task->mm) != em->mm)
		return false;
	task_lock(task);
	made = task->mm == em->mm && !cmpxchg(&task->user_event_mm, NULL, em);
	task_unlock(task);
	return made;
}

/**
 * user_space_hand_on - look for another keeper
 * @em: the address space, whose keeper, the current task, is leaving or has left
 *
 * Context: user_events_lock held.
 * Return: false if no other task uses it.
 */
bool user_space_hand_on(struct user_event_mm *em)
{
	int own = current->mm == em->mm;
	struct task_struct *group, *task;

	lockdep_assert_held(&user_events_lock);

	/* Each task that uses it counts as a user, and somebody else may for a moment. */
	if (atomic_read(&em->mm->mm_users) <= own)
		return false;

	guard(rcu)();
	for_each_thread(current, task)
		if (make_keeper(task, em))
			return true;
	/* Not a thread of ours: a child of vfork(), its parent, or from a clone(). */
	for_each_process_thread(group, task)
		if (make_keeper(task, em))
			return true;
	return false;
}
