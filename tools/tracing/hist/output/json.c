// SPDX-License-Identifier: GPL-2.0-only
/*
 * Write a table as a JSON object in one line: see trace-hist-json(5). Several intervals are several
 * lines.
 *
 *   {
 *     "version": 1,                      the format; a change that breaks readers increments it
 *     "event": "sched:sched_switch",     or null
 *     "trigger": "hist:keys=...",
 *     "columns": [
 *       {"name": "lat.p99",              as the kernel prints it
 *        "title": "99th percentile",
 *        "unit": "us",                   count ns us ms s bytes pages sectors percent, or ""
 *        "rate": false,                  true: the numbers are per second of the interval
 *        "key": false}
 *     ],
 *     "rows": [
 *       {"values": {"NAME": VALUE, ...},
 *        "other": true,                  row of the events without a row of their own
 *        "partial": ["NAME", ...],       columns whose numbers lack events
 *        "saved": "TEXT"}                what onmax(), onchange(), save() show
 *     ],
 *     "overall": {"NAME": VALUE},        distributions over all rows
 *     "hits": 1234,
 *     "dropped": {"REASON": 12},         "unknown" if the kernel gives no reason
 *     "notes": {"Evicted": 3},           what else is incomplete, as the kernel names it
 *     "paused": true,                    the histogram counts no events
 *     "interval": {"begin": 1.5, "end": 2.5, "approximate": false, "merged": false,
 *                  "cleared": false}     in seconds, CLOCK_MONOTONIC; null if not known
 *   }
 *
 * "other", "partial", "saved", "overall", "notes" and "paused" are there only if they apply. A
 * table that was computed from others has neither "hits", "dropped" nor "interval". A VALUE is one
 * of these:
 *
 *   number, string
 *   null                               the kernel has no number
 *   {"number": 17, "name": "mmap"}     a number with a name
 *   {"first": 64, "last": 127}         a range; null is an open end, or a last number of 2^63 - 1
 *   ["inner", "outer"]                 a stack trace, from the innermost to the outermost frame
 *   [{"first", "last", "count"}, ...]  a distribution
 *
 * Of two columns with the same name, the second one is called "NAME#2".
 *
 * All strings are UTF-8; a byte that is not becomes "\xNN", and control characters are escaped.
 */
#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "common/utf8.h"

/**
 * struct json_writer - state of a JSON object under construction
 * @table: the table
 * @columns: its columns
 * @names: their names, each of which is unique
 * @n_columns: number of columns
 * @failed: an allocation failed
 */
struct json_writer {
	const struct table *table;
	struct shown_column *columns;
	char **names;
	size_t n_columns;
	bool failed;
};

/* Add @value, of which the object becomes the owner. */
static void add(struct json_writer *writer, json_object *object, const char *name,
		json_object *value)
{
	if (!object || json_object_object_add(object, name, value)) {
		json_object_put(value);
		writer->failed = true;
	}
}

/* As add(), but a value that does not exist is a failed allocation, not null. */
static void add_new(struct json_writer *writer, json_object *object, const char *name,
		    json_object *value)
{
	if (!value)
		writer->failed = true;
	add(writer, object, name, value);
}

static void append(struct json_writer *writer, json_object *array, json_object *value)
{
	if (!array || !value || json_object_array_add(array, value)) {
		json_object_put(value);
		writer->failed = true;
	}
}

static json_object *new_string(const char *text)
{
	char *valid = utf8_valid_copy(text ? text : "");
	json_object *string = valid ? json_object_new_string(valid) : NULL;

	free(valid);
	return string;
}

static json_object *new_integer(int64_t number, bool is_unsigned)
{
	return is_unsigned ? json_object_new_uint64(number) : json_object_new_int64(number);
}

static json_object *new_real(struct json_writer *writer, double number)
{
	json_object *real;

	if (!isfinite(number))
		return NULL;
	real = json_object_new_double(number);
	if (!real)
		writer->failed = true;
	return real;
}

static json_object *new_range(struct json_writer *writer, const struct cell *cell)
{
	json_object *range = json_object_new_object();

	if (!cell->is_unsigned && cell->number == INT64_MIN)
		add(writer, range, "first", NULL);
	else
		add_new(writer, range, "first", new_integer(cell->number, cell->is_unsigned));
	if (!cell->is_unsigned && cell->last == INT64_MAX)
		add(writer, range, "last", NULL);
	else
		add_new(writer, range, "last", new_integer(cell->last, cell->is_unsigned));
	return range;
}

static json_object *new_named(struct json_writer *writer, const struct cell *cell)
{
	json_object *named = json_object_new_object();

	add_new(writer, named, "number", new_integer(cell->number, cell->is_unsigned));
	add_new(writer, named, "name", new_string(cell->text));
	return named;
}

static json_object *new_stack(struct json_writer *writer, const struct cell *cell)
{
	json_object *frames = json_object_new_array();

	for (size_t i = 0; i < cell->n_frames; i++)
		append(writer, frames, new_string(cell->frames[i]));
	return frames;
}

