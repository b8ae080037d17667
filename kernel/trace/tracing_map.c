// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracing_map - a lock-free map from keys to sums, variables and cells, for any context
 *
 * The comment at the top of tracing_map.h describes the algorithm, why it is correct, and the
 * requirements for callers. This file has the lifetime of a map, inserts, sums and maxima;
 * tracing_map_var.c has the variables, tracing_map_cell.c the cells, tracing_map_eviction.c the
 * eviction of elements, tracing_map_grow.c the growth of large maps, tracing_map_interval.c the
 * intervals, and tracing_map_snapshot.c the copies for readers.
 *
 * The map does not depend on trace events or text. Only tracing_map_create() takes a lock for the
 * seed, and functions that allocate or free the words of a large map take that of
 * tracing_map_grow.c. The caller ensures that a map is not cleared or destroyed while it is in use.
 */

#include <linux/array_size.h>
#include <linux/bitmap.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/memcontrol.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "tracing_map_evict.h"
#include "tracing_map_grow.h"
#include "tracing_map_interval.h"
#include "tracing_map_yield.h"

/* Protects the seed in get_seed(). Process context; no other lock is taken while it is held. */
static DEFINE_MUTEX(seed_lock);

/**
 * tracing_map_alloc - Allocate zeroed memory for a map or for a copy of it
 * @n: number of objects
 * @size: size of an object in bytes
 * @node: NUMA node, or %NUMA_NO_NODE
 *
 * More than a page comes from vmalloc(): kmalloc() would round up to a power of two, and kvmalloc()
 * refuses 2 GiB and more.
 *
 * Context: may sleep.
 * Return: the memory, to be freed with kvfree(); or NULL.
 */
void *tracing_map_alloc(size_t n, size_t size, int node)
{
	size_t bytes = array_size(n, size);

	if (bytes <= PAGE_SIZE)
		return kzalloc_node(bytes, TRACING_MAP_GFP, node);
	return __vmalloc_node(bytes, 1, TRACING_MAP_GFP | __GFP_ZERO, node,
			      __builtin_return_address(0));
}

/* Return the memory that tracing_map_alloc() takes for @bytes bytes, which is at least 1. */
static size_t alloc_bytes(size_t bytes)
{
	return bytes <= PAGE_SIZE ? roundup_pow_of_two(bytes) : PAGE_ALIGN(bytes);
}

/**
 * tracing_map_alloc_slots - Allocate a table of empty slots for a map
 * @map: the map, whose geometry is set
 *
 * Context: process context, may sleep.
 * Return: the slots, to be freed with kvfree(); or NULL without memory.
 */
atomic64_t *tracing_map_alloc_slots(const struct tracing_map *map)
{
	return tracing_map_alloc((size_t)map->slot_mask + 1, sizeof(*map->slots), NUMA_NO_NODE);
}

/**
 * tracing_map_alloc_words - Allocate zeroed words for all elements of a map
 * @map: the map, whose geometry is set
 * @words: number of words of an element, at least 1
 * @node: NUMA node of the memory, or %NUMA_NO_NODE
 *
 * In a map that grows, only the elements that are ready have memory.
 *
 * Context: process context, may sleep.
 * Return: the words, to be freed with tracing_map_free_words(); or NULL without memory.
 */
void *tracing_map_alloc_words(const struct tracing_map *map, u32 words, int node)
{
	if (map->keys->grow)
		return tracing_map_grow_alloc(map->keys->grow, words * BITS_PER_TYPE(u64), 1, 0,
					      node);
	return tracing_map_alloc(map->n_elts, words * sizeof(u64), node);
}

/**
 * tracing_map_free_words - Free memory of all elements of a map
 * @map: the map
 * @words: words from tracing_map_alloc_words(), or other memory of all elements; or NULL
 *
 * Context: process context, may sleep.
 */
void tracing_map_free_words(const struct tracing_map *map, void *words)
{
	if (map->keys->grow)
		tracing_map_grow_free(map->keys->grow, words);
	else
		kvfree(words);
}

/* Return the number of elements that inserts allocate. */
static u32 count_key_elts(u32 size, unsigned int n_cpus)
{
	return size + n_cpus * TRACING_MAP_CONTEXT_SLOTS;
}

/* Return the number of all elements. */
static u32 count_elts(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	return count_key_elts(cfg->size, n_cpus) + cfg->has_other;
}

/* Small maps on many CPUs need more than two slots per key because of the context slots. */
static u32 count_slots(u32 size, unsigned int n_cpus)
{
	return roundup_pow_of_two(max(2 * size, count_key_elts(size, n_cpus) + 1));
}

