// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copies of the rows of a map, for readers. tracing_map_sort.c sorts them; tracing_map_buckets.c
 * copies the buckets.
 *
 * The functions run in process context and may sleep. They do not stop the writers; the comment of
 * tracing_map_snapshot_columns() says what a copy contains if writers run meanwhile. The caller
 * ensures that the map is not cleared or destroyed while it is copied.
 */

#include <linux/array_size.h>
#include <linux/bitops.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracing_map_evict.h"
#include "tracing_map_snapshot.h"
#include "tracing_map_yield.h"

/* Test whether @column exists in the elements of @map. */
static bool column_valid(const struct tracing_map *map, const struct tracing_map_column *column)
{
	unsigned int cell_words = map->elt_words - map->cell_word;

	if (!column->is_cell)
		return column->pos < map->n_vars && column->n_words == 1;
	return column->pos < cell_words && column->n_words < cell_words - column->pos;
}

/*
 * Mark the published elements below @n_elts that slots @first to @first + @n_slots - 1 refer to.
 * Return: their number.
 */
static unsigned int find_published_in(const struct tracing_map *map, unsigned long *published,
				      u32 n_elts, u32 first, u32 n_slots)
{
	const atomic64_t *slot = &map->slots[first], *end = slot + n_slots;
	unsigned int n = 0;

	for (; slot < end; slot++) {
		/*
		 * Pairs with the release of the cmpxchg in insert_in_context(). The result is
		 * U32_MAX for an empty slot.
		 */
		u32 elt = (u32)atomic64_read_acquire(slot) - 1;

		if (elt < n_elts) {
			__set_bit(elt, published);
			n++;
		}
	}
	return n;
}

/* Mark the published elements below @n_elts. Return: their number. */
static unsigned int find_published(const struct tracing_map *map, unsigned long *published,
				   u32 n_elts)
{
	/* The number of slots is a power of two, and thus a multiple of the step. */
	u32 pos, n_slots = map->slot_mask + 1, step = min(n_slots, 4096U);
	unsigned int n = 0;

	for (pos = 0; pos < n_slots; pos += step) {
		n += find_published_in(map, published, n_elts, pos, step);
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
		int ret = tracing_map_cell_get(map, elt, column->pos, &words[1],
						   column->n_words);

		words[0] = !ret;
		if (ret != -EBUSY)
			return;
		cond_resched();
	}
}

/*
 * Add up one of the counters of @elt over all CPUs that use @copy: the number of a shared copy, or
 * the CPU whose own copy it is.
 */
static u64 read_seq(const struct tracing_map *map, u32 copy, u32 elt, bool ended)
{
	u32 i = elt % TRACING_MAP_SEQ_COUNTERS;
	u64 total = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct tracing_map_seq *seq = per_cpu_ptr(map->seq, cpu);

		if (map->shared_sums ? (cpu & (map->n_copies - 1)) == copy : cpu == copy)
			total += local64_read(ended ? &seq->ended[i] : &seq->begun[i]);
	}
	return total;
}

/*
 * Read the words of @elt in @copy to @words. Return: false if several of them were being changed
 * together; "Sums of several words" in tracing_map.h has the argument.
 */
static bool read_copy(const struct tracing_map *map, u32 copy, u32 elt, u64 *words)
{
	unsigned long pos = tracing_map_word(map, elt, 0);
	u64 ended = read_seq(map, copy, elt, true);
	u32 i;

	smp_rmb(); /* Pairs with the smp_wmb() in tracing_map_words_end(). */
	if (map->shared_sums) {
		const atomic64_t *from = &map->shared_sums[(size_t)copy * map->copy_sums + pos];

		for (i = 0; i < map->n_words; i++)
			words[i] = atomic64_read(&from[i]);
	} else {
		const local64_t *from = &per_cpu_ptr(map->cpu, copy)->sums[pos];

		for (i = 0; i < map->n_words; i++)
			words[i] = local64_read(&from[i]);
	}
	smp_rmb(); /* Pairs with the smp_wmb() in tracing_map_words_begin(). */
	return read_seq(map, copy, elt, false) == ended;
}

