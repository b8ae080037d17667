// SPDX-License-Identifier: GPL-2.0-only
/*
 * Words of set_event: the events that valid words mean, error and position of
 * invalid ones.
 */

#include <linux/array_size.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "events/reference_model.h"
#include "events/select.h"
#include "harness.h"

#define ROUNDS	200000

/* More than the longest valid word. */
#define TEXT_MAX	(2 * EVENT_WORD_MAX)

static u64 state = 1;

/* A parsed word. The selection refers to @copy, whose allocation ends with the word. */
struct parsed {
	struct event_selection selection;
	struct trace_diag diag;
	char *copy;
	int ret;
};

static struct parsed parse(const char *word)
{
	struct parsed p = { .copy = kstrdup(word, GFP_KERNEL) };

	p.ret = event_selection_parse(&p.selection, p.copy, &p.diag);
	EXPECT_EQ(p.ret, p.diag.code ? -EINVAL : 0);
	return p;
}

static void done(const struct parsed *p)
{
	kfree(p->copy);
}

static void expect_selection(const char *word, const struct event_selection *expected)
{
	struct parsed p = parse(word);
	const struct event_selection *s = &p.selection;

	if (p.ret)
		test_fail(__FILE__, __LINE__, "'%s': %s at %u", word,
			  event_select_messages[p.diag.code], p.diag.at.off);
	else if (!same_selection(s, expected))
		test_fail(__FILE__, __LINE__, "'%s': %s%s:%s, either %s, module %s", word,
			  s->disable ? "!" : "", s->system ?: "-", s->event ?: "-",
			  s->either ?: "-", s->module ?: "-");
	done(&p);
}

static void expect_rejected(const char *word, const struct trace_diag *expected)
{
	struct parsed p = parse(word);

	if (!same_diag(&p.diag, expected))
		test_fail(__FILE__, __LINE__, "'%s': code %u at %u+%u, not %u at %u+%u", word,
			  p.diag.code, p.diag.at.off, p.diag.at.len, expected->code,
			  expected->at.off, expected->at.len);
	done(&p);
}

static const struct {
	const char *word;
	struct event_selection selection;
} valid_words[] = {
	/* A name without a colon is that of a system or of an event. */
	{ "sched_switch", { .either = "sched_switch" } },
	{ "sched_*", { .either = "sched_*" } },
	{ "mod", { .either = "mod" } },
	{ "a", { .either = "a" } },
	{ "a-b,c/d;e=f", { .either = "a-b,c/d;e=f" } },
	{ "caf\xc3\xa9", { .either = "caf\xc3\xa9" } },

	{ "sched:sched_switch", { .system = "sched", .event = "sched_switch" } },
	{ "sched:", { .system = "sched" } },
	{ ":sched_switch", { .event = "sched_switch" } },
	{ "sched:sched_w*", { .system = "sched", .event = "sched_w*" } },
	{ "a:mod", { .system = "a", .event = "mod" } },
	{ "mod:a", { .system = "mod", .event = "a" } },
	{ ":mod", { .event = "mod" } },
	{ "mod:", { .system = "mod" } },
	{ "a:modb", { .system = "a", .event = "modb" } },

	/* "*" and an empty name mean all events. */
	{ "*", {} },
	{ ":", {} },
	{ "*:", {} },
	{ ":*", {} },
	{ "*:*", {} },
	{ "*:a", { .event = "a" } },
	{ "a:*", { .system = "a" } },
	{ "**", { .either = "**" } },
	{ "?:**", { .system = "?", .event = "**" } },

	/* Globs are not interpreted here: a colon in brackets is a separator. */
	{ "[ab]*:?", { .system = "[ab]*", .event = "?" } },
	{ "a[:b]", { .system = "a[", .event = "b]" } },
	{ "[!a]", { .either = "[!a]" } },
	{ "a\\", { .either = "a\\" } },
	{ "a\\:b", { .system = "a\\", .event = "b" } },

	/* Only the first "!" disables. */
	{ "!a", { .disable = true, .either = "a" } },
	{ "!!x", { .disable = true, .either = "!x" } },
	{ "a!", { .either = "a!" } },
	{ "!a:b", { .disable = true, .system = "a", .event = "b" } },
	{ "a:!b", { .system = "a", .event = "!b" } },
	{ "!*", { .disable = true } },
	{ "!*:*", { .disable = true } },
	{ "!:", { .disable = true } },

	{ ":mod:ext4", { .module = "ext4" } },
	{ "a:mod:ext4", { .either = "a", .module = "ext4" } },
	{ "a:b:mod:ext4", { .system = "a", .event = "b", .module = "ext4" } },
	{ "a::mod:ext4", { .system = "a", .module = "ext4" } },
	{ ":b:mod:ext4", { .event = "b", .module = "ext4" } },
	{ "::mod:ext4", { .module = "ext4" } },
	{ "*:mod:ext4", { .module = "ext4" } },
	{ "*:*:mod:ext4", { .module = "ext4" } },
	{ "!:mod:ext4", { .disable = true, .module = "ext4" } },
	{ "!a:b:mod:ext4", { .disable = true, .system = "a", .event = "b", .module = "ext4" } },
	{ "mod:mod:mod", { .either = "mod", .module = "mod" } },
	{ ":mod:mod", { .module = "mod" } },
	/* "*" means the events of all modules, without built-in ones. */
	{ ":mod:*", { .module = "*" } },
	{ ":mod:snd*", { .module = "snd*" } },
	{ ":mod:!", { .module = "!" } },
};

