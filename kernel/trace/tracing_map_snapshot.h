/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorted copies of the rows of a map, for readers. The header is apart from tracing_map.h because
 * code that runs per event does not need it.
 */
#ifndef _TRACING_MAP_SNAPSHOT_H
#define _TRACING_MAP_SNAPSHOT_H

#include <linux/types.h>

#include "tracing_map.h"

/* Maximum number of variables and cells that a snapshot can copy: each of them once. */
#define TRACING_MAP_COLUMNS_MAX		(TRACING_MAP_VARS_MAX + TRACING_MAP_CELL_WORDS_MAX)

/* Maximum number of extra words of a row. */
#define TRACING_MAP_EXTRA_MAX		64

/*
 * Tries of a snapshot to get a cell that is being written. More than %TRACING_MAP_CELL_TRIES,
 * because it runs in process context and has more time.
 */
#define TRACING_MAP_SNAPSHOT_TRIES	64

/*
 * Further tries of a snapshot to read words that are being changed together, for all rows of the
 * snapshot. Before each of them, the snapshot sleeps for about a millisecond. The caller may hold
 * a mutex, so the time is limited.
 */
#define TRACING_MAP_SNAPSHOT_SLEEPS	100

/**
 * enum tracing_map_cmp - Comparison of rows by a sort key
 */
enum tracing_map_cmp {
	/** @TRACING_MAP_CMP_U64: One word, unsigned. */
	TRACING_MAP_CMP_U64,
	/** @TRACING_MAP_CMP_S64: One word, signed. */
	TRACING_MAP_CMP_S64,
	/** @TRACING_MAP_CMP_STRING: Bytes padded with NUL, compared like strcmp(). */
	TRACING_MAP_CMP_STRING,
	/** @TRACING_MAP_CMP_WORDS: Unsigned words; the first one that differs decides. */
	TRACING_MAP_CMP_WORDS,
};

/**
 * struct tracing_map_sort_key - Sort key of a snapshot
 */
struct tracing_map_sort_key {
	/** @is_key: Sort by a part of the key; otherwise by a sum, a maximum or an extra word. */
	bool is_key;
	/** @descending: Sort the largest value first. */
	bool descending;
	/** @cmp: Comparison; one word (signed or unsigned) unless @is_key is set. */
	enum tracing_map_cmp cmp;
	/**
	 * @pos: Offset in the key, in bytes; or index of the word among the sums, the maxima and
	 * the extra words, in this order.
	 */
	unsigned int pos;
	/**
	 * @size: Size in bytes of the part of the key; ignored for other words. For strings, @pos
	 * and @size are arbitrary; for words, both are multiples of 8; for one word, @size is 8.
	 */
	unsigned int size;
};

/**
 * struct tracing_map_column - Variable or cell that a snapshot copies
 */
struct tracing_map_column {
	/** @is_cell: A cell; otherwise a variable. */
	bool is_cell;
	/** @pos: Index of the variable; or position of the cell's header. */
	unsigned int pos;
	/** @n_words: Number of words of the cell to copy; 1 for a variable. */
	unsigned int n_words;
};

/**
 * struct tracing_map_row - Position of a row in a snapshot
 */
struct tracing_map_row {
	/**
	 * @rank: First 8 bytes of the first sort key, encoded so that rows can be compared by
	 * their ranks as u64.
	 */
	u64 rank;
	/** @data: Index of the row in &tracing_map_snapshot.data. */
	u32 data;
	/** @elt: Element of the row. */
	u32 elt;
};

/**
 * struct tracing_map_merged - Elements that were merged into a row
 */
struct tracing_map_merged {
	/** @first: Index of the first one in &tracing_map_snapshot.elts. */
	u32 first;
	/** @n: Their number. */
	u32 n;
};

/**
 * struct tracing_map_snapshot - Sorted copy of the rows of a map
 *
 * Owned by the caller that created it, and constant, except for the extra words and for the order
 * of the rows, which tracing_map_snapshot_sort() changes. It has no references to the map, so it
 * may outlive tracing_map_clear() and tracing_map_destroy().
 */
