// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compare the intervals of two sides. Rows are matched by their keys. For each key:
 *
 * - The hitcount and the buckets of distributions become rates, and a Poisson test compares them.
 * - Sums become rates. They are not tested: nothing is known about their deviation.
 * - Averages over all intervals are compared by Welch's t test, if the tables have the hitcount,
 *   and the deviation ("lat.stddev") or the distribution ("lat.dist"). The kernel rounds averages
 *   toward zero, so a difference of 1 can come from rounding: the test is about what exceeds it.
 * - Other numbers cannot be added over intervals and are left out.
 *
 * A row that one side does not have counts as 0 there. All probabilities are corrected for the
 * number of tests.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "significance.h"

/**
 * struct item - a row of a side
 * @row: the row
 * @n_keys: number of its keys
 * @side: 0 or 1
 */
struct item {
	const struct row *row;
	size_t n_keys;
	unsigned int side;
};

/**
 * struct group - the rows with the same key
 * @items: the rows
 * @n: number of rows
 */
struct group {
	const struct item *items;
	size_t n;
};

/**
 * struct comparer - state of a comparison
 * @comparison: the result
 * @sides: both sides
 * @fields: fields of the first side
 * @n_fields: number of fields
 * @hitcount: index of the hitcount in both sides, or -1
 */
struct comparer {
	struct comparison *comparison;
	struct side *sides[2];
	const struct field *fields;
	size_t n_fields;
	int hitcount[2];
};

/**
 * struct side_bucket - a bucket of a distribution
 * @bucket: the bucket
 * @side: 0 or 1
 */
struct side_bucket {
	struct bucket bucket;
	unsigned int side;
};

static enum status no_memory(void)
{
	return report_memory("compare the recordings");
}

static int compare_items(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int order = x->row->other - y->row->other;

	/* The row of other events has no key. */
	if (order || x->row->other)
		return order;
	for (size_t i = 0; i < x->n_keys && !order; i++)
		order = cell_compare(&x->row->cells[i], &y->row->cells[i]);
	return order;
}

static double not_missing(const struct cell *cell)
{
	if (cell->kind != CELL_NUMBER && cell->kind != CELL_REAL && cell->kind != CELL_NAMED)
		return NAN;
	return cell_to_double(cell);
}

static enum status add_difference(struct comparer *comparer, const struct difference *difference)
{
	struct comparison *comparison = comparer->comparison;

	if (comparison->n == comparison->capacity) {
		size_t capacity = comparison->capacity ? 2 * comparison->capacity : 256;
		struct difference *larger = reallocarray(comparison->differences, capacity,
							 sizeof(*larger));

		if (!larger)
			return no_memory();
		comparison->differences = larger;
		comparison->capacity = capacity;
	}
	comparison->differences[comparison->n++] = *difference;
	return STATUS_OK;
}

/* Sum of a field over the rows of a side. */
static double sum_of(const struct group *group, unsigned int side, int field)
{
	double sum = 0, number;

	for (size_t i = 0; i < group->n; i++) {
		if (group->items[i].side != side)
			continue;
		number = not_missing(&group->items[i].row->cells[field]);
		if (!isnan(number))
			sum += number;
	}
	return sum;
}

static enum status add_rate(struct comparer *comparer, struct difference *difference, double a,
			    double b)
{
	double seconds_a = comparer->sides[0]->seconds, seconds_b = comparer->sides[1]->seconds;

	if (!(a > 0 || b > 0 || a < 0 || b < 0))
		return STATUS_OK;
	difference->is_rate = true;
	difference->a = a / seconds_a;
	difference->b = b / seconds_b;
	if (difference->test == TEST_POISSON)
		difference->p = poisson_test(a, seconds_a, b, seconds_b);
	return add_difference(comparer, difference);
}

/**
 * struct average_fields - where a side has an average
 * @average: index of "lat.avg"
 * @deviation: index of "lat.stddev", or -1
 * @distribution: index of "lat.dist", or -1
 * @hitcount: index of the hitcount
 */
struct average_fields {
	int average;
	int deviation;
	int distribution;
	int hitcount;
};

/*
 * Variance of the values in a distribution, as if the values in each bucket were spread evenly; NAN
 * if it has none. Differences of numbers from INT64_MIN to INT64_MAX do not overflow as doubles.
 */
