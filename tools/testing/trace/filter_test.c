// SPDX-License-Identifier: GPL-2.0-only
/*
 * Filters: which records pass those that are right, and what is said of those that are
 * wrong.
 */

#include <linux/kernel.h>
#include <linux/string.h>
#include <stdlib.h>

#include "filter/limits.h"
#include "filter/tests/rejected.h"
#include "filter/tests/truth.h"
#include "filter_make.h"
#include "test.h"

/* What filters are run on. */
static struct fake_record record;

static struct filter_program *must_make_len(const char *text, u32 len)
{
	struct trace_diag diag = {};
	struct filter_program *program = filter_make(text, len, &diag);

	if (IS_ERR(program)) {
		test_fail(__FILE__, __LINE__, "'%.80s': %s at %u+%u", text,
			  filter_diag_messages[diag.code], diag.at.off, diag.at.len);
		exit(1);
	}
	EXPECT_EQ(diag.code, FILTER_DIAG_NONE);
	EXPECT(is_filter_sound(program));
	EXPECT_EQ(filter_exec_prepare(program), 0);
	return program;
}

static struct filter_program *must_make(const char *text)
{
	return must_make_len(text, strlen(text));
}

static void expect_answer(const char *filter, bool expected, const char *what)
{
	struct filter_program *program = must_make(filter);

	if (filter_run(program, &record) != expected)
		test_fail(__FILE__, __LINE__, "'%s' is %s of '%s'", filter,
			  expected ? "false" : "true", what);
	filter_program_free(program);
}

/* Run something for each item of a list. */
static void run_on_items(const char *filter, const char *list, const char *sep, bool expected,
			  void (*run)(const char *filter, const char *item, bool expected))
{
	char *items = list ? strdup(list) : NULL, *rest = items, *item;

	while ((item = strsep(&rest, sep)))
		run(filter, item, expected);
	free(items);
}

static void expect_truths(const struct truth *truths, unsigned int n, const char *sep,
			  void (*run)(const char *filter, const char *item, bool expected))
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		EXPECT(truths[i].yes || truths[i].no);
		run_on_items(truths[i].filter, truths[i].yes, sep, true, run);
		run_on_items(truths[i].filter, truths[i].no, sep, false, run);
	}
}

static void expect_of_number(const char *filter, const char *item, bool expected)
{
	memset(&record, 0xa5, sizeof(record));
	fake_set_numbers(&record, *item == '-' ? strtoll(item, NULL, 0) : strtoull(item, NULL, 0));
	expect_answer(filter, expected, item);
}

TEST(numbers)
{
	expect_truths(number_truths, ARRAY_SIZE(number_truths), " ", expect_of_number);
}

/* Whether what is dynamic has a NUL makes no difference. */
static void expect_of_text(const char *filter, const char *item, bool expected)
{
	memset(&record, 0xa5, sizeof(record));
	fake_set_text(&record, item, true);
	expect_answer(filter, expected, item);
	memset(&record, 0xa5, sizeof(record));
	fake_set_text(&record, item, false);
	expect_answer(filter, expected, item);
}

TEST(texts)
{
	expect_truths(text_truths, ARRAY_SIZE(text_truths), "|", expect_of_text);
}

static void expect_of_mask(const char *filter, const char *item, bool expected)
{
	memset(&record, 0xa5, sizeof(record));
	EXPECT_EQ(fake_set_masks(&record, item), 0);
	expect_answer(filter, expected, item);
}

TEST(masks)
{
	expect_truths(mask_truths, ARRAY_SIZE(mask_truths), " ", expect_of_mask);
}

TEST(rejects_with_place)
{
	bool seen[FILTER_DIAG_COUNT] = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		struct filter_program *program;
		struct trace_diag diag = {};
		char text[REJECTED_MAX];
		unsigned int len;
		u32 at;

		EXPECT(rejected[i].len < REJECTED_MAX);
		len = rejected_text(&rejected[i], text, &at);
		EXPECT_EQ(len, rejected[i].len - 1);
		program = filter_make(text, len, &diag);
		EXPECT(is_filter_explained(program, &diag, len));
		if (PTR_ERR_OR_ZERO(program) != -EINVAL || diag.code != rejected[i].code ||
		    diag.at.off != at)
			test_fail(__FILE__, __LINE__, "'%s': %s at %u, not %s at %u",
				  rejected[i].text, filter_diag_messages[diag.code], diag.at.off,
				  filter_diag_messages[rejected[i].code], at);
		if (!IS_ERR(program))
			filter_program_free(program);
		seen[rejected[i].code] = true;
	}
	/* These need texts of a size of their own, see below. */
	seen[FILTER_DIAG_TOO_LONG] = true;
	seen[FILTER_DIAG_TOO_MANY] = true;
	for (i = FILTER_DIAG_NONE + 1; i <= REJECTED_LAST_CODE; i++)
		if (!seen[i])
			test_fail(__FILE__, __LINE__, "no test for: %s", filter_diag_messages[i]);
}

TEST(every_diag_has_a_message)
{
	unsigned int code, other;

	for (code = 0; code < FILTER_DIAG_COUNT; code++) {
		EXPECT(filter_diag_messages[code] && *filter_diag_messages[code]);
		for (other = 0; other < code; other++)
			EXPECT(strcmp(filter_diag_messages[code], filter_diag_messages[other]));
	}
}