TEST(valid_words_are_parsed)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(valid_words); i++)
		expect_selection(valid_words[i].word, &valid_words[i].selection);
}

/* Two '^' enclose the offending part and do not belong to the word. */
static const struct {
	const char *text;
	enum event_select_diag code;
} invalid_words[] = {
	{ "^^", EVENT_SELECT_NO_NAME },
	{ "!^^", EVENT_SELECT_NO_NAME },

	{ "a:b^:^c", EVENT_SELECT_EXTRA_COLON },
	{ "a:b^:^", EVENT_SELECT_EXTRA_COLON },
	{ "a:b^:^c:d:e", EVENT_SELECT_EXTRA_COLON },
	{ ":^:^", EVENT_SELECT_EXTRA_COLON },
	{ ":^:^:", EVENT_SELECT_EXTRA_COLON },
	{ "*:*^:^*", EVENT_SELECT_EXTRA_COLON },
	{ "!a:b^:^c", EVENT_SELECT_EXTRA_COLON },
	{ "a:b^:^modc", EVENT_SELECT_EXTRA_COLON },
	{ "a:b^:^mod", EVENT_SELECT_EXTRA_COLON },
	{ "a:b^:^xmod:c", EVENT_SELECT_EXTRA_COLON },
	{ "mod:a^:^mod", EVENT_SELECT_EXTRA_COLON },
	{ "a:b^:^c:mod:d", EVENT_SELECT_EXTRA_COLON },
	{ "a:b^:^:mod:d", EVENT_SELECT_EXTRA_COLON },
	{ "!:^:^", EVENT_SELECT_EXTRA_COLON },

	/* A module is named last. */
	{ ":mod:a^:^b", EVENT_SELECT_EXTRA_COLON },
	{ ":mod:a^:^", EVENT_SELECT_EXTRA_COLON },
	{ ":mod:^:^b", EVENT_SELECT_EXTRA_COLON },
	{ ":mod:ext4^:^ext4:ext4_sync", EVENT_SELECT_EXTRA_COLON },
	{ "a:b:mod:c^:^d", EVENT_SELECT_EXTRA_COLON },
	{ "a:b:mod:c^:^mod:d", EVENT_SELECT_EXTRA_COLON },
	{ "a:mod:mod^:^mod", EVENT_SELECT_EXTRA_COLON },
	{ "mod:mod:mod^:^mod", EVENT_SELECT_EXTRA_COLON },
	{ "!a:mod:mod^:^", EVENT_SELECT_EXTRA_COLON },

	{ ":mod:^^", EVENT_SELECT_NO_MODULE_NAME },
	{ "!:mod:^^", EVENT_SELECT_NO_MODULE_NAME },
	{ "a:mod:^^", EVENT_SELECT_NO_MODULE_NAME },
	{ "a:b:mod:^^", EVENT_SELECT_NO_MODULE_NAME },
	{ "::mod:^^", EVENT_SELECT_NO_MODULE_NAME },
	{ "mod:mod:^^", EVENT_SELECT_NO_MODULE_NAME },
	/* The module is parsed first. */
	{ "a:b:c:mod:^^", EVENT_SELECT_NO_MODULE_NAME },
};

