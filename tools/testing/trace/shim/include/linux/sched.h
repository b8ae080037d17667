/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SCHED_H
#define _SHIM_LINUX_SCHED_H

#include <linux/kernel.h>

#define TASK_COMM_LEN	16

struct css_set;

struct task_struct {
	char comm[TASK_COMM_LEN];
	int tgid;
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
