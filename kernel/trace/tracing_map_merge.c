// SPDX-License-Identifier: GPL-2.0-only
/*
 * Merge rows of a snapshot whose keys the caller has made equal.
 *
 * Process context; all functions may sleep.
 */

#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracing_map_interval.h"
#include "tracing_map_snapshot.h"
#include "tracing_map_yield.h"

static bool keys_equal(const struct tracing_map_snapshot *snap, u32 a, u32 b)
{
	return !memcmp(tracing_map_row_data(snap, a), tracing_map_row_data(snap, b),
		       snap->key_words * sizeof(u64));
}

/* Merge what a row has besides its sums and maxima into another row. */
static void merge_rest(const struct tracing_map_snapshot *snap,
		       const struct tracing_map_merge *merge, u64 *to, const u64 *from)
{
	if (snap->torn_word)
		to[snap->torn_word] |= from[snap->torn_word];
	if (snap->error_word)
		to[snap->error_word] += from[snap->error_word];
	if (snap->n_columns)
		merge->merge_columns(snap, merge->arg, to, from);
}

/*
 * Merge the sorted rows from @first on that have equal keys into the first one, and note their
 * elements. @words is scratch memory: the digits of a row are not normalized, those of @words are.
 * Return: index of the first row behind them.
 */
static unsigned int merge_group(struct tracing_map_snapshot *snap, const struct tracing_map *map,
				const struct tracing_map_merge *merge, unsigned int first,
				u64 *words)
{
	const struct tracing_map_row *rows = snap->rows;
	u32 leader = rows[first].data;
	u64 *to = tracing_map_row_data(snap, leader);
	unsigned int i;

	memset(words, 0, snap->n_words * sizeof(*words));
	for (i = first; i < snap->n_rows && keys_equal(snap, leader, rows[i].data); i++) {
		const u64 *from = tracing_map_row_data(snap, rows[i].data);

		tracing_map_yield_at(i);
		snap->elts[i] = rows[i].elt;
		tracing_map_combine_words(map, words, from + snap->sum_word);
		if (i > first)
			merge_rest(snap, merge, to, from);
	}
	memcpy(to + snap->sum_word, words, snap->n_words * sizeof(*words));
	snap->merged[leader] = (struct tracing_map_merged){ .first = first, .n = i - first };
	return i;
}

/* Move the data of row @from to @to, which is not behind it. */
static void move_row(struct tracing_map_snapshot *snap, u32 to, u32 from)
{
	snap->rows[to] = (struct tracing_map_row){
		.data = to,
		.elt = snap->elts[snap->merged[from].first],
	};
	snap->merged[to] = snap->merged[from];
	if (to != from)
		memcpy(tracing_map_row_data(snap, to), tracing_map_row_data(snap, from),
		       snap->row_words * sizeof(u64));
}

/* Remove the rows that were merged into others. The rest stays in the order of the elements. */
static void remove_merged(struct tracing_map_snapshot *snap)
{
	u32 from, to = 0;

	for (from = 0; from < snap->n_rows; from++) {
		tracing_map_yield_at(from);
		if (snap->merged[from].n)
			move_row(snap, to++, from);
	}
	if (snap->has_other)
		move_row(snap, to, snap->n_rows);
	snap->n_rows = to;
}

static int alloc_merged(struct tracing_map_snapshot *snap)
{
	const unsigned int n = tracing_map_n_all_rows(snap);

	snap->elts = kvcalloc(n, sizeof(*snap->elts), TRACING_MAP_GFP);
	snap->merged = kvcalloc(n, sizeof(*snap->merged), TRACING_MAP_GFP);
	return snap->elts && snap->merged ? 0 : -ENOMEM;
}

/**
 * tracing_map_snapshot_merge - Merge rows with equal keys
 * @snap: snapshot that is not sorted. Its extra words are not set; the caller may have changed the
 * keys of its rows
 * @map: the map of the snapshot
 * @merge: how the columns of two rows are merged
 *
 * Sums and errors are added, and maxima are combined. Afterwards, the rows have different keys and
 * are in the order of the first elements that were merged. tracing_map_row_elts() has the elements.
 *
 * Context: process context, may sleep.
 * Return: 0; or -ENOMEM, and the snapshot can only be freed.
 */
int tracing_map_snapshot_merge(struct tracing_map_snapshot *snap, const struct tracing_map *map,
			       const struct tracing_map_merge *merge)
{
	const struct tracing_map_sort_key whole = {
		.is_key = true,
		.cmp = TRACING_MAP_CMP_WORDS,
		.size = snap->key_words * sizeof(u64),
	};
	const unsigned int n = snap->n_rows;
	unsigned int i = 0;
	u64 *words;
	int ret;

	if (!n)
		return 0;
	words = kvcalloc(snap->n_words, sizeof(*words), GFP_KERNEL);
	ret = words ? alloc_merged(snap) : -ENOMEM;
	ret = ret ?: tracing_map_snapshot_sort(snap, &whole, 1);
	while (!ret && i < n)
		i = merge_group(snap, map, merge, i, words);
	if (!ret && snap->has_other) {
		snap->elts[n] = TRACING_MAP_OTHER;
		snap->merged[n] = (struct tracing_map_merged){ .first = n, .n = 1 };
	}
	if (!ret)
		remove_merged(snap);
	kvfree(words);
	return ret;
}
