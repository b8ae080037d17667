// SPDX-License-Identifier: GPL-2.0-only
/* Single-threaded tests of kernel/trace/tracing_map.c. Interrupts are simulated. */

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include <linux/math64.h>

#include "test.h"
#include "tracing_map.h"

static const struct tracing_map_config simple = {
	.size = 128, .key_size = 8, .n_sums = 2, .n_vars = 2,
};

static struct tracing_map *create(const struct tracing_map_config *cfg)
{
	struct tracing_map *map = tracing_map_create(cfg);

	if (IS_ERR(map)) {
		test_fail(__FILE__, __LINE__, "no map: %ld", PTR_ERR(map));
		exit(1);
	}
	return map;
}

static struct tracing_map_snapshot *snapshot(const struct tracing_map *map,
					     const struct tracing_map_sort_key *keys,
					     unsigned int n_keys)
{
	struct tracing_map_snapshot *snap = tracing_map_snapshot(map, keys, n_keys);

	if (IS_ERR(snap)) {
		test_fail(__FILE__, __LINE__, "none: %ld", PTR_ERR(snap));
		exit(1);
	}
	return snap;
}

static int insert(struct tracing_map *map, u64 key)
{
	int elt;

	shim_atomic = true;
	elt = tracing_map_insert(map, &key);
	shim_atomic = false;
	return elt;
}

static int lookup(struct tracing_map *map, u64 key)
{
	return tracing_map_lookup(map, &key);
}

TEST(create_checks_its_limits)
{
	static const struct {
		struct tracing_map_config cfg;
		int err;
	} cases[] = {
		{ { .size = 128, .key_size = 8 } },
		{ { .size = 131072, .key_size = 8 } },
		{ { .size = 128, .key_size = 1024, .aux_size = 1024, .n_sums = 32, .n_vars = 64,
		    .cell_words = 1024 } },
		{ { .size = 0, .key_size = 8 }, -EINVAL },
		{ { .size = 64, .key_size = 8 }, -EINVAL },
		{ { .size = 127, .key_size = 8 }, -EINVAL },
		{ { .size = 129, .key_size = 8 }, -EINVAL },
		{ { .size = 3000, .key_size = 8 }, -EINVAL },
		{ { .size = 262144, .key_size = 8 }, -EINVAL },
		{ { .size = 0x80000000, .key_size = 8 }, -EINVAL },
		{ { .size = 128, .key_size = 0 }, -EINVAL },
		{ { .size = 128, .key_size = 4 }, -EINVAL },
		{ { .size = 128, .key_size = 12 }, -EINVAL },
		{ { .size = 128, .key_size = 1032 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .aux_size = 4 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .aux_size = 1032 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .n_sums = 33 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .n_vars = 65 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .n_sums = -1 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .cell_words = 1025 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .cell_words = -1 }, -EINVAL },
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct tracing_map *map = tracing_map_create(&cases[i].cfg);

		if (PTR_ERR_OR_ZERO(map) != cases[i].err)
			test_fail(__FILE__, __LINE__, "case %d: %ld", i, PTR_ERR(map));
		tracing_map_destroy(map);
	}
}

TEST(destroy_takes_null_and_errors)
{
	tracing_map_destroy(NULL);
	tracing_map_destroy(ERR_PTR(-ENOMEM));
	tracing_map_snapshot_free(NULL);
	tracing_map_snapshot_free(ERR_PTR(-ENOMEM));
}

TEST(create_fails_cleanly)
{
	struct tracing_map_config cfg = simple;
	unsigned long n;
	int shared;

	for (shared = 0; shared < 2; shared++) {
		if (shared) {
			cfg.n_sums = 32;
			cfg.size = 131072;
		}
		for (n = 1;; n++) {
			struct tracing_map *map;

			shim_fail_nth(n);
			map = tracing_map_create(&cfg);
			if (!shim_failed()) {
				EXPECT(!IS_ERR(map));
				EXPECT_EQ(!!map->shared_sums, shared);
				tracing_map_destroy(map);
				break;
			}
			EXPECT_EQ(PTR_ERR(map), -ENOMEM);
			EXPECT_EQ(shim_allocs(), 0);
		}
		/*
		 * The map, per-CPU state, slots, elements, variable bits and
		 * sums.
		 */
		EXPECT_EQ(n - 1, shared ? 6 : 5 + shim_nr_cpus);
	}
}

TEST(memory_is_in_proportion)
{
	/*
	 * The documented limit is four words per key, plus one byte per key for
	 * the spare elements of the context slots.
	 */
	struct tracing_map_config cfg = { .size = 2048, .key_size = 8, .n_sums = 1 };
	struct tracing_map *map;

	shim_nr_cpus = 1;
	for (; cfg.size <= 131072; cfg.size *= 2) {
		map = create(&cfg);
		EXPECT(shim_bytes() <= cfg.size * 33);
		tracing_map_destroy(map);
	}
}

TEST(insert_then_lookup)
{
	struct tracing_map *map = create(&simple);
	int a, b;

	EXPECT_EQ(lookup(map, 0), -ENOENT);
	a = insert(map, 0);
	EXPECT_EQ(a, 0);
	EXPECT_EQ(lookup(map, 0), a);
	EXPECT_EQ(lookup(map, 1), -ENOENT);
	b = insert(map, -1ULL);
	EXPECT_EQ(b, 1);
	EXPECT_EQ(insert(map, 0), a);
	EXPECT_EQ(insert(map, -1ULL), b);
	EXPECT_EQ(lookup(map, -1ULL), b);
	EXPECT_EQ(tracing_map_dropped(map), 0);
	tracing_map_destroy(map);
}

TEST(nothing_is_allocated_after_create)
{
	struct tracing_map *map = create(&simple);
	unsigned long allocs = shim_allocs();
	u64 val;
	int i;

	shim_atomic = true;
	for (i = 0; i < 1000; i++) {
		int elt = insert(map, i % 200);

		shim_atomic = true;
		if (elt < 0)
			continue;
		tracing_map_add(map, elt, 0, 1);
		tracing_map_var_set(map, elt, 0, i);
		tracing_map_var_raise(map, elt, 0, 2 * i, false);
		tracing_map_var_change(map, elt, 0, 3 * i);
		tracing_map_var_get(map, elt, 0, &val);
		tracing_map_var_take(map, elt, 0, &val);
	}
	shim_atomic = false;
	EXPECT_EQ(shim_allocs(), allocs);
	tracing_map_destroy(map);
}

TEST(every_word_of_a_long_key_counts)
{
	static const unsigned int sizes[] = { 8, 16, 24, 248, 256, 1024 };
	u64 key[TRACING_MAP_KEY_MAX / 8];
	int s, w, words;

	for (s = 0; s < ARRAY_SIZE(sizes); s++) {
		struct tracing_map_config cfg = { .size = 256, .key_size = sizes[s] };
		struct tracing_map *map = create(&cfg);

		words = sizes[s] / 8;
		memset(key, 0, sizeof(key));
		EXPECT_EQ(tracing_map_insert(map, key), 0);
		for (w = 0; w < words; w++) {
			key[w] = 1ULL << 63;
			EXPECT_EQ(tracing_map_lookup(map, key), -ENOENT);
			EXPECT_EQ(tracing_map_insert(map, key), w + 1);
			key[w] = 0;
		}
		for (w = 0; w < words; w++) {
			key[w] = 1ULL << 63;
			EXPECT_EQ(tracing_map_insert(map, key), w + 1);
			EXPECT_EQ(tracing_map_lookup(map, key), w + 1);
			key[w] = 0;
		}
		tracing_map_destroy(map);
	}
}

