// SPDX-License-Identifier: GPL-2.0-only
/* Collect the ranges of a field, and make an axis of them. */
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "ranges.h"

/* Number of ranges of powers of two: 63 of each sign, and 0 */
#define POWER_RANGES	127

static int64_t limit(int64_t number, bool is_unsigned)
{
	return is_unsigned && number < 0 ? INT64_MAX : number;
}

/* The range of a power of two that has the number: 0, 1, 2 to 3, 4 to 7, and so on. */
static struct range power_range(int64_t number)
{
	uint64_t magnitude = number < 0 ? -(uint64_t)number : (uint64_t)number;
	struct range range = { .first = 1, .last = 1 };

	if (!number || number == INT64_MIN)
		return (struct range) { .first = number, .last = number };
	while ((uint64_t)range.last < magnitude) {
		range.first = range.last + 1;
		range.last = range.last + range.first;
	}
	if (number > 0)
		return range;
	return (struct range) { .first = -range.last, .last = -range.first };
}

/**
 * cell_range() - find the range of a cell
 * @cell: the cell; a number is in the range of its power of two
 * @range: its range
 *
 * Return: false if the cell has neither a range nor a number, or if its range ends before it
 * begins.
 */
bool cell_range(const struct cell *cell, struct range *range)
{
	switch (cell->kind) {
	case CELL_RANGE:
		*range = (struct range) {
			.first = limit(cell->number, cell->is_unsigned),
			.last = limit(cell->last, cell->is_unsigned),
			.open_first = !cell->is_unsigned && cell->number == INT64_MIN,
			.open_last = limit(cell->last, cell->is_unsigned) == INT64_MAX,
		};
		return range->first <= range->last;
	case CELL_NUMBER:
	case CELL_NAMED:
		*range = power_range(limit(cell->number, cell->is_unsigned));
		return true;
	default:
		return false;
	}
}

/**
 * row_hits() - find the number of events of a row
 * @table: the table
 * @row: one of its rows
 *
 * Return: the number of events, 0 if the table does not say.
 */
uint64_t row_hits(const struct table *table, const struct row *row)
{
	int field = table_hitcount(table);

	return field >= 0 && row->cells[field].kind == CELL_NUMBER ? row->cells[field].number : 0;
}

/**
 * ranges_visit_distribution() - visit the ranges of a distribution
 * @distribution: the distribution
 * @visit: function to call
 * @data: its last argument
 *
 * Return: false if @visit returned false.
 */
bool ranges_visit_distribution(const struct distribution *distribution, range_visitor visit,
			       void *data)
{
	for (size_t i = 0; i < distribution->n; i++) {
		const struct bucket *bucket = distribution->buckets + i;
		struct range range = {
			.first = bucket->first,
			.last = bucket->last,
			.open_first = bucket->first == INT64_MIN,
			.open_last = bucket->last == INT64_MAX,
		};

		if (range.first <= range.last && !visit(&range, bucket->count, data))
			return false;
	}
	return true;
}

/**
 * ranges_visit_row() - visit the ranges of a row
 * @table: the table
 * @row: one of its rows
 * @field: index of the field of ranges
 * @visit: function to call
 * @data: its last argument
 *
 * A key that is a number counts as the range of its power of two.
 *
 * Return: false if @visit returned false.
 */
bool ranges_visit_row(const struct table *table, const struct row *row, int field,
		      range_visitor visit, void *data)
{
	const struct distribution *distribution = row_distribution(row, field);
	struct range range;

	if (table->fields[field].role == FIELD_DISTRIBUTION)
		return !distribution || ranges_visit_distribution(distribution, visit, data);
	if (row->other || !cell_range(row->cells + field, &range))
		return true;
	return visit(&range, row_hits(table, row), data);
}

/**
 * ranges_visit_table() - visit the ranges of a table
 * @table: the table
 * @field: index of the field of ranges
 * @visit: function to call; several rows can have the same range
 * @data: its last argument
 *
 * Return: false if @visit returned false.
 */
bool ranges_visit_table(const struct table *table, int field, range_visitor visit, void *data)
{
	for (size_t i = 0; i < table->n_overall; i++) {
		if ((int)table->overall[i].field == field)
			return ranges_visit_distribution(table->overall + i, visit, data);
	}
	for (size_t i = 0; i < table->n_rows; i++) {
		if (!ranges_visit_row(table, table->rows + i, field, visit, data))
			return false;
	}
	return true;
}

/**
 * table_axis() - find the field of ranges of a table
 * @table: the table
 * @name: its name, or NULL for the first field that has ranges
 *
 * Return: its index, or %NO_FIELD if the table has no such field.
 */