struct tracing_map_snapshot {
	/** @n_rows: Number of rows with a key; each has a different one. */
	unsigned int n_rows;
	/**
	 * @has_other: The other element has counted something. Its row has the index @n_rows,
	 * behind the sorted rows; its key and aux are 0, and its columns are not set.
	 */
	bool has_other;
	/** @n_sums: Number of sums of a row. */
	unsigned int n_sums;
	/** @n_words: Number of words of a row: its sums and then its maxima. */
	unsigned int n_words;
	/** @n_extra: Number of extra words of a row, which the caller fills in. */
	unsigned int n_extra;
	/** @dropped: Number of dropped events, read after all rows. */
	u64 dropped;
	/** @drops: Number of dropped events by reason; @dropped is their sum. */
	u64 drops[TRACING_MAP_DROP_REASONS];
	/** @key_words: Size of a key in 64-bit words. */
	unsigned int key_words;
	/** @sum_word: Word in a row of @data where the sums begin and aux ends. */
	unsigned int sum_word;
	/** @torn_word: Word in a row of @data that is not 0 if the row is torn; 0 without. */
	unsigned int torn_word;
	/** @error_word: Word in a row of @data that has the error of its key; 0 without. */
	unsigned int error_word;
	/** @row_words: Size of a row of @data in 64-bit words. */
	unsigned int row_words;
	/**
	 * @data: Key, aux, sums, maxima, extra words, error and columns of each row, in the order
	 * of the elements. The row of the other element is the last one.
	 */
	u64 *data;
	/** @rows: The rows in sorted order, and behind them that of the other element. */
	struct tracing_map_row *rows;
	/** @merged: Elements of each row of @data, if rows were merged; else NULL. */
	struct tracing_map_merged *merged;
	/** @elts: All elements, grouped by row, if rows were merged; else NULL. */
	u32 *elts;
	/** @n_columns: Number of columns (variables and cells) of a row. */
	unsigned int n_columns;
	/**
	 * @column_words: Word in a row of @data where each column begins. The first word of a
	 * column is not 0 if the column was set.
	 */
	unsigned int column_words[] __counted_by(n_columns);
};

/**
 * struct tracing_map_merge - How the columns of rows are merged
 */
struct tracing_map_merge {
	/**
	 * @merge_columns: Merge the columns of the row @from into those of the row @to, which are
	 * rows of &tracing_map_snapshot.data. NULL for snapshots without columns. Process context.
	 */
	void (*merge_columns)(const struct tracing_map_snapshot *snap, const void *arg, u64 *to,
			      const u64 *from);
	/** @arg: Argument for @merge_columns. */
	const void *arg;
};

struct tracing_map_snapshot *
tracing_map_snapshot_columns(const struct tracing_map *map,
			     const struct tracing_map_sort_key *keys, unsigned int n_keys,
			     const struct tracing_map_column *columns, unsigned int n_columns,
			     unsigned int n_extra);
struct tracing_map_snapshot *
tracing_map_snapshot_counts(const struct tracing_map *map,
			    const struct tracing_map_counts *counts, unsigned int n_extra);

/* In tracing_map_merge.c */
int tracing_map_snapshot_merge(struct tracing_map_snapshot *snap, const struct tracing_map *map,
			       const struct tracing_map_merge *merge);

/* In tracing_map_sort.c */
int tracing_map_snapshot_sort(struct tracing_map_snapshot *snap,
			      const struct tracing_map_sort_key *keys, unsigned int n_keys);

/*
 * Take a snapshot without columns and extra words. This is not a kernel-doc comment, because the
 * struct has the same name.
 */
static inline struct tracing_map_snapshot *
tracing_map_snapshot(const struct tracing_map *map, const struct tracing_map_sort_key *keys,
		     unsigned int n_keys)
{
	return tracing_map_snapshot_columns(map, keys, n_keys, NULL, 0, 0);
}

