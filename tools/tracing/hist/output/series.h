/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers of some rows over the intervals of a recording. */
#ifndef _OUTPUT_SERIES_H
#define _OUTPUT_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "columns.h"

#define MAX_SERIES	8

/**
 * struct series_set - time series
 * @names: keys of the rows as text
 * @values: for each series a number for each point; NaN where the row has no number
 * @n: number of series
 * @begins: begin of each point in seconds since the first one, or number of the interval
 * @ends: end of each point
 * @has_time: @begins and @ends are seconds
 * @n_points: number of points
 * @joined: number of intervals in a point
 * @largest: largest number
 * @column: column of the numbers
 * @per_second: the numbers are divided by the length of the interval
 */
struct series_set {
	char *names[MAX_SERIES];
	double *values[MAX_SERIES];
	size_t n;
	double *begins;
	double *ends;
	bool has_time;
	size_t n_points;
	size_t joined;
	double largest;
	struct shown_column column;
	bool per_second;
};

enum status series_init(struct series_set *set, const struct recording *recording,
			const struct table *total, size_t max_points);
void series_free(struct series_set *set);

#endif /* _OUTPUT_SERIES_H */
