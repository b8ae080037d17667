// SPDX-License-Identifier: GPL-2.0
/*
 * Raw table: a histogram in the format of include/uapi/linux/trace_hist.h, for one reader.
 *
 * The section of the rows is the memory of the map's snapshot as it is, in the order of the
 * elements: nothing is sorted, converted or copied again. The descriptions of the fields tell where
 * keys and sums are in it.
 *
 * Events continue to update the histogram while it is copied. The caller keeps the map from being
 * destroyed; nothing is locked here.
 */
#include <linux/err.h>
#include <linux/slab.h>

#include "../../tracing_map_snapshot.h"
#include "../../tracing_map_yield.h"
#include "merge_stacks.h"
#include "raw_head.h"
#include "raw_stacks.h"
#include "raw_stats.h"
#include "raw_table.h"

/* Number of extra words of a row: its flags. */
#define EXTRA_WORDS	1

/**
 * struct hist_raw_table - raw table
 * @head: header and descriptions
 * @rows: copy of the entries, whose data are the rows of the table
 * @stats: statistics; empty if the histogram has none
 * @stacks: stack traces; empty if no field refers to them
 * @hits: sum of all hitcounts
 *
 * Constant once hist_raw_table_create() has returned it.
 */
struct hist_raw_table {
	struct hist_raw_block head;
	struct tracing_map_snapshot *rows;
	struct hist_raw_block stats;
	struct hist_raw_block stacks;
	u64 hits;
};

static struct tracing_map_snapshot *copy_rows(const struct tracing_map *map,
					      const struct tracing_map_counts *counts)
{
	if (counts)
		return tracing_map_snapshot_counts(map, counts, EXTRA_WORDS);
	return tracing_map_snapshot_columns(map, NULL, 0, NULL, 0, EXTRA_WORDS);
}

static u64 sum_hits(const struct tracing_map_snapshot *rows)
{
	const u64 *hits = rows->data + rows->sum_word;
	unsigned int i;
	u64 total = 0;

	for (i = 0; i < tracing_map_n_all_rows(rows); i++, hits += rows->row_words) {
		total += *hits;
		tracing_map_yield_at(i);
	}
	return total;
}

static void set_row_flags(struct tracing_map_snapshot *rows)
{
	unsigned int i;

	for (i = 0; rows->torn_word && i < tracing_map_n_all_rows(rows); i++) {
		if (tracing_map_row_torn(rows, i))
			*tracing_map_row_extra(rows, i) = TRACE_HIST_ROW_TORN;
		tracing_map_yield_at(i);
	}
	if (rows->has_other)
		*tracing_map_row_extra(rows, rows->n_rows) |= TRACE_HIST_ROW_OTHER;
}

static u64 rows_size(const struct tracing_map_snapshot *rows)
{
	return (u64)tracing_map_n_all_rows(rows) * rows->row_words * sizeof(u64);
}

/* Fill in an allocated table. Return: 0 or a negative errno. */
static int fill_table(struct hist_raw_table *table, const struct hist_raw_source *source)
{
	static const struct tracing_map_counts nothing;
	static const struct tracing_map_merge no_columns;
	const struct tracing_map_counts *counts = NULL;
	struct hist_raw_stacks stacks = {};
	int ret;

	if (source->interval)
		counts = source->interval->counts ?: &nothing;
	table->rows = copy_rows(source->map, counts);
	if (IS_ERR(table->rows))
		return PTR_ERR(table->rows);
	ret = hist_merge_stacks(source->data, source->map, table->rows, &no_columns);
	if (ret)
		return ret;
	set_row_flags(table->rows);
	table->hits = sum_hits(table->rows);
	ret = hist_raw_stats_create(&table->stats, source, counts, table->rows) ?:
	      hist_raw_stacks_create(&stacks, source, table->rows);
	table->stacks = stacks.block;
	ret = ret ?: hist_raw_head_create(&table->head, source, table->rows, table->hits, &stacks);
	kvfree(stacks.names);
	if (!ret)
		hist_raw_head_set_size(&table->head, hist_raw_table_size(table));
	return ret;
}

/**
 * hist_raw_table_create - copy a histogram to a raw table
 * @source: the histogram; the table does not keep a pointer to any part of it
 *
 * Events may update the histogram at the same time.
 *
 * Context: may sleep. The caller keeps the histogram, its map and its runtime state from being
 * freed, with event_mutex.
 * Return: the table, to be given to hist_raw_table_free(), or ERR_PTR(-ENOMEM).
 */
struct hist_raw_table *hist_raw_table_create(const struct hist_raw_source *source)
{
	struct hist_raw_table *table = kzalloc(sizeof(*table), GFP_KERNEL);
	int ret;

	if (!table)
		return ERR_PTR(-ENOMEM);
	ret = fill_table(table, source);
	if (ret) {
		hist_raw_table_free(table);
		return ERR_PTR(ret);
	}
	return table;
}

/**
 * hist_raw_table_free - free a raw table
 * @table: result of hist_raw_table_create(), or NULL
 *
 * Context: may sleep.
 */
void hist_raw_table_free(struct hist_raw_table *table)
{
	if (IS_ERR_OR_NULL(table))
		return;
	kvfree(table->head.start);
	tracing_map_snapshot_free(table->rows);
	kvfree(table->stats.start);
	kvfree(table->stacks.start);
	kfree(table);
}

/**
 * hist_raw_table_size - get the size of a raw table
 * @table: the table
 *
 * Context: any.
 * Return: size in bytes.
 */
u64 hist_raw_table_size(const struct hist_raw_table *table)
{
	return table->head.size + rows_size(table->rows) + table->stats.size + table->stacks.size;
}

/**
 * hist_raw_table_hits - get the number of events that the rows of a table have counted
 * @table: the table
 *
 * Context: any.
 * Return: sum of all hitcounts.
 */
u64 hist_raw_table_hits(const struct hist_raw_table *table)
{
	return table->hits;
}

/**
 * hist_raw_table_at - find the bytes at a position of a raw table
 * @table: the table
 * @pos: position in the table, in bytes
 * @len: set to the number of bytes that follow each other in memory, at least 1
 *
 * Context: any.
 * Return: the bytes, valid as long as @table; NULL at the end of the table.
 */
const void *hist_raw_table_at(const struct hist_raw_table *table, u64 pos, size_t *len)
{
	const struct hist_raw_block parts[] = {
		table->head,
		{ table->rows->data, rows_size(table->rows) },
		table->stats,
		table->stacks,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		if (pos < parts[i].size) {
			*len = parts[i].size - pos;
			return parts[i].start + pos;
		}
		pos -= parts[i].size;
	}
	return NULL;
}
