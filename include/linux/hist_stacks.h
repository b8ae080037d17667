/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hook of the tables of stacks of hist triggers for the exit of a task.
 *
 * Task work resolves user stacks while their task still has its address space. A task that exits
 * does not return to user mode, so it runs the work here.
 */
#ifndef _LINUX_HIST_STACKS_H
#define _LINUX_HIST_STACKS_H

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/task_work.h>

extern atomic_t hist_stacks_queued;

#ifdef CONFIG_HIST_USER_STACKS
/**
 * hist_stacks_exit - handle an exit, before the task gives up its address space
 *
 * Runs the task work of the current task if user stacks of any task are queued. do_exit() runs it
 * at this place also if the task has io_uring files.
 *
 * Context: process context of the exiting task; may sleep.
 */
static inline void hist_stacks_exit(void)
{
	if (unlikely(atomic_read(&hist_stacks_queued)))
		task_work_run();
}
#else
static inline void hist_stacks_exit(void) { }
#endif /* CONFIG_HIST_USER_STACKS */

#endif /* _LINUX_HIST_STACKS_H */
