// SPDX-License-Identifier: GPL-2.0-only
/*
 * Eviction: what inserts and readers call, and the creation of its state.
 *
 * tracing_map_evict.h describes evictions and has the other files, "Eviction" in tracing_map.h the
 * argument. The functions that inserts call run in any context. All other functions run in process
 * context; the users of the map serialize them.
 */

#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/container_of.h>
#include <linux/errno.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "tracing_map_evict_state.h"

/**
 * tracing_map_evict_take_free - Take a free element
 * @evict: state of the evictions of a map
 *
 * The free elements were stored before the map was opened, which pairs with the acquire of @n_keys
 * by the insert.
 *
 * Context: any, during an insert that has found the map open.
 * Return: the element, or -ENOENT if none is free.
 */
int tracing_map_evict_take_free(struct tracing_map_evict *evict)
{
	int n;

	if (atomic_read(&evict->n_free) <= 0)
		return -ENOENT;
	n = atomic_dec_return_relaxed(&evict->n_free);
	return n >= 0 ? (int)evict->free[n] : -ENOENT;
}

/**
 * tracing_map_evict_kick - Queue the work item that evicts elements
 * @evict: state of the evictions of a map
 *
 * Does nothing from the first call until tracing_map_evict_rearm().
 *
 * Context: any.
 */
void tracing_map_evict_kick(struct tracing_map_evict *evict)
{
	/*
	 * The increment of @n_keys by a new key is before this read of @kicked. Pairs with the
	 * exchange in tracing_map_evict_rearm().
	 */
	smp_mb();
	if (!atomic_read(&evict->kicked) && !atomic_xchg(&evict->kicked, 1))
		irq_work_queue(&evict->irq_work);
}

/**
 * tracing_map_evict_direct - Count an insert that returns the other element in a bound
 * @evict: state of the evictions of a map
 * @hash: hash of the key
 * @reason: why the insert found no room
 *
 * Context: any, with preemption off.
 */
void tracing_map_evict_direct(struct tracing_map_evict *evict, u64 hash,
			      enum tracing_map_drop_reason reason)
{
	atomic64_inc(&tracing_map_bound_of_hash(evict, hash)->direct);
	if (reason == TRACING_MAP_DROP_FULL)
		tracing_map_evict_kick(evict);
}

static void queue_evict_work(struct irq_work *irq_work)
{
	struct tracing_map_evict *evict;

	evict = container_of(irq_work, struct tracing_map_evict, irq_work);
	mod_delayed_work(system_unbound_wq, evict->cfg.work, 0);
}

/* Return the number of classes of a map, a power of two. */
static u32 n_classes(const struct tracing_map *map)
{
	return min(map->size, TRACING_MAP_CLASSES_MAX);
}

/**
 * tracing_map_evict_create - Prepare a map for evictions
 * @map: first half of a map that is being created
 * @cfg: configuration; copied
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int tracing_map_evict_create(struct tracing_map *map, const struct tracing_map_evict_config *cfg)
{
	struct tracing_map_evict *evict = kzalloc(sizeof(*evict), TRACING_MAP_GFP);

	if (!evict)
		return -ENOMEM;
	evict->bounds = kvcalloc(n_classes(map), sizeof(*evict->bounds), TRACING_MAP_GFP);
	if (!evict->bounds) {
		kfree(evict);
		return -ENOMEM;
	}
	evict->class_shift = 64 - ilog2(n_classes(map));
	evict->cfg = *cfg;
	init_irq_work(&evict->irq_work, queue_evict_work);
	map->keys->evict_at = TRACING_MAP_EVICT_AT(map->size) - 1;
	map->keys->fast_slots = 0;
	map->keys->evict = evict;
	return 0;
}

/**
 * tracing_map_evict_destroy - Free what evictions of a map have allocated
 * @map: a map that no event uses
 *
 * The work item may still be queued. It does not find the map any more.
 *
 * Context: process context, may sleep.
 */
void tracing_map_evict_destroy(struct tracing_map *map)
{
	struct tracing_map_evict *evict = map->keys->evict;

	if (!evict)
		return;
	irq_work_sync(&evict->irq_work);
	tracing_map_free_words(map, evict->ages);
	kvfree(evict->known);
	kvfree(evict->bounds);
	kvfree(evict->free);
	kfree(evict);
}

/**
 * tracing_map_evict_clear - Reset the state of evictions, because a map is cleared
 * @map: a map that no event uses
 *
 * Context: process context.
 */
