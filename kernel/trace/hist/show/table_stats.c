// SPDX-License-Identifier: GPL-2.0
/*
 * Aggregates of a table snapshot.
 *
 * hist_table_stats_create() computes the aggregates of each row once and stores them in the extra
 * words of the row, so that sorting, totals and display use the same numbers:
 *
 *	word 0		the flag word. Bit i: the number of value i is unknown or partial
 *	word i		the number of value i of fields[], if it is an aggregate
 *
 * Process context. The functions take no lock, because rows and buckets are copies.
 */
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/slab.h>

#include "../../tracing_map_yield.h"
#include "table_stats.h"

static_assert(HIST_VALS_MAX + 1 <= 64 && HIST_VALS_MAX + 1 <= TRACING_MAP_EXTRA_MAX);

/**
 * hist_table_stats_words - get the number of extra words that the rows of a snapshot need
 * @data: the histogram
 *
 * Return: number of words, 0 for a histogram without statistics.
 */
unsigned int hist_table_stats_words(const struct hist_trigger_data *data)
{
	return data->program.n_stats ? hist_n_display_vals(data) : 0;
}

/* Displayed instead of a number: the sum of squares exceeds 128 bits. */
static const char overflow[] = "overflow";

/* Number that stands for @overflow. A standard deviation is at most 2^63. */
#define OVERFLOW	U64_MAX

/* Displayed instead of a number: events changed the sum all the time while it was read. */
static const char busy[] = "busy";

/* Check whether an aggregate is computed from sums of several words. */
static bool is_wide(const struct hist_value *value)
{
	return value->agg == HIST_AGG_AVG || value->agg == HIST_AGG_STDDEV;
}

/* Compute an aggregate from a summary and, for a percentile, from the sorted distribution. */
static u64 compute(const struct hist_stat *stat, const struct hist_value *value,
		   const struct hist_summary *summary, const struct hist_dist *dist)
{
	u64 val;

	switch (value->agg) {
	case HIST_AGG_MIN:
		return hist_summary_min(summary, stat);
	case HIST_AGG_MAX:
		return hist_summary_max(summary, stat);
	case HIST_AGG_AVG:
		return hist_summary_avg(summary, stat);
	case HIST_AGG_STDDEV:
		return hist_summary_stddev(summary, &val) ? val : OVERFLOW;
	case HIST_AGG_QUANTILE:
		return hist_dist_quantile(dist, stat, summary, value->quantile);
	default:
		return 0;
	}
}

/* Check whether a number is unknown or partial. @torn: it is computed from a torn sum. */
static bool is_flagged(const struct hist_value *value, u64 val, const struct hist_summary *summary,
		       bool torn)
{
	if (value->agg == HIST_AGG_QUANTILE)
		return summary->lost;
	return is_wide(value) && (torn || (value->agg == HIST_AGG_STDDEV && val == OVERFLOW));
}

/* Explain a number. @flagged: result of is_flagged(). */
static struct hist_column_val explain(const struct hist_value *value, u64 val, bool flagged)
{
	struct hist_column_val column = { .val = val };

	if (!flagged)
		return column;
	if (value->agg == HIST_AGG_QUANTILE)
		column.partial = true;
	else if (value->agg == HIST_AGG_STDDEV && val == OVERFLOW)
		column.unknown = overflow;
	else
		column.unknown = busy;
	return column;
}

static __always_inline void add_buckets_of_elt(struct hist_table_stats *stats,
					       const struct hist_stat *stat, int elt)
{
	const struct tracing_map_bucket *buckets;
	unsigned int n;

	buckets = tracing_map_buckets_of(stats->buckets, elt, &n);
	hist_dist_add(stats->dist, stat, buckets, n);
}

/* Not inlined, because few tables have such rows. */
static noinline void add_buckets_of_merged(struct hist_table_stats *stats,
					   const struct hist_stat *stat,
					   const struct tracing_map_snapshot *rows,
					   unsigned int row)
{
	unsigned int i, n;
	const u32 *elts = tracing_map_row_elts(rows, row, &n);

	for (i = 0; i < n; i++)
		add_buckets_of_elt(stats, stat, elts[i]);
}

static void add_buckets_of(struct hist_table_stats *stats, const struct hist_stat *stat,
			   const struct tracing_map_snapshot *rows, unsigned int row)
{
	if (likely(!rows->merged))
		add_buckets_of_elt(stats, stat, tracing_map_row_elt(rows, row));
	else
		add_buckets_of_merged(stats, stat, rows, row);
}

/*
 * Store the aggregates of a row that are computed from statistic @i. @torn: the row has a torn sum.
 */
static void store_row(const struct hist_table_stats *stats, const struct hist_trigger_data *data,
		      unsigned int i, bool torn, u64 *words)
{
	const struct hist_stat *stat = &data->program.stats[i].stat;
	unsigned int k, n = hist_n_display_vals(data);

	for (k = 1; k < n; k++) {
		const struct hist_field *field = &data->fields[k];

		if (!hist_value_has_stat(&field->value) || field->pos != i)
			continue;
		words[k] = compute(stat, &field->value, &stats->summary, stats->dist);
		if (is_flagged(&field->value, words[k], &stats->summary, torn))
			words[0] |= BIT_ULL(k);
	}
}

/* Compute the aggregates of a row from statistic @i, and add the row to @total. */
static void compute_row(struct hist_table_stats *stats, const struct hist_trigger_data *data,
			struct tracing_map_snapshot *rows, unsigned int row, unsigned int i,
			struct hist_summary *total)
{
	const struct hist_stat *stat = &data->program.stats[i].stat;
	const u64 *words = tracing_map_row_sums(rows, row);