/* Return the number of sums and maxima of an element. */
static unsigned int count_words(const struct tracing_map_config *cfg)
{
	return cfg->n_sums + cfg->n_maxima;
}

/* Return the maximum number of bytes of all copies of the sums and maxima. */
static size_t sums_budget(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	u64 key_bytes = TRACING_MAP_REPLACED_KEY_BYTES +
			(count_words(cfg) - 1) * TRACING_MAP_REPLACED_SUM_BYTES;
	/* More than 32 bits for a large map with many sums. */
	u64 budget = TRACING_MAP_BUDGET_FACTOR * key_bytes * cfg->size;
	/*
	 * Longer keys, aux, variables and cells take the same memory here as in the implementation
	 * that this one replaces, so they are left out of both numbers.
	 */
	size_t rest = count_slots(cfg->size, n_cpus) * sizeof(u64) +
		      alloc_bytes(count_elts(cfg, n_cpus) * sizeof(u64)) +
		      n_cpus * (sizeof(struct tracing_map_cpu) +
				sizeof(struct tracing_map_context));

	return budget > rest ? min_t(u64, budget - rest, TRACING_MAP_CPU_SUMS_MAX) : 0;
}

/*
 * Return the distance of two shared copies, in words: no cache line is part of both. In a large
 * map, no page is, so that each copy can grow.
 */
static size_t copy_distance(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	size_t align = cfg->size > TRACING_MAP_WHOLE_MAX ? PAGE_SIZE : SMP_CACHE_BYTES;

	return ALIGN((size_t)count_elts(cfg, n_cpus) * count_words(cfg), align / sizeof(u64));
}

/**
 * tracing_map_sum_copies - Choose the number of copies of the sums and maxima
 * @cfg: a valid configuration of a map
 * @n_cpus: number of possible CPUs
 *
 * Context: any.
 * Return: @n_cpus if each CPU gets its own copy; a power of two below @n_cpus if CPUs
 * share copies; 0 if the map has no sums and no maxima.
 */
unsigned int tracing_map_sum_copies(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	size_t own, shared, budget;

	if (!count_words(cfg))
		return 0;
	/* With one CPU, an own copy takes no more memory than a shared one. */
	if (n_cpus == 1)
		return 1;

	budget = sums_budget(cfg, n_cpus);
	own = (size_t)count_elts(cfg, n_cpus) * count_words(cfg) * sizeof(u64);
	if (budget / alloc_bytes(own) >= n_cpus)
		return n_cpus;

	shared = budget / (copy_distance(cfg, n_cpus) * sizeof(u64));
	return shared ? rounddown_pow_of_two(min(shared, n_cpus - 1)) : 1;
}

/* Allocate the copies of the sums that CPUs share. Return: 0 or -ENOMEM. */
static int alloc_shared_sums(struct tracing_map *map)
{
	size_t distance = map->copy_sums * sizeof(*map->shared_sums);
	int cpu;

	if (map->keys->grow)
		map->shared_sums = tracing_map_grow_alloc(map->keys->grow,
							  map->n_words * BITS_PER_TYPE(u64),
							  map->n_copies, distance, NUMA_NO_NODE);
	else
		map->shared_sums = tracing_map_alloc(map->n_copies, distance, NUMA_NO_NODE);
	if (!map->shared_sums)
		return -ENOMEM;

	for_each_possible_cpu(cpu) {
		size_t copy = cpu & (map->n_copies - 1);

		per_cpu_ptr(map->cpu, cpu)->shared_sums = &map->shared_sums[copy * map->copy_sums];
	}
	return 0;
}

/* Allocate a copy of the sums for each CPU. Return: 0 or -ENOMEM. */
static int alloc_own_sums(struct tracing_map *map)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		local64_t *sums = tracing_map_alloc_words(map, map->n_words, cpu_to_node(cpu));

		if (!sums)
			return -ENOMEM;
		per_cpu_ptr(map->cpu, cpu)->sums = sums;
	}
	return 0;
}

/* Allocate all copies of the sums. Return: 0 or -ENOMEM. */
static int alloc_sums(struct tracing_map *map)
{
	if (!map->n_copies)
		return 0;
	return map->n_copies < num_possible_cpus() ? alloc_shared_sums(map) : alloc_own_sums(map);
}

static bool size_valid(unsigned int size, unsigned int max_size)
{
	return is_power_of_2(size) && size >= TRACING_MAP_SIZE_MIN && size <= max_size;
}

