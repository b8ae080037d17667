/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SCHED_H
#define _SHIM_LINUX_SCHED_H

#include <linux/kernel.h>

#define TASK_COMM_LEN	16
#define cond_resched()	might_sleep()

#endif
