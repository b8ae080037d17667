// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copy the buckets of a map, grouped by element, for readers.
 *
 * Process context; the functions may sleep. They do not stop the writers. The caller ensures that
 * the map is not cleared or destroyed while it is copied.
 */

#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracing_map_interval.h"
#include "tracing_map_snapshot.h"
#include "tracing_map_yield.h"

/* Add the counts of the first @n buckets in a CPU's own copy to @counts. */
static void add_own_counts(u64 *counts, const local64_t *from, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		counts[i] += local64_read(&from[i]);
		tracing_map_yield_at(i);
	}
}

/* Add the counts of the first @n buckets in one shared copy to @counts. */
static void add_shared_counts(u64 *counts, const struct tracing_map *pool, u32 copy, u32 n)
{
	const atomic64_t *from = &pool->shared_sums[(size_t)copy * pool->copy_sums];
	u32 i;

	for (i = 0; i < n; i++) {
		counts[i] += atomic64_read(&from[i]);
		tracing_map_yield_at(i);
	}
}

/* Add the counts of the first @n buckets in all copies of a half of the pool to @counts. */
static void add_counts_of_half(u64 *counts, const struct tracing_map *half, u32 n)
{
	u32 copy;
	int cpu;

	if (half->shared_sums) {
		for (copy = 0; copy < half->n_copies; copy++)
			add_shared_counts(counts, half, copy, n);
	} else {
		for_each_possible_cpu(cpu)
			add_own_counts(counts, per_cpu_ptr(half->cpu, cpu)->sums, n);
	}
}

/*
 * Read the count of each of the first @n buckets in the pool of a map to @counts: that in an
 * interval of the map; or, if @interval is NULL, that since the map was created.
 */
static void read_counts(const struct tracing_map *pool, const struct tracing_map_counts *interval,
			u64 *counts, u32 n)
{
	const struct tracing_map_keys *keys = pool->keys;
	/* An interval in which nothing was counted has no counts of buckets. */
	const struct tracing_map_counts *taken = interval ? interval->buckets : keys->total;
	u32 i;

	memset(counts, 0, n * sizeof(*counts));
	for (i = 0; !interval && i < ARRAY_SIZE(keys->halves) && keys->halves[i]; i++)
		add_counts_of_half(counts, keys->halves[i], n);
	for (i = 0; taken && i < min(n, taken->n_elts); i++) {
		counts[i] += taken->words[i];
		tracing_map_yield_at(i);
	}
}

/*
 * Return the element of bucket @i, or U64_MAX if the bucket has not counted: an insert may still be
 * writing its key. An element of the pool is its key alone, one word.
 */
static u64 element_of_bucket(const struct tracing_map *pool, const u64 *counts, u32 i)
{
	const u64 *keys = pool->elts;

	return counts[i] ? keys[i] >> TRACING_MAP_BUCKET_ID_BITS : U64_MAX;
}

/* Count the buckets in use of each element: the number of element i is in first[i + 1]. */
static void count_buckets(const struct tracing_map *pool, struct tracing_map_buckets *buckets,
			  const u64 *counts, u32 n)
{
	u32 *n_of_elt = &buckets->first[1];
	u32 i, n_elts = buckets->n_elts;

	for (i = 0; i < n; i++) {
		u64 elt = element_of_bucket(pool, counts, i);

		if (elt < n_elts)
			n_of_elt[elt]++;
		tracing_map_yield_at(i);
	}
}

/*
 * Put the buckets in use at their places: first[i + 1], the number of the buckets of element i,
 * becomes the place where the next bucket of the element goes, and in the end the place behind its
 * last one.
 */