/*
 * Read a copy until it is not torn. A change lasts for a few instructions, so another try succeeds
 * unless the writer is interrupted or many changes follow each other. Sleep in these cases, and
 * give up in the end: a reader must return even if the changes never pause. @sleeps is what is left
 * of the sleeps of the whole snapshot. Return: false if the words are torn.
 */
static bool read_copy_whole(const struct tracing_map *map, u32 copy, u32 elt, u64 *words,
			    unsigned int *sleeps)
{
	unsigned int try;

	for (try = 0; try < TRACING_MAP_SNAPSHOT_TRIES || *sleeps; try++) {
		if (try >= TRACING_MAP_SNAPSHOT_TRIES) {
			--*sleeps;
			usleep_range(USEC_PER_MSEC / 2, USEC_PER_MSEC);
		} else if (try) {
			cond_resched();
		}
		if (read_copy(map, copy, elt, words))
			return true;
	}
	return false;
}

/*
 * Read a copy of the words of @elt, and combine them with @words. Uses @part, which has room for as
 * many words. Return: false if the words are torn.
 */
static bool combine_copy(const struct tracing_map *map, u32 copy, u32 elt, u64 *words, u64 *part,
			 unsigned int *sleeps)
{
	bool whole = read_copy_whole(map, copy, elt, part, sleeps);
	u32 i;

	for (i = 0; i < map->n_sums; i++)
		words[i] += part[i];
	for (; i < map->n_words; i++)
		words[i] = max(words[i], part[i]);
	return whole;
}

/* Combine @words with those of all copies of a half. Return: false if they are torn. */
static bool combine_half(const struct tracing_map *half, u32 elt, u64 *words, u64 *part,
			 unsigned int *sleeps)
{
	bool whole = true;
	u32 copy;
	int cpu;

	if (half->shared_sums) {
		for (copy = 0; copy < half->n_copies; copy++)
			whole &= combine_copy(half, copy, elt, words, part, sleeps);
	} else if (half->n_copies) {
		for_each_possible_cpu(cpu)
			whole &= combine_copy(half, cpu, elt, words, part, sleeps);
	}
	return whole;
}

/**
 * struct source - Source of a snapshot
 * @map: the map
 * @halves: halves that are read; the second one, or both, may be NULL
 * @counts: counts that are read as well; or NULL
 *
 * The table since the map was created is both halves and the total; an interval is @counts alone.
 */
struct source {
	const struct tracing_map *map;
	const struct tracing_map *halves[2];
	const struct tracing_map_counts *counts;
};

static struct source source_of_map(const struct tracing_map *map)
{
	const struct tracing_map_keys *keys = map->keys;

	return (struct source){ map, { keys->halves[0], keys->halves[1] }, keys->total };
}

/* Combine @words with those of @elt in the counts of a source. */
static void combine_counts(const struct source *source, u32 elt, u64 *words)
{
	const struct tracing_map *map = source->map;
	const u64 *from = source->counts ?
			  tracing_map_counts_words(source->counts, map->n_words, elt) : NULL;
	u32 i;

	if (!from)
		return;
	for (i = 0; i < map->n_sums; i++)
		words[i] += from[i];
	for (; i < map->n_words; i++)
		words[i] = max(words[i], from[i]);
}

/* Read the words of @elt, which may be changed several at once. Return: false if they are torn. */
static bool read_multi_words(const struct source *source, u32 elt, u64 *words, u64 *part,
			     unsigned int *sleeps)
{
	bool whole = true;
	unsigned int i;

	memset(words, 0, source->map->n_words * sizeof(*words));
	for (i = 0; i < ARRAY_SIZE(source->halves) && source->halves[i]; i++)
		whole &= combine_half(source->halves[i], elt, words, part, sleeps);
	combine_counts(source, elt, words);
	return whole;
}

/*
 * Copy @elt to row @n of the data, which is 0. Its words are added later, by combine_rows(). Most
 * keys have one word.
 */
