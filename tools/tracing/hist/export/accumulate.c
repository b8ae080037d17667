// SPDX-License-Identifier: GPL-2.0-only
/* Add up intervals by label set. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"
#include "output/columns.h"

/* Reasons that files tell are not trusted to be few. */
#define MAX_REASONS	64

/**
 * struct range_adder - what add_range() needs
 * @metric: the histogram
 * @point: its point of the row's label set
 */
struct range_adder {
	struct metric *metric;
	struct point *point;
};

static bool add_range(const struct range *range, uint64_t count, void *data)
{
	struct range_adder *adder = data;

	return !count || (!point_add_range(adder->metric, adder->point, range, count) &&
			  !point_add_range(adder->metric, &adder->metric->total, range, count));
}

/* Sums are numbers modulo 2^64, so a sum that has become less is a large number. */
static void add_number(struct metric *metric, struct point *point, const struct row *row, int field)
{
	const struct cell *cell = &row->cells[field];

	if (cell->kind != CELL_NUMBER)
		return;
	if (cell->number < 0 && !cell->is_unsigned)
		metric->decreases = true;
	point->number += (uint64_t)cell->number;
}

static int add_ranges(const struct table *table, struct metric *metric, struct point *point,
		      const struct row *row)
{
	struct range_adder adder = { metric, point };

	/* The row { other } has no key, so no range is known. */
	if (row->other && (size_t)metric->field < table->n_keys)
		return 0;
	if (!ranges_visit_row(table, row, metric->field, add_range, &adder))
		return -ENOMEM;
	if (metric->sum == NO_FIELD)
		return 0;
	/* A sum that lacks events must not be taken for the sum of all of them. */
	if (row->cells[metric->sum].kind == CELL_NUMBER)
		add_number(metric, point, row, metric->sum);
	else
		metric->sum = NO_FIELD;
	return 0;
}

static int add_row(struct metrics *metrics, struct label_set *set, const struct table *table,
		   const struct row *row)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < metrics->n_metrics; i++) {
		struct metric *metric = &metrics->metrics[i];

		if (metric->kind == METRIC_COUNTER)
			add_number(metric, &set->points[i], row, metric->field);
		else
			ret = add_ranges(table, metric, &set->points[i], row);
	}
	return ret;
}

/* Find the place of a label set. */
static size_t find_set(const struct metrics *metrics, const char *labels, bool *found)
{
	size_t low = 0, high = metrics->n_sets;

	*found = false;
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = strcmp(metrics->sets[middle]->labels, labels);

		if (!order)
			*found = true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct label_set *get_other(struct metrics *metrics)
{
	if (!metrics->other)
		metrics->other = label_set_create(metrics, metrics->other_labels);
	return metrics->other;
}

/* Create a label set, for which there is room. */
static struct label_set *add_set(struct metrics *metrics, const char *labels)
{
	struct label_set **sets, *set = label_set_create(metrics, labels);
	bool found;
	size_t i;

	if (!set)
		return NULL;
	sets = reallocarray(metrics->sets, metrics->n_sets + 1, sizeof(*sets));
	if (!sets) {
		label_set_free(set, metrics->n_metrics);
		return NULL;
	}
	metrics->sets = sets;
	i = find_set(metrics, labels, &found);
	memmove(sets + i + 1, sets + i, (metrics->n_sets++ - i) * sizeof(*sets));
	sets[i] = set;
	return set;
}

/**
 * struct newcomer - row whose label set is not exposed
 * @labels: its labels
 * @weight: number of events of all rows with these labels
 * @row: the row
 */
struct newcomer {
	char *labels;
	uint64_t weight;
	const struct row *row;
};

static int compare_labels(const void *a, const void *b)
{
	const struct newcomer *first = a, *second = b;

	return strcmp(first->labels, second->labels);
}

/* The largest first. Rows with the same labels are together. */
static int compare_weights(const void *a, const void *b)
{
	const struct newcomer *first = a, *second = b;

	if (first->weight != second->weight)
		return first->weight > second->weight ? -1 : 1;
	return strcmp(first->labels, second->labels);
}

static void sort_newcomers(const struct table *table, struct newcomer *newcomers, size_t n)
{
	uint64_t weight;
	size_t end;

	qsort(newcomers, n, sizeof(*newcomers), compare_labels);
	for (size_t i = 0; i < n; i = end) {
		weight = 0;
		for (end = i; end < n && !strcmp(newcomers[end].labels, newcomers[i].labels); end++)
			weight += row_hits(table, newcomers[end].row);
		for (size_t k = i; k < end; k++)
			newcomers[k].weight = weight;
	}
	qsort(newcomers, n, sizeof(*newcomers), compare_weights);
}

/*
 * Create label sets for rows, as long as there is room. A label set that is part of the rest stays
 * there, because the rest must not decrease.
 */
static int add_newcomers(struct metrics *metrics, const struct table *table,
			 struct newcomer *newcomers, size_t n)
{
	int ret = 0;

	sort_newcomers(table, newcomers, n);
	for (size_t i = 0; !ret && i < n; i++) {
		struct label_set *set;
		bool found;
		size_t k = find_set(metrics, newcomers[i].labels, &found);

		if (found)
			set = metrics->sets[k];
		else if (metrics->n_sets < MAX_LABEL_SETS)
			set = add_set(metrics, newcomers[i].labels);
		else
			set = get_other(metrics);
		ret = set ? add_row(metrics, set, table, newcomers[i].row) : -ENOMEM;
	}
	return ret;
}

/* Add rows whose label sets are exposed, and collect the other rows. */
static int add_known_rows(struct metrics *metrics, const struct table *table,
			  struct newcomer *newcomers, size_t *n)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		const struct row *row = &table->rows[i];
		struct label_set *set = NULL;
		bool found = false;
		char *labels = row->other ? strdup(metrics->other_labels) :
			       labels_of_row(metrics->label_names, table, row);
		size_t k;

		if (!labels)
			return -ENOMEM;
		k = find_set(metrics, labels, &found);
		if (!found && strcmp(labels, metrics->other_labels)) {
			newcomers[(*n)++] = (struct newcomer){ .labels = labels, .row = row };
			continue;
		}
		set = found ? metrics->sets[k] : get_other(metrics);
		free(labels);
		if (!set || add_row(metrics, set, table, row))
			return -ENOMEM;
	}
	return 0;
}

