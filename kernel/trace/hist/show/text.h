/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Print a table snapshot as the text of the hist file.
 *
 * Only prints what hist_table_snapshot_create() has copied; does not access the map.
 */
#ifndef _TRACE_HIST_SHOW_TEXT_H
#define _TRACE_HIST_SHOW_TEXT_H

#include <linux/seq_file.h>

#include "table_snapshot.h"

void hist_show_header(struct seq_file *m, const struct hist_table_snapshot *table);
void hist_show_row(struct seq_file *m, const struct hist_table_snapshot *table, unsigned int row);
void hist_show_other(struct seq_file *m, const struct hist_table_snapshot *table);
void hist_show_totals(struct seq_file *m, const struct hist_table_snapshot *table);

/**
 * hist_show_any_row - print an entry, or the row { other } behind them
 * @m: output file
 * @table: table snapshot
 * @row: index of the row, less than tracing_map_n_all_rows()
 *
 * Context: process context.
 */
static inline void hist_show_any_row(struct seq_file *m, const struct hist_table_snapshot *table,
				     unsigned int row)
{
	if (likely(row < table->rows->n_rows))
		hist_show_row(m, table, row);
	else
		hist_show_other(m, table);
}

#endif /* _TRACE_HIST_SHOW_TEXT_H */
