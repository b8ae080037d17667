// SPDX-License-Identifier: GPL-2.0-only
/*
 * Write a table for a terminal: aligned columns, stack traces below their rows, and below the table
 * what is missing in it. A terminal that is too narrow for all columns gets fewer of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "grid.h"

/* Columns of the terminal between two columns of the table */
#define GAP		2

/* A column of text is not made narrower than this, unless its longest text is shorter */
#define MIN_TEXT	8

/**
 * struct text_table - a table and how wide its columns are
 * @grid: its texts
 * @widths: columns of the terminal for each column; 0 if it is not written
 */
struct text_table {
	struct grid grid;
	size_t *widths;
};

static bool measure(struct text_table *text)
{
	const struct grid *grid = &text->grid;

	text->widths = calloc(grid->n_columns + 1, sizeof(*text->widths));
	if (!text->widths)
		return false;
	for (size_t line = 0; line <= grid->n_rows; line++) {
		for (size_t i = 0; i < grid->n_columns; i++) {
			const char *cell = grid_text(grid, line, i);
			size_t width = cell ? display_width(cell) : 0;

			if (width > text->widths[i])
				text->widths[i] = width;
		}
	}
	return true;
}

static size_t table_width(const struct text_table *text)
{
	size_t width = 0;

	for (size_t i = 0; i < text->grid.n_columns; i++)
		width += text->widths[i] ? text->widths[i] + (width ? GAP : 0) : 0;
	return width;
}

/* Make the widest column of text narrower by one. False if all are as narrow as they may be. */
static bool narrow_text(struct text_table *text)
{
	size_t widest = text->grid.n_columns;

	for (size_t i = 0; i < text->grid.n_columns; i++) {
		if (!text->grid.is_number[i] && text->widths[i] > MIN_TEXT &&
		    (widest == text->grid.n_columns || text->widths[i] > text->widths[widest]))
			widest = i;
	}
	if (widest == text->grid.n_columns)
		return false;
	text->widths[widest]--;
	return true;
}

/* Leave out the columns for which there is no room even if texts are short. The first one stays. */
static size_t leave_out_columns(struct text_table *text, size_t width)
{
	size_t used = 0, left_out = 0;

	for (size_t i = 0; i < text->grid.n_columns; i++) {
		size_t needed = text->widths[i];

		if (!needed)
			continue;
		if (!text->grid.is_number[i] && needed > MIN_TEXT)
			needed = MIN_TEXT;
		if (left_out || (used && used + GAP + needed > width)) {
			text->widths[i] = 0;
			left_out++;
		} else {
			used += needed + (used ? GAP : 0);
		}
	}
	return left_out;
}

/* Return how many columns were left out. */
static size_t fit_columns(struct text_table *text, size_t width)
{
	size_t left_out = leave_out_columns(text, width);

	/* narrow_text() takes a step for each column of the terminal. A text can have megabytes. */
	for (size_t i = 0; i < text->grid.n_columns; i++) {
		if (!text->grid.is_number[i] && text->widths[i] > width)
			text->widths[i] = width;
	}
	while (table_width(text) > width && narrow_text(text))
		;
	/* A single column is cut. */
	for (size_t i = 0; i < text->grid.n_columns && table_width(text) > width; i++)
		text->widths[i] = text->widths[i] ? width : 0;
	return left_out;
}

static void write_pad(FILE *out, size_t width)
{
	fprintf(out, "%*s", (int)width, "");
}

static void write_line(FILE *out, const struct text_table *text, size_t line)
{
	size_t pending = 0;

	for (size_t i = 0; i < text->grid.n_columns; i++) {
		const char *cell = grid_text(&text->grid, line, i);
		bool is_number = text->grid.is_number[i];
		size_t width = text->widths[i], own;

		if (!width)
			continue;
		own = display_width(cell);
		own = own < width ? own : width;
		write_pad(out, pending + (is_number ? width - own : 0));
		/* A text that is cut can be narrower than its column: escapes are not split. */
		own = write_display(out, cell, width);
		pending = GAP + (is_number ? 0 : width - own);
	}
	fputc('\n', out);
}

static void write_indented(FILE *out, const char *text, const struct layout *layout)
{
	size_t width = layout->width ? layout->width : SIZE_MAX;

	write_pad(out, width > 8 ? 4 : 0);
	write_display(out, text, width > 8 ? width - 4 : width);
	fputc('\n', out);
}

