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
void hist_show_totals(struct seq_file *m, const struct hist_table_snapshot *table);

#endif /* _TRACE_HIST_SHOW_TEXT_H */
