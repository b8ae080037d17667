/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Distribution: the buckets of a statistic in the order of their values, from one row or from many,
 * for percentiles and for drawing.
 *
 * A reader adds the buckets of one row (for a column of the row) or of all rows (for the totals),
 * sorts them, and evaluates the distribution. It can then be used again. The sorted distributions
 * of rows can be merged.
 *
 * Process context.
 */
#ifndef _TRACE_HIST_STATS_DIST_H
#define _TRACE_HIST_STATS_DIST_H

#include <linux/bits.h>
#include <linux/types.h>

#include "../../tracing_map_snapshot.h"
#include "../aggregate.h"
#include "summary.h"

/*
 * Groups of a distribution: 0, the powers of two up to 2^63, and the negative ones of these;
 * rounded up.
 */
#define HIST_DIST_GROUPS_MAX	130

/**
 * struct hist_dist_entry - bucket of a sorted distribution
 * @up_to: number of values in this bucket and in all buckets with smaller values
 * @bucket: number of the bucket
 */
struct hist_dist_entry {
	u64 up_to;
	u32 bucket;
};

/**
 * struct hist_dist - distribution
 * @counts: number of values in each bucket that was added; 0 after hist_dist_sort()
 * @touched: buckets that were added; empty after hist_dist_sort()
 * @words: words of @touched that are not 0, one bit for each
 * @n: number of @entries
 * @entries: buckets with values, from hist_dist_sort()
 *
 * Private to the reader.
 */
struct hist_dist {
	u64 counts[HIST_BUCKETS];
	u64 touched[HIST_BUCKETS / 64];
	u64 words;
	unsigned int n;
	struct hist_dist_entry entries[HIST_BUCKETS];
};

/**
 * struct hist_dist_group - values of a distribution whose magnitudes have the same highest bit
 * @first: smallest value of the group
 * @last: largest value of the group
 * @count: number of values in the group
 */
struct hist_dist_group {
	u64 first;
	u64 last;
	u64 count;
};

struct hist_dist *hist_dist_create(void);
void hist_dist_free(struct hist_dist *dist);
void hist_dist_add(struct hist_dist *dist, const struct hist_stat *stat,
		   const struct tracing_map_bucket *buckets, unsigned int n);
void hist_dist_sort(struct hist_dist *dist, struct hist_dist *total);
u64 hist_dist_quantile(const struct hist_dist *dist, const struct hist_stat *stat,
		       const struct hist_summary *summary, u32 quantile);
unsigned int hist_dist_groups(const struct hist_dist *dist, const struct hist_stat *stat,
			      struct hist_dist_group *groups);

#endif /* _TRACE_HIST_STATS_DIST_H */
