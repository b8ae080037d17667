// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracing_map - a map from keys to sums, variables and cells, for any context
 *
 * The algorithm, its argument and all contracts are at the top of tracing_map.h.
 * Here: life of a map, then what runs per event, then what runs per read.
 *
 * The map knows nothing of trace events or text.  Only tracing_map_create() takes a lock, for
 * the seed.  The caller makes sure that a map is not cleared or destroyed while it is in use.
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

/* Protects the seed in get_seed().  Process context, no other lock is taken inside. */
static DEFINE_MUTEX(seed_lock);

/*
 * For all that is allocated here, which may be hundreds of megabytes.  That there
 * is not enough memory is said to whoever asked for that, not to the log.
 */
#define MAP_GFP		(GFP_KERNEL | __GFP_NOWARN)

/*
 * Zeroed memory for @n objects of @size bytes; kvfree() frees it.  Beyond a page
 * this is vmalloc() at once: kmalloc() would round up to a power of two.
 */
static void *map_alloc(size_t n, size_t size, int node)
{
	size_t bytes = n * size;

	if (bytes <= PAGE_SIZE)
		return kzalloc_node(bytes, MAP_GFP, node);
	return __vmalloc_node(bytes, 1, MAP_GFP | __GFP_ZERO, node,
			      __builtin_return_address(0));
}

/* Memory that map_alloc() takes for @bytes bytes, which is at least 1. */
static size_t alloc_bytes(size_t bytes)
{
	return bytes <= PAGE_SIZE ? roundup_pow_of_two(bytes) : PAGE_ALIGN(bytes);
}

static u32 count_elts(u32 size, unsigned int n_cpus)
{
	return size + n_cpus * TRACING_MAP_SEATS;
}

/* With many CPUs and few keys, the seats need more slots than two per key. */
static u32 count_slots(u32 size, unsigned int n_cpus)
{
	return roundup_pow_of_two(max(2 * size, count_elts(size, n_cpus) + 1));
}

/* Maximum number of bytes of all copies of the sums. */
static size_t sums_budget(const struct tracing_map_config *cfg, unsigned int n_cpus)
{
	size_t key_bytes = TRACING_MAP_REPLACED_KEY_BYTES +
			   (cfg->n_sums - 1) * TRACING_MAP_REPLACED_SUM_BYTES;
	size_t budget = TRACING_MAP_BUDGET_FACTOR * key_bytes * cfg->size;
	/* Longer keys, aux, variables and cells take the same here and there. */
	size_t rest = count_slots(cfg->size, n_cpus) * sizeof(u64) +
		      alloc_bytes(count_elts(cfg->size, n_cpus) * sizeof(u64)) +
		      n_cpus * sizeof(struct tracing_map_cpu);

	return budget > rest ? min(budget - rest, TRACING_MAP_CPU_SUMS_MAX) : 0;
}

/* Distance of two shared copies, in sums: no cache line is part of both. */
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
	/* A copy per CPU costs nothing if there is one CPU. */
	if (n_cpus == 1)
		return 1;

	budget = sums_budget(cfg, n_cpus);
	own = (size_t)count_elts(cfg->size, n_cpus) * cfg->n_sums * sizeof(u64);
	if (budget / alloc_bytes(own) >= n_cpus)
		return n_cpus;

	shared = budget / (copy_distance(cfg, n_cpus) * sizeof(u64));
	return shared ? rounddown_pow_of_two(min(shared, n_cpus - 1)) : 1;
}

/* Allocate the copies of the sums that CPUs share.  Return: 0 or -ENOMEM. */
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

/* Allocate a copy of the sums for each CPU.  Return: 0 or -ENOMEM. */
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

/* Allocate all copies of the sums.  Return: 0 or -ENOMEM. */
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