static u64 tag_of(const struct tracing_map *map, int elt)
{
	u32 i;

	for (i = 0; i <= map->slot_mask; i++) {
		u64 slot = atomic64_read(&map->slots[i]);

		if ((u32)slot == elt + 1)
			return slot >> 32;
	}
	return 0;
}

/*
 * Keys with the same hash, some also with the same first words. Only a
 * comparison of the whole key distinguishes them.
 */
TEST(equal_hashes_are_two_keys)
{
	int same;

	for (same = 0; same < 3; same++) {
		struct tracing_map_config cfg = { .size = 128, .key_size = 16 + 8 * same };
		struct tracing_map *map = create(&cfg);
		u64 a[4] = { 3, 3 }, b[4] = { 3, 3 };
		u64 hash = map->seed.start;
		int i;

		for (i = 0; i < same; i++)
			hash = tracing_map_mix(hash, a[i], map->seed.mul);
		/* Choose two words for which the mixed hashes are equal. */
		a[same] = hash;
		a[same + 1] = 5;
		b[same] = 0;
		b[same + 1] = 5 ^ tracing_map_mix(hash, 0, map->seed.mul);

		EXPECT_EQ(tracing_map_insert(map, a), 0);
		EXPECT_EQ(tracing_map_lookup(map, b), -ENOENT);
		EXPECT_EQ(tracing_map_insert(map, b), 1);
		EXPECT_EQ(tracing_map_lookup(map, a), 0);
		EXPECT_EQ(tracing_map_lookup(map, b), 1);
		EXPECT_EQ(tag_of(map, 0), tag_of(map, 1));
		tracing_map_destroy(map);
	}
}

/* A hash is computed once and used for the maps of several histograms. */
TEST(hash_is_the_same_for_all_maps)
{
	static const struct tracing_map_config wide = { .size = 4096, .key_size = 24 };
	struct tracing_map *a = create(&simple), *b = create(&wide);
	const u64 key[] = { 1, 2, 3 };

	/* Weak seeds would put all keys in one slot or make hashes predictable. */
	EXPECT(a->seed.start);
	EXPECT(a->seed.mul & 1);
	EXPECT(a->seed.mul != 1);
	EXPECT_EQ(tracing_map_hash(a, key, 1), tracing_map_hash(b, key, 1));
	EXPECT_EQ(tracing_map_hash(a, key, 3), tracing_map_hash(b, key, 3));
	EXPECT(tracing_map_hash(a, key, 1) != tracing_map_hash(a, &key[1], 1));
	tracing_map_destroy(a);
	tracing_map_destroy(b);
}

TEST(aux_is_of_the_first_insert)
{
	struct tracing_map_config cfg = { .size = 128, .key_size = 8, .aux_size = 16 };
	struct tracing_map *map = create(&cfg);
	u64 first[3] = { 7, 1, 2 }, second[3] = { 7, 3, 4 }, other[3] = { 8, 5, 6 };
	struct tracing_map_snapshot *snap;

	EXPECT_EQ(tracing_map_insert(map, first), 0);
	EXPECT_EQ(tracing_map_insert(map, second), 0);
	EXPECT_EQ(tracing_map_insert(map, other), 1);
	EXPECT_EQ(tracing_map_lookup(map, second), 0);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_rows, 2);
	EXPECT_EQ(tracing_map_row_key(snap, 0)[0], 7);
	EXPECT_EQ(tracing_map_row_aux(snap, 0)[0], 1);
	EXPECT_EQ(tracing_map_row_aux(snap, 0)[1], 2);
	EXPECT_EQ(tracing_map_row_key(snap, 1)[0], 8);
	EXPECT_EQ(tracing_map_row_aux(snap, 1)[0], 5);
	EXPECT_EQ(tracing_map_row_aux(snap, 1)[1], 6);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(capacity_is_exact)
{
	static const unsigned int cpus[] = { 1, 2, 7, 64 };
	static const unsigned int sizes[] = { 128, 256, 4096 };
	int c, s;
	u64 i;

	for (c = 0; c < ARRAY_SIZE(cpus); c++) {
		for (s = 0; s < ARRAY_SIZE(sizes); s++) {
			struct tracing_map_config cfg = {
				.size = sizes[s], .key_size = 8, .n_sums = 1
			};
			struct tracing_map *map;

			shim_nr_cpus = cpus[c];
			map = create(&cfg);
			for (i = 0; i < sizes[s]; i++) {
				shim_cpu = i % shim_nr_cpus;
				EXPECT_EQ(insert(map, i << 40), i);
			}
			EXPECT_EQ(tracing_map_dropped(map), 0);
			for (i = sizes[s]; i < 2 * sizes[s]; i++) {
				shim_cpu = i % shim_nr_cpus;
				EXPECT_EQ(insert(map, i << 40), -ENOSPC);
				EXPECT_EQ(lookup(map, i << 40), -ENOENT);
			}
			EXPECT_EQ(tracing_map_dropped(map), sizes[s]);
			for (i = 0; i < sizes[s]; i++)
				EXPECT_EQ(insert(map, i << 40), i);
			EXPECT_EQ(tracing_map_dropped(map), sizes[s]);
			shim_cpu = 0;
			tracing_map_destroy(map);
		}
	}
}

static unsigned long steps;

static void count_step(void)
{
	steps++;
}

/* Typical keys: small numbers, pointers, only high bits set, random. */
TEST(probes_are_short)
{
	struct tracing_map_config cfg = { .size = 16384, .key_size = 8 };
	struct tracing_map *map = create(&cfg);
	int kind;
	u64 i;

	for (kind = 0; kind < 6; kind++) {
		u64 state = 1;

		for (i = 0; i < cfg.size; i++) {
			const u64 keys[] = {
				i, 0xffff888000000000ULL + i * 192, i << 50, i << 32 | i,
				i * 0x100000001ULL << 16, test_random(&state),
			};

			EXPECT(insert(map, keys[kind]) >= 0);
		}
		/*
		 * Each load of a slot is a step. At 50 % load, 1.5 probes are
		 * expected.
		 */
		state = 1;
		steps = 0;
		shim_step_hook = count_step;
		for (i = 0; i < cfg.size; i++) {
			const u64 keys[] = {
				i, 0xffff888000000000ULL + i * 192, i << 50, i << 32 | i,
				i * 0x100000001ULL << 16, test_random(&state),
			};

			lookup(map, keys[kind]);
		}
		shim_step_hook = NULL;
		if (steps > 2 * cfg.size)
			test_fail(__FILE__, __LINE__, "kind %d: %lu steps", kind, steps);
		tracing_map_clear(map);
	}
	tracing_map_destroy(map);
}

