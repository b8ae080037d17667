// SPDX-License-Identifier: GPL-2.0-only
/*
 * Test tracing_map in a running kernel: on all CPUs, with real interrupts and allocators.
 *
 * The unit tests in tools/testing/trace/ cover the same functions in user space with simulated
 * interrupts and reach far more interleavings.
 *
 * Context: the tests run in process context and disable preemption around the per-event
 * functions of the map. test_storm() also calls these functions from hardirq context.
 */

#include <kunit/test.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/prandom.h>
#include <linux/slab.h>

#include "../trace_base.h"
#include "../tracing_map_grow.h"
#include "../tracing_map_snapshot.h"

KUNIT_DEFINE_ACTION_WRAPPER(destroy_map, tracing_map_destroy, struct tracing_map *);
KUNIT_DEFINE_ACTION_WRAPPER(free_snapshot, tracing_map_snapshot_free,
			    struct tracing_map_snapshot *);

static const struct tracing_map_sort_key by_key = { .is_key = true, .size = 8 };

static struct tracing_map *create(struct kunit *test, const struct tracing_map_config *cfg)
{
	struct tracing_map *map = tracing_map_create(cfg);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, map);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, destroy_map, map), 0);
	return map;
}

static struct tracing_map_snapshot *snapshot(struct kunit *test, const struct tracing_map *map,
					     const struct tracing_map_sort_key *keys,
					     unsigned int n_keys)
{
	struct tracing_map_snapshot *snap = tracing_map_snapshot(map, keys, n_keys);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, snap);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_snapshot, snap), 0);
	return snap;
}

/* Insert a key, add 1 to its sum 0 and the first word of the key to its sum 1. */
static int hit(struct tracing_map *map, const u64 *key)
{
	int elt;

	preempt_disable();
	elt = tracing_map_insert(map, key);
	if (elt >= 0) {
		tracing_map_add(map, elt, 0, 1);
		tracing_map_add(map, elt, 1, key[0]);
	}
	preempt_enable();
	return elt;
}

struct create_case {
	const char *name;
	struct tracing_map_config cfg;
	int err;
};

