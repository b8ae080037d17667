// SPDX-License-Identifier: GPL-2.0-only
/* Merge rows of a snapshot whose keys were made equal. */

#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "evict_fixture.h"
#include "harness.h"
#include "tracing_map.h"
#include "tracing_map_snapshot.h"

#define N_KEYS		200
#define N_GROUPS	7

/* Sum 0 is the hitcount. Sums 1 and 2 are the digits of one sum; word 3 is a maximum. */
#define N_SUMS		3
#define MAXIMUM		3
#define DIGIT		BIT_ULL(TRACING_MAP_DIGIT_BITS)

/* Keep the larger value of the only column, a variable. */
static void keep_larger(const struct tracing_map_snapshot *snap, const void *arg, u64 *to,
			const u64 *from)
{
	u64 *old = to + snap->column_words[0];
	const u64 *new = from + snap->column_words[0];

	EXPECT(arg == &keep_larger);
	if (new[0] && (!old[0] || new[1] > old[1]))
		memcpy(old, new, 2 * sizeof(*old));
}

static const struct tracing_map_merge merge = { keep_larger, &keep_larger };

static struct tracing_map *make_map(bool has_other)
{
	struct tracing_map_config cfg = {
		.size = 256,
		.key_size = 16,
		.aux_size = 8,
		.n_sums = N_SUMS,
		.n_maxima = 1,
		.multi_word = true,
		.n_vars = 1,
		.has_other = has_other,
	};
	struct tracing_map *map;

	cfg.carries[0] = BIT(1);
	map = tracing_map_create(&cfg);
	EXPECT(!IS_ERR(map));
	return map;
}

/* Sums of the rows of a group. */
struct group {
	u64 hits;
	u64 low;
	u64 high;
	u64 maximum;
	u64 var;
	unsigned int n;
	u32 first;
};

static void add_key(struct tracing_map *map, u64 i, struct group *group, u64 *random)
{
	u64 key[3] = { i % N_GROUPS, i, i };
	u64 low = test_random(random) % (8 * DIGIT), val = test_random(random) % 1000;
	int elt = tracing_map_insert(map, key);

	EXPECT(elt >= 0);
	tracing_map_add(map, elt, 0, val);
	tracing_map_add(map, elt, 1, low);
	tracing_map_add(map, elt, 2, val);
	tracing_map_raise(map, elt, tracing_map_own_words(map, elt), MAXIMUM, val);
	if (i % 3)
		tracing_map_var_set(map, elt, 0, val);
	group->hits += val;
	group->low += low;
	group->high += val;
	group->maximum = max(group->maximum, val);
	if (i % 3)
		group->var = max(group->var, val);
	if (!group->n++)
		group->first = elt;
}

static void expect_group(const struct tracing_map_snapshot *snap, unsigned int row,
			 const struct group *group, u64 id)
{
	const u64 *key = tracing_map_row_key(snap, row), *var;
	const u32 *elts;
	unsigned int n, i;

	EXPECT_EQ(key[0], id);
	EXPECT_EQ(key[1], 0);
	/* The aux data is that of the first element. */
	EXPECT_EQ(*tracing_map_row_aux(snap, row), id);
	EXPECT_EQ(tracing_map_row_sum(snap, row, 0), group->hits);
	EXPECT(tracing_map_row_sum(snap, row, 1) < DIGIT);
	EXPECT_EQ(tracing_map_row_sum(snap, row, 1), group->low % DIGIT);
	EXPECT_EQ(tracing_map_row_sum(snap, row, 2), group->high + group->low / DIGIT);
	EXPECT_EQ(tracing_map_row_sum(snap, row, MAXIMUM), group->maximum);
	var = tracing_map_row_column(snap, row, 0);
	EXPECT(var && *var == group->var);
	EXPECT_EQ(tracing_map_row_elt(snap, row), group->first);
	elts = tracing_map_row_elts(snap, row, &n);
	EXPECT_EQ(n, group->n);
	for (i = 0; i < n; i++)
		EXPECT_EQ(elts[i], group->first + N_GROUPS * i);
}

