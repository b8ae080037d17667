// SPDX-License-Identifier: GPL-2.0
/*
 * Test the text scanner that all trace commands share (trace_text.[ch]), suggestions for unknown
 * names (trace_suggest.[ch]), and struct trace_diag.
 *
 * The functions under test are pure, so the tests need no trace event and take no locks.
 */
#include <kunit/test.h>

#include "../trace_diag.h"
#include "../trace_suggest.h"
#include "../trace_text.h"
#include "command_kunit.h"
#include "suggest_cases.h"

static void expect_span(struct kunit *test, const char *text, struct trace_span span,
			const char *what, unsigned int off)
{
	KUNIT_EXPECT_TRUE_MSG(test, trace_span_is(text, span, what),
			      "in '%s' is '%.*s', not '%s'", text, span.len, text + span.off, what);
	KUNIT_EXPECT_EQ_MSG(test, span.off, off, "'%s' in '%s'", what, text);
}

/* A list with the separator ',': the expected items and their offsets. */
struct items_case {
	const char *text;
	unsigned int n;
	const char *items[4];
	unsigned int offs[4];
};

static const struct items_case items_cases[] = {
	{ "", 1, { "" }, { 0 } },
	{ "a", 1, { "a" }, { 0 } },
	{ "ab,c", 2, { "ab", "c" }, { 0, 3 } },
	{ "a,b,c,d", 4, { "a", "b", "c", "d" }, { 0, 2, 4, 6 } },

	/* Empty items are returned as well: N separators make N + 1 items. */
	{ ",", 2, { "", "" }, { 0, 1 } },
	{ "a,", 2, { "a", "" }, { 0, 2 } },
	{ ",a", 2, { "", "a" }, { 0, 1 } },
	{ "a,,b", 3, { "a", "", "b" }, { 0, 2, 3 } },

	/* Blanks around an item are trimmed, blanks inside an item are kept. */
	{ "  a b\t, c\n", 2, { "a b", "c" }, { 2, 8 } },
	{ "  ", 1, { "" }, { 2 } },
	{ " , ", 2, { "", "" }, { 1, 3 } },

	/* A separator inside parentheses does not end an item. Quotes have no effect. */
	{ "f(a,b),c", 2, { "f(a,b)", "c" }, { 0, 7 } },
	{ "f(g(a,b),c),d", 2, { "f(g(a,b),c)", "d" }, { 0, 12 } },
	{ "(),()", 2, { "()", "()" }, { 0, 3 } },
	{ "f(a,b", 1, { "f(a,b" }, { 0 } },
	{ "a),b", 2, { "a)", "b" }, { 0, 3 } },
	{ ")a(,b),c", 2, { ")a(,b)", "c" }, { 0, 7 } },
	{ "\"a,b\"", 2, { "\"a", "b\"" }, { 0, 3 } },
};

static void items_desc(const struct items_case *c, char *desc)
{
	trace_test_describe(desc, c->text);
}

KUNIT_ARRAY_PARAM(items, items_cases, items_desc);

static void test_items(struct kunit *test)
{
	const struct items_case *c = test->param_value;
	struct trace_cursor cur = trace_cursor_over(c->text, trace_span_all(c->text));
	struct trace_span item = { 99, 99 };
	unsigned int i;

	for (i = 0; i < c->n; i++) {
		KUNIT_ASSERT_TRUE_MSG(test, trace_next_item(&cur, ',', &item), "item %u", i);
		expect_span(test, c->text, item, c->items[i], c->offs[i]);
		KUNIT_EXPECT_EQ(test, cur.more, i + 1 < c->n);
	}
	KUNIT_EXPECT_FALSE(test, trace_next_item(&cur, ',', &item));
	KUNIT_EXPECT_FALSE(test, trace_next_item(&cur, ',', &item));
}

/* The scanner must not read outside of the span, so the text needs no NUL terminator. */
static void test_items_of_part(struct kunit *test)
{
	static const char text[] = { 'x', ',', 'a', ',', '(', 'b', ')', ',', 'y' };
	struct trace_cursor cur = trace_cursor_over(text, (struct trace_span){ 2, 4 });
	struct trace_span item;

	KUNIT_ASSERT_TRUE(test, trace_next_item(&cur, ',', &item));
	expect_span(test, text, item, "a", 2);
	KUNIT_ASSERT_TRUE(test, trace_next_item(&cur, ',', &item));
	expect_span(test, text, item, "(b", 4);
	KUNIT_EXPECT_FALSE(test, trace_next_item(&cur, ',', &item));
}