static const struct create_case create_cases[] = {
	{ "smallest", { .size = 128, .key_size = 8 } },
	{ "most keys without growth", { .size = 131072, .key_size = 8, .n_sums = 1 } },
	{ "most keys", { .size = 1048576, .key_size = 8, .n_sums = 1, .n_vars = 1 } },
	{ "widest", { .size = 128, .key_size = 1040, .aux_size = 1024,
			.n_sums = 128, .n_maxima = 32,
		      .n_vars = 64, .cell_words = 1024 } },
	{ "size 0", { .size = 0, .key_size = 8 }, -EINVAL },
	{ "size too small", { .size = 64, .key_size = 8 }, -EINVAL },
	{ "size too large", { .size = 2097152, .key_size = 8 }, -EINVAL },
	{ "size no power of two", { .size = 3000, .key_size = 8 }, -EINVAL },
	{ "no key", { .size = 128 }, -EINVAL },
	{ "key no multiple of 8", { .size = 128, .key_size = 12 }, -EINVAL },
	{ "key too long", { .size = 128, .key_size = 1048 }, -EINVAL },
	{ "aux no multiple of 8", { .size = 128, .key_size = 8, .aux_size = 4 }, -EINVAL },
	{ "aux too long", { .size = 128, .key_size = 8, .aux_size = 1032 }, -EINVAL },
	{ "too many sums", { .size = 128, .key_size = 8, .n_sums = 129 }, -EINVAL },
	{ "too many maxima", { .size = 128, .key_size = 8, .n_maxima = 33 }, -EINVAL },
	{ "sums of several words", { .size = 128, .key_size = 8, .n_sums = 5,
			.multi_word = true } },
	{ "smallest pool", { .size = 128, .key_size = 8, .n_buckets = 128 } },
	{ "largest pool", { .size = 128, .key_size = 8, .n_buckets = 2097152 } },
	{ "pool too small", { .size = 128, .key_size = 8, .n_buckets = 64 }, -EINVAL },
	{ "pool too large", { .size = 128, .key_size = 8, .n_buckets = 4194304 }, -EINVAL },
	{ "pool no power of two", { .size = 128, .key_size = 8, .n_buckets = 129 }, -EINVAL },
	{ "other element", { .size = 128, .key_size = 8, .n_sums = 1, .has_other = true } },
	{ "too many variables", { .size = 128, .key_size = 8, .n_vars = 65 }, -EINVAL },
	{ "too many cell words", { .size = 128, .key_size = 8, .cell_words = 1025 }, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(create, create_cases, name);

static void test_create(struct kunit *test)
{
	const struct create_case *c = test->param_value;
	struct tracing_map *map = tracing_map_create(&c->cfg);

	KUNIT_EXPECT_EQ(test, PTR_ERR_OR_ZERO(map), c->err);
	tracing_map_destroy(map);
}

struct shape_case {
	const char *name;
	struct tracing_map_config cfg;
	/* With two or more possible CPUs, the sums exceed the budget for one copy per CPU. */
	bool shared;
};

static const struct shape_case shape_cases[] = {
	{ "one word", { .size = 128, .key_size = 8, .n_sums = 2 } },
	{ "string", { .size = 256, .key_size = 24, .n_sums = 2, .n_vars = 1 } },
	{ "with aux", { .size = 128, .key_size = 8, .aux_size = 16, .n_sums = 2, .n_vars = 3 } },
	{ "longest key", { .size = 128, .key_size = 1040, .n_sums = 2 } },
	{ "large", { .size = 65536, .key_size = 8, .n_sums = 2 } },
	{ "shared sums", { .size = 65536, .key_size = 16, .n_sums = 16 }, true },
};

KUNIT_ARRAY_PARAM_DESC(shape, shape_cases, name);

/* Make key number @i of a round, followed by its aux word if the map has one. */
static void make_key(u64 *key, const struct shape_case *c, unsigned int round, unsigned int i)
{
	unsigned int last = c->cfg.key_size / sizeof(u64) - 1;

	key[last] = (u64)(i + 1) << round;
	if (c->cfg.aux_size)
		key[last + 1] = i;
}

/* Insert ten keys more than fit. Every third key that fits is inserted twice. */
static void fill(struct kunit *test, struct tracing_map *map, const struct shape_case *c, u64 *key,
		 unsigned int round)
{
	unsigned int i;

	for (i = 0; i < c->cfg.size + 10; i++) {
		make_key(key, c, round, i);
		KUNIT_ASSERT_EQ(test, hit(map, key), i < c->cfg.size ? i : -ENOSPC);
		if (i % 3 == 0 && i < c->cfg.size)
			KUNIT_ASSERT_EQ(test, hit(map, key), i);
	}
	make_key(key, c, round, 0);
	KUNIT_EXPECT_EQ(test, tracing_map_lookup(map, key), 0);
	make_key(key, c, round, c->cfg.size);
	KUNIT_EXPECT_EQ(test, tracing_map_lookup(map, key), -ENOENT);
	KUNIT_EXPECT_EQ(test, tracing_map_dropped(map), 10);
	KUNIT_EXPECT_EQ(test, tracing_map_dropped_for(map, TRACING_MAP_DROP_FULL), 10);
}

static void check_full(struct kunit *test, const struct tracing_map *map,
		       const struct shape_case *c, unsigned int round)
{
	struct tracing_map_snapshot *snap = snapshot(test, map, NULL, 0);
	unsigned int last = c->cfg.key_size / sizeof(u64) - 1;
	unsigned int i;
	u64 hits = 0;

	KUNIT_EXPECT_EQ(test, snap->n_rows, c->cfg.size);
	KUNIT_EXPECT_EQ(test, snap->dropped, 10);
	for (i = 0; i < snap->n_rows; i++) {
		u64 sum = tracing_map_row_sum(snap, i, 0);

		KUNIT_ASSERT_EQ(test, tracing_map_row_elt(snap, i), i);
		KUNIT_ASSERT_EQ(test, tracing_map_row_key(snap, i)[last], (u64)(i + 1) << round);
		if (c->cfg.aux_size)
			KUNIT_ASSERT_EQ(test, tracing_map_row_aux(snap, i)[0], i);
		KUNIT_ASSERT_EQ(test, sum, i % 3 ? 1 : 2);
		KUNIT_ASSERT_EQ(test, sum, tracing_map_sum(map, i, 0));
		KUNIT_ASSERT_EQ(test, tracing_map_row_sum(snap, i, 1),
				sum * tracing_map_row_key(snap, i)[0]);
		hits += sum;
	}
	KUNIT_EXPECT_EQ(test, hits, c->cfg.size + DIV_ROUND_UP(c->cfg.size, 3));
	KUNIT_EXPECT_EQ(test, hits, tracing_map_total(map, 0));
}

/* Overfill a map of each shape, clear it, and overfill it again with other keys. */
static void test_fill(struct kunit *test)
{
	const struct shape_case *c = test->param_value;
	struct tracing_map *map = create(test, &c->cfg);
	unsigned int n_words = (c->cfg.key_size + c->cfg.aux_size) / sizeof(u64);
	u64 *key = kunit_kcalloc(test, n_words, sizeof(*key), GFP_KERNEL);
	unsigned int round;

	KUNIT_ASSERT_NOT_NULL(test, key);
	if (c->shared && num_possible_cpus() > 1)
		KUNIT_EXPECT_NOT_NULL(test, map->shared_sums);

	for (round = 0; round < 2; round++) {
		fill(test, map, c, key, round);
		check_full(test, map, c, round);
		tracing_map_clear(map);
		KUNIT_EXPECT_EQ(test, tracing_map_dropped(map), 0);
		make_key(key, c, round, 0);
		KUNIT_EXPECT_EQ(test, tracing_map_lookup(map, key), -ENOENT);
	}
}

/* Overfill a map with the other element: what finds no room is counted there, and no drop. */
static void test_other(struct kunit *test)
{
	const struct tracing_map_config cfg = {
		.size = 128, .key_size = 8, .n_sums = 2, .has_other = true,
	};
	struct tracing_map *map = create(test, &cfg);
	struct tracing_map_snapshot *snap;
	u64 key;

	for (key = 0; key < 200; key++)
		KUNIT_ASSERT_EQ(test, hit(map, &key), key < 128 ? key + 1 : TRACING_MAP_OTHER);
	key = 200;
	KUNIT_EXPECT_EQ(test, tracing_map_lookup(map, &key), -ENOENT);

	snap = snapshot(test, map, NULL, 0);
	KUNIT_EXPECT_EQ(test, snap->n_rows, 128);
	KUNIT_EXPECT_EQ(test, snap->dropped, 0);
	KUNIT_ASSERT_TRUE(test, snap->has_other);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(snap, 128, 0), 72);
	/* The sum of the keys from 128 to 199. */
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(snap, 128, 1), 72 * (128 + 199) / 2);
	KUNIT_EXPECT_EQ(test, tracing_map_total(map, 0), 200);

	tracing_map_clear(map);
	snap = snapshot(test, map, NULL, 0);
	KUNIT_EXPECT_EQ(test, tracing_map_n_all_rows(snap), 0);
}

struct copies_case {
	const char *name;
	unsigned int cpus, size, n_sums, copies;
};

