// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of commands that are written to hist_control: meaning of valid commands, error and
 * position of invalid ones.
 */

#include <linux/kernel.h>
#include <linux/string.h>
#include <stdlib.h>

#include "harness.h"
#include "hist/control/diag.h"
#include "hist/control/spec.h"

/*
 * Parse a copy of @text whose allocation ends with the text. The copy is owned by @spec; the
 * caller frees it with done().
 */
static int parse(struct hist_control_spec *spec, const char *text, u32 len,
		 struct trace_diag *diag)
{
	char *copy = memcpy(malloc(len), text, len);
	int ret;

	*diag = (struct trace_diag){};
	ret = hist_control_parse(spec, copy, len, diag);
	EXPECT(spec->text == copy);
	if (ret == -EINVAL)
		EXPECT(diag->code && diag->code < HIST_CONTROL_DIAG_COUNT &&
		       trace_span_end(diag->at) <= len);
	else
		EXPECT(!diag->code);
	return ret;
}

static void done(struct hist_control_spec *spec)
{
	hist_control_spec_free(spec);
	free((char *)spec->text);
	EXPECT_EQ(shim_allocs(), 0);
}

static struct hist_control_spec must_parse(const char *text)
{
	struct hist_control_spec spec;
	struct trace_diag diag;

	if (parse(&spec, text, strlen(text), &diag)) {
		test_fail(__FILE__, __LINE__, "'%s': %s", text,
			  hist_control_diag_messages[diag.code]);
		exit(1);
	}
	return spec;
}

static bool span_is(const struct hist_control_spec *spec, struct trace_span span, const char *text)
{
	return trace_span_is(spec->text, span, text);
}

TEST(each_verb)
{
	static const char *const verbs[] = { "pause", "continue", "clear", "delta" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(verbs); i++) {
		struct hist_control_spec spec = must_parse(verbs[i]);

		EXPECT_EQ(spec.verb, i);
		EXPECT(span_is(&spec, spec.verb_at, verbs[i]));
		EXPECT_EQ(spec.n_targets, 0);
		done(&spec);
	}
}

TEST(each_kind_of_target)
{
	struct hist_control_spec spec =
		must_parse(" delta\t#18446744073709551615  sched:sched_switch name=a:b=c\n");

	EXPECT_EQ(spec.verb, HIST_VERB_DELTA);
	EXPECT_EQ(spec.n_targets, 3);
	EXPECT_EQ(spec.targets[0].kind, HIST_TARGET_ID);
	EXPECT(spec.targets[0].id == U64_MAX);
	EXPECT(span_is(&spec, spec.targets[0].at, "#18446744073709551615"));
	EXPECT_EQ(spec.targets[1].kind, HIST_TARGET_EVENT);
	EXPECT(span_is(&spec, spec.targets[1].system, "sched"));
	EXPECT(span_is(&spec, spec.targets[1].name, "sched_switch"));
	EXPECT_EQ(spec.targets[2].kind, HIST_TARGET_NAME);
	EXPECT(span_is(&spec, spec.targets[2].name, "a:b=c"));
	EXPECT(span_is(&spec, spec.targets[2].at, "name=a:b=c"));
	done(&spec);
}

TEST(invalid_commands)
{
	static const struct {
		const char *text;
		enum hist_control_diag code;
		struct trace_span at;
	} cases[] = {
		{ "", HIST_CONTROL_DIAG_EMPTY, { 0, 0 } },
		{ " \t\n", HIST_CONTROL_DIAG_EMPTY, { 0, 0 } },
		{ "stop", HIST_CONTROL_DIAG_BAD_VERB, { 0, 4 } },
		{ " pause, #1", HIST_CONTROL_DIAG_BAD_VERB, { 1, 6 } },
		{ "#1", HIST_CONTROL_DIAG_BAD_VERB, { 0, 2 } },
		{ "pause 1", HIST_CONTROL_DIAG_BAD_TARGET, { 6, 1 } },
		{ "pause #1 all", HIST_CONTROL_DIAG_BAD_TARGET, { 9, 3 } },
		{ "pause name=", HIST_CONTROL_DIAG_BAD_TARGET, { 6, 5 } },
		{ "pause name", HIST_CONTROL_DIAG_BAD_TARGET, { 6, 4 } },
		{ "pause a:", HIST_CONTROL_DIAG_BAD_TARGET, { 6, 2 } },
		{ "pause :a", HIST_CONTROL_DIAG_BAD_TARGET, { 6, 2 } },
		{ "pause #", HIST_CONTROL_DIAG_BAD_ID, { 6, 1 } },
		{ "pause #-1", HIST_CONTROL_DIAG_BAD_ID, { 6, 3 } },
		{ "pause #1#2", HIST_CONTROL_DIAG_BAD_ID, { 6, 4 } },
		{ "clear #18446744073709551616", HIST_CONTROL_DIAG_BAD_ID, { 6, 21 } },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hist_control_spec spec;
		struct trace_diag diag;
		int ret = parse(&spec, cases[i].text, strlen(cases[i].text), &diag);

		if (ret != -EINVAL || diag.code != cases[i].code ||
		    diag.at.off != cases[i].at.off || diag.at.len != cases[i].at.len)
			test_fail(__FILE__, __LINE__, "'%s': %s at %u+%u", cases[i].text,
				  hist_control_diag_messages[diag.code], diag.at.off, diag.at.len);
		done(&spec);
	}
}

TEST(nul_byte_and_length)
{
	static char longest[HIST_CONTROL_TEXT_MAX + 1];
	struct hist_control_spec spec;
	struct trace_diag diag;

	EXPECT_EQ(parse(&spec, "pause\0#1", 8, &diag), -EINVAL);
	EXPECT_EQ(diag.code, HIST_CONTROL_DIAG_NUL_BYTE);
	EXPECT_EQ(diag.at.off, 5);
	done(&spec);

	memset(longest, ' ', sizeof(longest));
	memcpy(longest, "clear", 5);
	EXPECT_EQ(parse(&spec, longest, HIST_CONTROL_TEXT_MAX, &diag), 0);
	done(&spec);
	EXPECT_EQ(parse(&spec, longest, sizeof(longest), &diag), -EINVAL);
	EXPECT_EQ(diag.code, HIST_CONTROL_DIAG_TOO_LONG);
	done(&spec);
}

TEST(allocation_fails)
{
	struct hist_control_spec spec;
	struct trace_diag diag;

	shim_fail_nth(1);
	EXPECT_EQ(parse(&spec, "pause #1", 8, &diag), -ENOMEM);
	EXPECT(shim_failed());
	done(&spec);
}

/* Random text is parsed or explained, and does not access memory outside of the command. */
TEST(random_text)
{
	static const char *const parts[] = {
		"pause", "clear", "delta", " ", "\n", "#", "1", "99999999999", "name=", "a", ":",
		"sched:sched_switch", "=", "\xff", "\t",
	};
	unsigned int round, i;

	srandom(1);
	for (round = 0; round < 20000; round++) {
		struct hist_control_spec spec;
		struct trace_diag diag;
		char text[256] = "";

		for (i = random() % 9; i; i--)
			strcat(text, parts[random() % ARRAY_SIZE(parts)]);
		if (!parse(&spec, text, strlen(text), &diag))
			for (i = 0; i < spec.n_targets; i++)
				EXPECT(spec.targets[i].at.len &&
				       trace_span_end(spec.targets[i].at) <= strlen(text));
		done(&spec);
	}
}
