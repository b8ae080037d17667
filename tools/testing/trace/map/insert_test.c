// SPDX-License-Identifier: GPL-2.0-only
/* Create a map, insert and find keys, clear it. Single-threaded. */

#include "fixture.h"
#include "harness.h"

TEST(create_rejects_invalid_config)
{
	static const struct {
		struct tracing_map_config cfg;
		int err;
	} cases[] = {
		{ { .size = 128, .key_size = 8 } },
		{ { .size = 131072, .key_size = 8 } },
		{ { .size = 128, .key_size = 1040, .aux_size = 1024, .n_sums = 128, .n_vars = 64,
		    .cell_words = 1024 } },
		{ { .size = 0, .key_size = 8 }, -EINVAL },
		{ { .size = 64, .key_size = 8 }, -EINVAL },
		{ { .size = 127, .key_size = 8 }, -EINVAL },
		{ { .size = 129, .key_size = 8 }, -EINVAL },
		{ { .size = 3000, .key_size = 8 }, -EINVAL },
		{ { .size = 262144, .key_size = 8 } },
		{ { .size = 1048576, .key_size = 8, .n_sums = 1, .n_vars = 1 } },
		{ { .size = 262145, .key_size = 8 }, -EINVAL },
		{ { .size = 2097152, .key_size = 8 }, -EINVAL },
		{ { .size = 0x80000000, .key_size = 8 }, -EINVAL },
		{ { .size = 128, .key_size = 0 }, -EINVAL },
		{ { .size = 128, .key_size = 4 }, -EINVAL },
		{ { .size = 128, .key_size = 12 }, -EINVAL },
		{ { .size = 128, .key_size = 1048 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .aux_size = 4 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .aux_size = 1032 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .n_sums = 129 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .n_sums = 128, .n_maxima = 32 } },
		{ { .size = 128, .key_size = 8, .n_maxima = 1 } },
		{ { .size = 128, .key_size = 8, .n_maxima = 33 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .multi_word = true } },
		{ { .size = 128, .key_size = 8, .n_buckets = 128 } },
		{ { .size = 128, .key_size = 8, .n_buckets = 64 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .n_buckets = 129 }, -EINVAL },
		{ { .size = 128, .key_size = 8, .n_buckets = 2097152 } },
		{ { .size = 128, .key_size = 8, .n_buckets = 4194304 }, -EINVAL },
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

TEST(destroy_accepts_null_and_error_pointers)
{
	tracing_map_destroy(NULL);
	tracing_map_destroy(ERR_PTR(-ENOMEM));
	tracing_map_snapshot_free(NULL);
	tracing_map_snapshot_free(ERR_PTR(-ENOMEM));
}

TEST(create_frees_all_on_allocation_failure)
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
		 * The half, the shared part, context slots, per-CPU state, slots,
		 * elements, variable bits and sums.
		 */
		EXPECT_EQ(n - 1, shared ? 8 : 7 + shim_nr_cpus);
	}
}

TEST(memory_per_key_is_limited)
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

TEST(no_allocation_after_create)
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
		tracing_map_var_fetch_max(map, elt, 0, 2 * i, false);
		tracing_map_var_xchg(map, elt, 0, 3 * i);
		tracing_map_var_get(map, elt, 0, &val);
		tracing_map_var_fetch_clear(map, elt, 0, &val);
	}
	shim_atomic = false;
	EXPECT_EQ(shim_allocs(), allocs);
	tracing_map_destroy(map);
}

TEST(every_word_of_a_key_is_compared)
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
TEST(keys_with_equal_hash_are_distinct)
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

TEST(aux_data_is_from_first_insert)
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
TEST(probe_sequences_are_short)
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
		 * The load of the table is a step, and each load of a slot. At 50 % load, 1.5
		 * probes are expected.
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
		if (steps > 3 * cfg.size)
			test_fail(__FILE__, __LINE__, "kind %d: %lu steps", kind, steps);
		tracing_map_clear(map);
	}
	tracing_map_destroy(map);
}

TEST(clear_resets_everything)
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
