// SPDX-License-Identifier: GPL-2.0
/*
 * Print the rows of a table snapshot as folded stacks: the text of the file hist_folded, which is
 * the input of flame graph tools.
 *
 *	<frame>;<frame>;<frame> <count>		... one line per row
 *
 * Names cannot contain a semicolon, a blank or a brace, so a line is split at the semicolons and at
 * its only blank. No name is the same as "{other}" or "{empty}".
 *
 * Like text.c, this code needs no lock, and does not access maps, events or attached histograms.
 */
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../../tracing_map_yield.h"
#include "../../trace.h"
#include "cgroup.h"
#include "folded.h"
#include "range.h"
#include "stack_text.h"

#define USER_STACKS	BIT(HIST_KIND_USER_STACK)
#define KERNEL_STACKS	(BIT(HIST_KIND_STACK) | BIT(HIST_KIND_KERNEL_STACK))

/*
 * Order of the frames of a line: sets of kinds of keys, from the outermost frames to the innermost
 * ones. Keys of the same set are in the order of the command.
 */
static const unsigned long frame_order[] = {
	~(USER_STACKS | KERNEL_STACKS),
	USER_STACKS,
	KERNEL_STACKS,
};

/*
 * Begin a frame of the line that begins at position @line of the buffer. Return: position of the
 * frame.
 */
static size_t begin_frame(struct seq_file *m, size_t line)
{
	if (m->count > line)
		seq_putc(m, ';');
	return m->count;
}

/* Test for a byte that could end a frame or a line, or could be a part of "{other}". */
static bool is_special(unsigned char c)
{
	return c <= ' ' || c > '~' || c == ';' || c == '{' || c == '}';
}

static void replace_special(char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (is_special(text[i]))
			text[i] = '_';
}

/* End the frame that begins at position @frame of the buffer. Its text has been printed. */
static void end_frame(struct seq_file *m, size_t frame)
{
	/* The text is incomplete then. The seq_file discards it and repeats the line. */
	if (seq_has_overflowed(m))
		return;
	if (m->count == frame)
		seq_puts(m, "{empty}");
	else
		replace_special(m->buf + frame, m->count - frame);
}

static void show_syscall(struct seq_file *m, u64 val)
{
	const char *name = val <= INT_MAX ? get_syscall_name(val) : NULL;

	if (name)
		seq_puts(m, name);
	else
		seq_printf(m, "unknown_syscall[%llu]", val);
}

static void show_number(struct seq_file *m, const struct hist_value *value, u64 val)
{
	seq_printf(m, hist_value_may_be_negative(value) ? "%lld" : "%llu", val);
}

/* Print a number that is a key. An address is its symbol; hist shows the address, too. */
static void show_modified(struct seq_file *m, const struct hist_value *value, u64 val)
{
	void *addr = (void *)(unsigned long)val;

	switch (value->mod) {
	case HIST_MOD_HEX:
		seq_printf(m, "%llx", val);
		break;
	case HIST_MOD_SYM:
		seq_printf(m, "%ps", addr);
		break;
	case HIST_MOD_SYM_OFFSET:
	case HIST_MOD_SYMSTR:
		seq_printf(m, "%pS", addr);
		break;
	case HIST_MOD_SYSCALL:
		show_syscall(m, val);
		break;
	case HIST_MOD_PATH:
		hist_show_cgroup(m, val, 0);
		break;
	case HIST_MOD_LOG2:
		seq_printf(m, "2^%llu", val);
		break;
	case HIST_MOD_BUCKETS:
	case HIST_MOD_LHIST:
		hist_show_range(m, value, val);
		break;
	default:
		show_number(m, value, val);
	}
}

/* Print a key that is not a stack trace, without its name. @comm is stored with .execname. */
static void show_key(struct seq_file *m, const struct hist_value *value, const u64 *at,
		     const char *comm)
{
	if (hist_kind_is_string(value->kind))
		seq_write(m, at, strnlen((const char *)at, value->size));
	else if (value->mod == HIST_MOD_EXECNAME)
		seq_printf(m, "%.*s-%llu", TASK_COMM_LEN, comm, *at);
	else
		show_modified(m, value, *at);
}

