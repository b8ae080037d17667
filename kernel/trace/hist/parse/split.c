// SPDX-License-Identifier: GPL-2.0
/*
 * Find the parts of a command: parameters, fields of a parameter, operators and suffixes.
 *
 * Pure. Unlike trace_next_item(), the functions know brackets and the modifiers that contain
 * separators or operators: .lhist and .sym-offset.
 */
#include <linux/ctype.h>
#include <linux/string.h>

#include "parser.h"

/* Numbers behind .lhist= */
#define LINEAR_NUMBERS	3

static u32 skip_blanks(const char *text, u32 pos, u32 end)
{
	while (pos < end && trace_is_blank(text[pos]))
		pos++;
	return pos;
}

/* Return the end of the signed decimal number at @pos; @pos without a number. */
static u32 skip_number(const char *text, u32 pos, u32 end)
{
	u32 digits = skip_blanks(text, pos, end);

	if (digits < end && text[digits] == '-')
		digits++;
	if (digits == end || !isdigit(text[digits]))
		return pos;
	while (digits < end && isdigit(text[digits]))
		digits++;
	return skip_blanks(text, digits, end);
}

/**
 * hist_skip_linear - skip the numbers of .lhist=MIN,MAX,STEP
 * @text: the whole command
 * @pos: offset in the text that is read
 * @start: offset at which that text starts
 * @end: offset at which it ends
 *
 * The commas and minus signs of the numbers are neither separators nor operators.
 *
 * Return: the offset behind the numbers, at most three, if ".lhist=" ends at @pos; else @pos.
 */
u32 hist_skip_linear(const char *text, u32 pos, u32 start, u32 end)
{
	static const char lhist[] = ".lhist=";
	u32 len = strlen(lhist), next;
	unsigned int i;

	if (pos - start < len || memcmp(text + pos - len, lhist, len))
		return pos;
	for (i = 0; i < LINEAR_NUMBERS; i++) {
		/* A comma that no number follows is a separator. */
		u32 from = i ? pos + 1 : pos;

		if (i && (pos == end || text[pos] != ','))
			break;
		next = skip_number(text, from, end);
		if (next == from)
			break;
		pos = next;
	}
	return pos;
}

/* Check whether the minus sign at @pos is that of .sym-offset. */
static bool is_sym_offset(const char *text, u32 pos, u32 start, u32 end)
{
	static const char sym[] = ".sym", offset[] = "-offset";
	const u32 before = strlen(sym), after = strlen(offset);

	return pos - start >= before && end - pos >= after &&
	       !memcmp(text + pos - before, sym, before) && !memcmp(text + pos, offset, after);
}

/**
 * hist_is_operator - check whether an operator begins at a byte
 * @text: the whole command
 * @pos: offset of the byte
 * @start: offset at which the expression starts
 * @end: offset at which it ends, above @pos
 *
 * The minus sign of .sym-offset is not an operator, and a single '=' belongs to a modifier.
 *
 * Return: true for the first byte of an operator, or for '?' or ':'.
 */
bool hist_is_operator(const char *text, u32 pos, u32 start, u32 end)
{
	switch (text[pos]) {
	case '\0':
		return false;
	case '-':
		return !is_sym_offset(text, pos, start, end);
	case '=':
		return pos + 1 < end && text[pos + 1] == '=';
	default:
		return strchr("+*/%<>&|^~!?:", text[pos]);
	}
}

/**
 * hist_next_item - read the next of several items between separators
 * @cur: the cursor
 * @sep: separator between items; a separator inside parentheses or brackets, or between the numbers
 *	of .lhist, is part of the item
 * @item: set to the item, without the blanks around it
 *
 * Empty items are handled as by trace_next_item().
 *
 * Return: true, or false if no item is left.
 */
bool hist_next_item(struct trace_cursor *cur, char sep, struct trace_span *item)
{
	u32 start = cur->pos;
	unsigned int depth = 0;

	if (!cur->more)
		return false;

	for (; cur->pos < cur->end; cur->pos++) {
		char c;

		cur->pos = hist_skip_linear(cur->text, cur->pos, start, cur->end);
		if (cur->pos == cur->end)
			break;
		c = cur->text[cur->pos];
		if (c == sep && !depth)
			break;
		if (c == '(' || c == '[')
			depth++;
		else if ((c == ')' || c == ']') && depth)
			depth--;
	}

	*item = trace_cursor_take(cur, start);
	return true;
}

/**
 * hist_spec_take_end - remove a suffix
 * @text: the whole command
 * @span: text that may end with the suffix
 * @end: the suffix
 *
 * Return: true if @span had the suffix, which is removed; else false.
 */
bool hist_spec_take_end(const char *text, struct trace_span *span, const char *end)
{
	struct trace_span last = { .len = strlen(end) };

	if (span->len < last.len)
		return false;
	last.off = trace_span_end(*span) - last.len;
	if (!trace_span_is(text, last, end))
		return false;
	span->len -= last.len;
	return true;
}
