// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ranges of histograms, and the buckets that are exported for them.
 *
 * A bucket has the events up to its limit, so each limit must be the largest number of a range: the
 * kernel counts whole ranges. Limits that are left out make a histogram coarser, but never wrong.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"

/* Ranges that are powers of two of 64 bits, of both signs, and 0 */
#define MAX_POWERS	131

static wide power_at_least(wide number)
{
	wide power = 1;

	while (power < number)
		power *= 2;
	return power;
}

/*
 * Find the range of a number if ranges double their width away from the anchor. Their limits are
 * limits of the grid, so each linear range is within one of them.
 */
static struct edge grid_range(const struct metric *metric, wide last)
{
	wide distance = last + 1 - metric->anchor, steps = distance / metric->grid, power;

	if (distance > 0) {
		steps += distance % metric->grid != 0;
		power = power_at_least(steps);
		return (struct edge){
			.first = metric->anchor + (power > 1 ? metric->grid * (power / 2) : 0),
			.last = metric->anchor + metric->grid * power - 1,
		};
	}
	if (!steps)
		return (struct edge){ metric->anchor - metric->grid, metric->anchor - 1, 0 };
	power = power_at_least(-steps);
	if (power > -steps)
		power /= 2;
	return (struct edge){
		.first = metric->anchor - metric->grid * power * 2,
		.last = metric->anchor - metric->grid * power - 1,
	};
}

/* Find the place of a range: the first one whose largest number is not less. */
static size_t find_edge(const struct point *point, wide last)
{
	size_t low = 0, high = point->n_edges;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (point->edges[middle].last < last)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/**
 * point_add_range() - count events in a range
 * @metric: the histogram
 * @point: its point of a label set
 * @range: the range
 * @count: number of events
 *
 * Return: 0 or -ENOMEM.
 */
int point_add_range(const struct metric *metric, struct point *point, const struct range *range,
		    uint64_t count)
{
	struct edge edge = { range->first, range->last, 0 }, *edges;
	size_t i;

	if (range->open_last) {
		point->beyond += count;
		return 0;
	}
	if (metric->grid)
		edge = grid_range(metric, range->last);
	i = find_edge(point, edge.last);
	if (i == point->n_edges || point->edges[i].last != edge.last) {
		edges = reallocarray(point->edges, point->n_edges + 1, sizeof(*edges));
		if (!edges)
			return -ENOMEM;
		point->edges = edges;
		memmove(edges + i + 1, edges + i, (point->n_edges++ - i) * sizeof(*edges));
		edges[i] = edge;
	}
	point->edges[i].count += count;
	return 0;
}

/**
 * metric_is_crowded() - check whether a histogram has too many different ranges
 * @metric: the histogram
 *
 * Powers of two are few, unless a file has only said that its ranges are some.
 *
 * Return: true if metric_choose_grid() is needed.
 */
bool metric_is_crowded(const struct metric *metric)
{
	size_t max = metric->powers ? MAX_POWERS : MAX_LIMITS;

	return !metric->grid && metric->total.n_edges > max;
}

/**
 * metric_choose_grid() - let the ranges of a histogram double their width from now on
 * @metric: the histogram; the caller calls point_use_grid() for its points and its total
 */
void metric_choose_grid(struct metric *metric)
{
	metric->grid = 0;
	metric->powers = false;
	for (size_t i = 0; i < metric->total.n_edges; i++) {
		const struct edge *edge = &metric->total.edges[i];
		wide width = edge->last - edge->first + 1;

		if (edge->first == INT64_MIN || (metric->grid && width >= metric->grid))
			continue;
		metric->grid = width;
		metric->anchor = ((edge->first % width) + width) % width;
	}
}

/**
 * point_use_grid() - join ranges into those of the grid
 * @metric: the histogram, after metric_choose_grid()
 * @point: one of its points
 */
void point_use_grid(const struct metric *metric, struct point *point)
{
	size_t n = 0;

	for (size_t i = 0; i < point->n_edges; i++) {
		struct edge edge = grid_range(metric, point->edges[i].last);

		edge.count = point->edges[i].count;
		if (n && point->edges[n - 1].last == edge.last)
			point->edges[n - 1].count += edge.count;
		else
			point->edges[n++] = edge;
	}
	point->n_edges = n;
}

/* The limit of the range of powers of two before a limit: 7 before 15, or 8 before 16. */
static wide power_before(wide limit)
{
	return limit & 1 ? (limit - 1) / 2 : limit / 2;
}

/**
 * struct limits - limits under construction
 * @limits: limits in ascending order; there is room for those of the powers of two of both signs,
 *	and for both ends of the linear ranges that a histogram has at most
 * @n: number of limits
 */
struct limits {
	wide limits[4 * MAX_BUCKETS + 8];
	size_t n;
};

/*
 * Add a limit, and, for powers of two, those of the empty ranges between it and the limit before
 * it. They tell where the numbers of the next range begin.
 */
static void add_limits(const struct metric *metric, struct limits *limits, wide limit)
{
	wide before = power_before(limit);

	if (limits->n && limits->limits[limits->n - 1] >= limit)
		return;
	if (limits->n && metric->powers && limit > 0 && before > limits->limits[limits->n - 1])
		add_limits(metric, limits, before);
	if (limits->n < sizeof(limits->limits) / sizeof(limits->limits[0]))
		limits->limits[limits->n++] = limit;
}

static void collect_limits(const struct metric *metric, struct limits *limits, bool with_empty)
{
	const struct point *total = &metric->total;

	limits->n = 0;
	for (size_t i = 0; i < total->n_edges; i++) {
		const struct edge *edge = &total->edges[i];

		if (with_empty && edge->first != INT64_MIN && edge->first > 0)
			add_limits(metric, limits, edge->first - 1);
		add_limits(metric, limits, edge->last);
	}
}

/**
 * metric_limits() - choose the limits of the buckets of a histogram
 * @metric: the histogram
 * @limits: set to the limits, in ascending order, in the unit of the table; +Inf is not among them
 *
 * The limits are those of ranges in use, and those of empty ranges between them. If there are too
 * many, the smallest numbers share a bucket. All label sets have the same limits.
 *
 * Return: number of limits.
 */
size_t metric_limits(const struct metric *metric, wide limits[MAX_LIMITS])
{
	size_t excess = 0, from = 0, n = 0;
	struct limits all;

	collect_limits(metric, &all, true);
	if (all.n > MAX_LIMITS && !metric->powers)
		collect_limits(metric, &all, false);
	if (all.n > MAX_LIMITS)
		excess = all.n - MAX_LIMITS;
	while (from < all.n - excess && all.limits[from] < 0)
		from++;
	for (size_t i = 0; i < all.n; i++) {
		if (i < from || i >= from + excess)
			limits[n++] = all.limits[i];
	}
	return n;
}
