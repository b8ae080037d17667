// SPDX-License-Identifier: GPL-2.0
/*
 * Helpers that scan the commands written to tracefs files; see trace_text.h.
 *
 * They split a command into items, and compare and convert items. The grammars decide what an
 * item means. The text need not be NUL-terminated unless a function says so, and may contain any
 * byte. Only trace_text_chomp() and trace_text_flatten() modify it. No locks.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trace_text.h"

/* Maximum number of characters of a number. U64_MAX in octal has 22 digits and a leading 0. */
#define NUMBER_LEN_MAX	24

/**
 * trace_cursor_over - start reading a span
 * @text: the whole command
 * @span: part of the command to read
 *
 * Context: any.
 * Return: a cursor before the first byte of @span.
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
 * trace_cursor_take - take the item that ends at the cursor, and skip the separator after it
 * @cur: the cursor, at a separator or at the end of the span
 * @start: offset at which the item starts
 *
 * Context: any.
 * Return: the item, without the blanks around it.
 */
struct trace_span trace_cursor_take(struct trace_cursor *cur, u32 start)
{
	struct trace_span item = { .off = start, .len = cur->pos - start };

	cur->more = cur->pos < cur->end;
	if (cur->more)
		cur->pos++;
	return trace_span_trim(cur->text, item);
}

/**
 * trace_next_item - read the next of several items between separators
 * @cur: the cursor
 * @sep: separator between items; a separator inside parentheses is part of the item
 * @item: set to the item, without the blanks around it
 *
 * Two adjacent separators have an empty item between them, and a trailing separator is followed
 * by an empty item. The caller can thus report the position of a missing item. An empty span has
 * one empty item.
 *
 * Context: any.
 * Return: true, or false if no item is left.
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

	*item = trace_cursor_take(cur, start);
	return true;
}

/**
 * trace_next_word - read the next word
 * @cur: the cursor
 * @word: set to the word; empty at the end of the span
 *
 * Words are separated by one or more blanks, see trace_is_blank().
 *
 * Context: any.
 * Return: true, or false if no word is left.
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
 * trace_span_trim - remove the blanks at both ends of a span
 * @text: the whole command
 * @span: part of the command
 *
 * Context: any.
 * Return: the span without these blanks. If @span has only blanks: an empty span at its end.
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
 * trace_text_chomp - cut off trailing blanks of a command
 * @text: the command, NUL-terminated; modified
 * @len: length of the command
 *
 * For commands that are stored and displayed later: a shell's echo appends a newline that is not
 * part of the command.
 *
 * Context: any.
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
 * trace_text_flatten - make a text safe to display in one line
 * @text: the text, NUL-terminated; modified. All offsets stay valid
 *
 * Each blank becomes a space and each other ASCII control character a '?'.
 *
 * Context: any.
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
 * trace_span_cut - split a span at the first occurrence of a character
 * @text: the whole command
 * @span: the span to split
 * @at: the character, which is in neither part
 * @head: set to the part before @at, or to all of @span if @at does not occur; trimmed
 * @tail: set to the part after @at, or to the empty end of @span; trimmed
 *
 * Context: any.
 * Return: true if @at occurs in @span.
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
 * trace_span_find_word - find a word between blanks
 * @text: the whole command
 * @span: part of the command to search
 * @word: the word, NUL-terminated
 * @found: set to the first occurrence; undefined if the word does not occur
 *
 * Context: any.
 * Return: true if the word was found.
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
 * @str: the string, NUL-terminated
 *
 * Context: any.
 * Return: true if they are equal.
 */
bool trace_span_is(const char *text, struct trace_span span, const char *str)
{
	return strlen(str) == span.len && !memcmp(text + span.off, str, span.len);
}

/**
 * trace_spans_same - compare two spans of one command
 * @text: the whole command
 * @a: first span
 * @b: second span
 *
 * Context: any.
 * Return: true if both have the same bytes.
 */
bool trace_spans_same(const char *text, struct trace_span a, struct trace_span b)
{
	return a.len == b.len && !memcmp(text + a.off, text + b.off, a.len);
}

/**
 * trace_span_is_identifier - test whether a span is a C identifier
 * @text: the whole command
 * @span: the span
 *
 * Only ASCII letters, digits and '_' are accepted. isalnum() alone would also accept Latin-1
 * letters.
 *
 * Context: any.
 * Return: true if the span is a letter or '_', followed by letters, digits and '_'.
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
 * trace_span_to_u64 - convert a span to an unsigned number
 * @text: the whole command
 * @span: the number: decimal, hexadecimal (0x) or octal (0), without a sign
 * @val: set to the value; unchanged on error
 *
 * Context: any.
 * Return: 0; -EINVAL if @span is not a number; -ERANGE if the number does not fit into 64 bits or
 * has more than %NUMBER_LEN_MAX characters.
 */
int trace_span_to_u64(const char *text, struct trace_span span, u64 *val)
{
	char digits[NUMBER_LEN_MAX + 1];
	unsigned long long num;
	unsigned int i;
	int ret;

	if (!span.len || !isdigit(text[span.off]))
		return -EINVAL;
	/* kstrtoull() would stop at a NUL byte and accept a trailing newline. */
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
 * trace_span_dup - copy a span into a new string
 * @text: the whole command
 * @span: the span
 *
 * Context: may sleep.
 * Return: the string, NUL-terminated, to be freed with kfree(); NULL if there is no memory.
 */
char *trace_span_dup(const char *text, struct trace_span span)
{
	return kmemdup_nul(text + span.off, span.len, GFP_KERNEL_ACCOUNT);
}
