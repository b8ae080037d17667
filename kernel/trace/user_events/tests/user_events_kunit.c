// SPDX-License-Identifier: GPL-2.0
/*
 * Test the pure parts of user_events: the parser of definitions with its diagnostics, the texts for
 * dynamic_events and print_fmt, and the validation of payloads. Also test the exit of a task.
 *
 * The tests run in process context, register no event and take no locks.
 */
#include <kunit/test.h>
#include <linux/bitmap.h>
#include <linux/err.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/user_events.h>

#include "../../tests/command_kunit.h"
#include "../define/print.h"
#include "invalid_cases.h"
#include "payload_cases.h"
#include "valid_cases.h"

static void free_layout(void *layout)
{
	user_event_layout_free(layout);
}

/* Parse a copy of the text and free the copy, so KASAN finds later uses of the text. */
static struct user_event_layout *parse(struct kunit *test, const char *text, unsigned int len,
				       struct trace_diag *diag)
{
	char *copy = trace_test_copy(test, text, len);
	struct user_event_layout *layout;

	*diag = (struct trace_diag){};
	layout = user_event_layout_parse(copy, (struct trace_span){ .len = len }, diag);
	kunit_kfree(test, copy);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_layout, layout), 0);
	return layout;
}

static struct user_event_layout *must_parse(struct kunit *test, const char *text)
{
	struct trace_diag diag;
	struct user_event_layout *layout = parse(test, text, strlen(text), &diag);

	KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(layout), "%s: %s at %u", text,
			       user_event_diag_messages[diag.code], diag.at.off);
	KUNIT_EXPECT_EQ(test, diag.code, USER_EVENT_DIAG_NONE);
	return layout;
}

static void must_reject(struct kunit *test, const char *text, unsigned int len,
			enum user_event_diag code, struct trace_span at)
{
	struct trace_diag diag;
	struct user_event_layout *layout = parse(test, text, len, &diag);

	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(layout), -EINVAL);
	trace_test_expect_diag(test, &diag, user_event_diag_messages, code, at.off);
	KUNIT_EXPECT_EQ(test, diag.at.len, at.len);
}

static struct seq_file *make_seq(struct kunit *test)
{
	struct seq_file *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->size = SZ_2K;
	m->buf = kunit_kzalloc(test, m->size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m->buf);
	return m;
}

/* Return the printed text, NUL-terminated. */
static const char *text_of(struct kunit *test, struct seq_file *m)
{
	KUNIT_ASSERT_LT(test, m->count, m->size);
	m->buf[m->count] = '\0';
	return m->buf;
}

/* Return the text that dynamic_events shows for a layout, without the newline. */
static const char *show(struct kunit *test, const struct user_event_layout *layout)
{
	struct seq_file *m = make_seq(test);

	user_event_print_definition(m, layout);
	KUNIT_ASSERT_STREQ(test, strchrnul(text_of(test, m), '\n'), "\n");
	m->count--;
	return text_of(test, m);
}

static void expect_slots(struct kunit *test, const struct user_event_layout *layout,
			 const char *expected)
{
	struct seq_file *m = make_seq(test);

	show_slots(m, layout);
	KUNIT_EXPECT_STREQ(test, text_of(test, m), expected);
}

static void test_messages(struct kunit *test)
{
	trace_test_expect_messages(test, user_event_diag_messages, USER_EVENT_DIAG_COUNT);
}

static void test_all_codes_have_a_case(struct kunit *test)
{
	DECLARE_BITMAP(seen, USER_EVENT_DIAG_COUNT) = {};
	enum user_event_diag code;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rejected); i++)
		__set_bit(rejected[i].code, seen);
	for (code = USER_EVENT_DIAG_NONE + 1; code <= REJECTED_LAST_CODE; code++)
		KUNIT_EXPECT_TRUE_MSG(test, test_bit(code, seen), "code %u: %s", code,
				      user_event_diag_messages[code]);
}

static void rejected_desc(const struct rejected *r, char *desc)
{
	trace_test_describe(desc, r->text);
}

KUNIT_ARRAY_PARAM(rejected, rejected, rejected_desc);

