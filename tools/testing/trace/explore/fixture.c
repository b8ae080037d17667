// SPDX-License-Identifier: GPL-2.0-only
/* State and checks that the scenarios share. */

#include <linux/log2.h>
#include <linux/minmax.h>

#include "fixture.h"
#include "tracing_map_evict_state.h"

/*
 * Slots of a map that evicts keys. An eviction reads all of them a few times, and each read is a
 * step. The scenarios have fewer keys and threads that insert.
 */
#define EVICT_SLOTS	8

struct explorer_run run;

/* Reduce an empty map to @size keys, with the elements and slots that this size would have. */
static void shrink(struct tracing_map *map, u32 size)
{
	map->size = size;
	map->n_elts = size + shim_nr_cpus * TRACING_MAP_CONTEXT_SLOTS + map->has_other;
	map->slot_mask = map->keys->evict ? EVICT_SLOTS - 1 :
			 roundup_pow_of_two(max(2 * size, map->n_elts + 1)) - 1;
	map->slot_shift = 64 - ilog2(map->slot_mask + 1);
}

static void find_colliding_keys(const struct tracing_map *map)
{
	unsigned int n = 0;
	u64 key;

	for (key = 1; n < N_KEYS; key++) {
		if (tracing_map_first_slot(map, tracing_map_hash(map, &key, 1)) == map->slot_mask)
			run.keys[n++] = key;
	}
}

void setup_map(const struct tracing_map_config *cfg, u32 size)
{
	unsigned int i;

	memset(&run, 0, sizeof(run));
	for (i = 0; i < EXPLORER_THREADS_MAX; i++)
		run.elt[i] = -ENOENT;
	run.map = create(cfg);
	shrink(run.map, size);
	/* A random number would let the threads do something else in each interleaving. */
	run.map->var_mask = VAR_MASK;
	find_colliding_keys(run.map);
}

void destroy_map(void)
{
	tracing_map_destroy(run.map);
}

unsigned int count_got(u64 val)
{
	unsigned int n = 0, i, k;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++)
		for (k = 0; k < run.n_got[i]; k++)
			n += run.got[i][k] == val;
	return n;
}

unsigned int count_all_got(void)
{
	unsigned int n = 0, i;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++)
		n += run.n_got[i];
	return n;
}

/* Return the number of elements in context slots, none of which is in use any more. */
static unsigned int count_private(void)
{
	unsigned int n = 0, i;
	int cpu;

	for_each_possible_cpu(cpu) {
		const struct tracing_map_context *context =
			per_cpu_ptr(run.map->keys->context, cpu);

		CHECK(!context->depth);
		for (i = 0; i < TRACING_MAP_CONTEXT_SLOTS; i++)
			n += !!context->slots[i];
	}
	return n;
}

/* Return the number of published elements. Each one is in one slot and has a key of its own. */
static unsigned int count_published(void)
{
	unsigned int n = 0, i;

	for (i = 0; i <= run.map->slot_mask; i++) {
		u64 word = atomic64_read(&run.map->slots[i]);

		if (!word)
			continue;
		n++;
		/* A key with a second element is found in the slot of the first one. */
		CHECK(lookup(run.map, *tracing_map_elt(run.map, (u32)word - 1)) == (u32)word - 1);
	}
	return n;
}

/* Return the number of elements that are free again, and the other element. */
static unsigned int count_unused(void)
{
	const struct tracing_map_evict *evict = run.map->keys->evict;

	return run.map->has_other + (evict ? max(0, atomic_read(&evict->n_free)) : 0);
}

void check_elements(void)
{
	unsigned int published = count_published();

	CHECK(published == atomic_read(&run.map->keys->n_keys));
	CHECK(published + count_private() + count_unused() ==
	      atomic_read(&run.map->keys->n_allocated));
	CHECK(atomic_read(&run.map->keys->n_allocated) <= run.map->n_elts);
	CHECK(published <= run.map->slot_mask);
}

/* An insert is dropped only if the map has as many other keys as fit. */
static void check_drop(unsigned int self)
{
	unsigned int others = atomic_read(&run.map->keys->n_keys);

	others -= lookup(run.map, run.keys[run.key[self]]) >= 0;
	CHECK(others >= run.map->size);
}

void check_inserts(void)
{
	unsigned int counted[N_KEYS] = {}, dropped = 0, i;

	check_elements();
	for (i = 0; i < EXPLORER_THREADS_MAX; i++) {
		if (run.elt[i] == -ENOENT)
			continue;
		if (run.elt[i] < 0) {
			dropped++;
			check_drop(i);
			continue;
		}
		counted[run.key[i]]++;
		CHECK(run.elt[i] == lookup(run.map, run.keys[run.key[i]]));
	}
	CHECK(tracing_map_dropped(run.map) == dropped);
	CHECK(tracing_map_dropped_for(run.map, TRACING_MAP_DROP_FULL) == dropped);
	for (i = 0; i < N_KEYS; i++) {
		int elt = lookup(run.map, run.keys[i]);

		CHECK(counted[i] == (elt < 0 ? 0 : tracing_map_sum(run.map, elt, 0)));
	}
}
