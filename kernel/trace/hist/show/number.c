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

	for (; magnitude >= limit && width < HIST_NUMBER_WIDTH_MAX; limit *= 10)
		width++;
	return width;
}

/**
 * hist_put_number - write a decimal number to a buffer
 * @to: where the number begins; there is room for %HIST_NUMBER_WIDTH_MAX characters
 * @val: the number; an s64 if @is_signed
 * @is_signed: the number is signed
 *
 * Writes the same characters as sprintf() with "%10llu", or with "%10lld" for a signed number, but
 * no terminating NUL.
 *
 * Context: any.
 * Return: pointer behind the last digit.
 */
char *hist_put_number(char *to, u64 val, bool is_signed)
{
	bool negative = is_signed && (s64)val < 0;
	u64 magnitude = negative ? -val : val;
	char *end = to + width_of(magnitude, negative), *first;

	memset(to, ' ', HIST_NUMBER_WIDTH);
	first = put_digits(end, magnitude);
	if (negative)
		first[-1] = '-';
	return end;
}

/**
 * hist_show_number - print a decimal number
 * @m: output file
 * @val: the number; an s64 if @is_signed
 * @is_signed: the number is signed
 *
 * Context: any.
 */
void hist_show_number(struct seq_file *m, u64 val, bool is_signed)
{
	char digits[HIST_NUMBER_WIDTH_MAX];

	seq_write(m, digits, hist_put_number(digits, val, is_signed) - digits);
}
