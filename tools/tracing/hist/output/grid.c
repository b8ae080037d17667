// SPDX-License-Identifier: GPL-2.0-only
/* Format the cells of a table. */
#include <stdlib.h>
#include <string.h>

#include "grid.h"

/**
 * grid_free() - free the texts of a table
 * @grid: the grid
 */
void grid_free(struct grid *grid)
{
	for (size_t i = 0; grid->texts && i < (grid->n_rows + 1) * grid->n_columns; i++)
		free(grid->texts[i]);
	free(grid->columns);
	free(grid->texts);
	free(grid->is_number);
	free(grid->rows);
}

static bool is_in_grid(const struct table *table, const struct shown_column *column,
		       bool with_stacks)
{
	enum cell_shape shape = column_shape(table, column);

	if (column->field == NO_FIELD || shape == SHAPE_DISTRIBUTION)
		return false;
	return with_stacks || shape != SHAPE_STACK;
}

static bool column_has_numbers(const struct grid *grid, const struct shown_column *column)
{
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct row *row = grid->table->rows + grid->rows[i];
		enum cell_kind kind = row->cells[column->field].kind;

		if (!row->other && kind != CELL_NUMBER && kind != CELL_REAL && kind != CELL_MISSING)
			return false;
	}
	return true;
}

/* The row of other events says so in its first key; it has no other keys. */
static char *cell_text(const struct grid *grid, const struct row *row, size_t column,
		       double seconds, bool *has_other)
{
	const struct shown_column *shown = grid->columns + column;
	const struct cell *cell = row->cells + shown->field;
	char *text, *marked;

	if (row->other && grid->table->fields[shown->field].role == FIELD_KEY) {
		text = strdup(*has_other ? "" : "other");
		*has_other = true;
		return text;
	}
	text = column_text(grid->table, cell, shown, seconds);
	if (!text || !cell->partial)
		return text;
	if (asprintf(&marked, "%s*", text) < 0)
		marked = NULL;
	free(text);
	return marked;
}

static bool fill_column(struct grid *grid, size_t column, double seconds, bool *has_other)
{
	char **text = grid->texts + column;

	*text = column_heading(grid->columns + column);
	if (!*text)
		return false;
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct row *row = grid->table->rows + grid->rows[i];

		text += grid->n_columns;
		*text = cell_text(grid, row, column, seconds, has_other + i);
		if (!*text)
			return false;
	}
	return true;
}

/**
 * grid_init() - format the cells of a table
 * @grid: the grid, which grid_free() frees even if this function fails
 * @table: the table, which must exist as long as @grid
 * @layout: the columns, the order and the number of rows
 * @with_stacks: stack traces are in the grid
 *
 * Return: false without memory.
 */
bool grid_init(struct grid *grid, const struct table *table, const struct layout *layout,
	       bool with_stacks)
{
	double seconds = table_seconds(table);
	bool *has_other;
	bool done = true;

	*grid = (struct grid) { .table = table, .n_rows = table->n_rows };
	if (layout->limit && layout->limit < grid->n_rows)
		grid->n_rows = layout->limit;
	grid->columns = columns_resolve(table, layout, &grid->n_columns);
	grid->rows = rows_order(table, layout->sort);
	grid->texts = calloc((grid->n_rows + 1) * grid->n_columns + 1, sizeof(*grid->texts));
	grid->is_number = calloc(grid->n_columns + 1, sizeof(*grid->is_number));
	has_other = calloc(grid->n_rows + 1, sizeof(*has_other));
	if (!grid->columns || !grid->rows || !grid->texts || !grid->is_number || !has_other)
		done = false;
	for (size_t i = 0; done && i < grid->n_columns; i++) {
		if (!is_in_grid(table, grid->columns + i, with_stacks))
			continue;
		grid->is_number[i] = column_has_numbers(grid, grid->columns + i);
		done = fill_column(grid, i, seconds, has_other);
	}
	free(has_other);
	return done;
}

/**
 * grid_text() - find a text of a table
 * @grid: the grid
 * @line: 0 for the headings, 1 for the first row
 * @column: the column
 *
 * Return: the text, or NULL if the column is not in the grid.
 */
const char *grid_text(const struct grid *grid, size_t line, size_t column)
{
	return grid->texts[line * grid->n_columns + column];
}

/**
 * grid_has_partial() - tell whether events are missing in a number
 * @grid: the grid
 *
 * Return: true if a number is marked with "*".
 */
bool grid_has_partial(const struct grid *grid)
{
	for (size_t i = 0; i < grid->n_rows; i++) {
		const struct row *row = grid->table->rows + grid->rows[i];

		for (size_t j = 0; j < grid->n_columns; j++) {
			int field = grid->columns[j].field;

			if (field != NO_FIELD && row->cells[field].partial)
				return true;
		}
	}
	return false;
}
