/* SPDX-License-Identifier: GPL-2.0 */
/* Table snapshot: a sorted copy of a histogram for one reader. */
#ifndef _TRACE_HIST_SHOW_TABLE_SNAPSHOT_H
#define _TRACE_HIST_SHOW_TABLE_SNAPSHOT_H

#include <linux/minmax.h>

#include "../../tracing_map_snapshot.h"
#include "../program/hist_data.h"
#include "../program/interval.h"
#include "../program/status.h"
#include "row_format.h"
#include "table_stats.h"

/**
 * struct hist_table_snapshot - table snapshot
 * @data: the histogram, with a reference held
 * @status: displayed state at the time of the copy; @status.filter is owned by the table
 * @is_interval: the table has the counts of @interval; otherwise all counts since the histogram
 *	was created or cleared, and the tracked and saved values
 * @interval: the interval, without its counts
 * @rows: copy of the entries, sorted; owned by the table
 * @format: format of the rows; owned by the table
 * @stats: statistics; NULL if the histogram has none
 * @hits: sum of all hitcounts, with that of { other }
 * @totals: one per value. With .percent, the sum of the value over all rows, limited to
 *	U64_MAX; at the limit the percentages are of U64_MAX and may add up to more than
 *	100. With .graph, the largest value of all rows. Otherwise 0
 * @evicted: number of rows that were evicted
 * @lookup_drops: number of events that each histogram in which the program looks up entries has
 *	dropped
 * @lookup_others: number of events that each of them has counted in { other } at once; events of
 *	rows that were evicted are not included, because they have set variables
 * @stacks: tables of stacks, one for each of the histogram's sources, with a reference held
 * @shows_addresses: the reader may see addresses of user code. False until the caller of
 *	hist_table_snapshot_create() sets it
 * @snapshot_taken: the snapshot() action has taken a snapshot of the ring buffer
 * @snapshot_action: index of that action
 * @snapshot_val: tracked value that caused the snapshot
 * @snapshot_key: key that caused the snapshot; owned by the table, NULL without a
 *	snapshot() action
 *
 * Constant once hist_table_snapshot_create() has returned it, except @shows_addresses.
 */
struct hist_table_snapshot {
	struct hist_trigger_data *data;
	struct hist_status status;
	bool is_interval;
	struct hist_interval interval;
	struct tracing_map_snapshot *rows;
	struct hist_row_format *format;
	struct hist_table_stats *stats;
	u64 hits;
	u64 totals[HIST_VALS_MAX + 1];
	u64 evicted;
	u64 lookup_drops[HIST_LOOKUPS_MAX];
	u64 lookup_others[HIST_LOOKUPS_MAX];
	struct hist_stacks *stacks[HIST_STACK_SOURCES_MAX];
	bool shows_addresses;
	bool snapshot_taken;
	unsigned int snapshot_action;
	u64 snapshot_val;
	u64 *snapshot_key;
};

/**
 * hist_clamp_negative - clamp a value for .percent and .graph
 * @value: type of the value
 * @val: the value in a row
 *
 * Return: @val, or 0 if it is negative.
 */
static inline u64 hist_clamp_negative(const struct hist_value *value, u64 val)
{
	return hist_value_may_be_negative(value) ? max_t(s64, val, 0) : val;
}

struct hist_table_snapshot *hist_table_snapshot_create(struct hist_trigger_data *data,
						       const struct tracing_map *map,
						       const struct hist_status *status,
						       const struct hist_interval *interval);
void hist_table_snapshot_free(struct hist_table_snapshot *table);
const u64 *hist_table_snapshot_tracked(const struct hist_table_snapshot *table, unsigned int row,
				       unsigned int action);
const u64 *hist_table_snapshot_saved(const struct hist_table_snapshot *table, unsigned int row,
				     unsigned int action);
u64 hist_table_snapshot_val(const struct hist_table_snapshot *table, unsigned int row,
			    unsigned int i);

#endif /* _TRACE_HIST_SHOW_TABLE_SNAPSHOT_H */
