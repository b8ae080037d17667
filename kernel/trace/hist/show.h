/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A histogram as the table that people read.
 */
#ifndef _TRACE_HIST_SHOW_H
#define _TRACE_HIST_SHOW_H

#include <linux/seq_file.h>

#include "data.h"
#include "describe.h"

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

struct hist_table *hist_table_take(struct hist_trigger_data *data,
				   const struct tracing_map *map,
				   const struct hist_status *status);
void hist_table_free(struct hist_table *table);

void hist_show_header(struct seq_file *m, const struct hist_table *table);
void hist_show_row(struct seq_file *m, const struct hist_table *table, unsigned int row);
void hist_show_totals(struct seq_file *m, const struct hist_table *table);

#endif /* _TRACE_HIST_SHOW_H */
