// SPDX-License-Identifier: GPL-2.0-only
/* Sort and filter the rows of a table. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

/**
 * struct sorted - a row while rows are sorted
 * @row: the row
 * @cell: cell that is compared
 * @position: index of the row before
 */
struct sorted {
	struct row row;
	const struct cell *cell;
	size_t position;
};

static int compare_sorted(const void *a, const void *b, void *data)
{
	const struct sorted *first = a, *second = b;
	const bool *descending = data;
	int order = first->row.other - second->row.other;

	/* Missing numbers are behind all others in each order. */
	order = order ?: (first->cell->kind == CELL_MISSING) - (second->cell->kind == CELL_MISSING);
	if (order)
		return order;
	order = cell_compare(first->cell, second->cell);
	if (*descending)
		order = -order;
	return order ?: (first->position > second->position) -
			(first->position < second->position);
}

/**
 * table_sort() - sort the rows of a table by a field
 * @table: the table
 * @field: index of the field
 * @descending: begin with the largest cell
 *
 * Rows with equal cells stay in their order. The row { other } is the last one, and rows without a
 * number are behind the others.
 *
 * Return: 0; -EINVAL if there is no such field; -ENOMEM.
 */
int table_sort(struct table *table, size_t field, bool descending)
{
	struct sorted *sorted;

	if (field >= table->n_fields)
		return -EINVAL;
	if (!table->n_rows)
		return 0;
	sorted = calloc(table->n_rows, sizeof(*sorted));
	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < table->n_rows; i++) {
		sorted[i] = (struct sorted){
			.row = table->rows[i],
			.cell = &table->rows[i].cells[field],
			.position = i,
		};
	}
	qsort_r(sorted, table->n_rows, sizeof(*sorted), compare_sorted, &descending);
	for (size_t i = 0; i < table->n_rows; i++)
		table->rows[i] = sorted[i].row;
	free(sorted);
	return 0;
}

/* Check whether a cell contains the pattern. Return: 1, 0 or -ENOMEM. */
static int cell_contains(const struct cell *cell, const char *pattern)
{
	char *text;
	int ret;

	for (size_t i = 0; i < cell->n_frames; i++) {
		if (strcasestr(cell->frames[i], pattern))
			return 1;
	}
	if (cell->kind == CELL_STACK || cell->kind == CELL_MISSING)
		return 0;
	text = cell_to_text(cell);
	if (!text)
		return -ENOMEM;
	ret = !!strcasestr(text, pattern);
	free(text);
	return ret;
}

static int row_contains(const struct row *row, size_t n_fields, const char *pattern)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < n_fields; i++)
		ret = cell_contains(&row->cells[i], pattern);
	return ret;
}

/**
 * table_filter() - keep the rows that contain a text
 * @table: the table
 * @pattern: the text. Upper and lower case are the same; an empty text keeps all rows
 *
 * A row contains the text if one of its cells does, or one frame of a stack trace.
 *
 * Return: 0; -ENOMEM, which keeps all rows.
 */
int table_filter(struct table *table, const char *pattern)
{
	bool *keeps;
	size_t n = 0;
	int ret = 0;

	if (!table->n_rows || !*pattern)
		return 0;
	keeps = calloc(table->n_rows, sizeof(*keeps));
	if (!keeps)
		return -ENOMEM;
	for (size_t i = 0; i < table->n_rows && ret >= 0; i++) {
		ret = row_contains(&table->rows[i], table->n_fields, pattern);
		keeps[i] = ret > 0;
	}
	for (size_t i = 0; i < table->n_rows && ret >= 0; i++) {
		if (keeps[i])
			table->rows[n++] = table->rows[i];
		else
			row_free(&table->rows[i], table->n_fields);
	}
	if (ret >= 0)
		table->n_rows = n;
	free(keeps);
	return ret < 0 ? ret : 0;
}
