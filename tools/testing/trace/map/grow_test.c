// SPDX-License-Identifier: GPL-2.0-only
/*
 * Growth of maps with more than 131,072 keys. Single-threaded: the worker runs when a test says so.
 * An access to memory that is not ready crashes the test.
 */

#include <linux/memcontrol.h>
#include <linux/sched/mm.h>

#include "fixture.h"
#include "harness.h"
#include "tracing_map_grow.h"
#include "tracing_map_interval.h"

#define CHUNK	TRACING_MAP_CHUNK_ELTS
#define LARGE	262144

static const struct tracing_map_config large = {
	.size = LARGE, .key_size = 8, .n_sums = 2, .n_vars = 2,
};

static u64 no_chunk(const struct tracing_map *map)
{
	return tracing_map_dropped_for(map, TRACING_MAP_DROP_CHUNK);
}

/* Insert keys @first to @end - 1, which are new, and add 1 to sum 0. Return: number of drops. */
static unsigned int insert_keys(struct tracing_map *map, u64 first, u64 end)
{
	unsigned int dropped = 0;

	for (; first < end; first++) {
		int elt = insert(map, first);

		if (elt >= 0)
			tracing_map_add(map, elt, 0, 1);
		else
			dropped++;
	}
	return dropped;
}

static void run_all_work(void)
{
	while (shim_run_work(false))
		;
}

/* Insert keys @first to @end - 1, and let the worker run whenever it is kicked. */
static void insert_and_grow(struct tracing_map *map, u64 first, u64 end)
{
	for (; first < end; first++) {
		EXPECT_EQ(insert_keys(map, first, first + 1), 0);
		run_all_work();
	}
}

/* Check that a snapshot has keys 0 to @n - 1, each in the element of its number, once. */
static void check_rows(const struct tracing_map *map, unsigned int n, u64 hits)
{
	struct tracing_map_snapshot *snap = snapshot(map, NULL, 0);
	unsigned int i;

	EXPECT_EQ(snap->n_rows, n);
	for (i = 0; i < snap->n_rows; i++) {
		EXPECT_EQ(tracing_map_row_key(snap, i)[0], i);
		EXPECT_EQ(tracing_map_row_elt(snap, i), i);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 0), hits);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 1), 0);
	}
	EXPECT_EQ(snap->dropped, tracing_map_dropped(map));
	tracing_map_snapshot_free(snap);
}

TEST(only_large_maps_grow)
{
	struct tracing_map_config cfg = { .size = 131072, .key_size = 8, .n_sums = 1 };
	struct tracing_map *map = create(&cfg);

	EXPECT(!map->keys->grow);
	EXPECT_EQ(map->keys->n_ready, map->n_elts);
	tracing_map_destroy(map);

	/* A large pool has all its memory from the start. */
	cfg.size = 262144;
	cfg.n_buckets = 262144;
	map = create(&cfg);
	EXPECT(map->keys->grow);
	EXPECT(!map->pool->keys->grow);
	EXPECT_EQ(map->pool->keys->n_ready, map->pool->n_elts);
	tracing_map_destroy(map);
}

TEST(insert_without_ready_chunk_is_dropped)
{
	struct tracing_map *map = create(&large);

	EXPECT_EQ(map->keys->n_ready, CHUNK);
	EXPECT_EQ(insert_keys(map, 0, CHUNK), 0);
	EXPECT_EQ(insert(map, CHUNK), -ENOSPC);
	EXPECT_EQ(lookup(map, CHUNK), -ENOENT);
	EXPECT_EQ(insert_keys(map, CHUNK, CHUNK + 99), 99);
	EXPECT_EQ(no_chunk(map), 100);
	EXPECT_EQ(tracing_map_dropped(map), 100);
	check_rows(map, CHUNK, 1);
	EXPECT_EQ(tracing_map_total(map, 0), CHUNK);

	/* Keys that have an element are counted. */
	EXPECT_EQ(insert_keys(map, 0, CHUNK), 0);
	check_rows(map, CHUNK, 2);

	/* The kick is not lost, and no element is. */
	EXPECT(shim_run_work(false));
	run_all_work();
	EXPECT(map->keys->n_ready > CHUNK);
	EXPECT_EQ(insert(map, CHUNK), CHUNK);
	EXPECT_EQ(lookup(map, CHUNK), CHUNK);
	EXPECT_EQ(no_chunk(map), 100);
	tracing_map_destroy(map);
}