/* Return: 0, or -ENOMEM with some of it for tracing_map_destroy() to free. */
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
 * The seed of all maps, made for the first one: later than at boot, there is more entropy.
 * Each map gets a copy, see &tracing_map.seed.
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
 * tracing_map_create - Make an empty map
 * @cfg: what it is to hold; not referred to afterwards
 *
 * All memory the map will ever use is allocated here.
 *
 * Context: process context, may sleep.
 * Return: the map, to be freed by tracing_map_destroy(), or ERR_PTR(): -EINVAL
 * if @cfg is beyond what its comments allow, -ENOMEM.
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
 * @map: the map, or NULL or what tracing_map_create() returned as an error
 *
 * Nobody may be using it, nor come to use it: after unlinking what leads to the
 * map, wait for those that run with preemption off.
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

/* Elements that were taken; the others are still zero. */
static u32 n_used(const struct tracing_map *map)
{
	return min_t(u32, atomic_read(&map->n_taken), map->n_elts);
}

/* Set all copies of the sums to 0.  Context: as tracing_map_clear(). */
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
 * tracing_map_clear - Make a map empty again
 * @map: the map
 *
 * Forgets all keys, sums, variables, cells and drops.  The caller guarantees that no
 * other function of the map runs at the same time.
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

/* A few words: not worth a call. */
static __always_inline void copy_words(u64 *to, const u64 *from, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++)
		WRITE_ONCE(to[i], from[i]);
}

/*
 * Look for @key once more, with an element of our own at hand.  @seat is ours
 * until we return, and what it holds then is for the next in this seat.
 *
 * Return: the element of @key, or -ENOSPC.
 */
