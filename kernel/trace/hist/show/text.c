// SPDX-License-Identifier: GPL-2.0
/*
 * Print a table snapshot as the text of the files hist and hist_delta.
 *
 *	header: the command that defines the histogram
 *	{ <key>, <key> } hitcount: <n>  <value>: <n>	... one line per entry,
 *		max: <n>  <saved>: <n>			and one per tracked value
 *	{ other } hitcount: <n>  <value>: <n> ...	events without an entry, if there are any
 *	totals
 *
 * hist_table_snapshot_create() has copied everything that is printed, so this code needs no lock
 * and does not access maps, events or attached histograms. The only exceptions are the names of
 * system calls, symbols and cgroups, which are looked up here.
 */
#include <linux/err.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../tracing_map_yield.h"
#include "../../trace.h"
#include "cgroup.h"
#include "describe.h"
#include "escape.h"
#include "number.h"
#include "range.h"
#include "row_format.h"
#include "stack_text.h"
#include "text.h"

/* Widths of columns, in characters. */
#define GRAPH_WIDTH	20
#define KEY_WIDTH	50
#define SAVED_WIDTH	32
#define COMM_WIDTH	16

/**
 * hist_show_header - print the header of a table
 * @m: output file
 * @table: table snapshot
 *
 * Context: process context.
 */
void hist_show_header(struct seq_file *m, const struct hist_table_snapshot *table)
{
	hist_describe_header(m, table->data, &table->status,
			     table->is_interval ? &table->interval : NULL);
}

/* Print the title of a value that is not in a column of its own. */
static void show_title(struct seq_file *m, const struct hist_value *value)
{
	seq_puts(m, hist_value_title(value));
	seq_puts(m, hist_value_note(value));
	seq_puts(m, ": ");
}

static void show_number(struct seq_file *m, const struct hist_value *value, u64 val)
{
	hist_show_number(m, val, hist_value_may_be_negative(value));
}

static void show_syscall(struct seq_file *m, u64 val)
{
	const char *name = val <= INT_MAX ? get_syscall_name(val) : NULL;

	seq_printf(m, "%-30s[%3llu]", name ?: "unknown_syscall", val);
}

/* Print a stack trace and its title. */
static void show_stack(struct seq_file *m, const struct hist_value *value, const u64 *trace,
		       unsigned int depth)
{
	unsigned int i;

	/* The first entry of a recorded trace is on the line of its name. */
	if (value->kind == HIST_KIND_STACK)
		seq_printf(m, "%s.stacktrace", hist_value_title(value));
	else
		seq_printf(m, "%s:\n", hist_value_title(value));

	for (i = 0; i < depth && trace[i]; i++)
		seq_printf(m, "         %pS\n", (void *)(unsigned long)trace[i]);
}

/* Print a number that is a key or a saved value. */
static void show_modified(struct seq_file *m, const struct hist_value *value, u64 val)
{
	void *addr = (void *)(unsigned long)val;

	switch (value->mod) {
	case HIST_MOD_HEX:
		seq_printf(m, "%llx", val);
		break;
	case HIST_MOD_SYM:
		seq_printf(m, "[%llx] %-45ps", val, addr);
		break;
	case HIST_MOD_SYM_OFFSET:
		seq_printf(m, "[%llx] %-55pS", val, addr);
		break;
	case HIST_MOD_SYMSTR:
		seq_printf(m, "%-50pS", addr);
		break;
	case HIST_MOD_PATH:
		hist_show_cgroup(m, val, KEY_WIDTH);
		break;
	case HIST_MOD_SYSCALL:
		show_syscall(m, val);
		break;
	case HIST_MOD_LOG2:
		seq_printf(m, "~ 2^%-2llu", val);
		break;
	case HIST_MOD_BUCKETS:
	case HIST_MOD_LHIST:
		seq_puts(m, "~ ");
		hist_show_range(m, value, val);
		break;
	default:
		show_number(m, value, val);
	}
}

