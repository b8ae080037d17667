/* SPDX-License-Identifier: GPL-2.0-only */
/* Defined by the test that has tasks. */
#ifndef _SHIM_LINUX_TASK_WORK_H
#define _SHIM_LINUX_TASK_WORK_H

#include <linux/types.h>

enum task_work_notify_mode {
	TWA_RESUME		= 1,
	TWA_NMI_CURRENT		= 4,
	TWAF_NO_ALLOC		= 0x100,
};

struct task_struct;

int task_work_add(struct task_struct *task, struct callback_head *work,
		  enum task_work_notify_mode mode);
void task_work_run(void);

#endif
