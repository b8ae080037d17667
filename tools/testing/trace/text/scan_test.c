// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compare the scanner of trace commands with simpler algorithms, on random
 * texts made of the characters that are significant to it.
 */

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "harness.h"
#include "trace_text.h"

#define ROUNDS	200000

static u64 state = 1;

/*
 * A random text in its own allocation, so that AddressSanitizer detects reads
 * beyond either end.
 */
static char *random_text(u32 *len)
{
	static const char letters[] = ",,::==.. \t\n()()if01289xab\0\xa0";
	char *text;
	u32 i;

	*len = test_random(&state) % 24;
	text = kmalloc(*len, GFP_KERNEL);
	for (i = 0; i < *len; i++)
		text[i] = letters[test_random(&state) % (sizeof(letters) - 1)];
	return text;
}

static struct trace_span random_span(u32 len)
{
	u32 from = test_random(&state) % (len + 1);
	u32 to = test_random(&state) % (len + 1);

	return (struct trace_span){ min(from, to), max(from, to) - min(from, to) };
}

static bool is_blank(char c)
{
	return c && strchr(" \t\n\v\f\r", c);
}

/* Check that @part is within @whole and has no blank at either end. */
static void expect_trimmed(const char *text, struct trace_span part, struct trace_span whole)
{
	EXPECT(part.off >= whole.off && trace_span_end(part) <= trace_span_end(whole));
	if (!part.len)
		return;
	EXPECT(!is_blank(text[part.off]));
	EXPECT(!is_blank(text[trace_span_end(part) - 1]));
}

static bool only_blanks(const char *text, u32 from, u32 to)
{
	while (from < to && is_blank(text[from]))
		from++;
	return from >= to;
}

/* Number of parentheses open before @pos. An unmatched closing one is ignored. */
static u32 depth_at(const char *text, u32 from, u32 pos)
{
	u32 depth = 0;

	for (; from < pos; from++) {
		if (text[from] == '(')
			depth++;
		else if (text[from] == ')' && depth)
			depth--;
	}
	return depth;
}

TEST(items_of_a_list)
{
	int round;

	for (round = 0; round < ROUNDS; round++) {
		struct trace_cursor cur;
		struct trace_span all, item;
		u32 len, pos, start, end;
		char *text = random_text(&len);

		all = random_span(len);
		end = trace_span_end(all);
		cur = trace_cursor_over(text, all);
		/* Items are separated by commas outside of parentheses. */
		for (start = all.off; start <= end; start = pos + 1) {
			for (pos = start; pos < end; pos++)
				if (text[pos] == ',' && !depth_at(text, start, pos))
					break;
			EXPECT(trace_next_item(&cur, ',', &item));
			expect_trimmed(text, item, (struct trace_span){ start, pos - start });
			EXPECT(only_blanks(text, start, item.off));
			EXPECT(only_blanks(text, trace_span_end(item), pos));
			EXPECT_EQ(cur.more, pos < end);
		}
		EXPECT(!trace_next_item(&cur, ',', &item));
		kfree(text);
	}
}

TEST(cut_at_separator)
{
	int round;

	for (round = 0; round < ROUNDS; round++) {
		struct trace_span all, head, tail;
		u32 len, pos, end;
		char *text = random_text(&len);
		bool found;

		all = random_span(len);
		end = trace_span_end(all);
		found = trace_span_cut(text, all, '=', &head, &tail);
		for (pos = all.off; pos < end && text[pos] != '='; pos++)
			;
		EXPECT_EQ(found, pos < end);
		expect_trimmed(text, head, (struct trace_span){ all.off, pos - all.off });
		EXPECT(only_blanks(text, all.off, head.off));
		EXPECT(only_blanks(text, trace_span_end(head), pos));
		pos = min(pos + 1, end);
		expect_trimmed(text, tail, (struct trace_span){ pos, end - pos });
		EXPECT(only_blanks(text, pos, tail.off));
		EXPECT(only_blanks(text, trace_span_end(tail), end));
		kfree(text);
	}
}

TEST(words_of_a_text)
{
	int round;

	for (round = 0; round < ROUNDS; round++) {
		struct trace_span all, found;
		u32 len, pos, end;
		char *text = random_text(&len);

		all = random_span(len);
		end = trace_span_end(all);
		for (pos = all.off; pos < end; pos++)
			if (pos + 2 <= end && text[pos] == 'i' && text[pos + 1] == 'f' &&
			    (pos == all.off || is_blank(text[pos - 1])) &&
			    (pos + 2 == end || is_blank(text[pos + 2])))
				break;
		EXPECT_EQ(trace_span_find_word(text, all, "if", &found), pos < end);
		if (pos < end)
			EXPECT(found.off == pos && found.len == 2);
		kfree(text);
	}
}

/* Words are separated by blanks; trace_next_word() must return all of them. */
TEST(next_word_returns_all_words)
{
	int round;

	for (round = 0; round < ROUNDS; round++) {
		struct trace_span all, word;
		struct trace_cursor cur;
		u32 len, pos, start, end;
		char *text = random_text(&len);

		all = random_span(len);
		end = trace_span_end(all);
		cur = trace_cursor_over(text, all);
		for (pos = all.off, start = pos; pos <= end; pos++) {
			if (pos < end && !is_blank(text[pos]))
				continue;
			if (pos > start) {
				EXPECT(trace_next_word(&cur, &word));
				EXPECT(word.off == start && word.len == pos - start);
				EXPECT_EQ(cur.pos, pos);
			}
			start = pos + 1;
		}
		EXPECT(!trace_next_word(&cur, &word));
		EXPECT(word.off == end && !word.len);
		EXPECT(!trace_next_word(&cur, &word));
		kfree(text);
	}
}

