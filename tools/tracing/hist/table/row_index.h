/* SPDX-License-Identifier: GPL-2.0-only */
/* Find rows by their keys: a sorted list of rows, so that no choice of keys makes it slow. */
#ifndef _ROW_INDEX_H
#define _ROW_INDEX_H

#include "table.h"

/**
 * struct row_index - rows of a table in the order of their keys
 * @table: the table, which must not change
 * @order: indices of its rows; rows with equal keys are in the order of the table
 */
struct row_index {
	const struct table *table;
	size_t *order;
};

int row_index_create(struct row_index *index, const struct table *table);
void row_index_free(struct row_index *index);
const struct row *row_index_find(const struct row_index *index, const struct row *key);

#endif /* _ROW_INDEX_H */
