// SPDX-License-Identifier: GPL-2.0-only
/*
 * Eviction: its steps, which are begin, choose, confirm and finish.
 *
 * tracing_map_evict.h has the order of the steps and the other files, "Eviction" in tracing_map.h
 * the argument. All functions run in process context and may sleep; the users of the map serialize
 * them. Only events run at the same time.
 *
 * The map is closed from begin to finish. After the grace period that follows begin, the inserts
 * that have found the map open have ended: no insert changes a slot any more, and all changes are
 * visible. So choose, confirm and finish read slots without acquire. tracing_map_evict_possible()
 * runs before begin and needs the acquire.
 */

#include <linux/array_size.h>
#include <linux/atomic.h>
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/bits.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracing_map_evict_state.h"
#include "tracing_map_yield.h"

/* Bits of the digits by which ranks are compared; the counts of the digits are on the stack. */
#define RANK_DIGIT_BITS		4
#define RANK_DIGITS		BIT(RANK_DIGIT_BITS)

/**
 * struct tracing_map_eviction - An eviction that is under way
 */
struct tracing_map_eviction {
	/** @map: A half of the map. */
	struct tracing_map *map;
	/** @slots: Table without the victims; once it is published, the one that it replaces. */
	atomic64_t *slots;
	/** @victims: Elements that are evicted, unless confirm keeps them. */
	unsigned long *victims;
	/** @n_victims: Number of elements in @victims. */
	u32 n_victims;
	/** @is_chosen: Victims were chosen, even if confirm has kept all of them since. */
	bool is_chosen;
	/** @kept: Elements that confirm has taken out of @victims, because they have a variable. */
	unsigned long *kept;
	union {
		/**
		 * @ranks: Rank of each element, until choose reuses the memory: sum 0 plus error;
		 * %U64_MAX if the element cannot be a victim. tracing_map_add_limited() does not
		 * return this value, so it is above all ranks.
		 */
		u64 *ranks;
		/**
		 * @direct_at_choice: For each element that choose has made a victim:
		 * &tracing_map_bound.direct of its class at that time.
		 */
		u64 *direct_at_choice;
	};
	/** @words: Memory for the words of two elements, see tracing_map_evict_move(). */
	u64 *words;
	/** @free: Memory for the next &tracing_map_evict.free. */
	u32 *free;
};

static void free_eviction(struct tracing_map_eviction *eviction)
{
	if (!eviction)
		return;
	kvfree(eviction->slots);
	kvfree(eviction->victims);
	kvfree(eviction->kept);
	kvfree(eviction->ranks);
	kfree(eviction->words);
	kvfree(eviction->free);
	kfree(eviction);
}

/* Allocate what one eviction keeps for the next, unless it exists. Return: 0 or -ENOMEM. */
static int alloc_ages(struct tracing_map *map)
{
	struct tracing_map_evict *evict = map->keys->evict;

	if (!evict->known)
		evict->known = kvcalloc(BITS_TO_LONGS(map->n_elts), sizeof(long), TRACING_MAP_GFP);
	if (!evict->ages)
		evict->ages = tracing_map_alloc_words(map, sizeof(*evict->ages) / sizeof(u64),
						      NUMA_NO_NODE);
	return evict->known && evict->ages ? 0 : -ENOMEM;
}

/* Allocate all memory that an eviction needs. Return: NULL without memory. */
static struct tracing_map_eviction *alloc_eviction(struct tracing_map *map)
{
	struct tracing_map_eviction *eviction = kzalloc(sizeof(*eviction), TRACING_MAP_GFP);
	size_t n_longs = BITS_TO_LONGS(map->n_elts);

