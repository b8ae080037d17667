/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Aggregates of a value, such as ".p99" in "$lat.p99".
 *
 * One table has the name of each aggregate and the display modifiers that may follow it.  All
 * percentiles are one aggregate with a quantile.
 */
#ifndef _TRACE_HIST_AGGREGATE_H
#define _TRACE_HIST_AGGREGATE_H

#include <linux/types.h>

#include "../trace_text.h"
#include "modifier.h"

/**
 * enum hist_agg - the aggregates
 * @HIST_AGG_NONE: no aggregate
 * @HIST_AGG_SUM: sum modulo 2^64, which a value without an aggregate displays as well
 * @HIST_AGG_MIN: smallest value
 * @HIST_AGG_MAX: largest value
 * @HIST_AGG_AVG: average, truncated toward zero
 * @HIST_AGG_STDDEV: standard deviation of the population, rounded down
 * @HIST_AGG_QUANTILE: percentile
 * @HIST_AGG_DIST: distribution, drawn below the row
 * @HIST_AGG_COUNT: number of entries, @HIST_AGG_NONE included
 */
enum hist_agg {
	HIST_AGG_NONE,
	HIST_AGG_SUM,
	HIST_AGG_MIN,
	HIST_AGG_MAX,
	HIST_AGG_AVG,
	HIST_AGG_STDDEV,
	HIST_AGG_QUANTILE,
	HIST_AGG_DIST,
	HIST_AGG_COUNT,
};

/* The unit of a quantile is 1/10000: that of p99 is 9900. */
#define HIST_QUANTILE_ONE	10000

/* Size of the buffer for hist_agg_name(). */
#define HIST_AGG_NAME_SIZE	8

/**
 * struct hist_agg_info - properties of an aggregate
 * @name: name without the dot, as the trigger file shows it; that of a percentile is "p"
 * @displays: modifiers that may follow the aggregate, one bit for each &enum hist_mod
 */
struct hist_agg_info {
	const char *name;
	unsigned long displays;
};

extern const struct hist_agg_info hist_agg_info[HIST_AGG_COUNT];

enum hist_agg hist_agg_find(const char *text, struct trace_span name, u16 *quantile);
const char *hist_agg_name(enum hist_agg agg, u16 quantile, char *buf);

#endif /* _TRACE_HIST_AGGREGATE_H */
