// SPDX-License-Identifier: GPL-2.0-only
/*
 * Subtract and add tables of the same histogram.
 *
 * Rows are matched by their keys. Rows of a table that have the same keys, such as those of two
 * cgroups with the same path, are added up first.
 *
 * Sums are numbers modulo 2^64, as in the kernel.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "row_index.h"
#include "table.h"

static void set_missing(struct cell *cell)
{
	cell_free(cell);
	cell->kind = CELL_MISSING;
}

static bool is_summed(enum field_role role)
{
	return role == FIELD_HITCOUNT || role == FIELD_SUM;
}

static uint64_t subtract_count(uint64_t later, uint64_t earlier)
{
	return later > earlier ? later - earlier : 0;
}

static uint64_t add_count(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

static void subtract_sum(struct cell *later, const struct cell *earlier)
{
	uint64_t difference = (uint64_t)later->number - (uint64_t)earlier->number;
	bool is_unsigned = later->is_unsigned || earlier->is_unsigned;

	if (later->kind != CELL_NUMBER || earlier->kind != CELL_NUMBER) {
		set_missing(later);
		return;
	}
	later->number = difference;
	later->is_unsigned = is_unsigned && difference > INT64_MAX;
}

static void add_sum(struct cell *total, const struct cell *other)
{
	uint64_t sum = (uint64_t)total->number + (uint64_t)other->number;
	bool is_unsigned = total->is_unsigned || other->is_unsigned ||
			   (total->number >= 0 && other->number >= 0);

	if (total->kind != CELL_NUMBER || other->kind != CELL_NUMBER) {
		set_missing(total);
		return;
	}
	total->number = sum;
	total->is_unsigned = is_unsigned && sum > INT64_MAX;
}

static int compare_buckets(const struct bucket *a, const struct bucket *b)
{
	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->last > b->last) - (a->last < b->last);
}

/* Subtract the buckets with the same limits. Remove buckets that are empty afterwards. */
static void subtract_buckets(struct distribution *later, const struct distribution *earlier)
{
	size_t n = 0, k = 0;

	for (size_t i = 0; i < later->n; i++) {
		struct bucket bucket = later->buckets[i];

		while (k < earlier->n && compare_buckets(&earlier->buckets[k], &bucket) < 0)
			k++;
		if (k < earlier->n && !compare_buckets(&earlier->buckets[k], &bucket))
			bucket.count = subtract_count(bucket.count, earlier->buckets[k].count);
		if (bucket.count)
			later->buckets[n++] = bucket;
	}
	later->n = n;
}

/* Subtract distributions of the same fields. */
static void subtract_distributions(struct distribution *later, size_t n,
				   const struct distribution *earlier, size_t n_earlier)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < n_earlier; k++) {
			if (earlier[k].field == later[i].field)
				subtract_buckets(&later[i], &earlier[k]);
		}
	}
}

static int add_buckets(struct distribution *total, const struct distribution *other)
{
	struct bucket *sum = calloc(total->n + other->n + 1, sizeof(*sum));
	size_t n = 0, i = 0, k = 0;

	if (!sum)
		return -ENOMEM;
	while (i < total->n || k < other->n) {
		int order = i == total->n ? 1 : k == other->n ? -1 :
			    compare_buckets(&total->buckets[i], &other->buckets[k]);

		sum[n] = order <= 0 ? total->buckets[i++] : other->buckets[k++];
		if (!order)
			sum[n].count = add_count(sum[n].count, other->buckets[k++].count);
		n++;
	}
	free(total->buckets);
	total->buckets = sum;
	total->n = n;
	return 0;
}

static int add_distributions(struct distribution **total, size_t *n,
			     const struct distribution *other, size_t n_other)
{
	for (size_t k = 0; k < n_other; k++) {
		struct distribution *sum;
		size_t i = 0;

		while (i < *n && (*total)[i].field != other[k].field)
			i++;
		if (i == *n) {
			sum = reallocarray(*total, *n + 1, sizeof(*sum));
			if (!sum)
				return -ENOMEM;
			*total = sum;
			sum[(*n)++] = (struct distribution){ .field = other[k].field };
		}
		if (add_buckets(&(*total)[i], &other[k]))
			return -ENOMEM;
	}
	return 0;
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t len = strlen(name), n = strlen(suffix);

	return len >= n && !strcmp(name + len - n, suffix);
}

static long double exact_number(const struct cell *cell)
{
	return cell->is_unsigned ? (long double)(uint64_t)cell->number : cell->number;
}

