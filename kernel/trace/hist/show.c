// SPDX-License-Identifier: GPL-2.0
/*
 * A histogram as the table that people read.
 *
 *	header: the command that made the histogram
 *	{ <key>, <key> } hitcount: <n>  <value>: <n>	... a line for each entry
 *	totals
 *
 * Depends on its arguments alone: what it shows was gathered by hist_table_take().
 */
#include <linux/err.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trace.h"
#include "show.h"

#define GRAPH_WIDTH	20

/* Of a signed sum, what lies below zero has no share and no bar. */
static u64 share_of(const struct hist_field *field, u64 sum)
{
	return field->is_signed ? max_t(s64, sum, 0) : sum;
}

/* A total that is no less than any share of it, whatever a user adds up. */
static u64 add_share(u64 total, u64 share)
{
	return check_add_overflow(total, share, &total) ? U64_MAX : total;
}

static void gather_totals(struct hist_table *table)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int row, i;

	for (row = 0; row < table->rows->n_rows; row++) {
		table->hits += tracing_map_row_sum(table->rows, row, 0);

		for (i = 0; i < data->n_vals; i++) {
			const struct hist_field *field = &data->fields[i];
			u64 sum = tracing_map_row_sum(table->rows, row, field->pos);

			if (field->mod == HIST_MOD_PERCENT)
				table->totals[i] = add_share(table->totals[i],
							     share_of(field, sum));
			else if (field->mod == HIST_MOD_GRAPH)
				table->totals[i] = max(table->totals[i], share_of(field, sum));
		}
	}
}

static enum tracing_map_cmp cmp_of(const struct hist_field *field)
{
	if (field->is_key && hist_kind_is_string(field->kind))
		return TRACING_MAP_CMP_STRING;
	if (field->is_key && hist_kind_is_stack(field->kind))
		return TRACING_MAP_CMP_WORDS;
	return field->is_signed ? TRACING_MAP_CMP_S64 : TRACING_MAP_CMP_U64;
}

static struct tracing_map_snapshot *take_rows(const struct hist_trigger_data *data,
					      const struct tracing_map *map)
{
	struct tracing_map_sort_key keys[HIST_SORT_MAX];
	unsigned int i;

	for (i = 0; i < data->n_sorts; i++) {
		const struct hist_field *field = &data->fields[data->sorts[i].field];

		keys[i] = (struct tracing_map_sort_key){
			.is_key = field->is_key,
			.descending = data->sorts[i].descending,
			.cmp = cmp_of(field),
			.pos = field->pos,
			.size = field->size,
		};
	}
	return tracing_map_snapshot(map, keys, data->n_sorts);
}

/**
 * hist_table_take - gather what is to be shown of a histogram
 * @data: the histogram; the table takes a reference
 * @map: its entries, which the table does not need any more afterwards
 * @status: how it is at present; copied
 *
 * Events may go on hitting the histogram.
 *
 * Context: may sleep.
 * Return: the table, to be given to hist_table_free(), or an ERR_PTR.
 */
struct hist_table *hist_table_take(struct hist_trigger_data *data,
				   const struct tracing_map *map,
				   const struct hist_status *status)
{
	struct hist_table *table = kzalloc(sizeof(*table), GFP_KERNEL);
	int ret = -ENOMEM;

	if (!table)
		return ERR_PTR(ret);

	table->status = *status;
	table->status.filter = kstrdup(status->filter, GFP_KERNEL);
	if (status->filter && !table->status.filter)
		goto free_table;

	table->rows = take_rows(data, map);
	if (IS_ERR(table->rows)) {
		ret = PTR_ERR(table->rows);
		goto free_filter;
	}

	table->data = hist_data_get(data);
	gather_totals(table);
	return table;

free_filter:
	kfree(table->status.filter);
free_table:
	kfree(table);
	return ERR_PTR(ret);
}

/**
 * hist_table_free - free a table
 * @table: what hist_table_take() returned, or NULL
 *
 * Context: may sleep.
 */
void hist_table_free(struct hist_table *table)
{
	if (IS_ERR_OR_NULL(table))
		return;
	hist_data_put(table->data);
	tracing_map_snapshot_free(table->rows);
	kfree(table->status.filter);
	kfree(table);
}

/**
 * hist_show_header - print what stands above a table
 * @m: where to
 * @table: the table
 */
void hist_show_header(struct seq_file *m, const struct hist_table *table)
{
	hist_describe_header(m, table->data, &table->status);
}

static void show_number(struct seq_file *m, const struct hist_field *field, u64 val)
{
	if (field->is_signed)
		seq_printf(m, "%s: %10lld", field->name, val);
	else
		seq_printf(m, "%s: %10llu", field->name, val);
}

/* The last number of the bucket that begins with @val, or the last one there is. */
static u64 bucket_end(const struct hist_field *field, u64 val)
{
	u64 max = field->is_signed ? S64_MAX : U64_MAX;
	u64 rest;

	/* The lowest bucket need not begin with a multiple, but they all end before one. */
	if (field->is_signed && (s64)val < 0) {
		div64_u64_rem(~val, field->mod_arg, &rest);
		return val + rest;
	}
	return field->mod_arg - 1 > max - val ? max : val + (field->mod_arg - 1);
}

static void show_bucket(struct seq_file *m, const struct hist_field *field, u64 val)
{
	u64 last = bucket_end(field, val);

	if (field->is_signed)
		seq_printf(m, "%s: ~ %lld-%lld", field->name, val, last);
	else
		seq_printf(m, "%s: ~ %llu-%llu", field->name, val, last);
}