void tracing_map_evict_clear(struct tracing_map *map)
{
	struct tracing_map_evict *evict = map->keys->evict;

	if (!evict)
		return;
	atomic_set(&evict->n_free, 0);
	memset(evict->bounds, 0, n_classes(map) * sizeof(*evict->bounds));
	evict->n_evicted = 0;
	/* &tracing_map_age.evicted need not change: no interval is older than the clear. */
	if (evict->known)
		bitmap_zero(evict->known, map->n_elts);
}

static bool is_nearly_full(const struct tracing_map *map)
{
	return atomic_read(&map->keys->n_keys) > map->keys->evict_at;
}

/**
 * tracing_map_evict_rearm - Let inserts queue the work again
 * @map: a map that evicts elements, not during an eviction
 *
 * Context: process context.
 * Return: true if the map is nearly full again; the caller queues the work.
 */
bool tracing_map_evict_rearm(struct tracing_map *map)
{
	struct tracing_map_evict *evict = map->keys->evict;

	/*
	 * Fully ordered, as tracing_map_evict_kick(): either the test below sees the new
	 * key, or its insert kicks.
	 */
	atomic_xchg(&evict->kicked, 0);
	return is_nearly_full(map) && !atomic_xchg(&evict->kicked, 1);
}

/**
 * tracing_map_evict_wanted - Test whether a map waits for an eviction, and rearm it if not
 * @map: the map
 *
 * An insert that found the map closed may queue the work after the eviction, when the map is not
 * nearly full any more. Such a map does not wait: inserts may queue the work again.
 *
 * Context: process context, not during an eviction.
 * Return: true if so.
 */
bool tracing_map_evict_wanted(struct tracing_map *map)
{
	const struct tracing_map_evict *evict = map->keys->evict;

	if (!evict || !atomic_read(&evict->kicked))
		return false;
	return is_nearly_full(map) || tracing_map_evict_rearm(map);
}

/**
 * tracing_map_evict_number - Get the number of evictions that have evicted an element of a map
 * @map: the map
 *
 * Context: process context.
 * Return: the number, 0 for a map that keeps its keys.
 */
u64 tracing_map_evict_number(const struct tracing_map *map)
{
	return map->keys->evict ? map->keys->evict->number : 0;
}

/**
 * tracing_map_n_evicted - Get the number of elements of a map that were evicted
 * @map: the map
 *
 * Context: process context.
 * Return: the number, 0 for a map that keeps its keys.
 */
u64 tracing_map_n_evicted(const struct tracing_map *map)
{
	return map->keys->evict ? map->keys->evict->n_evicted : 0;
}

/**
 * tracing_map_n_refused - Count the inserts that have returned the other element
 * @map: a map that evicts elements
 *
 * Sum 0 of the other element also has what the elements that were evicted had counted.
 *
 * Context: process context.
 * Return: the number; inserts that are running may be included.
 */
u64 tracing_map_n_refused(const struct tracing_map *map)
{
	const struct tracing_map_bound *bounds = map->keys->evict->bounds;
	u64 n = 0;
	u32 i;

	for (i = 0; i < n_classes(map); i++)
		n += atomic64_read(&bounds[i].direct);
	return n;
}

/**
 * tracing_map_evict_bytes - Get the memory that evictions keep
 * @map: the map
 *
 * Context: process context.
 * Return: bytes.
 */
size_t tracing_map_evict_bytes(const struct tracing_map *map)
{
	const struct tracing_map_evict *evict = map->keys->evict;
	size_t bytes = 0;

	if (evict)
		bytes += sizeof(*evict) + n_classes(map) * sizeof(*evict->bounds);
	if (evict && evict->free)
		bytes += map->n_elts * sizeof(*evict->free);
	if (evict && evict->ages)
		bytes += READ_ONCE(map->keys->n_ready) * sizeof(*evict->ages) +
			 BITS_TO_LONGS(map->n_elts) * sizeof(long);
	return bytes;
}

/**
 * tracing_map_evict_error - Get the error of an element
 * @map: the map
 * @elt: the element, whose sums were read before
 *
 * If no event is running, the element's key was inserted at least as often as sum 0 of the element
 * says, and at most that number plus the error. The error is the one that an eviction has stored,
 * or else what the bound of the key's class is now.
 *
 * Context: process context.
 * Return: the error; 0 for a map that keeps its keys.
 */
u64 tracing_map_evict_error(const struct tracing_map *map, u32 elt)
{
	const struct tracing_map_evict *evict = map->keys->evict;
	const struct tracing_map_bound *bound;

	if (!evict)
		return 0;
	if (evict->known && test_bit(elt, evict->known))
		return evict->ages[elt].error;
	bound = tracing_map_bound_of(map, elt);
	return tracing_map_add_limited(bound->evicted, atomic64_read(&bound->direct));
}