static bool config_valid(const struct tracing_map_config *cfg)
{
	return size_valid(cfg->size, TRACING_MAP_SIZE_MAX) &&
	       (!cfg->n_buckets || size_valid(cfg->n_buckets, TRACING_MAP_BUCKETS_MAX)) &&
	       cfg->key_size && cfg->key_size <= TRACING_MAP_KEY_MAX && !(cfg->key_size % 8) &&
	       cfg->aux_size <= TRACING_MAP_AUX_MAX && !(cfg->aux_size % 8) &&
	       cfg->n_sums <= TRACING_MAP_SUMS_MAX &&
	       cfg->n_maxima <= TRACING_MAP_MAXIMA_MAX &&
	       cfg->n_vars <= TRACING_MAP_VARS_MAX &&
	       cfg->cell_words <= TRACING_MAP_CELL_WORDS_MAX &&
	       (!cfg->evict || (cfg->has_other && cfg->n_sums));
}

static void set_geometry(struct tracing_map *map, const struct tracing_map_config *cfg)
{
	unsigned int n_cpus = num_possible_cpus();

	map->size = cfg->size;
	map->has_other = cfg->has_other;
	map->n_elts = count_elts(cfg, n_cpus);
	map->key_words = cfg->key_size / sizeof(u64);
	map->var_word = map->key_words + cfg->aux_size / sizeof(u64);
	map->cell_word = map->var_word + cfg->n_vars;
	map->elt_words = map->cell_word + cfg->cell_words;
	map->n_words = count_words(cfg);
	map->n_sums = cfg->n_sums;
	map->n_copies = tracing_map_sum_copies(cfg, n_cpus);
	map->copy_sums = copy_distance(cfg, n_cpus);
	map->n_vars = cfg->n_vars;
	map->slot_mask = count_slots(map->size, n_cpus) - 1;
	map->slot_shift = 64 - ilog2(map->slot_mask + 1);
}

/* Allocate the counting part of a half. Return: 0 or -ENOMEM; free_half() frees it. */
static int alloc_half(struct tracing_map *half, bool multi_word)
{
	half->cpu = alloc_percpu_gfp(struct tracing_map_cpu, TRACING_MAP_GFP);
	if (!half->cpu)
		return -ENOMEM;

	if (multi_word) {
		half->seq = alloc_percpu_gfp(struct tracing_map_seq, TRACING_MAP_GFP);
		if (!half->seq)
			return -ENOMEM;
	}
	return alloc_sums(half);
}

/* Allocate the extra bits of the variables. Return: 0 or -ENOMEM. */
static int alloc_var_low(struct tracing_map *map)
{
	if (map->keys->grow)
		map->var_low = tracing_map_grow_alloc(map->keys->grow, map->n_vars, 1, 0,
						      NUMA_NO_NODE);
	else
		map->var_low = tracing_map_alloc(BITS_TO_LONGS(map->n_elts * map->n_vars),
						 sizeof(*map->var_low), NUMA_NO_NODE);
	return map->var_low ? 0 : -ENOMEM;
}

/* Allocate the part that both halves share. Return: 0 or -ENOMEM; free_keys() frees it. */
static int alloc_keys(struct tracing_map *map)
{
	map->keys->context = alloc_percpu_gfp(struct tracing_map_context, TRACING_MAP_GFP);
	if (!map->keys->context)
		return -ENOMEM;

	map->slots = tracing_map_alloc_slots(map);
	if (!map->slots)
		return -ENOMEM;
	map->lookup_slots = map->slots;

	map->elts = tracing_map_alloc_words(map, map->elt_words, NUMA_NO_NODE);
	if (!map->elts)
		return -ENOMEM;
	return map->n_vars ? alloc_var_low(map) : 0;
}

/*
 * Return the seed of all maps. It is generated for the first map and not at boot, because there
 * is more entropy later. Each map gets a copy, see &tracing_map.seed.
 */
static struct tracing_map_seed get_seed(void)
{
	static struct tracing_map_seed seed;

	guard(mutex)(&seed_lock);
	if (!seed.mul) {
		seed.start = get_random_u64();
		seed.mul = get_random_u64() | 1;
	}
	return seed;
}

/* Return the memory cgroup of the current task, with a reference; or NULL without cgroups. */
static struct mem_cgroup *get_memcg(void)
{
#ifdef CONFIG_MEMCG
	/* The kernel's command line may create a map before there is a cgroup. */
	if (!root_mem_cgroup)
		return NULL;
#endif
	return get_mem_cgroup_from_current();
}

