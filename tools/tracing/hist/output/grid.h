/* SPDX-License-Identifier: GPL-2.0-only */
/* The texts of a table for people, before they are aligned. */
#ifndef _OUTPUT_GRID_H
#define _OUTPUT_GRID_H

#include "columns.h"

/**
 * struct grid - the texts of a table
 * @table: the table
 * @columns: its columns
 * @texts: headings, and then the cells of each row; NULL in columns that are not in the grid
 * @is_number: the column is aligned at the right
 * @n_columns: number of columns
 * @rows: indices of the rows
 * @n_rows: number of rows
 */
struct grid {
	const struct table *table;
	struct shown_column *columns;
	char **texts;
	bool *is_number;
	size_t n_columns;
	size_t *rows;
	size_t n_rows;
};

bool grid_init(struct grid *grid, const struct table *table, const struct layout *layout,
	       bool with_stacks);
void grid_free(struct grid *grid);
const char *grid_text(const struct grid *grid, size_t line, size_t column);
bool grid_has_partial(const struct grid *grid);

#endif /* _OUTPUT_GRID_H */
