// SPDX-License-Identifier: GPL-2.0
/*
 * Scanning of the command languages that tracefs files accept.
 *
 * The helpers of trace_text.h: cutting a command into items, comparing and
 * converting them.  What an item means is the business of the grammars.
 * The text need not be terminated, may hold any byte, and is only read.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trace_text.h"

/* Digits of the longest u64, octal with its leading zero. */
#define NUMBER_LEN_MAX	24

/**
 * trace_cursor_over - start reading a span
 * @text: the whole command
 * @span: the part of it to read
 *
 * Return: a cursor in front of the first byte of @span.
 */
struct trace_cursor trace_cursor_over(const char *text, struct trace_span span)
{
	return (struct trace_cursor){
		.text = text,
		.pos = span.off,
		.end = trace_span_end(span),
		.more = true,
	};
}

/**
 * trace_next_item - take the next of several items with a separator between them
 * @cur: the cursor
 * @sep: the separator; one within parentheses belongs to the item
 * @item: where to put the item, without the blanks around it
 *
 * Nothing between two separators, or behind the last one, is an item too, an
 * empty one, so that the caller can say where something is missing.
 *
 * Return: false when there is no item left.
 */
bool trace_next_item(struct trace_cursor *cur, char sep, struct trace_span *item)
{
	u32 start = cur->pos;
	unsigned int depth = 0;

	if (!cur->more)
		return false;

	for (; cur->pos < cur->end; cur->pos++) {
		char c = cur->text[cur->pos];

		if (c == sep && !depth)
			break;
		if (c == '(')
			depth++;
		else if (c == ')' && depth)
			depth--;
	}

	*item = trace_span_trim(cur->text,
				(struct trace_span){ .off = start, .len = cur->pos - start });
	cur->more = cur->pos < cur->end;
	if (cur->more)
		cur->pos++;
	return true;
}

/**
 * trace_next_word - take the next word
 * @cur: the cursor
 * @word: where to put it
 *
 * Words have blanks between them, of any kind and number.
 *
 * Return: false when there is no word left.
 */
bool trace_next_word(struct trace_cursor *cur, struct trace_span *word)
{
	u32 start;

	while (cur->pos < cur->end && trace_is_blank(cur->text[cur->pos]))
		cur->pos++;
	start = cur->pos;
	while (cur->pos < cur->end && !trace_is_blank(cur->text[cur->pos]))
		cur->pos++;
	*word = (struct trace_span){ start, cur->pos - start };
	return word->len;
}

/**
 * trace_span_trim - leave out the blanks at both ends
 * @text: the whole command
 * @span: a part of it
 *
 * Return: the span without them.  Of a span of blanks only, its end.
 */
struct trace_span trace_span_trim(const char *text, struct trace_span span)
{
	while (span.len && trace_is_blank(text[span.off])) {
		span.off++;
		span.len--;
	}
	while (span.len && trace_is_blank(text[span.off + span.len - 1]))
		span.len--;
	return span;
}

/**
 * trace_text_chomp - cut off the blanks that a command ends with
 * @text: the command, terminated
 * @len: its length
 *
 * What a shell adds to a command is no part of it when it is shown.
 *
 * Return: the new length.
 */
u32 trace_text_chomp(char *text, u32 len)
{
	while (len && trace_is_blank(text[len - 1]))
		len--;
	text[len] = '\0';
	return len;
}

/**
 * trace_text_flatten - make a text one that can be shown in a line
 * @text: the text, terminated; changed in place, and each byte stays where it is
 *
 * Blanks of all kinds are spaces then, and what a terminal would obey is a '?'.
 */
void trace_text_flatten(char *text)
{
	for (; *text; text++) {
		if (trace_is_blank(*text))
			*text = ' ';
		else if ((u8)*text < ' ' || *text == '\x7f')
			*text = '?';
	}
}

