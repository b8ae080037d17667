// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sorted copies of the rows of a map, for readers.
 *
 * The functions run in process context and may sleep. They do not stop the writers; the comment of
 * tracing_map_snapshot_columns() says what a copy contains if writers run meanwhile. The caller
 * ensures that the map is not cleared or destroyed while it is copied.
 */

#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracing_map_snapshot.h"

/* Test whether @key is valid for the rows of @map. */
static bool sort_key_valid(const struct tracing_map *map, const struct tracing_map_sort_key *key)
{
	unsigned int key_size = map->key_words * sizeof(u64);
	bool one_word = key->cmp == TRACING_MAP_CMP_U64 || key->cmp == TRACING_MAP_CMP_S64;

	if (!key->is_key)
		return one_word && key->pos < map->n_sums;

	if (!key->size || key->pos > key_size || key->size > key_size - key->pos)
		return false;
	if (key->cmp == TRACING_MAP_CMP_STRING)
		return true;
	if (key->pos % sizeof(u64) || key->size % sizeof(u64))
		return false;
	return key->cmp == TRACING_MAP_CMP_WORDS || (one_word && key->size == sizeof(u64));
}

/* Test whether @column exists in the elements of @map. */
static bool column_valid(const struct tracing_map *map, const struct tracing_map_column *column)
{
	unsigned int cell_words = map->elt_words - map->cell_word;

	if (!column->is_cell)
		return column->pos < map->n_vars && column->n_words == 1;
	return column->pos < cell_words && column->n_words < cell_words - column->pos;
}

/* Return the first word that @key compares, from the data of a row. */
static u64 first_word(const struct tracing_map_snapshot *snap,
		      const struct tracing_map_sort_key *key, const u64 *row)
{
	const u64 *sums = &row[snap->sum_word];

	if (key->is_key)
		return row[key->pos / sizeof(u64)];
	return key->number ? key->number(sums, key->arg) : sums[key->pos];
}

/*
 * Encode the beginning of @key in one word. If two rows have different ranks, the ranks order
 * them; equal ranks may need compare_rows().
 */
static u64 rank_row(const struct tracing_map_snapshot *snap,
		    const struct tracing_map_sort_key *key, const u64 *row)
{
	__be64 bytes = 0;
	u64 rank;

	switch (key->cmp) {
	case TRACING_MAP_CMP_STRING:
		memcpy(&bytes, (const char *)row + key->pos, min(key->size, sizeof(bytes)));
		rank = be64_to_cpu(bytes);
		break;
	case TRACING_MAP_CMP_S64:
		rank = first_word(snap, key, row) ^ BIT_ULL(63);
		break;
	default:
		rank = first_word(snap, key, row);
		break;
	}
	return key->descending ? ~rank : rank;
}

/* Test whether the rank encodes all of @key, so that rows with equal ranks are equal in @key. */
static bool rank_is_all(const struct tracing_map_sort_key *key)
{
	return !key->is_key || key->size <= sizeof(u64);
}

/* Compare two rows by the complete @key. Return: negative, 0 or positive. */
static int compare_rows(const struct tracing_map_snapshot *snap,
			const struct tracing_map_sort_key *key, const u64 *a, const u64 *b)
{
	int cmp = 0;
	u32 i;

	if (rank_is_all(key)) {
		u64 rank_a = rank_row(snap, key, a);
		u64 rank_b = rank_row(snap, key, b);

		return rank_a < rank_b ? -1 : rank_a > rank_b;
	}

	if (key->cmp == TRACING_MAP_CMP_STRING) {
		cmp = memcmp((const char *)a + key->pos, (const char *)b + key->pos, key->size);
	} else {
		i = key->pos / sizeof(u64);
		for (; !cmp && i < (key->pos + key->size) / sizeof(u64); i++)
			cmp = a[i] < b[i] ? -1 : a[i] > b[i];
	}
	return key->descending ? -cmp : cmp;
}

/* Parameters of a sort. */
struct sorter {
	const struct tracing_map_snapshot *snap;
	const struct tracing_map_sort_key *keys;
	unsigned int n_keys;
	/* Index of the first key to compare if ranks are equal. */
	unsigned int first;
};

/* Test whether @b sorts before @a. Returns false for equal rows, so the sort is stable. */
static __always_inline bool out_of_order(const struct sorter *s,
					 const struct tracing_map_row *a,
					 const struct tracing_map_row *b)
{
	const struct tracing_map_snapshot *snap = s->snap;
	const u64 *data_a, *data_b;
	unsigned int i;
	int cmp;

	if (likely(a->rank != b->rank))
		return a->rank > b->rank;

	data_a = &snap->data[(unsigned long)a->data * snap->row_words];
	data_b = &snap->data[(unsigned long)b->data * snap->row_words];
	for (i = s->first; i < s->n_keys; i++) {
		cmp = compare_rows(snap, &s->keys[i], data_a, data_b);
		if (cmp)
			return cmp > 0;
	}
	return false;
}

