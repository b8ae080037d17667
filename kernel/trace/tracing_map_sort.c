// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sort the rows of a snapshot.
 *
 * The beginning of a sort key is encoded in one word, the rank. If the ranks encode all sort keys,
 * the rows are sorted by each of them with a radix sort. Otherwise, a radix sort by the rank of the
 * first key is followed by a merge sort of the rows with equal ranks. Both sorts are stable, and
 * both need one more array of &struct tracing_map_row.
 *
 * Process context; the functions may sleep. Snapshots are private to a reader, so no lock is taken.
 */

#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracing_map_snapshot.h"
#include "tracing_map_yield.h"

/* Test whether @key is valid for the rows of @snap. */
static bool sort_key_valid(const struct tracing_map_snapshot *snap,
			   const struct tracing_map_sort_key *key)
{
	unsigned int key_size = snap->key_words * sizeof(u64);
	bool one_word = key->cmp == TRACING_MAP_CMP_U64 || key->cmp == TRACING_MAP_CMP_S64;

	if (!key->is_key)
		return one_word && key->pos < snap->n_words + snap->n_extra;

	if (!key->size || key->pos > key_size || key->size > key_size - key->pos)
		return false;
	if (key->cmp == TRACING_MAP_CMP_STRING)
		return true;
	if (key->pos % sizeof(u64) || key->size % sizeof(u64))
		return false;
	return key->cmp == TRACING_MAP_CMP_WORDS || (one_word && key->size == sizeof(u64));
}

/* Return the index of the first word that @key compares in the data of a row. */
static unsigned int first_word(const struct tracing_map_snapshot *snap,
			       const struct tracing_map_sort_key *key)
{
	return key->is_key ? key->pos / sizeof(u64) : snap->sum_word + key->pos;
}

/* Return the first eight bytes of a string, so that u64 comparison orders them. */
static u64 first_bytes(const struct tracing_map_sort_key *key, const u64 *row)
{
	__be64 bytes = 0;

	memcpy(&bytes, (const char *)row + key->pos, min(key->size, sizeof(bytes)));
	return be64_to_cpu(bytes);
}

/* Return the bits to invert in a rank: the sign of a signed word, and all bits if descending. */
static u64 inverted_bits(const struct tracing_map_sort_key *key)
{
	u64 sign = key->cmp == TRACING_MAP_CMP_S64 ? BIT_ULL(63) : 0;

	return key->descending ? ~sign : sign;
}

/*
 * Encode the beginning of @key in one word, the rank. If two rows have different ranks, the ranks
 * order them; equal ranks may need compare_rows().
 */
