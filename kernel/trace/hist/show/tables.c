// SPDX-License-Identifier: GPL-2.0
/* Table snapshots of one reader, printed one after the other by a seq_file. */
#include <linux/slab.h>

#include "tables.h"

/**
 * hist_tables_alloc - allocate memory for table snapshots
 * @tables: the sequence, empty before and after
 * @n: maximum number of table snapshots
 *
 * The caller stores the snapshots in @tables->tables and counts them in @tables->n.
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_tables_alloc(struct hist_tables *tables, unsigned int n)
{
	tables->tables = kcalloc(n, sizeof(*tables->tables), GFP_KERNEL);
	return tables->tables ? 0 : -ENOMEM;
}

/**
 * hist_tables_free - free all table snapshots
 * @tables: the sequence, which is empty after
 *
 * Context: may sleep.
 */
void hist_tables_free(struct hist_tables *tables)
{
	while (tables->n)
		hist_table_snapshot_free(tables->tables[--tables->n]);
	kfree(tables->tables);
	tables->tables = NULL;
}

/**
 * hist_tables_seek - go to a line
 * @tables: the sequence
 * @line: index of the line among those of all tables together
 *
 * Return: iterator for the seq_file, NULL after the last line.
 */
void *hist_tables_seek(struct hist_tables *tables, loff_t line)
{
	unsigned int i;

	for (i = 0; i < tables->n; i++) {
		if (line < hist_tables_n_lines(tables->tables[i])) {
			tables->pos = (struct hist_tables_pos){ .table = i, .line = line };
			return &tables->pos;
		}
		line -= hist_tables_n_lines(tables->tables[i]);
	}
	return NULL;
}