int table_axis(const struct table *table, const char *name)
{
	int field = name ? table_find_field(table, name) : NO_FIELD;

	if (field != NO_FIELD)
		return field;
	for (size_t i = 0; !name && i < table->n_fields; i++) {
		struct shown_column column = { .field = i };
		enum cell_shape shape = column_shape(table, &column);

		if (shape == SHAPE_RANGE || shape == SHAPE_DISTRIBUTION)
			return i;
	}
	return NO_FIELD;
}

static int compare_ranges(const void *a, const void *b)
{
	const struct range *range = a, *other = b;

	if (range->first != other->first)
		return range->first < other->first ? -1 : 1;
	return (range->last > other->last) - (range->last < other->last);
}

/* Sort the ranges. One that overlaps its predecessor becomes part of it. */
static void sort_ranges(struct range_axis *axis)
{
	size_t n = 0;

	if (!axis->n)
		return;
	qsort(axis->ranges, axis->n, sizeof(*axis->ranges), compare_ranges);
	for (size_t i = 0; i < axis->n; i++) {
		struct range *range = axis->ranges + i;
		struct range *previous = n ? axis->ranges + n - 1 : NULL;

		if (previous && range->first <= previous->last) {
			if (range->last > previous->last)
				previous->last = range->last;
			previous->open_last |= range->open_last;
		} else {
			axis->ranges[n++] = *range;
		}
	}
	axis->n = n;
}

/**
 * ranges_add() - add a range to an axis under construction
 * @range: the range
 * @count: number of its events; not used
 * @axis: the &struct range_axis, which begins with zeros
 *
 * Full memory is first freed of duplicates: tables have few different ranges in many rows.
 *
 * Return: false without memory.
 */
bool ranges_add(const struct range *range, uint64_t count, void *axis)
{
	struct range_axis *to = axis;
	size_t capacity = to->capacity ? 2 * to->capacity : 256;

	(void)count;
	if (to->n == to->capacity) {
		struct range *ranges;

		sort_ranges(to);
		if (2 * to->n >= to->capacity) {
			ranges = reallocarray(to->ranges, capacity, sizeof(*ranges));
			if (!ranges)
				return false;
			to->ranges = ranges;
			to->capacity = capacity;
		}
	}
	to->ranges[to->n++] = *range;
	return true;
}

/* Ranges of .dist: -7 to -4, -3 to -2, -1, 0, 1, 2 to 3, 4 to 7, ... */
static size_t powers_below(struct range *ranges)
{
	size_t n = 0;

	for (int power = 62; power >= 0; power--) {
		int64_t first = (int64_t)1 << power;

		ranges[n++] = (struct range) { .first = 1 - first - first, .last = -first };
	}
	ranges[n++] = (struct range) { .first = 0, .last = 0 };
	for (int power = 0; power < 63; power++) {
		int64_t first = (int64_t)1 << power;

		ranges[n++] = (struct range) { .first = first, .last = first - 1 + first };
	}
	return n;
}

/* Ranges of .log2: 0 to 1, 2, 3 to 4, 5 to 8, ... */
static size_t powers_above(struct range *ranges)
{
	size_t n = 0;

	ranges[n++] = (struct range) { .first = 0, .last = 1 };
	for (int power = 0; power < 62; power++) {
		int64_t half = (int64_t)1 << power;

		ranges[n++] = (struct range) { .first = half + 1, .last = half + half };
	}
	ranges[n++] = (struct range) { .first = ((int64_t)1 << 62) + 1, .last = INT64_MAX };
	return n;
}

/*
 * Which range of the scale is this? An open end of a range is the end of the numbers: the kernel
 * writes "2^62 to 2^63 - 1" as a range without an end.
 */
static size_t scale_index(const struct range *scale, size_t n, const struct range *range)
{
	for (size_t i = 0; i < n; i++) {
		if (scale[i].first == range->first && scale[i].last == range->last)
			return i;
	}
	return n;
}

static bool complete_scale(struct range_axis *axis, size_t (*fill)(struct range *ranges))
{
	struct range *scale = calloc(POWER_RANGES, sizeof(*scale));
	size_t n, first, last = 0;

	if (!scale)
		return false;
	n = fill(scale);
	first = scale_index(scale, n, axis->ranges);
	for (size_t i = 0; i < axis->n && last < n; i++)
		last = scale_index(scale, n, axis->ranges + i);
	if (last < n) {
		memmove(scale, scale + first, (last - first + 1) * sizeof(*scale));
		free(axis->ranges);
		*axis = (struct range_axis) { scale, last - first + 1, POWER_RANGES };
		return true;
	}
	free(scale);
	return true;
}

/* Width of the ranges if all are of one width and lie in one grid, otherwise 0. */
static uint64_t linear_width(const struct range *ranges, size_t n)
{
	uint64_t first = ranges[0].first, width = (uint64_t)ranges[0].last - first + 1;

	for (size_t i = 1; width && i < n; i++) {
		if ((uint64_t)ranges[i].last - ranges[i].first + 1 != width ||
		    ((uint64_t)ranges[i].first - first) % width)
			return 0;
	}
	return width;
}

