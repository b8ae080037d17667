// SPDX-License-Identifier: GPL-2.0
/*
 * Run the scenarios of cases/ in the kernel: histograms on mock events that refer to each
 * other's variables and have actions.
 *
 * Tests run in process context; hist_test_hit() disables preemption.
 */
#include <kunit/test.h>

#include "kunit_helpers.h"
#include "cases/keyed_scenarios.h"
#include "cases/overflow_scenarios.h"
#include "cases/scenarios.h"
#include "cases/stat_scenarios.h"

static void scenario_desc(const struct scenario *scenario, char *desc)
{
	strscpy(desc, scenario->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(scenario, scenarios, scenario_desc);
KUNIT_ARRAY_PARAM(keyed, keyed_scenarios, scenario_desc);
KUNIT_ARRAY_PARAM(stat, stat_scenarios, scenario_desc);
KUNIT_ARRAY_PARAM(overflow, overflow_scenarios, scenario_desc);

static int attach(void *ctx, struct hist_trigger_data *data)
{
	hist_test_attach(ctx, data);
	return 0;
}

static const struct scenario_ops ops = {
	.attach = attach,
	.hit = hist_test_hit,
};

static void test_scenario(struct kunit *test)
{
	const struct scenario *scenario = test->param_value;
	struct mock_hists *hists = hist_test_mock_hists(test);
	struct seq_file *m = hist_test_seq(test);

	KUNIT_EXPECT_EQ(test, scenario_run(scenario, &ops, test, hists, m), 0);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), scenario->shown);
}

static struct kunit_case hist_scenario_cases[] = {
	KUNIT_CASE_PARAM(test_scenario, scenario_gen_params),
	KUNIT_CASE_PARAM(test_scenario, keyed_gen_params),
	KUNIT_CASE_PARAM(test_scenario, stat_gen_params),
	KUNIT_CASE_PARAM(test_scenario, overflow_gen_params),
	{}
};

static struct kunit_suite hist_scenario_suite = {
	.name = "hist_scenario",
	.test_cases = hist_scenario_cases,
};

kunit_test_suite(hist_scenario_suite);