/* Copy the text without the '^'. *@diag is the expected diagnostic. */
static void invalid_word(const char *text, char *word, struct trace_diag *diag)
{
	unsigned int len = 0, n = 0;

	for (; *text; text++) {
		if (*text != '^')
			word[len++] = *text;
		else if (!n++)
			diag->at.off = len;
		else
			diag->at.len = len - diag->at.off;
	}
	word[len] = '\0';
}

TEST(invalid_words_are_rejected_with_position)
{
	/* Needs a word of a particular length, see below. */
	bool seen[EVENT_SELECT_DIAG_COUNT] = { [EVENT_SELECT_TOO_LONG] = true };
	char word[TEXT_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(invalid_words); i++) {
		struct trace_diag diag = { .code = invalid_words[i].code };

		invalid_word(invalid_words[i].text, word, &diag);
		expect_rejected(word, &diag);
		seen[diag.code] = true;
	}
	/* The later codes need events. */
	for (i = EVENT_SELECT_OK + 1; i < EVENT_SELECT_DIAG_COUNT; i++)
		EXPECT_EQ(seen[i], i <= EVENT_SELECT_NO_MODULE_NAME);
}

TEST(every_error_has_a_message)
{
	unsigned int code, other;

	for (code = 0; code < EVENT_SELECT_DIAG_COUNT; code++) {
		EXPECT(event_select_messages[code] && *event_select_messages[code]);
		for (other = 0; other < code; other++)
			EXPECT(strcmp(event_select_messages[code], event_select_messages[other]));
	}
}

/* The parser reports the first error that it finds, and keeps an earlier one. */
TEST(earlier_error_is_kept)
{
	struct trace_diag diag = { .code = EVENT_SELECT_NO_EVENT, .at = { 7, 2 } };
	struct event_selection selection;
	char word[] = "a:b:c";

	EXPECT_EQ(event_selection_parse(&selection, word, &diag), -EINVAL);
	EXPECT_EQ(diag.code, EVENT_SELECT_NO_EVENT);
	EXPECT_EQ(diag.at.off, 7);
	EXPECT_EQ(diag.at.len, 2);
}

/* Return @start with 'x' behind it, @len bytes in all. */
static const char *fill(const char *start, u32 len)
{
	static char word[TEXT_MAX + 1];
	u32 n = strlen(start);

	memset(word, 'x', len);
	memcpy(word, start, n);
	word[len] = '\0';
	return word;
}

TEST(longest_words)
{
	static const char *const starts[] = { "", "!", "a:b", ":", "a:", ":mod:", "!a:b:mod:c" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		struct parsed p = parse(fill(starts[i], EVENT_WORD_MAX));
		const struct event_selection *s = &p.selection;
		const char *last = s->module ?: s->event ?: s->either;

		EXPECT_EQ(p.ret, 0);
		EXPECT_EQ(s->disable, starts[i][0] == '!');
		EXPECT(last + strlen(last) == p.copy + EVENT_WORD_MAX);
		done(&p);
	}
	EXPECT_EQ(EVENT_WORD_MAX, 255);
}

/* The length is checked before everything else. The whole word is too long. */
TEST(too_long_words_are_rejected)
{
	static const char *const starts[] = { "", "!", "a:b", "a:b:c", "a:b:mod:c" };
	static const u32 lens[] = { EVENT_WORD_MAX + 1, EVENT_WORD_MAX + 2, TEXT_MAX };
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(starts); i++) {
		for (j = 0; j < ARRAY_SIZE(lens); j++) {
			struct trace_diag diag = {
				.code = EVENT_SELECT_TOO_LONG, .at.len = lens[j],
			};

			expect_rejected(fill(starts[i], lens[j]), &diag);
		}
	}
}