/* Compute the average of two rows from their averages, which are rounded. */
static void add_average(struct cell *total, uint64_t n_total, const struct cell *other,
			uint64_t n_other)
{
	long double sum = exact_number(total) * n_total + exact_number(other) * n_other;
	long double average = sum / ((long double)n_total + n_other);

	if ((total->is_unsigned || other->is_unsigned) && average > INT64_MAX) {
		total->number = (uint64_t)average;
		total->is_unsigned = true;
	} else {
		total->number = average;
		total->is_unsigned = false;
	}
}

/* Combine a statistic of two rows, whose numbers of events are @hits. */
static void add_statistic(const char *name, struct cell *total, const struct cell *other,
			  const uint64_t hits[2])
{
	bool partial = total->partial || other->partial;
	int order = cell_compare(total, other);

	if (total->kind != CELL_NUMBER || other->kind != CELL_NUMBER) {
		set_missing(total);
		return;
	}
	if (has_suffix(name, ".min")) {
		if (order > 0)
			*total = *other;
	} else if (has_suffix(name, ".max")) {
		if (order < 0)
			*total = *other;
	} else if (has_suffix(name, ".avg") && hits[0] && hits[1]) {
		add_average(total, hits[0], other, hits[1]);
	} else {
		set_missing(total);
	}
	total->partial = partial;
}

static int add_row(const struct table *table, struct row *total, struct row *other)
{
	int hitcount = table_hitcount(table);
	uint64_t hits[2] = { 0, 0 };

	if (hitcount >= 0) {
		hits[0] = total->cells[hitcount].number;
		hits[1] = other->cells[hitcount].number;
	}
	for (size_t i = table->n_keys; i < table->n_fields; i++) {
		enum field_role role = table->fields[i].role;

		if (is_summed(role))
			add_sum(&total->cells[i], &other->cells[i]);
		else if (role == FIELD_STATISTIC)
			add_statistic(table->fields[i].name, &total->cells[i], &other->cells[i],
				      hits);
		else
			set_missing(&total->cells[i]);
	}
	/* The later row has the later values. */
	if (other->saved) {
		free(total->saved);
		total->saved = other->saved;
		other->saved = NULL;
	}
	return add_distributions(&total->distributions, &total->n_distributions,
				 other->distributions, other->n_distributions);
}

/* Remove rows that were freed. Move the row { other } to the end. */
static void remove_freed_rows(struct table *table)
{
	struct row other = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < table->n_rows; i++) {
		if (table->rows[i].cells && table->rows[i].other)
			other = table->rows[i];
		else if (table->rows[i].cells)
			table->rows[n++] = table->rows[i];
	}
	if (other.cells)
		table->rows[n++] = other;
	table->n_rows = n;
}

/* Add up rows with the same keys. Without memory, the table can only be freed. */
static int merge_rows(struct table *table)
{
	struct row_index index;
	int ret = row_index_create(&index, table);
	struct row *first = NULL;

	for (size_t i = 0; !ret && i < table->n_rows; i++) {
		struct row *row = &table->rows[index.order[i]];

		if (first && !rows_compare_keys(table, first, row)) {
			ret = add_row(table, first, row);
			row_free(row, table->n_fields);
		} else {
			first = row;
		}
	}
	if (!ret)
		remove_freed_rows(table);
	row_index_free(&index);
	return ret;
}

static bool evicts_rows(const struct table *table)
{
	return table->trigger && strstr(table->trigger, ":overflow=evict");
}

/*
 * Check whether a row can disappear although it was neither cleared nor evicted: a row with
 * addresses is merged with another one when its stack is resolved.
 */
static bool rows_can_merge(const struct table *table)
{
	for (size_t i = 0; table->n_rows && i < table->n_keys; i++) {
		if (table->rows[0].cells[i].kind == CELL_STACK)
			return true;
	}
	return false;
}

/* Get the row { other }, which is the last one. Return: NULL if there is none. */
static struct row *find_other(struct table *table)
{
	struct row *last = table->n_rows ? &table->rows[table->n_rows - 1] : NULL;

	return last && last->other ? last : NULL;
}

/* Add a row to the row { other }. Without such a row, it becomes that row. */
static int move_to_other(struct table *table, struct row **other, struct row *row)
{
	int ret;

	if (*other) {
		ret = add_row(table, *other, row);
		row_free(row, table->n_fields);
		return ret;
	}
	*other = row;
	row->other = true;
	for (size_t i = 0; i < table->n_keys; i++)
		set_missing(&row->cells[i]);
	return 0;
}

static bool has_less(const struct row *row, const struct row *before, int hitcount)
{
	return hitcount >= 0 && (uint64_t)row->cells[hitcount].number <
				(uint64_t)before->cells[hitcount].number;
}

