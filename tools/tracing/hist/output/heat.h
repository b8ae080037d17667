/* SPDX-License-Identifier: GPL-2.0-only */
/* The numbers of a heat map: how many events each range has in each interval. */
#ifndef _OUTPUT_HEAT_H
#define _OUTPUT_HEAT_H

#include <stdbool.h>
#include <stddef.h>

#include "ranges.h"

/**
 * struct heat - a heat map
 * @axis: the ranges
 * @unit: their unit
 * @title: heading of the ranges
 * @begins: begin of each column in seconds since the first one
 * @ends: end of each column
 * @has_time: @begins and @ends are seconds; otherwise, they count intervals
 * @n_columns: number of columns
 * @joined: number of intervals in a column
 * @counts: number of events, for each column that of each range
 * @smallest: smallest count above 0
 * @largest: largest count
 * @logarithmic: colours stand for the logarithm of the count
 * @shown: number of events in the picture
 * @missing: number of events that have no range, or that the kernel has dropped
 * @approximate: some intervals are approximate
 */
struct heat {
	struct range_axis axis;
	enum unit unit;
	const char *title;
	double *begins;
	double *ends;
	bool has_time;
	size_t n_columns;
	size_t joined;
	uint64_t *counts;
	uint64_t smallest;
	uint64_t largest;
	bool logarithmic;
	uint64_t shown;
	uint64_t missing;
	bool approximate;
};

enum status heat_init(struct heat *heat, const struct recording *recording, size_t max_ranges,
		      size_t max_columns);
void heat_free(struct heat *heat);
bool recording_has_axis(const struct recording *recording);
unsigned int heat_level(const struct heat *heat, uint64_t count, unsigned int levels);

/* time.c: the times of a recording's intervals, and how people write them */
bool recording_times(const struct recording *recording, double *begins, double *ends);
double nice_step(double span, unsigned int max_steps);
double nice_time_step(double seconds, unsigned int max_steps);
const char *format_time(char *buf, size_t size, double seconds, double step);

#endif /* _OUTPUT_HEAT_H */
