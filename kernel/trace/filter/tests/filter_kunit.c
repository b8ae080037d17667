// SPDX-License-Identifier: GPL-2.0
/*
 * Test filters of trace events: which records match a valid filter, the diagnostics of invalid
 * filters, and filter_parse_regex().
 *
 * The tests compile filters in process context for the mock event and run them with preemption
 * disabled. filter_exec() must not fault, even on invalid pointers in a record.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/kstrtox.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "../../tests/command_kunit.h"
#include "../../trace.h"
#include "../buffers.h"
#include "../compile/compile.h"
#include "../run/exec.h"
#include "invalid_cases.h"
#include "match_cases.h"
#include "mock_event.h"

static void free_program(void *program)
{
	filter_program_free(program);
}

/* Compile from a copy of the text and free the copy, so KASAN finds later uses of the text. */
static struct filter_program *compile(struct kunit *test, const char *text, unsigned int len,
				      struct trace_diag *diag)
{
	char *copy = trace_test_copy(test, text, len);
	struct filter_program *program;

	*diag = (struct trace_diag){};
	program = filter_compile(&mock_resolver, copy, (struct trace_span){ .len = len }, diag);
	kunit_kfree(test, copy);
	if (!IS_ERR(program))
		KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_program, program), 0);
	return program;
}

static struct filter_program *must_compile(struct kunit *test, const char *text)
{
	struct trace_diag diag;
	struct filter_program *program = compile(test, text, strlen(text), &diag);

	KUNIT_ASSERT_FALSE_MSG(test, IS_ERR(program), "%s: %s at %u", text,
			       filter_diag_messages[diag.code], diag.at.off);
	KUNIT_EXPECT_EQ(test, diag.code, FILTER_DIAG_NONE);
	KUNIT_ASSERT_EQ(test, filter_alloc_buffers(program), 0);
	return program;
}

static struct mock_record *make_record(struct kunit *test)
{
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, record);
	return record;
}

/* Run a filter with preemption disabled, as tracepoints do. */
static bool run(const struct filter_program *program, const struct mock_record *record)
{
	bool ret;

	preempt_disable();
	ret = filter_exec(program->entries, record);
	preempt_enable();
	return ret;
}

static void test_messages(struct kunit *test)
{
	trace_test_expect_messages(test, filter_diag_messages, FILTER_DIAG_COUNT);
}

static void invalid_case_desc(const struct invalid_case *c, char *desc)
{
	trace_test_describe(desc, c->text);
}

KUNIT_ARRAY_PARAM(invalid, invalid_cases, invalid_case_desc);

static void test_invalid(struct kunit *test)
{
	const struct invalid_case *c = test->param_value;
	char *text = kunit_kzalloc(test, INVALID_CASE_MAX, GFP_KERNEL);
	struct filter_program *program;
	struct trace_diag diag;
	unsigned int len;
	u32 at;

	KUNIT_ASSERT_NOT_NULL(test, text);
	KUNIT_ASSERT_LT(test, c->len, INVALID_CASE_MAX);
	len = invalid_case_text(c, text, &at);
	program = compile(test, text, len, &diag);
	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(program), -EINVAL);
	trace_test_expect_diag(test, &diag, filter_diag_messages, c->code, at);
}

/*
 * A restricted filter reads no kernel memory at an address in the record, and does not tell whether
 * there is a function at an address: the error is the same for each.
 */
static void test_restricted(struct kunit *test)
{
	static const struct {
		const char *text;
		enum filter_diag code;
	} cases[] = {
		{ "ptr == x", FILTER_DIAG_POINTER_FORBIDDEN },
		{ "u8 == 1 && !(ptr ~ \"x*\")", FILTER_DIAG_POINTER_FORBIDDEN },
		{ "ip.function == 0x1000", FILTER_DIAG_FUNCTION_FORBIDDEN },
		{ "ip.function == 1", FILTER_DIAG_FUNCTION_FORBIDDEN },
		{ "ip.function != vfs_read", FILTER_DIAG_FUNCTION_FORBIDDEN },
		{ "ptr.ustring == x" },
		{ "ip.ustring == x" },
		{ "ip == 0x1000 && a8 == x && COMM == x" },
	};
	struct filter_resolver restricted = mock_resolver;
	unsigned int i;

	restricted.restricted = true;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *text = cases[i].text;
		struct trace_diag diag = {};
		struct filter_program *program =
			filter_compile(&restricted, text, trace_span_all(text), &diag);

		KUNIT_EXPECT_EQ_MSG(test, diag.code, cases[i].code, "%s", text);
		if (cases[i].code)
			KUNIT_EXPECT_EQ_MSG(test, PTR_ERR_OR_ZERO(program), -EACCES, "%s", text);
		else if (!IS_ERR(program))
			filter_program_free(program);
	}
}

