/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buckets with fixed boundaries, from which percentiles and distributions are computed.
 *
 * The buckets are log-linear: values below 64 have a bucket each, and each power of two above is
 * divided into 32 buckets of equal width. A bucket is therefore at most 1/32 as wide as its
 * smallest value. Negative values have the same buckets, mirrored at 0. The number of a bucket
 * increases with its values:
 *
 *	unsigned	    0 .. 63	the values 0 to 63
 *			   64 .. 1919	32 buckets for each power of two from 2^6 to 2^63
 *	signed		   32 .. 1919	negative values: 1920 minus the number of the magnitude
 *			 1920 .. 3807	1920 plus the number of the value
 *
 * The functions are pure and work in any context.
 */
#ifndef _TRACE_HIST_STATS_BUCKET_H
#define _TRACE_HIST_STATS_BUCKET_H

#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/types.h>

/* Binary logarithm of the number of buckets for each power of two. */
#define HIST_BUCKET_BITS	5

/* Number of buckets of unsigned values, and the number of the signed bucket of 0. */
#define HIST_BUCKETS_UNSIGNED	1920

/* Upper limit of the number of a bucket. */
#define HIST_BUCKETS		3840

/* Return the number of the bucket of an unsigned value. */
static __always_inline u32 hist_bucket_of_magnitude(u64 val)
{
	u32 shift = fls64(val | BIT_ULL(HIST_BUCKET_BITS)) - 1 - HIST_BUCKET_BITS;

	return (shift << HIST_BUCKET_BITS) + (u32)(val >> shift);
}

/**
 * hist_bucket_of - find the bucket of a value
 * @val: the value; an s64 if @is_signed
 * @is_signed: the value is signed
 *
 * Context: any.
 * Return: number of the bucket.
 */
static __always_inline u32 hist_bucket_of(u64 val, bool is_signed)
{
	if (!is_signed)
		return hist_bucket_of_magnitude(val);
	if ((s64)val < 0)
		return HIST_BUCKETS_UNSIGNED - hist_bucket_of_magnitude(-val);
	return HIST_BUCKETS_UNSIGNED + hist_bucket_of_magnitude(val);
}

u64 hist_bucket_first(u32 id, bool is_signed);
u64 hist_bucket_last(u32 id, bool is_signed);

#endif /* _TRACE_HIST_STATS_BUCKET_H */
