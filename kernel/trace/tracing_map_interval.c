// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intervals of a map: exchange its halves and take the counts of one of them.
 *
 * Process context; all functions may sleep. tracing_map_interval.h has the protocol.
 */

#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "tracing_map_evict.h"
#include "tracing_map_yield.h"

/**
 * tracing_map_counts_free - Free a list of counts
 * @counts: the first one, or NULL, or an ERR_PTR() of tracing_map_drain()
 *
 * Context: process context, may sleep.
 */
void tracing_map_counts_free(struct tracing_map_counts *counts)
{
	struct tracing_map_counts *next;

	if (IS_ERR(counts))
		return;
	for (; counts; counts = next) {
		next = counts->next;
		tracing_map_counts_free(counts->buckets);
		kvfree(counts->words);
		kfree(counts);
	}
}

/**
 * tracing_map_total_free - Free the total of a map, with that of its pool if it has one
 * @map: the map
 * @total: the total, or NULL
 *
 * Context: process context, may sleep.
 */
void tracing_map_total_free(const struct tracing_map *map, struct tracing_map_counts *total)
{
	if (!total)
		return;
	tracing_map_free_words(map, total->words);
	total->words = NULL;
	tracing_map_counts_free(total);
}

/* Create counts that are 0, for the first @n_elts elements. Return: NULL without memory. */
static struct tracing_map_counts *create_counts(const struct tracing_map *map, u32 n_elts)
{
	struct tracing_map_counts *counts = kzalloc(sizeof(*counts), TRACING_MAP_GFP);

	if (!counts)
		return NULL;
	counts->n_elts = n_elts;
	counts->evictions = tracing_map_evict_number(map);
	counts->words = kvcalloc((size_t)counts->n_elts * map->n_words, sizeof(u64),
				 TRACING_MAP_GFP);
	if (!counts->words) {
		kfree(counts);
		return NULL;
	}
	return counts;
}

/* Create a total that is 0, for all elements. Return: NULL without memory. */
static struct tracing_map_counts *create_total(const struct tracing_map *map)
{
	struct tracing_map_counts *total = kzalloc(sizeof(*total), TRACING_MAP_GFP);

	if (!total)
		return NULL;
	total->n_elts = map->n_elts;
	total->evictions = tracing_map_evict_number(map);
	/* A map without sums needs no words, but a pointer. */
	total->words = tracing_map_alloc_words(map, max(map->n_words, 1U), NUMA_NO_NODE);
	if (!total->words) {
		kfree(total);
		return NULL;
	}
	return total;
}

/* Create counts of a map and its pool. Return: NULL without memory. */
static struct tracing_map_counts *create_all_counts(const struct tracing_map *map)
{
	struct tracing_map_counts *counts = create_counts(map, tracing_map_n_allocated(map));
	const struct tracing_map *pool = map->pool;

	if (!counts || !pool)
		return counts;
	/* An eviction may move counts to buckets that are not allocated yet. */
	counts->buckets = create_counts(pool, map->keys->evict ? pool->n_elts :
								 tracing_map_n_allocated(pool));
	if (!counts->buckets) {
		tracing_map_counts_free(counts);
		return NULL;
	}
	return counts;
}

/* Create the total of a map and of its pool. Return: NULL without memory. */
static struct tracing_map_counts *create_all_totals(const struct tracing_map *map)
{
	struct tracing_map_counts *total = create_total(map);

	if (!total || !map->pool)
		return total;
	total->buckets = create_total(map->pool);
	if (!total->buckets) {
		tracing_map_total_free(map, total);
		return NULL;
	}
	return total;
}

/* Create the total and the second half. Return: the half, or ERR_PTR(-ENOMEM). */
static struct tracing_map *create_spare(struct tracing_map *map)
{
	struct tracing_map_keys *keys = map->keys;
	struct tracing_map_counts *total;
	struct tracing_map *half;

