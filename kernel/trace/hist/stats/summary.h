/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Summary: the aggregates of a statistic, computed from one row of a snapshot or from many.
 *
 * A reader makes the summary of a row and evaluates it for the columns of the row. For the totals,
 * it merges the summaries of all rows. If events ran while the snapshot was taken, the number of
 * values, their sum and the sum of their squares may differ by the running events. The results are
 * then approximate, but the functions never return a value that the type of the statistic cannot
 * have.
 *
 * Process context, although nothing here sleeps. All arithmetic is in 64-bit words, so it is the
 * same on 32-bit machines.
 */
#ifndef _TRACE_HIST_STATS_SUMMARY_H
#define _TRACE_HIST_STATS_SUMMARY_H

#include <linux/types.h>

#include "stat.h"

/**
 * struct hist_u128 - number of 128 bits; signed ones are in two's complement
 * @hi: upper 64 bits
 * @lo: lower 64 bits
 */
struct hist_u128 {
	u64 hi;
	u64 lo;
};

/**
 * struct hist_summary - values of a statistic, added up over rows
 * @n: number of values
 * @sum: sum of the values, signed
 * @squares: sum of the squares of the values, modulo 2^128
 * @overflow: the sum of the squares exceeds 128 bits
 * @min_code: smallest value, encoded by hist_stat_encode()
 * @max_code: largest value, encoded by hist_stat_encode()
 * @lost: number of values without bucket
 *
 * Private to the reader. A member is only valid if the statistic has the part it is computed from.
 */
struct hist_summary {
	u64 n;
	struct hist_u128 sum;
	struct hist_u128 squares;
	bool overflow;
	u64 min_code;
	u64 max_code;
	u64 lost;
};

void hist_summary_init(struct hist_summary *summary);
void hist_summary_of_row(struct hist_summary *summary, const struct hist_stat *stat,
			 const u64 *words, u64 n);
void hist_summary_merge(struct hist_summary *summary, const struct hist_stat *stat,
			const struct hist_summary *other);
u64 hist_summary_min(const struct hist_summary *summary, const struct hist_stat *stat);
u64 hist_summary_max(const struct hist_summary *summary, const struct hist_stat *stat);
u64 hist_summary_avg(const struct hist_summary *summary, const struct hist_stat *stat);
bool hist_summary_stddev(const struct hist_summary *summary, u64 *stddev);

#endif /* _TRACE_HIST_STATS_SUMMARY_H */