	if (!eviction)
		return NULL;
	eviction->map = map;
	eviction->slots = tracing_map_alloc_slots(map);
	eviction->victims = kvcalloc(n_longs, sizeof(long), TRACING_MAP_GFP);
	eviction->kept = kvcalloc(n_longs, sizeof(long), TRACING_MAP_GFP);
	eviction->ranks = kvmalloc_array(map->n_elts, sizeof(u64), TRACING_MAP_GFP);
	eviction->words = kcalloc(2 * map->n_words, sizeof(u64), TRACING_MAP_GFP);
	eviction->free = kvmalloc_array(map->n_elts, sizeof(u32), TRACING_MAP_GFP);
	if (eviction->slots && eviction->victims && eviction->kept && eviction->ranks &&
	    eviction->words && eviction->free && !alloc_ages(map))
		return eviction;
	free_eviction(eviction);
	return NULL;
}

/**
 * tracing_map_evict_begin - Begin an eviction: close the map
 * @map: a half of a map that evicts elements
 *
 * Allocates all memory that the eviction needs. The memory is charged to the memory cgroup of the
 * creator of the map.
 *
 * Context: process context, may sleep.
 * Return: the eviction, to be given to tracing_map_evict_finish(); or NULL without memory.
 */
struct tracing_map_eviction *tracing_map_evict_begin(struct tracing_map *map)
{
	struct mem_cgroup *old = set_active_memcg(map->keys->memcg);
	struct tracing_map_eviction *eviction = alloc_eviction(map);

	set_active_memcg(old);
	if (eviction)
		atomic_add(TRACING_MAP_CLOSED, &map->keys->n_keys);
	return eviction;
}

/* Test whether an element has a variable, or one that is being set. */
static bool has_variable(const struct tracing_map *map, u32 elt)
{
	const struct tracing_map_evict_config *cfg = &map->keys->evict->cfg;
	unsigned int i;

	for (i = 0; i < map->n_vars; i++)
		if (atomic64_read(tracing_map_var_word(map, elt, i)))
			return true;
	for_each_set_bit(i, cfg->cells, TRACING_MAP_CELL_WORDS_MAX)
		if (tracing_map_cell_in_use(map, elt, i))
			return true;
	return false;
}

static bool has_variables(const struct tracing_map *map)
{
	const struct tracing_map_evict_config *cfg = &map->keys->evict->cfg;

	return map->n_vars || !bitmap_empty(cfg->cells, TRACING_MAP_CELL_WORDS_MAX);
}

/**
 * tracing_map_evict_possible - Test whether a map has an element that can be evicted
 * @map: a map that evicts elements, which may be open
 *
 * An eviction closes the map, so that new keys get no element. If all elements have variables, this
 * would be in vain. Events may change the result at any time.
 *
 * Context: process context, may sleep; not during an eviction.
 * Return: true if the element of a key has no variable.
 */
bool tracing_map_evict_possible(const struct tracing_map *map)
{
	u32 pos;

	if (!has_variables(map))
		return true;
	for (pos = 0; pos <= map->slot_mask; pos++) {
		/*
		 * Pairs with the release of the cmpxchg in insert_in_context(). Inserts fill slots
		 * meanwhile. An insert fills a slot once, and only when the element is complete and
		 * its memory is mapped. So a word is 0, or refers to an element.
		 */
		u64 word = atomic64_read_acquire(&map->slots[pos]);

		tracing_map_yield_at(pos);
		if (word && !has_variable(map, (u32)word - 1))
			return true;
	}
	return false;
}

/*
 * Store the error of an element. If it is known, tracing_map_evict_error() returns the stored
 * error, and nothing changes.
 */
static void store_error(const struct tracing_map *map, u32 elt)
{
	struct tracing_map_evict *evict = map->keys->evict;

	evict->ages[elt].error = tracing_map_evict_error(map, elt);
	__set_bit(elt, evict->known);
}

