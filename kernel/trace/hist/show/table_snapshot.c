// SPDX-License-Identifier: GPL-2.0
/*
 * Table snapshot: a sorted copy of a histogram for one reader, with the entries, the
 * tracked and saved values, and the totals.
 *
 * Events continue to update the histogram while it is copied. The caller keeps the map from
 * being destroyed; nothing is locked here.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../tracing_map_evict.h"
#include "../../tracing_map_yield.h"
#include "../attach/snapshot_action.h"
#include "../run/snapshot.h"
#include "../stacks/stacks.h"
#include "merge_stacks.h"
#include "table_snapshot.h"

/**
 * hist_table_snapshot_val - get a value of a row
 * @table: table snapshot
 * @row: index of the row
 * @i: index of the value in fields[]
 *
 * Return: the value.
 */
u64 hist_table_snapshot_val(const struct hist_table_snapshot *table, unsigned int row,
			    unsigned int i)
{
	const struct hist_field *field = &table->data->fields[i];

	if (hist_value_has_stat(&field->value))
		return hist_table_stats_val(table->data, table->rows, row, i).val;
	return tracing_map_row_sum(table->rows, row, field->pos);
}

/* Add with saturation, so that the total is not less than any share. */
static u64 add_saturating(u64 total, u64 share)
{
	return check_add_overflow(total, share, &total) ? U64_MAX : total;
}

/* Return a value of a row; 0 if it is unknown, because it gets no bar. */
static u64 known_val(const struct hist_table_snapshot *table, unsigned int row, unsigned int i)
{
	const struct hist_field *field = &table->data->fields[i];

	if (hist_value_has_stat(&field->value) &&
	    hist_table_stats_val(table->data, table->rows, row, i).unknown)
		return 0;
	return hist_table_snapshot_val(table, row, i);
}

/*
 * Compute the reference of a modifier: the sum of all rows for .percent, the maximum for .graph.
 * The row { other } is one of them.
 */
static u64 compute_total(const struct hist_table_snapshot *table, unsigned int i)
{
	const struct hist_value *value = &table->data->fields[i].value;
	unsigned int row;
	u64 total = 0;

	for (row = 0; row < tracing_map_n_all_rows(table->rows); row++) {
		u64 share = hist_clamp_negative(value, known_val(table, row, i));

		tracing_map_yield_at(row);
		total = value->mod == HIST_MOD_PERCENT ? add_saturating(total, share) :
							 max(total, share);
	}
	return total;
}

static void compute_totals(struct hist_table_snapshot *table)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int row, i;

	for (row = 0; row < tracing_map_n_all_rows(table->rows); row++) {
		table->hits += tracing_map_row_sum(table->rows, row, 0);
		tracing_map_yield_at(row);
	}
	for (i = 0; i < hist_n_display_vals(data); i++) {
		enum hist_mod mod = data->fields[i].value.mod;

		if (mod == HIST_MOD_PERCENT || mod == HIST_MOD_GRAPH)
			table->totals[i] = compute_total(table, i);
	}
}

static enum tracing_map_cmp cmp_for_field(const struct hist_field *field)
{
	const struct hist_value *value = &field->value;

	if (field->role == HIST_ROLE_KEY && hist_kind_is_string(value->kind))
		return TRACING_MAP_CMP_STRING;
	if (field->role == HIST_ROLE_KEY && hist_kind_is_stack(value->kind))
		return TRACING_MAP_CMP_WORDS;
	return hist_value_may_be_negative(value) ? TRACING_MAP_CMP_S64 : TRACING_MAP_CMP_U64;
}

/* Extra columns that the map copies for each action. */
enum action_column {
	COLUMN_TRACKED,
	COLUMN_SAVED,
	ACTION_COLUMNS,
};

static unsigned int list_action_columns(const struct hist_trigger_data *data,
					struct tracing_map_column *columns)
{
	const struct hist_program *program = &data->program;
	unsigned int i;

	for (i = 0; i < program->n_actions; i++) {
		const struct hist_action_insn *act = &program->actions[i];
		bool saves = hist_action_info[act->kind].saves_fields;

		/*
		 * An action without a tracked value or a cell gets a variable as a
		 * placeholder, which is not read.
		 */
		columns[COLUMN_TRACKED] = (struct tracing_map_column){ .pos = act->tracked_slot,
							       .n_words = 1 };
		columns[COLUMN_SAVED] = (struct tracing_map_column){
			.is_cell = saves,
			.pos = saves ? act->cell_slot : act->tracked_slot,
			.n_words = saves ? act->n_words : 1,
		};
		columns += ACTION_COLUMNS;
	}
	return data->n_map_vars ? i * ACTION_COLUMNS : 0;
}

static struct tracing_map_snapshot *copy_rows(const struct hist_trigger_data *data,
					      const struct tracing_map *map,
					      const struct tracing_map_counts *counts)
{
	struct tracing_map_column columns[HIST_ACTIONS_MAX * ACTION_COLUMNS];

	if (counts)
		return tracing_map_snapshot_counts(map, counts, hist_table_stats_words(data));
	return tracing_map_snapshot_columns(map, NULL, 0, columns,
					    list_action_columns(data, columns),
					    hist_table_stats_words(data));
}