static void show_execname(struct seq_file *m, const char *comm, u64 pid)
{
	hist_show_string(m, comm, TASK_COMM_LEN, COMM_WIDTH);
	seq_printf(m, "[%10llu]", pid);
}

/*
 * Print the part of a key that begins at @at. @aux is the comm that was stored with the key, or
 * NULL for the key of a snapshot.
 */
static void show_key(struct seq_file *m, const struct hist_table_snapshot *table,
		     const struct hist_field *field, const u64 *at, const char *aux)
{
	const struct hist_value *value = &field->value;

	if (hist_value_is_interned(value))
		hist_show_interned(m, table, value, *at);
	else if (hist_kind_is_stack(value->kind))
		show_stack(m, value, at, HIST_STACK_DEPTH);
	else if (hist_kind_is_string(value->kind))
		hist_show_string(m, (const char *)at, value->size, KEY_WIDTH);
	else if (value->mod == HIST_MOD_EXECNAME && aux)
		show_execname(m, aux, *at);
	else
		show_modified(m, value, *at);
}

/*
 * Print the share of a total in percent, with two decimals. A total is not less than any share, so
 * the quotient, in hundredths of a percent, is at most 10000. mul_u64_u64_div_u64() may trap if
 * its result does not fit in 64 bits.
 */
static void show_percent(struct seq_file *m, const struct hist_value *value, u64 val,
			 u64 total)
{
	u64 share = total ? mul_u64_u64_div_u64(hist_clamp_negative(value, val), 10000, total) : 0;
	u32 fraction;
	u64 whole = div_u64_rem(share, 100, &fraction);

	seq_printf(m, "%3llu.%02u", whole, fraction);
}

/* Return a bar whose length relative to %GRAPH_WIDTH is that of @val relative to @largest. */
static const char *bar(u64 val, u64 largest)
{
	static const char longest[] = "####################";
	u64 len = largest ? mul_u64_u64_div_u64(val, GRAPH_WIDTH, largest) : 0;

	BUILD_BUG_ON(sizeof(longest) != GRAPH_WIDTH + 1);
	return &longest[GRAPH_WIDTH - len];
}

static void show_graph(struct seq_file *m, const struct hist_value *value, u64 val, u64 largest)
{
	seq_printf(m, "%-*s", GRAPH_WIDTH, bar(hist_clamp_negative(value, val), largest));
}

/* @total is the sum of all rows for .percent, and the largest value of all rows for .graph. */
static void show_val(struct seq_file *m, const struct hist_value *value, u64 val, u64 total)
{
	switch (value->mod) {
	case HIST_MOD_HEX:
		seq_printf(m, "%10llx", val);
		break;
	case HIST_MOD_PERCENT:
		show_percent(m, value, val, total);
		break;
	case HIST_MOD_GRAPH:
		show_graph(m, value, val, total);
		break;
	default:
		show_number(m, value, val);
	}
}

/* Print an aggregate. @largest is the largest one of all rows, for .graph. */
static void show_aggregate(struct seq_file *m, const struct hist_value *value,
			   struct hist_column_val column, u64 largest)
{
	if (column.unknown)
		seq_printf(m, "%*s", HIST_NUMBER_WIDTH, column.unknown);
	else
		show_val(m, value, column.val, largest);
	if (column.partial)
		seq_puts(m, " (partial)");
}

/* Print a value that is not a plain decimal number. */
static void show_val_column(struct seq_file *m, const struct hist_table_snapshot *table,
			    unsigned int row, const struct hist_row_column *column)
{
	const struct hist_value *value = &column->field->value;
	unsigned int i = column->field - table->data->fields;

	if (hist_value_has_stat(value))
		show_aggregate(m, value, hist_table_stats_val(table->data, table->rows, row, i),
			       table->totals[i]);
	else
		show_val(m, value, hist_table_snapshot_val(table, row, i), table->totals[i]);
}

