/* SPDX-License-Identifier: GPL-2.0 */
/* Aggregates of a table snapshot: those of each row, and those of all rows together. */
#ifndef _TRACE_HIST_SHOW_TABLE_STATS_H
#define _TRACE_HIST_SHOW_TABLE_STATS_H

#include "../../tracing_map_snapshot.h"
#include "../program/hist_data.h"
#include "../stats/dist.h"
#include "../stats/summary.h"

/**
 * struct hist_column_val - displayed number of a column
 * @val: the number; an s64 if the column can be negative
 * @unknown: why the number is unknown, to be displayed instead of it; NULL if it is known
 * @partial: the number leaves out values that found no free bucket
 */
struct hist_column_val {
	u64 val;
	const char *unknown;
	bool partial;
};

/**
 * struct hist_table_stats - statistics of a table snapshot
 * @buckets: copy of the pool; NULL without one
 * @summary: summary of the row that is being evaluated
 * @dist: distribution that is being evaluated; NULL without a pool
 * @total: distribution over all rows of the statistic that is being evaluated; NULL without a pool
 * @groups: groups of @dist, for drawing
 * @overall: aggregate over all rows, for each value that has one
 * @lost: number of values, of all rows and statistics, that found no free bucket
 *
 * Owned by the table snapshot. Only the reader of the table uses it.
 */
struct hist_table_stats {
	struct tracing_map_buckets *buckets;
	struct hist_summary summary;
	struct hist_dist *dist;
	struct hist_dist *total;
	struct hist_dist_group groups[HIST_DIST_GROUPS_MAX];
	struct hist_column_val overall[HIST_VALS_MAX + 1];
	u64 lost;
};

unsigned int hist_table_stats_words(const struct hist_trigger_data *data);
struct hist_table_stats *hist_table_stats_create(const struct hist_trigger_data *data,
						 const struct tracing_map *map,
						 const struct tracing_map_counts *counts,
						 struct tracing_map_snapshot *rows);
void hist_table_stats_free(struct hist_table_stats *stats);
struct hist_column_val hist_table_stats_val(const struct hist_trigger_data *data,
					    struct tracing_map_snapshot *rows, unsigned int row,
					    unsigned int i);
unsigned int hist_table_stats_draw(struct hist_table_stats *stats, const struct hist_stat *stat,
				   const struct tracing_map_snapshot *rows, unsigned int first,
				   unsigned int n);

#endif /* _TRACE_HIST_SHOW_TABLE_STATS_H */