static void read_elt(const struct tracing_map *map, struct tracing_map_snapshot *snap,
		     unsigned int n, u32 elt, const struct tracing_map_column *columns)
{
	u64 *row = tracing_map_row_data(snap, n);
	const u64 *from = tracing_map_elt(map, elt);
	u32 i;

	row[0] = from[0];
	if (snap->sum_word > 1)
		memcpy(&row[1], &from[1], (snap->sum_word - 1) * sizeof(*row));
	for (i = 0; i < snap->n_columns; i++)
		read_column(map, elt, &columns[i], &row[snap->column_words[i]]);
	snap->rows[n] = (struct tracing_map_row){ .data = n, .elt = elt };
}

/* Combine the words of rows @first to @last with those of one CPU's own copy. */
static void combine_own_copy(const struct tracing_map *map, struct tracing_map_snapshot *snap,
			     unsigned int first, unsigned int last, const local64_t *copy)
{
	unsigned int row, i;

	for (row = first; row <= last; row++) {
		const local64_t *from = &copy[tracing_map_word(map, snap->rows[row].elt, 0)];
		u64 *words = tracing_map_row_data(snap, row) + snap->sum_word;

		for (i = 0; i < snap->n_sums; i++)
			words[i] += local64_read(&from[i]);
		for (; i < snap->n_words; i++)
			words[i] = max_t(u64, words[i], local64_read(&from[i]));
	}
}

/* Combine the words of rows @first to @last with those of one shared copy. */
static void combine_shared_copy(const struct tracing_map *map, struct tracing_map_snapshot *snap,
				unsigned int first, unsigned int last, const atomic64_t *copy)
{
	unsigned int row, i;

	for (row = first; row <= last; row++) {
		const atomic64_t *from = &copy[tracing_map_word(map, snap->rows[row].elt, 0)];
		u64 *words = tracing_map_row_data(snap, row) + snap->sum_word;

		for (i = 0; i < snap->n_sums; i++)
			words[i] += atomic64_read(&from[i]);
		for (; i < snap->n_words; i++)
			words[i] = max_t(u64, words[i], atomic64_read(&from[i]));
	}
}

/* Combine the words of rows @first to @last with those of all copies of a half. */
static void combine_rows_of_half(const struct tracing_map *half, struct tracing_map_snapshot *snap,
				 unsigned int first, unsigned int last)
{
	u32 copy;
	int cpu;

	if (half->shared_sums) {
		for (copy = 0; copy < half->n_copies; copy++)
			combine_shared_copy(half, snap, first, last,
					    &half->shared_sums[(size_t)copy * half->copy_sums]);
	} else if (half->n_copies) {
		for_each_possible_cpu(cpu)
			combine_own_copy(half, snap, first, last,
					 per_cpu_ptr(half->cpu, cpu)->sums);
	}
}

/* Add up the sums of rows @first to @last over a source, and find their maxima. */
static void combine_rows(const struct source *source, struct tracing_map_snapshot *snap,
			 unsigned int first, unsigned int last)
{
	unsigned int i, row;

	for (i = 0; i < ARRAY_SIZE(source->halves) && source->halves[i]; i++)
		combine_rows_of_half(source->halves[i], snap, first, last);
	for (row = first; source->counts && row <= last; row++)
		combine_counts(source, snap->rows[row].elt,
			       tracing_map_row_data(snap, row) + snap->sum_word);
}

/* Compute the layout of a row. */
static void lay_out_row(const struct source *source, struct tracing_map_snapshot *snap,
			const struct tracing_map_column *columns)
{
	const struct tracing_map *map = source->map;
	unsigned int i;

	snap->n_sums = map->n_sums;
	snap->n_words = map->n_words;
	snap->key_words = map->key_words;
	snap->sum_word = map->var_word;
	snap->row_words = snap->sum_word + snap->n_words + snap->n_extra;
	if (map->seq)
		snap->torn_word = snap->row_words++;
	if (map->keys->evict && source->halves[0])
		snap->error_word = snap->row_words++;
	for (i = 0; i < snap->n_columns; i++) {
		snap->column_words[i] = snap->row_words;
		snap->row_words += 1 + columns[i].n_words;
	}
}