/* Without a ready chunk, a map with the other element counts there. */
TEST(insert_without_ready_chunk_gets_the_other_element)
{
	struct tracing_map_config cfg = large;
	struct tracing_map_snapshot *snap;
	struct tracing_map *map;

	cfg.has_other = true;
	map = create(&cfg);
	/* The other element is one of the first chunk. */
	EXPECT_EQ(insert_keys(map, 0, CHUNK - 1), 0);
	EXPECT_EQ(insert(map, CHUNK - 1), TRACING_MAP_OTHER);
	EXPECT_EQ(insert_keys(map, CHUNK, CHUNK + 100), 0);
	EXPECT_EQ(tracing_map_dropped(map), 0);
	EXPECT_EQ(tracing_map_sum(map, TRACING_MAP_OTHER, 0), 100);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_rows, CHUNK - 1);
	EXPECT(snap->has_other);
	EXPECT_EQ(tracing_map_row_sum(snap, CHUNK - 1, 0), 100);
	tracing_map_snapshot_free(snap);

	run_all_work();
	EXPECT_EQ(insert(map, CHUNK), CHUNK);
	EXPECT_EQ(tracing_map_sum(map, TRACING_MAP_OTHER, 0), 100);
	tracing_map_destroy(map);
}

TEST(worker_is_kicked_before_elements_run_out)
{
	struct tracing_map *map = create(&large);
	u32 half = CHUNK / 2;

	insert_keys(map, 0, half);
	EXPECT(!shim_run_work(true));
	insert_keys(map, half, half + 1);
	EXPECT(shim_run_work(false));	/* the irq_work queues the work */
	EXPECT(shim_run_work(false));
	EXPECT(!shim_run_work(true));
	EXPECT_EQ(map->keys->n_ready, 2 * CHUNK);
	insert_and_grow(map, half + 1, 20 * CHUNK);
	/* At least an eighth of the elements is free, and not much more. */
	EXPECT(map->keys->n_ready >= 22 * CHUNK);
	EXPECT(map->keys->n_ready <= 24 * CHUNK);
	check_rows(map, 20 * CHUNK, 1);
	tracing_map_destroy(map);
}

/* Each CPU has an element that was not ready. Each of them uses it later. */
TEST(dropped_inserts_lose_no_element)
{
	struct tracing_map *map;
	unsigned int cpu;

	shim_nr_cpus = 16;
	map = create(&large);
	insert_keys(map, 0, CHUNK);
	for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
		shim_cpu = cpu;
		EXPECT_EQ(insert_keys(map, CHUNK, CHUNK + 10), 10);
	}
	EXPECT_EQ(no_chunk(map), 160);
	EXPECT_EQ(atomic_read(&map->keys->n_allocated), CHUNK + 16);
	run_all_work();
	for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
		shim_cpu = cpu;
		EXPECT_EQ(insert(map, CHUNK + cpu), CHUNK + cpu);
	}
	EXPECT_EQ(atomic_read(&map->keys->n_allocated), CHUNK + 16);
	EXPECT_EQ(atomic_read(&map->keys->n_keys), CHUNK + 16);
	shim_cpu = 0;
	tracing_map_destroy(map);
}

