/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Axes of ranges: the ranges of a field in some tables. Empty ranges are added, so that they are
 * drawn as gaps, and neighbours are joined if there are too many ranges.
 */
#ifndef _OUTPUT_RANGES_H
#define _OUTPUT_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "output.h"

/**
 * struct range - a range of numbers
 * @first: smallest number; numbers above INT64_MAX count as INT64_MAX
 * @last: largest number
 * @open_first: there is no smallest number
 * @open_last: there is no largest number
 */
struct range {
	int64_t first;
	int64_t last;
	bool open_first;
	bool open_last;
};

/**
 * struct range_axis - ranges in ascending order, which do not overlap
 * @ranges: the ranges
 * @n: number of ranges
 * @capacity: number of ranges that the memory holds
 */
struct range_axis {
	struct range *ranges;
	size_t n;
	size_t capacity;
};

/*
 * Called for each range of a table with the number of its events. Return: false to end the walk.
 */
typedef bool (*range_visitor)(const struct range *range, uint64_t count, void *data);

bool cell_range(const struct cell *cell, struct range *range);
bool ranges_visit_row(const struct table *table, const struct row *row, int field,
		      range_visitor visit, void *data);
bool ranges_visit_table(const struct table *table, int field, range_visitor visit, void *data);
bool ranges_visit_distribution(const struct distribution *distribution, range_visitor visit,
			       void *data);
uint64_t row_hits(const struct table *table, const struct row *row);
int table_axis(const struct table *table, const char *name);

bool ranges_add(const struct range *range, uint64_t count, void *axis);
bool ranges_complete(struct range_axis *axis, size_t max);
size_t ranges_find(const struct range_axis *axis, const struct range *range);
void ranges_free(struct range_axis *axis);

char *range_label(const struct range *range, enum unit unit);
const char *range_edge(char *buf, size_t size, const struct range *range, enum unit unit);

#endif /* _OUTPUT_RANGES_H */
