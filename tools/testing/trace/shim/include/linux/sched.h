/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SCHED_H
#define _SHIM_LINUX_SCHED_H

#include <linux/kernel.h>

#define TASK_COMM_LEN	16

#define PF_POSTCOREDUMP	0x00000008
#define PF_USER_WORKER	0x00004000
#define PF_KTHREAD	0x00200000

struct callback_head;
struct css_set;
struct mm_struct;
struct pt_regs;

struct task_struct {
	char comm[TASK_COMM_LEN];
	int tgid;
	unsigned int flags;
	bool in_execve;
	u32 self_exec_id;
	u64 start_boottime;
	struct mm_struct *mm;
	/* registers with which the task has entered the kernel, see task_pt_regs() */
	struct pt_regs *user_regs;
	struct callback_head *task_works;
	struct task_struct *real_parent;
	struct task_struct *group_leader;
	struct css_set *cgroups;
	unsigned int uid, gid;
	bool unhashed;
};

#define pid_alive(task)	(!(task)->unhashed)

/* the calling thread; a test may set its name */
extern __thread struct task_struct shim_current;
#define current		(&shim_current)

#define cond_resched()							\
do {									\
	might_sleep();							\
	shim_rescheds++;						\
} while (0)

#endif
