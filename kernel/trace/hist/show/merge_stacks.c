// SPDX-License-Identifier: GPL-2.0
/*
 * Merge rows whose user stacks are resolved to the same code, and whose other keys are equal.
 *
 * Each process has ids of its own. All ids whose stacks are resolved to one object are replaced by
 * the first of them that the rows have, so that the keys of these rows are equal.
 *
 * Process context. The caller keeps the tables of stacks from being freed.
 */
#include <linux/errno.h>
#include <linux/slab.h>

#include "../../tracing_map_snapshot.h"
#include "../../tracing_map_yield.h"
#include "../program/hist_data.h"
#include "../stacks/resolved_set.h"
#include "../stacks/stacks.h"
#include "merge_stacks.h"

static bool is_user_stack(const struct hist_field *field)
{
	return hist_value_is_interned(&field->value) && field->value.kind == HIST_KIND_USER_STACK;
}

/*
 * Replace the ids in one key of all rows. Each resolved stack is that of an element of the table,
 * so there are not more of them than elements. Return: 0 or -ENOMEM.
 */
static int replace_ids(struct tracing_map_snapshot *rows, const struct hist_field *field,
		       const struct hist_stacks *stacks)
{
	u64 *first_ids = kvcalloc(stacks->map->n_elts, sizeof(*first_ids), TRACING_MAP_GFP);
	u64 *id = rows->data + field->pos / sizeof(u64);
	unsigned int row;

	if (!first_ids)
		return -ENOMEM;
	for (row = 0; row < rows->n_rows; row++, id += rows->row_words) {
		const struct hist_resolved *resolved;

		tracing_map_yield_at(row);
		resolved = *id ? hist_stacks_resolved(stacks, *id) : NULL;
		if (!resolved)
			continue;
		first_ids[resolved->index] = first_ids[resolved->index] ?: *id;
		*id = first_ids[resolved->index];
	}
	kvfree(first_ids);
	return 0;
}

/**
 * hist_merge_stacks - merge rows whose user stacks are resolved to the same code
 * @data: the histogram, attached
 * @map: its map
 * @rows: copy of the entries, not sorted
 * @merge: how the columns of rows are merged
 *
 * A histogram without a user stack in its key is left as it is.
 *
 * Context: may sleep; event_mutex held, so that @data keeps its tables of stacks.
 * Return: 0; or -ENOMEM, and the rows can only be freed.
 */
int hist_merge_stacks(const struct hist_trigger_data *data, const struct tracing_map *map,
		      struct tracing_map_snapshot *rows, const struct tracing_map_merge *merge)
{
	bool merges = false;
	unsigned int i;
	int ret = 0;

	for (i = data->n_vals; !ret && i < data->n_fields; i++) {
		const struct hist_field *field = &data->fields[i];

		if (!is_user_stack(field))
			continue;
		merges = true;
		ret = replace_ids(rows, field,
				  data->stack_sources[field->value.stacks - 1].table);
	}
	return ret || !merges ? ret : tracing_map_snapshot_merge(rows, map, merge);
}