/* The worker runs late, so some inserts are dropped; all others count. */
TEST(capacity_of_a_million_keys_is_exact)
{
	static const struct tracing_map_config cfg = {
		.size = 1048576, .key_size = 8, .n_sums = 2
	};
	struct tracing_map *map = create(&cfg);
	u64 key, tried = 0, dropped = 0;
	u64 state = 1;

	for (key = 0; key < cfg.size; ) {
		int elt;

		shim_cpu = test_random(&state) % shim_nr_cpus;
		elt = insert(map, key);
		tried++;
		if (elt < 0) {
			dropped++;
			run_all_work();
			continue;
		}
		tracing_map_add(map, elt, 0, 1);
		key++;
	}
	shim_cpu = 0;
	EXPECT(dropped > 10);
	EXPECT_EQ(no_chunk(map), dropped);
	EXPECT_EQ(tracing_map_dropped(map), dropped);
	EXPECT_EQ(tracing_map_total(map, 0) + dropped, tried);
	run_all_work();
	EXPECT_EQ(map->keys->n_ready, map->n_elts);

	EXPECT_EQ(insert_keys(map, cfg.size, cfg.size + 1000), 1000);
	EXPECT_EQ(tracing_map_dropped_for(map, TRACING_MAP_DROP_FULL), 1000);
	EXPECT_EQ(no_chunk(map), dropped);
	EXPECT(!shim_run_work(true));
	for (key = 0; key < cfg.size; key += 997)
		EXPECT(lookup(map, key) >= 0);
	tracing_map_destroy(map);
}

TEST(snapshot_of_a_million_keys)
{
	static const struct tracing_map_config cfg = {
		.size = 1048576, .key_size = 8, .n_sums = 2
	};
	const struct tracing_map_sort_key descending = {
		.is_key = true, .size = 8, .descending = true,
	};
	struct tracing_map *map = create(&cfg);
	struct tracing_map_snapshot *snap;
	unsigned int i;

	insert_and_grow(map, 0, cfg.size);
	check_rows(map, cfg.size, 1);
	snap = snapshot(map, &descending, 1);
	for (i = 0; i < snap->n_rows; i++)
		EXPECT_EQ(tracing_map_row_key(snap, i)[0], cfg.size - 1 - i);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(snapshot_at_each_stage)
{
	struct tracing_map *map = create(&large);
	unsigned int n;

	check_rows(map, 0, 0);
	for (n = 0; n < LARGE; n += CHUNK / 2) {
		insert_keys(map, n, n + CHUNK / 2);
		check_rows(map, n + CHUNK / 2, 1);
		run_all_work();
		check_rows(map, n + CHUNK / 2, 1);
	}
	EXPECT_EQ(tracing_map_dropped(map), 0);
	EXPECT_EQ(map->keys->n_ready, map->n_elts);
	tracing_map_destroy(map);
}

/* As documented: a table of 1,048,576 rows that holds 100 takes at most 17 MiB. */
TEST(memory_of_a_large_map_with_few_keys)
{
	static const struct tracing_map_config cfg = {
		.size = 1048576, .key_size = 8, .n_sums = 1
	};
	static const unsigned int cpus[] = { 1, 4, 64 };
	struct tracing_map *map;
	int c;

	for (c = 0; c < ARRAY_SIZE(cpus); c++) {
		shim_nr_cpus = cpus[c];
		map = create(&cfg);
		EXPECT_EQ(insert_keys(map, 0, 100), 0);
		run_all_work();
		EXPECT(shim_bytes() <= 17 << 20);
		tracing_map_destroy(map);
	}
}

/* Copies of the sums at both ends of the elements, own and shared, are separate. */
TEST(copies_of_the_sums_grow)
{
	static const struct {
		unsigned int cpus, copies;
	} cases[] = { { 1, 1 }, { 3, 3 }, { 4, 2 }, { 64, 2 } };
	static const struct tracing_map_config cfg = {
		.size = LARGE, .key_size = 8, .n_sums = 1
	};
	int c;

	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		struct tracing_map *map;
		unsigned int cpu;

		shim_nr_cpus = cases[c].cpus;
		map = create(&cfg);
		EXPECT_EQ(map->n_copies, cases[c].copies);
		EXPECT_EQ(!!map->shared_sums, cases[c].copies < cases[c].cpus);
		insert_and_grow(map, 0, LARGE);
		for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
			shim_cpu = cpu;
			tracing_map_add(map, 0, 0, 1);
			tracing_map_add(map, LARGE - 1, 0, 2);
		}
		shim_cpu = 0;
		EXPECT_EQ(tracing_map_sum(map, 0, 0), 1 + shim_nr_cpus);
		EXPECT_EQ(tracing_map_sum(map, LARGE - 1, 0), 1 + 2 * shim_nr_cpus);
		EXPECT_EQ(tracing_map_total(map, 0), LARGE + 3 * shim_nr_cpus);
		tracing_map_destroy(map);
	}
}

