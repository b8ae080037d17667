// SPDX-License-Identifier: GPL-2.0-only
/* Snapshots of a map and the order of their rows. Single-threaded. */

#include "fixture.h"
#include "harness.h"
#include "tracing_map_snapshot.h"

TEST(snapshot_of_empty_map)
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

/* kvmalloc() refuses 2 GiB. Test this with a lower limit, which only the rows themselves exceed. */
TEST(snapshot_is_larger_than_the_limit_of_kvmalloc)
{
	const struct tracing_map_config cfg = { .size = 1024, .key_size = 1024, .n_sums = 1 };
	struct tracing_map *map = create(&cfg);
	struct tracing_map_sort_key by_sum = { .pos = 0 };
	u64 key[1024 / sizeof(u64)] = {};
	struct tracing_map_snapshot *snap;
	int i;

	for (i = 0; i < 1000; i++) {
		key[0] = i;
		shim_atomic = true;
		tracing_map_add(map, tracing_map_insert(map, key), 0, 1000 - i);
		shim_atomic = false;
	}
	shim_kvmalloc_max = 64 * 1024;
	snap = snapshot(map, &by_sum, 1);
	shim_kvmalloc_max = INT_MAX;
	EXPECT_EQ(snap->n_rows, 1000);
	for (i = 0; i < 1000; i++) {
		EXPECT_EQ(tracing_map_row_key(snap, i)[0], 999 - i);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 0), i + 1);
	}
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(snapshot_frees_all_on_allocation_failure)
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
	/* The snapshot, the bitmap, data, rows, and a buffer for sorting rows. */
	EXPECT_EQ(n - 1, 5);
	tracing_map_destroy(map);
}

/*
 * Allocations whose size the user controls must not log a failure
 * (__GFP_NOWARN).
 */
