// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intervals: the halves of a map are exchanged while it counts values with all parts of a
 * statistic. An event must be in exactly one interval, and the map must have all events at any
 * time.
 */

#include <unistd.h>

#include "fixture.h"
#include "tracing_map_interval.h"

#define ROWS	5

static struct tracing_map *create_interval_map(unsigned int cpus)
{
	struct tracing_map_config cfg = stat_config;

	shim_nr_cpus = cpus;
	/* Limbs 1 and 2 are the sum, 3 to 5 the sum of the squares. */
	cfg.carries[0] = BIT(1) | BIT(3) | BIT(4);
	return check_ptr(tracing_map_create(&cfg));
}

static struct tracing_map_counts *exchange(struct tracing_map **map,
					   const struct tracing_map_counts *pending)
{
	struct tracing_map *old = *map;

	*map = check_ptr(tracing_map_spare(old));
	return check_ptr(tracing_map_drain(old, pending));
}

static void add_to(struct tracing_map *map, u64 key, u64 val)
{
	add_value(&unsigned_stat, map, insert_row(map, key), val);
}

static u64 word_of(const struct tracing_map_counts *counts, int elt, unsigned int i)
{
	const u64 *words = tracing_map_counts_words(counts, 9, elt);

	return words ? words[i] : 0;
}

/* Return the count of all buckets. */
static u64 count_all(const struct tracing_map_counts *buckets)
{
	u64 count = 0;
	u32 i;

	for (i = 0; i < buckets->n_elts; i++)
		count += buckets->words[i];
	return count;
}