	hist_summary_of_row(&stats->summary, stat, words, words[0]);
	if (stat->flags & HIST_STAT_BUCKETS) {
		add_buckets_of(stats, stat, rows, row);
		hist_dist_sort(stats->dist, stats->total);
	}
	store_row(stats, data, i, tracing_map_row_torn(rows, row),
		  tracing_map_row_extra(rows, row));
	hist_summary_merge(total, stat, &stats->summary);
}

/* Compute the aggregates over all rows from statistic @i. @torn: a row has a torn sum. */
static void compute_overall(struct hist_table_stats *stats, const struct hist_trigger_data *data,
			    unsigned int i, const struct hist_summary *total, bool torn)
{
	const struct hist_stat *stat = &data->program.stats[i].stat;
	unsigned int k;

	if (stat->flags & HIST_STAT_BUCKETS) {
		hist_dist_sort(stats->total, NULL);
		stats->lost += total->lost;
	}
	for (k = 1; k < hist_n_display_vals(data); k++) {
		const struct hist_field *field = &data->fields[k];
		u64 val;

		if (!hist_value_has_stat(&field->value) || field->pos != i)
			continue;
		val = compute(stat, &field->value, total, stats->total);
		stats->overall[k] = explain(&field->value, val,
					    is_flagged(&field->value, val, total, torn));
	}
}

/* Compute all aggregates from statistic @i: of each row and over all rows. */
static void compute_stat(struct hist_table_stats *stats, const struct hist_trigger_data *data,
			 struct tracing_map_snapshot *rows, unsigned int i)
{
	struct hist_summary total;
	unsigned int row;
	bool torn = false;

	hist_summary_init(&total);
	for (row = 0; row < tracing_map_n_all_rows(rows); row++) {
		tracing_map_yield_at(row);
		torn |= tracing_map_row_torn(rows, row);
		compute_row(stats, data, rows, row, i, &total);
	}
	compute_overall(stats, data, i, &total, torn);
}

/* Copy the pool, or its counts in an interval. Return: 0 or -ENOMEM. */
static int copy_buckets(struct hist_table_stats *stats, const struct tracing_map *map,
			const struct tracing_map_counts *counts)
{
	stats->buckets = counts ? tracing_map_buckets_of_counts(map, counts) :
				  tracing_map_buckets_copy(map);
	stats->dist = hist_dist_create();
	stats->total = hist_dist_create();
	return PTR_ERR_OR_ZERO(stats->buckets) ?: PTR_ERR_OR_ZERO(stats->dist) ?:
	       PTR_ERR_OR_ZERO(stats->total);
}

/**
 * hist_table_stats_create - compute all aggregates of a table
 * @data: the histogram, with at least one statistic
 * @map: map of the histogram
 * @counts: counts of the map in the interval that @rows show; NULL if they show everything
 * @rows: copy of the entries with hist_table_stats_words() extra words, which must be 0 and are
 *	filled in
 *
 * Context: may sleep. The caller keeps @map from being freed.
 * Return: the statistics, to be freed with hist_table_stats_free(), or ERR_PTR(-ENOMEM).
 */
struct hist_table_stats *hist_table_stats_create(const struct hist_trigger_data *data,
						 const struct tracing_map *map,
						 const struct tracing_map_counts *counts,
						 struct tracing_map_snapshot *rows)
{
	struct hist_table_stats *stats = kvzalloc(sizeof(*stats), GFP_KERNEL);
	unsigned int i;
	int ret;

	if (!stats)
		return ERR_PTR(-ENOMEM);
	ret = data->uses_pool ? copy_buckets(stats, map, counts) : 0;
	if (ret) {
		hist_table_stats_free(stats);
		return ERR_PTR(ret);
	}
	for (i = 0; i < data->program.n_stats; i++)
		compute_stat(stats, data, rows, i);
	return stats;
}

/**
 * hist_table_stats_free - free the statistics of a table
 * @stats: result of hist_table_stats_create(), or NULL
 *
 * Context: may sleep.
 */
void hist_table_stats_free(struct hist_table_stats *stats)
{
	if (IS_ERR_OR_NULL(stats))
		return;
	tracing_map_buckets_free(stats->buckets);
	hist_dist_free(stats->dist);
	hist_dist_free(stats->total);
	kvfree(stats);
}

/**
 * hist_table_stats_val - get an aggregate of a row
 * @data: the histogram
 * @rows: copy of the entries, with the aggregates in the extra words
 * @row: index of the row
 * @i: index of the value in fields[], which has an aggregate
 *
 * The flag word of the row tells whether the number is unknown or partial.
 *
 * Return: the number, with the reason if it is unknown.
 */
struct hist_column_val hist_table_stats_val(const struct hist_trigger_data *data,
					    struct tracing_map_snapshot *rows, unsigned int row,
					    unsigned int i)
{
	const u64 *words = tracing_map_row_extra(rows, row);

	return explain(&data->fields[i].value, words[i], words[0] & BIT_ULL(i));
}

/**
 * hist_table_stats_draw - group the distribution over several rows for drawing
 * @stats: the statistics; their groups are filled in
 * @stat: statistic with buckets
 * @rows: copy of the entries
 * @first: index of the first row
 * @n: number of rows
 *
 * Return: number of groups.
 */
unsigned int hist_table_stats_draw(struct hist_table_stats *stats, const struct hist_stat *stat,
				   const struct tracing_map_snapshot *rows, unsigned int first,
				   unsigned int n)
{
	unsigned int row;

	for (row = first; row < first + n; row++) {
		tracing_map_yield_at(row);
		add_buckets_of(stats, stat, rows, row);
	}
	hist_dist_sort(stats->dist, NULL);
	return hist_dist_groups(stats->dist, stat, stats->groups);
}