void tracing_map_snapshot_free(struct tracing_map_snapshot *snap);

/**
 * tracing_map_n_all_rows - Get the number of rows of a snapshot with that of the other element
 * @snap: the snapshot
 *
 * Context: any.
 * Return: the number of rows; the last one is that of the other element, if the snapshot has it.
 */
static inline unsigned int tracing_map_n_all_rows(const struct tracing_map_snapshot *snap)
{
	return snap->n_rows + snap->has_other;
}

/**
 * tracing_map_row_data - Get the words of a row
 * @snap: the snapshot
 * @data: index of the row in the order of the elements, see &tracing_map_row.data
 *
 * Context: any.
 * Return: &tracing_map_snapshot.row_words words, valid as long as @snap.
 */
static inline u64 *tracing_map_row_data(const struct tracing_map_snapshot *snap, u32 data)
{
	return &snap->data[(unsigned long)data * snap->row_words];
}

/**
 * tracing_map_row_key - Get the key of a row
 * @snap: the snapshot
 * @row: index of the row in sorted order
 *
 * Context: any.
 * Return: words of the key, valid as long as @snap.
 */
static inline const u64 *tracing_map_row_key(const struct tracing_map_snapshot *snap,
					     unsigned int row)
{
	return tracing_map_row_data(snap, snap->rows[row].data);
}

/**
 * tracing_map_row_aux - Get the aux data of a row
 * @snap: the snapshot
 * @row: index of the row in sorted order
 *
 * Context: any.
 * Return: words of the aux data, valid as long as @snap.
 */
static inline const u64 *tracing_map_row_aux(const struct tracing_map_snapshot *snap,
					     unsigned int row)
{
	return tracing_map_row_key(snap, row) + snap->key_words;
}

/**
 * tracing_map_row_sums - Get all sums of a row, and behind them its maxima
 * @snap: the snapshot
 * @row: index of the row in sorted order
 *
 * Context: any.
 * Return: the words at the time when the snapshot read them, valid as long as @snap.
 */
static inline const u64 *tracing_map_row_sums(const struct tracing_map_snapshot *snap,
					      unsigned int row)
{
	return tracing_map_row_key(snap, row) + snap->sum_word;
}

/**
 * tracing_map_row_sum - Get one sum of a row
 * @snap: the snapshot
 * @row: index of the row in sorted order
 * @i: index of the sum; or of a maximum, behind the sums
 *
 * Context: any.
 * Return: the word at the time when the snapshot read it.
 */
static inline u64 tracing_map_row_sum(const struct tracing_map_snapshot *snap, unsigned int row,
				      unsigned int i)
{
	return tracing_map_row_sums(snap, row)[i];
}

/**
 * tracing_map_row_extra - Get the extra words of a row
 * @snap: the snapshot
 * @row: index of the row in the current order
 *
 * Context: any.
 * Return: &tracing_map_snapshot.n_extra words, 0 at first, for the caller to fill in; valid as long
 * as @snap.
 */
static inline u64 *tracing_map_row_extra(struct tracing_map_snapshot *snap, unsigned int row)
{
	return tracing_map_row_data(snap, snap->rows[row].data) + snap->sum_word + snap->n_words;
}

/**
 * tracing_map_row_torn - Test whether the snapshot found the sums of a row torn
 * @snap: the snapshot
 * @row: index of the row in the current order
 *
 * Sums of one word and maxima are always valid. A sum of several words may mix words from
 * different times if the row is torn. This happens only if each try of the snapshot met a change of
 * this row or of one that shares its counters.
 *
 * Context: any.
 * Return: true if the row is torn.
 */
static inline bool tracing_map_row_torn(const struct tracing_map_snapshot *snap, unsigned int row)
{
	return snap->torn_word && tracing_map_row_key(snap, row)[snap->torn_word];
}

