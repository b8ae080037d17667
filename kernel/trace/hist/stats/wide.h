/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wide sums: sums of more than 64 bits in a map, which any context can add to.
 *
 * A wide sum has two or three words of the map, its *limbs*. Limb i counts units of
 * 2^(%HIST_LIMB_BITS * i). A limb is a signed sum of its own, so it may temporarily have more than
 * %HIST_LIMB_BITS bits, and a copy of the sums may have positive and negative limbs. The total is
 * what counts: the sum over all copies and limbs, each with its unit.
 *
 * - Fast path: a value or a square of at most %HIST_LIMB_BITS bits is added to limb 0 of its sum.
 *   This is one operation on one word, so neither another context nor a reader can find half of it.
 *   A reader may find a value without its square, see summary.h.
 * - Slow path: if limb 0 of the copy has reached 2^%HIST_LIMB_BITS_MAX, or the value is larger, the
 *   function changes several limbs between tracing_map_words_begin() and tracing_map_words_end().
 *   A reader detects this and reads again.
 *
 * The slow path carries by taking a limb as a whole (an exchange with 0), adding its units to the
 * next limb, and adding the rest back. Competing carries therefore move each unit once, and no unit
 * is lost.
 *
 * Why limbs do not overflow: a context leaves a limb below 2^48, except that each context that runs
 * at the same time may have added up to 2^44 (the values) or moved less (a carry). With up to 2^13
 * CPUs of 4 contexts each, all copies of a limb add up to less than
 * 2^13 * 2^48 + 2^15 * 2^44 < 2^62. Two halves of a map and the total, whose limbs are normalized,
 * add up to less than 2^63. The topmost limb is described at the functions.
 */
#ifndef _TRACE_HIST_STATS_WIDE_H
#define _TRACE_HIST_STATS_WIDE_H

#include <linux/bits.h>

#include "../../tracing_map.h"

/* Bits of a limb, and bits at which it is carried. */
#define HIST_LIMB_BITS		TRACING_MAP_DIGIT_BITS
#define HIST_LIMB_BITS_MAX	48

/* Limbs of a sum of values and of a sum of squares. */
#define HIST_SUM_LIMBS		2
#define HIST_SQUARES_LIMBS	3

void hist_wide_carry(struct tracing_map *map, int elt, unsigned int word);
void hist_wide_carry_squares(struct tracing_map *map, int elt, unsigned int word);
void hist_wide_add_large(struct tracing_map *map, int elt, unsigned int word, u64 val,
			 bool is_signed);
void hist_wide_add_large_square(struct tracing_map *map, int elt, unsigned int word, u64 val);
void hist_wide_add_both_slow(struct tracing_map *map, int elt, unsigned int word, u64 val,
			     bool is_signed);
void hist_wide_carry_both(struct tracing_map *map, int elt, unsigned int word);

/* Test whether @limb has to be carried: it is not between -2^48 and 2^48. */
static __always_inline bool hist_limb_is_full(u64 limb)
{
	return (limb + BIT_ULL(HIST_LIMB_BITS_MAX)) >> (HIST_LIMB_BITS_MAX + 1);
}

/*
 * Add to a limb. Return true if it has to be carried. If another event on this copy carries it
 * between the addition and the test, the limb is small and nothing is left to do.
 */
static __always_inline bool hist_limb_add(struct tracing_map_own own, unsigned int word, u64 val)
{
	tracing_map_own_add(own, word, val);
	return hist_limb_is_full(tracing_map_own_read(own, word));
}

/**
 * hist_wide_add - add a value to a wide sum
 * @map: the map, with &tracing_map_config.multi_word
 * @elt: the element
 * @own: the words of the element
 * @word: index of the first of %HIST_SUM_LIMBS sums
 * @val: the value; an s64 if @is_signed
 * @is_signed: the value is signed
 *
 * Limb 1 is not carried. A value adds less than 2^20 to it, so the total is exact up to a magnitude
 * of 2^107, which takes at least 2^43 values.
 *
 * Context: any, with preemption off.
 */
static __always_inline void hist_wide_add(struct tracing_map *map, int elt,
					  struct tracing_map_own own, unsigned int word, u64 val,
					  bool is_signed)
{
	/* 0 for a small value, and -1 for a small negative one. */
	s64 high = (s64)val >> HIST_LIMB_BITS;

	if (unlikely(high && !(is_signed && high == -1)))
		hist_wide_add_large(map, elt, word, val, is_signed);
	else if (unlikely(hist_limb_add(own, word, val)))
		hist_wide_carry(map, elt, word);
}

/**
 * hist_wide_add_square - add the square of a value to a wide sum
 * @map: the map, with &tracing_map_config.multi_word
 * @elt: the element
 * @own: the words of the element
 * @word: index of the first of %HIST_SQUARES_LIMBS sums
 * @val: the value; an s64 if @is_signed
 * @is_signed: the value is signed
 *
 * Limb 2 saturates: hist_wide_add_large_square() adds no more squares to it in a copy whose limb
 * has reached 2^41, because the total exceeds 2^128 then. A square adds at most 2^40 to it, so all
 * copies add up to less than 2^13 * 2^41 + 2^15 * 2^40 < 2^56. Carries from limb 1 still reach it,
 * and add less than 2 for each square, so all copies stay below 2^63 for 2^61 squares.
 *
 * Context: any, with preemption off.
 */
static __always_inline void hist_wide_add_square(struct tracing_map *map, int elt,
						 struct tracing_map_own own, unsigned int word,
						 u64 val, bool is_signed)
{
	if (is_signed && (s64)val < 0)
		val = -val;
	if (unlikely(val >> (HIST_LIMB_BITS / 2)))
		hist_wide_add_large_square(map, elt, word, val);
	else if (unlikely(hist_limb_add(own, word, val * val)))
		hist_wide_carry_squares(map, elt, word);
}

/**
 * hist_wide_add_both - add a value and its square to two wide sums
 * @map: the map, with &tracing_map_config.multi_word
 * @elt: the element
 * @own: the words of the element
 * @word: index of the first of the %HIST_SUM_LIMBS limbs of the sum; the %HIST_SQUARES_LIMBS limbs
 *	of the sum of squares follow
 * @val: the value; an s64 if @is_signed
 * @is_signed: the value is signed
 *
 * Does the same as hist_wide_add() and hist_wide_add_square(). All calls are in tail position, so
 * the compiler saves no registers.
 *
 * Context: any, with preemption off.
 */
static __always_inline void hist_wide_add_both(struct tracing_map *map, int elt,
					       struct tracing_map_own own, unsigned int word,
					       u64 val, bool is_signed)
{
	u64 magnitude = is_signed && (s64)val < 0 ? -val : val;
	bool full;

	if (unlikely(magnitude >> (HIST_LIMB_BITS / 2))) {
		hist_wide_add_both_slow(map, elt, word, val, is_signed);
		return;
	}
	full = hist_limb_add(own, word, val);
	full |= hist_limb_add(own, word + HIST_SUM_LIMBS, magnitude * magnitude);
	if (unlikely(full))
		hist_wide_carry_both(map, elt, word);
}

#endif /* _TRACE_HIST_STATS_WIDE_H */