/* Compute the ranks of all elements. Return: number of elements that can be victims. */
static u32 compute_ranks(struct tracing_map_eviction *eviction)
{
	const struct tracing_map *map = eviction->map;
	u32 pos, n = 0;

	memset64(eviction->ranks, U64_MAX, map->n_elts);
	for (pos = 0; pos <= map->slot_mask; pos++) {
		u64 word = atomic64_read(&map->slots[pos]);
		u32 elt = (u32)word - 1;

		tracing_map_yield_at(pos);
		if (!word || has_variable(map, elt))
			continue;
		eviction->ranks[elt] = tracing_map_add_limited(tracing_map_sum(map, elt, 0),
							       tracing_map_evict_error(map, elt));
		n++;
	}
	return n;
}

/*
 * Find the @k-th lowest of @n ranks, digit by digit from the top. @k is at least 1 and at most @n.
 * On return, @k is the number of ranks up to the result that are equal to it and not below.
 *
 * Return: the rank.
 */
static u64 find_rank(const u64 *ranks, u32 n, u32 *k)
{
	u32 counts[RANK_DIGITS];
	u64 rank = 0, mask = 0;
	int shift;
	u32 i;

	for (shift = 64 - RANK_DIGIT_BITS; shift >= 0; shift -= RANK_DIGIT_BITS) {
		memset(counts, 0, sizeof(counts));
		for (i = 0; i < n; i++) {
			tracing_map_yield_at(i);
			if ((ranks[i] & mask) == rank)
				counts[ranks[i] >> shift & (RANK_DIGITS - 1)]++;
		}
		for (i = 0; counts[i] < *k; i++)
			*k -= counts[i];
		rank |= (u64)i << shift;
		mask |= (u64)(RANK_DIGITS - 1) << shift;
	}
	return rank;
}

/* Make the @n elements with the lowest ranks victims. At least @n elements can be victims. */
static void mark_victims(struct tracing_map_eviction *eviction, u32 n)
{
	const struct tracing_map *map = eviction->map;
	u32 elt, equal = n;
	u64 rank = find_rank(eviction->ranks, map->n_elts, &equal);

	for (elt = 0; elt < map->n_elts; elt++) {
		u64 own = eviction->ranks[elt];

		tracing_map_yield_at(elt);
		if (own > rank || (own == rank && !equal))
			continue;
		if (own == rank)
			equal--;
		__set_bit(elt, eviction->victims);
		/*
		 * Read @direct here, and then again for the error if it is not known. If an insert
		 * adds to @direct in between, both the error and direct_since() include it. In the
		 * opposite order, the bound would lack this insert and be too low.
		 */
		eviction->direct_at_choice[elt] =
			atomic64_read(&tracing_map_bound_of(map, elt)->direct);
		store_error(map, elt);
	}
	eviction->n_victims = n;
	eviction->is_chosen = true;
}

/*
 * Put an element into the new table: choose fills the table before it publishes it, and confirm
 * adds the victims that it keeps. The map is closed, so no insert fills a slot at the same time.
 */
static void put_element(const struct tracing_map *map, atomic64_t *slots, u32 elt)
{
	u64 hash = tracing_map_hash(map, tracing_map_elt(map, elt), map->key_words);
	u32 pos = tracing_map_first_slot(map, hash);

	while (atomic64_read(&slots[pos]))
		pos = (pos + 1) & map->slot_mask;
	/*
	 * Events already search the table when confirm adds to it: pairs with the acquire of the
	 * slot in tracing_map_find_in() and insert_in_context().
	 */
	atomic64_set_release(&slots[pos], (hash & ~(u64)U32_MAX) | (elt + 1));
}

/* Fill the new table. */
static void fill_slots(struct tracing_map_eviction *eviction)
{
	const struct tracing_map *map = eviction->map;
	u32 pos;

	for (pos = 0; pos <= map->slot_mask; pos++) {
		u64 word = atomic64_read(&map->slots[pos]);

		tracing_map_yield_at(pos);
		if (word && !test_bit((u32)word - 1, eviction->victims))
			put_element(map, eviction->slots, (u32)word - 1);
	}
}