static double variance_of(const struct row *row, int field)
{
	double n = 0, sum = 0, squares = 0, first = NAN;

	for (size_t i = 0; i < row->n_distributions; i++) {
		const struct distribution *distribution = &row->distributions[i];

		if (distribution->field != (size_t)field)
			continue;
		for (size_t j = 0; j < distribution->n; j++) {
			const struct bucket *bucket = &distribution->buckets[j];
			double width = (double)bucket->last - bucket->first + 1;
			double middle = bucket->first + (width - 1) / 2, count = bucket->count;

			/* Relative to the first bucket, so that squares keep their digits. */
			if (isnan(first))
				first = middle;
			n += count;
			sum += count * (middle - first);
			squares += count * ((middle - first) * (middle - first) +
					    (width * width - 1) / 12);
		}
	}
	return n > 0 ? fmax(0, squares / n - (sum / n) * (sum / n)) : NAN;
}

static double variance_of_row(const struct row *row, const struct average_fields *fields)
{
	double deviation;

	if (fields->deviation >= 0) {
		deviation = not_missing(&row->cells[fields->deviation]);
		return deviation * deviation;
	}
	return fields->distribution >= 0 ? variance_of(row, fields->distribution) : NAN;
}

/*
 * Combine the averages and variances of a row over the intervals of a side. The variance is NAN if
 * that of an interval is unknown.
 */
static void combine(struct sample *sample, const struct group *group, unsigned int side,
		    const struct average_fields *fields)
{
	double first = NAN, sum = 0, squares = 0;

	sample->n = 0;
	for (size_t i = 0; i < group->n; i++) {
		const struct row *row = group->items[i].row;
		double n, average;

		if (group->items[i].side != side)
			continue;
		n = not_missing(&row->cells[fields->hitcount]);
		average = not_missing(&row->cells[fields->average]);
		if (!(n > 0) || isnan(average))
			continue;
		/* Relative to the first average, so that squares keep their digits. */
		if (isnan(first))
			first = average;
		average -= first;
		sample->n += n;
		sum += n * average;
		squares += n * (variance_of_row(row, fields) + average * average);
	}
	sample->average = first + sum / sample->n;
	sample->variance = squares / sample->n - (sum / sample->n) * (sum / sample->n);
	if (sample->variance < 0)
		sample->variance = 0;
}

/* Find the field "lat.stddev" of "lat.avg". */
static int find_sibling(const struct table *table, const char *name, const char *suffix)
{
	size_t length = strlen(name) - strlen(".avg");
	char *sibling = NULL;
	int found = -1;

	if (asprintf(&sibling, "%.*s%s", (int)length, name, suffix) >= 0)
		found = table_find_field(table, sibling);
	free(sibling);
	return found;
}

/* The numbers of a field are rounded: they are whole in all rows. */
static bool is_rounded(const struct group *group, const int *fields)
{
	for (size_t i = 0; i < group->n; i++) {
		const struct item *item = &group->items[i];

		if (item->row->cells[fields[item->side]].kind == CELL_REAL)
			return false;
	}
	return true;
}

/* Test what two averages differ by beyond what rounding explains. */
static double test_averages(const struct sample *a, const struct sample *b, bool is_rounded)
{
	struct sample nearer = *b;

	if (is_rounded && fabs(a->average - b->average) <= 1)
		nearer.average = a->average;
	else if (is_rounded)
		nearer.average += a->average > b->average ? 1 : -1;
	return welch_test(a, &nearer);
}

static bool is_average(const struct field *field)
{
	size_t length = strlen(field->name);

	return field->role == FIELD_STATISTIC && length > 4 &&
	       !strcmp(field->name + length - 4, ".avg");
}

static enum status add_average(struct comparer *comparer, const struct group *group,
			       struct difference *difference, const int *fields)
{
	const char *name = comparer->fields[difference->field].name;
	struct sample samples[2];