TEST(variables_of_the_last_element)
{
	struct tracing_map *map = create(&large);
	u64 val = 0;
	int special;

	insert_and_grow(map, 0, LARGE);
	for (special = 0; special < 2; special++) {
		tracing_map_var_set(map, LARGE - 1, 1, map->var_mask ^ special);
		EXPECT(tracing_map_var_get(map, LARGE - 1, 1, &val));
		EXPECT_EQ(val, map->var_mask ^ special);
	}
	EXPECT(!tracing_map_var_get(map, LARGE - 1, 0, &val));
	EXPECT(!tracing_map_var_get(map, LARGE - 2, 1, &val));
	tracing_map_destroy(map);
}

/* The largest elements and all words: more than 4 GiB of addresses. */
TEST(largest_elements)
{
	static const struct tracing_map_config cfg = {
		.size = 1048576, .key_size = 1040, .aux_size = 1024, .n_sums = 128,
		.n_maxima = 32, .n_vars = 64, .cell_words = 1024,
	};
	u64 key[258] = {}, val = 0;
	struct tracing_map *map;
	unsigned int i;
	int elt = -1;

	shim_nr_cpus = 1;
	map = create(&cfg);
	EXPECT_EQ(map->elt_words, 130 + 128 + 64 + 1024);
	for (i = 0; i < CHUNK; i++) {
		key[129] = i;
		key[257] = ~i;
		elt = tracing_map_insert(map, key);
		EXPECT_EQ(elt, i);
	}
	tracing_map_add(map, elt, 127, 5);
	EXPECT(tracing_map_raise(map, elt, tracing_map_own_words(map, elt), 159, 6));
	tracing_map_var_set(map, elt, 63, 7);
	tracing_map_elt(map, elt)[map->elt_words - 1] = 8;
	key[129] = CHUNK;
	EXPECT_EQ(tracing_map_insert(map, key), -ENOSPC);
	EXPECT_EQ(tracing_map_sum(map, elt, 127), 5);
	EXPECT_EQ(tracing_map_read_own(map, elt, 159), 6);
	EXPECT(tracing_map_var_get(map, elt, 63, &val));
	EXPECT_EQ(val, 7);
	tracing_map_destroy(map);
}

TEST(create_frees_all_on_allocation_failure)
{
	static const unsigned int cpus[] = { 2, 64 };
	struct tracing_map_config cfg = { .size = LARGE, .key_size = 8, .n_sums = 1, .n_vars = 1 };
	unsigned long n;
	int c;

	for (c = 0; c < ARRAY_SIZE(cpus); c++) {
		shim_nr_cpus = cpus[c];
		for (n = 1;; n++) {
			struct tracing_map *map;

			shim_fail_nth(n);
			map = tracing_map_create(&cfg);
			if (!shim_failed()) {
				EXPECT(!IS_ERR(map));
				EXPECT_EQ(!!map->shared_sums, cpus[c] == 64);
				tracing_map_destroy(map);
				break;
			}
			EXPECT_EQ(PTR_ERR(map), -ENOMEM);
			EXPECT_EQ(shim_allocs(), 0);
		}
		/* At least a page for each 512 words of the first chunk. */
		EXPECT(n > 3 * CHUNK / 512);
	}
}

