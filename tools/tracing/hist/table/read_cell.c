// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read keys and values.
 *
 * Functions that return int return 1 if the text is a cell, 0 if it is not, and -ENOMEM.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "reader.h"

/* In front of each frame of a stack trace. */
static const char indent[] = "         ";

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/**
 * read_count() - read an unsigned decimal number
 * @span: the text; begins behind the number afterwards
 * @count: the number
 *
 * Return: false if there is no number, or if it has more than 64 bits.
 */
bool read_count(struct span *span, uint64_t *count)
{
	const char *at = span->at;

	*count = 0;
	for (; at < span->end && is_digit(*at); at++) {
		if (__builtin_mul_overflow(*count, 10, count) ||
		    __builtin_add_overflow(*count, *at - '0', count))
			return false;
	}
	if (at == span->at)
		return false;
	span->at = at;
	return true;
}

static void set_unsigned(struct cell *cell, uint64_t number)
{
	cell->kind = CELL_NUMBER;
	cell->number = number;
	cell->is_unsigned = number > INT64_MAX;
}

/**
 * read_decimal() - read a decimal number with or without a sign
 * @span: the text; begins behind the number afterwards
 * @cell: filled in
 *
 * Return: false if there is no number, or if it does not fit in 64 bits.
 */
bool read_decimal(struct span *span, struct cell *cell)
{
	struct span rest = *span;
	uint64_t number;
	bool negative = rest.at < rest.end && *rest.at == '-';

	rest.at += negative;
	if (!read_count(&rest, &number) || (negative && number > (uint64_t)INT64_MAX + 1))
		return false;
	*span = rest;
	set_unsigned(cell, negative ? -number : number);
	if (negative)
		cell->is_unsigned = false;
	return true;
}

static bool read_hex(struct span *span, struct cell *cell)
{
	const char *at = span->at;
	uint64_t number = 0;

	for (; at < span->end && hex_digit(*at) >= 0; at++) {
		if (number >> 60)
			return false;
		number = number << 4 | hex_digit(*at);
	}
	if (at == span->at)
		return false;
	span->at = at;
	set_unsigned(cell, number);
	return true;
}

static void skip_spaces(struct span *span)
{
	while (span->at < span->end && *span->at == ' ')
		span->at++;
}

/* Read a number that is padded on its left to %NUMBER_WIDTH. */
static bool read_padded(struct span *span, bool (*read)(struct span *, struct cell *),
			struct cell *cell)
{
	const char *begin = span->at;

	skip_spaces(span);
	return read(span, cell) && span->at - begin >= NUMBER_WIDTH;
}

/* Read what the kernel prints instead of a number. */
static bool read_unknown(struct span *span, struct cell *cell)
{
	struct span rest = *span;

	skip_spaces(&rest);
	if (!read_literal(&rest, "overflow") && !read_literal(&rest, "busy") &&
	    !read_literal(&rest, "[ERROR]"))
		return false;
	*span = rest;
	*cell = (struct cell){ .kind = CELL_MISSING };
	return true;
}

/* Read a share such as "100.00", which is padded on its left. */
static bool read_percent(struct span *span, struct cell *cell)
{
	uint64_t whole, fraction;
	const char *point;

	skip_spaces(span);
	if (!read_count(span, &whole) || whole > UINT32_MAX || !read_literal(span, "."))
		return false;
	point = span->at;
	if (!read_count(span, &fraction) || span->at - point != 2)
		return false;
	cell->kind = CELL_REAL;
	cell->real = whole + fraction / 100.0;
	return true;
}

static bool read_bar(struct span *span, struct cell *cell)
{
	const char *end = span->at + BAR_WIDTH;
	unsigned int len = 0;

	if (span->end - span->at < BAR_WIDTH)
		return false;
	while (span->at < end && *span->at == '#') {
		span->at++;
		len++;
	}
	for (; span->at < end; span->at++) {
		if (*span->at != ' ')
			return false;
	}
	cell->kind = CELL_REAL;
	cell->real = 100.0 * len / BAR_WIDTH;
	return true;
}

/**
 * read_value() - read a value of a row
 * @span: the text behind the colon; begins behind the value afterwards
 * @column: column of the value
 * @cell: filled in
 *
 * Return: false if there is no such value.
 */