/*
 * Print columns up to the first one that is not a plain decimal number. Most columns are, so
 * write to the buffer of the seq_file. Return: the first column that is not printed, or @end.
 */
static const struct hist_row_column *
show_numbers(struct seq_file *m, const struct hist_row_format *format,
	     const struct hist_row_column *column, const struct hist_row_column *end,
	     const u64 *words)
{
	char *buf, *to;
	size_t size = seq_get_buf(m, &buf);

	for (to = buf; column < end && hist_column_is_plain(format, column, words); column++) {
		if (size - (to - buf) <= column->len + HIST_NUMBER_WIDTH_MAX) {
			seq_commit(m, -1);
			return end;
		}
		memcpy(to, column->text, column->len);
		to = hist_put_number(to + column->len, words[column->word], column->is_signed);
	}
	seq_commit(m, to - buf);
	return column;
}

/*
 * Print the first @n columns of a row, or of a key alone if @n is the number of keys; @row is not
 * used then. @words and @aux are those of the row or of the key.
 */
static void show_columns(struct seq_file *m, const struct hist_table_snapshot *table,
			 unsigned int row, unsigned int n, const u64 *words, const char *aux)
{
	const struct hist_row_format *format = table->format;
	const struct hist_row_column *column = format->columns, *end = column + n;

	while ((column = show_numbers(m, format, column, end, words)) < end) {
		seq_write(m, column->text, column->len);
		if (column->field->role == HIST_ROLE_KEY)
			show_key(m, table, column->field, &words[column->word], aux);
		else
			show_val_column(m, table, row, column);
		column++;
	}
	/* The text of a value begins with the end of the key. */
	if (n == format->n_keys)
		seq_puts(m, format->key_end);
}

/* Draw @n groups of a distribution, one line for each, with a bar relative to the largest one. */
static void draw_groups(struct seq_file *m, const struct hist_value *value,
			const struct hist_dist_group *groups, unsigned int n)
{
	const char *format = hist_value_may_be_negative(value) ? "\t%20lld - %-20lld %10llu %s\n" :
								 "\t%20llu - %-20llu %10llu %s\n";
	u64 largest = 0;
	unsigned int i;

	for (i = 0; i < n; i++)
		largest = max(largest, groups[i].count);
	seq_printf(m, "\t%s:\n", hist_value_title(value));
	for (i = 0; i < n; i++)
		seq_printf(m, format, groups[i].first, groups[i].last, groups[i].count,
			   bar(groups[i].count, largest));
}

/* Draw the distributions over @n rows from row @first on. */
static void show_dists(struct seq_file *m, const struct hist_table_snapshot *table,
		       unsigned int first, unsigned int n)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int i, n_groups;

	for (i = 1; i < hist_n_display_vals(data); i++) {
		const struct hist_field *field = &data->fields[i];

		if (field->value.agg != HIST_AGG_DIST)
			continue;
		n_groups = hist_table_stats_draw(table->stats,
						 &data->program.stats[field->pos].stat,
						 table->rows, first, n);
		draw_groups(m, &field->value, table->stats->groups, n_groups);
	}
}

static void show_saved(struct seq_file *m, const struct hist_table_snapshot *table,
		       const struct hist_field_var *var, const u64 *cell)
{
	const u64 *at = cell + var->pos / sizeof(u64);
	const struct hist_value *value = &var->value;

	seq_puts(m, "  ");
	if (hist_value_is_interned(value)) {
		hist_show_interned(m, table, value, *at);
		return;
	}
	if (hist_kind_is_stack(value->kind)) {
		show_stack(m, value, at, var->room / sizeof(u64));
		return;
	}
	show_title(m, value);
	if (hist_kind_is_string(value->kind))
		hist_show_string(m, (const char *)at, var->room, SAVED_WIDTH);
	else
		show_modified(m, value, *at);
}

