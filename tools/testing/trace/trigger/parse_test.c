// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parsing of trigger commands: meaning of valid commands, error and position of
 * invalid ones.
 */

#include <linux/kernel.h>
#include <linux/string.h>
#include <stdlib.h>

#include "fixture.h"
#include "harness.h"
#include "trigger/tests/invalid_cases.h"
#include "trigger/tests/valid_cases.h"

/*
 * Parse a copy of @text whose allocation ends with the text. The copy is owned
 * by @spec; the caller frees it with done().
 */
static int parse(struct trigger_spec *spec, const char *text, u32 len, bool has_target,
		 struct trace_diag *diag)
{
	char *copy = memcpy(malloc(len), text, len);
	int ret;

	*diag = (struct trace_diag){};
	ret = trigger_spec_parse(spec, copy, len, has_target, diag);
	EXPECT(is_trigger_explained(ret, diag, len));
	EXPECT(spec->text == copy);
	return ret;
}

static void done(const struct trigger_spec *spec)
{
	free((char *)spec->text);
}

static void must_parse(struct trigger_spec *spec, const char *text, u32 len, bool has_target)
{
	struct trace_diag diag;

	if (!parse(spec, text, len, has_target, &diag))
		return;
	test_fail(__FILE__, __LINE__, "'%.*s': %s at %u", (int)min(len, 80U), text,
		  trigger_diag_messages[diag.code], diag.at.off);
	exit(1);
}

static void expect_rejected(const char *text, u32 len, bool has_target, enum trigger_diag code,
			    struct trace_span at)
{
	struct trigger_spec spec;
	struct trace_diag diag;

	if (parse(&spec, text, len, has_target, &diag) != -EINVAL || diag.code != code ||
	    diag.at.off != at.off || diag.at.len != at.len)
		test_fail(__FILE__, __LINE__, "'%.*s': %s at %u+%u, not %s at %u+%u",
			  (int)min(len, 80U), text, trigger_diag_messages[diag.code], diag.at.off,
			  diag.at.len, trigger_diag_messages[code], at.off, at.len);
	done(&spec);
}

static bool is_span(const struct trigger_spec *spec, struct trace_span span, const char *expected)
{
	expected = expected ?: "";
	return span.len == strlen(expected) && !memcmp(spec->text + span.off, expected, span.len);
}

/* Print a parsed command and parse it again: the result must be equal. */
static void expect_round_trip(const struct trigger_spec *spec, bool has_target)
{
	static char shown[1024];
	struct seq_file m = { .buf = shown, .size = sizeof(shown) };
	struct trigger_spec again;

	trigger_show(&m, spec);
	EXPECT(!seq_has_overflowed(&m));
	must_parse(&again, shown, m.count, has_target);
	if (!same_trigger(spec, &again))
		test_fail(__FILE__, __LINE__, "not the same: '%s'", shown);
	done(&again);
}

TEST(valid_commands)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		const struct accepted *a = &accepted[i];
		struct trigger_spec spec;

		must_parse(&spec, a->text, strlen(a->text), a->has_target);
		if (!is_span(&spec, spec.command, a->command) ||
		    !is_span(&spec, spec.system, a->system) ||
		    !is_span(&spec, spec.event, a->event) ||
		    !is_span(&spec, spec.filter, a->filter) ||
		    spec.count != a->count || spec.remove != a->remove)
			test_fail(__FILE__, __LINE__, "'%s' is another one", a->text);
		expect_round_trip(&spec, a->has_target);
		done(&spec);
	}
}

/* trigger_spec_name() must find the same command name as trigger_spec_parse(). */
TEST(command_names)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		const char *text = accepted[i].text;
		struct trace_diag diag = {};
		struct trace_span name;

		EXPECT_EQ(trigger_spec_name(text, strlen(text), &name, &diag), 0);
		EXPECT_EQ(diag.code, TRIGGER_DIAG_NONE);
		EXPECT_EQ(name.len, strlen(accepted[i].command));
		EXPECT(!memcmp(text + name.off, accepted[i].command, name.len));
	}
}