	total = create_all_totals(map);
	if (!total)
		return ERR_PTR(-ENOMEM);
	half = tracing_map_create_half(map);
	if (IS_ERR(half)) {
		tracing_map_total_free(map, total);
		return half;
	}
	if (map->pool) {
		map->pool->keys->halves[1] = half->pool;
		/* The total of the pool belongs to its keys, as that of the map. */
		map->pool->keys->total = total->buckets;
		total->buckets = NULL;
	}
	keys->halves[1] = half;
	keys->total = total;
	return half;
}

/**
 * tracing_map_spare - Get the unused half of a map, and create it at the first call
 * @map: the half that events use; the other one has been drained
 *
 * The first call allocates the other half and the total, about as much memory as the sums of the
 * map. It is charged to the memory cgroup of the creator of the map.
 *
 * Context: process context, may sleep.
 * Return: the other half, or ERR_PTR(-ENOMEM).
 */
struct tracing_map *tracing_map_spare(struct tracing_map *map)
{
	struct tracing_map_keys *keys = map->keys;
	struct tracing_map *half;
	struct mem_cgroup *old;

	if (keys->total)
		return keys->halves[keys->halves[0] == map];

	old = set_active_memcg(keys->memcg);
	half = create_spare(map);
	set_active_memcg(old);
	return half;
}

/* Add to the last digit of a sum: it stays at its limit instead of wrapping around. */
static u64 add_last_digit(u64 a, u64 b)
{
	s64 sum;

	if (check_add_overflow((s64)a, (s64)b, &sum))
		sum = (s64)a < 0 ? S64_MIN : S64_MAX;
	return sum;
}

/* Add to all but the last digit of a sum. Return: the carry, which may be negative. */
static s64 add_digit(u64 *digit, u64 val)
{
	s64 sum = *digit + val;

	*digit = sum & GENMASK_ULL(TRACING_MAP_DIGIT_BITS - 1, 0);
	return sum >> TRACING_MAP_DIGIT_BITS;
}

/* Combine the words of an element, see tracing_map_combine_words(). */
static __always_inline void combine_words(const struct tracing_map *map, u64 *to, const u64 *from)
{
	const unsigned long *carries = map->keys->carries;
	bool is_digit = false;
	s64 carry = 0;
	u32 i;

	for (i = 0; i < map->n_sums; i++) {
		u64 val = from[i] + carry;

		carry = 0;
		if (test_bit(i, carries)) {
			carry = add_digit(&to[i], val);
			is_digit = true;
		} else {
			to[i] = is_digit ? add_last_digit(to[i], val) : to[i] + val;
			is_digit = false;
		}
	}
	for (; i < map->n_words; i++)
		to[i] = max(to[i], from[i]);
}

/**
 * tracing_map_combine_words - Combine the words of an element
 * @map: the map
 * @to: words to add to; the digits of its sums are normalized
 * @from: words to add
 *
 * Adds sums, with their carries, and keeps the larger maxima.
 *
 * Context: any.
 */
void tracing_map_combine_words(const struct tracing_map *map, u64 *to, const u64 *from)
{
	combine_words(map, to, from);
}

/* Add @from to @to, which has at least as many elements, without their buckets. */
static void add_counts(const struct tracing_map *map, struct tracing_map_counts *to,
		       const struct tracing_map_counts *from)
{
	unsigned int reason;
	u32 elt;

	for (elt = 0; elt < from->n_elts; elt++) {
		unsigned long pos = tracing_map_word(map, elt, 0);

		combine_words(map, &to->words[pos], &from->words[pos]);
		tracing_map_yield_at(elt);
	}
	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
		to->dropped[reason] += from->dropped[reason];
}

/* Combine @words with the words of an element in one copy of a half. */
static void read_copy(const struct tracing_map *half, u32 copy, u32 elt, u64 *words)
{
	unsigned long pos = tracing_map_word(half, elt, 0);
	u32 i;

	for (i = 0; i < half->n_words; i++, pos++) {
		u64 word = half->shared_sums ?
			   atomic64_read(&half->shared_sums[(size_t)copy * half->copy_sums + pos]) :
			   local64_read(&per_cpu_ptr(half->cpu, copy)->sums[pos]);

		words[i] = i < half->n_sums ? words[i] + word : max(words[i], word);
	}
}

/* Combine all elements of @counts with those of one copy. */
static void read_copies_of(const struct tracing_map *half, u32 copy,
			   struct tracing_map_counts *counts)
{
	u32 elt;

