// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compute averages, standard deviations and percentiles from the statistics of a table.
 *
 * Sums have 128 bits and products of them 256, on any machine. Quotients and roots have at most 64
 * bits, so they are found bit by bit: the largest number whose product is not too large.
 */
#include <string.h>

#include "raw_stats.h"

/* Number of 256 bits, the lowest 32 bits first. No result below needs more. */
#define LIMBS		8

struct wide {
	uint32_t limbs[LIMBS];
};

static struct wide wide_of(uint64_t high, uint64_t low)
{
	return (struct wide){ { low, low >> 32, high, high >> 32 } };
}

static int compare(const struct wide *a, const struct wide *b)
{
	int i;

	for (i = LIMBS - 1; i >= 0; i--)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] < b->limbs[i] ? -1 : 1;
	return 0;
}

static struct wide subtract(struct wide a, const struct wide *b)
{
	uint64_t borrow = 0;
	int i;

	for (i = 0; i < LIMBS; i++) {
		uint64_t limb = (uint64_t)a.limbs[i] - b->limbs[i] - borrow;

		a.limbs[i] = limb;
		borrow = limb >> 63;
	}
	return a;
}

static struct wide multiply(const struct wide *a, const struct wide *b)
{
	struct wide product = {};
	int i, k;

	for (i = 0; i < LIMBS; i++) {
		uint64_t carry = 0;

		for (k = 0; i + k < LIMBS; k++) {
			carry += (uint64_t)a->limbs[i] * b->limbs[k] + product.limbs[i + k];
			product.limbs[i + k] = carry;
			carry >>= 32;
		}
	}
	return product;
}

/* Return the largest number of 64 bits whose product with @b is at most @a. */
static uint64_t quotient(const struct wide *a, const struct wide *b)
{
	uint64_t result = 0, bit;

	for (bit = 1ULL << 63; bit; bit >>= 1) {
		const struct wide try = wide_of(0, result | bit);
		const struct wide product = multiply(&try, b);

		if (compare(&product, a) <= 0)
			result |= bit;
	}
	return result;
}

/* Return the largest number of 64 bits whose product with @b has a square of at most @a. */
static uint64_t root_of_quotient(const struct wide *a, const struct wide *b)
{
	uint64_t result = 0, bit;

	for (bit = 1ULL << 63; bit; bit >>= 1) {
		const struct wide try = wide_of(0, result | bit);
		const struct wide product = multiply(&try, b);
		const struct wide square = multiply(&product, &product);

		if (compare(&square, a) <= 0)
			result |= bit;
	}
	return result;
}

/* Return the magnitude of the sum of a statistic. */
static struct wide magnitude_of_sum(const struct trace_hist_statistic *stat)
{
	if (!(stat->sum_high >> 63))
		return wide_of(stat->sum_high, stat->sum_low);
	return wide_of(~stat->sum_high + !stat->sum_low, -stat->sum_low);
}

/**
 * raw_average - compute the average of the values of a row
 * @stat: the statistic, with the sum
 * @n: number of values
 * @is_signed: the values are signed
 *
 * Return: the average, truncated toward zero; 0 without values. It is limited to the range of the
 * values, which only matters if the row was read while an event changed it.
 */
uint64_t raw_average(const struct trace_hist_statistic *stat, uint64_t n, bool is_signed)
{
	const struct wide sum = magnitude_of_sum(stat), count = wide_of(0, n);
	bool negative = stat->sum_high >> 63;
	uint64_t limit = is_signed ? (uint64_t)INT64_MAX + negative : UINT64_MAX;
	uint64_t average = n ? quotient(&sum, &count) : 0;

	if (average > limit)
		average = limit;
	return negative ? -average : average;
}

/**
 * raw_deviation - compute the standard deviation of the values of a row
 * @stat: the statistic, with the sum and with the sum of the squares, which does not overflow
 * @n: number of values
 *
 * The variance is (n * squares - sum^2) / n^2.
 *
 * Return: the standard deviation of the population, rounded down; 0 without values.
 */
uint64_t raw_deviation(const struct trace_hist_statistic *stat, uint64_t n)
{
	const struct wide squares = wide_of(stat->squares_high, stat->squares_low);
	const struct wide sum = magnitude_of_sum(stat), count = wide_of(0, n);
	struct wide part = multiply(&sum, &sum), all = multiply(&squares, &count);

	if (!n || compare(&all, &part) < 0)
		return 0;
	all = subtract(all, &part);
	return root_of_quotient(&all, &count);
}

