/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Eviction: the state of a map that evicts elements. Private to tracing_map_evict.c,
 * tracing_map_eviction.c and tracing_map_evict_counts.c, see tracing_map_evict.h.
 */
#ifndef _TRACING_MAP_EVICT_STATE_H
#define _TRACING_MAP_EVICT_STATE_H

#include <linux/irq_work.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/overflow.h>

#include "tracing_map_evict.h"

/* Maximum number of classes of hashes. */
#define TRACING_MAP_CLASSES_MAX		4096U

/**
 * struct tracing_map_bound - Bound of a class of hashes
 *
 * "Eviction" in tracing_map.h says what it means. The bound is the sum of both members.
 */
struct tracing_map_bound {
	/** @direct: Number of inserts that returned the other element. Atomic. */
	atomic64_t direct;
	/**
	 * @evicted: Maximum of sum 0 plus error minus @direct at the time of the choice, over all
	 * elements that were evicted and whose keys are in the class. Events do not access it. The
	 * users of the map serialize evictions, which write it, with tracing_map_evict_error(),
	 * which reads it, so plain accesses of 64 bits are safe on all machines.
	 */
	u64 evicted;
};

/**
 * struct tracing_map_age - What one eviction keeps for the next about an element
 */
struct tracing_map_age {
	/** @error: Error of the element, if &tracing_map_evict.known has it. */
	u64 error;
	/** @evicted: Number of the last eviction that has evicted the element, 0 without one. */
	u64 evicted;
};

/**
 * struct tracing_map_evict - State of the evictions of a map
 *
 * Owned by &struct tracing_map_keys. The users of the map serialize all accesses, except for the
 * members that are atomic or constant, and for @free, which inserts read while the map is open.
 */
struct tracing_map_evict {
	/** @cfg: Configuration. Constant. */
	struct tracing_map_evict_config cfg;
	/** @irq_work: Queues &tracing_map_evict_config.work, because inserts run in any context. */
	struct irq_work irq_work;
	/** @kicked: 1 from the time when an insert queues @irq_work until it may do so again. */
	atomic_t kicked;
	/** @n_free: Number of elements in @free that no insert has taken; may be negative. */
	atomic_t n_free;
	/** @free: Free elements. The last ones are taken first. Changed while the map is closed. */
	u32 *free;
	/** @bounds: Bound of each class. The pointer is constant. */
	struct tracing_map_bound *bounds;
	/** @class_shift: Right shift that reduces a hash to the index of its class. Constant. */
	u32 class_shift;
	/** @ages: State of each element; NULL before the first eviction. */
	struct tracing_map_age *ages;
	/** @known: Elements whose error is stored in @ages; NULL before the first eviction. */
	unsigned long *known;
	/** @number: Number of evictions that have evicted an element. */
	u64 number;
	/** @n_evicted: Number of elements that were evicted since the map was cleared. */
	u64 n_evicted;
};

/* Add two counts of events. The result is below U64_MAX, see &tracing_map_eviction.ranks. */
static inline u64 tracing_map_add_limited(u64 a, u64 b)
{
	u64 sum;

	return check_add_overflow(a, b, &sum) ? U64_MAX - 1 : min(sum, U64_MAX - 1);
}

/* Return the bound of the class of a hash. */
static inline struct tracing_map_bound *
tracing_map_bound_of_hash(const struct tracing_map_evict *evict, u64 hash)
{
	return &evict->bounds[hash >> evict->class_shift];
}

/* Return the bound of the class of the key of an element. */
static inline struct tracing_map_bound *tracing_map_bound_of(const struct tracing_map *map, u32 elt)
{
	u64 hash = tracing_map_hash(map, tracing_map_elt(map, elt), map->key_words);

	return tracing_map_bound_of_hash(map->keys->evict, hash);
}

/* Test whether an eviction with a number above @number has evicted an element. */
static inline bool tracing_map_evicted_since(const struct tracing_map_evict *evict, u32 elt,
					     u64 number)
{
	return evict->ages[elt].evicted > number;
}

/* In tracing_map_evict_counts.c */
void tracing_map_evict_move(struct tracing_map *half, const unsigned long *victims, u64 *words);
void tracing_map_evict_fold(struct tracing_map *map, struct tracing_map_counts *counts,
			    struct tracing_map_counts *buckets);

#endif /* _TRACING_MAP_EVICT_STATE_H */