/* Add ranges of one width, so that the last one contains @last. */
static bool add_linear(struct range_axis *axis, int64_t first, int64_t last, uint64_t width)
{
	for (;;) {
		uint64_t left = (uint64_t)last - first;
		struct range range = { .first = first, .last = INT64_MAX };

		if (width - 1 < (uint64_t)INT64_MAX - first)
			range.last = (uint64_t)first + (width - 1);
		if (!ranges_add(&range, 0, axis))
			return false;
		if (left < width)
			return true;
		first = (uint64_t)first + width;
	}
}

/* Ranges of .buckets and .lhist. The open ends of .lhist are not part of the grid. */
static bool complete_linear(struct range_axis *axis, size_t max)
{
	size_t low = axis->ranges[0].open_first, high = axis->ranges[axis->n - 1].open_last;
	size_t n = axis->n > low + high ? axis->n - low - high : 0;
	const struct range *first = axis->ranges + low, *last = first + n - 1;
	struct range_axis linear = {};
	uint64_t width, count;

	width = n ? linear_width(first, n) : 0;
	if (!width)
		return true;
	max -= low + high;
	count = ((uint64_t)last->first - first->first) / width + 1;
	width *= count / max + !!(count % max);
	if ((low && !ranges_add(axis->ranges, 0, &linear)) ||
	    !add_linear(&linear, first->first, last->last, width) ||
	    (high && !ranges_add(axis->ranges + axis->n - 1, 0, &linear))) {
		free(linear.ranges);
		return false;
	}
	free(axis->ranges);
	*axis = linear;
	return true;
}

static void join_ranges(struct range_axis *axis, size_t max)
{
	size_t group = (axis->n + max - 1) / max, n = 0;

	for (size_t i = 0; i < axis->n; i++) {
		if (i % group) {
			axis->ranges[n - 1].last = axis->ranges[i].last;
			axis->ranges[n - 1].open_last = axis->ranges[i].open_last;
		} else {
			axis->ranges[n++] = axis->ranges[i];
		}
	}
	axis->n = n;
}

/**
 * ranges_complete() - sort the ranges of an axis, fill its gaps, and join ranges
 * @axis: axis with at least one range, with duplicates, in any order
 * @max: maximal number of ranges, at least 4
 *
 * Return: false without memory.
 */
bool ranges_complete(struct range_axis *axis, size_t max)
{
	size_t n;

	sort_ranges(axis);
	n = axis->n;
	if (!complete_scale(axis, powers_below))
		return false;
	if (axis->n == n && !complete_scale(axis, powers_above))
		return false;
	if (axis->n == n && !complete_linear(axis, max))
		return false;
	if (axis->n > max)
		join_ranges(axis, max);
	return true;
}

/**
 * ranges_find() - find the range of an axis that contains another range
 * @axis: the axis, complete
 * @range: a range that was added to it
 *
 * Return: its index.
 */
size_t ranges_find(const struct range_axis *axis, const struct range *range)
{
	size_t low = 0, high = axis->n - 1;

	while (low < high) {
		size_t middle = (low + high + 1) / 2;

		if (axis->ranges[middle].first <= range->first)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

/**
 * ranges_free() - free the ranges of an axis
 * @axis: the axis
 */
void ranges_free(struct range_axis *axis)
{
	free(axis->ranges);
	*axis = (struct range_axis) {};
}

/**
 * range_edge() - format the smallest number of a range, or "less" if it has none
 * @buf: memory for the text
 * @size: its size; 16 are enough
 * @range: the range
 * @unit: unit of its numbers
 *
 * Return: @buf.
 */
const char *range_edge(char *buf, size_t size, const struct range *range, enum unit unit)
{
	if (range->open_first) {
		snprintf(buf, size, "less");
		return buf;
	}
	return format_number(buf, size, (double)range->first,
			     unit == UNIT_NONE ? UNIT_COUNT : unit);
}

/**
 * range_label() - format a range with its unit
 * @range: the range
 * @unit: unit of its numbers
 *
 * Return: the text, which the caller frees; NULL without memory.
 */
char *range_label(const struct range *range, enum unit unit)
{
	struct range last = { .first = range->last };
	char from[32], to[32];
	char *text;
	int n;

	range_edge(from, sizeof(from), range, unit);
	range_edge(to, sizeof(to), &last, unit);
	if (range->open_first)
		n = asprintf(&text, "up to %s", to);
	else if (range->open_last)
		n = asprintf(&text, "%s or more", from);
	else if (!strcmp(from, to))
		n = asprintf(&text, "%s", from);
	else
		n = asprintf(&text, "%s - %s", from, to);
	return n < 0 ? NULL : text;
}