static void test_rejected(struct kunit *test)
{
	const struct rejected *r = test->param_value;
	char *text = kunit_kzalloc(test, REJECTED_MAX, GFP_KERNEL);
	struct trace_span at;
	unsigned int len;

	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_ASSERT_LT(test, r->len, REJECTED_MAX);
	len = rejected_text(r, text, &at);
	must_reject(test, text, len, r->code, at);
}

static void type_desc(const struct type_case *c, char *desc)
{
	trace_test_describe(desc, c->type);
}

KUNIT_ARRAY_PARAM(type, type_cases, type_desc);

/* Test a type in a field between two others, including its part of print_fmt. */
static void test_type(struct kunit *test)
{
	const struct type_case *c = test->param_value;
	const struct user_event_field *field;
	struct user_event_layout *layout;
	char text[128], argument[32], fmt[128];
	char *print_fmt;

	snprintf(text, sizeof(text), "e u8 a; %s f%s; s64 b", c->type, c->behind);
	layout = must_parse(test, text);
	KUNIT_ASSERT_EQ(test, layout->n_fields, 3);
	KUNIT_EXPECT_EQ(test, layout->n_locs,
			c->kind == USER_DATA_LOC || c->kind == USER_REL_LOC);
	KUNIT_EXPECT_EQ(test, layout->min_size, 1 + c->size + 8);
	KUNIT_EXPECT_EQ(test, layout->has_text, c->is_text || c->kind == USER_STRING);

	field = &layout->fields[1];
	KUNIT_EXPECT_STREQ(test, field->type, c->type);
	KUNIT_EXPECT_STREQ(test, field->name, "f");
	KUNIT_EXPECT_EQ(test, field->offset, 9);
	KUNIT_EXPECT_EQ(test, field->size, c->size);
	KUNIT_EXPECT_EQ(test, field->kind, c->kind);
	KUNIT_EXPECT_EQ(test, field->is_signed, c->is_signed);
	KUNIT_EXPECT_EQ(test, field->is_text, c->is_text);
	KUNIT_EXPECT_EQ(test, layout->fields[2].offset, 9 + c->size);
	KUNIT_EXPECT_STREQ(test, show(test, layout), text);

	snprintf(argument, sizeof(argument), c->argument, "f");
	snprintf(fmt, sizeof(fmt), "\"a=%%u f=%s b=%%lld\", REC->a, %s, REC->b", c->format,
		 argument);
	print_fmt = user_event_print_fmt(layout);
	KUNIT_EXPECT_STREQ(test, print_fmt, fmt);
	kfree(print_fmt);
}

static void accepted_desc(const struct accepted *a, char *desc)
{
	trace_test_describe(desc, a->text);
}

KUNIT_ARRAY_PARAM(accepted, accepted, accepted_desc);

static void test_accepted(struct kunit *test)
{
	const struct accepted *a = test->param_value;
	struct user_event_layout *layout = must_parse(test, a->text), *again;
	unsigned int i, size = 0;

	KUNIT_EXPECT_STREQ(test, show(test, layout), a->shown);
	expect_slots(test, layout, a->slots);
	for (i = 0; i < layout->n_fields; i++)
		size += layout->fields[i].size;
	KUNIT_EXPECT_EQ(test, layout->min_size, size);

	again = must_parse(test, a->shown);
	KUNIT_EXPECT_TRUE(test, user_event_layouts_equal(layout, again));
	KUNIT_EXPECT_STREQ(test, show(test, again), a->shown);
	expect_slots(test, again, a->slots);
}

static void pair_desc(const struct pair_case *c, char *desc)
{
	char text[KUNIT_PARAM_DESC_SIZE];

	snprintf(text, sizeof(text), "%s %s %s", c->a, c->are_equal ? "is" : "is not", c->b);
	trace_test_describe(desc, text);
}

KUNIT_ARRAY_PARAM(pair, pair_cases, pair_desc);

static void test_pair(struct kunit *test)
{
	const struct pair_case *c = test->param_value;
	struct user_event_layout *a = must_parse(test, c->a), *b = must_parse(test, c->b);

	KUNIT_EXPECT_EQ(test, user_event_layouts_equal(a, b), c->are_equal);
	KUNIT_EXPECT_EQ(test, user_event_layouts_equal(b, a), c->are_equal);
	KUNIT_EXPECT_TRUE(test, user_event_layouts_equal(a, a));
}

