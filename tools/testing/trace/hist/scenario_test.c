// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scenarios of histograms that use each other's variables and run actions, on
 * mock events.
 */

#include <linux/kernel.h>
#include <linux/string.h>

#include "fixture.h"
#include "harness.h"
#include "hist/tests/cases/keyed_scenarios.h"
#include "hist/tests/cases/overflow_scenarios.h"
#include "hist/tests/cases/scenarios.h"
#include "hist/tests/cases/stat_scenarios.h"
#include "synth_scenarios.h"

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

TEST(scenarios_with_variables_and_actions)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(scenarios); i++)
		expect_scenario(&scenarios[i]);
}

TEST(scenarios_with_explicit_keys)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keyed_scenarios); i++)
		expect_scenario(&keyed_scenarios[i]);
}

TEST(scenarios_with_statistics)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(stat_scenarios); i++)
		expect_scenario(&stat_scenarios[i]);
}

TEST(scenarios_with_full_tables)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(overflow_scenarios); i++)
		expect_scenario(&overflow_scenarios[i]);
}

TEST(scenarios_with_synthetic_events_and_snapshots)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hist_scenarios); i++)
		expect_scenario(&hist_scenarios[i]);
}

/*
 * A synthetic event without consumers is not fired; everything else works as
 * usual.
 */
TEST(synthetic_event_without_consumers)
{
	static const struct scenario no_consumers = {
		"a synthetic event without consumers",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:d=num_u64-$t:onmatch(mock.source).one($d)",
			"mock.event hist:keys=num_u8:e=num_s64:onmax($e).one($e)",
			"mock.source num_u8=5 num_u64=100",
			"mock.event num_u8=5 num_u64=130 num_s64=3",
			"mock.event num_u8=5 num_u64=140 num_s64=4",
			"show 2",
			"show 3",
		},
		"{ num_u8:          5 } hitcount:          1\n"
		"{ num_u8:          5 } hitcount:          2\n"
		"\tmax:          4\n",
	};

	hist_run_synth_enabled = false;
	expect_scenario(&no_consumers);
	hist_run_synth_enabled = true;
}