/* Each allocation of the worker fails in turn. All drops are counted; the next try succeeds. */
TEST(worker_without_memory_tries_again)
{
	unsigned long n;
	bool failed;

	for (n = 1, failed = true; failed; n++) {
		struct tracing_map *map = create(&large);

		insert_keys(map, 0, CHUNK);
		EXPECT(shim_run_work(false));
		shim_fail_nth(n);
		EXPECT(shim_run_work(false));
		failed = shim_failed();
		if (failed) {
			/* Some of the drops would kick. */
			EXPECT_EQ(map->keys->n_ready, CHUNK);
			EXPECT_EQ(insert_keys(map, CHUNK, 2 * CHUNK), CHUNK);
			EXPECT_EQ(no_chunk(map), CHUNK);
			EXPECT(!shim_run_work(false));
			check_rows(map, CHUNK, 1);
			EXPECT(shim_run_work(true));
		}
		EXPECT(!shim_run_work(true));
		EXPECT_EQ(map->keys->n_ready, 2 * CHUNK);
		insert_and_grow(map, CHUNK, 3 * CHUNK);
		check_rows(map, 3 * CHUNK, 1);
		tracing_map_destroy(map);
	}
	/* Pages of elements and sums, and page tables. */
	EXPECT(n > 80);
}

TEST(destroy_while_the_map_grows)
{
	struct tracing_map *map = create(&large);

	/* An irq_work is queued. */
	insert_keys(map, 0, CHUNK);
	tracing_map_destroy(map);
	EXPECT(!shim_run_work(true));

	/* Work is queued. */
	map = create(&large);
	insert_keys(map, 0, CHUNK);
	EXPECT(shim_run_work(false));
	tracing_map_destroy(map);
	EXPECT(!shim_run_work(true));

	/* The worker waits for another try, with a part of a chunk. */
	map = create(&large);
	insert_keys(map, 0, CHUNK);
	EXPECT(shim_run_work(false));
	shim_fail_from(50);
	EXPECT(shim_run_work(false));
	EXPECT(shim_failed());
	tracing_map_destroy(map);
	EXPECT(!shim_run_work(true));
}

TEST(clear_of_a_grown_map)
{
	struct tracing_map *map = create(&large);
	u64 val;
	int elt;

	insert_and_grow(map, 0, 3 * CHUNK);
	for (elt = 0; elt < 3 * CHUNK; elt++)
		tracing_map_var_set(map, elt, 1, map->var_mask ^ 1);
	tracing_map_clear(map);
	check_rows(map, 0, 0);
	EXPECT_EQ(insert_keys(map, 0, 3 * CHUNK), 0);
	check_rows(map, 3 * CHUNK, 1);
	for (elt = 0; elt < 3 * CHUNK; elt++)
		EXPECT(!tracing_map_var_get(map, elt, 1, &val));
	tracing_map_destroy(map);
}

/*
 * Memory is charged to the cgroup of the creator, also if another task needs it later. A refused
 * charge is visible as drops.
 */
