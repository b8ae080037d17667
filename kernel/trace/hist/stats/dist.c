// SPDX-License-Identifier: GPL-2.0
/* Distribution: percentiles and groups of buckets, see dist.h. Process context. */
#include <linux/bitops.h>
#include <linux/err.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include "dist.h"

static_assert(HIST_BUCKETS % 64 == 0 && HIST_BUCKETS / 64 <= 64);

/**
 * hist_dist_create - allocate an empty distribution
 *
 * Context: may sleep.
 * Return: the distribution, to be freed with hist_dist_free(); or ERR_PTR(-ENOMEM).
 */
struct hist_dist *hist_dist_create(void)
{
	struct hist_dist *dist = kvmalloc(sizeof(*dist), GFP_KERNEL);

	if (!dist)
		return ERR_PTR(-ENOMEM);
	/* @n is 0, so no entry is read before it is set. */
	memset(dist, 0, offsetof(struct hist_dist, entries));
	return dist;
}

/**
 * hist_dist_free - free a distribution
 * @dist: result of hist_dist_create(), or NULL
 *
 * Context: may sleep.
 */
void hist_dist_free(struct hist_dist *dist)
{
	if (!IS_ERR(dist))
		kvfree(dist);
}

/**
 * hist_dist_add - add buckets to a distribution
 * @dist: the distribution
 * @stat: the statistic, with %HIST_STAT_BUCKETS
 * @buckets: buckets of an element, in any order; those of other statistics are ignored
 * @n: number of @buckets
 *
 * Context: any.
 */
void hist_dist_add(struct hist_dist *dist, const struct hist_stat *stat,
		   const struct tracing_map_bucket *buckets, unsigned int n)
{
	const struct tracing_map_bucket *end = buckets + n;
	u32 first = hist_stat_pool_id(stat, 0);
	u64 words = dist->words;

	for (; buckets < end; buckets++) {
		u32 bucket = buckets->id - first;

		if (bucket >= HIST_BUCKETS)
			continue;
		dist->counts[bucket] += buckets->count;
		dist->touched[bucket / 64] |= BIT_ULL(bucket % 64);
		words |= BIT_ULL(bucket / 64);
	}
	dist->words = words;
}

/**
 * hist_dist_sort - sort the buckets added since the last sort
 * @dist: the distribution; its entries are replaced
 * @total: distribution to which the buckets are added, to be sorted later; or NULL
 *
 * Visits the buckets in the order of their numbers, which is the order of their values.
 *
 * Context: any.
 */
void hist_dist_sort(struct hist_dist *dist, struct hist_dist *total)
{
	struct hist_dist_entry *entry = dist->entries;
	u64 up_to = 0;

	for (; dist->words; dist->words &= dist->words - 1) {
		unsigned int i = __ffs64(dist->words);
		u64 bits = dist->touched[i];

		dist->touched[i] = 0;
		if (total) {
			total->touched[i] |= bits;
			total->words |= BIT_ULL(i);
		}
		for (; bits; bits &= bits - 1) {
			u32 bucket = i * 64 + __ffs64(bits);
			u64 count = dist->counts[bucket];

			dist->counts[bucket] = 0;
			if (total)
				total->counts[bucket] += count;
			up_to += count;
			*entry++ = (struct hist_dist_entry){ up_to, bucket };
		}
	}
	dist->n = entry - dist->entries;
}

/* Return quantile * n / HIST_QUANTILE_ONE, rounded up. The intermediate results fit in 64 bits. */
static u64 rank_of(u64 n, u32 quantile)
{
	u32 rest;
	u64 whole = div_u64_rem(n, HIST_QUANTILE_ONE, &rest);

	return whole * quantile +
	       div_u64((u64)rest * quantile + HIST_QUANTILE_ONE - 1, HIST_QUANTILE_ONE);
}

/* Return the first entry whose bucket, together with those below it, has @rank values. */
static const struct hist_dist_entry *find_rank(const struct hist_dist *dist, u64 rank)
{
	unsigned int low = 0, high = dist->n - 1;

	while (low < high) {
		unsigned int mid = (low + high) / 2;

		if (dist->entries[mid].up_to < rank)
			low = mid + 1;
		else
			high = mid;
	}
	return &dist->entries[low];
}

/**
 * hist_dist_quantile - compute a quantile
 * @dist: the distribution, sorted
 * @stat: the statistic, with %HIST_STAT_BUCKETS, %HIST_STAT_MIN and %HIST_STAT_MAX
 * @summary: summary of the same rows
 * @quantile: the quantile in units of 1 / %HIST_QUANTILE_ONE, from 1 to %HIST_QUANTILE_ONE
 *
 * The rank is the quantile times the number of values that have a bucket, rounded up.
 *
 * Context: any.
 * Return: the largest value of the bucket that has the value of this rank, but neither less than
 * the minimum nor more than the maximum; an s64 if the statistic is signed. The maximum if no value
 * has a bucket; 0 without values.
 */
u64 hist_dist_quantile(const struct hist_dist *dist, const struct hist_stat *stat,
		       const struct hist_summary *summary, u32 quantile)
{
	const struct hist_dist_entry *entry;
	u64 total, last;

	if (!dist->n || summary->min_code > summary->max_code)
		return hist_summary_max(summary, stat);

	total = dist->entries[dist->n - 1].up_to;
	entry = find_rank(dist, rank_of(total, quantile));
	last = hist_stat_encode(stat, hist_bucket_last(entry->bucket, stat->is_signed));
	return hist_stat_encode(stat, clamp(last, summary->min_code, summary->max_code));
}

/* Return the number of the group of a value: the bits of its magnitude, with the value's sign. */
static int group_of(u64 val, bool is_signed)
{
	return is_signed && (s64)val < 0 ? -fls64(-val) : fls64(val);
}

/* Return group number @i without values. */
static struct hist_dist_group empty_group(int i)
{
	int bits = i < 0 ? -i : i;
	u64 low = bits ? BIT_ULL(bits - 1) : 0;
	u64 high = bits ? low + (low - 1) : 0;

	if (i >= 0)
		return (struct hist_dist_group){ .first = low, .last = high };
	/* The group of the smallest s64 has no other value. */
	return (struct hist_dist_group){ .first = bits == 64 ? low : -high, .last = -low };
}

/**
 * hist_dist_groups - add up the buckets of each power of two
 * @dist: the distribution, sorted
 * @stat: the statistic, with %HIST_STAT_BUCKETS
 * @groups: %HIST_DIST_GROUPS_MAX groups; set to all from the smallest to the largest one that has
 * values, in this order
 *
 * Context: any.
 * Return: number of groups, 0 if no value has a bucket.
 */
unsigned int hist_dist_groups(const struct hist_dist *dist, const struct hist_stat *stat,
			      struct hist_dist_group *groups)
{
	unsigned int i, n = 0;
	u64 before = 0;
	int next = 0;

	for (i = 0; i < dist->n; i++) {
		const struct hist_dist_entry *entry = &dist->entries[i];
		int group = group_of(hist_bucket_last(entry->bucket, stat->is_signed),
				     stat->is_signed);

		if (!i)
			next = group;
		for (; next <= group; next++)
			groups[n++] = empty_group(next);
		groups[n - 1].count += entry->up_to - before;
		before = entry->up_to;
	}
	return n;
}
