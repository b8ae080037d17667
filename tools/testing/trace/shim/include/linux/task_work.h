/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TASK_WORK_H
#define _SHIM_LINUX_TASK_WORK_H

void task_work_run(void);

#endif
