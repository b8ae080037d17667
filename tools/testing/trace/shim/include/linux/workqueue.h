/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_WORKQUEUE_H
#define _SHIM_LINUX_WORKQUEUE_H

struct work_struct;
typedef void (*work_func_t)(struct work_struct *work);

struct work_struct {
	work_func_t func;
};

#define system_unbound_wq	NULL

#define INIT_WORK(work, fn)	((work)->func = (fn))

/* Run the work immediately: callers hold no lock that it needs. */
#define queue_work(queue, work)	((work)->func(work))

#endif
