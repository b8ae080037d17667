// SPDX-License-Identifier: GPL-2.0
/*
 * Minimum, maximum, average and standard deviation from the words of rows, see summary.h. Pure
 * functions.
 */
#include <linux/bitops.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "summary.h"

static struct hist_u128 add128(struct hist_u128 a, struct hist_u128 b)
{
	u64 lo = a.lo + b.lo;

	return (struct hist_u128){ a.hi + b.hi + (lo < a.lo), lo };
}

static struct hist_u128 sub128(struct hist_u128 a, struct hist_u128 b)
{
	return (struct hist_u128){ a.hi - b.hi - (a.lo < b.lo), a.lo - b.lo };
}

static bool less128(struct hist_u128 a, struct hist_u128 b)
{
	return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

static struct hist_u128 mul64(u64 a, u64 b)
{
	return (struct hist_u128){ mul_u64_u64_shr(a, b, 64), a * b };
}

/* Return the magnitude of a signed number. */
static struct hist_u128 abs128(struct hist_u128 a)
{
	return (s64)a.hi < 0 ? sub128((struct hist_u128){}, a) : a;
}

/* Multiply in place by @b. Return: false if the product exceeds 128 bits. */
static bool mul128(struct hist_u128 *a, u64 b)
{
	struct hist_u128 low = mul64(a->lo, b), high = mul64(a->hi, b);

	a->lo = low.lo;
	a->hi = low.hi + high.lo;
	return !high.hi && a->hi >= low.hi;
}

/* Append 32 bits to a remainder, and divide. Return: the quotient, 32 bits. */
static u64 div_digit(u32 *rem, u32 digit, u32 b)
{
	return div_u64_rem((u64)*rem << 32 | digit, b, rem);
}

/* Divide by a number of 32 bits, digit by digit. */
static struct hist_u128 div_short(struct hist_u128 a, u32 b, u64 *rem)
{
	struct hist_u128 quotient;
	u32 r = 0;

	quotient.hi = div_digit(&r, a.hi >> 32, b) << 32;
	quotient.hi |= div_digit(&r, a.hi, b);
	quotient.lo = div_digit(&r, a.lo >> 32, b) << 32;
	quotient.lo |= div_digit(&r, a.lo, b);
	*rem = r;
	return quotient;
}

/* Divide bit by bit. */
static struct hist_u128 div_long(struct hist_u128 a, u64 b, u64 *rem)
{
	u64 r = 0;
	int i;

	for (i = 0; i < 128; i++) {
		bool carry = r >> 63;

		r = r << 1 | a.hi >> 63;
		a.hi = a.hi << 1 | a.lo >> 63;
		a.lo <<= 1;
		if (carry || r >= b) {
			r -= b;
			a.lo |= 1;
		}
	}
	*rem = r;
	return a;
}

/* Divide by @b, which is not 0. Return: the quotient. */
static struct hist_u128 div128(struct hist_u128 a, u64 b, u64 *rem)
{
	if (!a.hi)
		return (struct hist_u128){ 0, div64_u64_rem(a.lo, b, rem) };
	return b <= U32_MAX ? div_short(a, b, rem) : div_long(a, b, rem);
}

/* Return the square root, rounded down. */
static u64 sqrt128(struct hist_u128 a)
{
	int bit = (a.hi ? 64 + fls64(a.hi) : fls64(a.lo)) / 2;
	u64 root = 0;

	for (bit = min(bit, 63); bit >= 0; bit--) {
		u64 next = root | BIT_ULL(bit);

		if (!less128(a, mul64(next, next)))
			root = next;
	}
	return root;
}

/* Return @limb * 2^@shift, for a signed limb and a shift of 1 to 63. */
static struct hist_u128 limb128(u64 limb, unsigned int shift)
{
	return (struct hist_u128){ (s64)limb >> (64 - shift), limb << shift };
}

static struct hist_u128 read_sum(const u64 *limbs)
{
	struct hist_u128 low = { (s64)limbs[0] < 0 ? U64_MAX : 0, limbs[0] };

	return add128(low, limb128(limbs[1], HIST_LIMB_BITS));
}

/* Read a sum of squares, whose limbs are not negative. Return: false if it exceeds 128 bits. */
static bool read_squares(const u64 *limbs, struct hist_u128 *squares)
{
	struct hist_u128 low = add128((struct hist_u128){ 0, limbs[0] },
				      limb128(limbs[1], HIST_LIMB_BITS));
	struct hist_u128 top = { limbs[2] << (2 * HIST_LIMB_BITS - 64), 0 };

	*squares = add128(low, top);
	return !(limbs[2] >> (128 - 2 * HIST_LIMB_BITS)) && !less128(*squares, low);
}

/**
 * hist_summary_init - start a summary of no values
 * @summary: the summary
 *
 * Context: any.
 */
void hist_summary_init(struct hist_summary *summary)
{
	*summary = (struct hist_summary){ .min_code = U64_MAX };
}

/**
 * hist_summary_of_row - summarize a row
 * @summary: the summary, which is set
 * @stat: the statistic
 * @words: words of the row, see tracing_map_row_sums()
 * @n: number of values in the row, its hitcount
 *
 * Context: any.
 */
void hist_summary_of_row(struct hist_summary *summary, const struct hist_stat *stat,
			 const u64 *words, u64 n)
{
	u8 flags = stat->flags;

	hist_summary_init(summary);
	summary->n = n;
	if (flags & HIST_STAT_MIN)
		summary->min_code = ~words[stat->min_word];
	if (flags & HIST_STAT_MAX)
		summary->max_code = words[stat->max_word];
	if (flags & HIST_STAT_SUM)
		summary->sum = read_sum(&words[stat->sum_word]);
	if (flags & HIST_STAT_SQUARES)
		summary->overflow = !read_squares(&words[stat->sum_word + HIST_SUM_LIMBS],
						  &summary->squares);
	if (flags & HIST_STAT_BUCKETS)
		summary->lost = words[stat->lost_word];
}

/**
 * hist_summary_merge - merge the summaries of one statistic in different rows
 * @summary: the summary that changes
 * @stat: the statistic
 * @other: the other summary
 *
 * Context: any.
 */
void hist_summary_merge(struct hist_summary *summary, const struct hist_stat *stat,
			const struct hist_summary *other)
{
	summary->n += other->n;
	summary->lost += other->lost;
	if (stat->flags & (HIST_STAT_MIN | HIST_STAT_MAX)) {
		summary->min_code = min(summary->min_code, other->min_code);
		summary->max_code = max(summary->max_code, other->max_code);
	}
	if (stat->flags & HIST_STAT_SUM)
		summary->sum = add128(summary->sum, other->sum);
	if (stat->flags & HIST_STAT_SQUARES) {
		summary->squares = add128(summary->squares, other->squares);
		summary->overflow |= other->overflow || less128(summary->squares, other->squares);
	}
}

/*
 * Check whether a summary has a value. An event adds to the hitcount first, so a row may have been
 * read before its first value. The initial extremes tell if the statistic has both.
 */
static bool has_values(const struct hist_summary *summary, const struct hist_stat *stat)
{
	const u8 both = HIST_STAT_MIN | HIST_STAT_MAX;

	if ((stat->flags & both) == both && summary->min_code > summary->max_code)
		return false;
	return summary->n;
}

/**
 * hist_summary_min - get the smallest value
 * @summary: the summary
 * @stat: the statistic, with %HIST_STAT_MIN
 *
 * Context: any.
 * Return: the value, an s64 if the statistic is signed; 0 without values.
 */
u64 hist_summary_min(const struct hist_summary *summary, const struct hist_stat *stat)
{
	return has_values(summary, stat) ? hist_stat_encode(stat, summary->min_code) : 0;
}

/**
 * hist_summary_max - get the largest value
 * @summary: the summary
 * @stat: the statistic, with %HIST_STAT_MAX
 *
 * Context: any.
 * Return: the value, an s64 if the statistic is signed; 0 without values.
 */
u64 hist_summary_max(const struct hist_summary *summary, const struct hist_stat *stat)
{
	return has_values(summary, stat) ? hist_stat_encode(stat, summary->max_code) : 0;
}

/**
 * hist_summary_avg - compute the average
 * @summary: the summary
 * @stat: the statistic, with %HIST_STAT_SUM
 *
 * Context: any.
 * Return: the sum divided by the number of values, truncated toward zero: an s64 if the statistic
 * is signed; 0 without values.
 */
u64 hist_summary_avg(const struct hist_summary *summary, const struct hist_stat *stat)
{
	bool negative = (s64)summary->sum.hi < 0;
	struct hist_u128 avg;
	u64 rem, limit;

	if (!summary->n)
		return 0;
	avg = div128(abs128(summary->sum), summary->n, &rem);
	/* Only exceeded if an event ran between the reads of the sum and of the hitcount. */
	limit = stat->is_signed ? (u64)S64_MAX + negative : U64_MAX;
	if (avg.hi || avg.lo > limit)
		avg.lo = limit;
	return negative ? -avg.lo : avg.lo;
}

/**
 * hist_summary_stddev - compute the standard deviation
 * @summary: the summary of a statistic with %HIST_STAT_SUM and %HIST_STAT_SQUARES
 * @stddev: set to the square root of the population variance, rounded down; 0 without values
 *
 * Let S be the magnitude of the sum, m and r the quotient and the remainder of S / n, and Q the sum
 * of the squared distances from m (or from -m). Then Q = squares - 2mS + nm^2 = squares - m(S + r),
 * and the variance is Q/n - (r/n)^2 = (Q - r^2/n) / n. Rounding Q - r^2/n down to an integer does
 * not change the quotient's integer part, which is all that the root needs. All terms fit in 128
 * bits.
 *
 * Context: any.
 * Return: false if the sum of the squares exceeds 128 bits; @stddev is then unchanged.
 */
bool hist_summary_stddev(const struct hist_summary *summary, u64 *stddev)
{
	struct hist_u128 sum = abs128(summary->sum), mean, part, fraction;
	u64 n = summary->n, rem, rest;

	if (summary->overflow)
		return false;
	*stddev = 0;
	if (!n)
		return true;

	mean = div128(sum, n, &rem);
	part = add128(sum, (struct hist_u128){ 0, rem });
	fraction = div128(mul64(rem, rem), n, &rest);
	fraction = add128(fraction, (struct hist_u128){ 0, rest != 0 });
	/* Only so if an event ran between the reads of the sums and of the hitcount. */
	if (mean.hi || !mul128(&part, mean.lo) || less128(summary->squares, part))
		return true;
	part = sub128(summary->squares, part);
	if (less128(part, fraction))
		return true;
	*stddev = sqrt128(div128(sub128(part, fraction), n, &rem));
	return true;
}
