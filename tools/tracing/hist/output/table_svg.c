// SPDX-License-Identifier: GPL-2.0-only
/* A table in an SVG file. */
#include <stdlib.h>

#include "grid.h"
#include "svg.h"

#define ROW_HEIGHT	20

/* Distance of columns, and the width to which texts are shortened if there is no room */
#define GAP		24
#define MIN_TEXT	90

/**
 * struct svg_table - a table under construction
 * @grid: its texts
 * @widths: widths of the columns in pixels; 0 if there is no room for a column
 */
struct svg_table {
	struct grid grid;
	double *widths;
};

static bool measure(struct svg_table *table)
{
	const struct grid *grid = &table->grid;

	table->widths = calloc(grid->n_columns + 1, sizeof(*table->widths));
	if (!table->widths)
		return false;
	for (size_t line = 0; line <= grid->n_rows; line++) {
		for (size_t i = 0; i < grid->n_columns; i++) {
			const char *cell = grid_text(grid, line, i);
			double width = cell ? svg_text_width(SVG_TEXT, cell) + 1 : 0;

			if (width > table->widths[i])
				table->widths[i] = width;
		}
	}
	return true;
}

static double table_width(const struct svg_table *table)
{
	double width = 0;

	for (size_t i = 0; i < table->grid.n_columns; i++)
		width += table->widths[i] > 0 ? table->widths[i] + (width > 0 ? GAP : 0) : 0;
	return width;
}

/* Make texts shorter, the longest first, then leave out columns from the right. */
static size_t fit_columns(struct svg_table *table, double width)
{
	size_t n = table->grid.n_columns, left_out = 0;

	/* The loop below takes small steps. A text can have megabytes. */
	for (size_t i = 0; i < n; i++) {
		if (!table->grid.is_number[i] && table->widths[i] > width)
			table->widths[i] = width;
	}
	while (table_width(table) > width) {
		double excess = table_width(table) - width;
		size_t longest = n;

		for (size_t i = 0; i < n; i++) {
			if (!table->grid.is_number[i] && table->widths[i] > MIN_TEXT &&
			    (longest == n || table->widths[i] > table->widths[longest]))
				longest = i;
		}
		if (longest == n)
			break;
		excess = excess < 20 ? excess : 20;
		table->widths[longest] -= excess;
		if (table->widths[longest] < MIN_TEXT)
			table->widths[longest] = MIN_TEXT;
	}
	for (size_t i = n; i-- > 1 && table_width(table) > width;) {
		left_out += table->widths[i] > 0;
		table->widths[i] = 0;
	}
	return left_out;
}

static void draw_row(struct svg *svg, const struct svg_table *table, size_t line)
{
	double x = SVG_MARGIN;

	for (size_t i = 0; i < table->grid.n_columns; i++) {
		bool right = table->grid.is_number[i];
		double width = table->widths[i];

		if (width <= 0)
			continue;
		svg_text(svg, line ? SVG_TEXT : SVG_DIM, right ? SVG_END : SVG_START,
			 right ? x + width : x, svg->y, width, grid_text(&table->grid, line, i));
		x += width + GAP;
	}
}

static void draw_notes(struct svg *svg, const struct svg_table *table, size_t left_out)
{
	const struct grid *grid = &table->grid;
	size_t more = grid->table->n_rows - grid->n_rows;
	char text[160], number[32];

	if (more) {
		snprintf(text, sizeof(text), "%zu more row%s", more, more == 1 ? "" : "s");
		svg_note(svg, text);
	}
	if (left_out) {
		snprintf(text, sizeof(text), "%zu column%s not fit", left_out,
			 left_out == 1 ? " does" : "s do");
		svg_note(svg, text);
	}
	if (grid_has_partial(grid))
		svg_note(svg, "* events are missing in this number");
	if (grid->table->dropped) {
		snprintf(text, sizeof(text), "Dropped: %s event%s",
			 format_number(number, sizeof(number), grid->table->dropped, UNIT_COUNT),
			 grid->table->dropped == 1 ? "" : "s");
		svg_note(svg, text);
	}
}

static void draw_rows(struct svg *svg, struct svg_table *table)
{
	size_t left_out = fit_columns(table, svg->width - 2 * SVG_MARGIN);
	double width = table_width(table);

	svg->y += 34;
	svg_text(svg, SVG_HEADING, SVG_START, SVG_MARGIN, svg->y, svg->width - 2 * SVG_MARGIN,
		 "Total");
	svg->y += ROW_HEIGHT + 2;
	draw_row(svg, table, 0);
	fprintf(svg->body, "<path class=\"axis\" d=\"M%d %.0fh%.0f\"/>\n", SVG_MARGIN, svg->y + 6.0,
		width);
	svg->y += 4;
	for (size_t line = 1; line <= table->grid.n_rows; line++) {
		svg->y += ROW_HEIGHT;
		draw_row(svg, table, line);
		fprintf(svg->body, "<path class=\"grid\" d=\"M%d %.0fh%.0f\"/>\n", SVG_MARGIN,
			svg->y + 6.0, width);
	}
	svg->y += 6;
	draw_notes(svg, table, left_out);
}

/**
 * table_draw() - draw a table below what the picture has already
 * @svg: the picture
 * @table: the table
 * @layout: columns, order, and number of rows
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status table_draw(struct svg *svg, const struct table *table, const struct layout *layout)
{
	struct svg_table drawn = {};
	bool done = grid_init(&drawn.grid, table, layout, true) && measure(&drawn);

	if (done)
		draw_rows(svg, &drawn);
	free(drawn.widths);
	grid_free(&drawn.grid);
	return done ? STATUS_OK : out_of_memory();
}