/* Print a stack trace, from its outermost frame to its innermost one, which is its first entry. */
static void show_stack(struct seq_file *m, size_t line, const u64 *trace)
{
	unsigned int depth = 0;
	size_t frame;

	while (depth < HIST_STACK_DEPTH && trace[depth])
		depth++;
	while (depth--) {
		frame = begin_frame(m, line);
		seq_printf(m, "%ps", (void *)(unsigned long)trace[depth]);
		end_frame(m, frame);
	}
}

/* The same for the id of an interned stack trace. */
static void show_interned(struct seq_file *m, size_t line, const struct hist_table_snapshot *table,
			  const struct hist_value *value, u64 id)
{
	struct hist_interned stack;
	unsigned int i;
	size_t frame;

	hist_find_interned(table, value, id, &stack);
	for (i = stack.n; i--;) {
		frame = begin_frame(m, line);
		hist_show_interned_frame(m, &stack, i, false);
		end_frame(m, frame);
	}
}

/* Print the key that begins at @at. */
static void show_key_frames(struct seq_file *m, size_t line,
			    const struct hist_table_snapshot *table,
			    const struct hist_value *value, const u64 *at, const char *comm)
{
	size_t frame;

	if (hist_value_is_interned(value)) {
		show_interned(m, line, table, value, *at);
	} else if (hist_kind_is_stack(value->kind)) {
		show_stack(m, line, at);
	} else {
		frame = begin_frame(m, line);
		show_key(m, value, at, comm);
		end_frame(m, frame);
	}
}

/* Print the frames of a row with a key. */
static void show_frames(struct seq_file *m, const struct hist_table_snapshot *table,
			unsigned int row)
{
	const char *comm = (const char *)tracing_map_row_aux(table->rows, row);
	const u64 *key = tracing_map_row_key(table->rows, row);
	const struct hist_trigger_data *data = table->data;
	const size_t line = m->count;
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(frame_order); i++) {
		for (k = data->n_vals; k < data->n_fields; k++) {
			const struct hist_field *field = &data->fields[k];

			if (frame_order[i] & BIT(field->value.kind))
				show_key_frames(m, line, table, &field->value,
						key + field->pos / sizeof(u64), comm);
		}
	}
	/* All keys are stack traces without an entry. */
	if (m->count == line)
		end_frame(m, line);
}

/*
 * Return the index of the value that is printed: the first one behind the hitcount that is a
 * number. Without one, it is the hitcount.
 */
static unsigned int counted_value(const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 1; i < hist_n_display_vals(data); i++)
		if (data->fields[i].value.agg != HIST_AGG_DIST)
			return i;
	return 0;
}

/**
 * hist_show_folded - print a row as a folded stack
 * @m: output file
 * @table: table snapshot
 * @row: index of the row, less than tracing_map_n_all_rows()
 *
 * Prints nothing if the value of the row is unknown, see &struct hist_column_val.
 *
 * Context: process context, may sleep.
 */
void hist_show_folded(struct seq_file *m, const struct hist_table_snapshot *table,
		      unsigned int row)
{
	unsigned int i = counted_value(table->data);
	const struct hist_value *value = &table->data->fields[i].value;

	if (hist_value_has_stat(value) &&
	    hist_table_stats_val(table->data, table->rows, row, i).unknown) {
		/* One read may skip all rows, because they do not fill its buffer. */
		tracing_map_yield_at(row);
		return;
	}
	if (row < table->rows->n_rows)
		show_frames(m, table, row);
	else
		seq_puts(m, "{other}");
	seq_putc(m, ' ');
	show_number(m, value, hist_table_snapshot_val(table, row, i));
	seq_putc(m, '\n');
}