/* Decide which elements are ready: all, or the first chunk of a map that grows. */
static int start_growth(struct tracing_map *map, bool grows)
{
	struct tracing_map_keys *keys = map->keys;

	if (!grows) {
		keys->n_ready = map->n_elts;
		keys->grow_at = map->n_elts;
		return 0;
	}
	keys->grow = tracing_map_grow_create(keys, map->n_elts);
	return keys->grow ? 0 : -ENOMEM;
}

/*
 * Create a map without pool. @grows says whether the memory of elements is mapped later. A pool may
 * be larger than a map that callers ask for, so @cfg has been checked. Return: the map, or an
 * ERR_PTR().
 */
static struct tracing_map *create_map(const struct tracing_map_config *cfg, bool grows)
{
	struct tracing_map *map;
	int ret;

	map = kzalloc(sizeof(*map), TRACING_MAP_GFP);
	if (!map)
		return ERR_PTR(-ENOMEM);
	map->keys = kzalloc(sizeof(*map->keys), TRACING_MAP_GFP);
	if (!map->keys) {
		kfree(map);
		return ERR_PTR(-ENOMEM);
	}

	map->keys->halves[0] = map;
	map->keys->fast_slots = TRACING_MAP_CONTEXT_SLOTS;
	atomic_set(&map->keys->n_allocated, cfg->has_other);
	bitmap_copy(map->keys->carries, cfg->carries, TRACING_MAP_SUMS_MAX);
	set_geometry(map, cfg);
	map->seed = get_seed();
	map->var_mask = get_random_u64();
	map->keys->memcg = get_memcg();

	ret = start_growth(map, grows) ?: alloc_keys(map) ?: alloc_half(map, cfg->multi_word);
	if (!ret && cfg->evict)
		ret = tracing_map_evict_create(map, cfg->evict);
	if (ret) {
		tracing_map_destroy(map);
		return ERR_PTR(ret);
	}
	return map;
}

/**
 * tracing_map_create - Create an empty map
 * @cfg: dimensions of the map; not used after the call
 *
 * Allocates all memory that the map and its pool of buckets will ever use, except for intervals,
 * see tracing_map_spare(), for evictions, and for elements of a map of more than
 * %TRACING_MAP_WHOLE_MAX keys. The memory is charged to the memory cgroup of the current task.
 *
 * Context: process context, may sleep; takes seed_lock.
 * Return: the map, to be freed with tracing_map_destroy(); ERR_PTR(-EINVAL) if @cfg exceeds the
 * documented limits; or ERR_PTR(-ENOMEM).
 */
struct tracing_map *tracing_map_create(const struct tracing_map_config *cfg)
{
	const struct tracing_map_config buckets = {
		.size = cfg->n_buckets, .key_size = sizeof(u64), .n_sums = 1,
	};
	struct tracing_map *map, *pool;

	might_sleep();

	if (!config_valid(cfg))
		return ERR_PTR(-EINVAL);

	map = create_map(cfg, cfg->size > TRACING_MAP_WHOLE_MAX);
	if (IS_ERR(map) || !cfg->n_buckets)
		return map;

	pool = create_map(&buckets, false);
	if (IS_ERR(pool)) {
		tracing_map_destroy(map);
		return pool;
	}
	map->pool = pool;
	return map;
}

/* Free the counting part of a half, without its pool. */
static void free_half(struct tracing_map *half)
{
	int cpu;

	if (half->shared_sums) {
		tracing_map_free_words(half, half->shared_sums);
	} else if (half->cpu) {
		for_each_possible_cpu(cpu)
			tracing_map_free_words(half, per_cpu_ptr(half->cpu, cpu)->sums);
	}
	free_percpu(half->seq);
	free_percpu(half->cpu);
	kfree(half);
}

/* Create the second half of a map without pool. Return: the half, or ERR_PTR(-ENOMEM). */
static struct tracing_map *copy_half(const struct tracing_map *first)
{
	struct tracing_map *half = kmemdup(first, sizeof(*first), TRACING_MAP_GFP);
	int ret;

	if (!half)
		return ERR_PTR(-ENOMEM);

	half->cpu = NULL;
	half->shared_sums = NULL;
	half->seq = NULL;
	half->pool = NULL;
	ret = alloc_half(half, first->seq);
	if (ret) {
		free_half(half);
		return ERR_PTR(ret);
	}
	return half;
}

/**
 * tracing_map_create_half - Create the second half of a map and of its pool
 * @map: first half of the map
 *
 * The caller stores the half and its pool in &tracing_map_keys.halves.
 *
 * Context: process context, may sleep.
 * Return: the half, or ERR_PTR(-ENOMEM).
 */
