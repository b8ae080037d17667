/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms that have to do with one another, told as a story: what is defined, which
 * events come, and what can be read in the end.
 */
#ifndef _TRACE_HIST_SCENARIO_H
#define _TRACE_HIST_SCENARIO_H

#include <linux/seq_file.h>

#include "fake_world.h"

#define SCENARIO_STEPS_MAX	24

/**
 * struct scenario - a story
 * @name: what it is about
 * @steps: what happens:
 *	"<system>.<event> hist:..."		the histogram is attached to the event
 *	"<system>.<event> [<field>=<value>]..."	an event comes; all other fields are 0
 *	"clock <number>"			all clocks say that from now on
 *	"show [<number>]"			rows of that histogram, or of the last one
 *	"totals [<number>]"			what stands below them
 *	"describe"				the command that makes the last histogram
 *	"helpers"				the same of its helpers
 * @shown: what was shown by that
 */
struct scenario {
	const char *name;
	const char *steps[SCENARIO_STEPS_MAX];
	const char *shown;
};

/**
 * struct scenario_ops - what a scenario needs of who runs it
 * @attach: make a histogram ready to be hit; 0 or a negative errno
 * @hit: let an event hit a histogram
 * @set_clocks: let all clocks say something, or NULL if that cannot be done
 */
struct scenario_ops {
	int (*attach)(void *ctx, struct hist_trigger_data *data);
	void (*hit)(const struct hist_trigger_data *data, const void *record);
	void (*set_clocks)(u64 now);
};

int scenario_run(const struct scenario *scenario, const struct scenario_ops *ops, void *ctx,
		 struct fake_world *world, struct seq_file *m);

#endif /* _TRACE_HIST_SCENARIO_H */
