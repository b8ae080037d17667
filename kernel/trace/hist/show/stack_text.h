/* SPDX-License-Identifier: GPL-2.0 */
/* Print interned stack traces. */
#ifndef _TRACE_HIST_SHOW_STACK_TEXT_H
#define _TRACE_HIST_SHOW_STACK_TEXT_H

#include <linux/seq_file.h>

#include "../program/hist_data.h"

struct hist_resolved;
struct hist_stacks;
struct hist_table_snapshot;

/**
 * struct hist_interned - an interned stack trace, as it is printed
 * @stacks: table of stacks that it is in
 * @resolved: its resolved form, read once, because a stack may be resolved while it is printed;
 *	NULL if it is not resolved
 * @addresses: its addresses; NULL for an event without a stack trace
 * @n: number of frames
 * @build: print build ids
 * @shows_addresses: print addresses of user code
 */
struct hist_interned {
	const struct hist_stacks *stacks;
	const struct hist_resolved *resolved;
	const u64 *addresses;
	unsigned int n;
	bool build;
	bool shows_addresses;
};

void hist_find_interned(const struct hist_table_snapshot *table, const struct hist_value *value,
			u64 id, struct hist_interned *stack);
void hist_show_interned_frame(struct seq_file *m, const struct hist_interned *stack,
			      unsigned int i, bool offset);
void hist_show_interned(struct seq_file *m, const struct hist_table_snapshot *table,
			const struct hist_value *value, u64 id);
void hist_show_stack_losses(struct seq_file *m, const struct hist_table_snapshot *table);

#endif /* _TRACE_HIST_SHOW_STACK_TEXT_H */
