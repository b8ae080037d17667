// SPDX-License-Identifier: GPL-2.0-only
/*
 * Write a table as comma-separated values (RFC 4180): a header line, then a record for each row.
 * The numbers are those of the kernel, and the header names their unit.
 *
 * Each record begins with the begin and the end of its interval in seconds, unless the table was
 * computed from others. Both are empty if they are not known. A key with a name has two fields, its
 * number and its name. A range has two fields, its first and last number, of which an open end is
 * empty. A distribution has one field: "FIRST..LAST:COUNT" for each range. A stack trace has one
 * field: its frames, from the outermost to the innermost one, joined by semicolons. A number that
 * the kernel does not have is empty. The row of other events has "other" in its first key, if other
 * rows have a text or a name there, and otherwise empty keys. Control characters and others that
 * utf8_is_safe() names are written as "\xNN".
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "common/buffer.h"
#include "common/utf8.h"

/* A string of a field: what needs it is within quotes already. */
static void write_text(FILE *out, const char *text)
{
	const char *from = text;
	uint32_t character;

	while ((character = utf8_next(&text))) {
		size_t n = text - from;

		if (!utf8_is_safe(character)) {
			write_hex(out, from, n);
		} else {
			if (character == '"')
				fputc('"', out);
			fwrite(from, 1, n, out);
		}
		from = text;
	}
}

static void write_quoted(FILE *out, const char *text)
{
	bool quoted = strpbrk(text, "\",");

	if (quoted)
		fputc('"', out);
	write_text(out, text);
	if (quoted)
		fputc('"', out);
}

static const char *unit_suffix(enum unit unit)
{
	switch (unit) {
	case UNIT_NS:
		return "_ns";
	case UNIT_US:
		return "_us";
	case UNIT_MS:
		return "_ms";
	case UNIT_SECONDS:
		return "_s";
	case UNIT_BYTES:
		return "_bytes";
	case UNIT_PAGES:
		return "_pages";
	case UNIT_SECTORS:
		return "_sectors";
	case UNIT_PERCENT:
		return "_percent";
	default:
		return "";
	}
}

static bool write_name(FILE *out, const struct shown_column *column, const char *part,
		       enum unit unit)
{
	char *name;

	if (asprintf(&name, "%s%s%s%s", column->name, part, unit_suffix(unit),
		     column->is_rate ? "_per_s" : "") < 0)
		return false;
	write_quoted(out, name);
	free(name);
	return true;
}

static bool write_header(FILE *out, const struct shown_column *columns,
			 const enum cell_shape *shapes, size_t n, bool has_time)
{
	bool done = true;

	if (has_time)
		fputs("begin_s,end_s", out);
	for (size_t i = 0; done && i < n; i++) {
		const struct shown_column *column = columns + i;

		if (has_time || i)
			fputc(',', out);
		switch (shapes[i]) {
		case SHAPE_RANGE:
			done = write_name(out, column, "_first", column->unit);
			fputc(',', out);
			done = done && write_name(out, column, "_last", column->unit);
			break;
		case SHAPE_NAMED:
			done = write_name(out, column, "", UNIT_NONE);
			fputc(',', out);
			done = done && write_name(out, column, "_name", UNIT_NONE);
			break;
		default:
			done = write_name(out, column, "", column->unit);
		}
	}
	fputs("\r\n", out);
	return done;
}

static void write_number(FILE *out, const struct cell *cell, const struct shown_column *column,
			 double seconds)
{
	char number[32];
	double value;

	if (!column->is_rate) {
		fputs(number_text(number, sizeof(number), cell), out);
		return;
	}
	value = column_value(cell, column, seconds);
	if (isfinite(value))
		fprintf(out, "%.10g", value);
}

static void write_range(FILE *out, const struct cell *cell)
{
	struct cell last = *cell;
	char number[32];

	last.number = cell->last;
	if (cell->kind == CELL_RANGE && (cell->is_unsigned || cell->number != INT64_MIN))
		fputs(number_text(number, sizeof(number), cell), out);
	fputc(',', out);
	if (cell->kind == CELL_RANGE && (cell->is_unsigned || cell->last != INT64_MAX))
		fputs(number_text(number, sizeof(number), &last), out);
}

static void write_stack(FILE *out, const struct cell *cell)
{
	fputc('"', out);
	for (size_t i = cell->n_frames; i--;) {
		write_text(out, cell->frames[i]);
		fputs(i ? ";" : "", out);
	}
	fputc('"', out);
}

