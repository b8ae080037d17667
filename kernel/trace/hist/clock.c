// SPDX-License-Identifier: GPL-2.0
/* Clocks for the timestamps of a histogram: names and units. run/clock.c reads them. */
#include <linux/array_size.h>

#include "arch_clock.h"
#include "clock.h"

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
 * hist_clock_name - get the name of a clock
 * @clock: clock
 *
 * Return: the name, or NULL for HIST_CLOCK_NONE and for an architecture's clock that this
 * architecture does not have.
 */
const char *hist_clock_name(enum hist_clock clock)
{
	return clock == HIST_CLOCK_ARCH ? arch_clocks[0].name : clock_names[clock];
}

/**
 * hist_clock_in_ns - check whether a clock counts nanoseconds
 * @clock: clock
 *
 * Return: true if so: its timestamps can be converted to microseconds.
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
 * hist_clock_find - look up a clock by name
 * @text: the whole command
 * @name: name of the clock
 *
 * Return: the clock, or HIST_CLOCK_NONE if the name is unknown on this architecture.
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
 * hist_suggest_clock - offer the names of all clocks that this architecture has
 * @suggestion: suggestion for the unknown name of a clock
 */
void hist_suggest_clock(struct trace_suggestion *suggestion)
{
	enum hist_clock clock;

	for (clock = HIST_CLOCK_NONE + 1; clock < HIST_CLOCK_COUNT; clock++)
		if (hist_clock_name(clock))
			trace_suggest_offer(suggestion, hist_clock_name(clock));
}