TEST(identifiers)
{
	static const char some[] = "abzABZ_019", others[] = "@[`{/:- \t\0\x80\xa0\xaa\xe9\xff";
	unsigned int n_good = 0;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		struct trace_span span;
		bool good = true;
		char text[8], *part;
		u32 i;

		for (i = 0; i < sizeof(text); i++)
			text[i] = test_random(&state) % 8 ?
				  some[test_random(&state) % strlen(some)] :
				  others[test_random(&state) % (sizeof(others) - 1)];
		span = random_span(sizeof(text));
		for (i = 0; i < span.len; i++)
			if (!memchr(some, text[span.off + i], i ? strlen(some) : strlen("abzABZ_")))
				good = false;

		/*
		 * Copy the span to its own allocation, to detect reads outside
		 * of it.
		 */
		part = kmemdup(text + span.off, span.len, GFP_KERNEL);
		EXPECT_EQ(trace_span_is_identifier(part, (struct trace_span){ .len = span.len }),
			  good && span.len);
		EXPECT_EQ(trace_span_is_identifier(text, span), good && span.len);
		n_good += good && span.len;
		kfree(part);
	}
	EXPECT(n_good > ROUNDS / 10 && n_good < ROUNDS / 2);
}

/* Exactly the characters of C identifiers are accepted. */
TEST(characters_of_identifiers)
{
	static const char first[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
	unsigned int c;

	for (c = 0; c < 256; c++) {
		const char text[] = { 'x', c };
		bool is_letter = memchr(first, c, strlen(first));

		EXPECT_EQ(trace_span_is_identifier(text, (struct trace_span){ 1, 1 }), is_letter);
		EXPECT_EQ(trace_span_is_identifier(text, (struct trace_span){ 0, 2 }),
			  is_letter || (c >= '0' && c <= '9'));
	}
}

/* The base prefixes that the kernel knows: recent C libraries also accept "0b". */
static int base_of(const char *text)
{
	if (text[0] != '0')
		return 10;
	return text[1] == 'x' || text[1] == 'X' ? 16 : 8;
}

/* Compare with strtoull(), which must consume the whole text. */
TEST(numbers)
{
	unsigned int n_numbers = 0;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		static const char letters[] = "00123456789abBcdefxX-+\n ";
		u32 i, len = test_random(&state) % 23;
		u64 val = 99, expected;
		char text[32], *end;
		int ret, err = 0;

		for (i = 0; i < len; i++) {
			/* Mostly digits; otherwise few texts would be numbers. */
			u32 n = test_random(&state) % 4 ? 11 : sizeof(letters) - 1;

			text[i] = letters[test_random(&state) % n];
		}
		text[len] = '\0';
		if (len > 1 && !(test_random(&state) % 3))
			memcpy(text, test_random(&state) % 4 ? "0x" : "0b", 2);

		ret = trace_span_to_u64(text, (struct trace_span){ .len = len }, &val);
		errno = 0;
		expected = strtoull(text, &end, base_of(text));
		if (!len || !isdigit(text[0]))
			err = -EINVAL;
		else if (errno)
			err = -ERANGE;
		else if (*end)
			err = -EINVAL;
		/*
		 * If a number both overflows and has trailing text, either
		 * error is correct.
		 */
		if (errno && *end && ret == -EINVAL)
			err = ret;
		EXPECT_EQ(ret, err);
		EXPECT_EQ(val, err ? 99 : expected);
		n_numbers += !err;
	}
	EXPECT(n_numbers > ROUNDS / 10);
}

/* Control characters are replaced one by one; UTF-8 stays. */
TEST(control_characters_are_replaced)
{
	char text[257], was[257];
	unsigned int i;

	for (i = 0; i < 255; i++)
		text[i] = i + 1;
	text[255] = '\0';
	memcpy(was, text, sizeof(was));
	trace_text_flatten(text);
	EXPECT_EQ(strlen(text), 255);
	for (i = 0; i < 255; i++) {
		u8 byte = was[i];

		if (byte >= ' ' && byte != 127)
			EXPECT_EQ((u8)text[i], byte);
		else
			EXPECT_EQ(text[i], byte >= '\t' && byte <= '\r' ? ' ' : '?');
	}
	text[0] = '\0';
	trace_text_flatten(text);
	EXPECT_EQ(text[1], was[1] == '\t' ? ' ' : '?');
}

TEST(copies)
{
	int round;

	for (round = 0; round < 1000; round++) {
		u32 len;
		char *text = random_text(&len);
		struct trace_span span = random_span(len);
		char *copy = trace_span_dup(text, span);

		EXPECT(!memcmp(copy, text + span.off, span.len) && !copy[span.len]);
		EXPECT_EQ(trace_span_is(text, span, copy), strlen(copy) == span.len);
		kfree(copy);
		kfree(text);
	}
}
