// SPDX-License-Identifier: GPL-2.0
/*
 * What is shown of a histogram, gathered at one time: its rows, what is tracked in them,
 * and what can only be known from all of them.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "snapshot.h"
#include "table.h"

/*
 * What a value is in a row that has these sums: wherever it is sorted by, added up or shown.
 */
static u64 val_of_sums(const u64 *sums, const void *arg)
{
	const struct hist_field *field = arg;

	return sums[field->pos];
}

/**
 * hist_table_val - a value of a row
 * @table: the table
 * @row: which of its rows
 * @i: which of the histogram's values
 *
 * Return: the value.
 */
u64 hist_table_val(const struct hist_table *table, unsigned int row, unsigned int i)
{
	return val_of_sums(tracing_map_row_sums(table->rows, row), &table->data->fields[i]);
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

		for (i = 0; i < hist_n_shown(data); i++) {
			const struct hist_field *field = &data->fields[i];
			u64 val = hist_table_val(table, row, i);
			u64 share = hist_share(&field->value, val);

			if (field->value.mod == HIST_MOD_PERCENT)
				table->totals[i] = add_share(table->totals[i], share);
			else if (field->value.mod == HIST_MOD_GRAPH)
				table->totals[i] = max(table->totals[i], share);
		}
	}
}

static enum tracing_map_cmp cmp_of(const struct hist_field *field)
{
	const struct hist_value *value = &field->value;

	if (field->role == HIST_ROLE_KEY && hist_kind_is_string(value->kind))
		return TRACING_MAP_CMP_STRING;
	if (field->role == HIST_ROLE_KEY && hist_kind_is_stack(value->kind))
		return TRACING_MAP_CMP_WORDS;
	return hist_value_below_zero(value) ? TRACING_MAP_CMP_S64 : TRACING_MAP_CMP_U64;
}

/* Of each action, the map is asked for two extras. */
enum action_extra {
	TRACKED,
	SAVED,
	EXTRAS,
};

static unsigned int list_extras(const struct hist_trigger_data *data,
				struct tracing_map_extra *extras)
{
	const struct hist_program *program = &data->program;
	unsigned int i;

	for (i = 0; i < program->n_acts; i++) {
		const struct hist_act *act = &program->acts[i];
		bool saves = hist_action_ops[act->kind].has_cell;

		/* What there is not is some other variable, which nobody looks at. */
		extras[TRACKED] = (struct tracing_map_extra){ .pos = act->track, .n_words = 1 };
		extras[SAVED] = (struct tracing_map_extra){
			.is_cell = saves,
			.pos = saves ? act->cell : act->track,
			.n_words = saves ? act->n_words : 1,
		};
		extras += EXTRAS;
	}
	return data->n_map_vars ? i * EXTRAS : 0;
}

static struct tracing_map_snapshot *take_rows(const struct hist_trigger_data *data,
					      const struct tracing_map *map)
{
	struct tracing_map_extra extras[HIST_ACTIONS_MAX * EXTRAS];
	struct tracing_map_sort_key keys[HIST_SORT_MAX];
	unsigned int i;

	for (i = 0; i < data->n_sorts; i++) {
		const struct hist_field *field = &data->fields[data->sorts[i].field];

		keys[i] = (struct tracing_map_sort_key){
			.is_key = field->role == HIST_ROLE_KEY,
			.descending = data->sorts[i].descending,
			.cmp = cmp_of(field),
			.pos = field->pos,
			.size = field->value.size,
			.number = val_of_sums,
			.arg = field,
		};
	}
	return tracing_map_snapshot_extras(map, keys, data->n_sorts, extras,
					   list_extras(data, extras));
}

static int take_snapshot_note(struct hist_table *table)
{
	const struct hist_trigger_data *data = table->data;
	struct hist_snapshot *snapshot = data->live.snapshot;

	if (!snapshot)
		return 0;
	table->snapshot_key = kmalloc(data->program.key_size, GFP_KERNEL);
	if (!table->snapshot_key)
		return -ENOMEM;
	table->snapshot_of = snapshot->act - data->program.acts;
	table->snapshot_taken = hist_snapshot_read(snapshot, &table->snapshot_val,
						   table->snapshot_key);
	return 0;
}

/**
 * hist_table_tracked - what an action has tracked for an entry
 * @table: the table
 * @row: which of its rows
 * @action: which of the actions
 *
 * Return: the value, or NULL if there is none yet.
 */
const u64 *hist_table_tracked(const struct hist_table *table, unsigned int row,
			      unsigned int action)
{
	return tracing_map_row_extra(table->rows, row, action * EXTRAS + TRACKED);
}

/**
 * hist_table_saved - what an action has saved for an entry
 * @table: the table
 * @row: which of its rows
 * @action: which of the actions, one that has a cell
 *
 * It is none if it does not belong to what is tracked, where it lost a race: see save() in
 * hist/exec.c.
 *
 * Return: the cell, which begins with the tracked value, or NULL if there is none.
 */
const u64 *hist_table_saved(const struct hist_table *table, unsigned int row,
			    unsigned int action)
{
	const u64 *val = hist_table_tracked(table, row, action);
	const u64 *cell = tracing_map_row_extra(table->rows, row, action * EXTRAS + SAVED);

	return val && cell && *cell == *val ? cell : NULL;
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
	int ret;

	if (!table)
		return ERR_PTR(-ENOMEM);

	table->data = hist_data_get(data);
	table->status = *status;
	table->status.filter = kstrdup(status->filter, GFP_KERNEL);
	table->rows = take_rows(data, map);
	ret = PTR_ERR_OR_ZERO(table->rows) ?: take_snapshot_note(table);
	if (!ret && status->filter && !table->status.filter)
		ret = -ENOMEM;
	if (ret) {
		hist_table_free(table);
		return ERR_PTR(ret);
	}

	gather_totals(table);
	return table;
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
	kfree(table->snapshot_key);
	kfree(table->status.filter);
	kfree(table);
}