/*
 * Publish a table in both halves, for inserts or for lookups by other users.
 *
 * The pointers to tables are not __rcu. Only events read them at the same time as this store, with
 * rcu_dereference_raw(). Evictions and the readers of the map use plain reads: the users of the map
 * serialize them with this function.
 */
static void publish_slots(const struct tracing_map_keys *keys, atomic64_t *slots, bool for_lookups)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys->halves) && keys->halves[i]; i++) {
		struct tracing_map *half = keys->halves[i];
		atomic64_t **to = for_lookups ? &half->lookup_slots : &half->slots;

		/* Pairs with rcu_dereference_raw() in the finds and inserts. */
		smp_store_release(to, slots);
	}
}

/**
 * tracing_map_evict_choose - Choose the victims of an eviction, and hide them from inserts
 * @eviction: the eviction; a grace period has passed since tracing_map_evict_begin()
 *
 * Elements with a variable do not become victims.
 *
 * Context: process context, may sleep.
 * Return: false if there are no victims.
 */
bool tracing_map_evict_choose(struct tracing_map_eviction *eviction)
{
	const struct tracing_map *map = eviction->map;
	int excess = atomic_read(&map->keys->n_keys) - TRACING_MAP_CLOSED -
		     (int)TRACING_MAP_EVICT_TO(map->size);
	atomic64_t *old = map->slots;
	u32 n;

	n = compute_ranks(eviction);
	if (excess <= 0 || !n)
		return false;

	mark_victims(eviction, min_t(u32, excess, n));
	fill_slots(eviction);
	publish_slots(map->keys, eviction->slots, false);
	if (!has_variables(map))
		publish_slots(map->keys, eviction->slots, true);
	eviction->slots = old;
	return true;
}

/**
 * tracing_map_evict_confirm - Keep the victims that have a variable, hide the others from lookups
 * @eviction: the eviction; a grace period has passed since tracing_map_evict_choose()
 *
 * Context: process context, may sleep.
 * Return: true if another grace period is necessary before tracing_map_evict_finish().
 */
bool tracing_map_evict_confirm(struct tracing_map_eviction *eviction)
{
	const struct tracing_map *map = eviction->map;
	u32 elt;

	if (!has_variables(map))
		return false;
	for_each_set_bit(elt, eviction->victims, map->n_elts) {
		tracing_map_yield_at(elt);
		if (!has_variable(map, elt))
			continue;
		__clear_bit(elt, eviction->victims);
		__set_bit(elt, eviction->kept);
		eviction->n_victims--;
		put_element(map, map->slots, elt);
	}
	publish_slots(map->keys, map->slots, true);
	return true;
}

/*
 * Store the errors of all elements that are in the map.
 *
 * The error of an element must include the inserts of its key that returned the other element. Such
 * an insert may have found the slot of the key still empty, and add to the bound when the first
 * insert of the key has filled the slot. It began before the end of that first insert. The grace
 * period before choose has waited for the first insert of each key, and the one after choose for
 * all inserts that began before its end. So the bound includes them now.
 */
static void store_errors(const struct tracing_map *map)
{
	u32 pos;

	for (pos = 0; pos <= map->slot_mask; pos++) {
		u64 word = atomic64_read(&map->slots[pos]);

		tracing_map_yield_at(pos);
		if (word)
			store_error(map, (u32)word - 1);
	}
}

/* Return what inserts have added to the bound of a victim's class since it was chosen. */
static u64 direct_since(const struct tracing_map_eviction *eviction, u32 elt)
{
	return atomic64_read(&tracing_map_bound_of(eviction->map, elt)->direct) -
	       eviction->direct_at_choice[elt];
}

/*
 * Raise the errors of victims that were kept. From choose to confirm, they were not in the new
 * table, so inserts of their keys returned the other element of the map.
 */
