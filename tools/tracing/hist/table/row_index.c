// SPDX-License-Identifier: GPL-2.0-only
/* Find rows by their keys. */
#include <errno.h>
#include <stdlib.h>

#include "row_index.h"

/**
 * rows_compare_keys() - compare the keys of two rows
 * @table: a table with the keys of both rows
 * @a: a row
 * @b: another row, possibly of another table with the same fields
 *
 * The row { other } is greater than all others. It has no keys: two such rows are equal.
 *
 * Return: a negative number if @a is less than @b, 0 if they are equal, else a positive number.
 */
int rows_compare_keys(const struct table *table, const struct row *a, const struct row *b)
{
	int order = a->other - b->other;

	if (a->other && b->other)
		return 0;
	for (size_t i = 0; !order && i < table->n_keys; i++)
		order = cell_compare(&a->cells[i], &b->cells[i]);
	return order;
}

static int compare_order(const void *a, const void *b, void *data)
{
	const struct table *table = data;
	size_t i = *(const size_t *)a, k = *(const size_t *)b;
	int order = rows_compare_keys(table, &table->rows[i], &table->rows[k]);

	return order ?: (i > k) - (i < k);
}

/**
 * row_index_create() - sort the rows of a table by their keys
 * @index: filled in, to be freed with row_index_free(), also if the function fails
 * @table: the table
 *
 * Return: 0 or -ENOMEM.
 */
int row_index_create(struct row_index *index, const struct table *table)
{
	*index = (struct row_index){ .table = table };
	if (!table->n_rows)
		return 0;
	index->order = calloc(table->n_rows, sizeof(*index->order));
	if (!index->order)
		return -ENOMEM;
	for (size_t i = 0; i < table->n_rows; i++)
		index->order[i] = i;
	qsort_r(index->order, table->n_rows, sizeof(*index->order), compare_order, (void *)table);
	return 0;
}

/**
 * row_index_free() - free an index
 * @index: the index
 */
void row_index_free(struct row_index *index)
{
	free(index->order);
	index->order = NULL;
}

/**
 * row_index_find() - find a row by its keys
 * @index: index of a table
 * @key: a row with the keys
 *
 * Return: a row of the table with these keys, or NULL.
 */
const struct row *row_index_find(const struct row_index *index, const struct row *key)
{
	size_t begin = 0, end = index->table->n_rows;

	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;
		const struct row *row = &index->table->rows[index->order[middle]];
		int order = rows_compare_keys(index->table, row, key);

		if (!order)
			return row;
		if (order < 0)
			begin = middle + 1;
		else
			end = middle;
	}
	return NULL;
}