static const struct copies_case copies_cases[] = {
	{ "1 CPU", 1, 128, 1, 1 },
	{ "1 CPU, most keys and sums", 1, 131072, 32, 1 },
	{ "4 CPUs, 17 sums", 4, 2048, 17, 4 },
	{ "8 CPUs, fewest keys", 8, 128, 1, 8 },
	{ "8 CPUs", 8, 2048, 1, 8 },
	{ "8 CPUs, 3 sums", 8, 2048, 3, 8 },
	{ "8 CPUs, many keys", 8, 65536, 1, 8 },
	{ "8 CPUs, many keys, 3 sums", 8, 65536, 3, 4 },
	{ "8 CPUs, most keys without growth", 8, 131072, 1, 4 },
	{ "2 CPUs, 262144 keys", 2, 262144, 1, 2 },
	{ "8 CPUs, 262144 keys", 8, 262144, 1, 2 },
	{ "8 CPUs, most keys", 8, 1048576, 1, 1 },
	{ "128 CPUs, fewest keys", 128, 128, 1, 8 },
	{ "128 CPUs, fewest keys, 17 sums", 128, 128, 17, 2 },
	{ "128 CPUs", 128, 2048, 1, 64 },
	{ "128 CPUs, 3 sums", 128, 2048, 3, 16 },
	{ "128 CPUs, many keys", 128, 65536, 1, 8 },
	{ "128 CPUs, many keys, 3 sums", 128, 65536, 3, 4 },
	{ "128 CPUs, most keys without growth", 128, 131072, 1, 4 },
	{ "128 CPUs, most keys without growth, 17 sums", 128, 131072, 17, 1 },
	{ "128 CPUs, most keys, 128 sums", 128, 1048576, 128, 1 },
};

KUNIT_ARRAY_PARAM_DESC(copies, copies_cases, name);

/*
 * Check the number of copies of the sums, and that a map with that many copies takes at most
 * TRACING_MAP_BUDGET_FACTOR times the memory of the implementation that this map replaces.
 */
static void test_copies(struct kunit *test)
{
	const struct copies_case *c = test->param_value;
	const struct tracing_map_config cfg = {
		.size = c->size, .key_size = 8, .n_sums = c->n_sums,
	};
	u64 replaced = (174 + 16 * (c->n_sums - 1)) * (u64)c->size;
	size_t n_elts = c->size + 4 * c->cpus;
	size_t slots = 8 * roundup_pow_of_two(max(2 * c->size, n_elts + 1));
	size_t copies = tracing_map_sum_copies(&cfg, c->cpus);

	KUNIT_EXPECT_EQ(test, copies, c->copies);
	KUNIT_EXPECT_LE(test, slots + c->cpus * sizeof(struct tracing_map_cpu) +
			8 * n_elts + copies * 8 * n_elts * c->n_sums, 4 * replaced);
}

struct grow_case {
	const char *name;
	struct tracing_map_config cfg;
};

static const struct grow_case grow_cases[] = {
	{ "262144 keys", { .size = 262144, .key_size = 8, .n_sums = 2 } },
	{ "262144 keys, 1 sum", { .size = 262144, .key_size = 8, .n_sums = 2, .n_vars = 1 } },
	{ "1048576 keys", { .size = 1048576, .key_size = 16, .n_sums = 2, .n_vars = 3 } },
};

KUNIT_ARRAY_PARAM_DESC(grow, grow_cases, name);

/* Milliseconds that the worker has in total to map all chunks */
#define GROW_MSECS	20000

/*
 * Insert a key until the worker has mapped the memory of its element. Return: number of inserts
 * that were dropped. @msecs is what is left of the time.
 */
static unsigned long insert_when_ready(struct kunit *test, struct tracing_map *map, const u64 *key,
				       int *msecs)
{
	unsigned long dropped = 0;

	while (hit(map, key) < 0) {
		dropped++;
		KUNIT_ASSERT_GT(test, (*msecs)--, 0);
		usleep_range(1000, 1100);
	}
	return dropped;
}

/* A large map grows by the worker. Each insert counts, or is dropped with the reason. */
static void test_grow(struct kunit *test)
{
	const struct grow_case *c = test->param_value;
	const unsigned int n_keys = 5 * TRACING_MAP_CHUNK_ELTS;
	struct tracing_map *map = create(test, &c->cfg);
	struct tracing_map_snapshot *snap;
	unsigned long dropped = 0;
	int msecs = GROW_MSECS;
	u64 key[2] = {};
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, map->keys->grow);
	KUNIT_EXPECT_EQ(test, map->keys->n_ready, TRACING_MAP_CHUNK_ELTS);
	for (i = 0; i < n_keys; i++) {
		key[0] = i;
		dropped += insert_when_ready(test, map, key, &msecs);
	}
	KUNIT_EXPECT_EQ(test, tracing_map_dropped_for(map, TRACING_MAP_DROP_CHUNK), dropped);
	KUNIT_EXPECT_EQ(test, tracing_map_dropped(map), dropped);
	KUNIT_EXPECT_EQ(test, tracing_map_total(map, 0), n_keys);
	KUNIT_EXPECT_GE(test, READ_ONCE(map->keys->n_ready), n_keys);

	snap = snapshot(test, map, &by_key, 1);
	KUNIT_ASSERT_EQ(test, snap->n_rows, n_keys);
	for (i = 0; i < n_keys; i++) {
		KUNIT_ASSERT_EQ(test, tracing_map_row_key(snap, i)[0], i);
		KUNIT_ASSERT_EQ(test, tracing_map_row_sum(snap, i, 0), 1);
		KUNIT_ASSERT_EQ(test, tracing_map_row_sum(snap, i, 1), i);
	}
}

struct value_case {
	const char *name;
	u64 val;
	/* The tested value is map->var_mask ^ @val instead of @val. */
	bool near_mask;
};

