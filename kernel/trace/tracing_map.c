// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracing_map - a lock-free map from keys to sums, variables and cells, for any context
 *
 * The comment at the top of tracing_map.h describes the algorithm, why it is correct, and the
 * requirements for callers. This file has three parts: lifetime of a map, functions that run per
 * event, and functions that run per read.
 *
 * The map does not depend on trace events or text. Only tracing_map_create() takes a lock, for
 * the seed. The caller ensures that a map is not cleared or destroyed while it is in use.
 */

#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "tracing_map.h"

/* Protects the seed in get_seed(). Process context; no other lock is taken while it is held. */
static DEFINE_MUTEX(seed_lock);

/*
 * For all allocations, which may have hundreds of megabytes. A failure is reported to the caller,
 * so the page allocator must not warn in the kernel log.
 */
#define MAP_GFP		(GFP_KERNEL | __GFP_NOWARN)

/*
 * Allocate zeroed memory for @n objects of @size bytes, to be freed with kvfree(). Use vmalloc()
 * for more than a page: kmalloc() would round up to a power of two.
 */
static void *map_alloc(size_t n, size_t size, int node)
{
	size_t bytes = n * size;

	if (bytes <= PAGE_SIZE)
		return kzalloc_node(bytes, MAP_GFP, node);
	return __vmalloc_node(bytes, 1, MAP_GFP | __GFP_ZERO, node,
			      __builtin_return_address(0));
}

/* Return the memory that map_alloc() takes for @bytes bytes, which is at least 1. */
static size_t alloc_bytes(size_t bytes)
{
	return bytes <= PAGE_SIZE ? roundup_pow_of_two(bytes) : PAGE_ALIGN(bytes);
}

static u32 count_elts(u32 size, unsigned int n_cpus)
{
	return size + n_cpus * TRACING_MAP_SEATS;
}

/* Small maps on many CPUs need more than two slots per key because of the context slots. */
static u32 count_slots(u32 size, unsigned int n_cpus)
{
	return roundup_pow_of_two(max(2 * size, count_elts(size, n_cpus) + 1));
}

/* Return the maximum number of bytes of all copies of the sums. */
static size_t sums_budget(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	size_t key_bytes = TRACING_MAP_REPLACED_KEY_BYTES +
			   (cfg->n_sums - 1) * TRACING_MAP_REPLACED_SUM_BYTES;
	size_t budget = TRACING_MAP_BUDGET_FACTOR * key_bytes * cfg->size;
	/*
	 * Longer keys, aux, variables and cells need the same memory in both implementations, so
	 * they are left out on both sides.
	 */
	size_t rest = count_slots(cfg->size, n_cpus) * sizeof(u64) +
		      alloc_bytes(count_elts(cfg->size, n_cpus) * sizeof(u64)) +
		      n_cpus * sizeof(struct tracing_map_cpu);

	return budget > rest ? min(budget - rest, TRACING_MAP_CPU_SUMS_MAX) : 0;
}

/* Return the distance of two shared copies, in sums: no cache line is part of both. */
static size_t copy_distance(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	return ALIGN((size_t)count_elts(cfg->size, n_cpus) * cfg->n_sums,
		     SMP_CACHE_BYTES / sizeof(u64));
}

/**
 * tracing_map_sum_copies - Choose the number of copies of the sums
 * @cfg: a valid configuration of a map
 * @n_cpus: number of possible CPUs
 *
 * Context: any.
 * Return: @n_cpus if each CPU gets its own copy; a power of two below @n_cpus if CPUs
 * share copies; 0 if the map has no sums.
 */
unsigned int tracing_map_sum_copies(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	size_t own, shared, budget;

	if (!cfg->n_sums)
		return 0;
	/* With one CPU, an own copy takes no more memory than a shared one. */
	if (n_cpus == 1)
		return 1;

	budget = sums_budget(cfg, n_cpus);
	own = (size_t)count_elts(cfg->size, n_cpus) * cfg->n_sums * sizeof(u64);
	if (budget / alloc_bytes(own) >= n_cpus)
		return n_cpus;

	shared = budget / (copy_distance(cfg, n_cpus) * sizeof(u64));
	return shared ? rounddown_pow_of_two(min(shared, n_cpus - 1)) : 1;
}

