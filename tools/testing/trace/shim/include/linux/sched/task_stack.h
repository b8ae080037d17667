/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SCHED_TASK_STACK_H
#define _SHIM_LINUX_SCHED_TASK_STACK_H

#include <linux/sched.h>

#define task_pt_regs(task)	((task)->user_regs)

#endif