static const struct value_case value_cases[] = {
	{ "0", 0 },
	{ "1", 1 },
	{ "largest signed", S64_MAX },
	{ "smallest signed", S64_MIN },
	{ "largest", U64_MAX },
	{ "first coded specially", 0, true },
	{ "second coded specially", 1, true },
	{ "just not coded specially", 2, true },
};

KUNIT_ARRAY_PARAM_DESC(value, value_cases, name);

static void test_variable(struct kunit *test)
{
	static const struct tracing_map_config cfg = {
		.size = 128, .key_size = 8, .n_sums = 2, .n_vars = 3
	};
	const struct value_case *c = test->param_value;
	struct tracing_map *map = create(test, &cfg);
	u64 val = c->near_mask ? map->var_mask ^ c->val : c->val;
	u64 key = 1, got = 42;
	int elt;

	hit(map, &key);
	key = 2;
	elt = hit(map, &key);
	KUNIT_EXPECT_FALSE(test, tracing_map_var_get(map, elt, 1, &got));
	KUNIT_EXPECT_FALSE(test, tracing_map_var_fetch_clear(map, elt, 1, &got));
	KUNIT_EXPECT_EQ(test, got, 42);

	tracing_map_var_set(map, elt, 1, ~val);
	tracing_map_var_set(map, elt, 1, val);
	KUNIT_EXPECT_TRUE(test, tracing_map_var_get(map, elt, 1, &got));
	KUNIT_EXPECT_EQ(test, got, val);
	got = 42;
	KUNIT_EXPECT_TRUE(test, tracing_map_var_fetch_clear(map, elt, 1, &got));
	KUNIT_EXPECT_EQ(test, got, val);
	KUNIT_EXPECT_FALSE(test, tracing_map_var_fetch_clear(map, elt, 1, &got));

	/* Neighbouring variables and the other element remain unset. */
	tracing_map_var_set(map, elt, 1, val);
	KUNIT_EXPECT_FALSE(test, tracing_map_var_get(map, elt, 0, &got));
	KUNIT_EXPECT_FALSE(test, tracing_map_var_get(map, elt, 2, &got));
	KUNIT_EXPECT_FALSE(test, tracing_map_var_get(map, elt - 1, 1, &got));
}

struct move_case {
	const char *name;
	u64 from, to;
	/* The tested values are @from and @to, both XORed with map->var_mask. */
	bool near_mask;
	bool is_signed;
	bool raised;
};

static const struct move_case move_cases[] = {
	{ "up", 5, 6, .raised = true },
	{ "equal", 5, 5 },
	{ "down", 6, 5 },
	{ "to the largest", 0, U64_MAX, .raised = true },
	{ "signed, from 0 to -1", 0, -1ULL, .is_signed = true },
	{ "signed, from -1 to 0", -1ULL, 0, .is_signed = true, .raised = true },
	{ "signed, from the smallest", S64_MIN, S64_MAX, .is_signed = true, .raised = true },
	{ "first coded specially, equal", 0, 0, .near_mask = true },
	{ "second coded specially, equal", 1, 1, .near_mask = true },
};

KUNIT_ARRAY_PARAM_DESC(move, move_cases, name);

static void test_raise_and_change(struct kunit *test)
{
	static const struct tracing_map_config cfg = { .size = 128, .key_size = 8, .n_vars = 3 };
	const struct move_case *c = test->param_value;
	struct tracing_map *map = create(test, &cfg);
	u64 mask = c->near_mask ? map->var_mask : 0;
	u64 from = c->from ^ mask, to = c->to ^ mask, key = 1, got;
	int elt;

	preempt_disable();
	elt = tracing_map_insert(map, &key);
	preempt_enable();

	KUNIT_EXPECT_TRUE(test, tracing_map_var_fetch_max(map, elt, 1, from, c->is_signed));
	KUNIT_EXPECT_EQ(test, tracing_map_var_fetch_max(map, elt, 1, to, c->is_signed), c->raised);
	KUNIT_EXPECT_TRUE(test, tracing_map_var_fetch_clear(map, elt, 1, &got));
	KUNIT_EXPECT_EQ(test, got, c->raised ? to : from);

	KUNIT_EXPECT_TRUE(test, tracing_map_var_xchg(map, elt, 1, from));
	KUNIT_EXPECT_EQ(test, tracing_map_var_xchg(map, elt, 1, to), from != to);
	KUNIT_EXPECT_TRUE(test, tracing_map_var_fetch_clear(map, elt, 1, &got));
	KUNIT_EXPECT_EQ(test, got, to);

	KUNIT_EXPECT_FALSE(test, tracing_map_var_get(map, elt, 0, &got));
	KUNIT_EXPECT_FALSE(test, tracing_map_var_get(map, elt, 2, &got));
}

struct cell_case {
	const char *name;
	/* Numbers of words in the tested cell, in the cell before it and in the cell after it. */
	unsigned int n, before, behind;
};