static json_object *new_distribution(struct json_writer *writer,
				     const struct distribution *distribution)
{
	json_object *buckets = json_object_new_array();

	for (size_t i = 0; i < distribution->n; i++) {
		const struct bucket *bucket = distribution->buckets + i;
		json_object *object = json_object_new_object();

		add_new(writer, object, "first", json_object_new_int64(bucket->first));
		add_new(writer, object, "last", json_object_new_int64(bucket->last));
		add_new(writer, object, "count", json_object_new_uint64(bucket->count));
		append(writer, buckets, object);
	}
	return buckets;
}

static void add_cell(struct json_writer *writer, json_object *values, const char *name,
		     const struct cell *cell, const struct shown_column *column)
{
	double seconds = table_seconds(writer->table);

	switch (cell->kind) {
	case CELL_TEXT:
		add_new(writer, values, name, new_string(cell->text));
		return;
	case CELL_NAMED:
		add_new(writer, values, name, new_named(writer, cell));
		return;
	case CELL_RANGE:
		add_new(writer, values, name, new_range(writer, cell));
		return;
	case CELL_STACK:
		add_new(writer, values, name, new_stack(writer, cell));
		return;
	case CELL_NUMBER:
		if (!column->is_rate) {
			add_new(writer, values, name,
				new_integer(cell->number, cell->is_unsigned));
			return;
		}
		break;
	default:
		break;
	}
	add(writer, values, name, new_real(writer, column_value(cell, column, seconds)));
}

static void add_value(struct json_writer *writer, json_object *values, const struct row *row,
		      size_t i)
{
	const struct shown_column *column = writer->columns + i;
	const struct distribution *distribution;
	const struct field *field;

	if (column->field == NO_FIELD) {
		add(writer, values, writer->names[i], NULL);
		return;
	}
	field = writer->table->fields + column->field;
	distribution = row_distribution(row, column->field);
	if (distribution)
		add_new(writer, values, writer->names[i], new_distribution(writer, distribution));
	else if (row->other && field->role == FIELD_KEY)
		add(writer, values, writer->names[i], NULL);
	else
		add_cell(writer, values, writer->names[i], row->cells + column->field, column);
}

static json_object *new_row(struct json_writer *writer, const struct row *row)
{
	json_object *object = json_object_new_object(), *values = json_object_new_object();
	json_object *partial = NULL;

	add_new(writer, object, "values", values);
	for (size_t i = 0; !writer->failed && i < writer->n_columns; i++) {
		int field = writer->columns[i].field;

		add_value(writer, values, row, i);
		if (field == NO_FIELD || !row->cells[field].partial)
			continue;
		if (!partial)
			partial = json_object_new_array();
		append(writer, partial, new_string(writer->names[i]));
	}
	if (partial)
		add(writer, object, "partial", partial);
	if (row->other)
		add_new(writer, object, "other", json_object_new_boolean(true));
	if (row->saved)
		add_new(writer, object, "saved", new_string(row->saved));
	return object;
}

static json_object *new_column(struct json_writer *writer, size_t i)
{
	const struct shown_column *column = writer->columns + i;
	bool is_key = column->field != NO_FIELD &&
		      writer->table->fields[column->field].role == FIELD_KEY;
	json_object *object = json_object_new_object();

	add_new(writer, object, "name", new_string(writer->names[i]));
	add_new(writer, object, "title", new_string(column->title));
	add_new(writer, object, "unit", new_string(unit_name(column->unit)));
	add_new(writer, object, "rate", json_object_new_boolean(column->is_rate));
	add_new(writer, object, "key", json_object_new_boolean(is_key));
	return object;
}

static json_object *new_columns(struct json_writer *writer)
{
	json_object *columns = json_object_new_array();

	for (size_t i = 0; i < writer->n_columns; i++)
		append(writer, columns, new_column(writer, i));
	return columns;
}

static json_object *new_rows(struct json_writer *writer, const struct layout *layout)
{
	size_t *rows = rows_order(writer->table, layout->sort);
	json_object *array = json_object_new_array();
	size_t n = writer->table->n_rows;

	if (!rows)
		writer->failed = true;
	if (layout->limit && layout->limit < n)
		n = layout->limit;
	for (size_t i = 0; !writer->failed && i < n; i++)
		append(writer, array, new_row(writer, writer->table->rows + rows[i]));
	free(rows);
	return array;
}

static json_object *new_overall(struct json_writer *writer)
{
	const struct table *table = writer->table;
	json_object *overall = json_object_new_object();

	for (size_t i = 0; i < table->n_overall; i++) {
		const struct field *field = table->fields + table->overall[i].field;

		char *name = utf8_valid_copy(field->name);

		if (name)
			add_new(writer, overall, name,
				new_distribution(writer, table->overall + i));
		else
			writer->failed = true;
		free(name);
	}
	return overall;
}

