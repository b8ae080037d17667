// SPDX-License-Identifier: GPL-2.0-only
/*
 * Variables of a map: exchange, fetch-max and fetch-min, and the two special values.
 *
 * "Variables" in tracing_map.h says how a variable is stored and what is atomic. Set, get and
 * fetch-clear are inline functions there.
 *
 * All functions run in any context. They take no lock, do not wait and do not allocate.
 */

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/types.h>

#include "tracing_map.h"

/**
 * tracing_map_var_encode - Encode one of the two special values of a variable (slow path)
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @word: 0 or 1, the value with the mask applied
 *
 * Stores the extra bit of the variable.
 *
 * Context: any.
 * Return: the word that the caller must store after that.
 */
u64 tracing_map_var_encode(struct tracing_map *map, int elt, unsigned int i, u64 word)
{
	assign_bit((unsigned long)elt * map->n_vars + i, map->var_low, word);
	return 1;
}

/**
 * tracing_map_var_decode - Decode one of the two special values of a variable (slow path)
 * @map: the map
 * @elt: the element
 * @i: index of the variable, whose word is 1
 *
 * Context: any.
 * Return: the value.
 */
u64 tracing_map_var_decode(const struct tracing_map *map, int elt, unsigned int i)
{
	return map->var_mask ^ test_bit((unsigned long)elt * map->n_vars + i, map->var_low);
}

/**
 * tracing_map_var_xchg - Exchange the value of a variable of an element
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @val: new value, any 64 bits
 *
 * Does not write if the variable has this value already.
 *
 * Context: any.
 * Return: true if the variable was unset or had another value. If @val is one of the two special
 * values, concurrent calls that set it may all return true.
 */
bool tracing_map_var_xchg(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	u64 was = val, word, old;

	/* Avoid an exclusive access to the cache line if the value is unchanged. */
	if (tracing_map_var_get(map, elt, i, &was) && was == val)
		return false;

	word = tracing_map_var_code(map, elt, i, val);
	/* Fully ordered; pairs with the acquire in tracing_map_var_get(). */
	old = atomic64_xchg(tracing_map_var_word(map, elt, i), word);
	/*
	 * Both special values have the word 1. If the word was 1 before the exchange, then the
	 * extra bit, written before, made the change: the variable was unset or had another value
	 * when this call read it first.
	 */
	return old != word || word == 1;
}

/*
 * Maximum number of tries of a fetch-max. A try fails if another call changes the variable in the
 * few instructions between the load and the cmpxchg.
 */
#define FETCH_MAX_TRIES	64

/*
 * Check whether the extra bit of a fetch-max took effect although its cmpxchg failed.
 *
 * Both special values have the word 1, and a fetch-max to one of them writes the extra bit before
 * it tries to exchange the word. The cmpxchg fails if another call, the winner, changed the word
 * after the fetch-max read it. If the winner stored the word 1 as well, it wrote its own bit
 * before that, and the later one of the two bits counts:
 *
 * - The winner's bit is the later one: the variable has the winner's value, and the fetch-max has
 *   to compare again.
 * - The bit of the fetch-max is the later one: the variable has the value of the fetch-max, which
 *   the winner does not know. Only the fetch-max can return true for it.
 *
 * The acquire pairs with the release of the winner's store of the word: a CPU that reads that
 * word reads the winner's bit or a later one. If the winner set the same value, both calls return
 * true: the two bits are equal, and which one is the later is unknown.
 */
static noinline bool extra_bit_took_effect(const struct tracing_map *map, int elt, unsigned int i,
					   u64 val)
{
	return atomic64_read_acquire(tracing_map_var_word(map, elt, i)) == 1 &&
	       tracing_map_var_decode(map, elt, i) == val;
}

/* Check whether @a is greater than @b. */
static bool is_above(u64 a, u64 b, bool is_signed)
{
	return is_signed ? (s64)a > (s64)b : a > b;
}

/* Fetch-max, or fetch-min if @is_min is true; see tracing_map_var_fetch_max(). */
static __always_inline bool fetch_extreme(struct tracing_map *map, int elt, unsigned int i,
					  u64 val, bool is_signed, bool is_min)
{
	atomic64_t *var = tracing_map_var_word(map, elt, i);
	int try;

	for (try = 0; try < FETCH_MAX_TRIES; try++) {
		/* Pairs with the release in set, exchange, fetch-max and fetch-min. */
		u64 word, old = atomic64_read_acquire(var);

		if (old) {
			u64 cur = tracing_map_var_value(map, elt, i, old);

			if (!(is_min ? is_above(cur, val, is_signed) :
				       is_above(val, cur, is_signed)))
				return false;
		}
		/* Encode again in each try: another call may have written the extra bit since. */
		word = tracing_map_var_code(map, elt, i, val);
		/* Fully ordered; pairs with the acquire in tracing_map_var_get(). */
		if (atomic64_cmpxchg(var, old, word) == old)
			return true;
		if (word == 1 && extra_bit_took_effect(map, elt, i, val))
			return true;
	}
	return false;
}

/**
 * tracing_map_var_fetch_max - Set a variable of an element to a larger value (fetch-max)
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @val: new value, if the variable is unset or has a smaller value
 * @is_signed: compare as s64; otherwise as u64
 *
 * Gives up if other calls changed the variable during each of %FETCH_MAX_TRIES tries. @val is
 * lost then, even if none of the other values was larger: the effect is the same as if @val had
 * been set before a larger value that was cleared or overwritten. The limit exists because each
 * loop in an event must be bounded. It is not expected to be reached: it would take a lost race
 * per try, each within a few instructions.
 *
 * Context: any.
 * Return: true if this call set the variable. If @val is one of the two special values,
 * concurrent calls that set it may all return true.
 */
bool tracing_map_var_fetch_max(struct tracing_map *map, int elt, unsigned int i, u64 val,
			       bool is_signed)
{
	return fetch_extreme(map, elt, i, val, is_signed, false);
}

/**
 * tracing_map_var_fetch_min - Set a variable of an element to a smaller value (fetch-min)
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @val: new value, if the variable is unset or has a larger value
 * @is_signed: compare as s64; otherwise as u64
 *
 * The mirror image of tracing_map_var_fetch_max(), with the same limit.
 *
 * Context: any.
 * Return: true if this call set the variable. If @val is one of the two special values,
 * concurrent calls that set it may all return true.
 */
bool tracing_map_var_fetch_min(struct tracing_map *map, int elt, unsigned int i, u64 val,
			       bool is_signed)
{
	return fetch_extreme(map, elt, i, val, is_signed, true);
}