TEST(clear_forgets_everything)
{
	static const unsigned int cpus[] = { 2, 64 };
	int c, round;
	u64 i, val;

	for (c = 0; c < ARRAY_SIZE(cpus); c++) {
		struct tracing_map_config cfg = {
			.size = 512, .key_size = 8, .aux_size = 8, .n_sums = 32, .n_vars = 3
		};
		struct tracing_map *map;

		shim_nr_cpus = cpus[c];
		map = create(&cfg);
		EXPECT_EQ(!!map->shared_sums, cpus[c] == 64);
		for (round = 0; round < 3; round++) {
			for (i = 0; i < 600; i++) {
				u64 key[2] = { i + round * 100, i };
				int elt;

				shim_cpu = i % shim_nr_cpus;
				elt = tracing_map_insert(map, key);
				if (elt < 0)
					continue;
				EXPECT_EQ(elt, i);
				EXPECT_EQ(tracing_map_sum(map, elt, 31), 0);
				EXPECT(!tracing_map_var_get(map, elt, 2, &val));
				tracing_map_add(map, elt, 31, 5);
				tracing_map_var_set(map, elt, 2, map->var_mask ^ (i & 1));
			}
			EXPECT_EQ(tracing_map_dropped(map), 88);
			tracing_map_clear(map);
			EXPECT_EQ(tracing_map_dropped(map), 0);
			EXPECT_EQ(lookup(map, 5 + round * 100), -ENOENT);
		}
		shim_cpu = 0;
		tracing_map_destroy(map);
	}
}

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
	size_t in_kernel = sizeof(struct tracing_map_cpu);
	size_t here = SHIM_PERCPU_STRIDE(struct tracing_map_cpu);

	return shim_bytes() - shim_nr_cpus * (here - in_kernel);
}

TEST(copies_fit_in_the_budget)
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
		/* The context slots alone exceed the limit. */
		{ 4096, 128, 1, 1 },
		{ 2, 2048, 0, 0 },
	};
	int c;

	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		const struct tracing_map_config cfg = {
			.size = cases[c].size, .key_size = 8, .n_sums = cases[c].n_sums,
		};
		unsigned int copies = tracing_map_sum_copies(&cfg, cases[c].cpus);
		struct tracing_map *map;

		if (copies != cases[c].copies)
			test_fail(__FILE__, __LINE__, "case %d: %u copies", c, copies);
		shim_nr_cpus = cases[c].cpus;
		map = create(&cfg);
		EXPECT_EQ(map->n_copies, copies);
		EXPECT_EQ(!!map->shared_sums, copies && copies < shim_nr_cpus);
		if (copies > 1 && bytes_in_kernel() > promised_bytes(&cfg))
			test_fail(__FILE__, __LINE__, "case %d: %zu bytes", c, bytes_in_kernel());
		tracing_map_destroy(map);
	}
}

TEST(a_cpu_adds_to_its_copy)
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
TEST(sums_add_up)
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

TEST(totals_are_over_all_elements)
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

TEST(drops_of_the_caller_are_counted)
{
	struct tracing_map *map = create(&simple);
	struct tracing_map_snapshot *snap;
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
	EXPECT_EQ(tracing_map_dropped(map), 10 + 9 + 8 + 7);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->dropped, 10 + 9 + 8 + 7);
	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++) {
		EXPECT_EQ(tracing_map_dropped_for(map, reason), 10 - reason);
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

TEST(sums_wrap)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1);

	tracing_map_add(map, elt, 0, U64_MAX);
	tracing_map_add(map, elt, 0, U64_MAX);
	EXPECT_EQ(tracing_map_sum(map, elt, 0), U64_MAX - 1);
	tracing_map_destroy(map);
}

/* Fetch-max with values above, below and between the existing ones. */
TEST(a_raise_is_to_what_is_larger)
{
	static const struct {
		u64 cur, val;
		bool is_signed, raised;
	} cases[] = {
		{ 5, 6, false, true },
		{ 5, 5, false, false },
		{ 5, 4, false, false },
		{ 0, 1, false, true },
		{ 0, U64_MAX, false, true },
		{ 0, U64_MAX, true, false },
		{ U64_MAX, 0, false, false },
		{ U64_MAX, 0, true, true },
		{ S64_MAX, 1ULL << 63, false, true },
		{ S64_MAX, 1ULL << 63, true, false },
		{ 1ULL << 63, S64_MAX, false, false },
		{ 1ULL << 63, S64_MAX, true, true },
		{ -7ULL, -8ULL, true, false },
		{ -8ULL, -7ULL, true, true },
	};
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), i;
	u64 val;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		u64 left = cases[i].cur;
		bool raised;

		/* An unset variable is less than any value. */
		tracing_map_var_take(map, elt, 1, &val);
		EXPECT(tracing_map_var_raise(map, elt, 1, cases[i].cur, cases[i].is_signed));
		EXPECT(tracing_map_var_get(map, elt, 1, &val));
		EXPECT_EQ(val, cases[i].cur);

		raised = tracing_map_var_raise(map, elt, 1, cases[i].val, cases[i].is_signed);
		if (raised != cases[i].raised)
			test_fail(__FILE__, __LINE__, "case %d", i);
		if (raised)
			left = cases[i].val;
		EXPECT(tracing_map_var_get(map, elt, 1, &val));
		EXPECT_EQ(val, left);
		EXPECT(!tracing_map_var_get(map, elt, 0, &val));
	}
	tracing_map_destroy(map);
}

TEST(a_change_is_to_another_value)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1);
	u64 val;

	EXPECT(tracing_map_var_change(map, elt, 0, 0));
	EXPECT(!tracing_map_var_change(map, elt, 0, 0));
	EXPECT(tracing_map_var_change(map, elt, 0, U64_MAX));
	EXPECT(!tracing_map_var_change(map, elt, 0, U64_MAX));
	EXPECT(tracing_map_var_change(map, elt, 0, 3));
	EXPECT(tracing_map_var_take(map, elt, 0, &val));
	EXPECT_EQ(val, 3);
	EXPECT(tracing_map_var_change(map, elt, 0, 3));
	EXPECT(!tracing_map_var_get(map, elt, 1, &val));
	tracing_map_destroy(map);
}

/* Values around the two that have a special encoding, see tracing_map.h. */
TEST(special_values_are_raised_and_changed)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), a, b;
	const u64 values[] = {
		map->var_mask, map->var_mask ^ 1, map->var_mask ^ 2, map->var_mask ^ 3,
		map->var_mask + 4, map->var_mask - 4,
	};
	u64 val;

	for (a = 0; a < ARRAY_SIZE(values); a++) {
		for (b = 0; b < ARRAY_SIZE(values); b++) {
			u64 from = values[a], to = values[b];

			tracing_map_var_set(map, elt, 1, from);
			EXPECT_EQ(tracing_map_var_change(map, elt, 1, to), from != to);
			EXPECT(tracing_map_var_get(map, elt, 1, &val));
			EXPECT_EQ(val, to);

			tracing_map_var_set(map, elt, 1, from);
			EXPECT_EQ(tracing_map_var_raise(map, elt, 1, to, false), to > from);
			EXPECT(tracing_map_var_get(map, elt, 1, &val));
			EXPECT_EQ(val, max(from, to));

			tracing_map_var_set(map, elt, 1, from);
			EXPECT_EQ(tracing_map_var_raise(map, elt, 1, to, true),
				  (s64)to > (s64)from);
			EXPECT(tracing_map_var_get(map, elt, 1, &val));
			EXPECT_EQ(val, max_t(s64, from, to));
		}
		EXPECT(tracing_map_var_take(map, elt, 1, &val));
		EXPECT(tracing_map_var_raise(map, elt, 1, values[a], false));
		EXPECT(tracing_map_var_take(map, elt, 1, &val));
		EXPECT_EQ(val, values[a]);
		EXPECT(tracing_map_var_change(map, elt, 1, values[a]));
		EXPECT(tracing_map_var_take(map, elt, 1, &val));
		EXPECT_EQ(val, values[a]);
	}
	tracing_map_destroy(map);
}