TEST(interval_has_what_was_counted_since_the_last)
{
	struct tracing_map *first = create_interval_map(2), *map = first;
	struct tracing_map_counts *one, *two;
	int a, b;

	add_to(map, 1, 100);
	add_to(map, 1, 300);
	a = insert_row(map, 1);
	one = exchange(&map, NULL);
	EXPECT(map != first);
	b = insert_row(map, 2);
	add_to(map, 2, 7);
	add_to(map, 1, 200);
	two = exchange(&map, NULL);
	EXPECT(map == first);

	EXPECT_EQ(insert_row(map, 1), a);
	EXPECT_EQ(insert_row(map, 2), b);
	EXPECT_EQ(word_of(one, a, 0), 2);
	EXPECT_EQ(word_of(one, a, 1), 400);
	EXPECT_EQ(word_of(one, a, 3), 100 * 100 + 300 * 300);
	EXPECT_EQ(word_of(one, a, 8), 300);
	EXPECT_EQ(~word_of(one, a, 7), 100);
	EXPECT_EQ(word_of(one, b, 0), 0);
	EXPECT_EQ(count_all(one->buckets), 2);
	EXPECT_EQ(word_of(two, a, 0), 1);
	EXPECT_EQ(word_of(two, a, 8), 200);
	EXPECT_EQ(word_of(two, b, 1), 7);
	EXPECT_EQ(tracing_map_sum(map, a, 0), 3);
	EXPECT_EQ(tracing_map_sum(map, a, 1), 600);
	EXPECT_EQ(tracing_map_total(map, 0), 4);

	tracing_map_counts_free(one);
	tracing_map_counts_free(two);
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

TEST(map_reads_all_intervals)
{
	struct tracing_map *map = create_interval_map(2);
	struct reading before, after;
	int i;

	for (i = 0; i < 100; i++) {
		add_to(map, i % ROWS, i * i);
		if (i % 7 == 0)
			tracing_map_counts_free(exchange(&map, NULL));
	}
	before = read_rows(&unsigned_stat, map);
	tracing_map_counts_free(exchange(&map, NULL));
	after = read_rows(&unsigned_stat, map);

	EXPECT_EQ(before.summary.n, 100);
	/* The sums of i^2 and of i^4 for i below 100. */
	EXPECT_EQ(before.summary.sum.lo, 328350);
	EXPECT_EQ(before.summary.squares.lo, 1950333330);
	EXPECT_EQ(hist_summary_max(&before.summary, &unsigned_stat), 99 * 99);
	EXPECT_EQ(hist_summary_min(&before.summary, &unsigned_stat), 0);
	EXPECT(!memcmp(&before.summary, &after.summary, sizeof(before.summary)));
	EXPECT_EQ(before.dist->n, after.dist->n);
	free_reading(&before);
	free_reading(&after);
	tracing_map_destroy(map);
}

TEST(snapshot_of_interval_has_rows_that_counted)
{
	struct tracing_map *map = create_interval_map(2);
	struct tracing_map_snapshot *snap;
	struct tracing_map_buckets *buckets;
	struct tracing_map_counts *counts;
	unsigned int n;

	add_to(map, 1, 10);
	add_to(map, 2, 20);
	add_to(map, 3, 30);
	tracing_map_counts_free(exchange(&map, NULL));
	add_to(map, 2, 50);
	counts = exchange(&map, NULL);
	add_to(map, 4, 40);
	add_to(map, 2, 60);

	snap = check_ptr(tracing_map_snapshot_counts(map, counts, 3));
	EXPECT_EQ(snap->n_rows, 1);
	EXPECT_EQ(tracing_map_row_key(snap, 0)[0], 2);
	EXPECT_EQ(tracing_map_row_sum(snap, 0, 0), 1);
	EXPECT_EQ(tracing_map_row_sum(snap, 0, 1), 50);
	EXPECT_EQ(tracing_map_row_extra(snap, 0)[2], 0);
	EXPECT(!tracing_map_row_torn(snap, 0));
	buckets = check_ptr(tracing_map_buckets_of_counts(map, counts));
	tracing_map_buckets_of(buckets, insert_row(map, 2), &n);
	EXPECT_EQ(n, 1);
	tracing_map_buckets_of(buckets, insert_row(map, 1), &n);
	EXPECT_EQ(n, 0);

	tracing_map_buckets_free(buckets);
	tracing_map_snapshot_free(snap);
	tracing_map_counts_free(counts);
	tracing_map_destroy(map);
}

TEST(pending_intervals_are_merged)
{
	struct tracing_map *map = create_interval_map(2);
	struct tracing_map_counts *one, *two, *all;
	int a, b;

	add_to(map, 1, 10);
	tracing_map_drop(map, TRACING_MAP_DROP_FRAME);
	one = exchange(&map, NULL);
	add_to(map, 2, 20);
	tracing_map_drop(map, TRACING_MAP_DROP_FRAME);
	two = exchange(&map, NULL);
	add_to(map, 1, 30);
	tracing_map_drop(map, TRACING_MAP_DROP_NESTED);
	a = insert_row(map, 1);
	b = insert_row(map, 2);
	one->next = two;
	all = exchange(&map, one);

	EXPECT_EQ(word_of(all, a, 0), 2);
	EXPECT_EQ(word_of(all, a, 1), 40);
	EXPECT_EQ(word_of(all, a, 8), 30);
	EXPECT_EQ(~word_of(all, a, 7), 10);
	EXPECT_EQ(word_of(all, b, 1), 20);
	EXPECT_EQ(count_all(all->buckets), 3);
	EXPECT_EQ(all->dropped[TRACING_MAP_DROP_FRAME], 2);
	EXPECT_EQ(all->dropped[TRACING_MAP_DROP_NESTED], 1);
	/* The total has each interval once. */
	EXPECT_EQ(tracing_map_sum(map, a, 1), 40);
	EXPECT_EQ(tracing_map_dropped(map), 3);

	tracing_map_counts_free(one);
	tracing_map_counts_free(all);
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

TEST(half_without_counts_is_empty)
{
	struct tracing_map *map = create_interval_map(2);
	struct tracing_map *spare = check_ptr(tracing_map_spare(map));

	EXPECT(!tracing_map_has_counts(map));
	insert_row(map, 1);
	EXPECT(!tracing_map_has_counts(map));
	tracing_map_drop(map, TRACING_MAP_DROP_FULL);
	EXPECT(tracing_map_has_counts(map));
	EXPECT(!tracing_map_has_counts(spare));
	add_to(spare, 1, 1);
	EXPECT(tracing_map_has_counts(spare));
	tracing_map_destroy(map);
}

TEST(variable_of_one_half_is_read_in_the_other)
{
	static const struct tracing_map_config cfg = {
		.size = 128, .key_size = 8, .n_sums = 1, .n_vars = 1,
	};
	struct tracing_map *map = check_ptr(tracing_map_create(&cfg)), *old = map;
	int elt = insert_row(map, 1);
	u64 val = 0;

	tracing_map_var_set(map, elt, 0, 77);
	tracing_map_counts_free(exchange(&map, NULL));
	EXPECT(tracing_map_var_fetch_clear(map, elt, 0, &val));
	EXPECT_EQ(val, 77);
	EXPECT(!tracing_map_var_get(old, elt, 0, &val));
	tracing_map_destroy(map);
}

TEST(full_map_stays_full_after_exchange)
{
	struct tracing_map *map = create_interval_map(2);
	struct tracing_map_counts *counts;
	u64 key;

	for (key = 0; key < stat_config.size; key++)
		add_to(map, key, key);
	counts = exchange(&map, NULL);
	EXPECT(insert_row(map, stat_config.size) < 0);
	EXPECT(insert_row(map, 5) >= 0);
	EXPECT_EQ(counts->dropped[TRACING_MAP_DROP_FULL], 0);
	tracing_map_counts_free(counts);
	counts = exchange(&map, NULL);
	EXPECT_EQ(counts->dropped[TRACING_MAP_DROP_FULL], 1);
	tracing_map_counts_free(counts);
	tracing_map_destroy(map);
}

/* Fail each allocation of an exchange in turn. It must change nothing, and succeed afterwards. */
TEST(failed_exchange_loses_nothing)
{
	struct tracing_map *map = create_interval_map(2), *old, *spare;
	struct tracing_map_counts *counts;
	unsigned long nth, allocs;

	add_to(map, 1, 11);
	for (nth = 1;; nth++) {
		allocs = shim_allocs();
		shim_fail_nth(nth);
		spare = tracing_map_spare(map);
		if (!shim_failed())
			break;
		EXPECT_EQ(PTR_ERR(spare), -ENOMEM);
		EXPECT_EQ(shim_allocs(), allocs);
		EXPECT_EQ(tracing_map_total(map, 0), 1);
	}
	/* The structs of both totals with their words, and two structs of halves. */
	EXPECT(nth > 6);
	old = map;
	map = check_ptr(spare);
	add_to(map, 1, 12);
	for (nth = 1;; nth++) {
		allocs = shim_allocs();
		shim_fail_nth(nth);
		counts = tracing_map_drain(old, NULL);
		if (!shim_failed())
			break;
		EXPECT_EQ(PTR_ERR(counts), -ENOMEM);
		EXPECT_EQ(shim_allocs(), allocs);
		EXPECT_EQ(tracing_map_total(map, 0), 2);
		EXPECT(tracing_map_has_counts(old));
	}
	EXPECT_EQ(nth, 5);
	EXPECT_EQ(word_of(check_ptr(counts), insert_row(map, 1), 1), 11);
	EXPECT_EQ(tracing_map_sum(map, insert_row(map, 1), 1), 23);
	tracing_map_counts_free(counts);
	tracing_map_destroy(map);
	EXPECT_EQ(shim_allocs(), 0);
}

#define EXCHANGES	1000000

TEST(million_exchanges_do_not_grow)
{
	struct tracing_map *map = create_interval_map(1);
	unsigned long allocs = 0;
	struct reading r;
	u64 i, sum = 0;

	/* It takes longer than other tests, 20 seconds on an idle machine. */
	alarm(300);
	for (i = 0; i < EXCHANGES; i++) {
		u64 val = i % 2 ? (1ULL << 44) - 1 - i : i;
		struct tracing_map_counts *counts;

		add_to(map, 1, val);
		sum += val;
		counts = exchange(&map, NULL);
		if (word_of(counts, 0, 0) != 1)
			test_fail(__FILE__, __LINE__, "exchange %llu", i);
		tracing_map_counts_free(counts);
		if (i == 1)
			allocs = shim_allocs();
	}
	EXPECT_EQ(shim_allocs(), allocs);
	r = read_rows(&unsigned_stat, map);
	EXPECT_EQ(r.summary.n, EXCHANGES);
	EXPECT_EQ(r.summary.sum.hi, 0);
	EXPECT_EQ(r.summary.sum.lo, sum);
	EXPECT(!r.summary.overflow);
	free_reading(&r);
	tracing_map_destroy(map);
}

/* Return whether all digits of the total but the last one of each sum are below 2^44. */
static bool total_is_normalized(const struct tracing_map *map)
{
	const u64 *words = map->keys->total->words;

	return !(words[1] >> 44) && !(words[3] >> 44) && !(words[4] >> 44);
}

static void check_digits(const struct hist_stat *stat, const u64 *values, unsigned int n)
{
	struct tracing_map *map = create_interval_map(1);
	u128 sum = 0, squares = 0;
	struct reading r;
	unsigned int i;

	for (i = 0; i < n; i++) {
		u64 val = values[i], magnitude = stat->is_signed && (s64)val < 0 ? -val : val;

		add_value(stat, map, insert_row(map, 1), val);
		sum += stat->is_signed ? (u128)(s64)val : val;
		squares += (u128)magnitude * magnitude;
		tracing_map_counts_free(exchange(&map, NULL));
		EXPECT(total_is_normalized(map));
	}
	r = read_rows(stat, map);
	EXPECT_EQ(r.summary.sum.hi, sum >> 64);
	EXPECT_EQ(r.summary.sum.lo, sum);
	EXPECT_EQ(r.summary.squares.hi, squares >> 64);
	EXPECT_EQ(r.summary.squares.lo, squares);
	free_reading(&r);
	tracing_map_destroy(map);
}

TEST(digits_of_the_total_are_normalized)
{
	static const u64 values[] = {
		(1ULL << 44) - 1, 1, (1ULL << 44) - 1, (1ULL << 44) + 5, 1ULL << 62, 3, 1ULL << 63,
	};

	check_digits(&unsigned_stat, values, ARRAY_SIZE(values));
}

TEST(digits_of_negative_totals_are_normalized)
{
	static const u64 values[] = {
		-1ULL, -(1ULL << 43), 1, -(1ULL << 44), (1ULL << 44) + 7, -(1ULL << 62) - 9, 5,
	};

	check_digits(&signed_stat, values, ARRAY_SIZE(values));
}

TEST(last_digit_of_the_total_saturates)
{
	struct tracing_map *map = create_interval_map(1);
	struct reading r;
	u64 *words;

	add_to(map, 1, 1);
	tracing_map_counts_free(exchange(&map, NULL));
	words = map->keys->total->words;
	words[2] = S64_MIN;
	words[5] = S64_MAX;
	add_to(map, 1, 1ULL << 63);
	tracing_map_counts_free(exchange(&map, NULL));
	EXPECT_EQ(words[5], S64_MAX);
	words[2] = S64_MIN;
	add_value(&signed_stat, map, insert_row(map, 1), 1ULL << 63);
	tracing_map_counts_free(exchange(&map, NULL));
	EXPECT_EQ(words[2], S64_MIN);
	r = read_rows(&unsigned_stat, map);
	EXPECT(r.summary.overflow);
	free_reading(&r);
	tracing_map_destroy(map);
}

TEST(counters_wrap_as_without_exchange)
{
	struct tracing_map *map = create_interval_map(1);
	int elt = insert_row(map, 1);

	tracing_map_add(map, elt, 0, ~0ULL);
	tracing_map_counts_free(exchange(&map, NULL));
	tracing_map_add(map, elt, 0, 3);
	tracing_map_counts_free(exchange(&map, NULL));
	EXPECT_EQ(tracing_map_sum(map, elt, 0), 2);
	tracing_map_destroy(map);
}