struct cut_case {
	const char *text;
	bool found;
	const char *head;
	const char *tail;
	unsigned int head_off;
	unsigned int tail_off;
};

static const struct cut_case cut_cases[] = {
	{ "a=b", true, "a", "b", 0, 2 },
	{ "a=b=c", true, "a", "b=c", 0, 2 },
	{ " a = b ", true, "a", "b", 1, 5 },
	{ "=b", true, "", "b", 0, 1 },
	{ "a=", true, "a", "", 0, 2 },
	{ "=", true, "", "", 0, 1 },
	{ "a", false, "a", "", 0, 1 },
	{ " a ", false, "a", "", 1, 3 },
	{ "", false, "", "", 0, 0 },
};

static void cut_desc(const struct cut_case *c, char *desc)
{
	trace_test_describe(desc, c->text);
}

KUNIT_ARRAY_PARAM(cut, cut_cases, cut_desc);

static void test_cut(struct kunit *test)
{
	const struct cut_case *c = test->param_value;
	struct trace_span head, tail;

	KUNIT_EXPECT_EQ(test, c->found,
			trace_span_cut(c->text, trace_span_all(c->text), '=', &head, &tail));
	expect_span(test, c->text, head, c->head, c->head_off);
	expect_span(test, c->text, tail, c->tail, c->tail_off);
}

static void test_trim(struct kunit *test)
{
	static const char text[] = " \t a b\n\v ", letters[] = " \xa0\xc3\xa0\n";

	expect_span(test, text, trace_span_trim(text, trace_span_all(text)), "a b", 3);
	expect_span(test, text, trace_span_trim(text, (struct trace_span){ 3, 3 }), "a b", 3);
	expect_span(test, text, trace_span_trim(text, (struct trace_span){ 0, 3 }), "", 3);
	expect_span(test, text, trace_span_trim(text, (struct trace_span){ 2, 0 }), "", 2);
	expect_span(test, letters, trace_span_trim(letters, trace_span_all(letters)),
		    "\xa0\xc3\xa0", 1);
}

/* 0xa0 is no blank: it is a blank in Latin-1, but part of a letter in UTF-8. */
static void test_skip_blanks(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, trace_skip_blanks(" \t\n\v\f\ra b "), "a b ");
	KUNIT_EXPECT_STREQ(test, trace_skip_blanks("a"), "a");
	KUNIT_EXPECT_STREQ(test, trace_skip_blanks(" \xa0 "), "\xa0 ");
	KUNIT_EXPECT_STREQ(test, trace_skip_blanks(" "), "");
}

/* A text, the words that blanks separate in it, and their offsets. */
struct words_case {
	const char *text;
	unsigned int n;
	const char *words[4];
	unsigned int offs[4];
};

static const struct words_case words_cases[] = {
	{ "", 0 },
	{ " ", 0 },
	{ "\t\n\v\f\r ", 0 },
	{ "a", 1, { "a" }, { 0 } },
	{ "a b", 2, { "a", "b" }, { 0, 2 } },
	{ "ab  cd\te\n(f", 4, { "ab", "cd", "e", "(f" }, { 0, 4, 7, 9 } },
	{ " \v ab\f\r", 1, { "ab" }, { 3 } },
	{ "a;b,c:d=e", 1, { "a;b,c:d=e" }, { 0 } },
	{ "\x01 \xc3\xa9 \x7f", 3, { "\x01", "\xc3\xa9", "\x7f" }, { 0, 2, 5 } },
	/* 0xa0 is a blank in Latin-1, but part of a letter in UTF-8. */
	{ "voil\xc3\xa0 \xa0", 2, { "voil\xc3\xa0", "\xa0" }, { 0, 7 } },
};

static void words_desc(const struct words_case *c, char *desc)
{
	trace_test_describe(desc, c->text);
}

KUNIT_ARRAY_PARAM(words, words_cases, words_desc);

