/* SPDX-License-Identifier: GPL-2.0-only */
/* How many events each row has counted in each of the last intervals. */
#ifndef _TOP_HISTORY_H
#define _TOP_HISTORY_H

#include "table/table.h"

/* Intervals that are remembered, and rows of all of them */
#define HISTORY_INTERVALS	120
#define HISTORY_MAX_ROWS	(4UL << 20)

/**
 * struct row_count - number of events of a row in an interval
 * @row: the row, see row_hash()
 * @count: number of events
 */
struct row_count {
	uint64_t row;
	uint64_t count;
};

/**
 * struct past_interval - what rows have counted in an interval
 * @rows: the rows, sorted by @row
 * @n: number of rows
 */
struct past_interval {
	struct row_count *rows;
	size_t n;
};

/**
 * struct history - the last intervals
 * @intervals: the intervals, the oldest one first
 * @n: number of intervals
 * @n_rows: number of rows of all intervals
 */
struct history {
	struct past_interval intervals[HISTORY_INTERVALS];
	size_t n;
	size_t n_rows;
};

uint64_t row_hash(const struct table *table, const struct row *row);
int history_add(struct history *history, const struct table *table);
size_t history_counts(const struct history *history, uint64_t row, size_t skip,
		      uint64_t counts[HISTORY_INTERVALS]);
void history_free(struct history *history);

#endif /* _TOP_HISTORY_H */