/*
 * Interrupts a fetch-max with operations on the same variable, at steps first
 * to last.
 */
static struct {
	struct tracing_map *map;
	int elt;
	unsigned long now, first, last;
	u64 val;
	bool raise, raised;
} meddler;

static void meddle(void)
{
	void (*hook)(void) = shim_step_hook;

	meddler.now++;
	if (meddler.now < meddler.first || meddler.now > meddler.last)
		return;
	shim_step_hook = NULL;
	if (meddler.raise)
		meddler.raised = tracing_map_var_raise(meddler.map, meddler.elt, 0, meddler.val,
						       false);
	else
		tracing_map_var_set(meddler.map, meddler.elt, 0, meddler.val++);
	shim_step_hook = hook;
}

static bool raise_meddled_with(u64 val)
{
	bool raised;

	meddler.now = 0;
	shim_step_hook = meddle;
	raised = tracing_map_var_raise(meddler.map, meddler.elt, 0, val, false);
	shim_step_hook = NULL;
	return raised;
}

TEST(a_raise_that_is_interrupted_by_one)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), at;
	u64 i, val;

	meddler.map = map;
	meddler.elt = elt;
	meddler.raise = true;
	for (at = 1; at <= 4; at++) {
		/* All combinations of three values, where 0 means unset. */
		for (i = 0; i < 64; i++) {
			u64 was = i & 3, ours = i >> 2 & 3, theirs = i >> 4;
			bool raised;

			tracing_map_var_take(map, elt, 0, &val);
			if (was)
				tracing_map_var_set(map, elt, 0, was);
			meddler.first = at;
			meddler.last = at;
			meddler.val = theirs;
			meddler.raised = false;
			raised = raise_meddled_with(ours);
			/*
			 * The fetch-max had fewer than @at steps, so nothing
			 * interrupted it.
			 */
			if (meddler.now < at)
				theirs = was;
			EXPECT(tracing_map_var_get(map, elt, 0, &val));
			EXPECT_EQ(val, max(was, max(ours, theirs)));
			if (was && max(ours, theirs) <= was)
				EXPECT(!raised && !meddler.raised);
			else if (ours == theirs)
				EXPECT(raised != meddler.raised);
			else
				EXPECT(ours > theirs ? raised : meddler.raised);
		}
	}
	tracing_map_destroy(map);
}

/* Set variable 0 to @val, or unset it if @val is 0. */
static void prepare_var(struct tracing_map *map, int elt, u64 val)
{
	u64 was;

	tracing_map_var_take(map, elt, 0, &was);
	if (val)
		tracing_map_var_set(map, elt, 0, val);
}

/*
 * Return: whether a fetch-max of @ours has a step @at, at which a set to
 * @theirs interrupts it.
 */
static bool raise_interrupted_by_set(u64 was, u64 ours, u64 theirs, unsigned long at)
{
	u64 val = 0;
	bool raised;

	prepare_var(meddler.map, meddler.elt, was);
	meddler.first = at;
	meddler.last = at;
	meddler.val = theirs;
	raised = raise_meddled_with(ours);
	EXPECT(tracing_map_var_get(meddler.map, meddler.elt, 0, &val));
	if (meddler.now < at)
		return false;
	/* The fetch-max returns true if and only if the variable has its value. */
	EXPECT(val == ours || val == theirs);
	EXPECT_EQ(raised, val == ours);
	/* The set always takes effect before the fetch-max. */
	if (ours > theirs)
		EXPECT_EQ(val, ours);
	return true;
}

/*
 * The two specially encoded values differ in one bit beside the word. A
 * fetch-max of the one is interrupted by a set to the other.
 */
TEST(a_raise_to_one_secret_value_is_interrupted_by_the_other)
{
	struct tracing_map *map = create(&simple);
	const u64 values[] = { map->var_mask & ~1ULL, map->var_mask | 1 };
	unsigned long at;
	u64 was;
	int i;

	meddler.map = map;
	meddler.elt = insert(map, 1);
	for (i = 0; i < 2; i++) {
		for (was = 0; was < 2; was++) {
			at = 1;
			while (raise_interrupted_by_set(was, values[i], values[!i], at))
				at++;
			/*
			 * At least: load the word, write the bit, exchange the
			 * word.
			 */
			EXPECT(at > 3);
		}
	}
	tracing_map_destroy(map);
}

/* An exchange of either special value is interrupted by a set to the other. */
TEST(a_change_to_one_secret_value_is_interrupted_by_the_other)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1), i;
	unsigned long at;
	u64 val;

	meddler.map = map;
	meddler.elt = elt;
	for (i = 0; i < 2; i++) {
		u64 ours = map->var_mask ^ i;

		for (at = 1; ; at++) {
			bool changed;

			prepare_var(map, elt, 5);
			meddler.now = 0;
			meddler.first = at;
			meddler.last = at;
			meddler.val = ours ^ 1;
			shim_step_hook = meddle;
			changed = tracing_map_var_change(map, elt, 0, ours);
			shim_step_hook = NULL;
			if (meddler.now < at)
				break;
			EXPECT(changed);
			/* The set may take effect before or after the exchange. */
			EXPECT(tracing_map_var_get(map, elt, 0, &val));
			EXPECT(val == ours || val == (ours ^ 1));
		}
		EXPECT(at > 3);
	}
	tracing_map_destroy(map);
}

/*
 * A concurrent writer that always succeeds first: fetch-max gives up after 64
 * tries.
 */
TEST(a_raise_has_an_end)
{
	struct tracing_map *map = create(&simple);
	int elt = insert(map, 1);
	u64 val;

	meddler.map = map;
	meddler.elt = elt;
	meddler.first = 1;
	for (meddler.last = 0; meddler.last < 1000; meddler.last++) {
		bool raised;

		meddler.val = 1;
		raised = raise_meddled_with(1000000);
		/* One try is a load and a compare-and-exchange. */
		EXPECT_EQ(raised, meddler.last < 128);
		EXPECT(meddler.now <= 128);
		EXPECT(tracing_map_var_take(map, elt, 0, &val));
		EXPECT_EQ(val, raised ? 1000000 : meddler.val - 1);
	}
	tracing_map_destroy(map);
}