/* Stack traces, and what an action has saved. */
static void write_below(FILE *out, const struct grid *grid, const struct row *row,
			const struct layout *layout)
{
	bool several = false;

	for (size_t i = 0; i < grid->n_columns; i++) {
		const struct shown_column *column = grid->columns + i;
		const struct cell *cell;

		if (column->field == NO_FIELD)
			continue;
		cell = row->cells + column->field;
		if (cell->kind != CELL_STACK)
			continue;
		if (several)
			write_indented(out, "--", layout);
		for (size_t frame = 0; frame < cell->n_frames; frame++)
			write_indented(out, cell->frames[frame], layout);
		several = true;
	}
	for (const char *saved = row->saved; saved && *saved;) {
		size_t n = strcspn(saved, "\n");
		char *line = strndup(saved, n);

		write_indented(out, line ? line : "", layout);
		free(line);
		saved += n + !!saved[n];
	}
}

static void write_dropped(FILE *out, const struct table *table)
{
	const char *separator = " (";

	fprintf(out, "Dropped: %" PRIu64 " of %" PRIu64 " events", table->dropped,
		table->hits + table->dropped);
	for (size_t i = 0; i < table->n_drops; i++) {
		fprintf(out, "%s", separator);
		write_display(out, table->drops[i].reason, SIZE_MAX);
		fprintf(out, ": %" PRIu64, table->drops[i].count);
		separator = ", ";
	}
	fputs(table->n_drops ? ")\n" : "\n", out);
}

static bool has_notes(const struct table *table)
{
	return table->dropped || table->n_notes || table->approximate || table->merged ||
	       table->cleared || table->paused;
}

/* Name what is missing in the numbers. */
static void write_notes(FILE *out, const struct table *table, const struct layout *layout)
{
	bool colours = layout->colours && has_notes(table);

	if (colours)
		fputs("\033[33m", out);
	if (table->dropped)
		write_dropped(out, table);
	for (size_t i = 0; i < table->n_notes; i++) {
		write_display(out, table->notes[i].reason, SIZE_MAX);
		fprintf(out, ": %" PRIu64 "\n", table->notes[i].count);
	}
	if (table->approximate)
		fputs("Approximate: the interval is the difference of two reads of hist.\n", out);
	if (table->merged)
		fputs("The interval has the events of an earlier one, too.\n", out);
	if (table->cleared)
		fputs("The histogram was cleared since the last interval.\n", out);
	if (table->paused)
		fputs("The histogram is paused: it counts no events.\n", out);
	if (colours)
		fputs("\033[m", out);
}

static void write_more(FILE *out, size_t n)
{
	fprintf(out, "%zu more row%s\n", n, n == 1 ? "" : "s");
}

static void write_rows(FILE *out, struct text_table *text, const struct layout *layout)
{
	const struct grid *grid = &text->grid;
	size_t left_out = layout->width ? fit_columns(text, layout->width) : 0;

	if (layout->colours)
		fputs("\033[1m", out);
	write_line(out, text, 0);
	if (layout->colours)
		fputs("\033[m", out);
	for (size_t i = 0; i < grid->n_rows; i++) {
		write_line(out, text, i + 1);
		write_below(out, grid, grid->table->rows + grid->rows[i], layout);
	}
	if (!grid->table->n_rows)
		fputs("No events.\n", out);
	if (grid->n_rows < grid->table->n_rows)
		write_more(out, grid->table->n_rows - grid->n_rows);
	if (left_out)
		fprintf(out, "%zu column%s not fit\n", left_out, left_out == 1 ? " does" : "s do");
	if (grid_has_partial(grid))
		fputs("* events are missing in this number\n", out);
}

/* A picture of ranges that are keys shows all that the table would. */
static bool picture_replaces_table(const struct table *table, const struct layout *layout)
{
	int axis = layout->axis ? table_find_field(table, layout->axis) : NO_FIELD;

	return layout->picture == PICTURE_DISTRIBUTION && axis != NO_FIELD &&
	       table->fields[axis].role == FIELD_KEY && table->n_rows;
}

/**
 * write_table_text() - write a table with aligned columns
 * @out: where to write
 * @table: the table
 * @layout: columns, order, and number of rows
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status write_table_text(FILE *out, const struct table *table, const struct layout *layout)
{
	enum status status = STATUS_OK;
	struct text_table text = {};

	if (!picture_replaces_table(table, layout)) {
		if (grid_init(&text.grid, table, layout, false) && measure(&text))
			write_rows(out, &text, layout);
		else
			status = out_of_memory();
		free(text.widths);
		grid_free(&text.grid);
		if (layout->picture == PICTURE_DISTRIBUTION && table->n_rows)
			fputc('\n', out);
	}
	if (status == STATUS_OK && layout->picture == PICTURE_DISTRIBUTION && table->n_rows)
		status = write_distribution_text(out, table, layout);
	write_notes(out, table, layout);
	return status;
}
