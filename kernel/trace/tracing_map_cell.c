// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cells of a map: records of several words, each protected by a sequence count in its header.
 *
 * The comment at the top of tracing_map.h describes how the header changes and why no reader gets
 * a mixture of two values.
 *
 * All functions run in any context. They take no lock, do not wait and do not allocate.
 */

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "tracing_map.h"

/* Header of a cell: two flags, and a count of changes in the bits above. */
#define CELL_WRITING	1ULL
#define CELL_SET	2ULL
#define CELL_CHANGE	4ULL

/* Return the cell at @pos: its header, followed by its words. */
static u64 *find_cell(const struct tracing_map *map, int elt, unsigned int pos)
{
	return &tracing_map_elt(map, elt)[map->cell_word + pos];
}

/**
 * tracing_map_cell_in_use - Test whether a cell is set or is being written
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 *
 * Context: any.
 * Return: true if so.
 */
bool tracing_map_cell_in_use(const struct tracing_map *map, int elt, unsigned int pos)
{
	return atomic64_read(tracing_map_atomic(find_cell(map, elt, pos))) &
	       (CELL_WRITING | CELL_SET);
}

/**
 * tracing_map_cell_write_begin - Begin to write a cell
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 *
 * The caller owns the words until it calls tracing_map_cell_write_end(). It must do so, and keep
 * preemption off in between. The words have their previous contents and may be read like any
 * memory. The caller must not decide by them whether to write, because that would ignore the
 * writers that were refused in the meantime: values that compete belong in a variable, see
 * tracing_map_var_fetch_max().
 *
 * Context: any, with preemption off.
 * Return: the words; or NULL if another writer owns the cell. The caller's value then counts as
 * overwritten by that writer's value.
 */
u64 *tracing_map_cell_write_begin(struct tracing_map *map, int elt, unsigned int pos)
{
	u64 *cell = find_cell(map, elt, pos);
	atomic64_t *head = tracing_map_atomic(cell);
	u64 was, now = atomic64_read(head);
	int try;

	for (try = 0; try < 2; try++) {
		if (now & CELL_WRITING)
			return NULL;
		was = now;
		/*
		 * Fully ordered: before the words that this writer writes, see copy_cell(), and
		 * after the reads of a fetch-clear that unset the cell.
		 */
		now = atomic64_cmpxchg(head, was, was | CELL_WRITING);
		if (now == was)
			return cell + 1;
	}
	return NULL;
}

/**
 * tracing_map_cell_was_set - Test whether a cell was set before the current write
 * @cell: words of tracing_map_cell_write_begin()
 *
 * Context: any, between write_begin and write_end.
 * Return: true if it was set; the words have the previous value then.
 */
bool tracing_map_cell_was_set(const u64 *cell)
{
	return atomic64_read(tracing_map_atomic(&cell[-1])) & CELL_SET;
}

/**
 * tracing_map_cell_copy_in - Write some words of a cell
 * @cell: words of tracing_map_cell_write_begin()
 * @at: index of the first word to write
 * @src: new values of the words
 * @n: number of words
 *
 * Context: any, between write_begin and write_end.
 */
void tracing_map_cell_copy_in(u64 *cell, unsigned int at, const u64 *src, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		tracing_map_cell_write(&cell[at + i], src[i]);
}

/**
 * tracing_map_cell_write_end - Finish writing a cell, and set it
 * @cell: words of tracing_map_cell_write_begin()
 *
 * Words that were not written keep their previous contents. They are 0 if no cell of this
 * element has been set since the map was created or cleared.
 *
 * Context: any, with preemption off since write_begin.
 */
void tracing_map_cell_write_end(u64 *cell)
{
	atomic64_t *head = tracing_map_atomic(&cell[-1]);
	/* During a write, only the writer changes the header. */
	u64 was = atomic64_read(head);

	/* Pairs with the acquire in tracing_map_cell_get() and _fetch_clear(). */
	atomic64_set_release(head, ((was & ~CELL_WRITING) | CELL_SET) + CELL_CHANGE);
}

/**
 * tracing_map_cell_set - Set a cell of an element
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 * @words: new value
 * @n: number of words of the value
 *
 * Context: any, with preemption off.
 * Return: true if the cell was set; false if another writer owns it. The value then counts as
 * overwritten by that writer's value.
 */
bool tracing_map_cell_set(struct tracing_map *map, int elt, unsigned int pos, const u64 *words,
			  unsigned int n)
{
	u64 *cell = tracing_map_cell_write_begin(map, elt, pos);

	if (!cell)
		return false;
	tracing_map_cell_copy_in(cell, 0, words, n);
	tracing_map_cell_write_end(cell);
	return true;
}

/* Copy @n words of @cell. */
static void copy_cell(const u64 *cell, u64 *words, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		/*
		 * Orders the second read of the header after this read: pairs with the
		 * write_begin of the writer that wrote the word.
		 */
		words[i] = atomic64_read_acquire(tracing_map_atomic(&cell[1 + i]));
	}
}

/*
 * Test that no write or fetch-clear happened since the header was @was; with @clear, unset the
 * cell in the same step.
 */
static __always_inline bool is_unchanged(atomic64_t *head, u64 was, bool clear)
{
	if (!clear)
		return atomic64_read(head) == was;
	/* Fully ordered: the next writer writes after the reads of this fetch-clear. */
	return atomic64_cmpxchg(head, was, (was & ~CELL_SET) + CELL_CHANGE) == was;
}

/*
 * Return: 0 with @words filled in; -ENOENT if the cell is unset; or -EBUSY if each try met a
 * writer.
 */
static __always_inline int read_cell(const struct tracing_map *map, int elt, unsigned int pos,
				     u64 *words, unsigned int n, bool clear)
{
	const u64 *cell = find_cell(map, elt, pos);
	atomic64_t *head = tracing_map_atomic(cell);
	int try;

	for (try = 0; try < TRACING_MAP_CELL_TRIES; try++) {
		/* Pairs with the release in tracing_map_cell_write_end(). */
		u64 was = atomic64_read_acquire(head);

		if (was & CELL_WRITING)
			continue;
		if (!(was & CELL_SET))
			return -ENOENT;
		copy_cell(cell, words, n);
		if (is_unchanged(head, was, clear))
			return 0;
	}
	return -EBUSY;
}

/**
 * tracing_map_cell_get - Read a cell of an element
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 * @words: set to the value; undefined if the result is not 0
 * @n: number of words to read
 *
 * Context: any.
 * Return: 0; -ENOENT if the cell was unset; or -EBUSY if each try met a writer.
 */
int tracing_map_cell_get(const struct tracing_map *map, int elt, unsigned int pos, u64 *words,
			 unsigned int n)
{
	return read_cell(map, elt, pos, words, n, false);
}

/**
 * tracing_map_cell_fetch_clear - Read a cell of an element and unset it
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 * @words: set to the value; undefined if the result is not 0
 * @n: number of words to read
 *
 * If several calls compete, exactly one of them gets a value that was set, unless another writer
 * overwrites the value first.
 *
 * Context: any.
 * Return: 0 if the cell was set; it is unset now. -ENOENT if it was unset; or -EBUSY if each try
 * met a writer.
 */
int tracing_map_cell_fetch_clear(struct tracing_map *map, int elt, unsigned int pos, u64 *words,
				 unsigned int n)
{
	return read_cell(map, elt, pos, words, n, true);
}
