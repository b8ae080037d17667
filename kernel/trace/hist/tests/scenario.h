/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scenarios: scripted tests of histograms that interact.
 *
 * A scenario is a list of steps that attach histograms to mock events, process events, and
 * print results, and the expected output. KUnit and the unit tests in user space run the same
 * scenarios; struct scenario_ops hides the difference.
 */
#ifndef _TRACE_HIST_SCENARIO_H
#define _TRACE_HIST_SCENARIO_H

#include <linux/seq_file.h>

#include "fake_world.h"

#define SCENARIO_STEPS_MAX	24

/**
 * struct scenario - Scripted test
 * @name: name of the test case
 * @steps: steps in their order, NULL-terminated if fewer than %SCENARIO_STEPS_MAX:
 *	"<system>.<event> hist:..."		attach a histogram to the event
 *	"<system>.<event> [<field>=<value>]..."	process an event; other fields are 0
 *	"clock <number>"			set all clocks to a fixed value
 *	"show [<number>]"			print the rows of a histogram
 *	"totals [<number>]"			print the totals of a histogram
 *	"describe"				print the last histogram as a command
 *	"helpers"				print its field-variable histograms as commands
 * @shown: expected output of all steps, including the messages of rejected commands
 *
 * A histogram <number> is its position in the order of attachment, from 1. The default is the
 * last one.
 */
struct scenario {
	const char *name;
	const char *steps[SCENARIO_STEPS_MAX];
	const char *shown;
};

/**
 * struct scenario_ops - Operations that depend on where a scenario runs
 * @attach: create the map of a compiled histogram; returns 0 or a negative errno. May sleep
 * @hit: execute a histogram for one event; disables preemption if necessary
 * @set_clocks: set all clocks to a fixed value, or NULL if clocks cannot be set, as in KUnit
 */
struct scenario_ops {
	int (*attach)(void *ctx, struct hist_trigger_data *data);
	void (*hit)(const struct hist_trigger_data *data, const void *record);
	void (*set_clocks)(u64 now);
};

int scenario_run(const struct scenario *scenario, const struct scenario_ops *ops, void *ctx,
		 struct fake_world *world, struct seq_file *m);

#endif /* _TRACE_HIST_SCENARIO_H */
