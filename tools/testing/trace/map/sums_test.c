// SPDX-License-Identifier: GPL-2.0-only
/* Sums, their copies per CPU, and counts of dropped events. Single-threaded. */

#include "fixture.h"
#include "harness.h"
#include "tracing_map_snapshot.h"

/*
 * Limit in bytes of a map with one-word keys and more than one copy of its
 * sums, as documented. The constants are written out to be independent of the
 * implementation.
 */
static size_t promised_bytes(const struct tracing_map_config *cfg)
{
	size_t key_bytes = 174 + (cfg->n_sums - 1) * 16;

	return 4 * key_bytes * cfg->size;
}

/* The shim's per-CPU allocations are larger than those of the kernel. */
static size_t bytes_in_kernel(void)
{
	size_t in_kernel = sizeof(struct tracing_map_cpu) + sizeof(struct tracing_map_context);
	size_t here = SHIM_PERCPU_STRIDE(struct tracing_map_cpu);

	here += SHIM_PERCPU_STRIDE(struct tracing_map_context);
	return shim_bytes() - shim_nr_cpus * (here - in_kernel);
}

/* Create a map, and check the number of its copies and its memory. Return: the number. */
static unsigned int check_copies(const struct tracing_map_config *cfg, unsigned int cpus)
{
	unsigned int copies = tracing_map_sum_copies(cfg, cpus);
	struct tracing_map *map;

	shim_nr_cpus = cpus;
	map = create(cfg);
	EXPECT_EQ(map->n_copies, copies);
	EXPECT_EQ(!!map->shared_sums, copies && copies < shim_nr_cpus);
	if (copies > 1 && bytes_in_kernel() > promised_bytes(cfg))
		test_fail(__FILE__, __LINE__, "%u CPUs, %u rows, %u sums: %zu bytes", cpus,
			  cfg->size, cfg->n_sums, bytes_in_kernel());
	tracing_map_destroy(map);
	return copies;
}

TEST(sum_copies_fit_memory_limit)
{
	static const struct {
		unsigned int cpus, size, n_sums, copies;
	} cases[] = {
		{ 1, 128, 1, 1 }, { 1, 131072, 1, 1 }, { 1, 131072, 32, 1 },
		{ 2, 128, 1, 2 }, { 2, 131072, 3, 2 }, { 2, 131072, 4, 1 },
		{ 4, 128, 17, 4 }, { 4, 2048, 17, 4 }, { 4, 65536, 1, 4 },
		{ 8, 128, 1, 8 }, { 8, 2048, 3, 8 }, { 8, 65536, 1, 8 }, { 8, 65536, 3, 4 },
		{ 128, 128, 1, 8 }, { 128, 2048, 1, 64 }, { 128, 2048, 3, 16 },
		{ 128, 65536, 1, 8 }, { 128, 131072, 1, 4 }, { 128, 131072, 17, 1 },
		/* A copy of 8 bytes for each of 262,144 keys takes a quarter of 8 MiB and more. */
		{ 1, 1048576, 32, 1 }, { 2, 262144, 1, 2 }, { 3, 262144, 1, 3 },
		{ 4, 262144, 1, 2 }, { 128, 262144, 1, 2 }, { 2, 262144, 2, 1 },
		{ 2, 524288, 1, 1 }, { 2, 1048576, 1, 1 }, { 128, 1048576, 128, 1 },
		/* The context slots alone exceed the limit. */
		{ 4096, 128, 1, 1 },
		{ 2, 2048, 0, 0 },
	};
	int c;

	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		struct tracing_map_config cfg = {
			.size = cases[c].size, .key_size = 8, .n_sums = cases[c].n_sums,
		};

		EXPECT_EQ(check_copies(&cfg, cases[c].cpus), cases[c].copies);
		/* The other element takes memory of one row, within the same limit. */
		cfg.has_other = true;
		EXPECT(check_copies(&cfg, cases[c].cpus) <= cases[c].copies);
	}
}

/* The other element takes the memory of one element: its words, and its sums in each copy. */
TEST(other_element_takes_memory_of_one_row)
{
	struct tracing_map_config cfg = {
		.size = 4096, .key_size = 16, .n_sums = 3, .n_maxima = 1, .n_vars = 2,
		.cell_words = 3,
	};
	size_t without;
	struct tracing_map *map;

	shim_nr_cpus = 4;
	map = create(&cfg);
	EXPECT_EQ(map->n_copies, 4);
	without = shim_bytes();
	tracing_map_destroy(map);
	cfg.has_other = true;
	map = create(&cfg);
	EXPECT_EQ(map->n_copies, 4);
	EXPECT_EQ(shim_bytes() - without, 8 * (2 + 2 + 3) + 4 * 8 * (3 + 1));
	tracing_map_destroy(map);
}

TEST(cpu_adds_to_its_own_copy)
{
	static const struct tracing_map_config cfg = { .size = 512, .key_size = 8, .n_sums = 32 };
	struct tracing_map *map;
	unsigned int cpu;
	int elt;

	shim_nr_cpus = 64;
	map = create(&cfg);
	EXPECT(map->n_copies > 1 && map->n_copies < shim_nr_cpus);
	insert(map, 1);
	elt = insert(map, 2);
	for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
		size_t copy = cpu & (map->n_copies - 1);
		u64 before = tracing_map_sum(map, elt, 31);
		const atomic64_t *sum = &map->shared_sums[copy * map->copy_sums + elt * 32 + 31];
		u64 part = atomic64_read(sum);

		shim_cpu = cpu;
		tracing_map_add(map, elt, 31, cpu + 1);
		EXPECT_EQ(atomic64_read(sum), part + cpu + 1);
		EXPECT_EQ(tracing_map_sum(map, elt, 31), before + cpu + 1);
		EXPECT_EQ(tracing_map_sum(map, elt - 1, 31), 0);
		EXPECT_EQ(tracing_map_sum(map, elt, 30), 0);
	}
	shim_cpu = 0;
	tracing_map_destroy(map);
}

