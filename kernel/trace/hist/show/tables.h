/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Table snapshots of one reader, printed one after the other by a seq_file.
 *
 * The caller's lock protects them.
 */
#ifndef _TRACE_HIST_SHOW_TABLES_H
#define _TRACE_HIST_SHOW_TABLES_H

#include <linux/seq_file.h>

#include "folded.h"
#include "text.h"

/**
 * struct hist_tables_pos - position in a sequence of tables
 * @table: index of the table snapshot
 * @line: 0 for the header, 1 for the first row, number of rows + 1 for the totals. The number of
 *	rows includes { other }
 */
struct hist_tables_pos {
	unsigned int table;
	unsigned int line;
};

/**
 * struct hist_tables - sequence of table snapshots
 * @n: number of @tables
 * @tables: the table snapshots
 * @pos: current position
 */
struct hist_tables {
	unsigned int n;
	struct hist_table_snapshot **tables;
	struct hist_tables_pos pos;
};

int hist_tables_alloc(struct hist_tables *tables, unsigned int n);
void hist_tables_free(struct hist_tables *tables);
void *hist_tables_seek(struct hist_tables *tables, loff_t line);

/* Return the number of lines that the seq_file prints for a table: header, rows and totals. */
static inline unsigned int hist_tables_n_lines(const struct hist_table_snapshot *table)
{
	return tracing_map_n_all_rows(table->rows) + 2;
}

/**
 * hist_tables_next - go to the next line
 * @tables: the sequence, not at its end
 *
 * Return: as hist_tables_seek().
 */
static inline void *hist_tables_next(struct hist_tables *tables)
{
	struct hist_tables_pos *pos = &tables->pos;

	if (unlikely(++pos->line == hist_tables_n_lines(tables->tables[pos->table]))) {
		pos->table++;
		pos->line = 0;
		return pos->table < tables->n ? pos : NULL;
	}
	return pos;
}

/**
 * hist_tables_show - print the current line
 * @m: output file
 * @tables: the sequence, not at its end
 *
 * Context: process context.
 * Return: 0, for the callback of the seq_file.
 */
static inline int hist_tables_show(struct seq_file *m, const struct hist_tables *tables)
{
	const struct hist_tables_pos *pos = &tables->pos;
	const struct hist_table_snapshot *table = tables->tables[pos->table];
	unsigned int row = pos->line - 1;

	if (likely(row < tracing_map_n_all_rows(table->rows))) {
		hist_show_any_row(m, table, row);
	} else if (pos->line) {
		hist_show_totals(m, table);
	} else {
		if (pos->table)
			seq_puts(m, "\n\n");
		hist_show_header(m, table);
	}
	return 0;
}

/**
 * hist_tables_show_folded - print the current line as a folded stack
 * @m: output file
 * @tables: the sequence, not at its end
 *
 * The header and the totals of a table have no text in this form.
 *
 * Context: process context.
 * Return: 0, for the callback of the seq_file.
 */
static inline int hist_tables_show_folded(struct seq_file *m, const struct hist_tables *tables)
{
	const struct hist_tables_pos *pos = &tables->pos;
	const struct hist_table_snapshot *table = tables->tables[pos->table];

	if (pos->line && pos->line <= tracing_map_n_all_rows(table->rows))
		hist_show_folded(m, table, pos->line - 1);
	return 0;
}

#endif /* _TRACE_HIST_SHOW_TABLES_H */