static int insert_seated(struct tracing_map *map, const u64 *key, u64 hash, u32 *seat)
{
	u32 pos = tracing_map_first_slot(map, hash);
	bool filled = false;

	/* Ends at an empty slot at the latest: there are more slots than elements. */
	for (;; pos = (pos + 1) & map->slot_mask) {
		atomic64_t *slot = &map->slots[pos];
		/* Pairs with the release of the cmpxchg below. */
		u64 word = atomic64_read_acquire(slot);
		int elt;

		/* Pairs with the release of the increment below. */
		if (!word && atomic_read_acquire(&map->n_keys) >= map->size) {
			/* Who filled the map may have done so with our key. */
			word = atomic64_read_acquire(slot);
			if (!word)
				return -ENOSPC;
		}

		if (!word) {
			if (!*seat) {
				u32 fresh = atomic_fetch_inc_relaxed(&map->n_taken);

				/* Shown not to happen; no reason to write beyond the end. */
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
			 * Publishes what was copied: pairs with the acquire of
			 * the slot in every loop over slots.
			 */
			if (!atomic64_cmpxchg_release(slot, 0, (hash & ~(u64)U32_MAX) | *seat)) {
				*seat = 0;
				/* Pairs with the acquire above. */
				atomic_fetch_inc_release(&map->n_keys);
				return elt;
			}
			/* A cmpxchg that fails orders nothing, so read it again. */
			word = atomic64_read_acquire(slot);
		}

		if (tracing_map_slot_has(map, word, hash, key, map->key_words))
			return (u32)word - 1;
	}
}

/**
 * tracing_map_insert_new - Make the element of a key that tracing_map_find() did not find
 * @map: the map
 * @key: key and aux, one after the other
 * @hash: of the key, from tracing_map_hash()
 *
 * Somebody else may have made it meanwhile.
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
	 * Plain stores do: an insert that interrupts this one, even between the read
	 * and the write of the depth, leaves the depth as it found it.
	 */
	WRITE_ONCE(cpu->depth, seat + 1);
	barrier(); /* The seat is ours only now, */
	elt = insert_seated(map, key, hash, &cpu->seats[seat]);
	barrier(); /* and until here. */
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
 * tracing_map_insert_new() counts its own drops.  Callers use this function for events
 * that do not get as far as the insert.
 *
 * Context: any, with preemption off.
 */
void tracing_map_drop(struct tracing_map *map, enum tracing_map_drop_reason reason)
{
	local64_inc(&this_cpu_ptr(map->cpu)->dropped[reason]);
}

/**
 * tracing_map_dropped_for - Read how many events were dropped for one reason
 * @map: the map
 * @reason: the reason
 *
 * Exact when no insert and no drop is running; else the result may lack some of those.
 *
 * Context: any.
 * Return: drops on all CPUs since create or the last clear.
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
 * tracing_map_dropped - Read how many events were dropped
 * @map: the map
 *
 * As exact as tracing_map_dropped_for().
 *
 * Context: any.
 * Return: drops for all reasons together, on all CPUs since create or the last clear.
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
 * @i: which of its sums
 *
 * Exact when nobody adds to it; else it has some of the adds that are running.
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
 * tracing_map_total - Read a sum of all elements together
 * @map: the map
 * @i: which of their sums
 *
 * As exact as tracing_map_sum().  Takes time in proportion to the elements used.
 *
 * Context: any.
 * Return: the sum over all elements and CPUs.
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
 * tracing_map_var_encode - The rare part of coding the value of a variable
 * @map: the map
 * @elt: the element
 * @i: which of its variables
 * @word: 0 or 1, the value with the mask applied
 *
 * Context: any.
 * Return: the word to store, before which the bit beside it has been stored.
 */
u64 tracing_map_var_encode(struct tracing_map *map, int elt, unsigned int i, u64 word)
{
	assign_bit((unsigned long)elt * map->n_vars + i, map->var_low, word);
	return 1;
}

/**
 * tracing_map_var_decode - The rare part of telling the value of a variable
 * @map: the map
 * @elt: the element
 * @i: which of its variables, whose word was 1
 *
 * Context: any.
 * Return: the value.
 */
u64 tracing_map_var_decode(const struct tracing_map *map, int elt, unsigned int i)
{
	return map->var_mask ^ test_bit((unsigned long)elt * map->n_vars + i, map->var_low);
}

/**
 * tracing_map_var_change - Set a variable of an element to another value
 * @map: the map
 * @elt: the element
 * @i: which of its variables
 * @val: its new value, any 64 bits
 *
 * Nothing is written if the variable has that value.
 *
 * Context: any.
 * Return: true if the variable was unset or had another value.  If @val is one of the two
 * values that are coded specially, concurrent calls that set it may all return true.
 */
bool tracing_map_var_change(struct tracing_map *map, int elt, unsigned int i, u64 val)
{
	u64 was = val, word, old;

	/* Do not pull the cache line over for a value that is there. */
	if (tracing_map_var_get(map, elt, i, &was) && was == val)
		return false;

	word = tracing_map_var_code(map, elt, i, val);
	/* Fully ordered; pairs with the acquire in tracing_map_var_get(). */
	old = atomic64_xchg(tracing_map_var_word(map, elt, i), word);
	/*
	 * The two values that are coded specially share the word 1.  If it was there already,
	 * the bit that was written before the exchange made the change: the variable was unset
	 * or had another value when this call looked first.
	 */
	return old != word || word == 1;
}

/*
 * Each try after the first is due to somebody who set or took the variable in the
 * few instructions between our look at it and our cmpxchg.
 */
#define RAISE_TRIES	64

/*
 * Check whether the bit of a raise took effect although its cmpxchg failed.
 *
 * The two values that are coded specially share the word 1, and a raise to one of them writes
 * the bit before it tries to exchange the word.  The cmpxchg fails if another call, the winner,
 * changed the word after the raise looked at it.  If the winner stored the word 1 as well, it
 * wrote its own bit before that, and the later one of the two bits counts:
 *
 * - The winner's bit is the later one: the variable has the winner's value, and the raise has
 *   to compare again.
 * - The bit of the raise is the later one: the variable has the value of the raise, which the
 *   winner does not know.  Only the raise can return true for it.
 *
 * The acquire pairs with the release of the winner's store of the word: a CPU that reads that
 * word reads the winner's bit or a later one.  If the winner set the same value, both calls
 * return true: the two bits are equal, and which one is the later is unknown.
 */
static noinline bool bit_has_raised(const struct tracing_map *map, int elt, unsigned int i,
				    u64 val)
{
	return atomic64_read_acquire(tracing_map_var_word(map, elt, i)) == 1 &&
	       tracing_map_var_decode(map, elt, i) == val;
}

/**
 * tracing_map_var_raise - Set a variable of an element to a larger value
 * @map: the map
 * @elt: the element
 * @i: which of its variables
 * @val: its new value, if the variable is unset or its value is less
 * @is_signed: whether values are compared as s64; else as u64
 *
 * Gives up when the variable was changed by others %RAISE_TRIES times meanwhile.
 * The value is not set then, though perhaps none of the others was larger: it is
 * lost, as if it had come before a larger one which was taken or overwritten.
 * Every loop in an event has to end, and a retry each for as many others, all of
 * them within a few instructions of ours, is more than machines do.
 *
 * Context: any.
 * Return: true if this call set the variable.  If @val is one of the two values that are coded
 * specially, concurrent calls that set it may all return true.
 */
bool tracing_map_var_raise(struct tracing_map *map, int elt, unsigned int i, u64 val,
			   bool is_signed)
{
	atomic64_t *var = tracing_map_var_word(map, elt, i);
	int try;

	for (try = 0; try < RAISE_TRIES; try++) {
		/* Pairs with the release of whoever set it. */
		u64 word, old = atomic64_read_acquire(var);

		if (old) {
			u64 cur = tracing_map_var_value(map, elt, i, old);

			if (is_signed ? (s64)cur >= (s64)val : cur >= val)
				return false;
		}
		/* Anew in each try: others may have written the bit since. */
		word = tracing_map_var_code(map, elt, i, val);
		/* Fully ordered; pairs with the acquire in tracing_map_var_get(). */
		if (atomic64_cmpxchg(var, old, word) == old)
			return true;
		if (word == 1 && bit_has_raised(map, elt, i, val))
			return true;
	}
	return false;
}

/* The header of a cell: two bits, and above them the count of changes. */
#define CELL_CLAIMED	1ULL
#define CELL_SET	2ULL
#define CELL_CHANGE	4ULL

/* The cell at @pos: its header, and its words behind. */
static u64 *find_cell(const struct tracing_map *map, int elt, unsigned int pos)
{
	return &tracing_map_elt(map, elt)[map->cell_word + pos];
}

/**
 * tracing_map_cell_claim - Start to write a cell
 * @map: the map
 * @elt: the element
 * @pos: the position of the cell's header among the words of its cells
 *
 * The words are the caller's until tracing_map_cell_publish(), which must follow,
 * with preemption off in between.  They hold what they held before, and may be
 * read as any others.  But who lets them decide whether to write overrules those
 * that were refused meanwhile: values that compete belong in a variable, see
 * tracing_map_var_raise().
 *
 * Context: any.
 * Return: the words, or NULL if somebody else writes the cell at this time: then
 * what was to be written counts as overwritten by that.
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
		 * Fully ordered: before the words that we write, see copy_cell(),
		 * and after the reads of a taker that unset the cell.
		 */
		now = atomic64_cmpxchg(head, was, was | CELL_CLAIMED);
		if (now == was)
			return cell + 1;
	}
	return NULL;
}

