/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TRACE_CLOCK_H
#define _SHIM_LINUX_TRACE_CLOCK_H

#include <linux/types.h>
#include <shim.h>

#define trace_clock_local()	shim_clock(SHIM_CLOCK_LOCAL)
#define trace_clock()		shim_clock(SHIM_CLOCK_PERF)
#define trace_clock_jiffies()	shim_clock(SHIM_CLOCK_UPTIME)
#define trace_clock_global()	shim_clock(SHIM_CLOCK_GLOBAL)
#define trace_clock_counter()	shim_clock(SHIM_CLOCK_COUNTER)

static inline u64 shim_clock_arch(void)
{
	return shim_clock(SHIM_CLOCK_ARCH);
}

/* An architecture-specific clock whose unit is not nanoseconds. */
#define ARCH_TRACE_CLOCKS	{ shim_clock_arch, "shim-arch", .in_ns = 0 },

#endif
