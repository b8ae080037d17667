// SPDX-License-Identifier: GPL-2.0-only
/* Format numbers with three digits and a unit that fits, in at most nine characters. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output.h"

/**
 * struct scale - a unit and the next larger ones
 * @name: name with its blank
 * @factor: number of the previous unit that makes one of this unit
 */
struct scale {
	const char *name;
	double factor;
};

static const struct scale times[] = {
	{ " ns", 1 }, { " us", 1000 }, { " ms", 1000 }, { " s", 1000 }, { " min", 60 },
	{ " h", 60 }, { " d", 24 }, { " y", 365 }, { " ky", 1000 }, { " My", 1000 },
	{ " Gy", 1000 }, { NULL, 0 },
};

static const struct scale sizes[] = {
	{ " B", 1 }, { " KiB", 1024 }, { " MiB", 1024 }, { " GiB", 1024 }, { " TiB", 1024 },
	{ " PiB", 1024 }, { " EiB", 1024 }, { NULL, 0 },
};

static const struct scale counts[] = {
	{ "", 1 }, { " k", 1000 }, { " M", 1000 }, { " G", 1000 }, { " T", 1000 },
	{ " P", 1000 }, { " E", 1000 }, { NULL, 0 },
};

/* Three digits: "0.0012" becomes "0.001", "1.50" becomes "1.5". */
static void format_digits(char *buf, size_t size, double number)
{
	double magnitude = fabs(number);
	int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 :
		       magnitude >= 0.9995 ? 2 : 3;
	char *end;

	snprintf(buf, size, "%.*f", decimals, number);
	if (!strchr(buf, '.'))
		return;
	end = buf + strlen(buf);
	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		end[-1] = '\0';
	if (!strcmp(buf, "-0"))
		memmove(buf, buf + 1, 2);
}

/* Seconds and hours are used up to 119 s and 47 h, bytes up to 1023, others up to three digits. */
static double largest_number(const struct scale *next)
{
	if (next->factor < 100)
		return next->factor * 2;
	if (next->factor < 1000)
		return next->factor;
	return next->factor > 1000 ? 1023.5 : 999.5;
}

static void format_scaled(char *buf, size_t size, double number, const struct scale *scale)
{
	char digits[24];

	while (scale[1].name && fabs(number) >= largest_number(scale + 1)) {
		scale++;
		number /= scale->factor;
	}
	if (fabs(number) < 1e4)
		format_digits(digits, sizeof(digits), number);
	else
		snprintf(digits, sizeof(digits), number < 0 ? "-inf" : "inf");
	snprintf(buf, size, "%s%s", digits, scale->name);
}

/* "1,234,567" */
static void format_grouped(char *buf, size_t size, double number)
{
	char digits[32];
	const char *from = digits;
	size_t n = 0;

	snprintf(digits, sizeof(digits), "%.0f", number);
	if (*from == '-' && size > 1)
		buf[n++] = *from++;
	for (size_t left = strlen(from); left && n + 2 < size; left--) {
		buf[n++] = *from++;
		if (left > 1 && left % 3 == 1)
			buf[n++] = ',';
	}
	buf[n] = '\0';
}

static void format_count(char *buf, size_t size, double number)
{
	if (number == nearbyint(number) && number < 1e7 && number > -1e6)
		format_grouped(buf, size, number);
	else if (fabs(number) >= 1000 && number < 9999999.5 && number > -999999.5)
		format_grouped(buf, size, nearbyint(number));
	else
		format_scaled(buf, size, number, counts);
}

static void format_plain(char *buf, size_t size, double number)
{
	if (number == nearbyint(number) && number < 1e9 && number > -1e8)
		snprintf(buf, size, "%.0f", number);
	else if (fabs(number) < 1e6)
		format_digits(buf, size, number);
	else if (fabs(number) < 1e99)
		snprintf(buf, size, "%.2e", number);
	else
		snprintf(buf, size, number < 0 ? "-inf" : "inf");
}

/**
 * format_number() - format a number with the unit that fits
 * @buf: memory for the text
 * @size: its size; 16 are enough
 * @number: the number
 * @unit: its unit; times and sizes are shown in the unit that fits
 *
 * A number without a unit has no separators, as a process id must not have them. Pages and sectors
 * are counts: their unit belongs into the title of the column.
 *
 * Return: @buf, with at most nine ASCII characters; "-" if @number is not a number.
 */
const char *format_number(char *buf, size_t size, double number, enum unit unit)
{
	if (isnan(number)) {
		snprintf(buf, size, "-");
		return buf;
	}
	if (isinf(number)) {
		snprintf(buf, size, number < 0 ? "-inf" : "inf");
		return buf;
	}
	switch (unit) {
	case UNIT_NONE:
		format_plain(buf, size, number);
		break;
	case UNIT_COUNT:
	case UNIT_PAGES:
	case UNIT_SECTORS:
		format_count(buf, size, number);
		break;
	case UNIT_NS:
	case UNIT_US:
	case UNIT_MS:
	case UNIT_SECONDS:
		format_scaled(buf, size, number * unit_seconds(unit) * 1e9, times);
		break;
	case UNIT_BYTES:
		format_scaled(buf, size, number, sizes);
		break;
	case UNIT_PERCENT:
		if (fabs(number) < 1e5) {
			format_digits(buf, size, number);
			strncat(buf, " %", size - strlen(buf) - 1);
		} else {
			snprintf(buf, size, "%.0e %%", number);
		}
		break;
	}
	return buf;
}

/**
 * unit_seconds() - find the length of a unit of time
 * @unit: the unit
 *
 * Return: its length in seconds, or 0 if it is no unit of time.
 */
double unit_seconds(enum unit unit)
{
	switch (unit) {
	case UNIT_NS:
		return 1e-9;
	case UNIT_US:
		return 1e-6;
	case UNIT_MS:
		return 1e-3;
	case UNIT_SECONDS:
		return 1;
	default:
		return 0;
	}
}