struct tracing_map *tracing_map_create_half(const struct tracing_map *map)
{
	struct tracing_map *half = copy_half(map), *pool;

	if (IS_ERR(half) || !map->pool)
		return half;

	pool = copy_half(map->pool);
	if (IS_ERR(pool)) {
		free_half(half);
		return pool;
	}
	half->pool = pool;
	return half;
}

/**
 * tracing_map_destroy - Free a map and its pool of buckets
 * @map: one half of the map, or NULL, or an ERR_PTR() of tracing_map_create()
 *
 * The map must not be in use. The caller first unpublishes all pointers to both halves, and then
 * waits until all CPUs have left sections with preemption off (a grace period of RCU-sched).
 *
 * Context: process context, may sleep.
 */
void tracing_map_destroy(struct tracing_map *map)
{
	struct tracing_map_keys *keys;

	if (IS_ERR_OR_NULL(map))
		return;

	keys = map->keys;
	tracing_map_grow_stop(keys->grow);
	tracing_map_evict_destroy(map);
	tracing_map_destroy(map->pool);
	tracing_map_total_free(map, keys->total);
	tracing_map_free_words(map, map->var_low);
	tracing_map_free_words(map, map->elts);
	kvfree(map->slots);
	free_percpu(keys->context);
	if (keys->halves[1])
		free_half(keys->halves[1]);
	free_half(keys->halves[0]);
	tracing_map_grow_destroy(keys->grow);
	mem_cgroup_put(keys->memcg);
	kfree(keys);
}

/* Set memory to 0. It may have gigabytes, so let other tasks run meanwhile. */
static void zero_memory(void *start, size_t bytes)
{
	size_t at, step;

	for (at = 0; at < bytes; at += step) {
		step = min(bytes - at, (size_t)SZ_256K);
		memset(start + at, 0, step);
		cond_resched();
	}
}

/* Set the first @n_elts elements in all copies of the sums and maxima to 0. */
static void clear_sums(struct tracing_map *half, u32 n_elts)
{
	size_t bytes = (size_t)n_elts * half->n_words * sizeof(u64);
	u32 copy;
	int cpu;

	if (half->shared_sums) {
		for (copy = 0; copy < half->n_copies; copy++)
			zero_memory(&half->shared_sums[(size_t)copy * half->copy_sums], bytes);
	} else if (half->n_copies) {
		for_each_possible_cpu(cpu)
			zero_memory(per_cpu_ptr(half->cpu, cpu)->sums, bytes);
	}
}

/**
 * tracing_map_clear_half - Set the counting part of a half to 0, without its pool
 * @half: the half
 * @n_elts: the elements from this one on are still 0
 *
 * Context: process context, may sleep. No event uses the half.
 */
void tracing_map_clear_half(struct tracing_map *half, u32 n_elts)
{
	unsigned int reason;
	int cpu;

	clear_sums(half, n_elts);
	for_each_possible_cpu(cpu) {
		struct tracing_map_cpu *c = per_cpu_ptr(half->cpu, cpu);

		for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
			local64_set(&c->dropped[reason], 0);
	}
}

/**
 * tracing_map_clear - Remove all keys from a map
 * @map: the map
 *
 * Resets all keys, sums, maxima, buckets, variables, cells and drop counters. The map has no second
 * half. The caller guarantees that no other function of the map runs at the same time.
 *
 * Context: process context, may sleep.
 */
void tracing_map_clear(struct tracing_map *map)
{
	u32 n_elts = tracing_map_n_allocated(map);
	int cpu;

	might_sleep();

	zero_memory(map->slots, ((size_t)map->slot_mask + 1) * sizeof(*map->slots));
	zero_memory(map->elts, (size_t)n_elts * map->elt_words * sizeof(*map->elts));
	if (map->var_low)
		bitmap_zero(map->var_low, n_elts * map->n_vars);
	tracing_map_clear_half(map, n_elts);

	for_each_possible_cpu(cpu) {
		struct tracing_map_context *context = per_cpu_ptr(map->keys->context, cpu);

		memset(context->slots, 0, sizeof(context->slots));
	}
	tracing_map_evict_clear(map);

	atomic_set(&map->keys->n_keys, 0);
	atomic_set(&map->keys->n_allocated, map->has_other);
	if (map->pool)
		tracing_map_clear(map->pool);
}

/* Copies a few words; inlined because a call would cost more. */
static __always_inline void copy_words(u64 *to, const u64 *from, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		WRITE_ONCE(to[i], from[i]);
}