/**
 * tracing_map_cell_was_set - Whether a claimed cell was set before
 * @cell: what tracing_map_cell_claim() returned
 *
 * Context: any, between claim and publish.
 * Return: true if it was set, and to what the words are.
 */
bool tracing_map_cell_was_set(const u64 *cell)
{
	return atomic64_read(tracing_map_atomic(&cell[-1])) & CELL_SET;
}

/**
 * tracing_map_cell_copy_in - Write some words of a claimed cell
 * @cell: what tracing_map_cell_claim() returned
 * @at: the first of its words to write
 * @src: what to write there
 * @n: how many words
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
 * tracing_map_cell_publish - Set a cell to what was written since it was claimed
 * @cell: what tracing_map_cell_claim() returned
 *
 * Words that were not written stay what they were, or 0 if the cell has never been
 * set since the map was empty.
 *
 * Context: any.
 */
void tracing_map_cell_publish(u64 *cell)
{
	atomic64_t *head = tracing_map_atomic(&cell[-1]);
	/* Nobody else changes the header of a claimed cell. */
	u64 was = atomic64_read(head);

	/* Pairs with the acquire in tracing_map_cell_get() and _take(). */
	atomic64_set_release(head, ((was & ~CELL_CLAIMED) | CELL_SET) + CELL_CHANGE);
}