/* All 64-bit values, including the two specially encoded ones. */
TEST(variables_hold_any_value)
{
	struct tracing_map_config cfg = { .size = 128, .key_size = 8, .n_vars = 64 };
	struct tracing_map *map = create(&cfg);
	const u64 values[] = {
		0, 1, 2, U64_MAX, 1ULL << 63, map->var_mask, map->var_mask ^ 1,
		map->var_mask ^ 2, ~map->var_mask, map->var_mask, map->var_mask ^ 1,
	};
	u64 val;
	int elt, i, v;

	for (elt = 0; elt < 128; elt++)
		EXPECT_EQ(insert(map, elt), elt);

	for (elt = 0; elt < 128; elt += 127) {
		for (v = 0; v < 64; v++) {
			val = 42;
			EXPECT(!tracing_map_var_get(map, elt, v, &val));
			EXPECT(!tracing_map_var_take(map, elt, v, &val));
			EXPECT_EQ(val, 42);
			for (i = 0; i < ARRAY_SIZE(values); i++) {
				tracing_map_var_set(map, elt, v, values[i]);
				EXPECT(tracing_map_var_get(map, elt, v, &val));
				EXPECT_EQ(val, values[i]);
				EXPECT(tracing_map_var_get(map, elt, v, &val));
				EXPECT_EQ(val, values[i]);
				if (i % 2)
					continue;
				EXPECT(tracing_map_var_take(map, elt, v, &val));
				EXPECT_EQ(val, values[i]);
				EXPECT(!tracing_map_var_take(map, elt, v, &val));
				EXPECT(!tracing_map_var_get(map, elt, v, &val));
			}
		}
	}
	tracing_map_destroy(map);
}

TEST(variables_are_apart)
{
	struct tracing_map_config cfg = { .size = 128, .key_size = 16, .aux_size = 8, .n_vars = 5 };
	struct tracing_map *map = create(&cfg);
	int elt, v, pass;
	u64 val;

	for (elt = 0; elt < 128; elt++) {
		u64 key[3] = { elt, 1, elt };

		EXPECT_EQ(tracing_map_insert(map, key), elt);
	}
	/*
	 * First with ordinary values, then with the special ones, which need
	 * the bit.
	 */
	for (pass = 0; pass < 2; pass++) {
		for (elt = 0; elt < 128; elt++) {
			for (v = 0; v < 5; v++)
				tracing_map_var_set(map, elt, v, pass ?
						    map->var_mask ^ ((elt * 5 + v) % 3 == 0) :
						    elt * 5 + v);
		}
		for (elt = 0; elt < 128; elt++) {
			u64 key[3] = { elt, 1, 0 };

			EXPECT_EQ(tracing_map_lookup(map, key), elt);
			for (v = 0; v < 5; v++) {
				EXPECT(tracing_map_var_get(map, elt, v, &val));
				EXPECT_EQ(val, pass ? map->var_mask ^ ((elt * 5 + v) % 3 == 0) :
					  elt * 5 + v);
			}
		}
	}
	tracing_map_destroy(map);
}

TEST(snapshot_of_nothing)
{
	struct tracing_map *map = create(&simple);
	struct tracing_map_sort_key key = { .pos = 0 };
	struct tracing_map_snapshot *snap = snapshot(map, &key, 1);

	EXPECT_EQ(snap->n_rows, 0);
	EXPECT_EQ(snap->n_sums, 2);
	EXPECT_EQ(snap->dropped, 0);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(snapshot_outlives_the_map)
{
	struct tracing_map *map = create(&simple);
	struct tracing_map_snapshot *snap;
	u64 i, hits = 0;

	for (i = 0; i < 200; i++) {
		int elt = insert(map, i);

		if (elt >= 0)
			tracing_map_add(map, elt, 0, 1);
	}
	snap = snapshot(map, NULL, 0);
	for (i = 0; i < snap->n_rows; i++)
		EXPECT_EQ(tracing_map_row_elt(snap, i), i);
	tracing_map_destroy(map);
	EXPECT_EQ(snap->n_rows, 128);
	EXPECT_EQ(snap->dropped, 72);
	for (i = 0; i < snap->n_rows; i++) {
		EXPECT_EQ(tracing_map_row_key(snap, i)[0], i);
		hits += tracing_map_row_sum(snap, i, 0);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 1), 0);
	}
	EXPECT_EQ(hits + snap->dropped, 200);
	tracing_map_snapshot_free(snap);
}

TEST(snapshot_fails_cleanly)
{
	struct tracing_map *map = create(&simple);
	struct tracing_map_sort_key key = { .pos = 0 };
	unsigned long allocs = shim_allocs();
	unsigned long n;

	insert(map, 1);
	insert(map, 2);
	for (n = 1;; n++) {
		struct tracing_map_snapshot *snap;

		shim_fail_nth(n);
		snap = tracing_map_snapshot(map, &key, 1);
		if (!shim_failed()) {
			EXPECT_EQ(snap->n_rows, 2);
			tracing_map_snapshot_free(snap);
			break;
		}
		EXPECT_EQ(PTR_ERR(snap), -ENOMEM);
		EXPECT_EQ(shim_allocs(), allocs);
	}
	/* The snapshot, the bitmap, data, rows, and a buffer for merging rows. */
	EXPECT_EQ(n - 1, 5);
	tracing_map_destroy(map);
}

/*
 * Allocations whose size the user controls must not log a failure
 * (__GFP_NOWARN).
 */
TEST(lack_of_memory_is_not_logged)
{
	static const struct tracing_map_config large = {
		.size = TRACING_MAP_SIZE_MAX, .key_size = 16, .aux_size = 8, .n_sums = 2,
		.n_vars = 1,
	};
	struct tracing_map_sort_key key = { .pos = 0 };
	struct tracing_map *map = create(&large);
	struct tracing_map_snapshot *snap;
	u64 i;

	for (i = 0; i < large.size; i++)
		tracing_map_insert(map, (u64 []){ i, i, i });
	snap = tracing_map_snapshot(map, &key, 1);
	EXPECT_EQ(snap->n_rows, large.size);
	EXPECT_EQ(shim_loudest(), 0);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

static u64 difference(const u64 *sums, const void *times)
{
	return sums[0] - sums[1] * *(const u64 *)times;
}

TEST(snapshot_checks_its_sort_keys)
{
	static const struct {
		struct tracing_map_sort_key key;
		int err;
	} cases[] = {
		{ { .pos = 1 } },
		{ { .pos = 1, .cmp = TRACING_MAP_CMP_S64 } },
		{ { .pos = 2 }, -EINVAL },
		{ { .pos = -1 }, -EINVAL },
		{ { .pos = 0, .cmp = TRACING_MAP_CMP_STRING }, -EINVAL },
		{ { .pos = 0, .cmp = TRACING_MAP_CMP_WORDS }, -EINVAL },
		{ { .pos = 0, .cmp = 4 }, -EINVAL },
		{ { .pos = 1, .number = difference } },
		{ { .pos = 2, .number = difference }, -EINVAL },
		{ { .is_key = true, .pos = 16, .size = 8 } },
		{ { .is_key = true, .pos = 24, .size = 8 }, -EINVAL },
		{ { .is_key = true, .pos = 0, .size = 0 }, -EINVAL },
		{ { .is_key = true, .pos = 0, .size = 4 }, -EINVAL },
		{ { .is_key = true, .pos = 0, .size = 16 }, -EINVAL },
		{ { .is_key = true, .pos = 4, .size = 8 }, -EINVAL },
		{ { .is_key = true, .pos = 0, .size = 8, .cmp = TRACING_MAP_CMP_S64 } },
		{ { .is_key = true, .pos = 0, .size = 16, .cmp = TRACING_MAP_CMP_S64 }, -EINVAL },
		{ { .is_key = true, .pos = 3, .size = 21, .cmp = TRACING_MAP_CMP_STRING } },
		{ { .is_key = true, .pos = 3, .size = 22, .cmp = TRACING_MAP_CMP_STRING },
		  -EINVAL },
		{ { .is_key = true, .pos = 25, .size = -1, .cmp = TRACING_MAP_CMP_STRING },
		  -EINVAL },
		{ { .is_key = true, .pos = 0, .size = 24, .cmp = TRACING_MAP_CMP_WORDS } },
		{ { .is_key = true, .pos = 8, .size = 24, .cmp = TRACING_MAP_CMP_WORDS }, -EINVAL },
		{ { .is_key = true, .pos = 4, .size = 8, .cmp = TRACING_MAP_CMP_WORDS }, -EINVAL },
		{ { .is_key = true, .pos = 0, .size = 12, .cmp = TRACING_MAP_CMP_WORDS }, -EINVAL },
		{ { .is_key = true, .pos = 0, .size = 8, .cmp = 4 }, -EINVAL },
	};
	struct tracing_map_config cfg = { .size = 128, .key_size = 24, .n_sums = 2 };
	struct tracing_map *map = create(&cfg);
	struct tracing_map_sort_key keys[TRACING_MAP_SORT_KEYS_MAX + 1] = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct tracing_map_snapshot *snap;

		/* The position among the sort keys must not matter. */
		keys[i % 2] = cases[i].key;
		snap = tracing_map_snapshot(map, keys, 2);
		if (PTR_ERR_OR_ZERO(snap) != cases[i].err)
			test_fail(__FILE__, __LINE__, "case %u: %ld", i, PTR_ERR(snap));
		tracing_map_snapshot_free(snap);
		memset(keys, 0, sizeof(keys));
	}
	EXPECT_EQ(PTR_ERR(tracing_map_snapshot(map, keys, TRACING_MAP_SORT_KEYS_MAX + 1)),
		  -EINVAL);
	tracing_map_destroy(map);
}