/* A name of USER_NAME_MAX bytes is accepted, one more byte is rejected. */
static void test_name_length(struct kunit *test)
{
	char *text = kunit_kzalloc(test, SZ_512, GFP_KERNEL);
	unsigned int len;

	KUNIT_ASSERT_NOT_NULL(test, text);
	memset(text, 'n', 239);
	len = 239 + scnprintf(text + 239, SZ_512 - 239, " u32 x");
	must_reject(test, text, len, USER_EVENT_DIAG_NAME_TOO_LONG, (struct trace_span){ 0, 239 });
	KUNIT_EXPECT_EQ(test, strlen(must_parse(test, text + 1)->name), 238);
}

/* Fields of USER_PAYLOAD_MAX bytes in total are accepted, one more byte is rejected. */
static void test_total_size(struct kunit *test)
{
	char *text = kunit_kzalloc(test, SZ_1K, GFP_KERNEL);
	struct user_event_layout *layout;
	unsigned int i, len;

	KUNIT_ASSERT_NOT_NULL(test, text);
	len = scnprintf(text, SZ_1K, "e char[1023] x;");
	for (i = 0; i < 31; i++)
		len += scnprintf(text + len, SZ_1K - len, "char[1024] x%u;", i);
	layout = must_parse(test, text);
	KUNIT_EXPECT_EQ(test, layout->min_size, 32767);
	KUNIT_EXPECT_EQ(test, layout->fields[31].offset, 8 + 32767 - 1024);

	scnprintf(text + len, SZ_1K - len, "u8 y");
	must_reject(test, text, len + 4, USER_EVENT_DIAG_TOO_LARGE, (struct trace_span){ len, 4 });
}

/*
 * user_event_layout_free() accepts NULL and every ERR_PTR that user_event_layout_parse() returns.
 */
static void test_free_nothing(struct kunit *test)
{
	user_event_layout_free(NULL);
	user_event_layout_free(ERR_PTR(-EINVAL));
	user_event_layout_free(ERR_PTR(-ENOMEM));
}

KUNIT_ARRAY_PARAM_DESC(payload, payload_cases, desc);

/* The allocation has exactly the size of the payload, so KASAN finds reads beyond it. */
static void test_payload(struct kunit *test)
{
	const struct payload_case *c = test->param_value;
	struct user_event_layout *layout = must_parse(test, c->text);
	u8 *payload = kunit_kmalloc(test, c->size, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, payload);
	KUNIT_ASSERT_GE(test, c->size, layout->min_size);
	fill_payload(c, payload);
	KUNIT_EXPECT_EQ(test, user_event_payload_is_valid(layout, payload, c->size), c->is_valid);
}

/*
 * user_events_exit() may be called twice for a task without a user_event_mm. The task keeps the
 * mark USER_EVENT_MM_GONE, so it cannot become the owner of one later.
 */
static void test_exit_twice(struct kunit *test)
{
	struct task_struct *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, task);
	user_events_exit(task);
	KUNIT_EXPECT_PTR_EQ(test, task->user_event_mm, USER_EVENT_MM_GONE);
	user_events_exit(task);
	KUNIT_EXPECT_PTR_EQ(test, task->user_event_mm, USER_EVENT_MM_GONE);
}

static struct kunit_case user_events_cases[] = {
	KUNIT_CASE(test_messages),
	KUNIT_CASE(test_all_codes_have_a_case),
	KUNIT_CASE_PARAM(test_rejected, rejected_gen_params),
	KUNIT_CASE_PARAM(test_type, type_gen_params),
	KUNIT_CASE_PARAM(test_accepted, accepted_gen_params),
	KUNIT_CASE_PARAM(test_pair, pair_gen_params),
	KUNIT_CASE(test_name_length),
	KUNIT_CASE(test_total_size),
	KUNIT_CASE(test_free_nothing),
	KUNIT_CASE_PARAM(test_payload, payload_gen_params),
	KUNIT_CASE(test_exit_twice),
	{}
};

static struct kunit_suite user_events_suite = {
	.name = "user_events",
	.test_cases = user_events_cases,
};

kunit_test_suite(user_events_suite);
