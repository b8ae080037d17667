// SPDX-License-Identifier: GPL-2.0-only
/* Find the columns of an answer in a table, and format their cells. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "common/buffer.h"
#include "ranges.h"

/**
 * out_of_memory() - report that an allocation failed
 *
 * Return: %STATUS_FAILED.
 */
enum status out_of_memory(void)
{
	return report_memory("write the answer");
}

/* Unit of a field that no column of a recipe describes: the kernel does not say those of values. */
static enum unit field_unit(const struct field *field)
{
	switch (field->role) {
	case FIELD_HITCOUNT:
	case FIELD_ERROR:
		return UNIT_COUNT;
	case FIELD_SHARE:
		return UNIT_PERCENT;
	default:
		return UNIT_NONE;
	}
}

/**
 * columns_resolve() - find the fields of the columns
 * @table: the table
 * @layout: layout with the columns; without any, all fields of the table are shown
 * @n: number of columns
 *
 * Return: the columns, which the caller frees; they point into @table and @layout. NULL without
 * memory.
 */
struct shown_column *columns_resolve(const struct table *table, const struct layout *layout,
				     size_t *n)
{
	struct shown_column *shown;

	*n = layout->n_columns ? layout->n_columns : table->n_fields;
	shown = calloc(*n + 1, sizeof(*shown));
	for (size_t i = 0; shown && i < *n; i++) {
		if (layout->n_columns) {
			const struct recipe_column *column = layout->columns + i;

			shown[i] = (struct shown_column) {
				layout->in_order ? (int)i : table_find_field(table, column->field),
				column->field,
				column->title ? column->title : column->field,
				column->unit, column->is_rate,
			};
		} else {
			const struct field *field = table->fields + i;

			shown[i] = (struct shown_column) {
				i, field->name, field->name, field_unit(field), false,
			};
		}
	}
	return shown;
}

/**
 * struct order - how rows_order() sorts
 * @table: table with the rows
 * @field: field by which they are sorted, or %NO_FIELD
 */
struct order {
	const struct table *table;
	int field;
};

/* Descending, rows without a number after the others, the row of other events at the end. */
static int compare_rows(const void *a, const void *b, void *data)
{
	const struct order *order = data;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;
	const struct row *row = order->table->rows + i, *next = order->table->rows + j;
	int result = 0;

	if (row->other != next->other)
		return row->other - next->other;
	if (order->field != NO_FIELD) {
		const struct cell *cell = row->cells + order->field;
		const struct cell *other = next->cells + order->field;

		result = (cell->kind == CELL_MISSING) - (other->kind == CELL_MISSING);
		if (!result)
			result = -cell_compare(cell, other);
	}
	return result ? result : (i > j) - (i < j);
}

/**
 * rows_order() - sort the rows of a table that must not be changed
 * @table: the table
 * @sort: field that sorts them, in descending order, or NULL for the order of the table
 *
 * Return: the indices of the rows in order, which the caller frees; NULL without memory.
 */
size_t *rows_order(const struct table *table, const char *sort)
{
	struct order order = { table, sort ? table_find_field(table, sort) : NO_FIELD };
	size_t *rows = calloc(table->n_rows + 1, sizeof(*rows));

	if (!rows)
		return NULL;
	for (size_t i = 0; i < table->n_rows; i++)
		rows[i] = i;
	qsort_r(rows, table->n_rows, sizeof(*rows), compare_rows, &order);
	return rows;
}

static bool is_one_of(const char *modifier, const char *const *names)
{
	for (; *names; names++) {
		if (!strcmp(modifier, *names))
			return true;
	}
	return false;
}

static bool has_cell(const struct table *table, int field, enum cell_kind kind)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		if (table->rows[i].cells[field].kind == kind)
			return true;
	}
	return false;
}

/**
 * column_shape() - tell how many parts the cells of a column have
 * @table: the table
 * @column: one of its columns
 *
 * The modifier decides if it is known, so that all intervals of an answer get the same header.
 *
 * Return: the shape.
 */
enum cell_shape column_shape(const struct table *table, const struct shown_column *column)
{
	static const char *const named[] = { "execname", "syscall", "sym", "sym-offset", NULL };
	static const char *const range[] = { "log2", "buckets", "lhist", NULL };
	static const char *const stack[] = { "stacktrace", NULL };
	const struct field *field;

	if (column->field == NO_FIELD)
		return SHAPE_SIMPLE;
	field = table->fields + column->field;
	if (field->role == FIELD_DISTRIBUTION)
		return SHAPE_DISTRIBUTION;
	if (has_cell(table, column->field, CELL_STACK) ||
	    (field->modifier && is_one_of(field->modifier, stack)))
		return SHAPE_STACK;
	if (has_cell(table, column->field, CELL_RANGE) ||
	    (field->modifier && is_one_of(field->modifier, range)))
		return SHAPE_RANGE;
	if (has_cell(table, column->field, CELL_NAMED) ||
	    (field->modifier && is_one_of(field->modifier, named)))
		return SHAPE_NAMED;
	return SHAPE_SIMPLE;
}

/**
 * table_has_time() - check whether the begin and the end of a table's interval are known
 * @table: the table
 *
 * Return: false for a saved copy of a hist file, and for the total of another program's histogram.
 */
bool table_has_time(const struct table *table)
{
	return table->begin || table->end;
}

/**
 * table_seconds() - compute the length of a table's interval
 * @table: the table
 *
 * Return: its length in seconds, or 0 if the table does not say.
 */
double table_seconds(const struct table *table)
{
	double seconds = table->end - table->begin;

	return seconds > 0 && isfinite(seconds) ? seconds : 0;
}