static void test_words(struct kunit *test)
{
	const struct words_case *c = test->param_value;
	struct trace_cursor cur = trace_cursor_over(c->text, trace_span_all(c->text));
	struct trace_span word = { 99, 99 };
	unsigned int i;

	for (i = 0; i < c->n; i++) {
		KUNIT_ASSERT_TRUE_MSG(test, trace_next_word(&cur, &word), "word %u", i);
		expect_span(test, c->text, word, c->words[i], c->offs[i]);
	}
	KUNIT_EXPECT_FALSE(test, trace_next_word(&cur, &word));
	expect_span(test, c->text, word, "", strlen(c->text));
	KUNIT_EXPECT_FALSE(test, trace_next_word(&cur, &word));
}

/* The scanner must not read outside of the span. A NUL inside the span is part of a word. */
static void test_words_of_part(struct kunit *test)
{
	static const char text[] = { 'x', 'a', ' ', 'b', '\0', 'c', 'y' };
	struct trace_cursor cur = trace_cursor_over(text, (struct trace_span){ 1, 5 });
	struct trace_span word;

	KUNIT_ASSERT_TRUE(test, trace_next_word(&cur, &word));
	expect_span(test, text, word, "a", 1);
	KUNIT_ASSERT_TRUE(test, trace_next_word(&cur, &word));
	KUNIT_EXPECT_EQ(test, word.off, 3);
	KUNIT_EXPECT_EQ(test, word.len, 3);
	KUNIT_EXPECT_FALSE(test, trace_next_word(&cur, &word));
}

struct word_case {
	const char *text;
	bool found;
	unsigned int off;
};

static const struct word_case word_cases[] = {
	{ "if", true, 0 },
	{ "a if b", true, 2 },
	{ "a\tif\nb", true, 2 },
	{ "  if", true, 2 },
	{ "iff if", true, 4 },
	{ "a if b if c", true, 2 },
	{ "", false },
	{ "   ", false },
	{ "a=if", false },
	{ "if=a", false },
	{ "IF", false },
	{ "i f", false },
};

static void word_desc(const struct word_case *c, char *desc)
{
	trace_test_describe(desc, c->text);
}

KUNIT_ARRAY_PARAM(word, word_cases, word_desc);

static void test_find_word(struct kunit *test)
{
	const struct word_case *c = test->param_value;
	struct trace_span found;

	KUNIT_ASSERT_EQ(test, c->found,
			trace_span_find_word(c->text, trace_span_all(c->text), "if", &found));
	if (c->found)
		expect_span(test, c->text, found, "if", c->off);
}

static void test_is(struct kunit *test)
{
	static const char text[] = "ab\0c";

	KUNIT_EXPECT_TRUE(test, trace_span_is(text, (struct trace_span){ 0, 2 }, "ab"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, (struct trace_span){ 1, 1 }, "b"));
	KUNIT_EXPECT_TRUE(test, trace_span_is(text, (struct trace_span){ 2, 0 }, ""));
	KUNIT_EXPECT_FALSE(test, trace_span_is(text, (struct trace_span){ 0, 1 }, "ab"));
	KUNIT_EXPECT_FALSE(test, trace_span_is(text, (struct trace_span){ 0, 2 }, "a"));
	KUNIT_EXPECT_FALSE(test, trace_span_is(text, (struct trace_span){ 0, 2 }, "aB"));
	/* A NUL in a span does not end the comparison. */
	KUNIT_EXPECT_FALSE(test, trace_span_is(text, (struct trace_span){ 0, 4 }, "ab"));
}

static void test_same(struct kunit *test)
{
	static const char text[] = "abcab\0ab\0b";
	const struct trace_span ab = { 0, 2 };

	KUNIT_EXPECT_TRUE(test, trace_spans_same(text, ab, ab));
	KUNIT_EXPECT_TRUE(test, trace_spans_same(text, ab, (struct trace_span){ 3, 2 }));
	KUNIT_EXPECT_FALSE(test, trace_spans_same(text, ab, (struct trace_span){ 3, 1 }));
	KUNIT_EXPECT_FALSE(test, trace_spans_same(text, ab, (struct trace_span){ 1, 2 }));
	KUNIT_EXPECT_FALSE(test, trace_spans_same(text, ab, (struct trace_span){ 0, 3 }));
	KUNIT_EXPECT_TRUE(test, trace_spans_same(text, (struct trace_span){ 1, 0 },
						 (struct trace_span){ 5, 0 }));
	/* A NUL in a span does not end the comparison. */
	KUNIT_EXPECT_FALSE(test, trace_spans_same(text, (struct trace_span){ 3, 4 },
						  (struct trace_span){ 6, 4 }));
	KUNIT_EXPECT_TRUE(test, trace_spans_same(text, (struct trace_span){ 3, 3 },
						 (struct trace_span){ 6, 3 }));
}