	if (comparer->hitcount[0] < 0 || comparer->hitcount[1] < 0)
		return STATUS_OK;
	for (unsigned int side = 0; side < 2; side++) {
		const struct table *table = comparer->sides[side]->tables;
		struct average_fields side_fields = {
			.average = fields[side],
			.deviation = find_sibling(table, name, ".stddev"),
			.distribution = find_sibling(table, name, ".dist"),
			.hitcount = comparer->hitcount[side],
		};

		combine(&samples[side], group, side, &side_fields);
	}
	if (isnan(samples[0].average) && isnan(samples[1].average))
		return STATUS_OK;
	difference->a = samples[0].average;
	difference->b = samples[1].average;
	difference->p = test_averages(&samples[0], &samples[1], is_rounded(group, fields));
	difference->test = isnan(difference->p) ? TEST_NONE : TEST_WELCH;
	return add_difference(comparer, difference);
}

static int compare_buckets(const void *a, const void *b)
{
	const struct bucket *x = &((const struct side_bucket *)a)->bucket;
	const struct bucket *y = &((const struct side_bucket *)b)->bucket;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return (x->last > y->last) - (x->last < y->last);
}

/* Collect the buckets of a field in all rows of a group. Return: their number, or -1. */
static long collect_buckets(struct side_bucket **buckets, const struct group *group,
			    const int *fields)
{
	size_t n = 0, max = 0;

	for (size_t i = 0; i < group->n; i++) {
		for (size_t j = 0; j < group->items[i].row->n_distributions; j++)
			max += group->items[i].row->distributions[j].n;
	}
	*buckets = calloc(max ?: 1, sizeof(**buckets));
	if (!*buckets)
		return -1;
	for (size_t i = 0; i < group->n; i++) {
		const struct item *item = &group->items[i];

		for (size_t j = 0; j < item->row->n_distributions; j++) {
			const struct distribution *from = &item->row->distributions[j];

			if (from->field != (size_t)fields[item->side])
				continue;
			for (size_t k = 0; k < from->n; k++, n++) {
				(*buckets)[n].bucket = from->buckets[k];
				(*buckets)[n].side = item->side;
			}
		}
	}
	qsort(*buckets, n, sizeof(**buckets), compare_buckets);
	return n;
}

static enum status add_distribution(struct comparer *comparer, const struct group *group,
				    struct difference *difference, const int *fields)
{
	enum status status = STATUS_OK;
	struct side_bucket *buckets;
	long n = collect_buckets(&buckets, group, fields);

	if (n < 0)
		return no_memory();
	difference->test = TEST_POISSON;
	for (long i = 0, next; i < n && !status; i = next) {
		double counts[2] = { 0 };

		for (next = i; next < n && !compare_buckets(&buckets[i], &buckets[next]); next++)
			counts[buckets[next].side] += buckets[next].bucket.count;
		difference->bucket = buckets[i].bucket;
		status = add_rate(comparer, difference, counts[0], counts[1]);
	}
	free(buckets);
	return status;
}

static enum status compare_field(struct comparer *comparer, const struct group *group, size_t field)
{
	const struct table *other = comparer->sides[1]->tables;
	struct difference difference = { .row = group->items->row, .field = field, .p = NAN };
	const struct field *described = &comparer->fields[field];
	int fields[2] = { field, table_find_field(other, described->name) };

	if (fields[1] < 0 || other->fields[fields[1]].role != described->role)
		return STATUS_OK;
	switch (described->role) {
	case FIELD_HITCOUNT:
	case FIELD_SUM:
		difference.test = described->role == FIELD_HITCOUNT ? TEST_POISSON : TEST_NONE;
		return add_rate(comparer, &difference, sum_of(group, 0, fields[0]),
				sum_of(group, 1, fields[1]));
	case FIELD_STATISTIC:
		if (!is_average(described))
			return STATUS_OK;
		return add_average(comparer, group, &difference, fields);
	case FIELD_DISTRIBUTION:
		return add_distribution(comparer, group, &difference, fields);
	default:
		return STATUS_OK;
	}
}

static enum status compare_group(struct comparer *comparer, const struct group *group)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < comparer->n_fields && !status; i++)
		status = compare_field(comparer, group, i);
	return status;
}

/* Collect all rows, sorted by key. */
static struct item *collect_items(const struct comparer *comparer, size_t *n)
{
	struct item *items;
	size_t max = 0;