	for (elt = 0; elt < counts->n_elts; elt++) {
		read_copy(half, copy, elt, &counts->words[tracing_map_word(half, elt, 0)]);
		tracing_map_yield_at(elt);
	}
}

/* Read the counts of a half, without its pool. */
static void read_half(const struct tracing_map *half, struct tracing_map_counts *counts)
{
	unsigned int reason;
	u32 copy;
	int cpu;

	if (half->shared_sums) {
		for (copy = 0; copy < half->n_copies; copy++)
			read_copies_of(half, copy, counts);
	} else if (half->n_copies) {
		for_each_possible_cpu(cpu)
			read_copies_of(half, cpu, counts);
	}
	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
		counts->dropped[reason] = tracing_map_half_dropped(half, reason);
}

/* Move the counts of a half to @counts, which is 0, and to the total, without its pool. */
static void drain_half(struct tracing_map *half, struct tracing_map_counts *counts)
{
	read_half(half, counts);
	add_counts(half, half->keys->total, counts);
	tracing_map_clear_half(half, counts->n_elts);
}

/**
 * tracing_map_counts_for - Allocate memory for the counts of a half
 * @half: a half that no event uses
 *
 * Context: process context, may sleep.
 * Return: counts that are 0, for tracing_map_drain_to(); NULL without memory.
 */
struct tracing_map_counts *tracing_map_counts_for(const struct tracing_map *half)
{
	struct tracing_map_counts *counts;
	struct mem_cgroup *old;

	might_sleep();

	old = set_active_memcg(half->keys->memcg);
	counts = create_all_counts(half);
	set_active_memcg(old);
	return counts;
}

/**
 * tracing_map_drain_to - Move the counts of a half to memory that the caller has allocated
 * @half: a half of a map with a spare, see tracing_map_spare(), that no event uses
 * @counts: result of tracing_map_counts_for(@half), called when no event used @half any more
 * @pending: list of earlier intervals to be merged into this one, or NULL
 *
 * Adds the counts to the total of the map and sets the half to 0. A reader of the map at the same
 * time would miss them or read them twice. Afterwards, @counts has the counts of @half and of
 * @pending.
 *
 * Context: process context, may sleep.
 */
void tracing_map_drain_to(struct tracing_map *half, struct tracing_map_counts *counts,
			  const struct tracing_map_counts *pending)
{
	might_sleep();

	drain_half(half, counts);
	if (half->pool)
		drain_half(half->pool, counts->buckets);
	for (; pending; pending = pending->next) {
		add_counts(half, counts, pending);
		if (half->pool)
			add_counts(half->pool, counts->buckets, pending->buckets);
	}
}

/**
 * tracing_map_drain - Take the counts of a half
 * @half: as for tracing_map_drain_to()
 * @pending: as for tracing_map_drain_to()
 *
 * Context: process context, may sleep.
 * Return: the counts of @half and of @pending, to be freed with tracing_map_counts_free(); or
 * ERR_PTR(-ENOMEM), with nothing changed.
 */
struct tracing_map_counts *tracing_map_drain(struct tracing_map *half,
					     const struct tracing_map_counts *pending)
{
	struct tracing_map_counts *counts = tracing_map_counts_for(half);

	if (!counts)
		return ERR_PTR(-ENOMEM);
	tracing_map_drain_to(half, counts, pending);
	return counts;
}

/**
 * tracing_map_has_counts - Test whether a half has counted or dropped an event
 * @half: the half
 *
 * Looks at sum 0 of each element, which the caller increments for each event. An event that is
 * running may be missed.
 *
 * Context: process context, may sleep.
 * Return: true if so.
 */
bool tracing_map_has_counts(const struct tracing_map *half)
{
	u32 elt, n_elts = tracing_map_n_allocated(half);
	unsigned int reason;

	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
		if (tracing_map_half_dropped(half, reason))
			return true;
	for (elt = 0; elt < n_elts; elt++) {
		if (tracing_map_half_sum(half, elt, 0))
			return true;
		tracing_map_yield_at(elt);
	}
	return false;
}
