// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks that a histogram's timestamps can come from.
 */
#include <linux/array_size.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#include "clock.h"

/* An architecture tells of its clock as { function, name, in nanoseconds }, if it has one. */
static const struct {
	u64 (*read)(void);
	const char *name;
	int in_ns;
} arch_clocks[] = {
	ARCH_TRACE_CLOCKS
	{ NULL, NULL, 0 },
};

static const char * const clock_names[HIST_CLOCK_COUNT] = {
	[HIST_CLOCK_LOCAL]	= "local",
	[HIST_CLOCK_GLOBAL]	= "global",
	[HIST_CLOCK_COUNTER]	= "counter",
	[HIST_CLOCK_UPTIME]	= "uptime",
	[HIST_CLOCK_PERF]	= "perf",
	[HIST_CLOCK_MONO]	= "mono",
	[HIST_CLOCK_MONO_RAW]	= "mono_raw",
	[HIST_CLOCK_BOOT]	= "boot",
	[HIST_CLOCK_TAI]	= "tai",
};

/**
 * hist_clock_name - the name of a clock
 * @clock: the clock
 *
 * Return: its name, or NULL if there is no such clock here.
 */
const char *hist_clock_name(enum hist_clock clock)
{
	return clock == HIST_CLOCK_ARCH ? arch_clocks[0].name : clock_names[clock];
}

/**
 * hist_clock_in_ns - does a clock count nanoseconds?
 * @clock: the clock
 *
 * Return: true if it does, so that microseconds can be made of it.
 */
bool hist_clock_in_ns(enum hist_clock clock)
{
	switch (clock) {
	case HIST_CLOCK_COUNTER:
	case HIST_CLOCK_UPTIME:
		return false;
	case HIST_CLOCK_ARCH:
		return arch_clocks[0].in_ns;
	default:
		return true;
	}
}

/**
 * hist_clock_find - look up a clock
 * @text: the whole command
 * @name: the clock's name
 *
 * Return: the clock, or HIST_CLOCK_NONE if there is none of that name here.
 */
enum hist_clock hist_clock_find(const char *text, struct trace_span name)
{
	enum hist_clock clock;

	for (clock = HIST_CLOCK_NONE + 1; clock < HIST_CLOCK_COUNT; clock++) {
		const char *known = hist_clock_name(clock);

		if (known && trace_span_is(text, name, known))
			return clock;
	}
	return HIST_CLOCK_NONE;
}

/**
 * hist_clock_read - read a clock
 * @clock: the clock
 *
 * Context: any, NMI included; the clocks are made for that.
 * Return: the time, in nanoseconds if hist_clock_in_ns() says so.
 */
u64 hist_clock_read(enum hist_clock clock)
{
	switch (clock) {
	case HIST_CLOCK_LOCAL:
		return trace_clock_local();
	case HIST_CLOCK_GLOBAL:
		return trace_clock_global();
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