static const struct cell_case cell_cases[] = {
	{ "no words", 0, 1, 1 },
	{ "one word", 1, 0, 0 },
	{ "a string", 32, 2, 3 },
	{ "all there are", TRACING_MAP_CELL_WORDS_MAX - 3, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(cell, cell_cases, name);

/* Set a cell of @n words at @pos; read it back directly and from a snapshot of the map. */
static void set_and_look(struct kunit *test, struct tracing_map *map, int elt, unsigned int pos,
			 const u64 *words, unsigned int n)
{
	const struct tracing_map_column column = { .is_cell = true, .pos = pos, .n_words = n };
	u64 *got = kunit_kcalloc(test, n + 1, sizeof(*got), GFP_KERNEL);
	struct tracing_map_snapshot *snap;
	bool set;

	KUNIT_ASSERT_NOT_NULL(test, got);
	KUNIT_EXPECT_NE(test, tracing_map_cell_get(map, elt, pos, got, n), 0);
	preempt_disable();
	set = tracing_map_cell_set(map, elt, pos, words, n);
	preempt_enable();
	KUNIT_EXPECT_TRUE(test, set);
	KUNIT_EXPECT_EQ(test, tracing_map_cell_get(map, elt, pos, got, n), 0);
	KUNIT_EXPECT_MEMEQ(test, got, words, n * sizeof(*got));

	snap = tracing_map_snapshot_columns(map, NULL, 0, &column, 1, 0);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, snap);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_snapshot, snap), 0);
	KUNIT_ASSERT_EQ(test, snap->n_rows, 2);
	KUNIT_EXPECT_NULL(test, tracing_map_row_column(snap, 0, 0));
	KUNIT_ASSERT_NOT_NULL(test, tracing_map_row_column(snap, 1, 0));
	KUNIT_EXPECT_MEMEQ(test, tracing_map_row_column(snap, 1, 0), words, n * sizeof(*words));
}

/*
 * Fetch and clear the cell of @n words at @pos: only the first call succeeds. While the cell is
 * being written, every other write, get and fetch-clear fails.
 */
static void fetch_clear_and_write(struct kunit *test, struct tracing_map *map, int elt,
				  unsigned int pos, const u64 *words, unsigned int n)
{
	u64 *got = kunit_kcalloc(test, n + 1, sizeof(*got), GFP_KERNEL);
	bool was_set, others;
	u64 *cell;

	KUNIT_ASSERT_NOT_NULL(test, got);
	KUNIT_EXPECT_EQ(test, tracing_map_cell_fetch_clear(map, elt, pos, got, n), 0);
	KUNIT_EXPECT_MEMEQ(test, got, words, n * sizeof(*got));
	KUNIT_EXPECT_NE(test, tracing_map_cell_fetch_clear(map, elt, pos, got, n), 0);

	preempt_disable();
	cell = tracing_map_cell_write_begin(map, elt, pos);
	was_set = tracing_map_cell_was_set(cell);
	others = tracing_map_cell_set(map, elt, pos, words, n) ||
		 !tracing_map_cell_get(map, elt, pos, got, n) ||
		 !tracing_map_cell_fetch_clear(map, elt, pos, got, n);
	tracing_map_cell_write_end(cell);
	preempt_enable();
	KUNIT_EXPECT_FALSE(test, was_set);
	KUNIT_EXPECT_FALSE(test, others);
	/* The writer stored no word, so the cell has its old words again. */
	KUNIT_EXPECT_EQ(test, tracing_map_cell_get(map, elt, pos, got, n), 0);
	KUNIT_EXPECT_MEMEQ(test, got, words, n * sizeof(*got));
}

static void test_cell(struct kunit *test)
{
	const struct cell_case *c = test->param_value;
	const struct tracing_map_config cfg = {
		.size = 128, .key_size = 8, .n_sums = 2, .n_vars = 1,
		.cell_words = c->before + 1 + c->n + 1 + c->behind + 1,
	};
	struct tracing_map *map = create(test, &cfg);
	unsigned int pos = c->before + 1, behind = pos + c->n + 1, i;
	u64 *words = kunit_kcalloc(test, c->n + 1, sizeof(*words), GFP_KERNEL);
	u64 key = 1, got[4];
	int elt;

	KUNIT_ASSERT_NOT_NULL(test, words);
	for (i = 0; i < c->n; i++)
		words[i] = ~(u64)i;
	hit(map, &key);
	key = 2;
	elt = hit(map, &key);

	set_and_look(test, map, elt, pos, words, c->n);
	fetch_clear_and_write(test, map, elt, pos, words, c->n);
	KUNIT_EXPECT_NE(test, tracing_map_cell_get(map, elt, 0, got, c->before), 0);
	KUNIT_EXPECT_NE(test, tracing_map_cell_get(map, elt, behind, got, c->behind), 0);
	KUNIT_EXPECT_FALSE(test, tracing_map_var_get(map, elt, 0, got));

	tracing_map_clear(map);
	KUNIT_EXPECT_EQ(test, hit(map, &key), 0);
	KUNIT_EXPECT_EQ(test, hit(map, words), 1);
	KUNIT_EXPECT_NE(test, tracing_map_cell_get(map, elt, pos, words, c->n), 0);
}

/* The rows of the sort cases: the key is @number and @text; @sum is added to sum 1. */
struct sort_row {
	u64 number;
	char text[16];
	s64 sum;
};

static const struct sort_row sort_rows[] = {
	{ 5, "beta", 10 },
	{ -3ULL, "alphabetic", 10 },
	{ 7, "alphabetical", -4 },
	{ 0, "alpha", 10 },
	{ 5, "", -4 },
};

struct sort_case {
	const char *name;
	struct tracing_map_sort_key keys[TRACING_MAP_SORT_KEYS_MAX];
	unsigned int n_keys;
	int err;
	int order[ARRAY_SIZE(sort_rows)];
};