/* Fill in a record with one item of the list of a case. */
typedef void (*fill_t)(struct kunit *test, struct mock_record *record, const char *item);

static void expect_answers(struct kunit *test, const char *list, const char *sep,
			   fill_t fill, bool expected)
{
	const struct match_case *match = test->param_value;
	struct filter_program *program = must_compile(test, match->filter);
	struct mock_record *record = make_record(test);
	char *items, *item;

	if (!list)
		return;
	items = kunit_kstrdup(test, list, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, items);
	while ((item = strsep(&items, sep))) {
		fill(test, record, item);
		KUNIT_EXPECT_EQ_MSG(test, run(program, record), expected, "of '%s'", item);
	}
}

static void expect_matches(struct kunit *test, const char *sep, fill_t fill)
{
	const struct match_case *match = test->param_value;

	expect_answers(test, match->yes, sep, fill, true);
	expect_answers(test, match->no, sep, fill, false);
}

static void match_case_desc(const struct match_case *match, char *desc)
{
	trace_test_describe(desc, match->filter);
}

KUNIT_ARRAY_PARAM(number, number_match_cases, match_case_desc);
KUNIT_ARRAY_PARAM(text, text_match_cases, match_case_desc);
KUNIT_ARRAY_PARAM(mask, mask_match_cases, match_case_desc);

static void fill_numbers(struct kunit *test, struct mock_record *record, const char *item)
{
	unsigned long long val;
	bool is_negative = *item == '-';

	KUNIT_ASSERT_EQ(test, kstrtoull(item + is_negative, 0, &val), 0);
	mock_set_numbers(record, is_negative ? -val : val);
}

static void test_number(struct kunit *test)
{
	expect_matches(test, " ", fill_numbers);
}

static void fill_terminated(struct kunit *test, struct mock_record *record, const char *item)
{
	mock_set_text(record, item, true);
}

static void fill_bare(struct kunit *test, struct mock_record *record, const char *item)
{
	mock_set_text(record, item, false);
}

/* The results must not depend on a NUL at the end of a dynamic string. */
static void test_text(struct kunit *test)
{
	expect_matches(test, "|", fill_terminated);
	expect_matches(test, "|", fill_bare);
}

static void fill_masks(struct kunit *test, struct mock_record *record, const char *item)
{
	KUNIT_ASSERT_EQ(test, mock_set_masks(record, item), 0);
}

static void test_mask(struct kunit *test)
{
	expect_matches(test, " ", fill_masks);
}

static void expect_answer(struct kunit *test, const char *filter,
			  const struct mock_record *record, bool expected)
{
	KUNIT_EXPECT_EQ_MSG(test, run(must_compile(test, filter), record), expected, "%s", filter);
}

/* Every comparison with an unreadable string is false, even with !=. A leading '!' negates that. */
static void test_pointer_to_nothing(struct kunit *test)
{
	static const unsigned long addrs[] = { 0, 1, 0x5000, -1UL, -256UL, TRACE_TEST_NOWHERE };
	struct mock_record *record = make_record(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(addrs); i++) {
		record->ptr = (const char *)addrs[i];
		expect_answer(test, "ptr == \"abc\"", record, false);
		expect_answer(test, "ptr != \"abc\"", record, false);
		expect_answer(test, "ptr ~ \"*\"", record, false);
		expect_answer(test, "!(ptr == \"abc\")", record, true);
		expect_answer(test, "ptr.ustring == \"abc\"", record, false);
		expect_answer(test, "ptr.ustring != \"abc\"", record, false);
		expect_answer(test, "!ptr.ustring ~ \"*\"", record, true);
	}
}

/* .ustring reads user memory only, so a predicate on a kernel address is false. */
static void test_whose_memory(struct kunit *test)
{
	struct mock_record *record = make_record(test);

	record->ptr = "abc";
	expect_answer(test, "ptr == abc", record, true);
	expect_answer(test, "ptr.ustring == abc", record, false);
	expect_answer(test, "ptr.ustring != abc", record, false);
}