bool read_value(struct span *span, const struct column *column, struct cell *cell)
{
	if (read_unknown(span, cell))
		return true;
	if (!read_literal(span, " "))
		return false;
	switch (column->kind) {
	case COLUMN_PERCENT:
		return read_percent(span, cell);
	case COLUMN_BAR:
		return read_bar(span, cell);
	case COLUMN_HEX:
		if (!read_padded(span, read_hex, cell))
			return false;
		break;
	default:
		if (!read_padded(span, read_decimal, cell))
			return false;
	}
	cell->partial = read_literal(span, " (partial)");
	return true;
}

/**
 * is_number_of_width() - check whether a key is a number
 * @text: text of the key
 *
 * A number is padded on its left, and a string on its right.
 *
 * Return: true if it is one, of the width of numbers.
 */
bool is_number_of_width(struct span text)
{
	struct cell cell;

	return read_padded(&text, read_decimal, &cell) && text.at == text.end;
}

/* Read the backslash and three octal digits of an escaped byte. Return: the byte, or -1. */
static int read_escape(const char *at, const char *end)
{
	int byte = 0;

	if (end - at < 4 || *at != '\\')
		return -1;
	for (unsigned int i = 1; i < 4; i++) {
		if (at[i] < '0' || at[i] > '7')
			return -1;
		byte = byte << 3 | (at[i] - '0');
	}
	/* The kernel does not print 0, and C strings cannot have it. */
	return byte > 0 && byte <= 0xff ? byte : -1;
}

/*
 * Check whether a string has escapes. Linux 6.12 prints strings as they are: a byte that this
 * kernel would escape tells so.
 */
static bool is_escaped(struct span text)
{
	bool any = false;

	for (const char *at = text.at; at < text.end; at++) {
		if (*at == '\\') {
			if (read_escape(at, text.end) < 0)
				return false;
			any = true;
			at += 3;
		} else if (*at < ' ' || *at > '~' || *at == '{' || *at == '}') {
			return false;
		}
	}
	return any;
}

/* Copy a string without padding and escapes. Return: NULL without memory. */
static char *copy_string(struct span text)
{
	char *copy, *to;
	bool escaped;

	while (text.end > text.at && text.end[-1] == ' ')
		text.end--;
	escaped = is_escaped(text);
	copy = malloc(text.end - text.at + 1);
	if (!copy)
		return NULL;
	for (to = copy; text.at < text.end; text.at++) {
		int byte = escaped ? read_escape(text.at, text.end) : -1;

		*to++ = byte < 0 ? *text.at : byte;
		text.at += byte < 0 ? 0 : 3;
	}
	*to = '\0';
	return copy;
}

static int set_text(struct cell *cell, enum cell_kind kind, struct span text)
{
	cell->kind = kind;
	cell->text = copy_string(text);
	return cell->text ? 1 : -ENOMEM;
}

/* Read a string, or a number without a modifier. */
static int read_plain(struct span text, bool strict, struct cell *cell)
{
	struct span number = text;

	skip_spaces(&number);
	if (read_decimal(&number, cell) && number.at == number.end &&
	    (!strict || text.end - text.at >= NUMBER_WIDTH))
		return 1;
	*cell = (struct cell){ 0 };
	if (strict && text.end - text.at < STRING_WIDTH)
		return 0;
	return set_text(cell, CELL_TEXT, text);
}

/* Read a number in brackets at the end of a text, and cut it off. */
static bool cut_bracket(struct span *text, struct cell *cell)
{
	const char *open = text->end;
	struct span number;

	if (text->end == text->at || text->end[-1] != ']')
		return false;
	while (open > text->at && *--open != '[')
		;
	number = (struct span){ open + 1, text->end - 1 };
	if (*open != '[')
		return false;
	skip_spaces(&number);
	if (!read_decimal(&number, cell) || number.at != number.end)
		return false;
	text->end = open;
	return true;
}

static int read_execname(struct span text, bool strict, struct cell *cell)
{
	if (!cut_bracket(&text, cell))
		return 0;
	if (strict && text.end - text.at < COMM_WIDTH)
		return 0;
	return set_text(cell, CELL_NAMED, text);
}

static int read_syscall(struct span text, struct cell *cell)
{
	return cut_bracket(&text, cell) ? set_text(cell, CELL_NAMED, text) : 0;
}

static int read_symbol(struct span text, struct cell *cell)
{
	if (!read_literal(&text, "[") || !read_hex(&text, cell) || !read_literal(&text, "] "))
		return 0;
	return set_text(cell, CELL_NAMED, text);
}