/* Return the words of column @k of a row; the first one is not 0 if the column is set. */
static u64 *column_of(const struct tracing_map_snapshot *rows, const u64 *row, unsigned int k)
{
	return (u64 *)row + rows->column_words[k];
}

/* Return the number of words of all columns of the action whose first one is column @k. */
static unsigned int words_of_action(const struct tracing_map_snapshot *rows, unsigned int k)
{
	unsigned int next = k + ACTION_COLUMNS;
	unsigned int end = next < rows->n_columns ? rows->column_words[next] : rows->row_words;

	return end - rows->column_words[k];
}

/*
 * Merge the tracked and saved values of two rows: keep those of the row with the larger value for
 * onmax, with the smaller one for onmin, and those of the first row for onchange.
 */
static void merge_actions(const struct tracing_map_snapshot *rows, const void *arg, u64 *to,
			  const u64 *from)
{
	const struct hist_program *program = &((const struct hist_trigger_data *)arg)->program;
	unsigned int i;

	for (i = 0; i < program->n_actions; i++) {
		const struct hist_action_insn *act = &program->actions[i];
		unsigned int k = i * ACTION_COLUMNS + COLUMN_TRACKED;
		const u64 *new = column_of(rows, from, k);
		u64 *old = column_of(rows, to, k);

		if (new[0] && (!old[0] || hist_action_is_beyond(act, new[1], old[1])))
			memcpy(old, new, words_of_action(rows, k) * sizeof(u64));
	}
}

/* Position of a value among the words of a row; its aggregates follow the words of the map. */
static unsigned int sort_pos(const struct hist_trigger_data *data, unsigned int i)
{
	const struct hist_field *field = &data->fields[i];

	if (field->role == HIST_ROLE_KEY || !hist_value_has_stat(&field->value))
		return field->pos;
	return data->n_sums + data->n_maxima + i;
}

static int sort_rows(const struct hist_trigger_data *data, struct tracing_map_snapshot *rows)
{
	struct tracing_map_sort_key keys[HIST_SORT_MAX];
	unsigned int i;

	for (i = 0; i < data->n_sorts; i++) {
		const struct hist_field *field = &data->fields[data->sorts[i].field];

		keys[i] = (struct tracing_map_sort_key){
			.is_key = field->role == HIST_ROLE_KEY,
			.descending = data->sorts[i].descending,
			.cmp = cmp_for_field(field),
			.pos = sort_pos(data, data->sorts[i].field),
			.size = field->value.size,
		};
	}
	return tracing_map_snapshot_sort(rows, keys, data->n_sorts);
}

/*
 * Copy the entries, compute their aggregates, prepare their format and sort them. @counts is NULL
 * unless the table shows an interval.
 *
 * Return: 0 or a negative errno.
 */
static int fill_rows(struct hist_table_snapshot *table, const struct tracing_map *map,
		     const struct tracing_map_counts *counts)
{
	const struct hist_trigger_data *data = table->data;
	const struct tracing_map_merge merge = { merge_actions, data };
	int ret;

	table->rows = copy_rows(data, map, counts);
	if (IS_ERR(table->rows))
		return PTR_ERR(table->rows);
	ret = hist_merge_stacks(data, map, table->rows, &merge);
	if (ret)
		return ret;
	table->format = hist_row_format_create(data, table->rows);
	if (IS_ERR(table->format))
		return PTR_ERR(table->format);
	if (data->program.n_stats)
		table->stats = hist_table_stats_create(data, map, counts, table->rows);
	if (IS_ERR(table->stats))
		return PTR_ERR(table->stats);
	return sort_rows(data, table->rows);
}

/* Count the events of a histogram that were counted in { other } at once, without a row. */
static u64 count_without_row(const struct tracing_map *map)
{
	if (map->keys->evict)
		return tracing_map_n_refused(map);
	return map->has_other ? tracing_map_sum(map, TRACING_MAP_OTHER, 0) : 0;
}

/*
 * Events that a defining histogram dropped, or counted in { other } at once, set no variable, so
 * they are missing in this one.
 */
static void count_lookup_drops(struct hist_table_snapshot *table)
{
	const struct hist_program *program = &table->data->program;
	unsigned int i;

	for (i = 0; i < program->n_lookups; i++) {
		const struct hist_runtime *runtime = &program->lookups[i].defining_hist->runtime;
		const struct tracing_map *map = rcu_dereference_protected(runtime->map, true);

		if (!map)
			continue;
		table->lookup_drops[i] = tracing_map_dropped(map);
		table->lookup_others[i] = count_without_row(map);
	}
}