/**
 * tracing_map_cell_set - Set a cell of an element
 * @map: the map
 * @elt: the element
 * @pos: the position of the cell's header among the words of its cells
 * @words: its new value
 * @n: how many words that is
 *
 * Context: any, with preemption off.
 * Return: true if it was set; false if somebody else writes it at this time: then
 * the value counts as overwritten by that.
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
		 * So that the header is looked at again after it: pairs with the
		 * claim of whoever wrote the word.
		 */
		words[i] = atomic64_read_acquire(tracing_map_atomic(&cell[1 + i]));
	}
}

/* Nobody wrote or took since the header was as it @was; with @take, nobody takes any more. */
static __always_inline bool is_unchanged(atomic64_t *head, u64 was, bool take)
{
	if (!take)
		return atomic64_read(head) == was;
	/* Fully ordered: who claims it next writes after we have read. */
	return atomic64_cmpxchg(head, was, (was & ~CELL_SET) + CELL_CHANGE) == was;
}

/* Return: 0 with @words filled in, -ENOENT if the cell is unset, -EBUSY. */
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
 * @pos: the position of the cell's header among the words of its cells
 * @words: where to put the value; undefined if there is none
 * @n: how many words of it
 *
 * Context: any.
 * Return: true if the cell was set, to @words; false if it was unset, or others
 * were writing it all the time.
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
 * @pos: the position of the cell's header among the words of its cells
 * @words: where to put the value; undefined if there is none
 * @n: how many words of it
 *
 * Of all that take from a cell, exactly one gets a value that was published once,
 * unless another one overwrites it first.
 *
 * Context: any.
 * Return: true if the cell was set, to @words; it is unset now.  False if it was
 * unset, or others were writing it all the time.
 */
bool tracing_map_cell_take(struct tracing_map *map, int elt, unsigned int pos, u64 *words,
			   unsigned int n)
{
	return !read_cell(map, elt, pos, words, n, true);
}

/* Whether @key says something that can be done with the rows of @map. */
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

/* Whether @extra is something that the elements of @map have. */
static bool extra_valid(const struct tracing_map *map, const struct tracing_map_extra *extra)
{
	unsigned int cell_words = map->elt_words - map->cell_word;

	if (!extra->is_cell)
		return extra->pos < map->n_vars && extra->n_words == 1;
	return extra->pos < cell_words && extra->n_words < cell_words - extra->pos;
}

/* The first word that @key compares of the row whose data is @row. */
static u64 first_word(const struct tracing_map_snapshot *snap,
		      const struct tracing_map_sort_key *key, const u64 *row)
{
	const u64 *sums = &row[snap->sum_word];

	if (key->is_key)
		return row[key->pos / sizeof(u64)];
	return key->number ? key->number(sums, key->arg) : sums[key->pos];
}

/*
 * What of @key fits in a word, such that rows with different ranks are in the
 * order of their ranks.
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

/* Whether two rows of equal rank are equal in @key. */
static bool rank_is_all(const struct tracing_map_sort_key *key)
{
	return !key->is_key || key->size <= sizeof(u64);
}

/* Compare two rows by all of @key: negative, 0 or positive. */
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

/* What a sort works with. */
struct sorter {
	const struct tracing_map_snapshot *snap;
	const struct tracing_map_sort_key *keys;
	unsigned int n_keys;
	/* Where to go on when ranks are equal. */
	unsigned int first;
};

/* Whether @b belongs before @a; rows that are equal stay as they are. */
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