/* Powers are rounded up: 2^3 has the numbers from 5 to 8. */
static int read_log2(struct span text, struct cell *cell)
{
	uint64_t power, last;

	if (!read_literal(&text, "~ 2^") || !read_count(&text, &power) || power > 64)
		return 0;
	skip_spaces(&text);
	if (text.at != text.end)
		return 0;
	last = power < 64 ? (uint64_t)1 << power : UINT64_MAX;
	cell->kind = CELL_RANGE;
	cell->number = power ? ((uint64_t)1 << (power - 1)) + 1 : 0;
	cell->last = last;
	cell->is_unsigned = last > INT64_MAX;
	return 1;
}

/* Read a range that is open at one side: "< 10" and ">= 30". */
static bool read_open_range(struct span *text, struct cell *cell)
{
	struct cell number = {};

	cell->number = INT64_MIN;
	cell->last = INT64_MAX;
	if (read_literal(text, "< ")) {
		if (!read_decimal(text, &number) || number.is_unsigned ||
		    number.number == INT64_MIN)
			return false;
		cell->last = number.number - 1;
		return true;
	}
	if (!read_literal(text, ">= ") || !read_decimal(text, &number) || number.is_unsigned)
		return false;
	cell->number = number.number;
	return true;
}

/*
 * Linux 6.12 prints the limits of a range as unsigned numbers, so the first one of a range around 0
 * can be above the last one.
 */
static bool read_closed_range(struct span *text, struct cell *cell)
{
	struct cell first = {}, last = {};

	if (!read_decimal(text, &first) || !read_literal(text, "-") || !read_decimal(text, &last))
		return false;
	cell->number = first.number;
	cell->last = last.number;
	cell->is_unsigned = last.is_unsigned;
	if (!last.is_unsigned)
		return first.number <= last.number;
	return (first.number >= 0 || first.is_unsigned) &&
	       (uint64_t)first.number <= (uint64_t)last.number;
}

static int read_range(struct span text, struct cell *cell)
{
	cell->kind = CELL_RANGE;
	if (!read_literal(&text, "~ "))
		return 0;
	if (text.at < text.end && (*text.at == '<' || *text.at == '>'))
		return read_open_range(&text, cell) && text.at == text.end;
	return read_closed_range(&text, cell) && text.at == text.end;
}

static int read_hex_key(struct span text, struct cell *cell)
{
	return read_hex(&text, cell) && text.at == text.end;
}

/**
 * read_key() - read a key
 * @text: text of the key, with its padding
 * @column: column of the key
 * @strict: numbers and strings must have the width that the kernel pads them to
 * @cell: filled in, to be freed with cell_free(), if the text is a key
 *
 * Return: 1 if the text is such a key, else 0; -ENOMEM.
 */
int read_key(struct span text, const struct column *column, bool strict, struct cell *cell)
{
	*cell = (struct cell){ 0 };
	switch (column->kind) {
	case COLUMN_HEX:
		return read_hex_key(text, cell);
	case COLUMN_STRING:
		return set_text(cell, CELL_TEXT, text);
	case COLUMN_EXECNAME:
		return read_execname(text, strict, cell);
	case COLUMN_SYSCALL:
		return read_syscall(text, cell);
	case COLUMN_SYMBOL:
		return read_symbol(text, cell);
	case COLUMN_LOG2:
		return read_log2(text, cell);
	case COLUMN_RANGE:
		return read_range(text, cell);
	default:
		return read_plain(text, strict, cell);
	}
}

/**
 * read_frames() - read the frames of a stack trace
 * @span: the text behind the title; begins behind the last frame afterwards
 * @cell: filled in, to be freed with cell_free(), also if the function fails
 *
 * Return: 1, or -ENOMEM.
 */
int read_frames(struct span *span, struct cell *cell)
{
	*cell = (struct cell){ .kind = CELL_STACK };
	while (read_literal(span, indent)) {
		const char *end = memchr(span->at, '\n', span->end - span->at) ?: span->end;
		char *text = copy_string((struct span){ span->at, end });
		char **frame = text ? array_add(&cell->frames, &cell->n_frames, sizeof(*frame)) :
			       NULL;

		if (!frame) {
			free(text);
			return -ENOMEM;
		}
		*frame = text;
		span->at = end < span->end ? end + 1 : end;
	}
	return 1;
}