static void place_buckets(const struct tracing_map *pool, struct tracing_map_buckets *buckets,
			  const u64 *counts, u32 n)
{
	struct tracing_map_bucket *to = buckets->buckets;
	u32 *next = &buckets->first[1];
	u32 i, place = 0, n_elts = buckets->n_elts;
	const u64 *keys = pool->elts;

	for (i = 0; i < n_elts; i++) {
		u32 n_of_elt = next[i];

		next[i] = place;
		place += n_of_elt;
		tracing_map_yield_at(i);
	}
	for (i = 0; i < n; i++) {
		u64 elt = element_of_bucket(pool, counts, i);

		if (elt < n_elts)
			to[next[elt]++] = (struct tracing_map_bucket){
				.count = counts[i],
				.id = keys[i] & (BIT(TRACING_MAP_BUCKET_ID_BITS) - 1),
			};
		tracing_map_yield_at(i);
	}
}

/* Copy the buckets of @map in an interval, or all of them if @interval is NULL. */
static struct tracing_map_buckets *copy_buckets(const struct tracing_map *map,
						const struct tracing_map_counts *interval)
{
	const struct tracing_map *pool = map->pool;
	u32 n = tracing_map_n_allocated(pool);
	struct tracing_map_buckets *buckets;
	u64 *counts;

	might_sleep();

	buckets = kzalloc(sizeof(*buckets), TRACING_MAP_GFP);
	if (!buckets)
		return ERR_PTR(-ENOMEM);
	buckets->n_elts = tracing_map_n_allocated(map);
	buckets->first = kvcalloc(buckets->n_elts + 1, sizeof(*buckets->first), TRACING_MAP_GFP);
	buckets->buckets = kvmalloc_array(n, sizeof(*buckets->buckets), TRACING_MAP_GFP);
	counts = kvmalloc_array(n, sizeof(*counts), TRACING_MAP_GFP);
	if (!buckets->first || !buckets->buckets || !counts) {
		kvfree(counts);
		tracing_map_buckets_free(buckets);
		return ERR_PTR(-ENOMEM);
	}

	read_counts(pool, interval, counts, n);
	/*
	 * A bucket counts after its key was written. On the CPU that wrote the key, pairs with the
	 * smp_wmb() in tracing_map_count_new(). Another CPU has found the bucket by an acquire of
	 * its slot. LKMM does not say that this orders the key before the count of that CPU, but
	 * the acquire does so on all architectures of Linux.
	 */
	smp_rmb();
	count_buckets(pool, buckets, counts, n);
	place_buckets(pool, buckets, counts, n);
	kvfree(counts);
	return buckets;
}

/**
 * tracing_map_buckets_copy - Copy the buckets of a map
 * @map: a map with a pool
 *
 * Groups the buckets by element with a counting sort: two passes over the buckets in use, and one
 * over the elements.
 *
 * Writers are not stopped. The copy has all buckets that were counted before this call, and
 * possibly some that were counted since. A caller that copies the rows first finds at least the
 * buckets of these rows.
 *
 * Context: process context, may sleep. The caller ensures that the map is not cleared or
 * destroyed.
 * Return: the copy, to be freed with tracing_map_buckets_free(); or ERR_PTR(-ENOMEM).
 */
struct tracing_map_buckets *tracing_map_buckets_copy(const struct tracing_map *map)
{
	return copy_buckets(map, NULL);
}

/**
 * tracing_map_buckets_of_counts - Copy the buckets of an interval
 * @map: a map with a pool
 * @counts: counts of the map in the interval
 *
 * Context: as tracing_map_buckets_copy().
 * Return: as tracing_map_buckets_copy().
 */
struct tracing_map_buckets *
tracing_map_buckets_of_counts(const struct tracing_map *map,
			      const struct tracing_map_counts *counts)
{
	return copy_buckets(map, counts);
}

/**
 * tracing_map_buckets_free - Free a copy of the buckets of a map
 * @buckets: the copy, or NULL, or an ERR_PTR() of tracing_map_buckets_copy()
 *
 * Context: process context, may sleep.
 */
void tracing_map_buckets_free(struct tracing_map_buckets *buckets)
{
	if (IS_ERR_OR_NULL(buckets))
		return;
	kvfree(buckets->first);
	kvfree(buckets->buckets);
	kfree(buckets);
}