/**
 * tracing_map_row_error - Get the error of a row
 * @snap: the snapshot
 * @row: index of the row in the current order
 *
 * Context: any.
 * Return: the error, see tracing_map_evict_error(); 0 for an interval and for the other element.
 */
static inline u64 tracing_map_row_error(const struct tracing_map_snapshot *snap, unsigned int row)
{
	return snap->error_word ? tracing_map_row_key(snap, row)[snap->error_word] : 0;
}

/**
 * tracing_map_row_column - Get a variable or cell of a row
 * @snap: the snapshot
 * @row: index of the row in sorted order
 * @k: index in the @columns of tracing_map_snapshot_columns()
 *
 * Context: any.
 * Return: its words, valid as long as @snap; or NULL if it was not set when the snapshot read it.
 */
static inline const u64 *tracing_map_row_column(const struct tracing_map_snapshot *snap,
						unsigned int row, unsigned int k)
{
	const u64 *column = tracing_map_row_key(snap, row) + snap->column_words[k];

	return column[0] ? &column[1] : NULL;
}

/**
 * tracing_map_row_elt - Get the element of a row
 * @snap: the snapshot
 * @row: index of the row in sorted order
 *
 * Context: any.
 * Return: the element, for reading current values of its variables; valid until the map is
 * cleared or destroyed. The first one, if rows were merged.
 */
static inline int tracing_map_row_elt(const struct tracing_map_snapshot *snap, unsigned int row)
{
	return snap->rows[row].elt;
}

/**
 * tracing_map_row_elts - Get the elements of a row
 * @snap: the snapshot
 * @row: index of the row in the current order
 * @n: set to their number, at least 1
 *
 * Context: any.
 * Return: the elements; more than one if rows were merged. Valid as long as @snap.
 */
static inline const u32 *tracing_map_row_elts(const struct tracing_map_snapshot *snap,
					      unsigned int row, unsigned int *n)
{
	const struct tracing_map_merged *merged;

	if (likely(!snap->merged)) {
		*n = 1;
		return &snap->rows[row].elt;
	}
	merged = &snap->merged[snap->rows[row].data];
	*n = merged->n;
	return &snap->elts[merged->first];
}

/**
 * struct tracing_map_bucket - Bucket of an element
 */
struct tracing_map_bucket {
	/** @count: Number of calls of tracing_map_count(), at least 1. */
	u64 count;
	/** @id: Number of the bucket. */
	u32 id;
};

/**
 * struct tracing_map_buckets - Copy of the pool of a map, grouped by element
 *
 * Owned by the caller that created it, and constant. It may outlive the map.
 */
struct tracing_map_buckets {
	/** @n_elts: Number of elements in @first. */
	u32 n_elts;
	/** @first: Index in @buckets of each element's first one, and of the end. */
	u32 *first;
	/** @buckets: The buckets, grouped by element. */
	struct tracing_map_bucket *buckets;
};

/* In tracing_map_buckets.c */
struct tracing_map_buckets *tracing_map_buckets_copy(const struct tracing_map *map);
struct tracing_map_buckets *
tracing_map_buckets_of_counts(const struct tracing_map *map,
			      const struct tracing_map_counts *counts);
void tracing_map_buckets_free(struct tracing_map_buckets *buckets);

/**
 * tracing_map_buckets_of - Get the buckets of an element
 * @buckets: the copy of the pool
 * @elt: the element
 * @n: set to their number
 *
 * Context: any.
 * Return: the buckets, in no particular order; valid as long as @buckets.
 */
static inline const struct tracing_map_bucket *
tracing_map_buckets_of(const struct tracing_map_buckets *buckets, int elt, unsigned int *n)
{
	if ((u32)elt >= buckets->n_elts) {
		*n = 0;
		return buckets->buckets;
	}
	*n = buckets->first[elt + 1] - buckets->first[elt];
	return &buckets->buckets[buckets->first[elt]];
}

#endif /* _TRACING_MAP_SNAPSHOT_H */
