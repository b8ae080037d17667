// SPDX-License-Identifier: GPL-2.0-only
/*
 * Function filters of perf: the two ftrace lists that a filter is translated to
 * must select the functions that the filter accepts. If that is impossible, the
 * filter is rejected and the lists stay unchanged.
 */

#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <stdlib.h>

#include "filter/diag.h"
#include "filter/perf_function.h"
#include "harness.h"

static const char * const functions[] = { "aa", "ab", "ba", "bb", "abc", "c" };

/* Match a pattern; the only wildcard supported is a trailing *. */
static bool is_like(const char *pattern, size_t len, const char *name)
{
	if (len && pattern[len - 1] == '*')
		return !strncmp(pattern, name, len - 1);
	return strlen(name) == len && !memcmp(pattern, name, len);
}

static int set_bits_of(u64 *bits, const char *pattern, int len, int reset)
{
	unsigned int i;
	u64 found = 0;

	if (reset)
		*bits = 0;
	if (!pattern)
		return 0;
	/*
	 * ftrace gives these first characters a special meaning, so they must
	 * not reach it.
	 */
	EXPECT(len && !strchr("!0123456789", *pattern));
	for (i = 0; i < ARRAY_SIZE(functions); i++)
		found |= is_like(pattern, len, functions[i]) ? BIT_ULL(i) : 0;
	*bits |= found;
	return found ? 0 : -EINVAL;
}

int ftrace_set_filter(struct ftrace_ops *ops, char *pattern, int len, int reset)
{
	return set_bits_of(&ops->wanted, pattern, len, reset);
}

int ftrace_set_notrace(struct ftrace_ops *ops, char *pattern, int len, int reset)
{
	return set_bits_of(&ops->unwanted, pattern, len, reset);
}

static u64 passing(const struct perf_event *event)
{
	u64 all = BIT_ULL(ARRAY_SIZE(functions)) - 1;

	return (event->ftrace_ops.wanted ?: all) & ~event->ftrace_ops.unwanted;
}

/*
 * Set the filter from a copy whose allocation ends with the text, with other
 * text in front of it.
 */
static int set(struct perf_event *event, const char *text, struct trace_diag *diag)
{
	struct trace_span all = { 3, strlen(text) };
	char *copy = memcpy(malloc(trace_span_end(all)), "if ", 3);
	int ret;

	memcpy(copy + all.off, text, all.len);
	*diag = (struct trace_diag){};
	ret = filter_set_functions(event, copy, all, diag);
	free(copy);
	EXPECT_EQ(!!diag->code, ret == -EINVAL);
	diag->at.off -= diag->code ? all.off : 0;
	return ret;
}

static void expect_passing(const char *text, const char *names)
{
	struct perf_event event = { { 1, 2 } };
	struct trace_diag diag;
	char passed[64] = "";
	unsigned int i;

	if (set(&event, text, &diag)) {
		test_fail(__FILE__, __LINE__, "'%s': %s at %u", text,
			  filter_diag_messages[diag.code], diag.at.off);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(functions); i++) {
		if (passing(&event) & BIT_ULL(i)) {
			strcat(passed, *passed ? " " : "");
			strcat(passed, functions[i]);
		}
	}
	EXPECT_STREQ(passed, names);
}

TEST(function_lists)
{
	expect_passing("ip == aa", "aa");
	expect_passing("ip == a*", "aa ab abc");
	expect_passing("ip ~ \"a*\"", "aa ab abc");
	expect_passing("ip == aa,bb", "aa bb");
	expect_passing("ip == ,aa,,bb,", "aa bb");
	expect_passing("ip == \"aa bb\"", "aa bb");
	expect_passing("ip == 'aa, b*'", "aa ba bb");
	expect_passing("ip != aa", "ab ba bb abc c");
	expect_passing("ip != a*,c", "ba bb");
	expect_passing("ip == aa || ip == bb", "aa bb");
	expect_passing("ip == aa || ip == bb || ip ~ c", "aa bb c");
	expect_passing("ip != aa && ip != bb", "ab ba abc c");
	expect_passing("ip == a* && ip != ab*", "aa");
	expect_passing("ip != ab* && ip == a*", "aa");
	expect_passing("(ip == aa || ip == b*) && ip != bb", "aa ba");
	expect_passing("ip != bb && (ip == aa || ip == b*) && ip != aa", "ba");
	expect_passing("((ip == aa))", "aa");
	expect_passing("ip == aa && ip != a*", "");
}

static void expect_rejected(const char *text, enum filter_diag code)
{
	const struct perf_event before = { { 1, 2 } };
	struct perf_event event = before;
	struct trace_diag diag;
	u32 at = strchr(text, '^') - text;
	char plain[128];

	scnprintf(plain, sizeof(plain), "%.*s%s", at, text, text + at + 1);
	EXPECT_EQ(set(&event, plain, &diag), -EINVAL);
	if (diag.code != code || diag.at.off != at)
		test_fail(__FILE__, __LINE__, "'%s': %s at %u, not %s", text,
			  filter_diag_messages[diag.code], diag.at.off,
			  filter_diag_messages[code]);
	EXPECT(!memcmp(&event, &before, sizeof(before)));
}