static void random_word(char *word)
{
	static const char *const pieces[] = {
		":", ":", ":mod:", "mod", "a", "b*", "*", "?", "[", "]", "!", "\\", "\xff",
	};
	unsigned int n = test_random(&state) % 8;

	for (*word = '\0'; n; n--)
		strcat(word, pieces[test_random(&state) % ARRAY_SIZE(pieces)]);
}

TEST(random_words)
{
	unsigned int round, n_valid = 0;

	for (round = 0; round < ROUNDS; round++) {
		struct event_selection expected;
		struct trace_diag diag = {};
		char word[64], cut_word[64];
		struct parsed p;

		random_word(word);
		strscpy(cut_word, word);
		model_parse(&expected, cut_word, &diag);
		p = parse(word);
		if (!same_diag(&p.diag, &diag))
			expect_rejected(word, &diag);
		else if (!diag.code && !same_selection(&p.selection, &expected))
			expect_selection(word, &expected);
		n_valid += !diag.code;
		done(&p);
	}
	/* Both results are frequent, so that the test means something. */
	EXPECT(n_valid > ROUNDS / 4 && n_valid < ROUNDS * 3 / 4);
}

static const struct {
	const char *word;
	const char *system, *event, *module;
	bool matches;
} match_cases[] = {
	{ "sched_switch", "sched", "sched_switch", NULL, true },
	{ "sched_switch", "sched", "sched_wakeup", NULL, false },
	{ "sched_switch", "sched", "sched_switch2", NULL, false },
	{ "sched_switch", "sched", "xsched_switch", NULL, false },
	{ "sched_switch", "sched", "SCHED_SWITCH", NULL, false },
	/* Name of a system or of an event. */
	{ "sched", "sched", "sched_switch", NULL, true },
	{ "sched", "other", "sched", NULL, true },
	{ "sched", "sched", "sched", NULL, true },
	{ "sched", "other", "other", NULL, false },
	{ "s*", "sched", "x", NULL, true },
	{ "s*", "x", "sched", NULL, true },
	{ "s*", "x", "x", NULL, false },

	{ "sched:sched_switch", "sched", "sched_switch", NULL, true },
	{ "sched:sched_switch", "other", "sched_switch", NULL, false },
	{ "sched:sched_switch", "sched", "other", NULL, false },
	{ "sched:sched_switch", "sched_switch", "sched", NULL, false },
	{ "sched:", "sched", "x", NULL, true },
	{ "sched:", "x", "sched", NULL, false },
	{ ":sched", "sched", "x", NULL, false },
	{ ":sched", "x", "sched", NULL, true },
	{ "*:*", "x", "y", NULL, true },
	{ ":", "x", "y", "z", true },
	{ "*", "x", "y", "z", true },

	/* "!" is no part of the names. */
	{ "!sched", "sched", "x", NULL, true },
	{ "!!x", "s", "x", NULL, false },
	{ "!!x", "s", "!x", NULL, true },

	{ "s*:*_w*", "sched", "sched_wakeup", NULL, true },
	{ "s*:*_w*", "sched", "sched_switch", NULL, false },
	{ "s?hed:*", "sched", "x", NULL, true },
	{ "s?hed:*", "shed", "x", NULL, false },
	{ "[rs]*:[!a-c]*", "sched", "d", NULL, true },
	{ "[rs]*:[!a-c]*", "sched", "b", NULL, false },
	{ "[rs]*:[!a-c]*", "rcu", "e", NULL, true },
	{ "[]x]:*", "]", "a", NULL, true },
	/* A bracket without its partner matches itself. */
	{ "a[b:*", "a[b", "x", NULL, true },
	{ "a[b:*", "ab", "x", NULL, false },
	{ "\\*:*", "*", "x", NULL, true },
	{ "\\*:*", "a", "x", NULL, false },

	/* Built-in events have no module. */
	{ ":mod:ext4", "ext4", "x", "ext4", true },
	{ ":mod:ext4", "ext4", "x", NULL, false },
	{ ":mod:ext4", "ext4", "x", "ext3", false },
	{ ":mod:ext?", "ext4", "x", "ext3", true },
	{ ":mod:*", "ext4", "x", "ext3", true },
	{ ":mod:*", "ext4", "x", NULL, false },
	{ "a:mod:m", "a", "x", "m", true },
	{ "a:mod:m", "x", "a", "m", true },
	{ "a:mod:m", "x", "y", "m", false },
	{ "a:mod:m", "a", "x", "n", false },
	{ "a:b:mod:m", "a", "b", "m", true },
	{ "a:b:mod:m", "a", "c", "m", false },
	{ "a:b:mod:m", "c", "b", "m", false },
	{ "a:b:mod:m", "a", "b", NULL, false },
	{ "a:b", "a", "b", "m", true },
	{ "a", "x", "y", "a", false },
};