/* Merge two sorted sequences of rows: from @begin to @mid, and from @mid to @end. */
static __always_inline void merge(const struct sorter *s, const struct tracing_map_row *from,
				  struct tracing_map_row *to, unsigned int begin,
				  unsigned int mid, unsigned int end)
{
	unsigned int i = begin, j = mid, out = begin;

	while (i < mid && j < end) {
		if (out_of_order(s, &from[i], &from[j]))
			to[out++] = from[j++];
		else
			to[out++] = from[i++];
	}
	while (i < mid)
		to[out++] = from[i++];
	while (j < end)
		to[out++] = from[j++];
}

/*
 * Bottom-up merge sort. It is stable, so rows that the sort keys do not distinguish stay in the
 * order of the elements. It does not recurse, and comparisons are inlined, which sort() cannot
 * offer.
 *
 * Return: 0 or -ENOMEM.
 */
static int sort_rows(struct tracing_map_snapshot *snap, const struct tracing_map_sort_key *keys,
		     unsigned int n_keys)
{
	const struct sorter s = {
		.snap = snap, .keys = keys, .n_keys = n_keys,
		.first = rank_is_all(&keys[0]) ? 1 : 0,
	};
	struct tracing_map_row *from = snap->rows, *to;
	unsigned int width, begin, mid, end;
	unsigned int n = snap->n_rows;

	to = kvmalloc_array(n, sizeof(*to), TRACING_MAP_GFP);
	if (!to)
		return -ENOMEM;

	for (width = 1; width < n; width *= 2) {
		for (begin = 0; begin < n; begin = end) {
			mid = min(begin + width, n);
			end = min(mid + width, n);
			merge(&s, from, to, begin, mid, end);
		}
		swap(from, to);
		cond_resched();
	}

	snap->rows = from;
	kvfree(to);
	return 0;
}

/* Mark the published elements below @n_elts. Return: their number. */
static unsigned int find_published(const struct tracing_map *map, unsigned long *published,
				   u32 n_elts)
{
	unsigned int n = 0;
	u32 pos;

	for (pos = 0; pos <= map->slot_mask; pos++) {
		/* Pairs with the release of the cmpxchg in insert_in_context(). */
		u64 word = atomic64_read_acquire(&map->slots[pos]);

		if (word && (u32)word <= n_elts) {
			__set_bit((u32)word - 1, published);
			n++;
		}
		if (!(pos % 4096))
			cond_resched();
	}
	return n;
}

/* Copy @column of @elt to @words. The first word is not 0 if the column is set. */
static void read_column(const struct tracing_map *map, u32 elt,
			const struct tracing_map_column *column, u64 *words)
{
	int try;

	if (!column->is_cell) {
		words[0] = tracing_map_var_get(map, elt, column->pos, &words[1]);
		return;
	}

	/*
	 * Give up only after many tries, because a writer is on another CPU and finishes soon. A
	 * column that could not be read counts as not set.
	 */
	for (try = 0; try < TRACING_MAP_SNAPSHOT_TRIES; try++) {
		int ret = tracing_map_cell_try_get(map, elt, column->pos, &words[1],
						   column->n_words);

		words[0] = !ret;
		if (ret != -EBUSY)
			return;
		cond_resched();
	}
}

/* Copy @elt to row @n of the data. */
static void read_row(const struct tracing_map *map, struct tracing_map_snapshot *snap,
		     unsigned int n, u32 elt, const struct tracing_map_column *columns)
{
	u64 *row = &snap->data[(unsigned long)n * snap->row_words];
	u32 i;

	memcpy(row, tracing_map_elt(map, elt), snap->sum_word * sizeof(*row));
	for (i = 0; i < map->n_sums; i++)
		row[snap->sum_word + i] = tracing_map_sum(map, elt, i);
	for (i = 0; i < snap->n_columns; i++)
		read_column(map, elt, &columns[i], &row[snap->column_words[i]]);
}

/* Compute the layout of a row of @map. */
static void lay_out_row(const struct tracing_map *map, struct tracing_map_snapshot *snap,
			const struct tracing_map_column *columns)
{
	unsigned int i;

	snap->n_sums = map->n_sums;
	snap->key_words = map->key_words;
	snap->sum_word = map->var_word;
	snap->row_words = snap->sum_word + snap->n_sums;
	for (i = 0; i < snap->n_columns; i++) {
		snap->column_words[i] = snap->row_words;
		snap->row_words += 1 + columns[i].n_words;
	}
}

/* Allocate @n_rows rows. Return: 0 or -ENOMEM. */
static int alloc_rows(struct tracing_map_snapshot *snap, unsigned int n_rows)
{
	snap->n_rows = n_rows;
	snap->data = kvmalloc_array(n_rows, snap->row_words * sizeof(u64), TRACING_MAP_GFP);
	snap->rows = kvmalloc_array(n_rows, sizeof(*snap->rows), TRACING_MAP_GFP);
	return snap->data && snap->rows ? 0 : -ENOMEM;
}

