// SPDX-License-Identifier: GPL-2.0
/*
 * The table of aggregates, see aggregate.h, and lookup by name.  Pure.
 */
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/ctype.h>
#include <linux/sprintf.h>

#include "aggregate.h"

#define HEX_OR_GRAPH	(BIT(HIST_MOD_HEX) | BIT(HIST_MOD_GRAPH))

/* Digits of the largest percentile, p9999. */
#define PERCENTILE_DIGITS_MAX	4

const struct hist_agg_info hist_agg_info[HIST_AGG_COUNT] = {
	[HIST_AGG_NONE]		= { "" },
	[HIST_AGG_SUM]		= { "sum",	HEX_OR_GRAPH | BIT(HIST_MOD_PERCENT) },
	[HIST_AGG_MIN]		= { "min",	HEX_OR_GRAPH },
	[HIST_AGG_MAX]		= { "max",	HEX_OR_GRAPH },
	[HIST_AGG_AVG]		= { "avg",	HEX_OR_GRAPH },
	[HIST_AGG_STDDEV]	= { "stddev",	HEX_OR_GRAPH },
	[HIST_AGG_QUANTILE]	= { "p",	HEX_OR_GRAPH },
	[HIST_AGG_DIST]		= { "dist" },
};

static_assert(BITS_PER_LONG >= HIST_MOD_COUNT);

/*
 * Convert the digits behind the 'p' of a percentile: 1 to 99, 999 or 9999, without leading zeros.
 * Return 0 for any other number.
 */
static u16 parse_quantile(const char *text, struct trace_span digits)
{
	unsigned int percentile = 0;
	u32 i;

	if (!digits.len || digits.len > PERCENTILE_DIGITS_MAX || text[digits.off] == '0')
		return 0;
	for (i = 0; i < digits.len; i++)
		percentile = 10 * percentile + (text[digits.off + i] - '0');
	if (percentile == 9999)
		return 9999;
	if (percentile == 999)
		return 9990;
	return percentile < 100 ? 100 * percentile : 0;
}

static bool is_percentile(const char *text, struct trace_span name)
{
	u32 i;

	if (!name.len || text[name.off] != 'p')
		return false;
	for (i = 1; i < name.len; i++)
		if (!isdigit(text[name.off + i]))
			return false;
	return true;
}

/**
 * hist_agg_find - look up an aggregate by its name
 * @text: the whole command
 * @name: name of the aggregate, without the dot
 * @quantile: set to the quantile of a percentile, in 1/10000; 0 for a percentile that does not
 *	exist, such as p0 or p100, and for other aggregates
 *
 * Return: the aggregate, or HIST_AGG_NONE if the name is unknown.
 */
enum hist_agg hist_agg_find(const char *text, struct trace_span name, u16 *quantile)
{
	enum hist_agg agg;

	*quantile = 0;
	if (is_percentile(text, name)) {
		*quantile = parse_quantile(text, trace_span_from(name, name.off + 1));
		return HIST_AGG_QUANTILE;
	}
	if (trace_span_is(text, name, "median")) {
		*quantile = HIST_QUANTILE_ONE / 2;
		return HIST_AGG_QUANTILE;
	}
	for (agg = HIST_AGG_NONE + 1; agg < HIST_AGG_COUNT; agg++)
		if (trace_span_is(text, name, hist_agg_info[agg].name))
			return agg;
	return HIST_AGG_NONE;
}

/**
 * hist_agg_name - format the name of an aggregate, as the trigger file shows it
 * @agg: aggregate
 * @quantile: quantile of a percentile, in 1/10000
 * @buf: buffer of %HIST_AGG_NAME_SIZE bytes
 *
 * Return: the name: @buf, or a constant string.
 */
const char *hist_agg_name(enum hist_agg agg, u16 quantile, char *buf)
{
	unsigned int percentile = quantile;

	if (agg != HIST_AGG_QUANTILE)
		return hist_agg_info[agg].name;
	/* 9900 is p99, 9990 is p999, and 9999 is p9999. */
	if (!(percentile % 100))
		percentile /= 100;
	else if (!(percentile % 10))
		percentile /= 10;
	snprintf(buf, HIST_AGG_NAME_SIZE, "p%u", percentile);
	return buf;
}