struct identifier_case {
	const char *text;
	bool is_one;
};

static const struct identifier_case identifier_cases[] = {
	{ "a", true },
	{ "Z", true },
	{ "_", true },
	{ "_0", true },
	{ "aZ_09", true },
	{ "__data_loc", true },
	{ "", false },
	{ "0", false },
	{ "0a", false },
	{ "a b", false },
	{ " a", false },
	{ "a ", false },
	{ "a\n", false },
	{ "a-b", false },
	{ "a.b", false },
	{ "*a", false },
	{ "a[4]", false },
	{ "a\x7f", false },
	{ "a\x01", false },
	/* Bytes above 0x7f are not allowed, although isalpha() accepts Latin-1 letters. */
	{ "\xe9", false },
	{ "a\xe9", false },
	{ "\xc3\xa9", false },
	{ "a\xa0", false },
};

static void identifier_desc(const struct identifier_case *c, char *desc)
{
	trace_test_describe(desc, c->text);
}

KUNIT_ARRAY_PARAM(identifier, identifier_cases, identifier_desc);

static void test_is_identifier(struct kunit *test)
{
	const struct identifier_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, trace_span_is_identifier(c->text, trace_span_all(c->text)),
			c->is_one);
}

/* The result depends only on the bytes of the span. */
static void test_is_identifier_part(struct kunit *test)
{
	static const char text[] = "1a-\0b";

	KUNIT_EXPECT_TRUE(test, trace_span_is_identifier(text, (struct trace_span){ 1, 1 }));
	KUNIT_EXPECT_FALSE(test, trace_span_is_identifier(text, (struct trace_span){ 0, 2 }));
	KUNIT_EXPECT_FALSE(test, trace_span_is_identifier(text, (struct trace_span){ 1, 2 }));
	KUNIT_EXPECT_FALSE(test, trace_span_is_identifier(text, (struct trace_span){ 1, 0 }));
	KUNIT_EXPECT_FALSE(test, trace_span_is_identifier(text, (struct trace_span){ 3, 2 }));
	KUNIT_EXPECT_TRUE(test, trace_span_is_identifier(text, (struct trace_span){ 4, 1 }));
}

struct u64_case {
	const char *text;
	int err;
	u64 val;
};

static const struct u64_case u64_cases[] = {
	{ "0", 0, 0 },
	{ "42", 0, 42 },
	{ "0x2a", 0, 42 },
	{ "0X2A", 0, 42 },
	{ "052", 0, 42 },
	{ "18446744073709551615", 0, U64_MAX },
	{ "0xffffffffffffffff", 0, U64_MAX },
	{ "01777777777777777777777", 0, U64_MAX },
	{ "18446744073709551616", -ERANGE },
	{ "0x10000000000000000", -ERANGE },
	{ "02000000000000000000000", -ERANGE },
	{ "000000000000000000000001", 0, 1 },
	{ "99999999999999999999999999999999999999999", -ERANGE },

	{ "", -EINVAL },
	{ "x", -EINVAL },
	{ "-1", -EINVAL },
	{ "+1", -EINVAL },
	{ " 1", -EINVAL },
	{ "1 ", -EINVAL },
	{ "1\n", -EINVAL },
	{ "1k", -EINVAL },
	{ "0x", -EINVAL },
	{ "0xg", -EINVAL },
	{ "08", -EINVAL },
	{ "1.5", -EINVAL },
	{ "1_000", -EINVAL },
};

static void u64_desc(const struct u64_case *c, char *desc)
{
	trace_test_describe(desc, c->text);
}

KUNIT_ARRAY_PARAM(u64, u64_cases, u64_desc);

static void test_to_u64(struct kunit *test)
{
	const struct u64_case *c = test->param_value;
	u64 val = 99;

	KUNIT_EXPECT_EQ(test, c->err, trace_span_to_u64(c->text, trace_span_all(c->text), &val));
	KUNIT_EXPECT_EQ(test, val, c->err ? 99 : c->val);
}

