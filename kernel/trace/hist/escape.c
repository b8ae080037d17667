// SPDX-License-Identifier: GPL-2.0
/*
 * Print strings of events so that they cannot be mistaken for parts of a table.
 *
 * Any task can choose its own name, and much of what other events record. The rule for
 * programs that parse a table is in Documentation/trace/histogram.rst.
 */
#include <linux/ctype.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "escape.h"

/*
 * A table separates keys by a comma and a space, and saved fields by two spaces. It pads
 * strings with spaces. So a string must not contain any of these, nor begin or end with a
 * space, nor end with a comma.
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

/**
 * hist_show_string - print a string of an event, escaped
 * @m: the file to print to
 * @text: the string, which ends with a NUL or after @max bytes
 * @max: bytes that the string can have
 * @width: columns to pad the result to, 0 for no padding
 *
 * Control characters, bytes beyond ASCII and what could be taken for a delimiter of the
 * table are printed as a backslash and three octal digits.
 */
void hist_show_string(struct seq_file *m, const char *text, size_t max, unsigned int width)
{
	size_t len = strnlen(text, max);
	size_t i, plain = 0;

	seq_setwidth(m, width);
	for (i = 0; i < len; i++) {
		if (!needs_escape(text, len, i))
			continue;
		seq_write(m, text + plain, i - plain);
		seq_printf(m, "\\%03o", (unsigned char)text[i]);
		plain = i + 1;
	}
	seq_write(m, text + plain, len - plain);
	seq_pad(m, '\0');
}