/* Key of the rows in the sort tests. */
struct sort_key {
	u64 number;
	char text[24];
	u64 stack[3];
};

static const struct tracing_map_config sortable = {
	.size = 128, .key_size = sizeof(struct sort_key), .n_sums = 2,
};

static const struct {
	struct sort_key key;
	s64 sums[2];
} sort_rows[] = {
	{ { 5, "beta", { 1, 2, 3 } }, { 10, -1 } },
	{ { -3ULL, "alpha", { 1, 2, 4 } }, { 10, 7 } },
	{ { 7, "alphabetical", { 1, 1, 9 } }, { 3, -1 } },
	{ { 0, "alphabetic", { 0, 9, 9 } }, { 10, -9 } },
	{ { 5, "", { 2, 0, 0 } }, { 1, 0 } },
	{ { 5, "beta\xff", { 1, 2, 3 } }, { 3, 7 } },
	{ { -9ULL, "alphabetic soup", { 1, 2, -1ULL } }, { 10, 7 } },
};

#define U64 TRACING_MAP_CMP_U64
#define S64 TRACING_MAP_CMP_S64
#define STRING TRACING_MAP_CMP_STRING
#define WORDS TRACING_MAP_CMP_WORDS

TEST(rows_are_sorted)
{
	static const u64 one = 1, three = 3;
	static const struct {
		struct tracing_map_sort_key keys[2];
		int n_keys;
		int order[ARRAY_SIZE(sort_rows)];
	} cases[] = {
		{ {}, 0, { 0, 1, 2, 3, 4, 5, 6 } },
		{ { { .pos = 0 } }, 1, { 4, 2, 5, 0, 1, 3, 6 } },
		{ { { .pos = 0, .descending = 1 } }, 1, { 0, 1, 3, 6, 2, 5, 4 } },
		{ { { .pos = 1 } }, 1, { 4, 1, 5, 6, 3, 0, 2 } },
		{ { { .pos = 1, .cmp = S64 } }, 1, { 3, 0, 2, 4, 1, 5, 6 } },
		{ { { .pos = 1, .cmp = S64, .descending = 1 } }, 1, { 1, 5, 6, 4, 0, 2, 3 } },
		{ { { .is_key = true, .pos = 0, .size = 8, .cmp = U64 } }, 1,
		  { 3, 0, 4, 5, 2, 6, 1 } },
		{ { { .is_key = true, .pos = 0, .size = 8, .cmp = S64 } }, 1,
		  { 6, 1, 3, 0, 4, 5, 2 } },
		{ { { .is_key = true, .pos = 0, .size = 8, .cmp = S64, .descending = 1 } }, 1,
		  { 2, 0, 4, 5, 3, 1, 6 } },
		{ { { .is_key = true, .pos = 8, .size = 24, .cmp = STRING } }, 1,
		  { 4, 1, 3, 6, 2, 0, 5 } },
		{ { { .is_key = true, .pos = 8, .size = 24, .cmp = STRING, .descending = 1 } }, 1,
		  { 5, 0, 2, 6, 3, 1, 4 } },
		{ { { .is_key = true, .pos = 32, .size = 24, .cmp = WORDS } }, 1,
		  { 3, 2, 0, 5, 1, 6, 4 } },
		{ { { .is_key = true, .pos = 32, .size = 24, .cmp = WORDS, .descending = 1 } }, 1,
		  { 4, 6, 1, 0, 5, 2, 3 } },
		{ { { .is_key = true, .pos = 8, .size = 5, .cmp = STRING } }, 1,
		  { 4, 1, 2, 3, 6, 0, 5 } },
		{ { { .is_key = true, .pos = 9, .size = 8, .cmp = STRING } }, 1,
		  { 4, 0, 5, 1, 2, 3, 6 } },
		{ { { .number = difference, .arg = &one, .pos = 1, .cmp = S64 } }, 1,
		  { 5, 4, 1, 6, 2, 0, 3 } },
		{ { { .number = difference, .arg = &three, .cmp = S64, .descending = 1 } }, 1,
		  { 3, 0, 2, 4, 1, 6, 5 } },
		{ { { .pos = 0 }, { .number = difference, .arg = &one } }, 2,
		  { 4, 2, 5, 1, 6, 0, 3 } },
		{ { { .pos = 0 }, { .pos = 1, .cmp = S64 } }, 2, { 4, 2, 5, 3, 0, 1, 6 } },
		{ { { .pos = 0, .descending = 1 },
		    { .is_key = true, .pos = 0, .size = 8, .cmp = U64 } }, 2,
		  { 3, 0, 6, 1, 5, 2, 4 } },
		{ { { .pos = 0 },
		    { .is_key = true, .pos = 8, .size = 24, .cmp = STRING } }, 2,
		  { 4, 2, 5, 1, 3, 6, 0 } },
		{ { { .is_key = true, .pos = 32, .size = 24, .cmp = WORDS },
		    { .is_key = true, .pos = 8, .size = 24, .cmp = STRING, .descending = 1 } }, 2,
		  { 3, 2, 5, 0, 1, 6, 4 } },
		{ { { .is_key = true, .pos = 32, .size = 24, .cmp = WORDS },
		    { .pos = 0 } }, 2,
		  { 3, 2, 5, 0, 1, 6, 4 } },
	};
	struct tracing_map *map = create(&sortable);
	struct tracing_map_snapshot *snap;
	int i, c;

	for (i = 0; i < ARRAY_SIZE(sort_rows); i++) {
		int elt = tracing_map_insert(map, (const u64 *)&sort_rows[i].key);

		EXPECT_EQ(elt, i);
		tracing_map_add(map, elt, 0, sort_rows[i].sums[0]);
		tracing_map_add(map, elt, 1, sort_rows[i].sums[1]);
	}
	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		snap = snapshot(map, cases[c].keys, cases[c].n_keys);
		EXPECT_EQ(snap->n_rows, ARRAY_SIZE(sort_rows));
		for (i = 0; i < ARRAY_SIZE(sort_rows); i++) {
			int row = cases[c].order[i];

			if (tracing_map_row_elt(snap, i) != row)
				test_fail(__FILE__, __LINE__, "case %d, row %d: is %d, not %d",
					  c, i, tracing_map_row_elt(snap, i), row);
			EXPECT(!memcmp(tracing_map_row_key(snap, i),
				       &sort_rows[tracing_map_row_elt(snap, i)].key,
				       sizeof(struct sort_key)));
		}
		tracing_map_snapshot_free(snap);
	}
	tracing_map_destroy(map);
}