/* Print the values that action @i, save(), has stored for an entry. */
static void show_saved_fields(struct seq_file *m, const struct hist_table_snapshot *table,
			      unsigned int row, unsigned int i)
{
	const struct hist_trigger_data *data = table->data;
	const struct hist_action *action = &data->actions[i];
	const u64 *cell = hist_table_snapshot_saved(table, row, i);
	unsigned int k;

	for (k = 0; cell && k < action->n_saves; k++)
		show_saved(m, table, &data->save_vars[action->first_save + k], cell);
}

static void show_tracked(struct seq_file *m, const struct hist_table_snapshot *table,
			 unsigned int row, unsigned int i)
{
	const struct hist_action *action = &table->data->actions[i];
	const u64 *val = hist_table_snapshot_tracked(table, row, i);

	if (val)
		seq_printf(m, action->is_signed ? "\n\t%s: %10lld" : "\n\t%s: %10llu",
			   hist_handler_info[action->handler].label, *val);
}

static void show_actions(struct seq_file *m, const struct hist_table_snapshot *table,
			 unsigned int row)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int i;

	for (i = 0; i < data->n_actions; i++) {
		const struct hist_action *action = &data->actions[i];
		const struct hist_action_info *info = &hist_action_info[action->kind];

		if (hist_handler_tracks(action->handler) && !info->hides_tracked)
			show_tracked(m, table, row, i);
		if (info->saves_fields)
			show_saved_fields(m, table, row, i);
	}
}

/**
 * hist_show_row - print an entry
 * @m: output file
 * @table: table snapshot
 * @row: index of the row
 *
 * Context: process context.
 */
void hist_show_row(struct seq_file *m, const struct hist_table_snapshot *table, unsigned int row)
{
	show_columns(m, table, row, table->format->n_columns,
		     tracing_map_row_key(table->rows, row),
		     (const char *)tracing_map_row_aux(table->rows, row));
	if (table->rows->error_word)
		seq_printf(m, "  error: %10llu", tracing_map_row_error(table->rows, row));
	if (!table->is_interval)
		show_actions(m, table, row);
	seq_putc(m, '\n');
	if (table->format->has_dists)
		show_dists(m, table, row, 1);
}

/**
 * hist_show_other - print the row { other }
 * @m: output file
 * @table: table snapshot that has the row
 *
 * Context: process context.
 */
void hist_show_other(struct seq_file *m, const struct hist_table_snapshot *table)
{
	const struct hist_row_format *format = table->format;
	const struct hist_row_column *column = &format->columns[format->n_keys];
	const struct hist_row_column *end = &format->columns[format->n_columns];
	unsigned int row = table->rows->n_rows;

	seq_puts(m, "{ other");
	/* The end of a key with a stack trace has no blank. */
	if (*format->key_end == '}')
		seq_putc(m, ' ');
	if (column == end)
		seq_puts(m, format->key_end);
	for (; column < end; column++) {
		seq_write(m, column->text, column->len);
		show_val_column(m, table, row, column);
	}
	seq_putc(m, '\n');
	if (format->has_dists)
		show_dists(m, table, row, 1);
}

static void show_snapshot_action(struct seq_file *m, const struct hist_table_snapshot *table)
{
	const struct hist_trigger_data *data = table->data;
	const struct hist_action *action = &data->actions[table->snapshot_action];

	seq_puts(m, "\nSnapshot taken (see tracing/snapshot).  Details:\n");
	seq_printf(m, "\ttriggering value { %s($%s) }: ",
		   hist_handler_info[action->handler].name, data->var_refs[action->ref].name);
	seq_printf(m, action->is_signed ? "%10lld" : "%10llu", table->snapshot_val);
	seq_puts(m, "\ttriggered by event with key: ");
	show_columns(m, table, 0, table->format->n_keys, table->snapshot_key, NULL);
	seq_putc(m, '\n');
}

static void show_drops(struct seq_file *m, const struct tracing_map_snapshot *rows)
{
	unsigned int i;

	for (i = 0; i < TRACING_MAP_DROP_REASONS; i++)
		if (rows->drops[i])
			seq_printf(m, "        %s: %llu\n", hist_drop_reasons[i], rows->drops[i]);
}

