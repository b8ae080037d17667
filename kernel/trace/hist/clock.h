/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clocks for the timestamps of a histogram.
 *
 * A histogram reads its own clock.  It is independent of the instance's trace_clock and of the
 * time stamps in the ring buffer.
 */
#ifndef _TRACE_HIST_CLOCK_H
#define _TRACE_HIST_CLOCK_H

#include <linux/types.h>

#include "../trace_suggest.h"
#include "../trace_text.h"

/**
 * enum hist_clock - clocks, named as in the trace_clock file
 * @HIST_CLOCK_NONE: no clock
 * @HIST_CLOCK_LOCAL: fast, but not ordered across CPUs
 * @HIST_CLOCK_GLOBAL: ordered across CPUs; the default
 * @HIST_CLOCK_COUNTER: not a time: a counter that every read increments
 * @HIST_CLOCK_UPTIME: jiffies since boot
 * @HIST_CLOCK_PERF: clock of perf events
 * @HIST_CLOCK_MONO: CLOCK_MONOTONIC
 * @HIST_CLOCK_MONO_RAW: CLOCK_MONOTONIC_RAW
 * @HIST_CLOCK_BOOT: CLOCK_BOOTTIME
 * @HIST_CLOCK_TAI: CLOCK_TAI
 * @HIST_CLOCK_ARCH: counter of the architecture, if it defines one
 * @HIST_CLOCK_COUNT: number of entries, @HIST_CLOCK_NONE included
 */
enum hist_clock {
	HIST_CLOCK_NONE,
	HIST_CLOCK_LOCAL,
	HIST_CLOCK_GLOBAL,
	HIST_CLOCK_COUNTER,
	HIST_CLOCK_UPTIME,
	HIST_CLOCK_PERF,
	HIST_CLOCK_MONO,
	HIST_CLOCK_MONO_RAW,
	HIST_CLOCK_BOOT,
	HIST_CLOCK_TAI,
	HIST_CLOCK_ARCH,
	HIST_CLOCK_COUNT,
};

#define HIST_CLOCK_DEFAULT	HIST_CLOCK_GLOBAL

void hist_suggest_clock(struct trace_suggestion *suggestion);
enum hist_clock hist_clock_find(const char *text, struct trace_span name);
const char *hist_clock_name(enum hist_clock clock);
bool hist_clock_in_ns(enum hist_clock clock);

#endif /* _TRACE_HIST_CLOCK_H */