/* Numbers of rows around powers of two and larger; compare adjacent rows. */
TEST(any_number_of_rows_is_sorted)
{
	struct tracing_map_config cfg = { .size = 65536, .key_size = 8, .n_sums = 1 };
	struct tracing_map_sort_key key = { .pos = 0 };
	struct tracing_map *map = create(&cfg);
	u64 state = 3;
	int n, i;

	for (n = 1; n < 61000; n = n < 70 ? n + 1 : n * 3) {
		struct tracing_map_snapshot *snap;

		for (i = 0; i < n; i++)
			tracing_map_add(map, insert(map, test_random(&state)), 0,
					test_random(&state) % (n / 2 + 1));
		key.descending = n & 1;
		snap = snapshot(map, &key, 1);
		EXPECT_EQ(snap->n_rows, n);
		for (i = 1; i < n; i++) {
			u64 a = tracing_map_row_sum(snap, i - 1, 0);
			u64 b = tracing_map_row_sum(snap, i, 0);

			if (a == b)
				EXPECT(tracing_map_row_elt(snap, i - 1) <
				       tracing_map_row_elt(snap, i));
			else
				EXPECT(key.descending ? a > b : a < b);
			EXPECT_EQ(tracing_map_lookup(map, tracing_map_row_key(snap, i)),
				  tracing_map_row_elt(snap, i));
			EXPECT_EQ(tracing_map_sum(map, tracing_map_row_elt(snap, i), 0), b);
		}
		tracing_map_snapshot_free(snap);
		tracing_map_clear(map);
	}
	tracing_map_destroy(map);
}

/*
 * An insert is interrupted at its n-th step, for each n, by an insert of
 * nest.key[], which is interrupted in turn.
 */
static struct {
	struct tracing_map *map;
	unsigned long at[8], now[8];
	u64 key[8];
	int elt[8];
	int depth, max_depth;
} nest;

static int nested_insert(void);

static void interrupt(void)
{
	int depth = nest.depth;

	if (depth >= nest.max_depth || ++nest.now[depth] != nest.at[depth])
		return;
	nest.elt[depth + 1] = -1;
	nest.depth++;
	nest.elt[depth + 1] = nested_insert();
	nest.depth--;
}

static int nested_insert(void)
{
	nest.now[nest.depth] = 0;
	return tracing_map_insert(nest.map, &nest.key[nest.depth]);
}

/* Return: whether all levels were reached. */
static bool run_nest(struct tracing_map *map, int max_depth)
{
	int i;

	nest.map = map;
	nest.depth = 0;
	nest.max_depth = max_depth;
	for (i = 0; i < ARRAY_SIZE(nest.elt); i++)
		nest.elt[i] = INT_MIN;
	shim_step_hook = interrupt;
	nest.elt[0] = nested_insert();
	shim_step_hook = NULL;
	for (i = 0; i <= max_depth; i++) {
		if (nest.elt[i] == INT_MIN)
			return false;
	}
	return true;
}

/* Upper bound for the steps of an insert in a nearly empty map. */
#define STEPS 14

TEST(nested_inserts_of_one_key_are_one)
{
	struct tracing_map *map = create(&simple);
	unsigned long a, b, c;
	int i, reached = 0;

	for (a = 1; a < STEPS; a++) {
		for (b = 1; b < STEPS; b++) {
			for (c = 1; c < STEPS; c++) {
				nest.at[0] = a;
				nest.at[1] = b;
				nest.at[2] = c;
				for (i = 0; i < 4; i++)
					nest.key[i] = 77;
				reached += run_nest(map, 3);
				for (i = 0; i < 4; i++)
					EXPECT(nest.elt[i] == nest.elt[0] ||
					       nest.elt[i] == INT_MIN);
				EXPECT_EQ(lookup(map, 77), nest.elt[0]);
				EXPECT_EQ(atomic_read(&map->n_keys), 1);
				EXPECT(atomic_read(&map->n_taken) <= 4);
				EXPECT_EQ(tracing_map_dropped(map), 0);

				/*
				 * Elements that lost a race are reused before
				 * fresh ones are taken.
				 */
				for (i = 1; i < 128; i++)
					EXPECT(insert(map, i + 100) >= 0);
				EXPECT_EQ(insert(map, 1000), -ENOSPC);
				EXPECT_EQ(atomic_read(&map->n_keys), 128);
				tracing_map_clear(map);
			}
		}
	}
	EXPECT(reached > 100);
	tracing_map_destroy(map);
}

/*
 * After any number of lost races, each context slot holds at most one
 * unpublished element.
 */
TEST(losers_do_not_use_up_elements)
{
	struct tracing_map *map = create(&simple);
	unsigned long a;
	int i, lost;

	for (a = 1; a < STEPS; a++) {
		lost = 0;
		for (i = 0; i < 128; i++) {
			nest.at[0] = a;
			nest.key[0] = i;
			nest.key[1] = i;
			lost += run_nest(map, 1);
			EXPECT_EQ(nest.elt[0], lookup(map, i));
			EXPECT(atomic_read(&map->n_taken) <= atomic_read(&map->n_keys) + 2);
		}
		EXPECT(a > 8 || lost > 100);
		EXPECT_EQ(tracing_map_dropped(map), 0);
		tracing_map_clear(map);
	}
	tracing_map_destroy(map);
}

/*
 * An insert takes element 0 and is interrupted by an insert of the same key,
 * which publishes element 1. Element 0 stays in the context slot: one key is
 * counted, and two elements are taken.
 */
static int insert_behind_lost_element(struct tracing_map *map)
{
	for (nest.at[0] = 1; nest.at[0] < STEPS; nest.at[0]++) {
		nest.key[0] = 77;
		nest.key[1] = 77;
		run_nest(map, 1);
		if (nest.elt[0] == 1)
			return 1;
		tracing_map_clear(map);
	}
	test_fail(__FILE__, __LINE__, "no insert lost its element");
	exit(1);
}

TEST(clear_reaches_elements_behind_a_lost_one)
{
	struct tracing_map_config cfg = simple;
	struct tracing_map *map;
	u64 val = 7;
	int elt, i;

	cfg.cell_words = 2;
	map = create(&cfg);
	elt = insert_behind_lost_element(map);
	tracing_map_add(map, elt, 1, 5);
	tracing_map_var_set(map, elt, 1, val);
	EXPECT(tracing_map_cell_set(map, elt, 0, &val, 1));

	tracing_map_clear(map);
	for (i = 0; i <= elt; i++) {
		EXPECT_EQ(insert(map, 100 + i), i);
		EXPECT_EQ(tracing_map_sum(map, i, 1), 0);
		EXPECT(!tracing_map_var_get(map, i, 1, &val));
		EXPECT(!tracing_map_cell_get(map, i, 0, &val, 1));
	}
	tracing_map_destroy(map);
}

