/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Print the rows of a table snapshot as folded stacks: the text of the file hist_folded.
 *
 * Only prints what hist_table_snapshot_create() has copied; does not access the map.
 */
#ifndef _TRACE_HIST_SHOW_FOLDED_H
#define _TRACE_HIST_SHOW_FOLDED_H

#include <linux/seq_file.h>

#include "table_snapshot.h"

void hist_show_folded(struct seq_file *m, const struct hist_table_snapshot *table,
		      unsigned int row);

#endif /* _TRACE_HIST_SHOW_FOLDED_H */