static const struct sort_case sort_cases[] = {
	{ "not", {}, 0, 0, { 0, 1, 2, 3, 4 } },
	{ "sum", { { .pos = 1 } }, 1, 0, { 0, 1, 3, 2, 4 } },
	{ "sum, signed", { { .pos = 1, .cmp = TRACING_MAP_CMP_S64 } }, 1, 0, { 2, 4, 0, 1, 3 } },
	{ "sum, descending", { { .pos = 1, .descending = true } }, 1, 0, { 2, 4, 0, 1, 3 } },
	{ "number", { { .is_key = true, .size = 8 } }, 1, 0, { 3, 0, 4, 2, 1 } },
	{ "number, signed", { { .is_key = true, .size = 8, .cmp = TRACING_MAP_CMP_S64 } }, 1, 0,
	  { 1, 3, 0, 4, 2 } },
	{ "text", { { .is_key = true, .pos = 8, .size = 16, .cmp = TRACING_MAP_CMP_STRING } },
	  1, 0, { 4, 3, 1, 2, 0 } },
	{ "text, descending", { { .is_key = true, .pos = 8, .size = 16, .descending = true,
				  .cmp = TRACING_MAP_CMP_STRING } }, 1, 0, { 0, 2, 1, 3, 4 } },
	{ "words", { { .is_key = true, .size = 24, .cmp = TRACING_MAP_CMP_WORDS } }, 1, 0,
	  { 3, 4, 0, 2, 1 } },
	{ "sum, then text", { { .pos = 1, .cmp = TRACING_MAP_CMP_S64 },
			      { .is_key = true, .pos = 8, .size = 16,
				.cmp = TRACING_MAP_CMP_STRING } }, 2, 0, { 4, 2, 3, 1, 0 } },
	{ "number, then sum", { { .is_key = true, .size = 8 },
				{ .pos = 1, .cmp = TRACING_MAP_CMP_S64 } }, 2, 0,
	  { 3, 4, 0, 2, 1 } },
	{ "equal rows", { { .pos = 0 } }, 1, 0, { 0, 1, 2, 3, 4 } },
	{ "number, signed, descending, then sum",
	  { { .is_key = true, .size = 8, .cmp = TRACING_MAP_CMP_S64, .descending = true },
	    { .pos = 1, .cmp = TRACING_MAP_CMP_S64 } }, 2, 0, { 2, 4, 0, 3, 1 } },
	{ "sum, then number, both descending",
	  { { .pos = 1, .descending = true }, { .is_key = true, .size = 8, .descending = true } },
	  2, 0, { 2, 4, 1, 0, 3 } },
	{ "begin of text, then text, descending",
	  { { .is_key = true, .pos = 8, .size = 5, .cmp = TRACING_MAP_CMP_STRING },
	    { .is_key = true, .pos = 8, .size = 16, .cmp = TRACING_MAP_CMP_STRING,
	      .descending = true } }, 2, 0, { 4, 2, 1, 3, 0 } },
	{ "no such sum", { { .pos = 2 } }, 1, -EINVAL },
	{ "sum as text", { { .pos = 1, .cmp = TRACING_MAP_CMP_STRING } }, 1, -EINVAL },
	{ "beyond the key", { { .is_key = true, .pos = 24, .size = 8 } }, 1, -EINVAL },
	{ "more than the key", { { .is_key = true, .pos = 8, .size = 17,
				   .cmp = TRACING_MAP_CMP_STRING } }, 1, -EINVAL },
	{ "half a word", { { .is_key = true, .pos = 4, .size = 8 } }, 1, -EINVAL },
	{ "too many", {}, TRACING_MAP_SORT_KEYS_MAX + 1, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(sort, sort_cases, name);

static void test_sort(struct kunit *test)
{
	static const struct tracing_map_config cfg = {
		.size = 128, .key_size = offsetof(struct sort_row, sum), .n_sums = 2
	};
	const struct sort_case *c = test->param_value;
	struct tracing_map *map = create(test, &cfg);
	struct tracing_map_snapshot *snap;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sort_rows); i++) {
		int elt;

		preempt_disable();
		elt = tracing_map_insert(map, (const u64 *)&sort_rows[i]);
		tracing_map_add(map, elt, 1, sort_rows[i].sum);
		preempt_enable();
	}
	snap = tracing_map_snapshot(map, c->keys, c->n_keys);
	KUNIT_ASSERT_EQ(test, PTR_ERR_OR_ZERO(snap), c->err);
	if (c->err)
		return;
	KUNIT_EXPECT_EQ(test, snap->n_rows, ARRAY_SIZE(sort_rows));
	for (i = 0; i < snap->n_rows; i++)
		KUNIT_EXPECT_EQ_MSG(test, tracing_map_row_elt(snap, i), c->order[i],
				    "in row %u", i);
	tracing_map_snapshot_free(snap);
}

/*
 * The storm test: one writer thread runs on each online CPU. A pinned hrtimer interrupts the
 * thread in hardirq context; the timer queues an irq_work, which runs in an interrupt of its own
 * where the architecture supports that.
 */
struct storm_values {
	/* Numbers of cells set, of cells fetched and cleared, and of inconsistent values. */
	unsigned long set, fetched, torn;
	/* Maximum of the values passed to tracing_map_var_fetch_max(). */
	u64 max;
};

struct storm_cpu {
	struct storm *storm;
	struct task_struct *thread;
	struct hrtimer timer;
	struct irq_work work;
	struct rnd_state random;
	struct rnd_state irq_random;
	/* Numbers of hits by the thread and by its interrupts; only written on this CPU. */
	unsigned long tried, irq_tried;
	/* Cell and variable statistics of the thread and of its interrupts. */
	struct storm_values values, irq_values;
};

struct storm {
	struct tracing_map *map;
	unsigned int n_keys;
	unsigned int n_hits;
	/* Running threads, plus 1 for start_storm(); the last decrement completes @done. */
	atomic_t running;
	struct completion done;
	struct storm_cpu *cpus;
};

#define STORM_PERIOD_NS		(100 * NSEC_PER_USEC)
/* Maximum number of hits of a thread that is still waiting for its first interrupt. */
#define STORM_HITS_MAX		20000000UL

#define STORM_CELL_WORDS	4

static void make_value(u64 *words, u64 val)
{
	unsigned int i;

	for (i = 0; i < STORM_CELL_WORDS; i++)
		words[i] = val * (i + 1);
}

