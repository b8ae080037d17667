// SPDX-License-Identifier: GPL-2.0
/*
 * Print decimal numbers of the hist file.
 *
 * Most of the file is decimal numbers, so they are converted without a format string:
 * seq_printf() takes more instructions to interpret the format than to convert the number.
 */
#include <linux/math64.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "number.h"

/* Number of digits of U64_MAX. */
#define DIGITS_MAX	20

static char *put_two_digits(char *end, u32 val)
{
	*--end = '0' + val % 10;
	*--end = '0' + val / 10;
	return end;
}

/*
 * Write the digits of @val so that they end before @end. A division of 64 bits for two digits takes
 * fewer instructions than one for each digit. Return: pointer to the first digit.
 */
static char *put_digits(char *end, u64 val)
{
	u32 pair;

	while (val >= 100) {
		val = div_u64_rem(val, 100, &pair);
		end = put_two_digits(end, pair);
	}
	if (val >= 10)
		return put_two_digits(end, val);
	*--end = '0' + val;
	return end;
}

/* Return the width of a number with its sign and its padding. */
static unsigned int width_of(u64 magnitude, bool negative)
{
	/* The smallest magnitude that needs more than HIST_NUMBER_WIDTH characters. */
	u64 limit = negative ? 1000000000ULL : 10000000000ULL;
	unsigned int width = HIST_NUMBER_WIDTH;

	for (; magnitude >= limit && width < DIGITS_MAX; limit *= 10)
		width++;
	return width;
}

/**
 * hist_show_number - print a text and a decimal number
 * @m: output file
 * @text: the text, not NUL-terminated
 * @len: length of the text, in bytes
 * @val: the number; an s64 if @is_signed
 * @is_signed: the number is signed
 *
 * Prints the same as seq_printf() with "%.*s%10llu", or with "%.*s%10lld" for a signed number.
 *
 * Context: any.
 */
void hist_show_number(struct seq_file *m, const char *text, size_t len, u64 val, bool is_signed)
{
	bool negative = is_signed && (s64)val < 0;
	u64 magnitude = negative ? -val : val;
	unsigned int width = width_of(magnitude, negative);
	char *buf, *first;

	if (seq_get_buf(m, &buf) <= len + width) {
		seq_commit(m, -1);
		return;
	}
	memcpy(buf, text, len);
	memset(buf + len, ' ', HIST_NUMBER_WIDTH);
	first = put_digits(buf + len + width, magnitude);
	if (negative)
		first[-1] = '-';
	seq_commit(m, len + width);
}
