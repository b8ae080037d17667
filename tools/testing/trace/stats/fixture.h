/* SPDX-License-Identifier: GPL-2.0-only */
/* A map with one statistic that has all parts, and a reader of one of its rows. */
#ifndef _TRACE_STATS_FIXTURE_H
#define _TRACE_STATS_FIXTURE_H

#include <stdlib.h>

#include "harness.h"
#include "hist/stats/dist.h"

#define ALL_PARTS	(HIST_STAT_MIN | HIST_STAT_MAX | HIST_STAT_SUM | HIST_STAT_SQUARES | \
			 HIST_STAT_BUCKETS)

/* Word 0 is the hitcount, as in a histogram. */
static const struct hist_stat unsigned_stat = {
	.flags = ALL_PARTS, .index = 3,
	.sum_word = 1, .lost_word = 6, .min_word = 7, .max_word = 8,
};

static const struct hist_stat signed_stat = {
	.flags = ALL_PARTS, HIST_STAT_SIGNED, .index = 15,
	.sum_word = 1, .lost_word = 6, .min_word = 7, .max_word = 8,
};

static const struct tracing_map_config stat_config = {
	.size = 128, .key_size = 8, .n_sums = 7, .n_maxima = 2, .multi_word = true,
	.n_buckets = 8192,
};

static inline void *check_ptr(void *p)
{
	if (IS_ERR(p)) {
		test_fail(__FILE__, __LINE__, "error %ld", PTR_ERR(p));
		exit(1);
	}
	return p;
}

static inline struct tracing_map *create_stat_map(void)
{
	return check_ptr(tracing_map_create(&stat_config));
}

static inline int insert_row(struct tracing_map *map, u64 key)
{
	return tracing_map_insert(map, &key);
}

static inline void add_value(const struct hist_stat *stat, struct tracing_map *map, int elt,
			     u64 val)
{
	bool atomic = shim_atomic;

	shim_atomic = true;
	tracing_map_add(map, elt, 0, 1);
	hist_stat_add(stat, map, elt, tracing_map_own_words(map, elt), val);
	shim_atomic = atomic;
}

/* The snapshot, the summary and the distribution of a map, over all rows. */
struct reading {
	struct tracing_map_snapshot *snap;
	struct tracing_map_buckets *buckets;
	struct hist_summary summary;
	struct hist_dist *dist;
	bool torn;
};

static inline struct reading read_rows(const struct hist_stat *stat,
				       const struct tracing_map *map)
{
	struct reading r = {
		.snap = check_ptr(tracing_map_snapshot(map, NULL, 0)),
		.buckets = check_ptr(tracing_map_buckets_copy(map)),
		.dist = check_ptr(hist_dist_create()),
	};
	struct hist_dist *part = check_ptr(hist_dist_create());
	struct hist_summary summary;
	unsigned int row, n;

	hist_summary_init(&r.summary);
	for (row = 0; row < r.snap->n_rows; row++) {
		const struct tracing_map_bucket *list =
			tracing_map_buckets_of(r.buckets, tracing_map_row_elt(r.snap, row), &n);

		hist_summary_of_row(&summary, stat, tracing_map_row_sums(r.snap, row),
				    tracing_map_row_sum(r.snap, row, 0));
		hist_summary_merge(&r.summary, stat, &summary);
		hist_dist_add(part, stat, list, n);
		hist_dist_sort(part, r.dist);
		r.torn |= tracing_map_row_torn(r.snap, row);
	}
	hist_dist_sort(r.dist, NULL);
	hist_dist_free(part);
	return r;
}

static inline void free_reading(struct reading *r)
{
	tracing_map_snapshot_free(r->snap);
	tracing_map_buckets_free(r->buckets);
	hist_dist_free(r->dist);
}

#endif