/*
 * Add the rows of the earlier read that the kernel has evicted since to its row { other }, as the
 * kernel did. A row that counts less than before was evicted, and then inserted again.
 */
static int move_evicted_rows(struct table *earlier, const struct row_index *later)
{
	int hitcount = table_hitcount(earlier), ret = 0;
	bool can_merge = rows_can_merge(earlier);
	struct row *other = find_other(earlier);

	for (size_t i = 0; !ret && i < earlier->n_rows; i++) {
		struct row *before = &earlier->rows[i];
		const struct row *row = before->other ? before : row_index_find(later, before);

		if (row ? has_less(row, before, hitcount) : !can_merge)
			ret = move_to_other(earlier, &other, before);
	}
	remove_freed_rows(earlier);
	return ret;
}

/* Check whether the histogram was cleared: it has less than before. */
static bool was_cleared(const struct row_index *later, const struct table *earlier)
{
	int hitcount = table_hitcount(earlier);
	bool can_merge = rows_can_merge(earlier);

	if (later->table->hits < earlier->hits)
		return true;
	for (size_t i = 0; i < earlier->n_rows; i++) {
		const struct row *before = &earlier->rows[i];
		const struct row *row = row_index_find(later, before);

		if (row ? has_less(row, before, hitcount) : !can_merge)
			return true;
	}
	return false;
}

/*
 * Check whether a row has counted events since it was read before. Without a hitcount, statistics
 * and distributions can tell.
 */
static bool has_changed(const struct table *table, const struct row *later,
			const struct row *earlier, bool has_hitcount)
{
	for (size_t i = table->n_keys; i < table->n_fields; i++) {
		enum field_role role = table->fields[i].role;

		if ((is_summed(role) || (!has_hitcount && role == FIELD_STATISTIC)) &&
		    cell_compare(&later->cells[i], &earlier->cells[i]))
			return true;
	}
	if (has_hitcount)
		return false;
	for (size_t i = 0; i < later->n_distributions; i++) {
		const struct distribution *a = &later->distributions[i];
		const struct distribution *b = &earlier->distributions[i];

		if (i >= earlier->n_distributions || a->n != b->n ||
		    (a->n && memcmp(a->buckets, b->buckets, a->n * sizeof(*a->buckets))))
			return true;
	}
	return false;
}

static void subtract_row(const struct table *table, struct row *later, const struct row *earlier)
{
	for (size_t i = table->n_keys; i < table->n_fields; i++) {
		if (is_summed(table->fields[i].role))
			subtract_sum(&later->cells[i], &earlier->cells[i]);
		else
			set_missing(&later->cells[i]);
	}
	subtract_distributions(later->distributions, later->n_distributions,
			       earlier->distributions, earlier->n_distributions);
}

/* Shares are those of all rows since the histogram was created. */
static void remove_shares(struct table *table)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t k = table->n_keys; k < table->n_fields; k++) {
			if (table->fields[k].role == FIELD_SHARE ||
			    table->fields[k].role == FIELD_ERROR)
				set_missing(&table->rows[i].cells[k]);
		}
	}
}

static void subtract_rows(struct table *later, const struct row_index *earlier)
{
	bool has_hitcount = table_hitcount(later) >= 0;

	for (size_t i = 0; i < later->n_rows; i++) {
		const struct row *before = row_index_find(earlier, &later->rows[i]);

		if (before && !has_changed(later, &later->rows[i], before, has_hitcount))
			row_free(&later->rows[i], later->n_fields);
		else if (before)
			subtract_row(later, &later->rows[i], before);
	}
	remove_freed_rows(later);
	remove_shares(later);
}

static struct drop *find_drop(struct drop *drops, size_t n, const char *reason)
{
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(drops[i].reason, reason))
			return &drops[i];
	}
	return NULL;
}

static void subtract_drops(struct drop *later, size_t *n, struct drop *earlier, size_t n_earlier)
{
	size_t n_left = 0;

	for (size_t i = 0; i < *n; i++) {
		struct drop *before = find_drop(earlier, n_earlier, later[i].reason);

		if (before)
			later[i].count = subtract_count(later[i].count, before->count);
		if (later[i].count)
			later[n_left++] = later[i];
		else
			free(later[i].reason);
	}
	*n = n_left;
}

static int add_drops(struct drop **total, size_t *n, const struct drop *other, size_t n_other)
{
	for (size_t i = 0; i < n_other; i++) {
		struct drop *sum = find_drop(*total, *n, other[i].reason);
		char *reason;

		if (sum) {
			sum->count = add_count(sum->count, other[i].count);
			continue;
		}
		reason = strdup(other[i].reason);
		sum = reason ? reallocarray(*total, *n + 1, sizeof(*sum)) : NULL;
		if (!sum) {
			free(reason);
			return -ENOMEM;
		}
		*total = sum;
		sum[(*n)++] = (struct drop){ .reason = reason, .count = other[i].count };
	}
	return 0;
}

