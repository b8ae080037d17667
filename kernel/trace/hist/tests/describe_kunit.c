// SPDX-License-Identifier: GPL-2.0
/*
 * Test hist_describe(): the trigger file shows the expected text, and that text compiles to an
 * equal histogram and an equal program.
 *
 * The tests run in process context on mock events and process no event.
 */
#include <kunit/test.h>

#include "../../tests/command_kunit.h"
#include "../compile/compile.h"
#include "../show/describe.h"
#include "../program/compare.h"
#include "cases/valid_cases.h"
#include "kunit_helpers.h"
#include "fixtures/program_equal.h"

static void valid_desc(const struct valid_case *a, char *desc)
{
	trace_test_describe(desc, a->text);
}

KUNIT_ARRAY_PARAM(valid, valid_cases, valid_desc);

static void test_round_trip(struct kunit *test)
{
	const struct valid_case *a = test->param_value;
	const struct mock_event *event = hist_test_event(test);
	struct hist_spec *spec = hist_test_parse(test, a->text);
	struct hist_trigger_data *data = hist_test_compile(test, a->text, event);
	char *shown = hist_test_describe(test, a->text, data, spec->pause);
	struct hist_spec *spec_again = hist_test_parse(test, shown);
	struct hist_trigger_data *again = hist_test_compile(test, shown, event);

	KUNIT_EXPECT_STREQ(test, shown, a->shown);
	KUNIT_EXPECT_STREQ(test, shown,
			   hist_test_describe(test, shown, again, spec_again->pause));
	KUNIT_EXPECT_TRUE(test, hist_data_equal(data, again));
	KUNIT_EXPECT_TRUE(test, hist_data_can_share_map(data, again));
	KUNIT_EXPECT_TRUE(test, hist_programs_equal(&data->program, &again->program));
	KUNIT_EXPECT_EQ(test, data->size, again->size);
	KUNIT_EXPECT_EQ(test, data->nohitcount, again->nohitcount);
	KUNIT_EXPECT_STREQ(test, data->name ?: "", again->name ?: "");
}

/* The shown text with a '!' in front is a command that removes the same histogram. */
static void test_removal(struct kunit *test)
{
	const struct valid_case *a = test->param_value;
	const struct mock_event *event = hist_test_event(test);
	struct hist_trigger_data *data = hist_test_compile(test, a->text, event);
	char *text = kunit_kzalloc(test, strlen(a->shown) + 2, GFP_KERNEL);
	struct hist_trigger_data *again;

	KUNIT_ASSERT_NOT_NULL(test, text);
	sprintf(text, "!%s", a->shown);
	again = hist_test_compile(test, text, event);
	KUNIT_EXPECT_TRUE(test, hist_test_parse(test, text)->remove);
	KUNIT_EXPECT_TRUE(test, hist_data_equal(data, again));
	KUNIT_EXPECT_EQ(test, data->program.clock, again->program.clock);
}

static struct kunit_case hist_describe_cases[] = {
	KUNIT_CASE_PARAM(test_round_trip, valid_gen_params),
	KUNIT_CASE_PARAM(test_removal, valid_gen_params),
	{}
};

static struct kunit_suite hist_describe_suite = {
	.name = "hist_describe",
	.test_cases = hist_describe_cases,
};

kunit_test_suite(hist_describe_suite);
