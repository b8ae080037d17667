/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clock of the architecture, for clock.c and run/clock.c.
 *
 * Each of the two files has its own copy of the table, so that the compiler calls the function of
 * the clock directly.
 */
#ifndef _TRACE_HIST_ARCH_CLOCK_H
#define _TRACE_HIST_ARCH_CLOCK_H

#include <linux/trace_clock.h>
#include <linux/types.h>

/*
 * ARCH_TRACE_CLOCKS expands to initializers { function, name, in nanoseconds }, or to nothing if
 * the architecture has no clock of its own. Only the first one is used.
 */
static const struct {
	u64 (*read)(void);
	const char *name;
	int in_ns;
} arch_clocks[] = {
	ARCH_TRACE_CLOCKS
	{ NULL, NULL, 0 },
};

#endif /* _TRACE_HIST_ARCH_CLOCK_H */
