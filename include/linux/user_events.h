/* SPDX-License-Identifier: GPL-2.0 */
/*
 * user_events: what the life of a process means to them.
 *
 * A process may have asked for bits of its memory to say which events are listened to.
 * They belong to its address space, not to any of its threads: a thread that comes or
 * goes changes nothing, a copy of the address space gets copies of them, and they go
 * when the last user of the address space does.  So only fork is of interest here; the
 * rest is told by the address space itself, see kernel/trace/user_events/enabler_addr.c.
 */
#ifndef _LINUX_USER_EVENTS_H
#define _LINUX_USER_EVENTS_H

#include <linux/mmu_notifier.h>
#include <linux/sched.h>
#include <uapi/linux/user_events.h>

#ifdef CONFIG_USER_EVENTS
void user_event_mm_fork(struct mm_struct *from, struct mm_struct *to);

/**
 * user_events_fork - a process was forked
 * @child: the new task, which does not run yet
 * @clone_flags: what it shares with the current one
 *
 * Context: may sleep.
 */
static inline void user_events_fork(struct task_struct *child, unsigned long clone_flags)
{
	if (!(clone_flags & CLONE_VM) && current->mm && mm_has_notifiers(current->mm))
		user_event_mm_fork(current->mm, child->mm);
}
#else
static inline void user_events_fork(struct task_struct *child, unsigned long clone_flags) { }
#endif /* CONFIG_USER_EVENTS */

/**
 * user_events_execve - a process runs another program now
 * @task: its task
 *
 * Nothing to do: its bits went with the address space that it left.
 */
static inline void user_events_execve(struct task_struct *task) { }

/**
 * user_events_exit - a task is about to exit
 * @task: the task
 *
 * Nothing to do: its bits go with its address space.
 */
static inline void user_events_exit(struct task_struct *task) { }

#endif /* _LINUX_USER_EVENTS_H */