/*
 * Allocate @n_rows rows; and data for one more, which is scratch memory, if rows may be torn.
 * Return: 0 or -ENOMEM.
 */
static int alloc_rows(struct tracing_map_snapshot *snap, unsigned int n_rows)
{
	snap->n_rows = n_rows;
	snap->data = tracing_map_alloc(n_rows + !!snap->torn_word,
				       snap->row_words * sizeof(u64), NUMA_NO_NODE);
	snap->rows = kvmalloc_array(n_rows, sizeof(*snap->rows), TRACING_MAP_GFP);
	return snap->data && snap->rows ? 0 : -ENOMEM;
}

/* Add up one kind of counter of a half over all CPUs and elements. */
static u64 read_seq_of_half(const struct tracing_map *half, bool ended)
{
	u64 total = 0;
	unsigned int i;
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct tracing_map_seq *seq = per_cpu_ptr(half->seq, cpu);

		for (i = 0; i < TRACING_MAP_SEQ_COUNTERS; i++)
			total += local64_read(ended ? &seq->ended[i] : &seq->begun[i]);
	}
	return total;
}

/* Add up one kind of counter over a source. Each counter only grows, so equal totals are enough. */
static u64 read_all_seq(const struct source *source, bool ended)
{
	u64 total = 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(source->halves) && source->halves[i]; i++)
		if (source->map->seq)
			total += read_seq_of_half(source->halves[i], ended);
	return total;
}

/* Read the words of rows @first to @last again, each copy until it is not torn. */
static void read_rows_again(const struct source *source, struct tracing_map_snapshot *snap,
			    unsigned int first, unsigned int last, unsigned int *sleeps)
{
	u64 *part = tracing_map_row_data(snap, snap->n_rows);
	unsigned int i;

	for (i = first; i <= last; i++) {
		u64 *row = tracing_map_row_data(snap, i);

		row[snap->torn_word] = !read_multi_words(source, snap->rows[i].elt,
							 &row[snap->sum_word], part, sleeps);
	}
}

/*
 * Rows that are read between two checks of the counters: most reads meet no change of several
 * words, so one check for many rows saves time.
 */
#define ROWS_PER_CHECK	256

/*
 * Copy a group of published elements, from row @n on. Return: number of rows. @elt is the first
 * element to look at, and is set to the one behind the last.
 */
static unsigned int read_group(const struct source *source, struct tracing_map_snapshot *snap,
			       unsigned int n, const unsigned long *published, u32 n_elts,
			       u32 *elt, const struct tracing_map_column *columns,
			       unsigned int *sleeps)
{
	u64 ended = read_all_seq(source, true);
	unsigned int i = n;

	smp_rmb(); /* Pairs with the smp_wmb() in tracing_map_words_end(). */
	for (; *elt < n_elts && i - n < ROWS_PER_CHECK; ++*elt) {
		if (test_bit(*elt, published))
			read_elt(source->map, snap, i++, *elt, columns);
	}
	if (i > n)
		combine_rows(source, snap, n, i - 1);
	smp_rmb(); /* Pairs with the smp_wmb() in tracing_map_words_begin(). */
	if (i > n && read_all_seq(source, false) != ended)
		read_rows_again(source, snap, n, i - 1, sleeps);
	return i - n;
}

/* Copy all elements that are marked in @published, the other element last. */
static void read_rows(const struct source *source, struct tracing_map_snapshot *snap,
		      const unsigned long *published, u32 n_elts,
		      const struct tracing_map_column *columns)
{
	unsigned int sleeps = TRACING_MAP_SNAPSHOT_SLEEPS;
	u32 elt = source->map->has_other;
	unsigned int n = 0;

	while (n < snap->n_rows) {
		if (elt == n_elts) {
			elt = TRACING_MAP_OTHER;
			n_elts = elt + 1;
		}
		n += read_group(source, snap, n, published, n_elts, &elt, columns, &sleeps);
		cond_resched();
	}
}