/* Copy all published elements, and rank them by @key unless it is NULL. */
static void read_rows(const struct tracing_map *map, struct tracing_map_snapshot *snap,
		      const unsigned long *published, u32 n_elts,
		      const struct tracing_map_sort_key *key,
		      const struct tracing_map_column *columns)
{
	unsigned int i = 0;
	u32 elt;

	for_each_set_bit(elt, published, n_elts) {
		struct tracing_map_row *row = &snap->rows[i];

		read_row(map, snap, i, elt, columns);
		row->data = i;
		row->elt = elt;
		row->rank = key ? rank_row(snap, key, tracing_map_row_key(snap, i)) : 0;
		i++;
		if (!(i % 1024))
			cond_resched();
	}
}

/* Read each counter once, so that the total is the sum of the counters shown. */
static void read_drops(const struct tracing_map *map, struct tracing_map_snapshot *snap)
{
	unsigned int reason;

	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		snap->drops[reason] = tracing_map_dropped_for(map, reason);
		snap->dropped += snap->drops[reason];
	}
}

/* Fill in a snapshot. Return: 0, or -ENOMEM; tracing_map_snapshot_free() frees the rest. */
static int fill_snapshot(const struct tracing_map *map, struct tracing_map_snapshot *snap,
			 const struct tracing_map_sort_key *keys, unsigned int n_keys,
			 const struct tracing_map_column *columns)
{
	/*
	 * All keys that must be in the snapshot are in elements that are allocated by now.
	 * Elements allocated later are ignored, which limits the number of rows.
	 */
	u32 n_elts = tracing_map_n_allocated(map);
	unsigned long *published = bitmap_zalloc(n_elts, TRACING_MAP_GFP);
	int ret;

	if (!published)
		return -ENOMEM;

	lay_out_row(map, snap, columns);
	ret = alloc_rows(snap, find_published(map, published, n_elts));
	if (!ret)
		read_rows(map, snap, published, n_elts, n_keys ? &keys[0] : NULL, columns);
	bitmap_free(published);
	if (ret)
		return ret;

	read_drops(map, snap);
	return n_keys ? sort_rows(snap, keys, n_keys) : 0;
}

/**
 * tracing_map_snapshot_columns - Copy and sort the rows of a map, with variables and cells
 * @map: the map
 * @keys: sort keys, the most significant one first
 * @n_keys: number of sort keys, 0 to %TRACING_MAP_SORT_KEYS_MAX
 * @columns: variables and cells to copy, for tracing_map_row_column()
 * @n_columns: number of columns, 0 to %TRACING_MAP_COLUMNS_MAX
 *
 * Rows that @keys do not distinguish are in the order of their elements. This is the order of
 * insertion, except for inserts that ran concurrently.
 *
 * Writers are not stopped. The snapshot has all keys whose insert returned before this call, each
 * once and with its aux, and possibly keys inserted since. For each copy of a sum, each variable
 * and each cell, the snapshot has a value that it had at some time between call and return. Two
 * of these values, in one row or in two rows, may be from different times. A cell counts as not set
 * if each of %TRACING_MAP_SNAPSHOT_TRIES calls of tracing_map_cell_try_get() found a writer. If no
 * writer runs, all values are exact.
 *
 * Context: process context, may sleep. The caller ensures that the map is not cleared or
 * destroyed.
 * Return: the snapshot, to be freed with tracing_map_snapshot_free(); ERR_PTR(-EINVAL) if a sort
 * key or a column is invalid for this map; or ERR_PTR(-ENOMEM).
 */
struct tracing_map_snapshot *
tracing_map_snapshot_columns(const struct tracing_map *map,
			     const struct tracing_map_sort_key *keys, unsigned int n_keys,
			     const struct tracing_map_column *columns, unsigned int n_columns)
{
	struct tracing_map_snapshot *snap;
	unsigned int i;
	int ret;

	might_sleep();

	if (n_keys > TRACING_MAP_SORT_KEYS_MAX || n_columns > TRACING_MAP_COLUMNS_MAX)
		return ERR_PTR(-EINVAL);
	for (i = 0; i < n_keys; i++) {
		if (!sort_key_valid(map, &keys[i]))
			return ERR_PTR(-EINVAL);
	}
	for (i = 0; i < n_columns; i++) {
		if (!column_valid(map, &columns[i]))
			return ERR_PTR(-EINVAL);
	}

	snap = kzalloc(struct_size(snap, column_words, n_columns), TRACING_MAP_GFP);
	if (!snap)
		return ERR_PTR(-ENOMEM);
	snap->n_columns = n_columns;

	ret = fill_snapshot(map, snap, keys, n_keys, columns);
	if (ret) {
		tracing_map_snapshot_free(snap);
		return ERR_PTR(ret);
	}
	return snap;
}

/**
 * tracing_map_snapshot_free - Free a snapshot
 * @snap: the snapshot, or NULL, or an ERR_PTR() of tracing_map_snapshot()
 *
 * Context: process context, may sleep.
 */
void tracing_map_snapshot_free(struct tracing_map_snapshot *snap)
{
	if (IS_ERR_OR_NULL(snap))
		return;
	kvfree(snap->data);
	kvfree(snap->rows);
	kfree(snap);
}
