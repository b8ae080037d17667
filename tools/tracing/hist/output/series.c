// SPDX-License-Identifier: GPL-2.0-only
/* Follow the largest rows of a recording through its intervals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/buffer.h"
#include "heat.h"
#include "series.h"

static bool is_value(const struct table *table, const struct shown_column *column)
{
	enum field_role role;

	if (column->field == NO_FIELD)
		return false;
	role = table->fields[column->field].role;
	return role != FIELD_KEY && role != FIELD_DISTRIBUTION;
}

/* The column that sorts the answer, otherwise the first one with numbers. */
static bool choose_column(struct series_set *set, const struct recording *recording,
			  const struct table *total)
{
	const struct layout layout = {
		.columns = recording->columns, .n_columns = recording->n_columns,
	};
	size_t n;
	struct shown_column *columns = columns_resolve(total, &layout, &n);

	set->column.field = NO_FIELD;
	for (size_t i = 0; columns && i < n; i++) {
		bool sorts = recording->sort && !strcmp(columns[i].name, recording->sort);

		if (is_value(total, columns + i) && (sorts || set->column.field == NO_FIELD))
			set->column = columns[i];
		if (sorts && is_value(total, columns + i))
			break;
	}
	free(columns);
	return columns;
}

static char *row_name(const struct table *table, const struct row *row)
{
	struct buffer buffer;
	bool done = true;
	FILE *out;

	if (row->other)
		return strdup("other");
	out = buffer_open(&buffer);
	for (size_t key = 0; out && done && key < table->n_keys; key++) {
		struct shown_column column = { .field = key, .unit = UNIT_NONE };
		char *text = column_text(table, row->cells + key, &column, 0);

		done = text;
		fprintf(out, "%s%s", key ? ", " : "", text ? text : "");
		free(text);
	}
	if (!buffer_close(&buffer, out))
		return NULL;
	if (done)
		return buffer.text;
	free(buffer.text);
	return NULL;
}

static const struct row *find_row(const struct table *table, const struct table *total,
				  const struct row *like)
{
	for (size_t i = 0; table->n_keys == total->n_keys && i < table->n_rows; i++) {
		const struct row *row = table->rows + i;
		bool equal = row->other == like->other;

		for (size_t key = 0; equal && !like->other && key < total->n_keys; key++)
			equal = !cell_compare(row->cells + key, like->cells + key);
		if (equal)
			return row;
	}
	return NULL;
}

/* A row that an interval does not have was not counted: 0 events, but no percentile. */
static double interval_value(const struct series_set *set, const struct table *interval,
			     const struct table *total, const struct row *like)
{
	const struct row *row = find_row(interval, total, like);
	int field = table_find_field(interval, set->column.name);
	double seconds = table_seconds(interval), value;

	if (!row || field == NO_FIELD)
		return set->per_second ? 0 : NAN;
	value = cell_to_double(row->cells + field);
	if (row->cells[field].kind == CELL_MISSING)
		return NAN;
	if (!set->per_second)
		return value;
	return seconds > 0 ? value / seconds : NAN;
}

static bool add_series(struct series_set *set, const struct recording *recording,
		       const struct table *total, const struct row *row)
{
	double *values = calloc(set->n_points + 1, sizeof(*values));
	size_t known = 0, joined = set->joined;

	set->values[set->n] = values;
	set->names[set->n] = row_name(total, row);
	if (!values || !set->names[set->n++])
		return false;
	for (size_t i = 0; i < recording->n_intervals; i++) {
		size_t point = i / joined;
		double value = interval_value(set, recording->intervals + i, total, row);

		known = i % joined ? known : 0;
		/* The average of those intervals of the point that have a number */
		if (isfinite(value))
			values[point] += (value - values[point]) / ++known;
		if (i % joined == joined - 1 || i + 1 == recording->n_intervals)
			values[point] = known ? values[point] : NAN;
		if (values[point] > set->largest)
			set->largest = values[point];
	}
	return true;
}

static bool add_points(struct series_set *set, const struct recording *recording,
		       size_t max_points)
{
	size_t n = recording->n_intervals, joined = (n + max_points - 1) / max_points;

	set->joined = joined;
	set->n_points = (n + joined - 1) / joined;
	set->begins = calloc(n + 1, sizeof(*set->begins));
	set->ends = calloc(n + 1, sizeof(*set->ends));
	if (!set->begins || !set->ends)
		return false;
	set->has_time = recording_times(recording, set->begins, set->ends);
	for (size_t i = 0; i < n; i++) {
		if (i % joined == 0)
			set->begins[i / joined] = set->begins[i];
		set->ends[i / joined] = set->ends[i];
	}
	return true;
}

/**
 * series_init() - make time series of the largest rows of a recording
 * @set: the series, which series_free() frees even if this function fails
 * @recording: recording with at least one interval
 * @total: its total
 * @max_points: maximal number of points; more intervals are joined
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status series_init(struct series_set *set, const struct recording *recording,
			const struct table *total, size_t max_points)
{
	size_t *rows = rows_order(total, recording->sort);
	bool done = rows;

	*set = (struct series_set) {};
	done = done && choose_column(set, recording, total) &&
	       add_points(set, recording, max_points);
	if (done && set->column.field != NO_FIELD) {
		enum field_role role = total->fields[set->column.field].role;

		set->per_second = role == FIELD_HITCOUNT || role == FIELD_SUM;
		for (size_t i = 0; done && i < total->n_rows && set->n < MAX_SERIES; i++)
			done = add_series(set, recording, total, total->rows + rows[i]);
	}
	free(rows);
	return done ? STATUS_OK : out_of_memory();
}

/**
 * series_free() - free time series
 * @set: the series
 */
void series_free(struct series_set *set)
{
	for (size_t i = 0; i < MAX_SERIES; i++) {
		free(set->names[i]);
		free(set->values[i]);
	}
	free(set->begins);
	free(set->ends);
}
