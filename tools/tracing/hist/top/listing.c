// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choose what of the table is on the screen. Columns that do not fit are left out from the right.
 * Numbers are never cut, unless a single number is wider than the screen.
 */
#include <errno.h>
#include <stdlib.h>

#include "common/utf8.h"
#include "listing.h"

/* Columns of the terminal between two columns of the table */
#define GAP		2

/* A column of text is not made narrower than this, unless its longest text is shorter */
#define MIN_TEXT	8

/**
 * column_widths_free() - forget the widths of columns
 * @widest: the widths
 */
void column_widths_free(struct column_widths *widest)
{
	free(widest->widths);
	*widest = (struct column_widths) { 0 };
}

static bool is_in_grid(const struct grid *grid, size_t column)
{
	return grid_text(grid, 0, column);
}

/* Compute how wide the columns have to be for their texts. */
static int measure(struct column_widths *widest, const struct grid *grid)
{
	if (widest->n != grid->n_columns) {
		column_widths_free(widest);
		widest->widths = calloc(grid->n_columns + 1, sizeof(*widest->widths));
		if (!widest->widths)
			return -ENOMEM;
		widest->n = grid->n_columns;
	}
	for (size_t line = 0; line <= grid->n_rows; line++) {
		for (size_t i = 0; i < grid->n_columns; i++) {
			const char *text = grid_text(grid, line, i);
			size_t width = text ? display_width(text) : 0;

			if (width > widest->widths[i])
				widest->widths[i] = width;
		}
	}
	return 0;
}

static size_t least_width(const struct grid *grid, const struct column_widths *widest, size_t i)
{
	if (grid->is_number[i] || widest->widths[i] < MIN_TEXT)
		return widest->widths[i];
	return MIN_TEXT;
}

/*
 * Give the columns from the first one their least width, as long as there is room. The first one is
 * cut if it does not fit. Return: the rest of the width.
 */
static size_t place_columns(struct listing *listing, const struct column_widths *widest,
			    size_t first, size_t width)
{
	const struct grid *grid = &listing->grid;
	size_t position = 0, gap = 0;
	bool is_full = false;

	for (size_t i = 0; i < grid->n_columns; i++) {
		size_t least;

		if (!is_in_grid(grid, i))
			continue;
		least = least_width(grid, widest, i);
		if (!gap && least > width)
			least = width;
		is_full = is_full || gap + least > width;
		if (position++ < first || is_full) {
			listing->n_hidden++;
			continue;
		}
		listing->widths[i] = least;
		width -= gap + least;
		gap = GAP;
	}
	return width;
}

/* Give columns of text what they need more than the least width. */
static void widen_columns(struct listing *listing, const struct column_widths *widest, size_t rest)
{
	for (size_t i = 0; i < listing->grid.n_columns && rest; i++) {
		size_t more = widest->widths[i] - listing->widths[i];

		if (!listing->widths[i] || listing->widths[i] >= widest->widths[i])
			continue;
		more = more < rest ? more : rest;
		listing->widths[i] += more;
		rest -= more;
	}
}

/**
 * listing_make() - format the rows on the screen
 * @listing: result, to be freed with listing_free() even if the function fails
 * @model: the model, whose table must exist as long as @listing
 * @n_rows: number of rows that fit
 * @width: columns of the terminal
 * @widest: widths of earlier listings, which is updated
 *
 * Return: 0 or -ENOMEM.
 */
int listing_make(struct listing *listing, const struct model *model, size_t n_rows, size_t width,
		 struct column_widths *widest)
{
	const struct table *table = &model->shown.table;
	struct layout layout = model->layout;
	size_t left = table->n_rows - model->first;

	*listing = (struct listing) { .page = *table };
	layout.sort = NULL;
	layout.limit = 0;
	if (left)
		listing->page.rows += model->first;
	listing->page.n_rows = left < n_rows ? left : n_rows;
	if (!grid_init(&listing->grid, &listing->page, &layout, true))
		return -ENOMEM;
	listing->widths = calloc(listing->grid.n_columns + 1, sizeof(*listing->widths));
	if (!listing->widths || measure(widest, &listing->grid))
		return -ENOMEM;
	widen_columns(listing, widest, place_columns(listing, widest, model->first_column, width));
	return 0;
}

/**
 * listing_free() - free a listing
 * @listing: the listing
 */
void listing_free(struct listing *listing)
{
	free(listing->widths);
	grid_free(&listing->grid);
}
