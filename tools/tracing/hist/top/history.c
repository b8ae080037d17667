// SPDX-License-Identifier: GPL-2.0-only
/*
 * Remember how many events each row has counted in each of the last intervals.
 *
 * A row is remembered by a hash of its keys. If two rows had the same hash, the past of each would
 * be shown as the sum of both.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"
#include "output/ranges.h"

/* FNV-1a with 64 bits */
#define FNV_BASIS	0xcbf29ce484222325ULL
#define FNV_PRIME	0x100000001b3ULL

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *bytes = data;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * FNV_PRIME;
	return hash;
}

/* The NUL at the end of a text separates it from the next one. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	return text ? hash_bytes(hash, text, strlen(text) + 1) : hash;
}

static uint64_t hash_cell(uint64_t hash, const struct cell *cell)
{
	hash = hash_bytes(hash, &cell->number, sizeof(cell->number));
	hash = hash_bytes(hash, &cell->last, sizeof(cell->last));
	hash = hash_text(hash, cell->text);
	for (size_t i = 0; i < cell->n_frames; i++)
		hash = hash_text(hash, cell->frames[i]);
	return hash;
}

/**
 * row_hash() - compute a number that tells rows apart
 * @table: the table
 * @row: one of its rows
 *
 * Return: the hash of its keys; 0 for the row of other events.
 */
uint64_t row_hash(const struct table *table, const struct row *row)
{
	uint64_t hash = FNV_BASIS;

	if (row->other)
		return 0;
	for (size_t i = 0; i < table->n_keys; i++)
		hash = hash_cell(hash, row->cells + i);
	return hash ? hash : 1;
}

static int compare_rows(const void *a, const void *b)
{
	const struct row_count *row = a, *other = b;

	return (row->row > other->row) - (row->row < other->row);
}

static void forget_oldest(struct history *history)
{
	history->n_rows -= history->intervals[0].n;
	free(history->intervals[0].rows);
	history->n--;
	memmove(history->intervals, history->intervals + 1,
		history->n * sizeof(history->intervals[0]));
}

/**
 * history_add() - remember the rows of an interval
 * @history: the history; the oldest intervals are forgotten if it is full
 * @table: the table of the interval
 *
 * Return: 0 or -ENOMEM.
 */
int history_add(struct history *history, const struct table *table)
{
	struct past_interval interval = { .n = table->n_rows };

	interval.rows = calloc(interval.n + 1, sizeof(*interval.rows));
	if (!interval.rows)
		return -ENOMEM;
	for (size_t i = 0; i < interval.n; i++) {
		interval.rows[i].row = row_hash(table, table->rows + i);
		interval.rows[i].count = row_hits(table, table->rows + i);
	}
	qsort(interval.rows, interval.n, sizeof(*interval.rows), compare_rows);
	while (history->n && (history->n == HISTORY_INTERVALS ||
			      history->n_rows + interval.n > HISTORY_MAX_ROWS))
		forget_oldest(history);
	history->intervals[history->n++] = interval;
	history->n_rows += interval.n;
	return 0;
}

/* Rows of a table can have the same keys, such as those of two cgroups with the same path. */
static uint64_t find_count(const struct past_interval *interval, uint64_t row)
{
	const struct row_count key = { .row = row };
	const struct row_count *found = bsearch(&key, interval->rows, interval->n,
						sizeof(*interval->rows), compare_rows);
	const struct row_count *end = interval->rows + interval->n;
	uint64_t count = 0;

	if (!found)
		return 0;
	while (found > interval->rows && found[-1].row == row)
		found--;
	for (; found < end && found->row == row; found++)
		count += found->count;
	return count;
}

/**
 * history_counts() - find what a row has counted in the past
 * @history: the history
 * @row: the row, see row_hash()
 * @skip: number of the latest intervals that are left out
 * @counts: result, the oldest interval first
 *
 * Return: number of intervals.
 */
size_t history_counts(const struct history *history, uint64_t row, size_t skip,
		      uint64_t counts[HISTORY_INTERVALS])
{
	size_t n = skip < history->n ? history->n - skip : 0;

	for (size_t i = 0; i < n; i++)
		counts[i] = find_count(history->intervals + i, row);
	return n;
}

/**
 * history_free() - forget all intervals
 * @history: the history, which is empty afterwards
 */
void history_free(struct history *history)
{
	while (history->n)
		forget_oldest(history);
}
