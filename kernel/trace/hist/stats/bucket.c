// SPDX-License-Identifier: GPL-2.0
/* Boundaries of the buckets that bucket.h defines. Pure functions, any context. */
#include "bucket.h"

/* Return the shift that maps the values of an unsigned bucket to one number. */
static u32 bucket_shift(u32 id)
{
	return id < 2 << HIST_BUCKET_BITS ? 0 : (id >> HIST_BUCKET_BITS) - 1;
}

static u64 first_magnitude(u32 id)
{
	u32 shift = bucket_shift(id);

	return (u64)(id - (shift << HIST_BUCKET_BITS)) << shift;
}

static u64 last_magnitude(u32 id)
{
	return first_magnitude(id) + (BIT_ULL(bucket_shift(id)) - 1);
}

/**
 * hist_bucket_first - get the smallest value of a bucket
 * @id: number of the bucket, from hist_bucket_of()
 * @is_signed: the bucket is one of signed values
 *
 * The bucket of the smallest s64 has no other value, so the result is that value.
 *
 * Context: any.
 * Return: the value; an s64 if @is_signed.
 */
u64 hist_bucket_first(u32 id, bool is_signed)
{
	u64 magnitude;

	if (!is_signed)
		return first_magnitude(id);
	if (id >= HIST_BUCKETS_UNSIGNED)
		return first_magnitude(id - HIST_BUCKETS_UNSIGNED);
	magnitude = last_magnitude(HIST_BUCKETS_UNSIGNED - id);
	return magnitude > BIT_ULL(63) ? (u64)S64_MIN : -magnitude;
}

/**
 * hist_bucket_last - get the largest value of a bucket
 * @id: number of the bucket, from hist_bucket_of()
 * @is_signed: the bucket is one of signed values
 *
 * Context: any.
 * Return: the value; an s64 if @is_signed.
 */
u64 hist_bucket_last(u32 id, bool is_signed)
{
	if (!is_signed)
		return last_magnitude(id);
	if (id >= HIST_BUCKETS_UNSIGNED)
		return last_magnitude(id - HIST_BUCKETS_UNSIGNED);
	return -first_magnitude(HIST_BUCKETS_UNSIGNED - id);
}