static int copy_snapshot_action(struct hist_table_snapshot *table)
{
	const struct hist_trigger_data *data = table->data;
	struct hist_snapshot *snapshot = data->runtime.snapshot;

	if (!snapshot)
		return 0;
	table->snapshot_key = kmalloc(data->program.key_size, GFP_KERNEL);
	if (!table->snapshot_key)
		return -ENOMEM;
	table->snapshot_action = snapshot->act - data->program.actions;
	table->snapshot_taken = hist_snapshot_read(snapshot, &table->snapshot_val,
						   table->snapshot_key);
	return 0;
}

/**
 * hist_table_snapshot_tracked - get the tracked value of an action in a row
 * @table: table snapshot
 * @row: index of the row
 * @action: index of an action with a handler that tracks a variable
 *
 * Return: the value, or NULL if it is not set in this row.
 */
const u64 *hist_table_snapshot_tracked(const struct hist_table_snapshot *table, unsigned int row,
				       unsigned int action)
{
	return tracing_map_row_column(table->rows, row, action * ACTION_COLUMNS + COLUMN_TRACKED);
}

/**
 * hist_table_snapshot_saved - get the values that save() has stored in a row
 * @table: table snapshot
 * @row: index of the row
 * @action: index of a save() action
 *
 * The values are only returned if they belong to the tracked value of the row. They may
 * belong to another one if the events of two values raced, see hist_action_save() in
 * hist/run/actions.c.
 *
 * Return: the cell, which starts with the tracked value, or NULL.
 */
const u64 *hist_table_snapshot_saved(const struct hist_table_snapshot *table, unsigned int row,
				     unsigned int action)
{
	const u64 *val = hist_table_snapshot_tracked(table, row, action);
	const u64 *cell = tracing_map_row_column(table->rows, row,
						 action * ACTION_COLUMNS + COLUMN_SAVED);

	return val && cell && *cell == *val ? cell : NULL;
}

/*
 * Fill in an allocated table, see hist_table_snapshot_create(). Tracked values, the snapshot()
 * action and lookups belong to the running state, which an interval does not have.
 *
 * Return: 0 or a negative errno.
 */
static int fill_table(struct hist_table_snapshot *table, const struct tracing_map *map,
		      const struct hist_interval *interval)
{
	static const struct tracing_map_counts nothing;
	int ret;

	if (interval) {
		table->is_interval = true;
		table->interval = *interval;
		table->interval.counts = NULL;
		ret = fill_rows(table, map, interval->counts ?: &nothing);
	} else {
		ret = fill_rows(table, map, NULL) ?: copy_snapshot_action(table);
	}
	if (ret)
		return ret;

	compute_totals(table);
	if (!interval) {
		table->evicted = tracing_map_n_evicted(map);
		count_lookup_drops(table);
	}
	return 0;
}

/* Keep the stacks that the rows refer to. */
static void get_stacks(struct hist_table_snapshot *table)
{
	const struct hist_trigger_data *data = table->data;
	unsigned int i;

	for (i = 0; i < data->n_stack_sources; i++)
		table->stacks[i] = hist_stacks_get(data->stack_sources[i].table);
}

static void put_stacks(struct hist_table_snapshot *table)
{
	unsigned int i;

	for (i = 0; i < table->data->n_stack_sources; i++)
		hist_stacks_put(table->stacks[i]);
}

/**
 * hist_table_snapshot_create - take a table snapshot of a histogram
 * @data: the histogram; the table takes a reference
 * @map: map of the histogram; the table does not keep a pointer to it
 * @status: displayed state of the histogram; copied
 * @interval: interval to show; copied without its counts. NULL to show everything
 *
 * Events may update the histogram at the same time.
 *
 * Context: may sleep. The caller keeps @map and the runtime state of @data, and the maps of the
 * histograms that it uses, from being freed, with event_mutex.
 * Return: the table, to be given to hist_table_snapshot_free(), or an ERR_PTR.
 */
struct hist_table_snapshot *hist_table_snapshot_create(struct hist_trigger_data *data,
						       const struct tracing_map *map,
						       const struct hist_status *status,
						       const struct hist_interval *interval)
{
	struct hist_table_snapshot *table = kzalloc(sizeof(*table), GFP_KERNEL);
	int ret;

	if (!table)
		return ERR_PTR(-ENOMEM);

	table->data = hist_data_get(data);
	get_stacks(table);
	table->status = *status;
	table->status.filter = kstrdup(status->filter, GFP_KERNEL);
	ret = fill_table(table, map, interval);
	if (!ret && status->filter && !table->status.filter)
		ret = -ENOMEM;
	if (ret) {
		hist_table_snapshot_free(table);
		return ERR_PTR(ret);
	}
	return table;
}

/**
 * hist_table_snapshot_free - free a table snapshot
 * @table: result of hist_table_snapshot_create(), or NULL
 *
 * Context: may sleep.
 */
void hist_table_snapshot_free(struct hist_table_snapshot *table)
{
	if (IS_ERR_OR_NULL(table))
		return;
	put_stacks(table);
	hist_data_put(table->data);
	tracing_map_snapshot_free(table->rows);
	hist_row_format_free(table->format);
	hist_table_stats_free(table->stats);
	kfree(table->snapshot_key);
	kfree(table->status.filter);
	kfree(table);
}
