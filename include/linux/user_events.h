/* SPDX-License-Identifier: GPL-2.0 */
/*
 * user_events: what the life of a task means to them.
 *
 * A process may have asked for bits of its memory to say which events are listened to.
 * They belong to its address space, and one of the tasks that use it is the keeper of
 * that, see kernel/trace/user_events/space.c.
 */
#ifndef _LINUX_USER_EVENTS_H
#define _LINUX_USER_EVENTS_H

#include <linux/atomic.h>
#include <linux/sched.h>
#include <uapi/linux/user_events.h>

struct user_event_mm;

/* In place of what a task keeps, when it keeps nothing any more. */
#define USER_EVENT_MM_GONE	((struct user_event_mm *)1UL)

#ifdef CONFIG_USER_EVENTS
extern unsigned int user_event_mms;

void user_event_mm_fork(struct task_struct *child);
void user_event_mm_leave(struct user_event_mm *em);

/**
 * user_events_fork - a task was forked
 * @child: the new task, which does not run yet
 * @clone_flags: what it shares with the current one
 *
 * Context: may sleep.
 */
static inline void user_events_fork(struct task_struct *child, unsigned long clone_flags)
{
	struct user_event_mm *kept = READ_ONCE(current->user_event_mm);

	/* Copied with all the rest.  What is not, was put there since, and is the child's. */
	if (kept && READ_ONCE(child->user_event_mm) == kept)
		WRITE_ONCE(child->user_event_mm, NULL);
	if (!(clone_flags & CLONE_VM) && current->mm && READ_ONCE(user_event_mms))
		user_event_mm_fork(child);
}

/**
 * user_events_execve - a task has another address space now
 * @task: the current task
 *
 * Context: may sleep.
 */
static inline void user_events_execve(struct task_struct *task)
{
	/* The barrier pairs with that of who makes a task the keeper. */
	struct user_event_mm *kept = xchg(&task->user_event_mm, NULL);

	if (kept)
		user_event_mm_leave(kept);
}

/**
 * user_events_exit - a task is about to give its address space up
 * @task: the current task
 *
 * Who dies of an error while it exits begins anew, and comes here again.
 *
 * Context: may sleep.
 */
static inline void user_events_exit(struct task_struct *task)
{
	struct user_event_mm *kept = xchg(&task->user_event_mm, USER_EVENT_MM_GONE);

	if (kept && kept != USER_EVENT_MM_GONE)
		user_event_mm_leave(kept);
}
#else
static inline void user_events_fork(struct task_struct *child, unsigned long clone_flags) { }
static inline void user_events_execve(struct task_struct *task) { }
static inline void user_events_exit(struct task_struct *task) { }
#endif /* CONFIG_USER_EVENTS */

#endif /* _LINUX_USER_EVENTS_H */
