/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_PREEMPT_H
#define _SHIM_LINUX_PREEMPT_H

#include <linux/cleanup.h>
#include <shim.h>

/*
 * Each test thread has its own CPU, so preemption cannot happen. The shim only counts, so that a
 * test can check where preemption is off.
 */
static inline void preempt_disable(void)
{
	shim_preempt_count++;
}

static inline void preempt_enable(void)
{
	shim_preempt_count--;
}

#define in_nmi()			shim_in_nmi
#define preemptible()			false
#define preempt_disable_notrace()	preempt_disable()
#define preempt_enable_notrace()	preempt_enable()

static inline int shim_guard_preempt(void)
{
	preempt_disable();
	return 0;
}

static inline void shim_unguard_preempt(int *unused)
{
	preempt_enable();
}

#define __guard_of_preempt_notrace()						\
	int __guard_name(__LINE__)						\
	__attribute__((__cleanup__(shim_unguard_preempt), __unused__)) = shim_guard_preempt()

#endif