static bool has_aggregates(const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 1; i < hist_n_display_vals(data); i++)
		if (data->fields[i].value.agg != HIST_AGG_NONE)
			return true;
	return false;
}

/* Return an aggregate over all rows. */
static struct hist_column_val overall_val(const struct hist_table_snapshot *table, unsigned int i)
{
	struct hist_column_val column = {};
	unsigned int row;

	if (hist_value_has_stat(&table->data->fields[i].value))
		return table->stats->overall[i];
	for (row = 0; row < tracing_map_n_all_rows(table->rows); row++) {
		column.val += hist_table_snapshot_val(table, row, i);
		tracing_map_yield_at(row);
	}
	return column;
}

/* Print the aggregates over all rows, without the modifiers that relate rows to each other. */
static void show_overall(struct seq_file *m, const struct hist_table_snapshot *table)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int i;

	if (!has_aggregates(data))
		return;
	seq_puts(m, "    Overall:");
	for (i = 1; i < hist_n_display_vals(data); i++) {
		struct hist_value value = data->fields[i].value;

		if (value.agg == HIST_AGG_NONE || value.agg == HIST_AGG_DIST)
			continue;
		if (value.mod != HIST_MOD_HEX)
			value.mod = HIST_MOD_NONE;
		seq_puts(m, "  ");
		show_title(m, &value);
		show_aggregate(m, &value, overall_val(table, i), 0);
	}
	seq_putc(m, '\n');
	show_dists(m, table, 0, tracing_map_n_all_rows(table->rows));
	if (table->stats && table->stats->lost)
		seq_printf(m, "    Without bucket: %llu\n", table->stats->lost);
}

/* Name of a variable that is loaded from the entry that a lookup finds, or NULL. */
static const char *var_of_lookup(const struct hist_trigger_data *data, unsigned int lookup)
{
	unsigned int i;

	for (i = 0; i < data->n_var_refs; i++)
		if (data->var_refs[i].lookup == (int)lookup)
			return data->var_refs[i].name;
	return NULL;
}

/* Check whether an earlier lookup with variables is in the same histogram. */
static bool is_reported(const struct hist_trigger_data *data, unsigned int lookup)
{
	const struct hist_lookup *lookups = data->program.lookups;
	unsigned int i;

	for (i = 0; i < lookup; i++)
		if (lookups[i].defining_hist == lookups[lookup].defining_hist &&
		    var_of_lookup(data, i))
			return true;
	return false;
}

/*
 * Print which defining histograms have dropped events or counted them in { other }. The variables
 * of these events are missing here.
 */
static void show_lookup_drops(struct seq_file *m, const struct hist_table_snapshot *table)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int i;

	for (i = 0; i < data->program.n_lookups; i++) {
		const char *name = var_of_lookup(data, i);

		if (!name || is_reported(data, i))
			continue;
		if (table->lookup_drops[i])
			seq_printf(m, "    Dropped by the histogram of $%s: %llu\n", name,
				   table->lookup_drops[i]);
		if (table->lookup_others[i])
			seq_printf(m, "    In { other } of the histogram of $%s: %llu\n", name,
				   table->lookup_others[i]);
	}
}

/**
 * hist_show_totals - print the last snapshot and the totals below a table
 * @m: output file
 * @table: table snapshot
 *
 * Context: process context.
 */
void hist_show_totals(struct seq_file *m, const struct hist_table_snapshot *table)
{
	if (table->snapshot_taken)
		show_snapshot_action(m, table);
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n    Dropped: %llu\n",
		   table->hits, table->rows->n_rows, table->rows->dropped);
	show_drops(m, table->rows);
	if (table->rows->error_word)
		seq_printf(m, "    Evicted: %llu\n", table->evicted);
	hist_show_stack_losses(m, table);
	show_overall(m, table);
	show_lookup_drops(m, table);
}
