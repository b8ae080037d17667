// SPDX-License-Identifier: GPL-2.0
/* Read the clock of a histogram, for each event that needs a timestamp. */
#include <linux/sched/clock.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#include "../arch_clock.h"
#include "clock.h"

#ifdef CONFIG_HAVE_UNSTABLE_SCHED_CLOCK
/* Check whether all CPUs read the same counter, or counters that are synchronized. */
static __always_inline bool sched_clock_is_global(void)
{
	return sched_clock_stable();
}

/* Like cpu_clock() on a machine whose scheduler clock is stable, with fewer calls. */
static __always_inline u64 read_stable_clock(void)
{
	return sched_clock_noinstr() + __sched_clock_offset;
}
#else
static __always_inline bool sched_clock_is_global(void)
{
	return true;
}

static __always_inline u64 read_stable_clock(void)
{
	return sched_clock_noinstr();
}
#endif

/**
 * hist_clock_global - read the clock that is ordered across CPUs
 *
 * If the scheduler clock is stable, its time is ordered across CPUs already, up to the tens of
 * nanoseconds by which a CPU may read its counter ahead of other instructions. trace_clock_global()
 * would also write the time to memory that all CPUs share. This doubles the number of instructions,
 * and CPUs that read the clock at the same time slow each other down. Machines whose scheduler
 * clock is unstable need it.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the time in nanoseconds.
 */
u64 hist_clock_global(void)
{
	if (likely(sched_clock_is_global()))
		return read_stable_clock();
	return trace_clock_global();
}

/**
 * hist_clock_read - read a clock
 * @clock: clock
 *
 * Context: any, NMI included, with preemption off. All functions called here are safe in NMI
 * context.
 * Return: the time in the clock's unit, which is nanoseconds if hist_clock_in_ns() is true;
 * 0 for HIST_CLOCK_NONE.
 */
u64 hist_clock_read(enum hist_clock clock)
{
	switch (clock) {
	case HIST_CLOCK_LOCAL:
		return trace_clock_local();
	case HIST_CLOCK_GLOBAL:
		return hist_clock_global();
	case HIST_CLOCK_COUNTER:
		return trace_clock_counter();
	case HIST_CLOCK_UPTIME:
		return trace_clock_jiffies();
	case HIST_CLOCK_PERF:
		return trace_clock();
	case HIST_CLOCK_MONO:
		return ktime_get_mono_fast_ns();
	case HIST_CLOCK_MONO_RAW:
		return ktime_get_raw_fast_ns();
	case HIST_CLOCK_BOOT:
		return ktime_get_boot_fast_ns();
	case HIST_CLOCK_TAI:
		return ktime_get_tai_fast_ns();
	case HIST_CLOCK_ARCH:
		return arch_clocks[0].read();
	default:
		return 0;
	}
}