static bool is_value(const u64 *words)
{
	u64 whole[STORM_CELL_WORDS];

	make_value(whole, words[0]);
	return !memcmp(words, whole, sizeof(whole));
}

/*
 * Fetch-max a variable, then set, get and fetch-clear a cell. Three of four calls use the element
 * of key 0, so that all CPUs and their interrupts contend for it.
 */
static void storm_values(struct storm *storm, int elt, u64 val, struct storm_values *values)
{
	static const u64 key[2] = { 0, ~0ULL };
	int hot = tracing_map_lookup(storm->map, key);
	u64 words[STORM_CELL_WORDS];

	if (val % 4 && hot >= 0)
		elt = hot;
	values->max = max(values->max, val);
	tracing_map_var_fetch_max(storm->map, elt, 0, val, false);
	make_value(words, val);
	preempt_disable();
	values->set += tracing_map_cell_set(storm->map, elt, 0, words, STORM_CELL_WORDS);
	preempt_enable();
	if (!tracing_map_cell_get(storm->map, elt, 0, words, STORM_CELL_WORDS))
		values->torn += !is_value(words);
	if (val % 3 || tracing_map_cell_fetch_clear(storm->map, elt, 0, words, STORM_CELL_WORDS))
		return;
	values->fetched++;
	values->torn += !is_value(words);
}

static void storm_hit(struct storm *storm, struct rnd_state *random,
		      struct storm_values *values)
{
	u64 key[2] = { prandom_u32_state(random) % storm->n_keys };
	int elt;

	key[1] = ~key[0];
	elt = hit(storm->map, key);
	if (elt >= 0)
		storm_values(storm, elt, prandom_u32_state(random), values);
}

static void storm_work(struct irq_work *work)
{
	struct storm_cpu *cpu = container_of(work, struct storm_cpu, work);

	storm_hit(cpu->storm, &cpu->irq_random, &cpu->irq_values);
	cpu->irq_tried++;
}

static enum hrtimer_restart storm_timer(struct hrtimer *timer)
{
	struct storm_cpu *cpu = container_of(timer, struct storm_cpu, timer);
	int i;

	for (i = 0; i < 5; i++) {
		storm_hit(cpu->storm, &cpu->irq_random, &cpu->irq_values);
		cpu->irq_tried++;
	}
	irq_work_queue(&cpu->work);
	hrtimer_forward_now(timer, ns_to_ktime(STORM_PERIOD_NS));
	return HRTIMER_RESTART;
}

static int storm_thread(void *arg)
{
	struct storm_cpu *cpu = arg;
	struct storm *storm = cpu->storm;

	hrtimer_start(&cpu->timer, ns_to_ktime(STORM_PERIOD_NS), HRTIMER_MODE_REL_PINNED_HARD);
	/* Continue until the timer has fired at least once: in a virtual machine it may be late. */
	for (; cpu->tried < storm->n_hits ||
	     (!READ_ONCE(cpu->irq_tried) && cpu->tried < STORM_HITS_MAX); cpu->tried++) {
		storm_hit(storm, &cpu->random, &cpu->values);
		if (!(cpu->tried % 256))
			cond_resched();
	}
	hrtimer_cancel(&cpu->timer);
	irq_work_sync(&cpu->work);
	if (atomic_dec_and_test(&storm->running))
		complete_all(&storm->done);
	return 0;
}

static void check_storm_rows(struct kunit *test, const struct storm *storm,
			     const struct tracing_map_snapshot *snap)
{
	unsigned int i;

	for (i = 0; i < snap->n_rows; i++) {
		const u64 *key = tracing_map_row_key(snap, i);

		KUNIT_ASSERT_LT(test, key[0], storm->n_keys);
		KUNIT_ASSERT_EQ(test, key[1], ~key[0]);
		KUNIT_ASSERT_EQ(test, tracing_map_lookup(storm->map, key),
				tracing_map_row_elt(snap, i));
		/* The rows are sorted by key, so duplicate keys would be adjacent. */
		if (i)
			KUNIT_ASSERT_LT(test, tracing_map_row_key(snap, i - 1)[0], key[0]);
	}
}

struct storm_case {
	const char *name;
	unsigned int size, n_keys, n_sums;
};

static const struct storm_case storm_cases[] = {
	{ "keys that just fit", 128, 128, 2 },
	{ "room to spare", 4096, 2000, 2 },
	{ "more keys than fit", 128, 500, 2 },
	{ "far more keys than fit", 2048, 20000, 2 },
	{ "shared sums", 65536, 1000, 16 },
	{ "hot shared sums", 65536, 3, 16 },
	/* With four possible CPUs, the budget allows two copies of the sums. */
	{ "hot sums of two copies", 65536, 3, 6 },
};

KUNIT_ARRAY_PARAM_DESC(storm, storm_cases, name);

static struct storm *make_storm(struct kunit *test, const struct storm_case *c)
{
	const struct tracing_map_config cfg = {
		.size = c->size, .key_size = 16, .n_sums = c->n_sums, .n_vars = 1,
		.cell_words = 1 + STORM_CELL_WORDS,
	};
	struct storm *storm = kunit_kzalloc(test, sizeof(*storm), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, storm);
	storm->cpus = kunit_kcalloc(test, nr_cpu_ids, sizeof(*storm->cpus), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, storm->cpus);
	storm->map = create(test, &cfg);
	storm->n_keys = c->n_keys;
	storm->n_hits = max(20000, 4 * c->n_keys);
	init_completion(&storm->done);
	atomic_set(&storm->running, 1);
	return storm;
}