/* Allocate an element. Return: its index. */
static __always_inline u32 alloc_elt(struct tracing_map_keys *keys, const bool evicts)
{
	int elt = evicts ? tracing_map_evict_take_free(keys->evict) : -ENOENT;

	return elt >= 0 ? elt : atomic_fetch_inc_relaxed(&keys->n_allocated);
}

/*
 * Search for @key again, and insert it at the first empty slot. The caller has the context slot
 * @private to itself. An element that was not published stays in it for the next insert. @evicts
 * tells whether the map evicts elements; it is a constant, so that other maps do not test for it.
 *
 * Return: the element of @key; -ENOSPC if the map is full; or -EAGAIN if the element has no memory
 * yet.
 */
static __always_inline int insert_in_context(struct tracing_map *map, const u64 *key, u64 hash,
					     u32 *private, const bool evicts)
{
	/* Pairs with the release in publish_slots(). */
	atomic64_t *slots = rcu_dereference_raw(map->slots);
	u32 pos = tracing_map_first_slot(map, hash);
	bool filled = false;

	/* Terminates at an empty slot at the latest: there are more slots than elements. */
	for (;; pos = (pos + 1) & map->slot_mask) {
		atomic64_t *slot = &slots[pos];
		/* Pairs with the release of the cmpxchg below. */
		u64 word = atomic64_read_acquire(slot);
		int elt, n;

		/* Pairs with the release of the increment below, and of the end of an eviction. */
		if (!word && atomic_read_acquire(&map->keys->n_keys) >= map->size) {
			/* The insert that filled the map may have had the same key. */
			word = atomic64_read_acquire(slot);
			if (!word)
				return -ENOSPC;
		}

		if (!word) {
			if (!*private)
				*private = alloc_elt(map->keys, evicts) + 1;
			elt = *private - 1;
			/*
			 * Pairs with the release in set_ready(). No element is beyond the end of
			 * the map, see tracing_map.h; if one was, it would never be ready.
			 */
			if (unlikely((u32)elt >= smp_load_acquire(&map->keys->grow_at)) &&
			    !tracing_map_grow_ready(map->keys, elt))
				return -EAGAIN;
			if (!filled) {
				copy_words(tracing_map_elt(map, elt), key, map->var_word);
				filled = true;
			}
			/*
			 * Publishes the copied words: pairs with the acquire of the slot by
			 * inserts, lookups and readers.
			 */
			if (!atomic64_cmpxchg_release(slot, 0,
						      (hash & ~(u64)U32_MAX) | *private)) {
				*private = 0;
				/* Pairs with the acquire of @n_keys above. */
				n = atomic_fetch_inc_release(&map->keys->n_keys);
				if (evicts && n >= map->keys->evict_at)
					tracing_map_evict_kick(map->keys->evict);
				return elt;
			}
			/* A failed cmpxchg orders nothing, so read the slot again. */
			word = atomic64_read_acquire(slot);
		}

		if (tracing_map_slot_has(map, word, hash, key, map->key_words))
			return (u32)word - 1;
	}
}

/* End an insert that found no room. Return: as tracing_map_insert(). */
static int insert_failed(struct tracing_map *map, u64 hash, enum tracing_map_drop_reason reason)
{
	if (map->keys->evict)
		tracing_map_evict_direct(map->keys->evict, hash, reason);
	if (map->has_other)
		return TRACING_MAP_OTHER;
	tracing_map_drop(map, reason);
	return -ENOSPC;
}

/* Insert with context slot @depth of this CPU. @evicts and return: as in insert_in_context(). */
static __always_inline int insert_at_depth(struct tracing_map *map, const u64 *key, u64 hash,
					   struct tracing_map_context *context, u32 depth,
					   const bool evicts)
{
	int elt;

	/*
	 * Plain stores are sufficient: an insert that interrupts this one, even between the load
	 * and the store of the depth, restores the depth before it returns.
	 */
	WRITE_ONCE(context->depth, depth + 1);
	barrier(); /* Access the context slot only after the store above, */
	elt = insert_in_context(map, key, hash, &context->slots[depth], evicts);
	barrier(); /* and before the store below. */
	WRITE_ONCE(context->depth, depth);

	if (likely(elt >= 0))
		return elt;
	return insert_failed(map, hash, elt == -EAGAIN ? TRACING_MAP_DROP_CHUNK :
							 TRACING_MAP_DROP_FULL);
}