static void raise_errors(struct tracing_map_eviction *eviction)
{
	struct tracing_map_age *ages = eviction->map->keys->evict->ages;
	u32 elt;

	for_each_set_bit(elt, eviction->kept, eviction->map->n_elts) {
		tracing_map_yield_at(elt);
		ages[elt].error = tracing_map_add_limited(ages[elt].error,
							  direct_since(eviction, elt));
	}
}

/*
 * Raise the bounds of the victims' classes to the highest number of inserts that the keys of the
 * victims can have, and store the number of this eviction for each victim.
 */
static void raise_bounds(struct tracing_map_eviction *eviction)
{
	const struct tracing_map *map = eviction->map;
	struct tracing_map_evict *evict = map->keys->evict;
	u32 elt;

	evict->number++;
	evict->n_evicted += eviction->n_victims;
	for_each_set_bit(elt, eviction->victims, map->n_elts) {
		struct tracing_map_bound *bound = tracing_map_bound_of(map, elt);
		struct tracing_map_age *age = &evict->ages[elt];
		u64 truth = tracing_map_add_limited(tracing_map_sum(map, elt, 0), age->error);
		u64 direct = eviction->direct_at_choice[elt];

		tracing_map_yield_at(elt);
		if (truth > direct)
			bound->evicted = max(bound->evicted, truth - direct);
		age->evicted = evict->number;
		__clear_bit(elt, evict->known);
	}
}

/* Make the elements of the victims free. */
static void free_elements(struct tracing_map_eviction *eviction)
{
	struct tracing_map_evict *evict = eviction->map->keys->evict;
	u32 elt, n = max(0, atomic_read(&evict->n_free));

	if (n)
		memcpy(eviction->free, evict->free, n * sizeof(*evict->free));
	for_each_set_bit(elt, eviction->victims, eviction->map->n_elts) {
		tracing_map_yield_at(elt);
		eviction->free[n++] = elt;
	}
	swap(evict->free, eviction->free);
	atomic_set(&evict->n_free, n);
}

/* Evict the victims, of which there is at least one. No event uses them any more. */
static void evict_victims(struct tracing_map_eviction *eviction, struct tracing_map_counts *pending)
{
	struct tracing_map *map = eviction->map;
	struct tracing_map_keys *keys = map->keys;
	unsigned int i;

	raise_bounds(eviction);
	for (i = 0; i < ARRAY_SIZE(keys->halves) && keys->halves[i]; i++)
		tracing_map_evict_move(keys->halves[i], eviction->victims, eviction->words);
	if (keys->total)
		tracing_map_evict_fold(map, keys->total, map->pool ? map->pool->keys->total : NULL);
	for (; pending; pending = pending->next)
		tracing_map_evict_counts(map, pending);
	free_elements(eviction);
}

/**
 * tracing_map_evict_finish - Evict the victims of an eviction, and open the map
 * @eviction: the eviction, which is freed; a grace period has passed since the last of the steps
 *	begin, choose and confirm, unless this step has returned false
 * @pending: list of intervals that tracing_map_drain_to() adds to a later interval, or NULL. Their
 *	counts of victims become those of the other element.
 *
 * A step that returns false has published nothing, so there is nothing to wait for.
 *
 * Context: process context, may sleep.
 * Return: the number of elements that were evicted.
 */
u32 tracing_map_evict_finish(struct tracing_map_eviction *eviction,
			     struct tracing_map_counts *pending)
{
	struct tracing_map_keys *keys = eviction->map->keys;
	u32 n = eviction->n_victims;

	/* Needs the grace period after choose, which the caller omits if nothing was chosen. */
	if (eviction->is_chosen)
		store_errors(eviction->map);
	raise_errors(eviction);
	if (n)
		evict_victims(eviction, pending);
	/* Pairs with the acquire by inserts: they see the free elements, whose words are 0. */
	atomic_fetch_add_release(-TRACING_MAP_CLOSED - (int)n, &keys->n_keys);
	free_eviction(eviction);
	return n;
}