/* Return the index of the first bucket of a row or of a later one. */
static uint64_t find_row(const struct raw_table *table, uint32_t row)
{
	uint64_t low = 0, high = table->sections[TRACE_HIST_SECTION_BUCKETS].n;

	while (low < high) {
		uint64_t mid = low + (high - low) / 2;

		if (raw_bucket(table, mid).row < row)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/**
 * raw_dist_of_row - collect the buckets of a statistic in a row
 * @dist: set to the distribution
 * @table: the table
 * @row: index of the row
 * @statistic: index of the statistic
 */
void raw_dist_of_row(struct raw_dist *dist, const struct raw_table *table, uint32_t row,
		     uint32_t statistic)
{
	uint64_t i = find_row(table, row);

	memset(dist, 0, sizeof(*dist));
	for (; i < table->sections[TRACE_HIST_SECTION_BUCKETS].n; i++) {
		const struct trace_hist_bucket bucket = raw_bucket(table, i);

		if (bucket.row != row)
			break;
		if (bucket.statistic != statistic)
			continue;
		dist->counts[bucket.bucket] += bucket.count;
		dist->total += bucket.count;
	}
}

/* Return the smallest value of a bucket of magnitudes. */
static uint64_t first_magnitude(unsigned int bucket)
{
	return bucket < 64 ? bucket : (32ULL + bucket % 32) << (bucket / 32 - 1);
}

static uint64_t last_magnitude(unsigned int bucket)
{
	return bucket < 64 ? bucket : first_magnitude(bucket) + (1ULL << (bucket / 32 - 1)) - 1;
}

/**
 * raw_bucket_first - get the smallest value of a bucket
 * @bucket: number of the bucket
 * @is_signed: the values are signed
 *
 * Return: the value, an int64_t if @is_signed.
 */
uint64_t raw_bucket_first(unsigned int bucket, bool is_signed)
{
	uint64_t last;

	if (!is_signed)
		return first_magnitude(bucket);
	if (bucket >= RAW_BUCKET_ZERO)
		return first_magnitude(bucket - RAW_BUCKET_ZERO);
	last = last_magnitude(RAW_BUCKET_ZERO - bucket);
	/* The bucket of the smallest int64_t has no other value. */
	return last > 1ULL << 63 ? 1ULL << 63 : -last;
}

/**
 * raw_bucket_last - get the largest value of a bucket
 * @bucket: number of the bucket
 * @is_signed: the values are signed
 *
 * Return: the value, an int64_t if @is_signed.
 */
uint64_t raw_bucket_last(unsigned int bucket, bool is_signed)
{
	if (!is_signed)
		return last_magnitude(bucket);
	if (bucket >= RAW_BUCKET_ZERO)
		return last_magnitude(bucket - RAW_BUCKET_ZERO);
	return -first_magnitude(RAW_BUCKET_ZERO - bucket);
}

static bool is_less(uint64_t a, uint64_t b, bool is_signed)
{
	return is_signed ? (int64_t)a < (int64_t)b : a < b;
}

/* Return quantile * total / 10000, rounded up. */
static uint64_t rank_of(uint64_t total, uint32_t quantile)
{
	return total / 10000 * quantile + (total % 10000 * quantile + 9999) / 10000;
}

/**
 * raw_quantile - compute a percentile of the values of a row
 * @dist: the distribution
 * @stat: the statistic, with minimum and maximum
 * @quantile: the percentile in 1/10000
 * @is_signed: the values are signed
 *
 * Return: the largest value of the bucket with the percentile, limited to minimum and maximum. The
 * maximum if no value has a bucket.
 */
uint64_t raw_quantile(const struct raw_dist *dist, const struct trace_hist_statistic *stat,
		      uint32_t quantile, bool is_signed)
{
	uint64_t rank = rank_of(dist->total, quantile), up_to = 0, last;
	unsigned int i, bucket = 0;

	if (stat->flags & TRACE_HIST_STAT_EMPTY || !dist->total)
		return stat->max;
	for (i = 0; i < RAW_BUCKETS && up_to < rank; i++) {
		if (dist->counts[i])
			bucket = i;
		up_to += dist->counts[i];
	}
	last = raw_bucket_last(bucket, is_signed);
	if (is_less(last, stat->min, is_signed))
		return stat->min;
	return is_less(stat->max, last, is_signed) ? stat->max : last;
}
