// SPDX-License-Identifier: GPL-2.0
/*
 * Print strings of events with escapes, so that they cannot be mistaken for parts of a
 * table.
 *
 * A task can choose its own name and many other strings that events record.
 * Documentation/trace/histogram.rst has the rule for programs that parse a table.
 */
#include <linux/ctype.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "escape.h"

/*
 * In a table, a comma and a space separate keys, two spaces separate saved fields, and
 * spaces pad strings. So a string must not contain two adjacent spaces or a comma followed
 * by a space, must not begin or end with a space, and must not end with a comma.
 */
static bool needs_escape(const char *text, size_t len, size_t i)
{
	unsigned char c = text[i];

	switch (c) {
	case '\\':
	case '{':
	case '}':
		return true;
	case ' ':
		return i == 0 || i + 1 == len || text[i - 1] == ' ';
	case ',':
		return i + 1 == len || text[i + 1] == ' ';
	default:
		return !isascii(c) || !isprint(c);
	}
}

/*
 * Test for the most frequent bytes that need no escape: letters, digits, '-', '.', '/', '_' and
 * other ASCII characters from '-' to 'z'. The tests of needs_escape() take longer.
 */
static bool is_plain(unsigned char c)
{
	return c > ',' && c < '{' && c != '\\';
}

/**
 * hist_show_string - print a string of an event with escapes
 * @m: output file
 * @text: the string; ends at a NUL or after @max bytes
 * @max: maximum length of the string, in bytes
 * @width: minimum width of the output, in columns; 0 for no padding
 *
 * Control characters, non-ASCII bytes and characters that could be taken for a delimiter of
 * the table are printed as a backslash and three octal digits.
 *
 * Context: process context.
 */
void hist_show_string(struct seq_file *m, const char *text, size_t max, unsigned int width)
{
	size_t len = strnlen(text, max);
	size_t i, plain = 0;

	seq_setwidth(m, width);
	for (i = 0; i < len; i++) {
		if (is_plain(text[i]) || !needs_escape(text, len, i))
			continue;
		seq_write(m, text + plain, i - plain);
		seq_printf(m, "\\%03o", (unsigned char)text[i]);
		plain = i + 1;
	}
	seq_write(m, text + plain, len - plain);
	seq_pad(m, '\0');
}