static void show_syscall(struct seq_file *m, const struct hist_field *field, u64 val)
{
	const char *name = val <= INT_MAX ? get_syscall_name(val) : NULL;

	seq_printf(m, "%s: %-30s[%3llu]", field->name, name ?: "unknown_syscall", val);
}

static void show_stack(struct seq_file *m, const struct hist_field *field, const u64 *trace)
{
	unsigned int i;

	/* A trace in the record's field goes on in the line of its name. */
	if (field->kind == HIST_KIND_STACK)
		seq_printf(m, "%s.stacktrace", field->name);
	else
		seq_printf(m, "%s:\n", field->name);

	for (i = 0; i < HIST_STACK_DEPTH && trace[i]; i++)
		seq_printf(m, "         %pS\n", (void *)(unsigned long)trace[i]);
}

/* Of @aux, the execname modifier shows what was saved beside the key. */
static void show_key(struct seq_file *m, const struct hist_field *field, const u64 *key,
		     const char *aux)
{
	const u64 *at = key + field->pos / sizeof(u64);
	void *addr = (void *)(unsigned long)*at;

	if (hist_kind_is_stack(field->kind)) {
		show_stack(m, field, at);
		return;
	}
	if (hist_kind_is_string(field->kind)) {
		seq_printf(m, "%s: %-50.*s", field->name, field->size, (const char *)at);
		return;
	}

	switch (field->mod) {
	case HIST_MOD_HEX:
		seq_printf(m, "%s: %llx", field->name, *at);
		break;
	case HIST_MOD_SYM:
		seq_printf(m, "%s: [%llx] %-45ps", field->name, *at, addr);
		break;
	case HIST_MOD_SYM_OFFSET:
		seq_printf(m, "%s: [%llx] %-55pS", field->name, *at, addr);
		break;
	case HIST_MOD_SYMSTR:
		seq_printf(m, "%s: %-50pS", field->name, addr);
		break;
	case HIST_MOD_EXECNAME:
		seq_printf(m, "%s: %-16.*s[%10llu]", field->name, TASK_COMM_LEN, aux, *at);
		break;
	case HIST_MOD_SYSCALL:
		show_syscall(m, field, *at);
		break;
	case HIST_MOD_LOG2:
		seq_printf(m, "%s: ~ 2^%-2llu", field->name, *at);
		break;
	case HIST_MOD_BUCKETS:
		show_bucket(m, field, *at);
		break;
	default:
		show_number(m, field, *at);
	}
}

/* A share is never above its total: mul_u64_u64_div_u64() may trap if the result is too large. */
static void show_percent(struct seq_file *m, const struct hist_field *field, u64 val,
			 u64 total)
{
	u64 share = total ? mul_u64_u64_div_u64(share_of(field, val), 10000, total) : 0;
	u32 fraction;
	u64 whole = div_u64_rem(share, 100, &fraction);

	seq_printf(m, "%s (%%): %3llu.%02u", field->name, whole, fraction);
}

static void show_graph(struct seq_file *m, const struct hist_field *field, u64 val,
		       u64 largest)
{
	static const char bar[] = "####################";
	u64 len = 0;

	BUILD_BUG_ON(sizeof(bar) != GRAPH_WIDTH + 1);
	if (largest)
		len = mul_u64_u64_div_u64(share_of(field, val), GRAPH_WIDTH, largest);
	seq_printf(m, "%s: %-*.*s", field->name, GRAPH_WIDTH, (int)len, bar);
}

static void show_val(struct seq_file *m, const struct hist_field *field, u64 val, u64 total)
{
	switch (field->mod) {
	case HIST_MOD_HEX:
		seq_printf(m, "%s: %10llx", field->name, val);
		break;
	case HIST_MOD_PERCENT:
		show_percent(m, field, val, total);
		break;
	case HIST_MOD_GRAPH:
		show_graph(m, field, val, total);
		break;
	default:
		show_number(m, field, val);
	}
}

static void show_keys(struct seq_file *m, const struct hist_table *table, unsigned int row)
{
	const struct hist_trigger_data *data = table->data;
	const u64 *key = tracing_map_row_key(table->rows, row);
	const char *aux = (const char *)tracing_map_row_aux(table->rows, row);
	const char *after = " }";
	unsigned int i;

	for (i = data->n_vals; i < data->n_fields; i++) {
		const struct hist_field *field = &data->fields[i];

		seq_puts(m, i == data->n_vals ? "{ " : ", ");
		show_key(m, field, key, aux);
		/* A trace has ended its own line. */
		if (hist_kind_is_stack(field->kind))
			after = "}";
	}
	seq_puts(m, after);
}

static void show_vals(struct seq_file *m, const struct hist_table *table, unsigned int row)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int i;

	/* Value 0 is the bare hitcount, and closer to the keys than the others. */
	for (i = data->nohitcount; i < data->n_vals; i++) {
		const struct hist_field *field = &data->fields[i];

		seq_puts(m, i ? "  " : " ");
		show_val(m, field, tracing_map_row_sum(table->rows, row, field->pos),
			 table->totals[i]);
	}
}

/**
 * hist_show_row - print an entry
 * @m: where to
 * @table: the table
 * @row: which of its rows
 */
void hist_show_row(struct seq_file *m, const struct hist_table *table, unsigned int row)
{
	show_keys(m, table, row);
	show_vals(m, table, row);
	seq_putc(m, '\n');
}

/**
 * hist_show_totals - print what stands below a table
 * @m: where to
 * @table: the table
 */
void hist_show_totals(struct seq_file *m, const struct hist_table *table)
{
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n    Dropped: %llu\n",
		   table->hits, table->rows->n_rows, table->rows->dropped);
}