/* Read the errors of all keys, after their sums. The rows are not sorted yet. */
static void read_errors(const struct tracing_map *map, struct tracing_map_snapshot *snap)
{
	unsigned int row;

	for (row = 0; row < snap->n_rows; row++) {
		tracing_map_yield_at(row);
		tracing_map_row_data(snap, row)[snap->error_word] =
			tracing_map_evict_error(map, snap->rows[row].elt);
	}
}

/* Read each counter once, so that the total is the sum of the counters shown. */
static void read_drops(const struct source *source, struct tracing_map_snapshot *snap)
{
	unsigned int reason, i;

	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		u64 *drops = &snap->drops[reason];

		*drops = source->counts ? source->counts->dropped[reason] : 0;
		for (i = 0; i < ARRAY_SIZE(source->halves) && source->halves[i]; i++)
			*drops += tracing_map_half_dropped(source->halves[i], reason);
		snap->dropped += *drops;
	}
}

/* Remove the marks of elements that counted nothing in an interval. Return: number of marks. */
static unsigned int keep_counted(const struct source *source, unsigned long *published,
				 u32 n_elts)
{
	u32 elt, n_words = source->map->n_words;
	unsigned int n = 0;

	for_each_set_bit(elt, published, n_elts) {
		const u64 *words = tracing_map_counts_words(source->counts, n_words, elt);

		if (words && memchr_inv(words, 0, n_words * sizeof(*words)))
			n++;
		else
			__clear_bit(elt, published);
		tracing_map_yield_at(elt);
	}
	return n;
}

/* Separate the row of the other element, which is the last one. Rows are sorted without it. */
static void separate_other(struct tracing_map_snapshot *snap)
{
	size_t bytes = snap->n_words * sizeof(u64);

	snap->n_rows--;
	snap->has_other = memchr_inv(tracing_map_row_sums(snap, snap->n_rows), 0, bytes);
}

/* Mark the other element, to which no slot refers. Return: number of marks. */
static unsigned int mark_other(const struct tracing_map *map, unsigned long *published)
{
	if (!map->has_other)
		return 0;
	__set_bit(TRACING_MAP_OTHER, published);
	return 1;
}

/* Fill in a snapshot. Return: 0, or -ENOMEM; tracing_map_snapshot_free() frees the rest. */
static int fill_snapshot(const struct source *source, struct tracing_map_snapshot *snap,
			 const struct tracing_map_column *columns)
{
	/*
	 * All keys that must be in the snapshot are in elements that are allocated by now.
	 * Elements allocated later are ignored, which limits the number of rows.
	 */
	u32 n_elts = tracing_map_n_allocated(source->map);
	unsigned long *published = kvcalloc(BITS_TO_LONGS(n_elts), sizeof(*published),
					    TRACING_MAP_GFP);
	unsigned int n;
	int ret;

	if (!published)
		return -ENOMEM;

	n = find_published(source->map, published, n_elts) + mark_other(source->map, published);
	if (!source->halves[0])
		n = keep_counted(source, published, n_elts);
	ret = alloc_rows(snap, n);
	if (!ret) {
		read_rows(source, snap, published, n_elts, columns);
		if (source->map->has_other && test_bit(TRACING_MAP_OTHER, published))
			separate_other(snap);
		if (snap->error_word)
			read_errors(source->map, snap);
	}
	kvfree(published);
	if (ret)
		return ret;

	read_drops(source, snap);
	return 0;
}

static bool columns_valid(const struct tracing_map *map, const struct tracing_map_column *columns,
			  unsigned int n_columns)
{
	unsigned int i;

	for (i = 0; i < n_columns && i < TRACING_MAP_COLUMNS_MAX; i++) {
		if (!column_valid(map, &columns[i]))
			return false;
	}
	return i == n_columns;
}

