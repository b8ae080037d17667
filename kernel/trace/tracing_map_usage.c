// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory and counters of a map, for a list of all maps.
 *
 * Process context. The callers serialize these functions with tracing_map_spare(),
 * tracing_map_drain() and evictions. Functions that read all elements may sleep.
 */

#include <linux/array_size.h>
#include <linux/bitops.h>
#include <linux/cpumask.h>

#include "tracing_map_evict.h"
#include "tracing_map_usage.h"
#include "tracing_map_yield.h"

/**
 * tracing_map_n_keys - Read the number of keys in a map
 * @map: the map
 *
 * Context: process context.
 * Return: the number of keys that were counted; an insert that is running may be missed.
 */
u32 tracing_map_n_keys(const struct tracing_map *map)
{
	return atomic_read(&map->keys->n_keys);
}

/* Return the number of elements that have memory: all, except in a map that grows. */
static size_t n_with_memory(const struct tracing_map *map)
{
	return READ_ONCE(map->keys->n_ready);
}

/* Return the bytes of the counting part of a half, without its pool. */
static size_t half_bytes(const struct tracing_map *half)
{
	size_t n_cpus = num_possible_cpus();
	size_t copy = n_with_memory(half) * half->n_words;
	size_t bytes = sizeof(*half) + n_cpus * sizeof(*half->cpu);

	if (half->seq)
		bytes += n_cpus * sizeof(*half->seq);
	if (half->shared_sums && !half->keys->grow)
		copy = half->copy_sums;
	return bytes + half->n_copies * copy * sizeof(u64);
}

/* Return the bytes of the part of a map that its halves share. */
static size_t keys_bytes(const struct tracing_map *map)
{
	size_t n_cpus = num_possible_cpus(), n = n_with_memory(map);
	size_t bytes = sizeof(*map->keys) + n_cpus * sizeof(*map->keys->context);

	bytes += ((size_t)map->slot_mask + 1) * sizeof(*map->slots);
	bytes += n * map->elt_words * sizeof(u64);
	if (map->n_vars)
		bytes += BITS_TO_LONGS(n * map->n_vars) * sizeof(long);
	if (map->keys->total)
		bytes += sizeof(*map->keys->total) + n * map->n_words * sizeof(u64);
	return bytes + tracing_map_evict_bytes(map);
}

/* Return the bytes of a map without its pool. */
static size_t map_bytes(const struct tracing_map *map)
{
	size_t bytes = keys_bytes(map);
	unsigned int k;

	for (k = 0; k < ARRAY_SIZE(map->keys->halves) && map->keys->halves[k]; k++)
		bytes += half_bytes(map->keys->halves[k]);
	return bytes;
}

/**
 * tracing_map_bytes - Compute the memory that a map has allocated
 * @map: the map
 *
 * Includes both halves, the total and the pool of buckets; not intervals that were taken, and not
 * what the allocators add.
 *
 * Context: process context.
 * Return: bytes.
 */
size_t tracing_map_bytes(const struct tracing_map *map)
{
	return map_bytes(map) + (map->pool ? map_bytes(map->pool) : 0);
}

/**
 * tracing_map_other_sum - Read a sum of the other element
 * @map: the map
 * @i: index of the sum
 *
 * As exact as tracing_map_sum().
 *
 * Context: process context.
 * Return: the sum; 0 if the map does not have the other element.
 */
u64 tracing_map_other_sum(const struct tracing_map *map, unsigned int i)
{
	return map->has_other ? tracing_map_sum(map, TRACING_MAP_OTHER, i) : 0;
}

/**
 * tracing_map_half_total - Read the total of a sum over all elements of a half
 * @half: the half
 * @i: index of the sum
 *
 * As tracing_map_total(), for one half.
 *
 * Context: may sleep.
 * Return: the total.
 */
u64 tracing_map_half_total(const struct tracing_map *half, unsigned int i)
{
	u32 elt, n_elts = tracing_map_n_allocated(half);
	u64 total = 0;

	for (elt = 0; elt < n_elts; elt++) {
		total += tracing_map_half_sum(half, elt, i);
		tracing_map_yield_at(elt);
	}
	return total;
}

/**
 * tracing_map_counts_total - Compute the total of a sum in a list of intervals
 * @map: the map that the intervals were taken from
 * @counts: the first interval, or NULL
 * @i: index of the sum
 *
 * Context: may sleep.
 * Return: the total over all elements and intervals.
 */
u64 tracing_map_counts_total(const struct tracing_map *map,
			     const struct tracing_map_counts *counts, unsigned int i)
{
	u64 total = 0;
	u32 elt;

	for (; counts; counts = counts->next) {
		for (elt = 0; elt < counts->n_elts; elt++) {
			total += counts->words[tracing_map_word(map, elt, i)];
			tracing_map_yield_at(elt);
		}
	}
	return total;
}
