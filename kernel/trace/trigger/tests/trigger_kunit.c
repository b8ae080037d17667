// SPDX-License-Identifier: GPL-2.0
/*
 * Commands of trigger files: what is right is understood, what is wrong is told with the
 * place.
 */
#include <kunit/test.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../spec.h"
#include "accepted.h"
#include "rejected.h"

/* From a copy that ends where its memory ends. */
static int parse(struct kunit *test, struct trigger_spec *spec, const char *text,
		 unsigned int len, bool about_event, struct trace_diag *diag)
{
	char *copy = kunit_kmalloc(test, len, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, copy);
	memcpy(copy, text, len);
	*diag = (struct trace_diag){};
	return trigger_spec_parse(spec, copy, len, about_event, diag);
}

/* Results are read by the line, and '#' begins a directive. */
static void describe(char *desc, const char *text)
{
	unsigned int i;

	strscpy(desc, text[0] ? text : "(nothing)", KUNIT_PARAM_DESC_SIZE);
	for (i = 0; desc[i]; i++)
		if (desc[i] == '#' || desc[i] < ' ' || desc[i] > '~')
			desc[i] = '?';
}

/* The error log takes a message by its code, so that each of them needs one. */
static void test_messages(struct kunit *test)
{
	enum trigger_diag code;

	for (code = TRIGGER_DIAG_NONE; code < TRIGGER_DIAG_COUNT; code++)
		KUNIT_EXPECT_NOT_NULL_MSG(test, trigger_diag_messages[code], "code %u", code);
}

static void rejected_desc(const struct rejected *r, char *desc)
{
	describe(desc, r->text);
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
	KUNIT_EXPECT_EQ(test, parse(test, &spec, text, len, r->about_event, &diag), -EINVAL);
	KUNIT_EXPECT_EQ_MSG(test, diag.code, r->code, "\"%s\", not \"%s\"",
			    trigger_diag_messages[diag.code], trigger_diag_messages[r->code]);
	KUNIT_EXPECT_EQ(test, diag.at.off, at.off);
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
	describe(desc, a->text);
}

KUNIT_ARRAY_PARAM(accepted, accepted, accepted_desc);

static void test_accepted(struct kunit *test)
{
	const struct accepted *a = test->param_value;
	struct trigger_spec spec;
	struct trace_diag diag;

	KUNIT_ASSERT_EQ(test, parse(test, &spec, a->text, strlen(a->text), a->about_event, &diag),
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
