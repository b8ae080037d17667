/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Raw tables of one reader, one after the other, as the contents of a file.
 *
 * The caller's lock protects them.
 */
#ifndef _TRACE_HIST_SHOW_RAW_TABLES_H
#define _TRACE_HIST_SHOW_RAW_TABLES_H

#include <linux/compiler.h>
#include <linux/types.h>

#include "raw_table.h"

/**
 * struct hist_raw_tables - sequence of raw tables
 * @n: number of @tables
 * @tables: the tables; NULL if none were taken
 */
struct hist_raw_tables {
	unsigned int n;
	struct hist_raw_table **tables;
};

int hist_raw_tables_alloc(struct hist_raw_tables *tables, unsigned int n);
int hist_raw_tables_add(struct hist_raw_tables *tables, const struct hist_raw_source *source);
void hist_raw_tables_free(struct hist_raw_tables *tables);
ssize_t hist_raw_tables_read(const struct hist_raw_tables *tables, char __user *buf, size_t size,
			     loff_t *pos);

/**
 * hist_raw_tables_last_hits - get the number of events that the last table has counted
 * @tables: the sequence, not empty
 *
 * Context: any.
 * Return: sum of all hitcounts of the table.
 */
static inline u64 hist_raw_tables_last_hits(const struct hist_raw_tables *tables)
{
	return hist_raw_table_hits(tables->tables[tables->n - 1]);
}

#endif /* _TRACE_HIST_SHOW_RAW_TABLES_H */
