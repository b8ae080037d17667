/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is shown of a histogram, gathered at one time.
 */
#ifndef _TRACE_HIST_TABLE_H
#define _TRACE_HIST_TABLE_H

#include <linux/minmax.h>

#include "data.h"
#include "status.h"

/**
 * struct hist_table - what is shown of a histogram, at one time
 * @data: the histogram; the table holds a reference
 * @status: how it was at that time; the table has its own copy of the filter
 * @rows: its entries, sorted
 * @hits: sum of all hitcounts
 * @totals: of each value shown with .percent, the sum over all rows, or U64_MAX
 *	if that is larger: shares are then of 2^64-1, and may be more than 100
 *	together; of each shown with .graph, the largest
 * @snapshot_taken: a snapshot of the ring buffer was taken
 * @snapshot_of: which action took it
 * @snapshot_val: the tracked value that it was taken for
 * @snapshot_key: the key; owned by the table
 */
struct hist_table {
	struct hist_trigger_data *data;
	struct hist_status status;
	struct tracing_map_snapshot *rows;
	u64 hits;
	u64 totals[HIST_VALS_MAX + 1];
	bool snapshot_taken;
	unsigned int snapshot_of;
	u64 snapshot_val;
	u64 *snapshot_key;
};

/**
 * hist_share - what counts of a value for .percent and .graph
 * @value: what the value is
 * @val: the value in a row
 *
 * Return: the value; of one that can be below zero, what lies there has no share and no bar.
 */
static inline u64 hist_share(const struct hist_value *value, u64 val)
{
	return hist_value_below_zero(value) ? max_t(s64, val, 0) : val;
}

struct hist_table *hist_table_take(struct hist_trigger_data *data,
				   const struct tracing_map *map,
				   const struct hist_status *status);
void hist_table_free(struct hist_table *table);
const u64 *hist_table_tracked(const struct hist_table *table, unsigned int row,
			      unsigned int action);
const u64 *hist_table_saved(const struct hist_table *table, unsigned int row,
			    unsigned int action);
u64 hist_table_val(const struct hist_table *table, unsigned int row, unsigned int i);

#endif /* _TRACE_HIST_TABLE_H */