/* The sums do not depend on the number of copies. */
TEST(sum_is_total_of_all_copies)
{
	static const struct {
		unsigned int cpus;
		struct tracing_map_config cfg;
		bool shared;
	} cases[] = {
		{ 1, { .size = 128, .key_size = 8, .n_sums = 32 }, false },
		{ 1, { .size = 131072, .key_size = 8, .n_sums = 32 }, false },
		{ 2, { .size = 65536, .key_size = 8, .n_sums = 4 }, false },
		{ 2, { .size = 131072, .key_size = 8, .n_sums = 4 }, true },
		{ 7, { .size = 65536, .key_size = 8, .n_sums = 6 }, true },
		{ 64, { .size = 512, .key_size = 8, .n_sums = 32 }, true },
		{ 128, { .size = 2048, .key_size = 8, .n_sums = 1 }, true },
		{ 64, { .size = 2048, .key_size = 8, .n_sums = 1 }, false },
	};
	int c, i, s;

	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		struct tracing_map *map;

		shim_nr_cpus = cases[c].cpus;
		map = create(&cases[c].cfg);
		EXPECT_EQ(!!map->shared_sums, cases[c].shared);
		/* Only atomic operations count all events of CPUs that share a copy. */
		EXPECT_EQ(tracing_map_own_words(map, 0).is_shared, cases[c].shared);
		for (i = 0; i < 1000; i++) {
			int elt = insert(map, i % 10);

			shim_cpu = i % shim_nr_cpus;
			for (s = 0; s < map->n_sums; s++)
				tracing_map_add(map, elt, s, s & 1 ? -(s64)i : i + s);
		}
		for (i = 0; i < 10; i++) {
			s64 sum = 100 * i + 10 * 4950;

			for (s = 0; s < map->n_sums; s++)
				EXPECT_EQ(tracing_map_sum(map, lookup(map, i), s),
					  s & 1 ? -sum : sum + 100 * s);
		}
		shim_cpu = 0;
		tracing_map_destroy(map);
	}
}

TEST(total_is_sum_of_all_elements)
{
	static const unsigned int cpus[] = { 1, 2, 64 };
	int c, i;

	for (c = 0; c < ARRAY_SIZE(cpus); c++) {
		struct tracing_map_config cfg = { .size = 512, .key_size = 8, .n_sums = 32 };
		struct tracing_map *map;

		shim_nr_cpus = cpus[c];
		map = create(&cfg);
		EXPECT_EQ(tracing_map_total(map, 0), 0);
		for (i = 0; i < 2000; i++) {
			int elt;

			shim_cpu = i % shim_nr_cpus;
			elt = insert(map, i % 1000);
			if (elt < 0)
				continue;
			tracing_map_add(map, elt, 0, 1);
			tracing_map_add(map, elt, 31, -2);
		}
		EXPECT_EQ(tracing_map_total(map, 0), 1024);
		EXPECT_EQ(tracing_map_total(map, 1), 0);
		EXPECT_EQ(tracing_map_total(map, 31), -2048);
		EXPECT_EQ(tracing_map_total(map, 0) + tracing_map_dropped(map), 2000);
		shim_cpu = 0;
		tracing_map_destroy(map);
	}
}

TEST(caller_drops_are_counted_by_reason)
{
	struct tracing_map *map = create(&simple);
	struct tracing_map_snapshot *snap;
	u64 drops[TRACING_MAP_DROP_REASONS];
	unsigned int reason;
	int i;

	/* Drop 10 - r times for reason r, on alternating CPUs. */
	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		for (i = 0; i < 10 - reason; i++) {
			shim_cpu = i % shim_nr_cpus;
			tracing_map_drop(map, reason);
		}
	}
	shim_cpu = 0;
	EXPECT_EQ(tracing_map_dropped(map), 10 + 9 + 8 + 7 + 6 + 5);
	EXPECT_EQ(tracing_map_read_drops(map, drops), 10 + 9 + 8 + 7 + 6 + 5);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->dropped, 10 + 9 + 8 + 7 + 6 + 5);
	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		EXPECT_EQ(tracing_map_dropped_for(map, reason), 10 - reason);
		EXPECT_EQ(drops[reason], 10 - reason);
		EXPECT_EQ(snap->drops[reason], 10 - reason);
	}
	EXPECT_EQ(snap->n_rows, 0);
	tracing_map_snapshot_free(snap);
	tracing_map_clear(map);
	EXPECT_EQ(tracing_map_dropped(map), 0);
	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
		EXPECT_EQ(tracing_map_dropped_for(map, reason), 0);
	tracing_map_destroy(map);
}

TEST(sums_wrap_at_64_bits)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1);

	tracing_map_add(map, elt, 0, U64_MAX);
	tracing_map_add(map, elt, 0, U64_MAX);
	EXPECT_EQ(tracing_map_sum(map, elt, 0), U64_MAX - 1);
	tracing_map_destroy(map);
}
