// SPDX-License-Identifier: GPL-2.0-only
/* The other element, which counts inserts that find no room. */

#include "fixture.h"
#include "tracing_map_interval.h"

static const struct tracing_map_config with_other = {
	.size = 128, .key_size = 8, .aux_size = 8, .n_sums = 2, .n_maxima = 1, .n_buckets = 256,
	.n_vars = 1, .cell_words = 2, .has_other = true,
};

/* Insert a key with aux, and count @val in the sums, the maximum and a bucket. */
static int hit(struct tracing_map *map, u64 key, u64 val)
{
	u64 words[2] = { key, ~key };
	int elt;

	shim_atomic = true;
	elt = tracing_map_insert(map, words);
	if (elt >= 0) {
		tracing_map_add(map, elt, 0, 1);
		tracing_map_add(map, elt, 1, val);
		tracing_map_raise(map, elt, tracing_map_own_words(map, elt), 2, val);
		EXPECT(tracing_map_count(map, elt, val % 4));
	}
	shim_atomic = false;
	return elt;
}

/* Hit each of @n keys once, with the key as value. */
static void hit_keys(struct tracing_map *map, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		hit(map, i, i);
}

/* Each key has an element of its own, which is not the other one, as long as there is room. */
TEST(keys_do_not_use_the_other_element)
{
	struct tracing_map *map = create(&with_other);
	struct tracing_map_snapshot *snap;
	int i;

	for (i = 0; i < 128; i++) {
		int elt = hit(map, i, i);

		EXPECT_EQ(elt, i + 1);
		EXPECT(!tracing_map_is_other(map, elt));
	}
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_rows, 128);
	EXPECT(!snap->has_other);
	EXPECT_EQ(tracing_map_n_all_rows(snap), 128);
	EXPECT_EQ(snap->dropped, 0);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

