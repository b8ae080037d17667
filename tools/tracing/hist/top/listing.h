/* SPDX-License-Identifier: GPL-2.0-only */
/* The part of the table that is on the screen: texts of rows, and widths of columns. */
#ifndef _TOP_LISTING_H
#define _TOP_LISTING_H

#include "model.h"
#include "output/grid.h"

/**
 * struct column_widths - widths that the columns have had on the screen
 * @widths: columns of the terminal for each column of the table
 * @n: number of columns
 *
 * A column becomes wider for a longer text, but not narrower, so that columns do not jump.
 */
struct column_widths {
	size_t *widths;
	size_t n;
};

/**
 * struct listing - rows on the screen
 * @page: the rows, which belong to the model
 * @grid: their texts
 * @widths: columns of the terminal for each column of the grid; 0 if it is not shown
 * @n_hidden: number of columns on the left or the right that do not fit
 */
struct listing {
	struct table page;
	struct grid grid;
	size_t *widths;
	size_t n_hidden;
};

int listing_make(struct listing *listing, const struct model *model, size_t n_rows, size_t width,
		 struct column_widths *widest);
void listing_free(struct listing *listing);
void column_widths_free(struct column_widths *widest);

#endif /* _TOP_LISTING_H */