/* Allocate the copies of the sums that CPUs share. Return: 0 or -ENOMEM. */
static int alloc_shared_sums(struct tracing_map *map)
{
	int cpu;

	map->shared_sums = map_alloc((size_t)map->n_copies * map->copy_sums,
				     sizeof(*map->shared_sums), NUMA_NO_NODE);
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
	size_t n = (size_t)map->n_elts * map->n_sums;
	int cpu;

	for_each_possible_cpu(cpu) {
		local64_t *sums = map_alloc(n, sizeof(*sums), cpu_to_node(cpu));

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

static bool config_valid(const struct tracing_map_config *cfg)
{
	return is_power_of_2(cfg->size) &&
	       cfg->size >= TRACING_MAP_SIZE_MIN && cfg->size <= TRACING_MAP_SIZE_MAX &&
	       cfg->key_size && cfg->key_size <= TRACING_MAP_KEY_MAX && !(cfg->key_size % 8) &&
	       cfg->aux_size <= TRACING_MAP_AUX_MAX && !(cfg->aux_size % 8) &&
	       cfg->n_sums <= TRACING_MAP_SUMS_MAX &&
	       cfg->n_vars <= TRACING_MAP_VARS_MAX &&
	       cfg->cell_words <= TRACING_MAP_CELL_WORDS_MAX;
}

static void set_geometry(struct tracing_map *map, const struct tracing_map_config *cfg)
{
	unsigned int n_cpus = num_possible_cpus();

	map->size = cfg->size;
	map->n_elts = count_elts(cfg->size, n_cpus);
	map->key_words = cfg->key_size / sizeof(u64);
	map->var_word = map->key_words + cfg->aux_size / sizeof(u64);
	map->cell_word = map->var_word + cfg->n_vars;
	map->elt_words = map->cell_word + cfg->cell_words;
	map->n_sums = cfg->n_sums;
	map->n_copies = tracing_map_sum_copies(cfg, n_cpus);
	map->copy_sums = copy_distance(cfg, n_cpus);
	map->n_vars = cfg->n_vars;
	map->slot_mask = count_slots(map->size, n_cpus) - 1;
	map->slot_shift = 64 - ilog2(map->slot_mask + 1);
}

/* Return: 0, or -ENOMEM; tracing_map_destroy() frees what has been allocated. */
static int alloc_tables(struct tracing_map *map)
{
	map->cpu = alloc_percpu_gfp(struct tracing_map_cpu, MAP_GFP);
	if (!map->cpu)
		return -ENOMEM;

	map->slots = map_alloc((size_t)map->slot_mask + 1, sizeof(*map->slots), NUMA_NO_NODE);
	if (!map->slots)
		return -ENOMEM;

	map->elts = map_alloc(map->n_elts, map->elt_words * sizeof(u64), NUMA_NO_NODE);
	if (!map->elts)
		return -ENOMEM;

	if (map->n_vars) {
		map->var_low = map_alloc(BITS_TO_LONGS(map->n_elts * map->n_vars),
					 sizeof(*map->var_low), NUMA_NO_NODE);
		if (!map->var_low)
			return -ENOMEM;
	}
	return alloc_sums(map);
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

/**
 * tracing_map_create - Create an empty map
 * @cfg: dimensions of the map; not used after the call
 *
 * Allocates all memory that the map will ever use.
 *
 * Context: process context, may sleep; takes seed_lock.
 * Return: the map, to be freed with tracing_map_destroy(); ERR_PTR(-EINVAL) if @cfg exceeds the
 * documented limits; or ERR_PTR(-ENOMEM).
 */
struct tracing_map *tracing_map_create(const struct tracing_map_config *cfg)
{
	struct tracing_map *map;
	int ret;

	might_sleep();

	if (!config_valid(cfg))
		return ERR_PTR(-EINVAL);

	map = kzalloc(sizeof(*map), MAP_GFP);
	if (!map)
		return ERR_PTR(-ENOMEM);

	set_geometry(map, cfg);
	map->seed = get_seed();
	map->var_mask = get_random_u64();

	ret = alloc_tables(map);
	if (ret) {
		tracing_map_destroy(map);
		return ERR_PTR(ret);
	}
	return map;
}

/**
 * tracing_map_destroy - Free a map
 * @map: the map, or NULL, or an ERR_PTR() of tracing_map_create()
 *
 * The map must not be in use. The caller first unpublishes all pointers to the map, and then
 * waits until all CPUs have left sections with preemption off (a grace period of RCU-sched).
 *
 * Context: process context, may sleep.
 */
void tracing_map_destroy(struct tracing_map *map)
{
	int cpu;

	if (IS_ERR_OR_NULL(map))
		return;

	if (map->shared_sums) {
		kvfree(map->shared_sums);
	} else if (map->cpu) {
		for_each_possible_cpu(cpu)
			kvfree(per_cpu_ptr(map->cpu, cpu)->sums);
	}
	kvfree(map->var_low);
	kvfree(map->elts);
	kvfree(map->slots);
	free_percpu(map->cpu);
	kfree(map);
}

/* Return the number of elements handed out; all other elements are still zero. */
static u32 n_used(const struct tracing_map *map)
{
	return min_t(u32, atomic_read(&map->n_taken), map->n_elts);
}

/* Set all copies of the sums to 0. Context: as tracing_map_clear(). */
static void clear_sums(struct tracing_map *map)
{
	size_t bytes = (size_t)map->n_elts * map->n_sums * sizeof(u64);
	u32 copy;
	int cpu;

	if (map->shared_sums) {
		for (copy = 0; copy < map->n_copies; copy++) {
			memset(&map->shared_sums[(size_t)copy * map->copy_sums], 0, bytes);
			cond_resched();
		}
	} else if (map->n_copies) {
		for_each_possible_cpu(cpu) {
			memset(per_cpu_ptr(map->cpu, cpu)->sums, 0, bytes);
			cond_resched();
		}
	}
}

/**
 * tracing_map_clear - Remove all keys from a map
 * @map: the map
 *
 * Resets all keys, sums, variables, cells and drop counters. The caller guarantees that no other
 * function of the map runs at the same time.
 *
 * Context: process context, may sleep.
 */
void tracing_map_clear(struct tracing_map *map)
{
	unsigned int reason;
	int cpu;

	might_sleep();

	memset(map->slots, 0, ((size_t)map->slot_mask + 1) * sizeof(*map->slots));
	memset(map->elts, 0, (size_t)n_used(map) * map->elt_words * sizeof(*map->elts));
	if (map->var_low)
		bitmap_zero(map->var_low, map->n_elts * map->n_vars);
	clear_sums(map);

	for_each_possible_cpu(cpu) {
		struct tracing_map_cpu *c = per_cpu_ptr(map->cpu, cpu);

		memset(c->seats, 0, sizeof(c->seats));
		for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
			local64_set(&c->dropped[reason], 0);
	}

	atomic_set(&map->n_keys, 0);
	atomic_set(&map->n_taken, 0);
}

/* Copies a few words; inlined because a call would cost more. */
static __always_inline void copy_words(u64 *to, const u64 *from, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		WRITE_ONCE(to[i], from[i]);
}

/*
 * Search for @key again, and insert it at the first empty slot. The caller has the context slot
 * @seat to itself. An element that was not published stays in it for the next insert.
 *
 * Return: the element of @key, or -ENOSPC.
 */
static int insert_seated(struct tracing_map *map, const u64 *key, u64 hash, u32 *seat)
{
	u32 pos = tracing_map_first_slot(map, hash);
	bool filled = false;

	/* Terminates at an empty slot at the latest: there are more slots than elements. */
	for (;; pos = (pos + 1) & map->slot_mask) {
		atomic64_t *slot = &map->slots[pos];
		/* Pairs with the release of the cmpxchg below. */
		u64 word = atomic64_read_acquire(slot);
		int elt;

		/* Pairs with the release of the increment below. */
		if (!word && atomic_read_acquire(&map->n_keys) >= map->size) {
			/* The insert that filled the map may have had the same key. */
			word = atomic64_read_acquire(slot);
			if (!word)
				return -ENOSPC;
		}

		if (!word) {
			if (!*seat) {
				u32 fresh = atomic_fetch_inc_relaxed(&map->n_taken);

				/* Cannot happen, see tracing_map.h; never write beyond the end. */
				if (unlikely(fresh >= map->n_elts))
					return -ENOSPC;
				*seat = fresh + 1;
			}
			elt = *seat - 1;
			if (!filled) {
				copy_words(tracing_map_elt(map, elt), key, map->var_word);
				filled = true;
			}
			/*
			 * Publishes the copied words: pairs with the acquire of the slot in all
			 * loops over slots.
			 */
			if (!atomic64_cmpxchg_release(slot, 0, (hash & ~(u64)U32_MAX) | *seat)) {
				*seat = 0;
				/* Pairs with the acquire above. */
				atomic_fetch_inc_release(&map->n_keys);
				return elt;
			}
			/* A failed cmpxchg orders nothing, so read the slot again. */
			word = atomic64_read_acquire(slot);
		}

		if (tracing_map_slot_has(map, word, hash, key, map->key_words))
			return (u32)word - 1;
	}
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
	struct tracing_map_cpu *cpu = this_cpu_ptr(map->cpu);
	u32 seat = READ_ONCE(cpu->depth);
	int elt;

	if (unlikely(seat >= TRACING_MAP_SEATS)) {
		tracing_map_drop(map, TRACING_MAP_DROP_NESTED);
		return -ENOSPC;
	}

	/*
	 * Plain stores are sufficient: an insert that interrupts this one, even between the load
	 * and the store of the depth, restores the depth before it returns.
	 */
	WRITE_ONCE(cpu->depth, seat + 1);
	barrier(); /* The context slot is owned from here */
	elt = insert_seated(map, key, hash, &cpu->seats[seat]);
	barrier(); /* to here. */
	WRITE_ONCE(cpu->depth, seat);

	if (unlikely(elt < 0))
		tracing_map_drop(map, TRACING_MAP_DROP_FULL);
	return elt;
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
 * tracing_map_dropped_for - Read the number of events dropped for one reason
 * @map: the map
 * @reason: the reason
 *
 * Exact if no insert and no drop is running; otherwise the result may lack some of them.
 *
 * Context: any.
 * Return: number of drops on all CPUs since the map was created or cleared.
 */
u64 tracing_map_dropped_for(const struct tracing_map *map, enum tracing_map_drop_reason reason)
{
	u64 dropped = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		dropped += local64_read(&per_cpu_ptr(map->cpu, cpu)->dropped[reason]);
	return dropped;
}

/**
 * tracing_map_dropped - Read the number of events dropped
 * @map: the map
 *
 * As exact as tracing_map_dropped_for().
 *
 * Context: any.
 * Return: number of drops for all reasons on all CPUs since the map was created or cleared.
 */
u64 tracing_map_dropped(const struct tracing_map *map)
{
	unsigned int reason;
	u64 dropped = 0;

	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
		dropped += tracing_map_dropped_for(map, reason);
	return dropped;
}

/**
 * tracing_map_sum - Read a sum of an element
 * @map: the map
 * @elt: the element
 * @i: index of the sum
 *
 * Exact if no add is running; otherwise the result may lack some of the running adds.
 *
 * Context: any.
 * Return: the sum over all copies, and so over all CPUs.
 */
u64 tracing_map_sum(const struct tracing_map *map, int elt, unsigned int i)
{
	unsigned long pos = (unsigned long)elt * map->n_sums + i;
	u64 sum = 0;
	u32 copy;
	int cpu;

	if (map->shared_sums) {
		for (copy = 0; copy < map->n_copies; copy++, pos += map->copy_sums)
			sum += atomic64_read(&map->shared_sums[pos]);
	} else {
		for_each_possible_cpu(cpu)
			sum += local64_read(&per_cpu_ptr(map->cpu, cpu)->sums[pos]);
	}
	return sum;
}

/**
 * tracing_map_total - Read the total of a sum over all elements
 * @map: the map
 * @i: index of the sum
 *
 * As exact as tracing_map_sum(). Takes time in proportion to the number of elements in use.
 *
 * Context: any.
 * Return: the total over all elements and CPUs.
 */
u64 tracing_map_total(const struct tracing_map *map, unsigned int i)
{
	u32 elt, n_elts = n_used(map);
	u64 total = 0;

	for (elt = 0; elt < n_elts; elt++)
		total += tracing_map_sum(map, elt, i);
	return total;
}

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
 * tracing_map_var_change - Exchange the value of a variable of an element
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
bool tracing_map_var_change(struct tracing_map *map, int elt, unsigned int i, u64 val)
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
 * Each failed try means that another call changed the variable in the few instructions between
 * the load and the cmpxchg of this one.
 */
#define RAISE_TRIES	64

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
static noinline bool bit_has_raised(const struct tracing_map *map, int elt, unsigned int i,
				    u64 val)
{
	return atomic64_read_acquire(tracing_map_var_word(map, elt, i)) == 1 &&
	       tracing_map_var_decode(map, elt, i) == val;
}

/**
 * tracing_map_var_raise - Set a variable of an element to a larger value (fetch-max)
 * @map: the map
 * @elt: the element
 * @i: index of the variable
 * @val: new value, if the variable is unset or has a smaller value
 * @is_signed: compare as s64; otherwise as u64
 *
 * Gives up if other calls changed the variable during each of %RAISE_TRIES tries. @val is lost
 * then, even if none of the other values was larger: the effect is the same as if @val had been
 * set before a larger value that was taken or overwritten. The limit exists because each loop in
 * an event must be bounded. It is not expected to be reached: it would take a lost race per try,
 * each within a few instructions.
 *
 * Context: any.
 * Return: true if this call set the variable. If @val is one of the two special values,
 * concurrent calls that set it may all return true.
 */
bool tracing_map_var_raise(struct tracing_map *map, int elt, unsigned int i, u64 val,
			   bool is_signed)
{
	atomic64_t *var = tracing_map_var_word(map, elt, i);
	int try;

	for (try = 0; try < RAISE_TRIES; try++) {
		/* Pairs with the release in set, exchange and fetch-max. */
		u64 word, old = atomic64_read_acquire(var);

		if (old) {
			u64 cur = tracing_map_var_value(map, elt, i, old);

			if (is_signed ? (s64)cur >= (s64)val : cur >= val)
				return false;
		}
		/* Encode again in each try: another call may have written the extra bit since. */
		word = tracing_map_var_code(map, elt, i, val);
		/* Fully ordered; pairs with the acquire in tracing_map_var_get(). */
		if (atomic64_cmpxchg(var, old, word) == old)
			return true;
		if (word == 1 && bit_has_raised(map, elt, i, val))
			return true;
	}
	return false;
}

/* Header of a cell: two flags, and a count of changes in the bits above. */
#define CELL_CLAIMED	1ULL
#define CELL_SET	2ULL
#define CELL_CHANGE	4ULL

/* Return the cell at @pos: its header, followed by its words. */
static u64 *find_cell(const struct tracing_map *map, int elt, unsigned int pos)
{
	return &tracing_map_elt(map, elt)[map->cell_word + pos];
}

/**
 * tracing_map_cell_claim - Begin to write a cell
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 *
 * The caller owns the words until it calls tracing_map_cell_publish(). It must do so, and keep
 * preemption off in between. The words have their previous contents and may be read like any
 * memory. The caller must not decide by them whether to write, because that would ignore the
 * writers that were refused in the meantime: values that compete belong in a variable, see
 * tracing_map_var_raise().
 *
 * Context: any, with preemption off.
 * Return: the words; or NULL if another writer owns the cell. The caller's value then counts as
 * overwritten by that writer's value.
 */
u64 *tracing_map_cell_claim(struct tracing_map *map, int elt, unsigned int pos)
{
	u64 *cell = find_cell(map, elt, pos);
	atomic64_t *head = tracing_map_atomic(cell);
	u64 was, now = atomic64_read(head);
	int try;

	for (try = 0; try < 2; try++) {
		if (now & CELL_CLAIMED)
			return NULL;
		was = now;
		/*
		 * Fully ordered: before the words that this writer writes, see copy_cell(), and
		 * after the reads of a take that unset the cell.
		 */
		now = atomic64_cmpxchg(head, was, was | CELL_CLAIMED);
		if (now == was)
			return cell + 1;
	}
	return NULL;
}

/**
 * tracing_map_cell_was_set - Test whether a claimed cell was set before the claim
 * @cell: words of tracing_map_cell_claim()
 *
 * Context: any, between claim and publish.
 * Return: true if it was set; the words have the previous value then.
 */
bool tracing_map_cell_was_set(const u64 *cell)
{
	return atomic64_read(tracing_map_atomic(&cell[-1])) & CELL_SET;
}

/**
 * tracing_map_cell_copy_in - Write some words of a claimed cell
 * @cell: words of tracing_map_cell_claim()
 * @at: index of the first word to write
 * @src: new values of the words
 * @n: number of words
 *
 * Context: any, between claim and publish.
 */
void tracing_map_cell_copy_in(u64 *cell, unsigned int at, const u64 *src, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		tracing_map_cell_write(&cell[at + i], src[i]);
}

/**
 * tracing_map_cell_publish - Finish writing a cell, and set it
 * @cell: words of tracing_map_cell_claim()
 *
 * Words that were not written keep their previous contents. They are 0 if the cell has not been
 * set since the map was created or cleared.
 *
 * Context: any, with preemption off since the claim.
 */
void tracing_map_cell_publish(u64 *cell)
{
	atomic64_t *head = tracing_map_atomic(&cell[-1]);
	/* Only the owner changes the header of a claimed cell. */
	u64 was = atomic64_read(head);

	/* Pairs with the acquire in tracing_map_cell_get() and _take(). */
	atomic64_set_release(head, ((was & ~CELL_CLAIMED) | CELL_SET) + CELL_CHANGE);
}

/**
 * tracing_map_cell_set - Set a cell of an element
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 * @words: new value
 * @n: number of words of the value
 *
 * Context: any, with preemption off.
 * Return: true if the cell was set; false if another writer owns it. The value then counts as
 * overwritten by that writer's value.
 */
bool tracing_map_cell_set(struct tracing_map *map, int elt, unsigned int pos, const u64 *words,
			  unsigned int n)
{
	u64 *cell = tracing_map_cell_claim(map, elt, pos);

	if (!cell)
		return false;
	tracing_map_cell_copy_in(cell, 0, words, n);
	tracing_map_cell_publish(cell);
	return true;
}

/* Copy @n words of @cell. */
static void copy_cell(const u64 *cell, u64 *words, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		/*
		 * Orders the second read of the header after this read: pairs with the claim of
		 * the writer that wrote the word.
		 */
		words[i] = atomic64_read_acquire(tracing_map_atomic(&cell[1 + i]));
	}
}

/*
 * Test that no write or take happened since the header was @was; with @take, unset the cell in
 * the same step.
 */
static __always_inline bool is_unchanged(atomic64_t *head, u64 was, bool take)
{
	if (!take)
		return atomic64_read(head) == was;
	/* Fully ordered: the next writer writes after the reads of this take. */
	return atomic64_cmpxchg(head, was, (was & ~CELL_SET) + CELL_CHANGE) == was;
}

/*
 * Return: 0 with @words filled in; -ENOENT if the cell is unset; or -EBUSY if each try met a
 * writer.
 */
static __always_inline int read_cell(const struct tracing_map *map, int elt, unsigned int pos,
				     u64 *words, unsigned int n, bool take)
{
	const u64 *cell = find_cell(map, elt, pos);
	atomic64_t *head = tracing_map_atomic(cell);
	int try;

	for (try = 0; try < TRACING_MAP_CELL_TRIES; try++) {
		/* Pairs with the release in tracing_map_cell_publish(). */
		u64 was = atomic64_read_acquire(head);

		if (was & CELL_CLAIMED)
			continue;
		if (!(was & CELL_SET))
			return -ENOENT;
		copy_cell(cell, words, n);
		if (is_unchanged(head, was, take))
			return 0;
	}
	return -EBUSY;
}

/**
 * tracing_map_cell_get - Read a cell of an element
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 * @words: set to the value; undefined if the result is false
 * @n: number of words to read
 *
 * Context: any.
 * Return: true if the cell was set; false if it was unset, or if each try met a writer.
 */
bool tracing_map_cell_get(const struct tracing_map *map, int elt, unsigned int pos, u64 *words,
			  unsigned int n)
{
	return !read_cell(map, elt, pos, words, n, false);
}

/**
 * tracing_map_cell_take - Read a cell of an element and unset it
 * @map: the map
 * @elt: the element
 * @pos: position of the cell's header in the words of all cells
 * @words: set to the value; undefined if the result is false
 * @n: number of words to read
 *
 * If several calls compete, exactly one of them gets a value that was published, unless another
 * writer overwrites the value first.
 *
 * Context: any.
 * Return: true if the cell was set; it is unset now. False if it was unset, or if each try met a
 * writer.
 */
bool tracing_map_cell_take(struct tracing_map *map, int elt, unsigned int pos, u64 *words,
			   unsigned int n)
{
	return !read_cell(map, elt, pos, words, n, true);
}

/* Test whether @key is valid for the rows of @map. */
static bool sort_key_valid(const struct tracing_map *map, const struct tracing_map_sort_key *key)
{
	unsigned int key_size = map->key_words * sizeof(u64);
	bool one_word = key->cmp == TRACING_MAP_CMP_U64 || key->cmp == TRACING_MAP_CMP_S64;

	if (!key->is_key)
		return one_word && key->pos < map->n_sums;

	if (!key->size || key->pos > key_size || key->size > key_size - key->pos)
		return false;
	if (key->cmp == TRACING_MAP_CMP_STRING)
		return true;
	if (key->pos % sizeof(u64) || key->size % sizeof(u64))
		return false;
	return key->cmp == TRACING_MAP_CMP_WORDS || (one_word && key->size == sizeof(u64));
}

/* Test whether @extra exists in the elements of @map. */
static bool extra_valid(const struct tracing_map *map, const struct tracing_map_extra *extra)
{
	unsigned int cell_words = map->elt_words - map->cell_word;

	if (!extra->is_cell)
		return extra->pos < map->n_vars && extra->n_words == 1;
	return extra->pos < cell_words && extra->n_words < cell_words - extra->pos;
}

/* Return the first word that @key compares, from the data of a row. */
static u64 first_word(const struct tracing_map_snapshot *snap,
		      const struct tracing_map_sort_key *key, const u64 *row)
{
	const u64 *sums = &row[snap->sum_word];

	if (key->is_key)
		return row[key->pos / sizeof(u64)];
	return key->number ? key->number(sums, key->arg) : sums[key->pos];
}

/*
 * Encode the beginning of @key in one word. If two rows have different ranks, the ranks order
 * them; equal ranks may need compare_rows().
 */
static u64 rank_row(const struct tracing_map_snapshot *snap,
		    const struct tracing_map_sort_key *key, const u64 *row)
{
	__be64 bytes = 0;
	u64 rank;

	switch (key->cmp) {
	case TRACING_MAP_CMP_STRING:
		memcpy(&bytes, (const char *)row + key->pos, min(key->size, sizeof(bytes)));
		rank = be64_to_cpu(bytes);
		break;
	case TRACING_MAP_CMP_S64:
		rank = first_word(snap, key, row) ^ BIT_ULL(63);
		break;
	default:
		rank = first_word(snap, key, row);
		break;
	}
	return key->descending ? ~rank : rank;
}

/* Test whether rows with equal ranks are equal in @key. */
static bool rank_is_all(const struct tracing_map_sort_key *key)
{
	return !key->is_key || key->size <= sizeof(u64);
}

/* Compare two rows by the complete @key. Return: negative, 0 or positive. */
static int compare_rows(const struct tracing_map_snapshot *snap,
			const struct tracing_map_sort_key *key, const u64 *a, const u64 *b)
{
	int cmp = 0;
	u32 i;

	if (rank_is_all(key)) {
		u64 rank_a = rank_row(snap, key, a);
		u64 rank_b = rank_row(snap, key, b);

		return rank_a < rank_b ? -1 : rank_a > rank_b;
	}

	if (key->cmp == TRACING_MAP_CMP_STRING) {
		cmp = memcmp((const char *)a + key->pos, (const char *)b + key->pos, key->size);
	} else {
		i = key->pos / sizeof(u64);
		for (; !cmp && i < (key->pos + key->size) / sizeof(u64); i++)
			cmp = a[i] < b[i] ? -1 : a[i] > b[i];
	}
	return key->descending ? -cmp : cmp;
}

/* Parameters of a sort. */
struct sorter {
	const struct tracing_map_snapshot *snap;
	const struct tracing_map_sort_key *keys;
	unsigned int n_keys;
	/* Index of the first key to compare if ranks are equal. */
	unsigned int first;
};

/* Test whether @b sorts before @a. Returns false for equal rows, so the sort is stable. */
static __always_inline bool out_of_order(const struct sorter *s,
					 const struct tracing_map_row *a,
					 const struct tracing_map_row *b)
{
	const struct tracing_map_snapshot *snap = s->snap;
	const u64 *data_a, *data_b;
	unsigned int i;
	int cmp;

	if (likely(a->rank != b->rank))
		return a->rank > b->rank;

	data_a = &snap->data[(unsigned long)a->data * snap->row_words];
	data_b = &snap->data[(unsigned long)b->data * snap->row_words];
	for (i = s->first; i < s->n_keys; i++) {
		cmp = compare_rows(snap, &s->keys[i], data_a, data_b);
		if (cmp)
			return cmp > 0;
	}
	return false;
}

/* Merge two sorted sequences of rows: from @begin to @mid, and from @mid to @end. */
static __always_inline void merge(const struct sorter *s, const struct tracing_map_row *from,
				  struct tracing_map_row *to, unsigned int begin,
				  unsigned int mid, unsigned int end)
{
	unsigned int i = begin, j = mid, out = begin;

	while (i < mid && j < end) {
		if (out_of_order(s, &from[i], &from[j]))
			to[out++] = from[j++];
		else
			to[out++] = from[i++];
	}
	while (i < mid)
		to[out++] = from[i++];
	while (j < end)
		to[out++] = from[j++];
}

/*
 * Bottom-up merge sort. It is stable, so rows that the sort keys do not distinguish stay in the
 * order of the elements. It does not recurse, and comparisons are inlined, which sort() cannot
 * offer.
 *
 * Return: 0 or -ENOMEM.
 */
static int sort_rows(struct tracing_map_snapshot *snap, const struct tracing_map_sort_key *keys,
		     unsigned int n_keys)
{
	const struct sorter s = {
		.snap = snap, .keys = keys, .n_keys = n_keys,
		.first = rank_is_all(&keys[0]) ? 1 : 0,
	};
	struct tracing_map_row *from = snap->rows, *to;
	unsigned int width, begin, mid, end;
	unsigned int n = snap->n_rows;

	to = kvmalloc_array(n, sizeof(*to), MAP_GFP);
	if (!to)
		return -ENOMEM;

	for (width = 1; width < n; width *= 2) {
		for (begin = 0; begin < n; begin = end) {
			mid = min(begin + width, n);
			end = min(mid + width, n);
			merge(&s, from, to, begin, mid, end);
		}
		swap(from, to);
		cond_resched();
	}

	snap->rows = from;
	kvfree(to);
	return 0;
}

/* Mark the published elements below @n_elts. Return: their number. */
static unsigned int find_published(const struct tracing_map *map, unsigned long *published,
				   u32 n_elts)
{
	unsigned int n = 0;
	u32 pos;

	for (pos = 0; pos <= map->slot_mask; pos++) {
		/* Pairs with the release of the cmpxchg in insert_seated(). */
		u64 word = atomic64_read_acquire(&map->slots[pos]);

		if (word && (u32)word <= n_elts) {
			__set_bit((u32)word - 1, published);
			n++;
		}
		if (!(pos % 4096))
			cond_resched();
	}
	return n;
}

/* Copy @extra of @elt to @words. The first word is not 0 if the extra is set. */
static void read_extra(const struct tracing_map *map, u32 elt,
		       const struct tracing_map_extra *extra, u64 *words)
{
	int try;

	if (!extra->is_cell) {
		words[0] = tracing_map_var_get(map, elt, extra->pos, &words[1]);
		return;
	}

	/*
	 * A writer is on another CPU and finishes soon, so give up only after many tries.
	 * @words[0] is 0 then.
	 */
	for (try = 0; try < TRACING_MAP_SNAPSHOT_TRIES; try++) {
		int ret = read_cell(map, elt, extra->pos, &words[1], extra->n_words, false);

		words[0] = !ret;
		if (ret != -EBUSY)
			return;
		cond_resched();
	}
}

/* Copy @elt to row @n of the data. */
static void read_row(const struct tracing_map *map, struct tracing_map_snapshot *snap,
		     unsigned int n, u32 elt, const struct tracing_map_extra *extras)
{
	u64 *row = &snap->data[(unsigned long)n * snap->row_words];
	u32 i;

	memcpy(row, tracing_map_elt(map, elt), snap->sum_word * sizeof(*row));
	for (i = 0; i < map->n_sums; i++)
		row[snap->sum_word + i] = tracing_map_sum(map, elt, i);
	for (i = 0; i < snap->n_extras; i++)
		read_extra(map, elt, &extras[i], &row[snap->extra_words[i]]);
}

/* Compute the layout of a row of @map. */
static void lay_out_row(const struct tracing_map *map, struct tracing_map_snapshot *snap,
			const struct tracing_map_extra *extras)
{
	unsigned int i;

	snap->n_sums = map->n_sums;
	snap->key_words = map->key_words;
	snap->sum_word = map->var_word;
	snap->row_words = snap->sum_word + snap->n_sums;
	for (i = 0; i < snap->n_extras; i++) {
		snap->extra_words[i] = snap->row_words;
		snap->row_words += 1 + extras[i].n_words;
	}
}

/* Allocate @n_rows rows. Return: 0 or -ENOMEM. */
static int alloc_rows(struct tracing_map_snapshot *snap, unsigned int n_rows)
{
	snap->n_rows = n_rows;
	snap->data = kvmalloc_array(n_rows, snap->row_words * sizeof(u64), MAP_GFP);
	snap->rows = kvmalloc_array(n_rows, sizeof(*snap->rows), MAP_GFP);
	return snap->data && snap->rows ? 0 : -ENOMEM;
}

/* Copy all published elements, and rank them by @key unless it is NULL. */
static void read_rows(const struct tracing_map *map, struct tracing_map_snapshot *snap,
		      const unsigned long *published, u32 n_elts,
		      const struct tracing_map_sort_key *key,
		      const struct tracing_map_extra *extras)
{
	unsigned int i = 0;
	u32 elt;

	for_each_set_bit(elt, published, n_elts) {
		struct tracing_map_row *row = &snap->rows[i];

		read_row(map, snap, i, elt, extras);
		row->data = i;
		row->elt = elt;
		row->rank = key ? rank_row(snap, key, tracing_map_row_key(snap, i)) : 0;
		i++;
		if (!(i % 1024))
			cond_resched();
	}
}

/* Read each counter once, so that the total is the sum of the counters shown. */
static void read_drops(const struct tracing_map *map, struct tracing_map_snapshot *snap)
{
	unsigned int reason;

	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		snap->drops[reason] = tracing_map_dropped_for(map, reason);
		snap->dropped += snap->drops[reason];
	}
}

/* Fill in a snapshot. Return: 0, or -ENOMEM; tracing_map_snapshot_free() frees the rest. */
static int take_rows(const struct tracing_map *map, struct tracing_map_snapshot *snap,
		     const struct tracing_map_sort_key *keys, unsigned int n_keys,
		     const struct tracing_map_extra *extras)
{
	/*
	 * All keys that must be in the snapshot are in elements that have been handed out by now.
	 * Elements handed out later are ignored, which limits the number of rows.
	 */
	u32 n_elts = n_used(map);
	unsigned long *published = bitmap_zalloc(n_elts, MAP_GFP);
	int ret;

	if (!published)
		return -ENOMEM;

	lay_out_row(map, snap, extras);
	ret = alloc_rows(snap, find_published(map, published, n_elts));
	if (!ret)
		read_rows(map, snap, published, n_elts, n_keys ? &keys[0] : NULL, extras);
	bitmap_free(published);
	if (ret)
		return ret;

	read_drops(map, snap);
	return n_keys ? sort_rows(snap, keys, n_keys) : 0;
}

/**
 * tracing_map_snapshot_extras - Copy and sort the rows of a map, with variables and cells
 * @map: the map
 * @keys: sort keys, the most significant one first
 * @n_keys: number of sort keys, 0 to %TRACING_MAP_SORT_KEYS_MAX
 * @extras: variables and cells to copy, for tracing_map_row_extra()
 * @n_extras: number of extras, 0 to %TRACING_MAP_EXTRAS_MAX
 *
 * Rows that @keys do not distinguish are in the order of their elements. This is the order of
 * insertion, except for inserts that ran concurrently.
 *
 * Writers are not stopped. The snapshot has all keys whose insert returned before this call, each
 * once and with its aux, and possibly keys inserted since. For each copy of a sum, each variable
 * and each cell, the snapshot has a value that it had at some time between call and return. Two
 * of these values, in one row or in two rows, may be from different times. A cell that was being
 * written during all %TRACING_MAP_SNAPSHOT_TRIES rounds of tries counts as not set. If no writer
 * runs, all values are exact.
 *
 * Context: process context, may sleep. The caller ensures that the map is not cleared or
 * destroyed.
 * Return: the snapshot, to be freed with tracing_map_snapshot_free(); ERR_PTR(-EINVAL) if a sort
 * key or an extra is invalid for this map; or ERR_PTR(-ENOMEM).
 */
struct tracing_map_snapshot *
tracing_map_snapshot_extras(const struct tracing_map *map,
			    const struct tracing_map_sort_key *keys, unsigned int n_keys,
			    const struct tracing_map_extra *extras, unsigned int n_extras)
{
	struct tracing_map_snapshot *snap;
	unsigned int i;
	int ret;

	might_sleep();

	if (n_keys > TRACING_MAP_SORT_KEYS_MAX || n_extras > TRACING_MAP_EXTRAS_MAX)
		return ERR_PTR(-EINVAL);
	for (i = 0; i < n_keys; i++) {
		if (!sort_key_valid(map, &keys[i]))
			return ERR_PTR(-EINVAL);
	}
	for (i = 0; i < n_extras; i++) {
		if (!extra_valid(map, &extras[i]))
			return ERR_PTR(-EINVAL);
	}

	snap = kzalloc(struct_size(snap, extra_words, n_extras), MAP_GFP);
	if (!snap)
		return ERR_PTR(-ENOMEM);
	snap->n_extras = n_extras;

	ret = take_rows(map, snap, keys, n_keys, extras);
	if (ret) {
		tracing_map_snapshot_free(snap);
		return ERR_PTR(ret);
	}
	return snap;
}

/**
 * tracing_map_snapshot_free - Free a snapshot
 * @snap: the snapshot, or NULL, or an ERR_PTR() of tracing_map_snapshot()
 *
 * Context: process context, may sleep.
 */
void tracing_map_snapshot_free(struct tracing_map_snapshot *snap)
{
	if (IS_ERR_OR_NULL(snap))
		return;
	kvfree(snap->data);
	kvfree(snap->rows);
	kfree(snap);
}