/* count_at must cover the count, to which a later error about it refers. */
TEST(position_of_counts)
{
	static const char * const texts[] = { "x:5", "x: count=5 ", " x:0 if y", "x:unlimited:" };
	static const struct trace_span at[] = { { 2, 1 }, { 3, 7 }, { 3, 1 }, { 2, 9 } };
	struct trigger_spec spec;
	struct trace_diag diag;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		parse(&spec, texts[i], strlen(texts[i]), false, &diag);
		EXPECT_EQ(spec.count_at.off, at[i].off);
		EXPECT_EQ(spec.count_at.len, at[i].len);
		done(&spec);
	}
}

TEST(rejects_with_position)
{
	bool seen[TRIGGER_DIAG_COUNT] = {};
	char text[REJECTED_MAX];
	struct trace_span at;
	unsigned int i, len;

	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		EXPECT(rejected[i].len < REJECTED_MAX);
		len = rejected_text(&rejected[i], text, &at);
		EXPECT_EQ(len, rejected[i].len - 2);
		expect_rejected(text, len, rejected[i].has_target, rejected[i].code, at);
		seen[rejected[i].code] = true;
	}
	/* Needs a text of a particular length, see below. */
	seen[TRIGGER_DIAG_TOO_LONG] = true;
	for (i = TRIGGER_DIAG_NONE + 1; i < TRIGGER_DIAG_COUNT; i++)
		EXPECT_EQ(seen[i], rejected_by_text(i));
}

TEST(every_error_has_a_message)
{
	unsigned int code, other;

	for (code = 0; code < TRIGGER_DIAG_COUNT; code++) {
		EXPECT(trigger_diag_messages[code] && *trigger_diag_messages[code]);
		for (other = 0; other < code; other++)
			EXPECT(strcmp(trigger_diag_messages[code], trigger_diag_messages[other]));
	}
}

/* Repeat @piece behind @before until the text has @len bytes. */
static char *fill(const char *before, const char *piece, u32 len)
{
	static char text[2 * TRIGGER_TEXT_MAX];
	u32 pos = strlen(before), i;

	memcpy(text, before, pos);
	for (i = 0; pos < len; i++)
		text[pos++] = piece[i % strlen(piece)];
	return text;
}

TEST(longest_command)
{
	struct trigger_spec spec;

	must_parse(&spec, fill("", "n", TRIGGER_TEXT_MAX), TRIGGER_TEXT_MAX, false);
	EXPECT_EQ(spec.command.len, TRIGGER_TEXT_MAX);
	done(&spec);
	must_parse(&spec, fill("traceoff if ", "x", TRIGGER_TEXT_MAX), TRIGGER_TEXT_MAX, false);
	EXPECT_EQ(spec.filter.len, TRIGGER_TEXT_MAX - strlen("traceoff if "));
	done(&spec);
}

TEST(too_long_commands_are_rejected)
{
	const struct trace_span at = { TRIGGER_TEXT_MAX, 1 };

	expect_rejected(fill("", "n", at.off + 1), at.off + 1, false, TRIGGER_DIAG_TOO_LONG, at);
	expect_rejected(fill("traceoff", " ", at.off + 1), at.off + 1, false,
			TRIGGER_DIAG_TOO_LONG, at);
	expect_rejected(fill("enable_event:a:b if ", "x", 2 * at.off), 2 * at.off, true,
			TRIGGER_DIAG_TOO_LONG, at);
	expect_rejected(fill("", " ", 100000), 100000, false, TRIGGER_DIAG_TOO_LONG, at);
}

/*
 * Texts of maximum length made of grammar tokens: no crash, no error without a
 * position.
 */
TEST(long_texts_of_repeated_tokens)
{
	static const char * const pieces[] = {
		":", "!", " ", "if", " if ", "(", ")", "\n", "=", "0", "1", "count=", "unlimited",
		"x", "a:b", "\xff",
	};
	struct trigger_spec spec;
	struct trace_diag diag;
	char two[32];
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(pieces); i++) {
		for (j = 0; j < 2 * ARRAY_SIZE(pieces); j++) {
			scnprintf(two, sizeof(two), "%s%s", pieces[i], pieces[j / 2]);
			parse(&spec, fill("traceoff", two, TRIGGER_TEXT_MAX), TRIGGER_TEXT_MAX,
			      j % 2, &diag);
			done(&spec);
		}
	}
}