/* Merge the rows from @begin to @mid, and from there to @end, each in order. */
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
 * A merge sort from the bottom up: stable, so that rows which the sort keys do
 * not tell apart stay in the order of the elements, without recursion, and with
 * comparisons that are inlined, which sort() cannot offer.
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

/*
 * Mark the elements below @n_elts that are published.  Return: how many.
 */
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

/* Copy @extra of @elt to @words, the first of which says whether it is set. */
static void read_extra(const struct tracing_map *map, u32 elt,
		       const struct tracing_map_extra *extra, u64 *words)
{
	int try;

	if (!extra->is_cell) {
		words[0] = tracing_map_var_get(map, elt, extra->pos, &words[1]);
		return;
	}

	/* Who writes a cell is on another CPU and soon done, unless there are many. */
	for (try = 0; try < TRACING_MAP_SNAPSHOT_TRIES; try++) {
		int ret = read_cell(map, elt, extra->pos, &words[1], extra->n_words, false);

		words[0] = !ret;
		if (ret != -EBUSY)
			return;
		cond_resched();
	}
}

/* Copy @elt to row number @n of the data. */
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

/* Say where in a row of @map is what. */
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

/* Make room for @n_rows rows.  Return: 0 or -ENOMEM. */
static int alloc_rows(struct tracing_map_snapshot *snap, unsigned int n_rows)
{
	snap->n_rows = n_rows;
	snap->data = kvmalloc_array(n_rows, snap->row_words * sizeof(u64), MAP_GFP);
	snap->rows = kvmalloc_array(n_rows, sizeof(*snap->rows), MAP_GFP);
	return snap->data && snap->rows ? 0 : -ENOMEM;
}

/* Read all published elements, which there is room for, and rank them by @key if any. */
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

/* Read each counter once, so that the total is the sum of what is shown by reason. */
static void read_drops(const struct tracing_map *map, struct tracing_map_snapshot *snap)
{
	unsigned int reason;

	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		snap->drops[reason] = tracing_map_dropped_for(map, reason);
		snap->dropped += snap->drops[reason];
	}
}

/* Fill in a snapshot.  Return: 0, or -ENOMEM with some of it to be freed. */
static int take_rows(const struct tracing_map *map, struct tracing_map_snapshot *snap,
		     const struct tracing_map_sort_key *keys, unsigned int n_keys,
		     const struct tracing_map_extra *extras)
{
	/*
	 * All keys that must be in the snapshot are in elements taken by now.
	 * Ignoring what is taken later keeps the number of rows within them.
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
 * tracing_map_snapshot_extras - Copy the rows of a map, and more, and sort them
 * @map: the map
 * @keys: what to sort by, the most significant first
 * @n_keys: how many of them, 0 to %TRACING_MAP_SORT_KEYS_MAX
 * @extras: what to copy beside the sums, for tracing_map_row_extra()
 * @n_extras: how many of them, 0 to %TRACING_MAP_EXTRAS_MAX
 *
 * Rows that @keys do not tell apart are in the order of their elements, which is
 * the order of insertion as far as inserts did not run at the same time.
 *
 * Writers go on meanwhile.  In the snapshot are all keys whose insert returned
 * before, each once with its aux, and perhaps some inserted since.  The part of a sum
 * in each copy is one that it had at some time between call and return, and so is
 * each variable and each cell.  Nothing
 * more is promised: two of them, of one row or of two, may be from different times.
 * A cell that was written in each of the %TRACING_MAP_SNAPSHOT_TRIES moments at
 * which it was looked at counts as not set.  When no writer runs, all is exact.
 *
 * Context: process context, may sleep.  The caller keeps tracing_map_clear() and
 * tracing_map_destroy() away.
 * Return: the snapshot, to be freed by tracing_map_snapshot_free(), or ERR_PTR():
 * -EINVAL if a sort key or an extra is not one of this map, -ENOMEM.
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
 * @snap: the snapshot, or NULL or what tracing_map_snapshot() returned as an error
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
