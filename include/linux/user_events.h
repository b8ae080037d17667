/* SPDX-License-Identifier: GPL-2.0 */
/*
 * user_events: hooks for fork, exec and exit.
 *
 * A process may have registered bits of its memory, in which the kernel stores whether an event
 * is enabled. These bits belong to the address space of the process. One of the tasks that use
 * the address space is its owner task, see kernel/trace/user_events/enable/mm.c.
 *
 * Exit and exec of a task that is not an owner task take no lock, and neither does a fork of a
 * process that has not registered a bit.
 */
#ifndef _LINUX_USER_EVENTS_H
#define _LINUX_USER_EVENTS_H

#include <linux/atomic.h>
#include <linux/hist_stacks.h>
#include <linux/sched.h>
#include <uapi/linux/user_events.h>

struct user_event_mm;

/*
 * Value of task_struct.user_event_mm of an exiting task, which can no longer become an owner
 * task.
 */
#define USER_EVENT_MM_GONE	((struct user_event_mm *)1UL)

#ifdef CONFIG_USER_EVENTS
extern unsigned int user_event_mms;

void user_event_mm_fork(struct task_struct *child);
void user_event_mm_leave(struct user_event_mm *em);

/**
 * user_events_fork - handle a fork
 * @child: the new task, which does not run yet
 * @clone_flags: flags of clone(), which say whether @child shares the address space
 *
 * Context: process context of the parent; may sleep; may take mmap_lock of @child and
 * user_events_lock.
 */
static inline void user_events_fork(struct task_struct *child, unsigned long clone_flags)
{
	struct user_event_mm *kept = READ_ONCE(current->user_event_mm);

	/*
	 * The pointer was copied with the rest of task_struct. If the values differ, the child
	 * has become an owner task since then, and its pointer is right.
	 */
	if (kept && READ_ONCE(child->user_event_mm) == kept)
		WRITE_ONCE(child->user_event_mm, NULL);
	if (!(clone_flags & CLONE_VM) && current->mm && READ_ONCE(user_event_mms))
		user_event_mm_fork(child);
}

/**
 * user_events_execve - handle an exec, after the task has changed its address space
 * @task: the current task
 *
 * Context: may sleep; may take user_events_lock.
 */
static inline void user_events_execve(struct task_struct *task)
{
	/* xchg() pairs with the cmpxchg() that makes a task the owner, in try_transfer_to(). */
	struct user_event_mm *kept = xchg(&task->user_event_mm, NULL);

	if (kept)
		user_event_mm_leave(kept);
}

/**
 * user_events_exit - handle an exit, before the task gives up its address space
 * @task: the current task
 *
 * A task that dies of an error during its exit may call this function again. The second call
 * does nothing for user_events. This is the only hook of do_exit() for events, so it is that of
 * hist triggers, too.
 *
 * Context: may sleep; may take user_events_lock, and the mmap_lock of the task for reading.
 */
static inline void user_events_exit(struct task_struct *task)
{
	struct user_event_mm *kept = xchg(&task->user_event_mm, USER_EVENT_MM_GONE);

	hist_stacks_exit();
	if (kept && kept != USER_EVENT_MM_GONE)
		user_event_mm_leave(kept);
}
#else
static inline void user_events_fork(struct task_struct *child, unsigned long clone_flags) { }
static inline void user_events_execve(struct task_struct *task) { }
static inline void user_events_exit(struct task_struct *task)
{
	hist_stacks_exit();
}
#endif /* CONFIG_USER_EVENTS */

#endif /* _LINUX_USER_EVENTS_H */