/**
 * column_value() - compute the number that a column shows
 * @cell: the cell
 * @column: its column
 * @seconds: length of the interval in seconds
 *
 * Return: the number, or NaN if the cell has no number.
 */
double column_value(const struct cell *cell, const struct shown_column *column, double seconds)
{
	if (cell->kind != CELL_NUMBER && cell->kind != CELL_REAL && cell->kind != CELL_NAMED)
		return NAN;
	if (!column->is_rate)
		return cell_to_double(cell);
	return seconds > 0 ? cell_to_double(cell) / seconds : NAN;
}

/**
 * row_distribution() - find a distribution of a row
 * @row: the row
 * @field: index of the distribution's field
 *
 * Return: the distribution, or NULL if the row has no distribution of this field.
 */
const struct distribution *row_distribution(const struct row *row, int field)
{
	for (size_t i = 0; i < row->n_distributions; i++) {
		if ((int)row->distributions[i].field == field)
			return row->distributions + i;
	}
	return NULL;
}

/**
 * number_text() - format a number with all its digits
 * @buf: memory for the text
 * @size: its size; 32 are enough
 * @cell: cell with a number
 *
 * Return: @buf, which is empty if there is no number.
 */
const char *number_text(char *buf, size_t size, const struct cell *cell)
{
	if (cell->kind == CELL_REAL && isfinite(cell->real))
		snprintf(buf, size, "%.10g", cell->real);
	else if (cell->kind != CELL_NUMBER && cell->kind != CELL_NAMED && cell->kind != CELL_RANGE)
		*buf = '\0';
	else if (cell->is_unsigned)
		snprintf(buf, size, "%" PRIu64, (uint64_t)cell->number);
	else
		snprintf(buf, size, "%" PRId64, cell->number);
	return buf;
}

static char *join_frames(const struct cell *cell)
{
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);

	for (size_t i = 0; out && i < cell->n_frames; i++)
		fprintf(out, "%s%s", i ? "; " : "", cell->frames[i]);
	return buffer_close(&buffer, out) ? buffer.text : NULL;
}

static char *named_text(const struct field *field, const struct cell *cell)
{
	char number[32];
	char *text;
	int n;

	if (!cell->text)
		return strdup(number_text(number, sizeof(number), cell));
	if (!field->modifier || strcmp(field->modifier, "execname"))
		return strdup(cell->text);
	n = asprintf(&text, "%s-%s", cell->text, number_text(number, sizeof(number), cell));
	return n < 0 ? NULL : text;
}

/*
 * Unit with which column_text() formats a number. A key without a unit can be an identifier; a
 * value cannot, so its digits are grouped as those of a count.
 */
static enum unit display_unit(const struct field *field, enum unit unit)
{
	return unit == UNIT_NONE && field->role != FIELD_KEY ? UNIT_COUNT : unit;
}

/**
 * column_text() - format a cell as text, with its unit
 * @table: the table
 * @cell: the cell
 * @column: its column
 * @seconds: length of the interval in seconds
 *
 * Return: the text, which the caller frees, with unsafe characters as the kernel has them; NULL
 * without memory.
 */
char *column_text(const struct table *table, const struct cell *cell,
		  const struct shown_column *column, double seconds)
{
	const struct field *field = table->fields + column->field;
	struct range range;
	char number[32];

	switch (cell->kind) {
	case CELL_TEXT:
		return strdup(cell->text ? cell->text : "");
	case CELL_RANGE:
		return cell_range(cell, &range) ? range_label(&range, column->unit) : strdup("-");
	case CELL_STACK:
		return join_frames(cell);
	case CELL_NAMED:
		return named_text(field, cell);
	case CELL_NUMBER:
		if (field->role == FIELD_KEY && column->unit == UNIT_NONE)
			return strdup(number_text(number, sizeof(number), cell));
		break;
	default:
		break;
	}
	return strdup(format_number(number, sizeof(number), column_value(cell, column, seconds),
				    display_unit(field, column->unit)));
}

/**
 * column_heading() - format the heading of a column
 * @column: the column
 *
 * Times and sizes have their unit in each cell, pages and sectors in the heading.
 *
 * Return: the heading, which the caller frees; NULL without memory.
 */
char *column_heading(const struct shown_column *column)
{
	const char *unit = column->unit == UNIT_PAGES ? " (pages" :
			   column->unit == UNIT_SECTORS ? " (sectors" : "";
	const char *rate = column->is_rate ? "/s" : "";
	char *text;

	if (asprintf(&text, "%s%s%s%s", column->title, unit, rate, *unit ? ")" : "") < 0)
		return NULL;
	return text;
}

/**
 * axis_unit() - find the unit of a field
 * @columns: columns of the answer
 * @n: number of columns
 * @field: the field
 *
 * A distribution has the unit of any other column of its value: "lat.dist" that of "lat.p99".
 *
 * Return: the unit, or %UNIT_COUNT if no column tells.
 */
enum unit axis_unit(const struct recipe_column *columns, size_t n, const char *field)
{
	size_t length = strcspn(field, ".");

	for (size_t i = 0; i < n; i++) {
		if (!strcmp(columns[i].field, field) && columns[i].unit != UNIT_NONE)
			return columns[i].unit;
	}
	for (size_t i = 0; i < n; i++) {
		const char *name = columns[i].field;

		if (!strncmp(name, field, length) && (!name[length] || name[length] == '.') &&
		    columns[i].unit != UNIT_NONE && columns[i].unit != UNIT_PERCENT)
			return columns[i].unit;
	}
	return UNIT_COUNT;
}
