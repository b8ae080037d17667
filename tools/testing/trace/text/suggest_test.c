// SPDX-License-Identifier: GPL-2.0-only
/*
 * Suggestions for unknown names: the table of the KUnit tests, and random names
 * whose distance a recursive definition computes.
 */

#include <linux/array_size.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "harness.h"
#include "tests/suggest_cases.h"
#include "trace_diag.h"
#include "trace_suggest.h"

#define ROUNDS	5000

static u64 state = 1;

/* Copy a name without a NUL, so that AddressSanitizer detects reads behind it. */
static char *bare_copy(const char *name)
{
	return kmemdup(name, strlen(name), GFP_KERNEL);
}

TEST(cases)
{
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(suggest_cases); i++) {
		const struct suggest_case *c = &suggest_cases[i];
		char *unknown = bare_copy(c->unknown);
		struct trace_suggestion s = trace_suggestion_for(unknown,
								 trace_span_all(c->unknown));

		for (j = 0; j < ARRAY_SIZE(c->valid) && c->valid[j]; j++)
			trace_suggest_offer(&s, c->valid[j]);
		if (strcmp(s.name, c->expected))
			test_fail(__FILE__, __LINE__, "'%s': '%s', not '%s'", c->unknown, s.name,
				  c->expected);
		kfree(unknown);
	}
}

/* Names that are parts of a command give the same result. */
TEST(spans)
{
	static const char text[] = "hist:keys=sig:sign=1,sigs=2";
	struct trace_suggestion s = trace_suggestion_for(text, (struct trace_span){ 10, 3 });

	trace_suggest_offer_span(&s, text, (struct trace_span){ 5, 4 });
	EXPECT_STREQ(s.name, "");
	trace_suggest_offer_span(&s, text, (struct trace_span){ 14, 4 });
	EXPECT_STREQ(s.name, "sign");
	trace_suggest_offer_span(&s, text, (struct trace_span){ 21, 4 });
	EXPECT_STREQ(s.name, "sign");
}

/* The distance between @a and @b, by its definition: the last byte decides. */
static unsigned int reference_distance(const char *a, int i, const char *b, int j)
{
	unsigned int d;

	if (!i || !j)
		return i + j;
	d = min(reference_distance(a, i - 1, b, j), reference_distance(a, i, b, j - 1)) + 1;
	d = min(d, reference_distance(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]));
	if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
		d = min(d, reference_distance(a, i - 2, b, j - 2) + 1);
	return d;
}

static bool reference_is_near(const char *unknown, const char *valid, unsigned int distance)
{
	size_t shorter = min(strlen(unknown), strlen(valid));

	if (strlen(unknown) >= 3 && strstr(valid, unknown) == valid)
		return true;
	if (strlen(valid) >= 3 && strstr(unknown, valid) == unknown &&
	    strlen(valid) * 2 >= strlen(unknown))
		return true;
	return distance <= 2 && 2 * distance <= shorter;
}

static void random_name(char *name)
{
	unsigned int i, len = test_random(&state) % 8;

	for (i = 0; i < len; i++)
		name[i] = 'a' + test_random(&state) % 3;
	name[len] = '\0';
}

TEST(random_names)
{
	unsigned int round, i, best, n_suggested = 0;
	char unknown[8], valid[4][8];

	for (round = 0; round < ROUNDS; round++) {
		const char *expected = "";
		struct trace_suggestion s;

		random_name(unknown);
		s = trace_suggestion_for(unknown, trace_span_all(unknown));
		best = UINT_MAX;
		for (i = 0; i < ARRAY_SIZE(valid); i++) {
			unsigned int d;

			random_name(valid[i]);
			trace_suggest_offer(&s, valid[i]);
			d = reference_distance(unknown, strlen(unknown), valid[i],
					       strlen(valid[i]));
			if (d >= best || !reference_is_near(unknown, valid[i], d))
				continue;
			best = d;
			expected = d ? valid[i] : "";
		}
		EXPECT_STREQ(s.name, expected);
		n_suggested += *expected != '\0';
	}
	/* Both results are frequent, so that the test means something. */
	EXPECT(n_suggested > ROUNDS / 8 && n_suggested < ROUNDS * 9 / 10);
}

TEST(diagnostic_has_hint)
{
	struct trace_suggestion s = trace_suggestion_for("ts1", (struct trace_span){ 0, 3 });
	struct trace_diag diag = {}, longest = {};

	trace_suggest_offer(&s, "ts0");
	EXPECT_EQ(trace_diag_suggest(&diag, 3, (struct trace_span){ 5, 2 }, "$", &s), -EINVAL);
	EXPECT_EQ(diag.code, 3);
	EXPECT_EQ(diag.at.off, 5);
	EXPECT_STREQ(diag.hint, "$ts0");

	s = trace_suggestion_for(SUGGEST_62, (struct trace_span){ 0, 62 });
	trace_suggest_offer(&s, SUGGEST_62 "yz");
	trace_diag_suggest(&longest, 1, (struct trace_span){}, "$", &s);
	EXPECT_STREQ(longest.hint, "$" SUGGEST_62 "yz");
}

/* The hint belongs to the first error: a later one changes nothing. */
TEST(first_error_keeps_its_hint)
{
	struct trace_suggestion s = trace_suggestion_for("ts1", (struct trace_span){ 0, 3 });
	struct trace_diag diag = {};

	trace_diag_set(&diag, 4, (struct trace_span){ 6, 1 });
	trace_suggest_offer(&s, "ts0");
	EXPECT_EQ(trace_diag_suggest(&diag, 3, (struct trace_span){ 5, 2 }, "", &s), -EINVAL);
	EXPECT_EQ(diag.code, 4);
	EXPECT_EQ(diag.at.off, 6);
	EXPECT_STREQ(diag.hint, "");
}