TEST(matching_events)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(match_cases); i++) {
		const char *system = match_cases[i].system, *event = match_cases[i].event;
		const char *module = match_cases[i].module;
		struct parsed p = parse(match_cases[i].word);

		EXPECT_EQ(p.ret, 0);
		if (event_selection_matches(&p.selection, system, event, module) !=
		    match_cases[i].matches)
			test_fail(__FILE__, __LINE__, "'%s' %s %s:%s of %s", match_cases[i].word,
				  match_cases[i].matches ? "does not match" : "matches", system,
				  event, module ?: "the kernel");
		done(&p);
	}
}

/* A selection with all members zero means all events. */
TEST(empty_selection_matches_all)
{
	static const struct event_selection all = { .disable = true };

	EXPECT(event_selection_matches(&all, "sched", "sched_switch", NULL));
	EXPECT(event_selection_matches(&all, "ext4", "ext4_sync", "ext4"));
}

/*
 * Match a glob by its definition: try each length of each "*". Globs here have no classes and no
 * backslashes.
 */
static bool model_glob(const char *glob, const char *name)
{
	if (*glob == '*')
		return model_glob(glob + 1, name) || (*name && model_glob(glob, name + 1));
	if (!*glob || !*name)
		return *glob == *name;
	return (*glob == '?' || *glob == *name) && model_glob(glob + 1, name + 1);
}

/* Fill @name with up to five of the letters. */
static const char *random_name(char *name, const char *letters)
{
	unsigned int i, len = test_random(&state) % 6;

	for (i = 0; i < len; i++)
		name[i] = letters[test_random(&state) % strlen(letters)];
	name[len] = '\0';
	return name;
}

static bool model_matches(const struct event_selection *selection, const char *system,
			  const char *event, const char *module)
{
	if (selection->module)
		if (!module || !model_glob(selection->module, module))
			return false;
	if (selection->system && !model_glob(selection->system, system))
		return false;
	if (selection->event && !model_glob(selection->event, event))
		return false;
	if (!selection->either)
		return true;
	return model_glob(selection->either, system) || model_glob(selection->either, event);
}

/* Every combination of present and missing names, whether or not a word can mean it. */
TEST(random_matches)
{
	unsigned int round, n_matches = 0;

	for (round = 0; round < ROUNDS; round++) {
		static const char globs[] = "ab*?", names[] = "ab";
		char g[4][6], n[3][6];
		unsigned int has = test_random(&state) % 16;
		const struct event_selection s = {
			.system = has & 1 ? random_name(g[0], globs) : NULL,
			.event = has & 2 ? random_name(g[1], globs) : NULL,
			.either = has & 4 ? random_name(g[2], globs) : NULL,
			.module = has & 8 ? random_name(g[3], globs) : NULL,
		};
		const char *system = random_name(n[0], names), *event = random_name(n[1], names);
		const char *module = random_name(n[2], names);
		bool expected;

		if (!(test_random(&state) % 4))
			module = NULL;
		expected = model_matches(&s, system, event, module);
		EXPECT_EQ(event_selection_matches(&s, system, event, module), expected);
		n_matches += expected;
	}
	/* Both results are frequent, so that the test means something. */
	EXPECT(n_matches > ROUNDS / 8 && n_matches < ROUNDS * 7 / 8);
}