static void subtract_totals(struct table *later, const struct table *earlier)
{
	later->hits -= earlier->hits;
	later->dropped = subtract_count(later->dropped, earlier->dropped);
	subtract_drops(later->drops, &later->n_drops, earlier->drops, earlier->n_drops);
	subtract_drops(later->notes, &later->n_notes, earlier->notes, earlier->n_notes);
	subtract_distributions(later->overall, later->n_overall, earlier->overall,
			       earlier->n_overall);
}

/* Subtract @earlier, whose rows have different keys. move_evicted_rows() changes @earlier. */
static int subtract_merged(struct table *later, struct table *earlier)
{
	struct row_index later_index = {}, earlier_index = {};
	int ret = row_index_create(&later_index, later);

	if (!ret && evicts_rows(earlier))
		ret = move_evicted_rows(earlier, &later_index);
	ret = ret ?: row_index_create(&earlier_index, earlier);
	if (!ret && was_cleared(&later_index, earlier)) {
		later->cleared = true;
		remove_shares(later);
	} else if (!ret) {
		subtract_rows(later, &earlier_index);
		subtract_totals(later, earlier);
	}
	row_index_free(&later_index);
	row_index_free(&earlier_index);
	return ret;
}

/**
 * table_subtract() - compute what was counted between two reads of a histogram
 * @result: filled in, to be freed with table_free(), if the function succeeds
 * @later: the later read
 * @earlier: the earlier read
 *
 * Rows that have counted nothing are left out. Statistics, shares and errors of rows that are in
 * both reads are missing in the result, because those of the time in between are unknown. If the
 * later read has less than the earlier one, the histogram was cleared in between: the result has
 * what the later read has, and @cleared is set.
 *
 * Return: 0; -EINVAL if the tables have different fields; -ENOMEM.
 */
int table_subtract(struct table *result, const struct table *later, const struct table *earlier)
{
	struct table before;
	int ret;

	if (!table_same_fields(later, earlier))
		return -EINVAL;
	if (table_copy(result, later))
		return -ENOMEM;
	if (table_copy(&before, earlier)) {
		table_free(result);
		return -ENOMEM;
	}
	result->begin = earlier->end;
	result->approximate = true;
	result->merged = false;
	result->cleared = false;
	ret = merge_rows(result) ?: merge_rows(&before) ?: subtract_merged(result, &before);
	table_free(&before);
	if (ret)
		table_free(result);
	return ret;
}

static int append_rows(struct table *total, const struct table *other)
{
	struct row *rows;

	if (!other->n_rows)
		return 0;
	rows = reallocarray(total->rows, total->n_rows + other->n_rows, sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	total->rows = rows;
	for (size_t i = 0; i < other->n_rows; i++) {
		if (row_copy(&rows[total->n_rows], &other->rows[i], other->n_fields))
			return -ENOMEM;
		total->n_rows++;
	}
	return 0;
}

static int add_totals(struct table *total, const struct table *other)
{
	total->hits = add_count(total->hits, other->hits);
	total->dropped = add_count(total->dropped, other->dropped);
	total->begin = other->begin < total->begin ? other->begin : total->begin;
	total->end = other->end > total->end ? other->end : total->end;
	total->approximate |= other->approximate;
	total->merged |= other->merged;
	total->cleared |= other->cleared;
	return add_drops(&total->drops, &total->n_drops, other->drops, other->n_drops) ?:
	       add_drops(&total->notes, &total->n_notes, other->notes, other->n_notes) ?:
	       add_distributions(&total->overall, &total->n_overall, other->overall,
				 other->n_overall);
}

/**
 * table_add() - add an interval to a sum of intervals
 * @total: the sum; a table without fields (all members 0) becomes a copy of @other
 * @other: table that is added
 *
 * Minima, maxima and averages are combined; an average is computed from rounded averages. Other
 * statistics of rows that are in both tables are missing in the sum, and so are shares.
 *
 * Return: 0; -EINVAL if the tables have different fields; -ENOMEM, after which @total can only be
 * freed.
 */
int table_add(struct table *total, const struct table *other)
{
	if (!total->n_fields)
		return table_copy(total, other) ?: merge_rows(total);
	if (!table_same_fields(total, other))
		return -EINVAL;
	remove_shares(total);
	return append_rows(total, other) ?: merge_rows(total) ?: add_totals(total, other);
}