static u64 rank_row(const struct tracing_map_snapshot *snap,
		    const struct tracing_map_sort_key *key, const u64 *row)
{
	u64 begin = key->cmp == TRACING_MAP_CMP_STRING ? first_bytes(key, row) :
							 row[first_word(snap, key)];

	return begin ^ inverted_bits(key);
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

/**
 * struct sorter - Sort of the rows of a snapshot
 * @snap: the snapshot
 * @keys: sort keys, the most significant one first
 * @n_keys: number of @keys
 * @first_tie_key: index of the first key that rows with equal ranks can differ in
 * @starts: number of rows for each value of a digit, then the index of the first of these rows
 * @scratch: room for all rows
 */
struct sorter {
	struct tracing_map_snapshot *snap;
	const struct tracing_map_sort_key *keys;
	unsigned int n_keys;
	unsigned int first_tie_key;
	u32 starts[256];
	struct tracing_map_row scratch[];
};

/* Set the rank of each row. Return: the bits in which two ranks differ. */
static u64 set_ranks(struct tracing_map_snapshot *snap, const struct tracing_map_sort_key *key)
{
	bool is_string = key->cmp == TRACING_MAP_CMP_STRING;
	unsigned int i, word = first_word(snap, key);
	struct tracing_map_row *rows = snap->rows;
	u64 inverted = inverted_bits(key);
	u64 differing = 0;

	for (i = 0; i < snap->n_rows; i++) {
		const u64 *row = tracing_map_row_key(snap, i);

		tracing_map_yield_at(i);
		rows[i].rank = (is_string ? first_bytes(key, row) : row[word]) ^ inverted;
		differing |= rows[i].rank ^ rows[0].rank;
	}
	return differing;
}

/* Copy @n rows to @to, sorted by the 8 bits of the rank from @shift on. The sort is stable. */
static void sort_by_digit(struct sorter *s, const struct tracing_map_row *from,
			  struct tracing_map_row *to, unsigned int n, unsigned int shift)
{
	unsigned int i, start = 0;

	memset(s->starts, 0, sizeof(s->starts));
	for (i = 0; i < n; i++)
		s->starts[(u8)(from[i].rank >> shift)]++;
	for (i = 0; i < ARRAY_SIZE(s->starts); i++) {
		unsigned int count = s->starts[i];

		s->starts[i] = start;
		start += count;
	}
	for (i = 0; i < n; i++)
		to[s->starts[(u8)(from[i].rank >> shift)]++] = from[i];
}

/*
 * Sort all rows by rank: a radix sort, the least significant digit first. Most ranks differ in few
 * digits only, because they are small numbers; @differing is the result of set_ranks().
 */
static void sort_by_rank(struct sorter *s, u64 differing)
{
	struct tracing_map_row *rows = s->snap->rows, *from = rows, *to = s->scratch;
	unsigned int shift, n = s->snap->n_rows;

	for (shift = 0; shift < 64; shift += 8) {
		if (!(u8)(differing >> shift))
			continue;
		sort_by_digit(s, from, to, n, shift);
		swap(from, to);
		cond_resched();
	}
	if (from != rows)
		memcpy(rows, from, n * sizeof(*rows));
}

/* Test whether @b sorts before @a, which has the same rank. Returns false for equal rows. */
static bool out_of_order(const struct sorter *s, const struct tracing_map_row *a,
			 const struct tracing_map_row *b)
{
	const struct tracing_map_snapshot *snap = s->snap;
	const u64 *data_a = tracing_map_row_data(snap, a->data);
	const u64 *data_b = tracing_map_row_data(snap, b->data);
	unsigned int i;
	int cmp = 0;

	for (i = s->first_tie_key; !cmp && i < s->n_keys; i++)
		cmp = compare_rows(snap, &s->keys[i], data_a, data_b);
	return cmp > 0;
}

/* Merge two sorted sequences of rows: from @begin to @mid, and from @mid to @end. */
static void merge(const struct sorter *s, const struct tracing_map_row *from,
		  struct tracing_map_row *to, unsigned int begin, unsigned int mid,
		  unsigned int end)
{
	unsigned int i = begin, j = mid, out = begin;

	while (i < mid && j < end) {
		tracing_map_yield_at(out);
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

/* Sort @n rows with equal ranks, from row @first on: a bottom-up merge sort, which is stable. */
static void sort_ties(struct sorter *s, unsigned int first, unsigned int n)
{
	struct tracing_map_row *rows = &s->snap->rows[first], *from = rows, *to = s->scratch;
	unsigned int width, begin, mid, end;

	for (width = 1; width < n; width *= 2) {
		for (begin = 0; begin < n; begin = end) {
			mid = min(begin + width, n);
			end = min(mid + width, n);
			merge(s, from, to, begin, mid, end);
		}
		swap(from, to);
		cond_resched();
	}
	if (from != rows)
		memcpy(rows, from, n * sizeof(*rows));
}

/* Sort each group of rows with equal ranks by the rest of the sort keys. */
static void sort_all_ties(struct sorter *s)
{
	const struct tracing_map_row *rows = s->snap->rows;
	unsigned int first, next, n = s->snap->n_rows;

	for (first = 0; first < n; first = next) {
		for (next = first + 1; next < n && rows[next].rank == rows[first].rank; next++)
			;
		if (next - first > 1)
			sort_ties(s, first, next - first);
		cond_resched();
	}
}

/* Test whether ranks are enough to sort by all keys. */
static bool ranks_are_all(const struct sorter *s)
{
	unsigned int i;

	for (i = 0; i < s->n_keys; i++) {
		if (!rank_is_all(&s->keys[i]))
			return false;
	}
	return true;
}

/*
 * Sort by each key, the least significant one first. If a key is longer than its rank, sort by the
 * rank of the first key, and then compare rows with equal ranks.
 */
static void sort_by_keys(struct sorter *s)
{
	unsigned int i = ranks_are_all(s) ? s->n_keys : 1;

	while (i--)
		sort_by_rank(s, set_ranks(s->snap, &s->keys[i]));
	if (!ranks_are_all(s))
		sort_all_ties(s);
}

/*
 * The sort is stable, so rows that the sort keys do not distinguish stay in their order.
 *
 * Return: 0 or -ENOMEM.
 */
static int sort_rows(struct tracing_map_snapshot *snap, const struct tracing_map_sort_key *keys,
		     unsigned int n_keys)
{
	struct sorter *s = kvmalloc(struct_size(s, scratch, snap->n_rows), TRACING_MAP_GFP);

	if (!s)
		return -ENOMEM;

	s->snap = snap;
	s->keys = keys;
	s->n_keys = n_keys;
	s->first_tie_key = rank_is_all(&keys[0]) ? 1 : 0;
	sort_by_keys(s);
	kvfree(s);
	return 0;
}

static bool sort_keys_valid(const struct tracing_map_snapshot *snap,
			    const struct tracing_map_sort_key *keys, unsigned int n_keys)
{
	unsigned int i;

	for (i = 0; i < n_keys && i < TRACING_MAP_SORT_KEYS_MAX; i++) {
		if (!sort_key_valid(snap, &keys[i]))
			return false;
	}
	return i == n_keys;
}

/**
 * tracing_map_snapshot_sort - Sort the rows of a snapshot
 * @snap: the snapshot
 * @keys: sort keys, the most significant one first
 * @n_keys: number of sort keys, 0 to %TRACING_MAP_SORT_KEYS_MAX; with 0, nothing is done
 *
 * Rows that @keys do not distinguish stay in their order, which is at first that of their elements.
 *
 * Context: process context, may sleep.
 * Return: 0; -EINVAL if a sort key is invalid for the rows; or -ENOMEM. The order of the rows is
 * unchanged after an error.
 */
int tracing_map_snapshot_sort(struct tracing_map_snapshot *snap,
			      const struct tracing_map_sort_key *keys, unsigned int n_keys)
{
	might_sleep();

	if (!sort_keys_valid(snap, keys, n_keys))
		return -EINVAL;
	return n_keys ? sort_rows(snap, keys, n_keys) : 0;
}