/* Insert in a map that evicts elements, or fail because inserts are nested too deeply. */
static noinline int insert_rarely(struct tracing_map *map, const u64 *key, u64 hash,
				  struct tracing_map_context *context, u32 depth)
{
	int elt = -ENOENT;

	if (depth < TRACING_MAP_CONTEXT_SLOTS)
		return insert_at_depth(map, key, hash, context, depth, true);
	/*
	 * The caller's search may have missed the key because an eviction exchanged the tables.
	 * There is no second exchange before this event has ended.
	 */
	if (map->keys->evict)
		elt = tracing_map_find(map, key, map->key_words, hash);
	return elt >= 0 ? elt : insert_failed(map, hash, TRACING_MAP_DROP_NESTED);
}

/**
 * tracing_map_insert_new - Create the element of a key that tracing_map_find() did not find
 * @map: the map
 * @key: key, followed by aux
 * @hash: hash of the key, from tracing_map_hash()
 *
 * Returns the existing element if another insert has created it in the meantime.
 *
 * Context: any, with preemption off.
 * Return: as tracing_map_insert().
 */
noinline int tracing_map_insert_new(struct tracing_map *map, const u64 *key, u64 hash)
{
	struct tracing_map_context *context = this_cpu_ptr(map->keys->context);
	u32 depth = READ_ONCE(context->depth);

	if (unlikely(depth >= map->keys->fast_slots))
		return insert_rarely(map, key, hash, context, depth);
	return insert_at_depth(map, key, hash, context, depth, false);
}

/**
 * tracing_map_count_new - Count one in a bucket that tracing_map_find() did not find
 * @pool: the pool of a map
 * @key: key of the bucket
 * @hash: hash of the key
 *
 * The key is passed by value, so that it stays in a register of tracing_map_count().
 *
 * Context: any, with preemption off.
 * Return: as tracing_map_count().
 */
noinline bool tracing_map_count_new(struct tracing_map *pool, u64 key, u64 hash)
{
	int bucket = tracing_map_insert_new(pool, &key, hash);

	if (bucket < 0)
		return false;
	/*
	 * Pairs with the smp_rmb() in copy_buckets(): a reader that sees the count sees the key.
	 * The release that publishes the key does not order the addition after it.
	 */
	smp_wmb();
	tracing_map_add(pool, bucket, 0, 1);
	return true;
}

/**
 * tracing_map_drop - Count a dropped event
 * @map: the map
 * @reason: why the event is dropped
 *
 * For events that are dropped before the insert. tracing_map_insert_new() counts its own drops.
 *
 * Context: any, with preemption off.
 */
void tracing_map_drop(struct tracing_map *map, enum tracing_map_drop_reason reason)
{
	local64_inc(&this_cpu_ptr(map->cpu)->dropped[reason]);
}

/**
 * tracing_map_half_dropped - Read the number of events that a half has dropped for one reason
 * @half: the half
 * @reason: the reason
 *
 * Context: any.
 * Return: number of drops on all CPUs since the half was created, cleared or drained.
 */
u64 tracing_map_half_dropped(const struct tracing_map *half, enum tracing_map_drop_reason reason)
{
	u64 dropped = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		dropped += local64_read(&per_cpu_ptr(half->cpu, cpu)->dropped[reason]);
	return dropped;
}

/**
 * tracing_map_dropped_for - Read the number of events dropped for one reason
 * @map: the map
 * @reason: the reason
 *
 * Exact if no insert and no drop is running; otherwise the result may lack some of the running
 * ones.
 *
 * Context: any. If the map has two halves, the caller serializes the call with tracing_map_spare()
 * and tracing_map_drain().
 * Return: number of drops on all CPUs since the map was created or cleared.
 */
u64 tracing_map_dropped_for(const struct tracing_map *map, enum tracing_map_drop_reason reason)
{
	const struct tracing_map_keys *keys = map->keys;
	u64 dropped = keys->total ? keys->total->dropped[reason] : 0;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys->halves) && keys->halves[i]; i++)
		dropped += tracing_map_half_dropped(keys->halves[i], reason);
	return dropped;
}

/**
 * tracing_map_read_drops - Read the numbers of events dropped for each reason
 * @map: the map
 * @drops: set to the results of tracing_map_dropped_for()
 *
 * Reads each counter once. So the numbers add up to the total, even if events are dropped
 * meanwhile.
 *
 * Context: any. If the map has two halves, the caller serializes the call with tracing_map_spare()
 * and tracing_map_drain().
 * Return: the total.
 */
