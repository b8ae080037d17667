/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_WORKQUEUE_H
#define _SHIM_LINUX_WORKQUEUE_H

#include <linux/container_of.h>
#include <linux/types.h>

struct work_struct;
typedef void (*work_func_t)(struct work_struct *work);

struct work_struct {
	work_func_t func;
};

struct delayed_work {
	struct work_struct work;
};

#define system_unbound_wq	NULL

#define INIT_WORK(work, fn)	((work)->func = (fn))

/* Run the work immediately: callers hold no lock that it needs. */
#define queue_work(queue, work)	((work)->func(work))

/* Delayed work, and work that is queued with a delay of 0, runs when a test wants, see shim.h. */
#define DECLARE_DELAYED_WORK(name, fn)	struct delayed_work name = { .work.func = (fn) }
#define INIT_DELAYED_WORK(dwork, fn)	INIT_WORK(&(dwork)->work, fn)
#define to_delayed_work(ptr)		container_of(ptr, struct delayed_work, work)
#define queue_delayed_work(queue, dwork, delay)	shim_queue_delayed_work(dwork, delay)
#define mod_delayed_work(queue, dwork, delay)	shim_mod_delayed_work(dwork, delay)

bool shim_queue_delayed_work(struct delayed_work *dwork, unsigned long delay);
bool shim_mod_delayed_work(struct delayed_work *dwork, unsigned long delay);
bool cancel_delayed_work_sync(struct delayed_work *dwork);

#endif
