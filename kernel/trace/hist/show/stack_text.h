/* SPDX-License-Identifier: GPL-2.0 */
/* Print interned stack traces. */
#ifndef _TRACE_HIST_SHOW_STACK_TEXT_H
#define _TRACE_HIST_SHOW_STACK_TEXT_H

#include <linux/seq_file.h>

#include "../program/hist_data.h"

struct hist_stacks;
struct hist_table_snapshot;

unsigned int hist_interned_depth(const struct hist_table_snapshot *table,
				 const struct hist_value *value, u64 id);
void hist_show_interned_frame(struct seq_file *m, const struct hist_table_snapshot *table,
			      const struct hist_value *value, u64 id, unsigned int i, bool offset);
void hist_show_interned(struct seq_file *m, const struct hist_table_snapshot *table,
			const struct hist_value *value, u64 id);
void hist_show_stack_losses(struct seq_file *m, const struct hist_table_snapshot *table);

#endif /* _TRACE_HIST_SHOW_STACK_TEXT_H */