u64 tracing_map_read_drops(const struct tracing_map *map, u64 drops[TRACING_MAP_DROP_REASONS])
{
	unsigned int reason;
	u64 dropped = 0;

	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		drops[reason] = tracing_map_dropped_for(map, reason);
		dropped += drops[reason];
	}
	return dropped;
}

/**
 * tracing_map_dropped - Read the number of events dropped
 * @map: the map
 *
 * As exact as tracing_map_dropped_for().
 *
 * Context: any. If the map has two halves, the caller serializes the call with tracing_map_spare()
 * and tracing_map_drain().
 * Return: number of drops for all reasons on all CPUs since the map was created or cleared.
 */
u64 tracing_map_dropped(const struct tracing_map *map)
{
	u64 drops[TRACING_MAP_DROP_REASONS];

	return tracing_map_read_drops(map, drops);
}

/**
 * tracing_map_half_sum - Read a sum of an element in a half
 * @half: the half
 * @elt: the element
 * @i: index of the sum
 *
 * As exact as tracing_map_sum().
 *
 * Context: any.
 * Return: the sum over all copies of this half.
 */
u64 tracing_map_half_sum(const struct tracing_map *half, int elt, unsigned int i)
{
	unsigned long pos = tracing_map_word(half, elt, i);
	u64 sum = 0;
	u32 copy;
	int cpu;

	if (half->shared_sums) {
		for (copy = 0; copy < half->n_copies; copy++, pos += half->copy_sums)
			sum += atomic64_read(&half->shared_sums[pos]);
	} else {
		for_each_possible_cpu(cpu)
			sum += local64_read(&per_cpu_ptr(half->cpu, cpu)->sums[pos]);
	}
	return sum;
}

/**
 * tracing_map_sum - Read a sum of an element
 * @map: the map
 * @elt: the element
 * @i: index of the sum
 *
 * Exact if no add is running; otherwise the result may lack some of the running adds.
 *
 * Context: any. If the map has two halves, the caller serializes the call with tracing_map_drain().
 * Return: the sum over all intervals and copies, and so over all CPUs.
 */
u64 tracing_map_sum(const struct tracing_map *map, int elt, unsigned int i)
{
	const struct tracing_map_keys *keys = map->keys;
	u64 sum = keys->total ? keys->total->words[tracing_map_word(map, elt, i)] : 0;
	unsigned int k;

	for (k = 0; k < ARRAY_SIZE(keys->halves) && keys->halves[k]; k++)
		sum += tracing_map_half_sum(keys->halves[k], elt, i);
	return sum;
}

/* Replace @old by @val in this CPU's copy. Return: the word before; it is @old on success. */
static u64 cmpxchg_own(struct tracing_map *map, unsigned long pos, u64 old, u64 val)
{
	if (!map->shared_sums)
		return local64_cmpxchg(&__this_cpu_read(map->cpu->sums)[pos], old, val);
	return atomic64_cmpxchg_relaxed(&__this_cpu_read(map->cpu->shared_sums)[pos], old, val);
}

/**
 * tracing_map_raise_slow - Raise a maximum that is smaller than the value (slow path)
 * @map: the map
 * @elt: the element
 * @i: index of the maximum among the words
 * @val: the maximum becomes at least this value
 *
 * A try fails only if another event raised the word since it was read. Each try therefore starts
 * from a larger word.
 *
 * Context: any, with preemption off.
 * Return: as tracing_map_raise().
 */
noinline bool tracing_map_raise_slow(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	unsigned long pos = tracing_map_word(map, elt, i);
	u64 cur = tracing_map_read_own(map, elt, i);
	int try;

	for (try = 0; try < TRACING_MAP_RAISE_TRIES; try++) {
		u64 old = cur;

		if (old >= val)
			return true;
		cur = cmpxchg_own(map, pos, old, val);
		if (cur == old)
			return true;
	}
	if (cur >= val)
		return true;
	tracing_map_drop(map, TRACING_MAP_DROP_NESTED);
	return false;
}

/**
 * tracing_map_total - Read the total of a sum over all elements
 * @map: the map
 * @i: index of the sum
 *
 * As exact as tracing_map_sum(). Takes time in proportion to the number of elements in use.
 *
 * Context: process context, may sleep.
 * Return: the total over all elements, the other one included, and CPUs.
 */
u64 tracing_map_total(const struct tracing_map *map, unsigned int i)
{
	u32 elt, n_elts = tracing_map_n_allocated(map);
	u64 total = 0;

	for (elt = 0; elt < n_elts; elt++) {
		total += tracing_map_sum(map, elt, i);
		tracing_map_yield_at(elt);
	}
	return total;
}
