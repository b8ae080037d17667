// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of values that are written to hist_sample_hz and hist_sample_cpus: the valid values, and
 * error and position of the others.
 */

#include <linux/kernel.h>
#include <linux/string.h>
#include <stdlib.h>

#include "harness.h"
#include "hist/sample/spec.h"

#define UNCHANGED	12345

/* Parse a copy of @text whose allocation ends with the text. */
static int parse_hz(const char *text, u32 len, unsigned int *hz, struct trace_diag *diag)
{
	char *copy = memcpy(malloc(len), text, len);
	int ret;

	*diag = (struct trace_diag){};
	*hz = UNCHANGED;
	ret = hist_sample_parse_hz(copy, len, hz, diag);
	EXPECT(ret == 0 || ret == -EINVAL);
	EXPECT_EQ(!ret, !diag->code);
	EXPECT_EQ(*hz == UNCHANGED, !!ret);
	free(copy);
	return ret;
}

TEST(valid_rates)
{
	static const struct {
		const char *text;
		unsigned int hz;
	} cases[] = {
		{ "0", 0 }, { "1", 1 }, { "99\n", 99 }, { " \t997\t\n", 997 }, { "9999", 9999 },
		{ "10000", 10000 }, { "0099", 99 }, { "010", 10 },
		{ "000000000000000000000000007", 7 },
	};
	struct trace_diag diag;
	unsigned int i, hz;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		EXPECT_EQ(parse_hz(cases[i].text, strlen(cases[i].text), &hz, &diag), 0);
		EXPECT_EQ(hz, cases[i].hz);
	}
}

TEST(invalid_rates)
{
	static const struct {
		const char *text;
		struct trace_span at;
	} cases[] = {
		{ "", { 0, 0 } },
		{ " \t\n", { 0, 0 } },
		{ "10001", { 0, 5 } },
		{ "20000\n", { 0, 5 } },
		{ " -1", { 1, 2 } },
		{ "+1", { 0, 2 } },
		{ "abc", { 0, 3 } },
		{ "99Hz", { 0, 4 } },
		{ "0x10", { 0, 4 } },
		{ "1e3", { 0, 3 } },
		{ "1.5", { 0, 3 } },
		{ "4294967296", { 0, 10 } },
		{ "18446744073709551616", { 0, 20 } },
		{ "99 100", { 3, 3 } },
		{ "99\n100", { 3, 3 } },
		{ "\xb2", { 0, 1 } },
	};
	struct trace_diag diag;
	unsigned int i, hz;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		parse_hz(cases[i].text, strlen(cases[i].text), &hz, &diag);
		if (diag.code != HIST_SAMPLE_DIAG_BAD_HZ || diag.at.off != cases[i].at.off ||
		    diag.at.len != cases[i].at.len)
			test_fail(__FILE__, __LINE__, "'%s': %s at %u+%u", cases[i].text,
				  hist_sample_diag_messages[diag.code], diag.at.off, diag.at.len);
	}
}

TEST(nul_byte_and_length)
{
	static char longest[HIST_SAMPLE_TEXT_MAX + 1];
	struct trace_diag diag;
	unsigned int hz;

	EXPECT_EQ(parse_hz("99\0", 3, &hz, &diag), -EINVAL);
	EXPECT_EQ(diag.code, HIST_SAMPLE_DIAG_NUL_BYTE);
	EXPECT_EQ(diag.at.off, 2);
	EXPECT_EQ(diag.at.len, 1);

	memset(longest, ' ', sizeof(longest));
	memcpy(longest, "99", 2);
	EXPECT_EQ(parse_hz(longest, HIST_SAMPLE_TEXT_MAX, &hz, &diag), 0);
	EXPECT_EQ(parse_hz(longest, sizeof(longest), &hz, &diag), -EINVAL);
	EXPECT_EQ(diag.code, HIST_SAMPLE_DIAG_TOO_LONG);
	EXPECT_EQ(diag.at.off, HIST_SAMPLE_TEXT_MAX);
}

/* The value of hist_sample_cpus is one word, which cpulist_parse() reads. */
TEST(one_word)
{
	struct trace_diag diag = {};
	struct trace_span word;

	EXPECT_EQ(hist_sample_parse_word(" 0-3,8\n", 7, HIST_SAMPLE_DIAG_BAD_CPUS, &word, &diag),
		  0);
	EXPECT_EQ(word.off, 1);
	EXPECT_EQ(word.len, 5);
	EXPECT_EQ(hist_sample_parse_word("0\n1", 3, HIST_SAMPLE_DIAG_BAD_CPUS, &word, &diag),
		  -EINVAL);
	EXPECT_EQ(diag.code, HIST_SAMPLE_DIAG_BAD_CPUS);
	EXPECT_EQ(diag.at.off, 2);
}

/* Every code has a message. */
TEST(messages)
{
	unsigned int i;

	for (i = 0; i < HIST_SAMPLE_DIAG_COUNT; i++)
		EXPECT(hist_sample_diag_messages[i] && *hist_sample_diag_messages[i]);
}