static void write_distribution(FILE *out, const struct distribution *distribution)
{
	for (size_t i = 0; distribution && i < distribution->n; i++) {
		const struct bucket *bucket = distribution->buckets + i;

		fprintf(out, "%s%" PRId64 "..%" PRId64 ":%" PRIu64, i ? " " : "", bucket->first,
			bucket->last, bucket->count);
	}
}

/*
 * Check whether a key is a text in one of the rows. The key of a table without rows counts as a
 * number.
 */
static bool has_texts(const struct table *table, int field)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		if (!table->rows[i].other && table->rows[i].cells[field].kind == CELL_TEXT)
			return true;
	}
	return false;
}

static void write_cell(FILE *out, const struct table *table, const struct row *row,
		       const struct shown_column *column, enum cell_shape shape)
{
	static const struct cell missing = { .kind = CELL_MISSING };
	const struct cell *cell = &missing;

	if (column->field != NO_FIELD &&
	    !(row->other && table->fields[column->field].role == FIELD_KEY))
		cell = row->cells + column->field;
	switch (shape) {
	case SHAPE_RANGE:
		write_range(out, cell);
		return;
	case SHAPE_NAMED:
		write_number(out, cell, column, 0);
		fputc(',', out);
		break;
	case SHAPE_STACK:
		write_stack(out, cell);
		return;
	case SHAPE_DISTRIBUTION:
		write_distribution(out, row_distribution(row, column->field));
		return;
	default:
		if (cell->kind != CELL_TEXT)
			write_number(out, cell, column, table_seconds(table));
	}
	if (row->other && column->field == 0 && cell == &missing &&
	    (shape == SHAPE_NAMED || has_texts(table, 0)))
		fputs("other", out);
	else if (cell->kind == CELL_TEXT || cell->kind == CELL_NAMED)
		write_quoted(out, cell->text ? cell->text : "");
}

static void write_time(FILE *out, const struct table *table)
{
	if (table_has_time(table))
		fprintf(out, "%.6f,%.6f", table->begin, table->end);
	else
		fputc(',', out);
}

/* The shape of a column depends on all rows, so it is computed once. */
static enum cell_shape *column_shapes(const struct table *table,
				      const struct shown_column *columns, size_t n)
{
	enum cell_shape *shapes = columns ? calloc(n + 1, sizeof(*shapes)) : NULL;

	for (size_t i = 0; shapes && i < n; i++)
		shapes[i] = column_shape(table, columns + i);
	return shapes;
}

/**
 * csv_header() - make the header line of a table
 * @table: the table
 * @layout: its columns
 *
 * Return: the line, which the caller frees; NULL without memory.
 */
char *csv_header(const struct table *table, const struct layout *layout)
{
	size_t n;
	struct shown_column *columns = columns_resolve(table, layout, &n);
	enum cell_shape *shapes = column_shapes(table, columns, n);
	struct buffer buffer;
	FILE *out = shapes ? buffer_open(&buffer) : NULL;
	bool done = out && write_header(out, columns, shapes, n, !layout->is_derived);

	free(shapes);
	free(columns);
	if (!out || !buffer_close(&buffer, out))
		return NULL;
	if (done)
		return buffer.text;
	free(buffer.text);
	return NULL;
}

/**
 * write_table_csv() - write a table as comma-separated values
 * @out: where to write
 * @table: the table
 * @layout: columns, order, and number of rows
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status write_table_csv(FILE *out, const struct table *table, const struct layout *layout)
{
	size_t n, *rows = rows_order(table, layout->sort);
	struct shown_column *columns = columns_resolve(table, layout, &n);
	enum cell_shape *shapes = column_shapes(table, columns, n);
	bool done = rows && shapes;
	size_t n_rows = table->n_rows;

	if (layout->limit && layout->limit < n_rows)
		n_rows = layout->limit;
	if (done && !layout->continued)
		done = write_header(out, columns, shapes, n, !layout->is_derived);
	for (size_t i = 0; done && i < n_rows; i++) {
		if (!layout->is_derived)
			write_time(out, table);
		for (size_t j = 0; j < n; j++) {
			if (j || !layout->is_derived)
				fputc(',', out);
			write_cell(out, table, table->rows + rows[i], columns + j, shapes[j]);
		}
		fputs("\r\n", out);
	}
	free(rows);
	free(shapes);
	free(columns);
	return done ? STATUS_OK : out_of_memory();
}
