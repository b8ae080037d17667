/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_DELAY_H
#define _SHIM_LINUX_DELAY_H

#include <linux/kernel.h>
#include <linux/time64.h>
#include <sched.h>

/* Yields instead of sleeping, so that tests that exhaust all tries are fast. */
static inline void usleep_range(unsigned long min, unsigned long max)
{
	might_sleep();
	if (shim_sleep_hook)
		shim_sleep_hook();
	else
		sched_yield();
}

#endif