/* The conversion stops at the end of the span, even if more digits follow. */
static void test_to_u64_of_part(struct kunit *test)
{
	u64 val;

	KUNIT_EXPECT_EQ(test, 0, trace_span_to_u64("12345", (struct trace_span){ 1, 3 }, &val));
	KUNIT_EXPECT_EQ(test, val, 234);
	KUNIT_EXPECT_EQ(test, -EINVAL,
			trace_span_to_u64("1\0002", (struct trace_span){ 0, 3 }, &val));
}

static void test_dup(struct kunit *test)
{
	char *copy = trace_span_dup("a name", (struct trace_span){ 2, 3 });

	KUNIT_EXPECT_STREQ(test, copy, "nam");
	kfree(copy);
	copy = trace_span_dup("a name", (struct trace_span){ 6, 0 });
	KUNIT_EXPECT_STREQ(test, copy, "");
	kfree(copy);
}

static void test_rest(struct kunit *test)
{
	struct trace_span span = { 3, 4 };

	KUNIT_EXPECT_EQ(test, trace_span_end(span), 7);
	KUNIT_EXPECT_EQ(test, trace_span_from(span, 3).len, 4);
	KUNIT_EXPECT_EQ(test, trace_span_from(span, 5).off, 5);
	KUNIT_EXPECT_EQ(test, trace_span_from(span, 5).len, 2);
	KUNIT_EXPECT_EQ(test, trace_span_from(span, 7).len, 0);
}

static void test_diag(struct kunit *test)
{
	struct trace_diag diag = {};

	KUNIT_EXPECT_EQ(test, trace_diag_set(&diag, 3, (struct trace_span){ 5, 2 }), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_diag_set(&diag, 4, (struct trace_span){ 6, 1 }), -EINVAL);
	KUNIT_EXPECT_EQ(test, diag.code, 3);
	KUNIT_EXPECT_EQ(test, diag.at.off, 5);
	KUNIT_EXPECT_EQ(test, diag.at.len, 2);
}

static void suggest_desc(const struct suggest_case *c, char *desc)
{
	trace_test_describe(desc, c->unknown);
}

KUNIT_ARRAY_PARAM(suggest, suggest_cases, suggest_desc);

static void test_suggest(struct kunit *test)
{
	const struct suggest_case *c = test->param_value;
	const struct trace_span all = trace_span_all(c->unknown);
	char *unknown = trace_test_copy(test, c->unknown, all.len);
	struct trace_suggestion suggestion = trace_suggestion_for(unknown, all);
	struct trace_diag diag = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(c->valid) && c->valid[i]; i++)
		trace_suggest_offer(&suggestion, c->valid[i]);
	KUNIT_EXPECT_STREQ(test, suggestion.name, c->expected);

	KUNIT_EXPECT_EQ(test, trace_diag_suggest(&diag, 3, all, "", &suggestion), -EINVAL);
	KUNIT_EXPECT_EQ(test, diag.code, 3);
	KUNIT_EXPECT_STREQ(test, diag.hint, c->expected);
}

static struct kunit_case trace_text_cases[] = {
	KUNIT_CASE_PARAM(test_items, items_gen_params),
	KUNIT_CASE(test_items_of_part),
	KUNIT_CASE_PARAM(test_words, words_gen_params),
	KUNIT_CASE(test_words_of_part),
	KUNIT_CASE_PARAM(test_cut, cut_gen_params),
	KUNIT_CASE(test_trim),
	KUNIT_CASE(test_skip_blanks),
	KUNIT_CASE_PARAM(test_find_word, word_gen_params),
	KUNIT_CASE(test_is),
	KUNIT_CASE(test_same),
	KUNIT_CASE_PARAM(test_is_identifier, identifier_gen_params),
	KUNIT_CASE(test_is_identifier_part),
	KUNIT_CASE_PARAM(test_to_u64, u64_gen_params),
	KUNIT_CASE(test_to_u64_of_part),
	KUNIT_CASE(test_dup),
	KUNIT_CASE(test_rest),
	KUNIT_CASE(test_diag),
	KUNIT_CASE_PARAM(test_suggest, suggest_gen_params),
	{}
};

static struct kunit_suite trace_text_suite = {
	.name = "trace_text",
	.test_cases = trace_text_cases,
};

kunit_test_suite(trace_text_suite);