TEST(memory_is_charged_to_the_creator)
{
	struct mem_cgroup creator = {}, other = {};
	struct tracing_map *map, *spare;
	unsigned long charges;

	shim_memcg = &creator;
	map = create(&large);
	EXPECT_EQ(creator.refs, 1);
	EXPECT(creator.charges > 3 * CHUNK / 512);

	shim_memcg = &other;
	insert_keys(map, 0, CHUNK);
	charges = creator.charges;
	creator.refuses = true;
	run_all_work();
	EXPECT_EQ(map->keys->n_ready, CHUNK);
	EXPECT_EQ(insert_keys(map, CHUNK, CHUNK + 7), 7);
	EXPECT_EQ(no_chunk(map), 7);
	EXPECT(IS_ERR(tracing_map_spare(map)));
	EXPECT_EQ(creator.charges, charges);

	creator.refuses = false;
	EXPECT(shim_run_work(true));
	EXPECT_EQ(map->keys->n_ready, 2 * CHUNK);
	EXPECT(creator.charges > charges);
	charges = creator.charges;
	spare = tracing_map_spare(map);
	EXPECT(!IS_ERR(spare));
	EXPECT(creator.charges > charges);
	EXPECT_EQ(other.charges, 0);
	EXPECT(!shim_active_memcg);

	tracing_map_destroy(map);
	EXPECT_EQ(creator.refs, 0);
	EXPECT_EQ(other.refs, 0);
	shim_memcg = NULL;
}

/* During boot, there is no root cgroup yet. */
TEST(map_is_created_before_cgroups)
{
	struct mem_cgroup *root = root_mem_cgroup;
	struct tracing_map *map;

	root_mem_cgroup = NULL;
	map = create(&large);
	EXPECT(!map->keys->memcg);
	root_mem_cgroup = root;
	insert_and_grow(map, 0, 2 * CHUNK);
	tracing_map_destroy(map);
	EXPECT_EQ(root->refs, 0);
}

static struct tracing_map *get_spare(struct tracing_map *map)
{
	struct tracing_map *spare = tracing_map_spare(map);

	if (IS_ERR(spare)) {
		test_fail(__FILE__, __LINE__, "no spare: %ld", PTR_ERR(spare));
		exit(1);
	}
	return spare;
}

/* Drain a half, and check that it counted elements @first to @end - 1 once. */
static void drain(struct tracing_map *half, u32 first, u32 end)
{
	struct tracing_map_counts *counts = tracing_map_drain(half, NULL);
	struct tracing_map_snapshot *snap;

	EXPECT(!IS_ERR(counts));
	snap = tracing_map_snapshot_counts(half, counts, 0);
	EXPECT(!IS_ERR(snap));
	EXPECT_EQ(snap->n_rows, end - first);
	if (snap->n_rows) {
		EXPECT_EQ(tracing_map_row_elt(snap, 0), first);
		EXPECT_EQ(tracing_map_row_elt(snap, snap->n_rows - 1), end - 1);
	}
	tracing_map_snapshot_free(snap);
	tracing_map_counts_free(counts);
}

/* The second half is created when @grown elements are in use. */
static void count_intervals(unsigned int cpus, u32 grown)
{
	struct tracing_map *half, *spare;
	u32 n;

	shim_nr_cpus = cpus;
	half = create(&large);
	insert_and_grow(half, 0, grown);
	for (n = grown; n < LARGE; n += LARGE / 8) {
		spare = get_spare(half);
		drain(half, n == grown ? 0 : n - LARGE / 8, n);
		half = spare;
		check_rows(half, n, 1);
		insert_and_grow(half, n, n + LARGE / 8);
		check_rows(half, n + LARGE / 8, 1);
	}
	EXPECT_EQ(tracing_map_total(half, 0), n);
	tracing_map_destroy(half);
}

TEST(second_half_before_growth)
{
	count_intervals(2, 0);
	count_intervals(64, 0);
}

TEST(second_half_after_growth)
{
	count_intervals(2, LARGE / 2);
	count_intervals(64, LARGE / 2);
}