/* A string behind a pointer is truncated to 1023 bytes and a NUL. */
static void test_long_text(struct kunit *test)
{
	struct mock_record *record = make_record(test);
	char *text = kunit_kmalloc(test, 1100, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, text);
	memset(text, 'a', 1100);
	text[1099] = '\0';
	record->ptr = text;
	text[1022] = 'Z';
	expect_answer(test, "ptr ~ \"*Z\"", record, true);
	text[1022] = 'a';
	text[1023] = 'Z';
	expect_answer(test, "ptr ~ \"*Z\"", record, false);
	expect_answer(test, "ptr ~ \"*Z*\"", record, false);
	expect_answer(test, "ptr ~ \"a*a\"", record, true);
}

static void test_comm(struct kunit *test)
{
	struct mock_record *record = make_record(test);
	char filter[64];

	snprintf(filter, sizeof(filter), "COMM == \"%s\"", current->comm);
	expect_answer(test, filter, record, true);
	snprintf(filter, sizeof(filter), "COMM != \"%s\"", current->comm);
	expect_answer(test, filter, record, false);
	expect_answer(test, "COMM ~ \"?*\"", record, true);
	expect_answer(test, "COMM == nobody", record, false);
}

static void test_cpu(struct kunit *test)
{
	struct mock_record *record = make_record(test);

	expect_answer(test, "CPU >= 0", record, true);
	expect_answer(test, "CPU < 0", record, false);
	/* The resolver knows MOCK_CPUS CPUs; the machine may have more. */
	if (nr_cpu_ids > MOCK_CPUS)
		kunit_skip(test, "%u CPUs", nr_cpu_ids);
	expect_answer(test, "CPU & CPUS{0-99}", record, true);
	expect_answer(test, "CPU == CPUS{0-99}", record, false);
}

/*
 * filter_parse_regex() must not write to a pattern without a trailing '*', because the constants
 * of a module are in read-only memory.
 */
static void test_constant_pattern(struct kunit *test)
{
	static const struct {
		const char *text;
		enum regex_type type;
		int skipped;
	} patterns[] = {
		{ "schedule", MATCH_FULL, 0 },
		{ "*schedule", MATCH_END_ONLY, 1 },
		{ "sche?ule", MATCH_GLOB, 0 },
		{ "17", MATCH_INDEX, 0 },
	};
	struct page *page = alloc_page(GFP_KERNEL);
	char *text, *search;
	unsigned int i;
	int not;

	KUNIT_ASSERT_NOT_NULL(test, page);
	text = vmap(&page, 1, VM_MAP, PAGE_KERNEL_RO);
	for (i = 0; text && i < ARRAY_SIZE(patterns); i++) {
		strscpy(page_address(page), patterns[i].text, PAGE_SIZE);
		KUNIT_EXPECT_EQ(test, filter_parse_regex(text, strlen(text), &search, &not),
				patterns[i].type);
		KUNIT_EXPECT_STREQ(test, search, patterns[i].text + patterns[i].skipped);
		KUNIT_EXPECT_EQ(test, not, 0);
	}
	KUNIT_EXPECT_NOT_NULL(test, text);
	vunmap(text);
	__free_page(page);
}

/* filter_parse_regex() replaces a trailing '*' by a NUL. */
static void test_cut_pattern(struct kunit *test)
{
	char front[] = "!sched*", middle[] = "*sched*", *search;
	int not;

	KUNIT_EXPECT_EQ(test, filter_parse_regex(front, strlen(front), &search, &not),
			MATCH_FRONT_ONLY);
	KUNIT_EXPECT_STREQ(test, search, "sched");
	KUNIT_EXPECT_EQ(test, not, 1);
	KUNIT_EXPECT_EQ(test, filter_parse_regex(middle, strlen(middle), &search, &not),
			MATCH_MIDDLE_ONLY);
	KUNIT_EXPECT_STREQ(test, search, "sched");
	KUNIT_EXPECT_EQ(test, not, 0);
}

static struct kunit_case filter_cases[] = {
	KUNIT_CASE(test_messages),
	KUNIT_CASE_PARAM(test_invalid, invalid_gen_params),
	KUNIT_CASE(test_restricted),
	KUNIT_CASE_PARAM(test_number, number_gen_params),
	KUNIT_CASE_PARAM(test_text, text_gen_params),
	KUNIT_CASE_PARAM(test_mask, mask_gen_params),
	KUNIT_CASE(test_pointer_to_nothing),
	KUNIT_CASE(test_whose_memory),
	KUNIT_CASE(test_long_text),
	KUNIT_CASE(test_comm),
	KUNIT_CASE(test_cpu),
	KUNIT_CASE(test_constant_pattern),
	KUNIT_CASE(test_cut_pattern),
	{}
};

static struct kunit_suite filter_suite = {
	.name = "event_filter",
	.test_cases = filter_cases,
};

kunit_test_suite(filter_suite);
