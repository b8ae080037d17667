// SPDX-License-Identifier: GPL-2.0-only
/*
 * Histograms that use one another's variables and act on what they find, on made-up
 * events.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "hist/tests/scenarios.h"
#include "hist_run.h"
#include "hist_scenarios.h"
#include "test.h"

#define SHOWN_MAX	8192

static void expect_scenario(const struct scenario *scenario)
{
	char shown[SHOWN_MAX];
	int ret;

	for (shim_stack_len = 0; shim_stack_len < 3; shim_stack_len++)
		shim_stack[shim_stack_len] = 0xa0 + shim_stack_len;
	ret = hist_run_scenario(scenario, shown, sizeof(shown));
	if (ret)
		test_fail(__FILE__, __LINE__, "%s: %d", scenario->name, ret);
	else if (strcmp(shown, scenario->shown))
		test_fail(__FILE__, __LINE__, "%s: \"%s\", not \"%s\"", scenario->name, shown,
			  scenario->shown);
}

TEST(variables_and_actions)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(scenarios); i++)
		expect_scenario(&scenarios[i]);
}

TEST(events_fired_and_snapshots)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hist_scenarios); i++)
		expect_scenario(&hist_scenarios[i]);
}
