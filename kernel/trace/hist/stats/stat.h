/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistic: the state of a value from which its aggregates (average, percentiles and so on) are
 * computed. All aggregates of one value share it.
 *
 * A statistic has words in each element of the map: wide sums, maxima, and a counter of samples
 * that got no bucket. Its buckets are in the pool of the map. stat.h is the part that runs per
 * event; summary.h and dist.h read a statistic.
 *
 * hist_stat_add(): any context, NMI included, with preemption off.
 */
#ifndef _TRACE_HIST_STATS_STAT_H
#define _TRACE_HIST_STATS_STAT_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/types.h>

#include "bucket.h"
#include "wide.h"

/*
 * A pool ID has the number of the bucket in this many low bits, and the index of the statistic
 * above them.
 */
#define HIST_STAT_BUCKET_BITS	12

/* Maximum number of statistics of one histogram: the number of indexes that fit in a pool ID. */
#define HIST_STATS_MAX		BIT(TRACING_MAP_BUCKET_ID_BITS - HIST_STAT_BUCKET_BITS)

static_assert(BIT(HIST_STAT_BUCKET_BITS) >= HIST_BUCKETS);

/**
 * enum hist_stat_flags - parts of a statistic
 * @HIST_STAT_MIN: smallest value
 * @HIST_STAT_MAX: largest value
 * @HIST_STAT_SUM: sum of all values, a wide sum
 * @HIST_STAT_SQUARES: sum of the squares of all values, a wide sum. Only with @HIST_STAT_SUM
 * @HIST_STAT_BUCKETS: number of values in each bucket. Percentiles also need @HIST_STAT_MIN and
 *	@HIST_STAT_MAX
 */
enum hist_stat_flags {
	HIST_STAT_MIN = BIT(0),
	HIST_STAT_MAX = BIT(1),
	HIST_STAT_SUM = BIT(2),
	HIST_STAT_SQUARES = BIT(3),
	HIST_STAT_BUCKETS = BIT(4),
};

/**
 * struct hist_stat - layout of a statistic
 * @flags: parts, &enum hist_stat_flags
 * @is_signed: values are s64; otherwise u64
 * @index: number of the statistic in its histogram, less than %HIST_STATS_MAX
 * @sum_word: first of the %HIST_SUM_LIMBS limbs of the sum; the %HIST_SQUARES_LIMBS limbs of the
 *	sum of squares follow
 * @lost_word: sum that counts values without bucket
 * @min_word: maximum that holds the complement of the smallest value, see hist_stat_encode()
 * @max_word: maximum that holds the largest value, see hist_stat_encode()
 * @sign_bit: bit 63 if @is_signed, otherwise 0; saves hist_stat_encode() a shift for each event
 *
 * Words are indexes among the words of an element, in the map and in a row of a snapshot. Each is
 * only used if @flags has its part. Constant once the histogram is compiled.
 */
struct hist_stat {
	u8 flags;
	bool is_signed;
	u8 index;
	u16 sum_word;
	u16 lost_word;
	u16 min_word;
	u16 max_word;
	u64 sign_bit;
};

/* Initializer of a signed statistic. */
#define HIST_STAT_SIGNED	.is_signed = true, .sign_bit = BIT_ULL(63)

/**
 * hist_stat_encode - encode a value so that u64 comparison orders it
 * @stat: the statistic
 * @val: the value; or an encoded one, which is decoded
 *
 * Context: any.
 * Return: the other form of the value.
 */
static __always_inline u64 hist_stat_encode(const struct hist_stat *stat, u64 val)
{
	return val ^ stat->sign_bit;
}

/* Return the pool ID of a bucket of a statistic. */
static __always_inline u32 hist_stat_pool_id(const struct hist_stat *stat, u32 bucket)
{
	return (u32)stat->index << HIST_STAT_BUCKET_BITS | bucket;
}

/**
 * hist_stat_add - add a value to a statistic
 * @stat: the statistic
 * @map: the map
 * @elt: the element
 * @own: the words of the element
 * @val: the value; an s64 if &hist_stat.is_signed
 *
 * Context: any, with preemption off since tracing_map_own_words().
 */
static __always_inline void hist_stat_add(const struct hist_stat *stat, struct tracing_map *map,
					  int elt, struct tracing_map_own own, u64 val)
{
	u64 code = hist_stat_encode(stat, val);
	u8 flags = stat->flags;
	u32 bucket;

	if (flags & HIST_STAT_MAX)
		tracing_map_raise(map, elt, own, stat->max_word, code);
	if (flags & HIST_STAT_MIN)
		tracing_map_raise(map, elt, own, stat->min_word, ~code);
	if (flags & HIST_STAT_SQUARES)
		hist_wide_add_both(map, elt, own, stat->sum_word, val, stat->is_signed);
	else if (flags & HIST_STAT_SUM)
		hist_wide_add(map, elt, own, stat->sum_word, val, stat->is_signed);
	if (flags & HIST_STAT_BUCKETS) {
		bucket = hist_bucket_of(val, stat->is_signed);
		if (unlikely(!tracing_map_count(map, elt, hist_stat_pool_id(stat, bucket))))
			tracing_map_own_add(own, stat->lost_word, 1);
	}
}

#endif /* _TRACE_HIST_STATS_STAT_H */