/* Take a snapshot of a source. For the arguments, see tracing_map_snapshot_columns(). */
static struct tracing_map_snapshot *
take_snapshot(const struct source *source, const struct tracing_map_sort_key *keys,
	      unsigned int n_keys, const struct tracing_map_column *columns, unsigned int n_columns,
	      unsigned int n_extra)
{
	struct tracing_map_snapshot *snap;
	int ret;

	might_sleep();

	if (!columns_valid(source->map, columns, n_columns) || n_extra > TRACING_MAP_EXTRA_MAX)
		return ERR_PTR(-EINVAL);

	snap = kzalloc(struct_size(snap, column_words, n_columns), TRACING_MAP_GFP);
	if (!snap)
		return ERR_PTR(-ENOMEM);
	snap->n_columns = n_columns;
	snap->n_extra = n_extra;
	lay_out_row(source, snap, columns);

	ret = fill_snapshot(source, snap, columns) ?:
	      tracing_map_snapshot_sort(snap, keys, n_keys);
	if (ret) {
		tracing_map_snapshot_free(snap);
		return ERR_PTR(ret);
	}
	return snap;
}

/**
 * tracing_map_snapshot_columns - Copy the rows of a map, with variables and cells, and sort them
 * @map: the map
 * @keys: sort keys, the most significant one first
 * @n_keys: number of sort keys, 0 to %TRACING_MAP_SORT_KEYS_MAX
 * @columns: variables and cells to copy, for tracing_map_row_column()
 * @n_columns: number of columns, 0 to %TRACING_MAP_COLUMNS_MAX
 * @n_extra: number of extra words of each row, 0 to %TRACING_MAP_EXTRA_MAX, which the caller fills
 * in (tracing_map_row_extra()) before it sorts by them (tracing_map_snapshot_sort())
 *
 * Rows that @keys do not distinguish are in the order of their elements. This is the order of
 * insertion, except for inserts that ran concurrently.
 *
 * Writers are not stopped. The snapshot has all keys whose insert returned before this call, each
 * once and with its aux, and possibly keys inserted since. For each copy of a sum or maximum, each
 * variable and each cell, the snapshot has a value that it had at some time between call and
 * return. Two of these values, in one row or in two rows, may be from different times. Words that
 * are changed between tracing_map_words_begin() and tracing_map_words_end() are all from before or
 * all from after each change, unless the row is marked, see tracing_map_row_torn(). A cell counts
 * as not set if each of %TRACING_MAP_SNAPSHOT_TRIES calls of tracing_map_cell_get() found a
 * writer. If no writer runs, all values are exact. The row of the other element is read like any
 * other.
 *
 * Context: process context, may sleep. The caller ensures that the map is not cleared or
 * destroyed.
 * Return: the snapshot, to be freed with tracing_map_snapshot_free(); ERR_PTR(-EINVAL) if a sort
 * key or a column is invalid for this map; or ERR_PTR(-ENOMEM).
 */
struct tracing_map_snapshot *
tracing_map_snapshot_columns(const struct tracing_map *map,
			     const struct tracing_map_sort_key *keys, unsigned int n_keys,
			     const struct tracing_map_column *columns, unsigned int n_columns,
			     unsigned int n_extra)
{
	const struct source source = source_of_map(map);

	return take_snapshot(&source, keys, n_keys, columns, n_columns, n_extra);
}

/**
 * tracing_map_snapshot_counts - Copy the rows of an interval
 * @map: the map
 * @counts: counts of the map in the interval
 * @n_extra: as for tracing_map_snapshot_columns()
 *
 * The snapshot has the elements that counted something, in the order of the elements, without
 * variables and cells. It is exact, whether writers run or not.
 *
 * Context: process context, may sleep. The caller ensures that the map is not cleared or
 * destroyed.
 * Return: as tracing_map_snapshot_columns().
 */
struct tracing_map_snapshot *
tracing_map_snapshot_counts(const struct tracing_map *map,
			    const struct tracing_map_counts *counts, unsigned int n_extra)
{
	const struct source source = { .map = map, .counts = counts };

	return take_snapshot(&source, NULL, 0, NULL, 0, n_extra);
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
	kvfree(snap->merged);
	kvfree(snap->elts);
	kfree(snap);
}
