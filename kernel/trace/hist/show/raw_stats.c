// SPDX-License-Identifier: GPL-2.0
/*
 * Sections of a raw table that have the statistics of its rows: minima, maxima and wide sums, and
 * the buckets. See include/uapi/linux/trace_hist.h for the format.
 *
 * Process context. The functions take no lock, because rows and buckets are copies.
 */
#include <linux/build_bug.h>
#include <linux/err.h>
#include <linux/limits.h>
#include <linux/slab.h>

#include "../../tracing_map_yield.h"
#include "../stats/summary.h"
#include "raw_stats.h"

static_assert(sizeof(struct trace_hist_statistic) == 64);
static_assert(sizeof(struct trace_hist_bucket) == 16);
static_assert(HIST_BUCKETS <= U16_MAX);

static struct trace_hist_statistic statistic_of(const struct hist_stat *stat,
						const struct hist_summary *summary)
{
	const u8 both = HIST_STAT_MIN | HIST_STAT_MAX;
	struct trace_hist_statistic to = {
		.sum_high = summary->sum.hi,
		.sum_low = summary->sum.lo,
		.squares_high = summary->squares.hi,
		.squares_low = summary->squares.lo,
		.lost = summary->lost,
		.flags = summary->overflow ? TRACE_HIST_STAT_OVERFLOW : 0,
	};

	/* An event adds to the hitcount first, so the row may have no value yet. */
	if (!summary->n ||
	    ((stat->flags & both) == both && summary->min_code > summary->max_code)) {
		to.flags |= TRACE_HIST_STAT_EMPTY;
		return to;
	}
	if (stat->flags & HIST_STAT_MIN)
		to.min = hist_stat_encode(stat, summary->min_code);
	if (stat->flags & HIST_STAT_MAX)
		to.max = hist_stat_encode(stat, summary->max_code);
	return to;
}

static void put_statistics(struct trace_hist_statistic *to, const struct hist_program *program,
			   const struct tracing_map_snapshot *rows)
{
	struct hist_summary summary;
	unsigned int row, i;

	for (row = 0; row < tracing_map_n_all_rows(rows); row++) {
		const u64 *words = tracing_map_row_sums(rows, row);

		tracing_map_yield_at(row);
		for (i = 0; i < program->n_stats; i++) {
			const struct hist_stat *stat = &program->stats[i].stat;

			hist_summary_of_row(&summary, stat, words, words[0]);
			*to++ = statistic_of(stat, &summary);
		}
	}
}

/*
 * Write the buckets of an element. The pool has IDs of statistic and bucket, see
 * hist_stat_pool_id(). Return: where the next bucket is written.
 */
static struct trace_hist_bucket *put_buckets_of(struct trace_hist_bucket *to,
						const struct tracing_map_buckets *buckets,
						unsigned int row, u32 elt)
{
	const struct tracing_map_bucket *from;
	unsigned int i, n;

	from = tracing_map_buckets_of(buckets, elt, &n);
	for (i = 0; i < n; i++)
		*to++ = (struct trace_hist_bucket){
			.count = from[i].count,
			.row = row,
			.statistic = from[i].id >> HIST_STAT_BUCKET_BITS,
			.bucket = from[i].id & (BIT(HIST_STAT_BUCKET_BITS) - 1),
		};
	return to;
}

static void put_buckets(struct trace_hist_bucket *to, const struct tracing_map_buckets *buckets,
			const struct tracing_map_snapshot *rows)
{
	unsigned int row, i, n;

	for (row = 0; row < tracing_map_n_all_rows(rows); row++) {
		const u32 *elts = tracing_map_row_elts(rows, row, &n);

		tracing_map_yield_at(row);
		for (i = 0; i < n; i++)
			to = put_buckets_of(to, buckets, row, elts[i]);
	}
}

/* The copy of the pool may have buckets of elements that were inserted after the rows were read. */
static u64 count_buckets(const struct tracing_map_buckets *buckets,
			 const struct tracing_map_snapshot *rows)
{
	unsigned int row, i, n, n_elts;
	u64 total = 0;

	for (row = 0; row < tracing_map_n_all_rows(rows); row++) {
		const u32 *elts = tracing_map_row_elts(rows, row, &n_elts);

		tracing_map_yield_at(row);
		for (i = 0; i < n_elts; i++) {
			tracing_map_buckets_of(buckets, elts[i], &n);
			total += n;
		}
	}
	return total;
}

/* Write the sections. @buckets is NULL without a pool. Return: 0 or -ENOMEM. */
static int put_sections(struct hist_raw_block *stats, const struct hist_program *program,
			const struct tracing_map_buckets *buckets,
			const struct tracing_map_snapshot *rows)
{
	u64 n = (u64)tracing_map_n_all_rows(rows) * program->n_stats;
	u64 n_buckets = buckets ? count_buckets(buckets, rows) : 0;
	struct trace_hist_statistic *to;

	stats->size = sizeof(struct trace_hist_section) + n * sizeof(*to);
	if (buckets)
		stats->size += sizeof(struct trace_hist_section) +
			       n_buckets * sizeof(struct trace_hist_bucket);
	stats->start = kvmalloc(stats->size, TRACING_MAP_GFP);
	if (!stats->start)
		return -ENOMEM;

	to = hist_raw_put_section(stats->start, TRACE_HIST_SECTION_STATISTICS, sizeof(*to), n);
	put_statistics(to, program, rows);
	if (buckets)
		put_buckets(hist_raw_put_section(to + n, TRACE_HIST_SECTION_BUCKETS,
						 sizeof(struct trace_hist_bucket), n_buckets),
			    buckets, rows);
	return 0;
}

/**
 * hist_raw_stats_create - write the statistics of a raw table
 * @stats: set to the sections; empty if the histogram has no statistics
 * @source: the histogram
 * @counts: counts of the interval that is shown; NULL to show everything
 * @rows: copy of the rows, not sorted
 *
 * Context: may sleep. The caller keeps the map from being freed.
 * Return: 0 or -ENOMEM.
 */
int hist_raw_stats_create(struct hist_raw_block *stats, const struct hist_raw_source *source,
			  const struct tracing_map_counts *counts,
			  struct tracing_map_snapshot *rows)
{
	struct tracing_map_buckets *buckets = NULL;
	int ret;

	if (!source->data->program.n_stats)
		return 0;
	if (source->data->uses_pool)
		buckets = counts ? tracing_map_buckets_of_counts(source->map, counts) :
				   tracing_map_buckets_copy(source->map);
	if (IS_ERR(buckets))
		return PTR_ERR(buckets);
	ret = put_sections(stats, &source->data->program, buckets, rows);
	tracing_map_buckets_free(buckets);
	return ret;
}
