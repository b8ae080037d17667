/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Print a table snapshot as the text of the hist file.
 *
 * Only prints what hist_table_take() has copied; does not access the map.
 */
#ifndef _TRACE_HIST_SHOW_H
#define _TRACE_HIST_SHOW_H

#include <linux/seq_file.h>

#include "table.h"

void hist_show_header(struct seq_file *m, const struct hist_table *table);
void hist_show_row(struct seq_file *m, const struct hist_table *table, unsigned int row);
void hist_show_saved(struct seq_file *m, const struct hist_table *table, unsigned int row,
		     unsigned int i);
void hist_show_totals(struct seq_file *m, const struct hist_table *table);

#endif /* _TRACE_HIST_SHOW_H */
