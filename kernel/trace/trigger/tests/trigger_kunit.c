// SPDX-License-Identifier: GPL-2.0
/*
 * Test the parser of trigger commands: the parts of valid commands, and the error codes and
 * positions of invalid commands.
 *
 * The parser is pure, so the tests need no event and take no locks.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "../../tests/command_kunit.h"
#include "../spec.h"
#include "invalid_cases.h"
#include "valid_cases.h"

static int parse(struct kunit *test, struct trigger_spec *spec, const char *text,
		 unsigned int len, bool has_target, struct trace_diag *diag)
{
	*diag = (struct trace_diag){};
	return trigger_spec_parse(spec, trace_test_copy(test, text, len), len, has_target, diag);
}

static void test_messages(struct kunit *test)
{
	trace_test_expect_messages(test, trigger_diag_messages, TRIGGER_DIAG_COUNT);
}

static void rejected_desc(const struct rejected *r, char *desc)
{
	trace_test_describe(desc, r->text);
}

KUNIT_ARRAY_PARAM(rejected, rejected, rejected_desc);

static void test_rejected(struct kunit *test)
{
	const struct rejected *r = test->param_value;
	char text[REJECTED_MAX];
	struct trigger_spec spec;
	struct trace_diag diag;
	struct trace_span at;
	unsigned int len;

	KUNIT_ASSERT_LT(test, r->len, REJECTED_MAX);
	len = rejected_text(r, text, &at);
	KUNIT_EXPECT_EQ(test, parse(test, &spec, text, len, r->has_target, &diag), -EINVAL);
	trace_test_expect_diag(test, &diag, trigger_diag_messages, r->code, at.off);
	KUNIT_EXPECT_EQ(test, diag.at.len, at.len);
}

static void expect_span(struct kunit *test, const struct trigger_spec *spec,
			struct trace_span span, const char *expected)
{
	expected = expected ?: "";
	KUNIT_EXPECT_TRUE_MSG(test, trace_span_is(spec->text, span, expected), "'%.*s', not '%s'",
			      span.len, spec->text + span.off, expected);
}

static void accepted_desc(const struct accepted *a, char *desc)
{
	trace_test_describe(desc, a->text);
}

KUNIT_ARRAY_PARAM(accepted, accepted, accepted_desc);

static void test_accepted(struct kunit *test)
{
	const struct accepted *a = test->param_value;
	struct trigger_spec spec;
	struct trace_diag diag;

	KUNIT_ASSERT_EQ(test, parse(test, &spec, a->text, strlen(a->text), a->has_target, &diag),
			0);
	KUNIT_EXPECT_EQ(test, diag.code, TRIGGER_DIAG_NONE);
	expect_span(test, &spec, spec.command, a->command);
	expect_span(test, &spec, spec.system, a->system);
	expect_span(test, &spec, spec.event, a->event);
	expect_span(test, &spec, spec.filter, a->filter);
	KUNIT_EXPECT_EQ(test, spec.count, a->count);
	KUNIT_EXPECT_EQ(test, spec.remove, a->remove);
}

static struct kunit_case trigger_cases[] = {
	KUNIT_CASE(test_messages),
	KUNIT_CASE_PARAM(test_rejected, rejected_gen_params),
	KUNIT_CASE_PARAM(test_accepted, accepted_gen_params),
	{}
};

static struct kunit_suite trigger_suite = {
	.name = "event_trigger",
	.test_cases = trigger_cases,
};

kunit_test_suite(trigger_suite);