TEST(failed_allocation_is_not_logged)
{
	static const struct tracing_map_config large = {
		.size = TRACING_MAP_WHOLE_MAX, .key_size = 16, .aux_size = 8, .n_sums = 2,
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

TEST(snapshot_rejects_invalid_sort_keys)
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

TEST(rows_are_sorted_by_keys_and_sums)
{
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

/* Extra words: computed from the sums by the caller, and then sorted by. */
TEST(rows_are_sorted_by_extra_words)
{
	static const struct tracing_map_sort_key by_extra = { .pos = 3, .cmp = S64 };
	static const struct tracing_map_sort_key descending = { .pos = 2, .descending = 1 };
	static const struct tracing_map_sort_key beyond = { .pos = 4 };
	static const int ascending_order[] = { 5, 4, 1, 6, 2, 0, 3 };
	struct tracing_map *map = create(&sortable);
	struct tracing_map_snapshot *snap;
	int i, elt;

	for (i = 0; i < ARRAY_SIZE(sort_rows); i++) {
		elt = tracing_map_insert(map, (const u64 *)&sort_rows[i].key);
		tracing_map_add(map, elt, 0, sort_rows[i].sums[0]);
		tracing_map_add(map, elt, 1, sort_rows[i].sums[1]);
	}
	snap = tracing_map_snapshot_columns(map, NULL, 0, NULL, 0, 2);
	for (i = 0; i < snap->n_rows; i++) {
		u64 *extra = tracing_map_row_extra(snap, i);

		EXPECT_EQ(tracing_map_row_elt(snap, i), i);
		EXPECT(!extra[0] && !extra[1]);
		extra[0] = i;
		extra[1] = tracing_map_row_sum(snap, i, 0) - tracing_map_row_sum(snap, i, 1);
	}
	EXPECT_EQ(tracing_map_snapshot_sort(snap, &beyond, 1), -EINVAL);
	EXPECT_EQ(tracing_map_snapshot_sort(snap, NULL, 0), 0);
	shim_fail_nth(1);
	EXPECT_EQ(tracing_map_snapshot_sort(snap, &by_extra, 1), -ENOMEM);
	EXPECT(shim_failed());
	for (i = 0; i < snap->n_rows; i++)
		EXPECT_EQ(tracing_map_row_elt(snap, i), i);

	EXPECT_EQ(tracing_map_snapshot_sort(snap, &by_extra, 1), 0);
	for (i = 0; i < snap->n_rows; i++) {
		EXPECT_EQ(tracing_map_row_elt(snap, i), ascending_order[i]);
		EXPECT_EQ(tracing_map_row_extra(snap, i)[0], ascending_order[i]);
	}
	EXPECT_EQ(tracing_map_snapshot_sort(snap, &descending, 1), 0);
	for (i = 0; i < snap->n_rows; i++)
		EXPECT_EQ(tracing_map_row_elt(snap, i), snap->n_rows - 1 - i);
	tracing_map_snapshot_free(snap);
	EXPECT_EQ(PTR_ERR(tracing_map_snapshot_columns(map, NULL, 0, NULL, 0,
						       TRACING_MAP_EXTRA_MAX + 1)), -EINVAL);
	snap = tracing_map_snapshot_columns(map, NULL, 0, NULL, 0, TRACING_MAP_EXTRA_MAX);
	EXPECT(!IS_ERR(snap));
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

/* Numbers of rows around powers of two and larger; compare adjacent rows. */
TEST(sorting_works_for_any_number_of_rows)
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

/* Compare a word of two rows as a sort key does. */
static int compare_word(const struct tracing_map_sort_key *key, u64 a, u64 b)
{
	if (a == b)
		return 0;
	return (key->cmp == S64 ? (s64)a < (s64)b : a < b) ? -1 : 1;
}

/* Compare two rows by one sort key, straight from its definition. */
static int compare_by(const struct tracing_map_sort_key *key,
		      const struct tracing_map_snapshot *snap, unsigned int a, unsigned int b)
{
	const char *key_a = (const char *)tracing_map_row_key(snap, a) + key->pos;
	const char *key_b = (const char *)tracing_map_row_key(snap, b) + key->pos;
	int cmp = 0;
	u32 i;

	if (!key->is_key)
		cmp = compare_word(key, tracing_map_row_sum(snap, a, key->pos),
				   tracing_map_row_sum(snap, b, key->pos));
	else if (key->cmp == STRING)
		cmp = memcmp(key_a, key_b, key->size);
	else
		for (i = 0; !cmp && i < key->size / sizeof(u64); i++)
			cmp = compare_word(key, ((const u64 *)key_a)[i], ((const u64 *)key_b)[i]);
	return key->descending ? -cmp : cmp;
}

/* Rows with many equal parts, and with numbers that differ in each of their bytes. */
static struct tracing_map *random_rows(int n)
{
	struct tracing_map_config cfg = { .size = 2048, .key_size = sizeof(struct sort_key),
					  .n_sums = 2 };
	struct tracing_map *map = create(&cfg);
	u64 state = 5;
	int i, elt;

	for (i = 0; i < n; i++) {
		struct sort_key key = {
			.number = test_random(&state) << (test_random(&state) % 8 * 8),
			.stack = { test_random(&state) % 3, test_random(&state) % 3, i },
		};

		snprintf(key.text, sizeof(key.text), "common part %u",
			 (unsigned int)(test_random(&state) % 16));
		if (i % 4 == 0)
			key.number = i % 16 ? -5ULL : 5;
		elt = tracing_map_insert(map, (const u64 *)&key);
		EXPECT_EQ(elt, i);
		tracing_map_add(map, elt, 0, test_random(&state) % 1000);
		tracing_map_add(map, elt, 1, test_random(&state) % 4 - 2);
	}
	return map;
}

/* Each pair of sort keys, in both directions each; compare adjacent rows. */
TEST(rows_are_sorted_by_each_pair_of_keys)
{
	static const struct tracing_map_sort_key sort_keys[] = {
		{ .pos = 0 },
		{ .pos = 1, .cmp = S64 },
		{ .is_key = true, .pos = 0, .size = 8 },
		{ .is_key = true, .pos = 0, .size = 8, .cmp = S64 },
		{ .is_key = true, .pos = 8, .size = 24, .cmp = STRING },
		{ .is_key = true, .pos = 20, .size = 3, .cmp = STRING },
		{ .is_key = true, .pos = 32, .size = 16, .cmp = WORDS },
		{ .is_key = true, .pos = 40, .size = 8, .cmp = WORDS },
	};
	const unsigned int n = 1000, n_pairs = ARRAY_SIZE(sort_keys) * ARRAY_SIZE(sort_keys);
	struct tracing_map *map = random_rows(n);
	struct tracing_map_snapshot *snap;
	unsigned int c, i;

	for (c = 0; c < 4 * n_pairs; c++) {
		struct tracing_map_sort_key keys[] = {
			sort_keys[c / 4 % ARRAY_SIZE(sort_keys)],
			sort_keys[c / 4 / ARRAY_SIZE(sort_keys)],
		};

		keys[0].descending = c & 1;
		keys[1].descending = c >> 1 & 1;
		snap = snapshot(map, keys, 2);
		EXPECT_EQ(snap->n_rows, n);
		for (i = 1; i < n; i++) {
			int cmp = compare_by(&keys[0], snap, i - 1, i) ?:
				  compare_by(&keys[1], snap, i - 1, i) ?:
				  tracing_map_row_elt(snap, i - 1) - tracing_map_row_elt(snap, i);

			if (cmp >= 0)
				test_fail(__FILE__, __LINE__, "case %u, row %u", c, i);
		}
		tracing_map_snapshot_free(snap);
	}
	tracing_map_destroy(map);
}

/* A snapshot is interrupted at a step by a change of two words of an element on a CPU. */
static struct {
	struct tracing_map *map;
	int elt;
	unsigned int cpu;
	unsigned long at, now;
	bool done;
} irq;

static void change_two_words(void)
{
	if (++irq.now != irq.at)
		return;
	shim_step_hook = NULL;
	shim_cpu = irq.cpu;
	tracing_map_words_begin(irq.map, irq.elt);
	tracing_map_add(irq.map, irq.elt, 0, 3);
	tracing_map_add(irq.map, irq.elt, 1, 5);
	tracing_map_words_end(irq.map, irq.elt);
	shim_cpu = 0;
	irq.done = true;
}

/*
 * Check the rows of all elements: that of the changed one is from before or after the change, and
 * that of element @busy is torn.
 */
static void check_changed_rows(const struct tracing_map_snapshot *snap, int busy)
{
	unsigned int row;

	EXPECT_EQ(snap->n_rows, 5);
	for (row = 0; row < snap->n_rows; row++) {
		const u64 *words = tracing_map_row_sums(snap, row);
		u64 changed = words[0] != 100 * shim_nr_cpus;

		EXPECT_EQ(tracing_map_row_torn(snap, row), tracing_map_row_elt(snap, row) == busy);
		EXPECT_EQ(words[0], 100 * shim_nr_cpus + changed * 3);
		EXPECT_EQ(words[1], 1000 * shim_nr_cpus + changed * 5);
		EXPECT_EQ(words[snap->n_sums], shim_nr_cpus);
		EXPECT(!changed || (irq.done && tracing_map_row_elt(snap, row) == irq.elt));
	}
}

/*
 * Interrupt a snapshot at each step, up to @max. If @busy is an element, a change of it does not
 * end, so that all rows are read again.
 */
static void interrupt_snapshots(const struct tracing_map_config *cfg, bool shared, int busy,
				unsigned long max)
{
	struct tracing_map_snapshot *snap;
	int elt;

	for (irq.at = 1, irq.done = true; irq.done && irq.at < max; irq.at++) {
		irq.map = create(cfg);
		EXPECT_EQ(!!irq.map->shared_sums, shared);
		for (elt = 0; elt < 5; elt++)
			EXPECT_EQ(insert(irq.map, elt), elt);
		for (shim_cpu = 0; shim_cpu < shim_nr_cpus; shim_cpu++) {
			for (elt = 0; elt < 5; elt++) {
				tracing_map_add(irq.map, elt, 0, 100);
				tracing_map_add(irq.map, elt, 1, 1000);
				tracing_map_raise(irq.map, elt,
						  tracing_map_own_words(irq.map, elt),
						  cfg->n_sums, shim_cpu + 1);
			}
		}
		shim_cpu = 0;
		if (busy >= 0)
			tracing_map_words_begin(irq.map, busy);
		irq.elt = 2;
		irq.cpu = irq.at % shim_nr_cpus;
		irq.now = 0;
		irq.done = false;
		shim_step_hook = change_two_words;
		snap = snapshot(irq.map, NULL, 0);
		shim_step_hook = NULL;
		check_changed_rows(snap, busy);
		tracing_map_snapshot_free(snap);
		tracing_map_destroy(irq.map);
	}
	EXPECT(irq.at > 5 * shim_nr_cpus);
}

TEST(changed_rows_are_read_again)
{
	struct tracing_map_config cfg = {
		.size = 128, .key_size = 8, .n_sums = 2, .n_maxima = 1, .multi_word = true,
	};

	interrupt_snapshots(&cfg, false, -1, ULONG_MAX);
	interrupt_snapshots(&cfg, false, 4, 1000);
	cfg.n_sums = 31;
	shim_nr_cpus = 9;
	interrupt_snapshots(&cfg, true, -1, ULONG_MAX);
	interrupt_snapshots(&cfg, true, 4, 3000);
}
