// SPDX-License-Identifier: GPL-2.0
/*
 * Print interned stack traces, which a table snapshot refers to by their ids:
 *
 *	common_ustacktrace:		title, and a mark if the stack is not resolved
 *	         libc.so.6+0x8f3a1	one line per frame, from the innermost to the outermost
 *
 * Process context. The table snapshot has a reference to each table of stacks. Stacks are constant,
 * and may become resolved at any time.
 */
#include "escape.h"
#include "row_format.h"
#include "stack_text.h"
#include "table_snapshot.h"

#include "../stacks/resolved_set.h"
#include "../stacks/stacks.h"

/* In front of each frame, as in other stack traces. */
#define INDENT	"         "

static void show_build_id(struct seq_file *m, const struct hist_stack_file *file)
{
	unsigned int i;

	for (i = 0; i < file->build_id_size; i++)
		seq_printf(m, "%s%02x", i ? "" : " (", file->build_id[i]);
	if (i)
		seq_putc(m, ')');
}

static void show_frame(struct seq_file *m, const struct hist_frame *frame, bool build,
		       bool shows_addresses)
{
	const struct hist_stack_file *file = frame->file;

	if (!file) {
		seq_printf(m, "0x%llx", shows_addresses ? frame->offset : 0);
		return;
	}
	hist_show_string(m, file->name, SIZE_MAX, 0);
	/* Names in brackets have no offset. */
	if (file->dev || file->ino) {
		seq_printf(m, "+0x%llx", frame->offset);
		if (build)
			show_build_id(m, file);
	}
}

/**
 * hist_find_interned - find an interned stack trace
 * @table: table snapshot
 * @value: value that is the id of the stack trace
 * @id: the id; 0 for an event without a stack trace
 * @stack: filled in; valid as long as @table
 *
 * Context: process context.
 */
void hist_find_interned(const struct hist_table_snapshot *table, const struct hist_value *value,
			u64 id, struct hist_interned *stack)
{
	const struct hist_stacks *stacks = table->stacks[value->stacks - 1];

	*stack = (struct hist_interned){
		.stacks = stacks,
		.build = value->mod == HIST_MOD_BUILD,
		.shows_addresses = table->shows_addresses,
	};
	if (!id)
		return;
	stack->resolved = hist_stacks_resolved(stacks, id);
	stack->addresses = hist_stacks_addresses(stacks, id);
	while (stack->n < stacks->depth && stack->addresses[stack->n])
		stack->n++;
}

/**
 * hist_show_interned_frame - print a frame of an interned stack trace
 * @m: output file
 * @stack: the stack trace
 * @i: index of the frame
 * @offset: print the offset of a kernel address from its symbol
 *
 * Context: process context.
 */
void hist_show_interned_frame(struct seq_file *m, const struct hist_interned *stack,
			      unsigned int i, bool offset)
{
	u64 address = stack->addresses[i];

	if (stack->resolved)
		show_frame(m, &stack->resolved->frames[i], stack->build, stack->shows_addresses);
	else if (stack->stacks->kind == HIST_KIND_KERNEL_STACK)
		seq_printf(m, offset ? "%pS" : "%ps", (void *)(unsigned long)address);
	else
		seq_printf(m, "0x%llx", stack->shows_addresses ? address : 0);
}

/**
 * hist_show_interned - print an interned stack trace and its title
 * @m: output file
 * @table: table snapshot
 * @value: value that is the id of the stack trace
 * @id: the id; 0 for an event without a stack trace
 *
 * Context: process context.
 */
void hist_show_interned(struct seq_file *m, const struct hist_table_snapshot *table,
			const struct hist_value *value, u64 id)
{
	struct hist_interned stack;
	unsigned int i;
	bool is_raw;

	hist_find_interned(table, value, id, &stack);
	is_raw = id && !stack.resolved && stack.stacks->kind == HIST_KIND_USER_STACK;
	seq_printf(m, "%s:%s\n", hist_value_title(value), is_raw ? " [unresolved]" : "");
	for (i = 0; i < stack.n; i++) {
		seq_puts(m, INDENT);
		hist_show_interned_frame(m, &stack, i, true);
		seq_putc(m, '\n');
	}
}

static void show_losses(struct seq_file *m, const struct hist_stacks_status *status)
{
	unsigned int i;

	if (status->not_taken)
		seq_printf(m, "    Stacks not taken: %llu\n", status->not_taken);
	if (status->no_user_stack)
		seq_printf(m, "        no user stack: %llu\n", status->no_user_stack);
	if (status->busy)
		seq_printf(m, "        walker busy: %llu\n", status->busy);
	if (status->no_room)
		seq_printf(m, "        no room: %llu\n", status->no_room);
	for (i = 0; i < HIST_STACK_REASONS; i++)
		if (status->unresolved[i])
			seq_printf(m, "    Stacks unresolved, %s: %llu\n", hist_stack_reasons[i],
				   status->unresolved[i]);
}

/**
 * hist_show_stack_losses - print which stack traces a histogram has not taken or not resolved
 * @m: output file
 * @table: table snapshot
 *
 * Context: process context.
 */
void hist_show_stack_losses(struct seq_file *m, const struct hist_table_snapshot *table)
{
	const struct hist_trigger_data *data = table->data;
	struct hist_stacks_status status;
	unsigned int i;

	for (i = 0; i < data->n_stack_sources; i++) {
		if (data->stack_sources[i].of)
			continue;
		hist_stacks_get_status(table->stacks[i], &status);
		show_losses(m, &status);
	}
}