TEST(rejects_with_position)
{
	expect_rejected("^pid == aa", FILTER_DIAG_FUNCTION_ONLY);
	expect_rejected("ip == aa || ^parent_ip == aa", FILTER_DIAG_FUNCTION_ONLY);
	expect_rejected("^ip.function == aa", FILTER_DIAG_FUNCTION_ONLY);
	expect_rejected("ip ^< aa", FILTER_DIAG_FUNCTION_OPERATOR);
	expect_rejected("ip == aa || ip ^& 1", FILTER_DIAG_FUNCTION_OPERATOR);
	expect_rejected("!^ip == aa", FILTER_DIAG_FUNCTION_LOGIC_OP);
	expect_rejected("ip == aa && ^ip == ab", FILTER_DIAG_FUNCTION_LOGIC_OP);
	expect_rejected("ip != aa || ^ip == ab", FILTER_DIAG_FUNCTION_LOGIC_OP);
	expect_rejected("ip != aa || ^ip != ab", FILTER_DIAG_FUNCTION_LOGIC_OP);
	expect_rejected("ip == aa || ip == ab && ^ip != ab || ip == c",
			FILTER_DIAG_FUNCTION_LOGIC_OP);
	expect_rejected("!(ip == aa || ^ip == ab)", FILTER_DIAG_FUNCTION_LOGIC_OP);
	expect_rejected("ip == ^nosuch", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("ip == aa || ip == ^ab,nosuch", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("ip != ^x*", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("ip == ^5", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("ip == ^!aa", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("ip == ^aa,!ab", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("ip == \"^\"", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("ip == ^,,", FILTER_DIAG_FUNCTION_NAME);
	expect_rejected("^(ip == (aa", FILTER_DIAG_NOT_CLOSED);
	expect_rejected("^", FILTER_DIAG_EMPTY);
}

static u64 state = 1;

static unsigned int below(unsigned int n)
{
	return (test_random(&state) >> 11) % n;
}

/* Append a random filter to @text. Return: functions that it accepts. */
static u64 make_random(char *text, unsigned int depth)
{
	static const char * const patterns[] = { "aa", "ab", "a*", "b*", "c", "abc", "ab*" };
	static const char * const operators[] = { "==", "~", "!=" };
	u64 all = BIT_ULL(ARRAY_SIZE(functions)) - 1, left, right;
	unsigned int operator = below(3), i;
	const char *pattern;
	bool is_any;

	if (!depth) {
		pattern = patterns[below(ARRAY_SIZE(patterns))];
		sprintf(text + strlen(text), "ip %s %s", operators[operator], pattern);
		for (i = 0, left = 0; i < ARRAY_SIZE(functions); i++)
			left |= is_like(pattern, strlen(pattern), functions[i]) ? BIT_ULL(i) : 0;
		return operator == 2 ? all & ~left : left;
	}
	is_any = below(2);
	strcat(text, "(");
	left = make_random(text, below(depth));
	strcat(text, is_any ? " || " : " && ");
	right = make_random(text, below(depth));
	strcat(text, ")");
	return is_any ? left | right : left & right;
}

TEST(random_filters_agree_with_model)
{
	unsigned int round, n_accepted = 0;

	for (round = 0; round < 20000; round++) {
		struct perf_event event = { { 1, 2 } };
		struct trace_diag diag;
		char text[512] = "";
		u64 expected = make_random(text, 1 + below(4));

		if (set(&event, text, &diag)) {
			EXPECT_EQ(diag.code, FILTER_DIAG_FUNCTION_LOGIC_OP);
			EXPECT(event.ftrace_ops.wanted == 1 && event.ftrace_ops.unwanted == 2);
			continue;
		}
		if (passing(&event) != expected)
			test_fail(__FILE__, __LINE__, "%s: %llx, not %llx", text,
				  passing(&event), expected);
		n_accepted++;
	}
	EXPECT(n_accepted > 4000);
	EXPECT(n_accepted < 19000);
}

TEST(each_allocation_fails_once)
{
	struct perf_event event;
	struct trace_diag diag;
	unsigned int n = 0;
	int ret;

	do {
		event = (struct perf_event){ { 1, 2 } };
		shim_fail_nth(++n);
		ret = set(&event, "(ip == aa || ip == bb) && ip != ab", &diag);
		EXPECT_EQ(shim_allocs(), 0);
		if (!shim_failed())
			break;
		EXPECT_EQ(ret, -ENOMEM);
	} while (n < 100);
	EXPECT_EQ(ret, 0);
	/*
	 * Three for parsing, and the buffers for trying and then setting the
	 * lists.
	 */
	EXPECT(n > 5);
}