/* Return the sum of the counts. */
static uint64_t add_counts(struct json_writer *writer, json_object *object,
			   const struct drop *counts, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		char *reason = utf8_valid_copy(counts[i].reason);

		if (reason)
			add_new(writer, object, reason, json_object_new_uint64(counts[i].count));
		else
			writer->failed = true;
		sum += counts[i].count;
		free(reason);
	}
	return sum;
}

static json_object *new_dropped(struct json_writer *writer)
{
	const struct table *table = writer->table;
	json_object *dropped = json_object_new_object();
	uint64_t known = add_counts(writer, dropped, table->drops, table->n_drops);

	if (table->dropped > known)
		add_new(writer, dropped, "unknown",
			json_object_new_uint64(table->dropped - known));
	return dropped;
}

static json_object *new_notes(struct json_writer *writer)
{
	json_object *notes = json_object_new_object();

	add_counts(writer, notes, writer->table->notes, writer->table->n_notes);
	return notes;
}

static json_object *new_interval(struct json_writer *writer)
{
	const struct table *table = writer->table;
	json_object *interval = json_object_new_object();
	bool has_time = table_has_time(table);

	add(writer, interval, "begin", has_time ? new_real(writer, table->begin) : NULL);
	add(writer, interval, "end", has_time ? new_real(writer, table->end) : NULL);
	add_new(writer, interval, "approximate", json_object_new_boolean(table->approximate));
	add_new(writer, interval, "merged", json_object_new_boolean(table->merged));
	add_new(writer, interval, "cleared", json_object_new_boolean(table->cleared));
	return interval;
}

static json_object *new_table(struct json_writer *writer, const struct layout *layout)
{
	const struct table *table = writer->table;
	json_object *object = json_object_new_object();

	add_new(writer, object, "version", json_object_new_int(JSON_VERSION));
	if (table->event)
		add_new(writer, object, "event", new_string(table->event));
	else
		add(writer, object, "event", NULL);
	add_new(writer, object, "trigger", new_string(table->trigger));
	add_new(writer, object, "columns", new_columns(writer));
	add_new(writer, object, "rows", new_rows(writer, layout));
	if (table->n_overall)
		add_new(writer, object, "overall", new_overall(writer));
	if (layout->is_derived)
		return object;
	add_new(writer, object, "hits", json_object_new_uint64(table->hits));
	add_new(writer, object, "dropped", new_dropped(writer));
	if (table->n_notes)
		add_new(writer, object, "notes", new_notes(writer));
	if (table->paused)
		add_new(writer, object, "paused", json_object_new_boolean(true));
	add_new(writer, object, "interval", new_interval(writer));
	return object;
}

static bool name_is_used(char **names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(names[i], name))
			return true;
	}
	return false;
}

/* A name that none of the first @n columns has. Takes @name. Return: NULL without memory. */
static char *unique_name(const struct json_writer *writer, size_t n, char *name)
{
	char *unique = name;

	for (unsigned int number = 2; unique && name_is_used(writer->names, n, unique); number++) {
		if (unique != name)
			free(unique);
		if (asprintf(&unique, "%s#%u", name, number) < 0)
			unique = NULL;
	}
	if (unique != name)
		free(name);
	return unique;
}

static bool make_names(struct json_writer *writer)
{
	writer->names = calloc(writer->n_columns + 1, sizeof(*writer->names));
	if (!writer->names)
		return false;
	for (size_t i = 0; i < writer->n_columns; i++) {
		char *name = utf8_valid_copy(writer->columns[i].name);

		writer->names[i] = unique_name(writer, i, name);
		if (!writer->names[i])
			return false;
	}
	return true;
}

/* When memory is short, json-c leaves out parts of the text without an error. */
static bool is_complete(json_object *object, const char *text)
{
	json_object *parsed = json_tokener_parse(text);
	bool equal = parsed && json_object_equal(parsed, object);

	json_object_put(parsed);
	return equal;
}

static void writer_free(struct json_writer *writer)
{
	for (size_t i = 0; writer->names && i < writer->n_columns; i++)
		free(writer->names[i]);
	free(writer->names);
	free(writer->columns);
}

/**
 * write_table_json() - write a table as a JSON object
 * @out: where to write
 * @table: the table
 * @layout: columns, order, and number of rows
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status write_table_json(FILE *out, const struct table *table, const struct layout *layout)
{
	struct json_writer writer = { .table = table };
	json_object *object = NULL;
	const char *text = NULL;

	writer.columns = columns_resolve(table, layout, &writer.n_columns);
	if (writer.columns && make_names(&writer))
		object = new_table(&writer, layout);
	if (object && !writer.failed)
		text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
						      JSON_C_TO_STRING_NOSLASHESCAPE);
	if (text && !is_complete(object, text))
		text = NULL;
	if (text) {
		write_json_text(out, text);
		fputc('\n', out);
	}
	json_object_put(object);
	writer_free(&writer);
	return text ? STATUS_OK : out_of_memory();
}