static void start_storm_on(struct kunit *test, struct storm *storm, int cpu)
{
	struct storm_cpu *s = &storm->cpus[cpu];

	s->storm = storm;
	prandom_seed_state(&s->random, 2 * cpu + 1);
	prandom_seed_state(&s->irq_random, 2 * cpu + 2);
	hrtimer_setup(&s->timer, storm_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	init_irq_work(&s->work, storm_work);
	s->thread = kthread_create_on_cpu(storm_thread, s, cpu, "map_storm/%u");
	if (IS_ERR(s->thread)) {
		KUNIT_FAIL(test, "no thread on CPU %d", cpu);
		return;
	}
	atomic_inc(&storm->running);
	wake_up_process(s->thread);
}

static void start_storm(struct kunit *test, struct storm *storm)
{
	int cpu;

	cpus_read_lock();
	for_each_online_cpu(cpu)
		start_storm_on(test, storm, cpu);
	cpus_read_unlock();
	if (atomic_dec_and_test(&storm->running))
		complete_all(&storm->done);
}

/* Take snapshots while the threads write. The number of rows must never decrease. */
static void read_until_calm(struct kunit *test, struct storm *storm)
{
	struct tracing_map_snapshot *snap;
	unsigned int rows = 0;

	do {
		snap = tracing_map_snapshot(storm->map, &by_key, 1);
		if (IS_ERR(snap)) {
			KUNIT_FAIL(test, "no snapshot");
			break;
		}
		KUNIT_EXPECT_GE(test, snap->n_rows, rows);
		rows = snap->n_rows;
		tracing_map_snapshot_free(snap);
	} while (!wait_for_completion_timeout(&storm->done, 1));
	wait_for_completion(&storm->done);
}

/* Count the hits of all threads and interrupts. At least one interrupt must have occurred. */
static unsigned long count_tried(struct kunit *test, const struct storm *storm)
{
	unsigned long tried = 0, irq_tried = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		tried += storm->cpus[cpu].tried;
		irq_tried += storm->cpus[cpu].irq_tried;
	}
	KUNIT_EXPECT_GT(test, irq_tried, 0);
	return tried + irq_tried;
}

static void add_values(struct storm_values *to, const struct storm_values *values)
{
	to->set += values->set;
	to->fetched += values->fetched;
	to->torn += values->torn;
	to->max = max(to->max, values->max);
}

/*
 * Check that no read returned an inconsistent value, that no more values were fetched or are left
 * than were set, and that the variables kept the maximum of all values.
 */
static void check_values(struct kunit *test, const struct storm *storm,
			 const struct tracing_map_snapshot *snap)
{
	u64 words[STORM_CELL_WORDS], val, max = 0;
	struct storm_values all = {};
	unsigned int i, left = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		add_values(&all, &storm->cpus[cpu].values);
		add_values(&all, &storm->cpus[cpu].irq_values);
	}
	for (i = 0; i < snap->n_rows; i++) {
		int elt = tracing_map_row_elt(snap, i);

		if (!tracing_map_cell_get(storm->map, elt, 0, words, STORM_CELL_WORDS)) {
			KUNIT_EXPECT_TRUE(test, is_value(words));
			left++;
		}
		if (tracing_map_var_get(storm->map, elt, 0, &val))
			max = max(max, val);
	}
	KUNIT_EXPECT_EQ(test, all.torn, 0);
	KUNIT_EXPECT_GT(test, all.fetched, 0);
	KUNIT_EXPECT_LE(test, all.fetched + left, all.set);
	KUNIT_EXPECT_EQ(test, max, all.max);
}

static void test_storm(struct kunit *test)
{
	const struct storm_case *c = test->param_value;
	struct storm *storm = make_storm(test, c);
	struct tracing_map_snapshot *snap;
	unsigned int i;
	u64 hits = 0;

	start_storm(test, storm);
	read_until_calm(test, storm);

	snap = snapshot(test, storm->map, &by_key, 1);
	check_storm_rows(test, storm, snap);
	for (i = 0; i < snap->n_rows; i++) {
		hits += tracing_map_row_sum(snap, i, 0);
		KUNIT_EXPECT_EQ(test, tracing_map_row_sum(snap, i, 1),
				tracing_map_row_sum(snap, i, 0) * tracing_map_row_key(snap, i)[0]);
	}
	KUNIT_EXPECT_EQ(test, hits + snap->dropped, count_tried(test, storm));
	check_values(test, storm, snap);
	if (c->n_keys <= c->size) {
		KUNIT_EXPECT_LE(test, snap->n_rows, c->n_keys);
		KUNIT_EXPECT_EQ(test, snap->dropped, 0);
	} else {
		KUNIT_EXPECT_GE(test, snap->n_rows, c->size);
		KUNIT_EXPECT_LT(test, snap->n_rows,
				c->size + num_possible_cpus() * TRACING_MAP_CONTEXT_SLOTS);
		KUNIT_EXPECT_GT(test, snap->dropped, 0);
	}
}

static struct kunit_case tracing_map_cases[] = {
	KUNIT_CASE_PARAM(test_create, create_gen_params),
	KUNIT_CASE_PARAM(test_fill, shape_gen_params),
	KUNIT_CASE(test_other),
	KUNIT_CASE_PARAM(test_copies, copies_gen_params),
	KUNIT_CASE_PARAM(test_grow, grow_gen_params),
	KUNIT_CASE_PARAM(test_variable, value_gen_params),
	KUNIT_CASE_PARAM(test_raise_and_change, move_gen_params),
	KUNIT_CASE_PARAM(test_cell, cell_gen_params),
	KUNIT_CASE_PARAM(test_sort, sort_gen_params),
	KUNIT_CASE_PARAM_ATTR(test_storm, storm_gen_params, { .speed = KUNIT_SPEED_SLOW }),
	{}
};

static struct kunit_suite tracing_map_suite = {
	.name = "tracing_map",
	.test_cases = tracing_map_cases,
};

kunit_test_suite(tracing_map_suite);
