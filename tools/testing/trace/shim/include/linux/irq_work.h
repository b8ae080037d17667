/* SPDX-License-Identifier: GPL-2.0-only */
/* Queued work runs when a test calls shim_run_work(). */
#ifndef _SHIM_LINUX_IRQ_WORK_H
#define _SHIM_LINUX_IRQ_WORK_H

#include <linux/types.h>

struct irq_work {
	void (*func)(struct irq_work *work);
};

static inline void init_irq_work(struct irq_work *work, void (*func)(struct irq_work *work))
{
	work->func = func;
}

bool irq_work_queue(struct irq_work *work);
void irq_work_sync(struct irq_work *work);

#endif
