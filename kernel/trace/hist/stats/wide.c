// SPDX-License-Identifier: GPL-2.0
/*
 * Wide sums, slow paths: additions that change several limbs. wide.h describes the algorithm.
 *
 * Any context, NMI included, with preemption off. No locks, and no loops.
 */
#include <linux/math64.h>

#include "wide.h"

#define LIMB_MASK	GENMASK_ULL(HIST_LIMB_BITS - 1, 0)

/* Limb 2 of a sum of squares at which the total exceeds 2^128, and twice as much. */
#define SATURATED	BIT_ULL(128 - 2 * HIST_LIMB_BITS + 1)

/* Move all complete units of a limb to the next one. */
static void carry(struct tracing_map *map, int elt, unsigned int word)
{
	u64 limb = tracing_map_take(map, elt, word);

	tracing_map_add(map, elt, word + 1, (s64)limb >> HIST_LIMB_BITS);
	tracing_map_add(map, elt, word, limb & LIMB_MASK);
}

/* Add to a limb, and move units to the next limb if it becomes full. */
static void add_and_carry(struct tracing_map *map, int elt, unsigned int word, u64 val)
{
	if (hist_limb_add(tracing_map_own_words(map, elt), word, val))
		carry(map, elt, word);
}

/* Carry from limb 1 to limb 2 of a sum of squares, if limb 1 is full. */
static void carry_to_top(struct tracing_map *map, int elt, unsigned int word)
{
	if (hist_limb_is_full(tracing_map_read_own(map, elt, word + 1)))
		carry(map, elt, word + 1);
}

/**
 * hist_wide_carry - carry from limb 0 of a sum of values
 * @map: the map
 * @elt: the element
 * @word: index of the sum's first limb
 *
 * Context: any, with preemption off.
 */
noinline void hist_wide_carry(struct tracing_map *map, int elt, unsigned int word)
{
	tracing_map_words_begin(map, elt);
	carry(map, elt, word);
	tracing_map_words_end(map, elt);
}

/**
 * hist_wide_carry_squares - carry from limb 0 of a sum of squares
 * @map: the map
 * @elt: the element
 * @word: index of the sum's first limb
 *
 * Context: any, with preemption off.
 */
noinline void hist_wide_carry_squares(struct tracing_map *map, int elt, unsigned int word)
{
	tracing_map_words_begin(map, elt);
	carry(map, elt, word);
	carry_to_top(map, elt, word);
	tracing_map_words_end(map, elt);
}

/**
 * hist_wide_add_large - add a value of more than 44 bits to a wide sum
 * @map: the map
 * @elt: the element
 * @word: index of the sum's first limb
 * @val: the value; an s64 if @is_signed
 * @is_signed: the value is signed
 *
 * Context: any, with preemption off.
 */
noinline void hist_wide_add_large(struct tracing_map *map, int elt, unsigned int word, u64 val,
				  bool is_signed)
{
	u64 high = is_signed ? (u64)((s64)val >> HIST_LIMB_BITS) : val >> HIST_LIMB_BITS;

	tracing_map_words_begin(map, elt);
	tracing_map_add(map, elt, word + 1, high);
	add_and_carry(map, elt, word, val & LIMB_MASK);
	tracing_map_words_end(map, elt);
}

/**
 * hist_wide_add_large_square - add a square of more than 44 bits to a wide sum
 * @map: the map
 * @elt: the element
 * @word: index of the sum's first limb
 * @val: magnitude of the value to square
 *
 * Context: any, with preemption off.
 */
noinline void hist_wide_add_large_square(struct tracing_map *map, int elt, unsigned int word,
					 u64 val)
{
	u64 middle = mul_u64_u64_shr(val, val, HIST_LIMB_BITS) & LIMB_MASK;
	u64 top = mul_u64_u64_shr(val, val, 2 * HIST_LIMB_BITS);

	tracing_map_words_begin(map, elt);
	if (top && tracing_map_read_own(map, elt, word + 2) < SATURATED)
		tracing_map_add(map, elt, word + 2, top);
	tracing_map_add(map, elt, word + 1, middle);
	add_and_carry(map, elt, word, val * val & LIMB_MASK);
	carry_to_top(map, elt, word);
	tracing_map_words_end(map, elt);
}

/**
 * hist_wide_add_both_slow - add a value of any size and its square to two wide sums
 * @map: the map
 * @elt: the element
 * @word: index of the sum's first limb; the limbs of the sum of squares follow
 * @val: the value; an s64 if @is_signed
 * @is_signed: the value is signed
 *
 * Context: any, with preemption off.
 */
noinline void hist_wide_add_both_slow(struct tracing_map *map, int elt, unsigned int word,
				      u64 val, bool is_signed)
{
	const struct tracing_map_own own = tracing_map_own_words(map, elt);

	hist_wide_add(map, elt, own, word, val, is_signed);
	hist_wide_add_square(map, elt, own, word + HIST_SUM_LIMBS, val, is_signed);
}

/**
 * hist_wide_carry_both - carry from limb 0 of a sum of values, of a sum of squares, or of both
 * @map: the map
 * @elt: the element
 * @word: index of the sum's first limb; the limbs of the sum of squares follow
 *
 * Another event may have carried them since they were found to be full.
 *
 * Context: any, with preemption off.
 */
noinline void hist_wide_carry_both(struct tracing_map *map, int elt, unsigned int word)
{
	unsigned int squares_word = word + HIST_SUM_LIMBS;

	if (hist_limb_is_full(tracing_map_read_own(map, elt, word)))
		hist_wide_carry(map, elt, word);
	if (hist_limb_is_full(tracing_map_read_own(map, elt, squares_word)))
		hist_wide_carry_squares(map, elt, squares_word);
}