/**
 * trace_span_cut - cut a span in two at the first of some character
 * @text: the whole command
 * @span: the span to cut
 * @at: the character, which goes into neither part
 * @head: the part before it, or all of @span if there is none
 * @tail: the part behind it, or the empty end of @span; both without blanks around
 *
 * Return: whether @at was there.
 */
bool trace_span_cut(const char *text, struct trace_span span, char at,
		    struct trace_span *head, struct trace_span *tail)
{
	const char *found = memchr(text + span.off, at, span.len);
	u32 pos = found ? found - text : trace_span_end(span);

	*head = trace_span_trim(text, (struct trace_span){ span.off, pos - span.off });
	*tail = trace_span_trim(text, trace_span_from(span, found ? pos + 1 : pos));
	return found;
}

/**
 * trace_span_find_word - find a word that stands by itself between blanks
 * @text: the whole command
 * @span: where to look
 * @word: the word
 * @found: the place of its first occurrence
 *
 * Return: whether it is there.
 */
bool trace_span_find_word(const char *text, struct trace_span span, const char *word,
			  struct trace_span *found)
{
	struct trace_cursor cur = trace_cursor_over(text, span);

	while (trace_next_word(&cur, found))
		if (trace_span_is(text, *found, word))
			return true;
	return false;
}

/**
 * trace_span_is - compare a span with a string
 * @text: the whole command
 * @span: the span
 * @str: the string
 *
 * Return: true if they are the same.
 */
bool trace_span_is(const char *text, struct trace_span span, const char *str)
{
	return strlen(str) == span.len && !memcmp(text + span.off, str, span.len);
}

/**
 * trace_spans_same - compare two spans
 * @text: the whole command
 * @a: one span
 * @b: the other
 *
 * Return: true if they read the same.
 */
bool trace_spans_same(const char *text, struct trace_span a, struct trace_span b)
{
	return a.len == b.len && !memcmp(text + a.off, text + b.off, a.len);
}

/**
 * trace_span_is_identifier - is a span a name as in C?
 * @text: the whole command
 * @span: the span
 *
 * Return: true if it is a letter or _, and then letters, digits and _; no accents, which
 * isalnum() may know.
 */
bool trace_span_is_identifier(const char *text, struct trace_span span)
{
	u32 i;

	if (!span.len || isdigit(text[span.off]))
		return false;
	for (i = span.off; i < trace_span_end(span); i++)
		if (!isascii(text[i]) || (!isalnum(text[i]) && text[i] != '_'))
			return false;
	return true;
}

/**
 * trace_span_to_u64 - read a number
 * @text: the whole command
 * @span: all of it must be the number: decimal, 0x hexadecimal or 0 octal, no sign
 * @val: the value
 *
 * Return: 0, -EINVAL if it is not a number, -ERANGE if it does not fit.
 */
int trace_span_to_u64(const char *text, struct trace_span span, u64 *val)
{
	char digits[NUMBER_LEN_MAX + 1];
	unsigned long long num;
	unsigned int i;
	int ret;

	if (!span.len || !isdigit(text[span.off]))
		return -EINVAL;
	/* kstrto* would stop at a NUL and forgive a newline at the end. */
	for (i = 0; i < span.len; i++)
		if (!isalnum(text[span.off + i]))
			return -EINVAL;
	if (span.len > NUMBER_LEN_MAX)
		return -ERANGE;

	memcpy(digits, text + span.off, span.len);
	digits[span.len] = '\0';
	ret = kstrtoull(digits, 0, &num);
	if (ret)
		return ret;
	*val = num;
	return 0;
}

/**
 * trace_span_dup - copy a span into a string of its own
 * @text: the whole command
 * @span: the span
 *
 * Context: may sleep.
 * Return: the string, to be given to kfree(), or NULL without memory.
 */
char *trace_span_dup(const char *text, struct trace_span span)
{
	return kmemdup_nul(text + span.off, span.len, GFP_KERNEL);
}