static int add_rows(struct metrics *metrics, const struct table *table)
{
	struct newcomer *newcomers = calloc(table->n_rows + 1, sizeof(*newcomers));
	size_t n = 0;
	int ret;

	if (!newcomers)
		return -ENOMEM;
	ret = add_known_rows(metrics, table, newcomers, &n);
	if (!ret)
		ret = add_newcomers(metrics, table, newcomers, n);
	for (size_t i = 0; i < n; i++)
		free(newcomers[i].labels);
	free(newcomers);
	return ret;
}

/* Join linear ranges of a histogram that has too many of them. */
static void limit_ranges(struct metrics *metrics)
{
	for (size_t i = 0; i < metrics->n_metrics; i++) {
		struct metric *metric = &metrics->metrics[i];

		if (metric->kind != METRIC_HISTOGRAM || !metric_is_crowded(metric))
			continue;
		metric_choose_grid(metric);
		if (!metric->grid)
			continue;
		point_use_grid(metric, &metric->total);
		for (size_t k = 0; k < metrics->n_sets; k++)
			point_use_grid(metric, &metrics->sets[k]->points[i]);
		if (metrics->other)
			point_use_grid(metric, &metrics->other->points[i]);
	}
}

/* Find the counter of a reason. Return: NULL without memory or room. */
static struct drop *get_drop(struct drop **drops, size_t *n, const char *reason)
{
	struct drop *more;

	for (size_t i = 0; i < *n; i++) {
		if (!strcmp((*drops)[i].reason, reason))
			return &(*drops)[i];
	}
	if (*n == MAX_REASONS || !strcmp(reason, NO_REASON))
		return NULL;
	more = reallocarray(*drops, *n + 1, sizeof(*more));
	if (!more)
		return NULL;
	*drops = more;
	more[*n] = (struct drop){ .reason = strdup(reason) };
	return more[*n].reason ? &more[(*n)++] : NULL;
}

/* Events without a reason of their own are counted in @dropped. */
static void add_totals(struct metrics *metrics, const struct table *interval)
{
	uint64_t left = interval->dropped;
	struct drop *drop;

	metrics->hits += interval->hits;
	for (size_t i = 0; i < interval->n_drops; i++) {
		uint64_t count = interval->drops[i].count;

		drop = get_drop(&metrics->drops, &metrics->n_drops, interval->drops[i].reason);
		if (!drop)
			continue;
		drop->count += count;
		left -= count < left ? count : left;
	}
	metrics->dropped += left;
	for (size_t i = 0; i < interval->n_notes; i++) {
		drop = get_drop(&metrics->notes, &metrics->n_notes, interval->notes[i].reason);
		if (drop)
			drop->count += interval->notes[i].count;
	}
}

/**
 * metrics_add() - count an interval
 * @metrics: the metrics
 * @interval: a table with the same fields, see metrics_match()
 *
 * Return: 0, or -ENOMEM, after which a part of the interval is counted.
 */
int metrics_add(struct metrics *metrics, const struct table *interval)
{
	int ret;

	add_totals(metrics, interval);
	ret = add_rows(metrics, interval);
	limit_ranges(metrics);
	return ret;
}