	for (unsigned int side = 0; side < 2; side++) {
		for (size_t i = 0; i < comparer->sides[side]->n; i++)
			max += comparer->sides[side]->tables[i].n_rows;
	}
	items = calloc(max ?: 1, sizeof(*items));
	if (!items)
		return NULL;
	*n = 0;
	for (unsigned int side = 0; side < 2; side++) {
		for (size_t i = 0; i < comparer->sides[side]->n; i++) {
			const struct table *table = &comparer->sides[side]->tables[i];

			for (size_t j = 0; j < table->n_rows; j++, (*n)++)
				items[*n] = (struct item){ &table->rows[j], table->n_keys, side };
		}
	}
	qsort(items, *n, sizeof(*items), compare_items);
	return items;
}

static enum status check_sides(const struct side *a, const struct side *b)
{
	if (!a->n || !b->n) {
		report_error("the %s side has no intervals", a->n ? "second" : "first");
		return STATUS_INPUT;
	}
	if (!(a->seconds > 0 && b->seconds > 0)) {
		report_error("the intervals of the %s side have no length",
			     a->seconds > 0 ? "second" : "first");
		return STATUS_INPUT;
	}
	if (table_same_keys(a->tables, b->tables))
		return STATUS_OK;
	report_error("the recordings have different keys, so that their rows cannot be compared");
	return STATUS_INPUT;
}

/* Size of a difference; those of a number that one side does not have come last. */
static double size_of(const struct difference *difference)
{
	double size = fabs(difference->a - difference->b);

	return isnan(size) ? -1 : size;
}

static int compare_significance(const void *a, const void *b)
{
	const struct difference *x = a, *y = b;
	double size_x = size_of(x), size_y = size_of(y);

	if (isnan(x->p) != isnan(y->p))
		return isnan(x->p) ? 1 : -1;
	if (x->p < y->p || x->p > y->p)
		return x->p < y->p ? -1 : 1;
	return (size_x < size_y) - (size_x > size_y);
}

/* Correct all probabilities for the number of tests, and sort by them. */
static enum status finish(struct comparison *comparison)
{
	double *p = calloc(comparison->n ?: 1, sizeof(*p));

	if (!p)
		return no_memory();
	for (size_t i = 0; i < comparison->n; i++) {
		p[i] = comparison->differences[i].p;
		comparison->n_tests += !isnan(p[i]);
	}
	if (holm_adjust(p, comparison->n)) {
		free(p);
		return no_memory();
	}
	for (size_t i = 0; i < comparison->n; i++)
		comparison->differences[i].p = p[i];
	free(p);
	if (comparison->n)
		qsort(comparison->differences, comparison->n, sizeof(*comparison->differences),
		      compare_significance);
	return STATUS_OK;
}

static double length_of(const struct side *side)
{
	double seconds = 0;

	for (size_t i = 0; i < side->n; i++)
		seconds += side->tables[i].end - side->tables[i].begin;
	return seconds;
}

static enum status compare_groups(struct comparer *comparer)
{
	enum status status = STATUS_OK;
	struct item *items;
	struct group group;
	size_t n, next;

	items = collect_items(comparer, &n);
	if (!items)
		return no_memory();
	for (size_t i = 0; i < n && !status; i = next) {
		for (next = i + 1; next < n && !compare_items(&items[i], &items[next]);)
			next++;
		group = (struct group){ &items[i], next - i };
		status = compare_group(comparer, &group);
	}
	free(items);
	return status;
}

/**
 * compare() - compare the rows of two sides
 * @comparison: the differences, which refer to the sides' rows; the caller frees them with
 *	comparison_free(), after an error, too
 * @a: first side
 * @b: second side
 *
 * Return: %STATUS_OK or an error, which was reported.
 */
enum status compare(struct comparison *comparison, struct side *a, struct side *b)
{
	struct comparer comparer = { .comparison = comparison, .sides = { a, b } };
	enum status status;

	memset(comparison, 0, sizeof(*comparison));
	a->seconds = length_of(a);
	b->seconds = length_of(b);
	status = check_sides(a, b);
	if (status)
		return status;
	comparer.fields = a->tables->fields;
	comparer.n_fields = a->tables->n_fields;
	comparer.hitcount[0] = table_hitcount(a->tables);
	comparer.hitcount[1] = table_hitcount(b->tables);
	status = compare_groups(&comparer);
	return status ? status : finish(comparison);
}

/**
 * comparison_free() - free a comparison
 * @comparison: the comparison
 */
void comparison_free(struct comparison *comparison)
{
	free(comparison->differences);
	memset(comparison, 0, sizeof(*comparison));
}
