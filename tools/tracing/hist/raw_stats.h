/* SPDX-License-Identifier: GPL-2.0-only */
/* Compute averages, standard deviations and percentiles from the statistics of a table. */
#ifndef _RAW_STATS_H
#define _RAW_STATS_H

#include "raw_table.h"

/**
 * struct raw_dist - number of values in each bucket of a statistic
 * @counts: number of values in each bucket
 * @total: number of values in all buckets
 */
struct raw_dist {
	uint64_t counts[RAW_BUCKETS];
	uint64_t total;
};

uint64_t raw_average(const struct trace_hist_statistic *stat, uint64_t n, bool is_signed);
uint64_t raw_deviation(const struct trace_hist_statistic *stat, uint64_t n);
void raw_dist_of_row(struct raw_dist *dist, const struct raw_table *table, uint32_t row,
		     uint32_t statistic);
uint64_t raw_quantile(const struct raw_dist *dist, const struct trace_hist_statistic *stat,
		      uint32_t quantile, bool is_signed);
uint64_t raw_bucket_first(unsigned int bucket, bool is_signed);
uint64_t raw_bucket_last(unsigned int bucket, bool is_signed);

#endif /* _RAW_STATS_H */
