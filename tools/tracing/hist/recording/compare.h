/* SPDX-License-Identifier: GPL-2.0-only */
/* Compare the intervals of two recordings: what changed, by how much, and is it significant? */
#ifndef _COMPARE_H
#define _COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/report.h"
#include "table/table.h"

/**
 * enum difference_test - how a difference is tested
 * @TEST_NONE: not tested
 * @TEST_POISSON: two-sided test of two Poisson rates
 * @TEST_WELCH: Welch's two-sided t test of two averages
 */
enum difference_test {
	TEST_NONE,
	TEST_POISSON,
	TEST_WELCH,
};

/**
 * struct side - intervals that are compared
 * @tables: their tables, which have the same fields
 * @n: number of tables
 * @seconds: length of all intervals, set by compare()
 */
struct side {
	const struct table *tables;
	size_t n;
	double seconds;
};

/**
 * struct difference - a number of a row in both sides
 * @row: a row with its key, from either side
 * @field: index of the number's field in the tables of the first side
 * @bucket: bucket of the distribution @field, if that is one
 * @is_rate: @a and @b are per second
 * @a: number in the first side; NAN if it has none
 * @b: number in the second side; NAN if it has none
 * @test: how the difference was tested
 * @p: probability of such a difference by chance, corrected for the number of tests; NAN if it was
 *	not tested
 */
struct difference {
	const struct row *row;
	size_t field;
	struct bucket bucket;
	bool is_rate;
	double a;
	double b;
	enum difference_test test;
	double p;
};

/**
 * struct comparison - differences of two sides
 * @differences: the differences; the most significant ones are first
 * @n: number of differences
 * @capacity: number of differences that fit in the memory
 * @n_tests: number of tests
 */
struct comparison {
	struct difference *differences;
	size_t n;
	size_t capacity;
	size_t n_tests;
};

enum status compare(struct comparison *comparison, struct side *a, struct side *b);
void comparison_free(struct comparison *comparison);

#endif /* _COMPARE_H */