TEST(spare_frees_all_on_allocation_failure)
{
	struct tracing_map *map;
	unsigned long n, allocs;
	u64 end = 2 * CHUNK;

	shim_nr_cpus = 2;
	map = create(&large);
	insert_and_grow(map, 0, end);
	allocs = shim_allocs();
	for (n = 1;; n++) {
		struct tracing_map *spare;

		shim_fail_nth(n);
		spare = tracing_map_spare(map);
		if (!shim_failed())
			break;
		EXPECT_EQ(PTR_ERR(spare), -ENOMEM);
		EXPECT_EQ(shim_allocs(), allocs);
		/* Growth does not touch what was freed. */
		if (n % 50 == 0 && end < 4 * CHUNK) {
			insert_and_grow(map, end, end + CHUNK);
			end += CHUNK;
			EXPECT(shim_allocs() > allocs);
			allocs = shim_allocs();
		}
	}
	EXPECT(n > 3 * CHUNK / 512);
	EXPECT_EQ(end, 4 * CHUNK);
	insert_and_grow(get_spare(map), end, end + 2 * CHUNK);
	tracing_map_destroy(map);
}

TEST(map_without_sums_grows)
{
	static const struct tracing_map_config cfg = { .size = LARGE, .key_size = 8 };
	struct tracing_map *map = create(&cfg);
	u64 key;

	get_spare(map);
	for (key = 0; key < LARGE; key++) {
		EXPECT_EQ(insert(map, key), key);
		run_all_work();
	}
	EXPECT_EQ(insert(map, key), -ENOSPC);
	EXPECT_EQ(tracing_map_dropped_for(map, TRACING_MAP_DROP_FULL), 1);
	tracing_map_destroy(map);
}

/* Interrupt, or growth, at step @at of an insert */
static struct {
	struct tracing_map *map;
	unsigned int step, at, depth, dropped, inserted;
	bool grows;
} irq;

static void interrupt(void)
{
	u64 key;

	if (irq.step++ != irq.at || irq.depth)
		return;
	irq.depth++;
	if (irq.grows) {
		/* The worker runs on another CPU. */
		shim_atomic = false;
		run_all_work();
		shim_atomic = true;
	} else {
		key = 1000000 + irq.at;
		if (tracing_map_insert(irq.map, &key) < 0)
			irq.dropped++;
		else
			irq.inserted++;
	}
	irq.depth--;
}

/* Insert the key that is the first without memory, with an interrupt at one step. */
static bool insert_at_the_end(unsigned int at, bool grows)
{
	struct tracing_map *map = create(&large);
	u32 n_keys;
	int elt;

	insert_keys(map, 0, CHUNK);
	irq = (typeof(irq)){ .map = map, .at = at, .grows = grows };
	shim_step_hook = interrupt;
	elt = insert(map, CHUNK);
	shim_step_hook = NULL;
	if (elt < 0)
		irq.dropped++;
	else
		irq.inserted++;
	n_keys = CHUNK + irq.inserted;
	EXPECT_EQ(no_chunk(map), irq.dropped);
	EXPECT_EQ(atomic_read(&map->keys->n_keys), n_keys);
	if (!grows)
		EXPECT_EQ(irq.dropped, irq.step > at ? 2 : 1);

	/* The elements of both levels are used in the end. */
	run_all_work();
	EXPECT_EQ(insert(map, CHUNK) >= CHUNK, true);
	insert_and_grow(map, 2000000, 2000000 + LARGE - CHUNK - 100);
	EXPECT(atomic_read(&map->keys->n_allocated) <= atomic_read(&map->keys->n_keys) + 1);
	tracing_map_destroy(map);
	return irq.step > at;
}

TEST(interrupts_at_each_step_without_a_chunk)
{
	unsigned int at;

	for (at = 0; insert_at_the_end(at, false); at++)
		;
	EXPECT(at > 8);
}

TEST(growth_at_each_step_of_an_insert)
{
	unsigned int at, inserted = 0, dropped = 0;

	for (at = 0; insert_at_the_end(at, true); at++) {
		inserted += irq.inserted;
		dropped += irq.dropped;
	}
	/* Growth comes in time at the early steps, and too late at the last ones. */
	EXPECT(inserted > 3);
	EXPECT(dropped > 1);
}