static void run(bool has_other)
{
	const struct tracing_map_column column = { .n_words = 1 };
	struct tracing_map *map = make_map(has_other);
	struct group groups[N_GROUPS] = {};
	struct tracing_map_snapshot *snap;
	u64 i, random = 1;
	const u32 *elts;
	unsigned int n;

	for (i = 0; i < N_KEYS; i++)
		add_key(map, i, &groups[i % N_GROUPS], &random);
	if (has_other)
		tracing_map_add(map, TRACING_MAP_OTHER, 0, 5);

	snap = tracing_map_snapshot_columns(map, NULL, 0, &column, 1, 2);
	EXPECT(!IS_ERR(snap));
	for (i = 0; i < snap->n_rows; i++)
		snap->data[i * snap->row_words + 1] = 0;
	EXPECT_EQ(tracing_map_snapshot_merge(snap, map, &merge), 0);
	EXPECT_EQ(snap->n_rows, N_GROUPS);
	EXPECT_EQ(snap->has_other, has_other);
	for (i = 0; i < N_GROUPS; i++) {
		expect_group(snap, i, &groups[i], i);
		EXPECT(&snap->data[i * snap->row_words] == tracing_map_row_key(snap, i));
		EXPECT_EQ(tracing_map_row_extra(snap, i)[0], 0);
	}
	if (has_other) {
		EXPECT_EQ(tracing_map_row_sum(snap, N_GROUPS, 0), 5);
		elts = tracing_map_row_elts(snap, N_GROUPS, &n);
		EXPECT(n == 1 && *elts == TRACING_MAP_OTHER);
		EXPECT(&snap->data[i * snap->row_words] == tracing_map_row_key(snap, i));
	}
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(equal_keys_are_merged)
{
	run(false);
}

TEST(other_row_is_kept)
{
	run(true);
}

/* Rows with different keys keep their order and their counts. */
TEST(different_keys_are_kept)
{
	struct tracing_map *map = make_map(false);
	struct tracing_map_snapshot *snap;
	const u32 *elts;
	unsigned int i, n;

	for (i = 0; i < 50; i++) {
		u64 key[3] = { 100 - i, 0, 0 };

		tracing_map_add(map, tracing_map_insert(map, key), 0, i);
	}
	snap = tracing_map_snapshot(map, NULL, 0);
	EXPECT_EQ(tracing_map_snapshot_merge(snap, map, &merge), 0);
	EXPECT_EQ(snap->n_rows, 50);
	for (i = 0; i < 50; i++) {
		EXPECT_EQ(tracing_map_row_key(snap, i)[0], 100 - i);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 0), i);
		elts = tracing_map_row_elts(snap, i, &n);
		EXPECT(n == 1 && *elts == i);
	}
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

/* Give the rows two keys in turn, and merge them. */
static void merge_halves(struct tracing_map_snapshot *snap, const struct tracing_map *map)
{
	unsigned int i;

	for (i = 0; i < snap->n_rows; i++)
		snap->data[i * snap->row_words] = i % 2;
	EXPECT_EQ(tracing_map_snapshot_merge(snap, map, &merge), 0);
	EXPECT_EQ(snap->n_rows, 2);
}

/* A row is torn if the first or another one of its group was torn. */
TEST(torn_row_tears_its_group)
{
	unsigned int torn, i;

	for (torn = 0; torn < 4; torn++) {
		struct tracing_map *map = make_map(false);
		struct tracing_map_snapshot *snap;

		for (i = 0; i < 4; i++)
			EXPECT_EQ(tracing_map_insert(map, (u64 []){ i, 0, 0 }), i);
		tracing_map_words_begin(map, torn);
		snap = snapshot(map, NULL, 0);
		tracing_map_words_end(map, torn);
		for (i = 0; i < 4; i++)
			EXPECT_EQ(tracing_map_row_torn(snap, i), i == torn);
		merge_halves(snap, map);
		for (i = 0; i < 2; i++)
			EXPECT_EQ(tracing_map_row_torn(snap, i), i == torn % 2);
		tracing_map_snapshot_free(snap);
		tracing_map_destroy(map);
	}
}

/* New keys have the errors of the keys that were evicted for them. */
TEST(errors_are_added)
{
	struct tracing_map *map = create(&evicting);
	struct tracing_map_snapshot *snap;
	u64 errors[2] = {};
	unsigned int i;

	hit_keys(map, 0, SIZE, 3);
	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	hit_keys(map, SIZE, 2 * SIZE - TO, 1);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_rows, SIZE);
	for (i = 0; i < SIZE; i++)
		errors[i % 2] += tracing_map_row_error(snap, i);
	merge_halves(snap, map);
	for (i = 0; i < 2; i++) {
		EXPECT(errors[i] > 3);
		EXPECT_EQ(tracing_map_row_error(snap, i), errors[i]);
	}
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(empty_snapshot)
{
	struct tracing_map *map = make_map(true);
	struct tracing_map_snapshot *snap = tracing_map_snapshot(map, NULL, 0);
	const u32 *elts;
	unsigned int n;

	EXPECT_EQ(tracing_map_snapshot_merge(snap, map, &merge), 0);
	EXPECT_EQ(snap->n_rows, 0);
	tracing_map_snapshot_free(snap);

	tracing_map_add(map, TRACING_MAP_OTHER, 0, 5);
	snap = tracing_map_snapshot(map, NULL, 0);
	EXPECT_EQ(tracing_map_snapshot_merge(snap, map, &merge), 0);
	EXPECT_EQ(tracing_map_n_all_rows(snap), 1);
	elts = tracing_map_row_elts(snap, 0, &n);
	EXPECT(n == 1 && *elts == TRACING_MAP_OTHER);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(merge_without_memory)
{
	struct tracing_map *map = make_map(false);
	unsigned long allocs = shim_allocs(), n = 1;
	u64 key[3] = {};
	int ret;

	tracing_map_add(map, tracing_map_insert(map, key), 0, 1);
	do {
		struct tracing_map_snapshot *snap = tracing_map_snapshot(map, NULL, 0);

		shim_fail_nth(n++);
		ret = tracing_map_snapshot_merge(snap, map, &merge);
		EXPECT_EQ(ret, shim_failed() ? -ENOMEM : 0);
		tracing_map_snapshot_free(snap);
		EXPECT_EQ(shim_allocs(), allocs);
	} while (ret);
	EXPECT_EQ(n, 6);
	tracing_map_destroy(map);
}