/* Without the other element, element 0 belongs to a key. */
TEST(map_without_other_drops)
{
	struct tracing_map_config cfg = with_other;
	struct tracing_map_snapshot *snap;
	struct tracing_map *map;
	int i;

	cfg.has_other = false;
	map = create(&cfg);
	EXPECT_EQ(hit(map, 7, 7), TRACING_MAP_OTHER);
	EXPECT(!tracing_map_is_other(map, TRACING_MAP_OTHER));
	for (i = 0; i < 200; i++)
		hit(map, i, i);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(snap->n_rows, 128);
	EXPECT(!snap->has_other);
	EXPECT_EQ(snap->dropped, 72);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

/* Keys 128 to 199 find no room: 72 events, with the values 128 + ... + 199. */
static void check_overflow(const struct tracing_map_snapshot *snap)
{
	const u64 *key = tracing_map_row_key(snap, snap->n_rows);

	EXPECT_EQ(snap->n_rows, 128);
	EXPECT(snap->has_other);
	EXPECT_EQ(tracing_map_n_all_rows(snap), 129);
	EXPECT_EQ(tracing_map_row_elt(snap, 128), TRACING_MAP_OTHER);
	EXPECT_EQ(tracing_map_row_sum(snap, 128, 0), 72);
	EXPECT_EQ(tracing_map_row_sum(snap, 128, 1), 72 * (128 + 199) / 2);
	EXPECT_EQ(tracing_map_row_sum(snap, 128, 2), 199);
	EXPECT_EQ(key[0], 0);
	EXPECT_EQ(*tracing_map_row_aux(snap, 128), 0);
	EXPECT_EQ(snap->dropped, 0);
}

TEST(other_element_counts_what_finds_no_room)
{
	const struct tracing_map_sort_key down = { .pos = 1, .descending = true };
	struct tracing_map *map = create(&with_other);
	struct tracing_map_snapshot *snap;
	int i;

	hit_keys(map, 200);
	EXPECT_EQ(hit(map, 1000, 0), TRACING_MAP_OTHER);
	EXPECT(tracing_map_is_other(map, TRACING_MAP_OTHER));
	EXPECT_EQ(lookup(map, 1000), -ENOENT);
	/* A key with a row is counted there, although the map is full. */
	EXPECT_EQ(hit(map, 5, 0), 6);
	EXPECT_EQ(tracing_map_total(map, 0), 202);

	tracing_map_clear(map);
	hit_keys(map, 200);
	/* The row stays the last one, whatever its sums are. */
	snap = snapshot(map, &down, 1);
	check_overflow(snap);
	for (i = 0; i < 128; i++)
		EXPECT_EQ(*tracing_map_row_key(snap, i), 127 - i);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

TEST(clear_resets_the_other_element)
{
	struct tracing_map *map = create(&with_other);
	struct tracing_map_snapshot *snap;

	hit_keys(map, 200);
	tracing_map_clear(map);
	EXPECT_EQ(tracing_map_total(map, 0), 0);
	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(tracing_map_n_all_rows(snap), 0);
	tracing_map_snapshot_free(snap);
	EXPECT_EQ(hit(map, 9, 9), 1);
	tracing_map_destroy(map);
}

/* The buckets of the other element are found like those of a row. */
TEST(other_element_has_buckets)
{
	struct tracing_map *map = create(&with_other);
	struct tracing_map_buckets *buckets;
	const struct tracing_map_bucket *of;
	unsigned int i, n;

	for (i = 0; i < 200; i++)
		hit(map, i, i < 128 ? 0 : i);
	buckets = tracing_map_buckets_copy(map);
	of = tracing_map_buckets_of(buckets, TRACING_MAP_OTHER, &n);
	/* The 72 values from 128 to 199 have each remainder 18 times. */
	EXPECT_EQ(n, 4);
	for (i = 0; i < n; i++)
		EXPECT_EQ(of[i].count, 18);
	tracing_map_buckets_free(buckets);
	tracing_map_destroy(map);
}

/* Its columns are not set, and its extra words are those of its row. */
TEST(other_row_has_columns_and_extra_words)
{
	static const struct tracing_map_column columns[] = {
		{ .pos = 0, .n_words = 1 }, { .is_cell = true, .pos = 0, .n_words = 1 },
	};
	struct tracing_map *map = create(&with_other);
	struct tracing_map_snapshot *snap;
	int i;

	hit_keys(map, 200);
	for (i = 0; i < 128; i++)
		tracing_map_var_set(map, lookup(map, i), 0, i);
	snap = tracing_map_snapshot_columns(map, NULL, 0, columns, ARRAY_SIZE(columns), 1);
	check_overflow(snap);
	EXPECT_EQ(*tracing_map_row_column(snap, 127, 0), 127);
	EXPECT(!tracing_map_row_column(snap, 128, 0));
	EXPECT(!tracing_map_row_column(snap, 128, 1));
	for (i = 0; i < 129; i++)
		*tracing_map_row_extra(snap, i) = i;
	for (i = 0; i < 129; i++)
		EXPECT_EQ(*tracing_map_row_extra(snap, i), i);
	tracing_map_snapshot_free(snap);
	tracing_map_destroy(map);
}

/* Exchange the halves. Return: the counts of the half that was in use. */
static struct tracing_map_counts *exchange(struct tracing_map **map)
{
	struct tracing_map *old = *map;
	struct tracing_map_counts *counts;

	*map = tracing_map_spare(old);
	EXPECT(!IS_ERR(*map));
	counts = tracing_map_drain(old, NULL);
	EXPECT(!IS_ERR(counts));
	return counts;
}

/* An interval has the other row only if something was counted there since the last one. */
TEST(intervals_have_the_other_element)
{
	struct tracing_map *map = create(&with_other);
	struct tracing_map_counts *one, *two, *three;
	struct tracing_map_snapshot *snap;

	hit_keys(map, 200);
	EXPECT(tracing_map_has_counts(map));
	one = exchange(&map);
	EXPECT(!tracing_map_has_counts(map));
	hit(map, 3, 3);
	two = exchange(&map);
	hit(map, 500, 5);
	EXPECT(tracing_map_has_counts(map));
	three = exchange(&map);

	snap = tracing_map_snapshot_counts(map, one, 0);
	check_overflow(snap);
	tracing_map_snapshot_free(snap);
	snap = tracing_map_snapshot_counts(map, two, 0);
	EXPECT_EQ(snap->n_rows, 1);
	EXPECT(!snap->has_other);
	tracing_map_snapshot_free(snap);
	snap = tracing_map_snapshot_counts(map, three, 0);
	EXPECT_EQ(snap->n_rows, 0);
	EXPECT(snap->has_other);
	EXPECT_EQ(tracing_map_row_sum(snap, 0, 0), 1);
	EXPECT_EQ(tracing_map_row_sum(snap, 0, 1), 5);
	tracing_map_snapshot_free(snap);

	snap = snapshot(map, NULL, 0);
	EXPECT_EQ(tracing_map_row_sum(snap, snap->n_rows, 0), 73);
	EXPECT_EQ(tracing_map_row_sum(snap, snap->n_rows, 2), 199);
	EXPECT_EQ(tracing_map_total(map, 0), 202);
	tracing_map_snapshot_free(snap);
	tracing_map_counts_free(one);
	tracing_map_counts_free(two);
	tracing_map_counts_free(three);
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

/* The other row of a map with sums of several words goes through the torn-row checks as well. */
TEST(other_row_with_sums_of_several_words)
{
	struct tracing_map_config cfg = with_other;
	struct tracing_map_snapshot *snap;
	struct tracing_map *map;

	cfg.multi_word = true;
	map = create(&cfg);
	hit_keys(map, 200);
	snap = snapshot(map, NULL, 0);
	check_overflow(snap);
	EXPECT(!tracing_map_row_torn(snap, 128));
	tracing_map_snapshot_free(snap);

	/* A change that never ends: all rows that share the counters are torn. */
	tracing_map_words_begin(map, TRACING_MAP_OTHER);
	snap = snapshot(map, NULL, 0);
	EXPECT(tracing_map_row_torn(snap, 128));
	EXPECT(!tracing_map_row_torn(snap, 0));
	EXPECT_EQ(tracing_map_row_sum(snap, 128, 0), 72);
	tracing_map_snapshot_free(snap);
	tracing_map_words_end(map, TRACING_MAP_OTHER);
	tracing_map_destroy(map);
}