TEST(totals_include_elements_behind_a_lost_one)
{
	struct tracing_map *map = create(&simple);

	tracing_map_add(map, insert_behind_lost_element(map), 0, 5);
	EXPECT_EQ(tracing_map_total(map, 0), 5);
	tracing_map_destroy(map);
}

TEST(nested_inserts_of_other_keys_are_apart)
{
	struct tracing_map *map = create(&simple);
	unsigned long a, b;
	int i;

	for (a = 1; a < STEPS; a++) {
		for (b = 1; b < STEPS; b++) {
			nest.at[0] = a;
			nest.at[1] = b;
			nest.key[0] = 1;
			nest.key[1] = 2;
			nest.key[2] = 1;
			run_nest(map, 2);
			for (i = 0; i < 3; i++) {
				if (nest.elt[i] != INT_MIN)
					EXPECT_EQ(nest.elt[i], lookup(map, nest.key[i]));
			}
			EXPECT_EQ(atomic_read(&map->n_keys), 1 + (nest.elt[1] != INT_MIN));
			tracing_map_clear(map);
		}
	}
	tracing_map_destroy(map);
}

/* Concurrent inserts of the last key that fits: none of them may be dropped. */
TEST(the_last_key_is_not_dropped_early)
{
	struct tracing_map *map = create(&simple);
	unsigned long a, b;
	int i;

	for (a = 1; a < STEPS; a++) {
		for (b = 1; b < STEPS; b++) {
			for (i = 0; i < 127; i++)
				EXPECT_EQ(insert(map, i), i);
			nest.at[0] = a;
			nest.at[1] = b;
			for (i = 0; i < 3; i++)
				nest.key[i] = 1000;
			run_nest(map, 2);
			EXPECT(nest.elt[0] >= 0);
			EXPECT_EQ(tracing_map_dropped(map), 0);
			EXPECT_EQ(atomic_read(&map->n_keys), 128);
			tracing_map_clear(map);
		}
	}
	tracing_map_destroy(map);
}

/*
 * At the capacity limit, interrupted by another key: the map exceeds its size
 * by one, or a drop is counted.
 */
TEST(a_race_at_the_limit_adds_up)
{
	struct tracing_map *map = create(&simple);
	int i, before, got;
	unsigned long a;

	for (before = 126; before <= 128; before++) {
		for (a = 1; a < 60; a++) {
			for (i = 0; i < before; i++)
				insert(map, i);
			nest.at[0] = a;
			nest.key[0] = 1000;
			nest.key[1] = 2000;
			run_nest(map, 1);
			got = (nest.elt[0] >= 0) + (nest.elt[1] >= 0);
			if (nest.elt[1] != INT_MIN)
				EXPECT_EQ(got + tracing_map_dropped(map), 2);
			EXPECT_EQ(atomic_read(&map->n_keys), before + got);
			EXPECT(before + got >= 128 || !tracing_map_dropped(map));
			EXPECT(before + got <= 129);
			EXPECT(nest.elt[0] < 0 || nest.elt[0] == lookup(map, 1000));
			EXPECT(nest.elt[1] < 0 || nest.elt[1] == lookup(map, 2000));
			tracing_map_clear(map);
		}
	}
	tracing_map_destroy(map);
}

/*
 * Nesting deeper than the context slots: the excess inserts are dropped and
 * counted.
 */
TEST(more_nesting_than_seats_is_a_drop)
{
	struct tracing_map *map = create(&simple);
	unsigned long a;
	int i, dropped = 0;

	for (a = 1; a < STEPS; a++) {
		for (i = 0; i < 6; i++) {
			/*
			 * An insert without a context slot ends early, so it is
			 * interrupted early.
			 */
			nest.at[i] = i < TRACING_MAP_SEATS ? a : 1;
			nest.key[i] = 10 + i;
		}
		if (!run_nest(map, 5)) {
			tracing_map_clear(map);
			continue;
		}
		for (i = 0; i < 6; i++) {
			if (nest.elt[i] == -ENOSPC)
				dropped++;
			else
				EXPECT_EQ(lookup(map, 10 + i), nest.elt[i]);
		}
		EXPECT_EQ(tracing_map_dropped(map) + atomic_read(&map->n_keys), 6);
		EXPECT_EQ(tracing_map_dropped_for(map, TRACING_MAP_DROP_NESTED),
			  tracing_map_dropped(map));
		for (i = atomic_read(&map->n_keys); i < 128; i++)
			EXPECT(insert(map, 100 + i) >= 0);
		EXPECT_EQ(insert(map, 1000), -ENOSPC);
		tracing_map_clear(map);
	}
	EXPECT(dropped > 0);
	tracing_map_destroy(map);
}

/* Asynchronous interrupts by signals. */
static struct {
	struct tracing_map *map;
	u64 state;
	unsigned long tried, sum;
} async;

static void hit(u64 *state)
{
	u64 key = test_random(state) % 300;
	int elt = tracing_map_insert(async.map, &key);

	if (elt >= 0) {
		tracing_map_add(async.map, elt, 0, 1);
		tracing_map_add(async.map, elt, 1, key);
	}
}

static void on_signal(int sig)
{
	static u64 state = 99;
	static unsigned long tried;
	int i;

	for (i = 0; i < 3; i++) {
		hit(&state);
		tried++;
	}
	async.tried = tried;
}

TEST(signals_interrupt_inserts)
{
	static const unsigned int sizes[] = { 128, 256, 512 };
	struct itimerspec every = { { 0, 50000 }, { 0, 50000 } }, never = {};
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	unsigned long tried, before = 0;
	timer_t timer;
	u64 state = 1;
	int s, i;

	signal(SIGUSR1, on_signal);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	for (s = 0; s < ARRAY_SIZE(sizes); s++) {
		struct tracing_map_config cfg = simple;
		struct tracing_map_snapshot *snap;
		u64 hits = 0;

		cfg.size = sizes[s];
		async.map = create(&cfg);
		before = async.tried;
		tried = 0;
		timer_settime(timer, 0, &every, NULL);
		for (i = 0; i < 2000000; i++) {
			hit(&state);
			tried++;
		}
		timer_settime(timer, 0, &never, NULL);
		snap = snapshot(async.map, NULL, 0);
		for (i = 0; i < snap->n_rows; i++) {
			hits += tracing_map_row_sum(snap, i, 0);
			EXPECT_EQ(tracing_map_row_sum(snap, i, 1),
				  tracing_map_row_sum(snap, i, 0) *
				  tracing_map_row_key(snap, i)[0]);
			EXPECT_EQ(tracing_map_lookup(async.map, tracing_map_row_key(snap, i)),
				  tracing_map_row_elt(snap, i));
		}
		EXPECT_EQ(hits + snap->dropped, tried + async.tried - before);
		EXPECT(snap->n_rows >= min(sizes[s], 300));
		EXPECT_EQ(!!snap->dropped, sizes[s] < 300);
		tracing_map_snapshot_free(snap);
		tracing_map_destroy(async.map);
	}
	EXPECT(async.tried > 100);
}
