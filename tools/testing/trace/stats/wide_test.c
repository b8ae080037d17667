// SPDX-License-Identifier: GPL-2.0-only
/*
 * Wide sums: carries, saturation, and contexts and readers that interrupt an addition at each step.
 */

#include "fixture.h"

static const struct tracing_map_config own_config = {
	.size = 128, .key_size = 8, .n_sums = 6, .multi_word = true,
};

/* More words than fit once for each CPU: CPUs share copies. */
static const struct tracing_map_config shared_config = {
	.size = 512, .key_size = 8, .n_sums = 32, .multi_word = true,
};

static struct tracing_map *create_map(bool shared)
{
	struct tracing_map *map;

	shim_nr_cpus = shared ? 64 : 4;
	map = check_ptr(tracing_map_create(shared ? &shared_config : &own_config));
	EXPECT_EQ(!!map->shared_sums, shared);
	return map;
}

/* Only the sums: the tests of this file do not need the other parts. */
static const struct hist_stat unsigned_sums = {
	.flags = HIST_STAT_SUM | HIST_STAT_SQUARES, .sum_word = 1,
};

static const struct hist_stat signed_sums = {
	.flags = HIST_STAT_SUM | HIST_STAT_SQUARES, HIST_STAT_SIGNED,
	.sum_word = 1,
};

static s128 sum_of(const u64 *words)
{
	return (s128)(s64)words[1] + (s128)(s64)words[2] * (1LL << 44);
}

/* Modulo 2^128. */
static u128 squares_of(const u64 *words)
{
	return (u128)words[3] + ((u128)words[4] << 44) + ((u128)words[5] << 88);
}

static u128 square(s128 val)
{
	return (u128)(val < 0 ? -val : val) * (u128)(val < 0 ? -val : val);
}

/* Read the words of the only row. Return: false if they are torn. */
static bool read_row(const struct tracing_map *map, u64 *words)
{
	struct tracing_map_snapshot *snap = check_ptr(tracing_map_snapshot(map, NULL, 0));
	bool torn = tracing_map_row_torn(snap, 0);

	memcpy(words, tracing_map_row_sums(snap, 0), 6 * sizeof(*words));
	tracing_map_snapshot_free(snap);
	return !torn;
}

static void check_total(const struct tracing_map *map, s128 sum, u128 squares)
{
	u64 words[6];

	EXPECT(read_row(map, words));
	EXPECT(sum_of(words) == sum);
	EXPECT(squares_of(words) == squares);
}

/* Values around the borders between the paths; negative ones are s64. */
static const u64 border_values[] = {
	0, 1, -1ULL, (1ULL << 22) - 1, 1ULL << 22, -(1ULL << 22), 1 - (1ULL << 22),
	(1ULL << 44) - 1, 1ULL << 44, -(1ULL << 44), -(1ULL << 44) - 1, 1 - (1ULL << 44),
	(1ULL << 48) - 1, 1ULL << 48, -(1ULL << 48), (1ULL << 62) + 12345, S64_MAX, S64_MIN,
	S64_MIN + 1,
};

static s128 widen(bool is_signed, u64 val)
{
	return is_signed ? (s128)(s64)val : (s128)val;
}

/* Each value many times, checked after each addition. */
static void add_stat(const struct hist_stat *stat, struct tracing_map *map, int elt, u64 val)
{
	hist_stat_add(stat, map, elt, tracing_map_own_words(map, elt), val);
}

static void add_and_check(bool shared, bool is_signed)
{
	const struct hist_stat *stat = is_signed ? &signed_sums : &unsigned_sums;
	struct tracing_map *map = create_map(shared);
	u128 squares = 0;
	s128 sum = 0;
	int elt = insert_row(map, 1), i, n;

	for (n = 0; n < 100; n++) {
		for (i = 0; i < ARRAY_SIZE(border_values); i++) {
			s128 val = widen(is_signed, border_values[i]);

			/* Overflow is tested below. */
			if (squares + square(val) < squares)
				continue;
			shim_cpu = (n + i) % shim_nr_cpus;
			add_stat(stat, map, elt, val);
			sum += val;
			squares += square(val);
			if (!shared || n % 10 == 0)
				check_total(map, sum, squares);
		}
	}
	check_total(map, sum, squares);
	shim_cpu = 0;
	tracing_map_destroy(map);
}

TEST(sums_are_exact_on_all_paths)
{
	add_and_check(false, false);
	add_and_check(false, true);
	add_and_check(true, false);
	add_and_check(true, true);
}

/* Add the square of an unsigned value to the words from 3. */
static void add_square(struct tracing_map *map, int elt, u64 val)
{
	hist_wide_add_square(map, elt, tracing_map_own_words(map, elt), 3, val, false);
}

/* Limb 0 is carried before it has more bits than it may have. */
TEST(limbs_stay_small)
{
	struct tracing_map *map = create_map(false);
	const u64 val = (1ULL << 22) - 1;
	int elt = insert_row(map, 1), small = insert_row(map, 2), i;

	for (i = 0; i < 200; i++) {
		add_stat(&unsigned_sums, map, small, val);
		EXPECT(tracing_map_sum(map, small, 3) < 1ULL << 48);
		add_stat(&signed_sums, map, elt, -((1LL << 44) - 1));
		EXPECT((s64)tracing_map_sum(map, elt, 1) > -(1LL << 48));
		EXPECT((s64)tracing_map_sum(map, elt, 1) < 1LL << 48);
		add_square(map, elt, val);
		EXPECT(tracing_map_sum(map, elt, 3) < 1ULL << 48);
	}
	EXPECT((s64)tracing_map_sum(map, elt, 2) < -100);
	EXPECT(tracing_map_sum(map, small, 4) > 100);
	tracing_map_destroy(map);
}

/* The square alone is the same number as the square that is added together with the value. */
TEST(squares_without_values)
{
	struct tracing_map *map = create_map(false);
	int elt = insert_row(map, 1), i;
	u128 squares = 0;
	u64 words[6];

	for (i = 0; i < 100; i++) {
		u64 val = (1ULL << (i % 60)) - i % 3;

		add_square(map, elt, val);
		squares += square(val);
		EXPECT(read_row(map, words));
		EXPECT(squares_of(words) == squares);
	}
	tracing_map_destroy(map);
}

/* Limb 1 of squares is carried as well: products with all bits set in the middle. */
TEST(carry_reaches_third_limb)
{
	struct tracing_map *map = create_map(false);
	const u64 val = (1ULL << 44) - 1;
	u128 squares = 0;
	int elt = insert_row(map, 1), i;
	u64 words[6];

	for (i = 0; i < 1000; i++) {
		add_square(map, elt, val);
		squares += square(val);
		EXPECT(tracing_map_sum(map, elt, 4) < 1ULL << 48);
	}
	EXPECT(read_row(map, words));
	EXPECT(squares_of(words) == squares);
	EXPECT(words[5] > 0);
	tracing_map_destroy(map);
}

TEST(squares_saturate)
{
	struct tracing_map *map = create_map(true);
	struct hist_summary summary;
	int elt = insert_row(map, 1), i;
	u64 words[6], stddev;

	for (i = 0; i < 64 * 1000; i++) {
		shim_cpu = i % shim_nr_cpus;
		add_square(map, elt, U64_MAX);
	}
	shim_cpu = 0;
	EXPECT(read_row(map, words));
	EXPECT(words[5] >= 1ULL << 40);
	EXPECT(words[5] <= map->n_copies * (1ULL << 42));
	hist_summary_of_row(&summary, &unsigned_sums, words, 64 * 1000);
	EXPECT(!hist_summary_stddev(&summary, &stddev));
	tracing_map_destroy(map);
}

/* The totals of two rows that each fit overflow together. */
TEST(total_of_rows_overflows)
{
	struct tracing_map *map = create_map(false);
	struct hist_summary row, total;
	u64 words[6], stddev;
	int elt = insert_row(map, 1);

	add_stat(&unsigned_sums, map, elt, U64_MAX);
	EXPECT(read_row(map, words));
	hist_summary_of_row(&row, &unsigned_sums, words, 1);
	total = row;
	EXPECT(hist_summary_stddev(&total, &stddev));
	EXPECT_EQ(stddev, 0);
	hist_summary_merge(&total, &unsigned_sums, &row);
	EXPECT(!hist_summary_stddev(&total, &stddev));
	tracing_map_destroy(map);
}

/*
 * An addition is interrupted at its n-th step by one that is interrupted as well, or by a reader.
 */
static struct {
	const struct hist_stat *stat;
	struct tracing_map *map;
	int elt;
	u64 val[3];
	unsigned long at[3], now[3];
	int depth, adds;
	bool by_reader;
	/* totals without and with the interrupted addition */
	s128 sum[2];
	u128 squares[2];
	unsigned int torn, whole, reached;
} nest;

static void nested_add(void)
{
	nest.now[nest.depth] = 0;
	nest.adds++;
	add_stat(nest.stat, nest.map, nest.elt, nest.val[nest.depth]);
}

static void interrupt(void)
{
	int depth = nest.depth;

	if (depth > 1 || ++nest.now[depth] != nest.at[depth])
		return;
	nest.depth++;
	nest.reached++;
	nested_add();
	nest.depth--;
}

/* The sums are either torn, and marked, or from before or from after the addition. */
static void interrupt_by_reader(void)
{
	u64 words[6];

	if (++nest.now[0] != nest.at[0])
		return;
	shim_step_hook = NULL;
	shim_atomic = false;
	nest.reached++;
	if (read_row(nest.map, words)) {
		s128 sum = sum_of(words);
		u128 squares = squares_of(words);

		nest.whole++;
		EXPECT(sum == nest.sum[0] || sum == nest.sum[1]);
		EXPECT(squares == nest.squares[0] || squares == nest.squares[1]);
	} else {
		nest.torn++;
	}
	shim_atomic = true;
	shim_step_hook = interrupt_by_reader;
}

/* Prepare a row whose limbs are about to be carried, in the cleared map. */
static void prepare(bool is_signed)
{
	int i;

	nest.stat = is_signed ? &signed_sums : &unsigned_sums;
	tracing_map_clear(nest.map);
	nest.elt = insert_row(nest.map, 1);
	nest.sum[0] = 0;
	nest.squares[0] = 0;
	for (i = 0; i < 15; i++) {
		const s64 val = is_signed ? -((1LL << 44) - 1) : (1LL << 44) - 1;

		add_stat(nest.stat, nest.map, nest.elt, val);
		nest.sum[0] += val;
		nest.squares[0] += square(val);
	}
	/* Fill limb 0 of the squares as well, up to less than 2^48. */
	for (i = 0; tracing_map_sum(nest.map, nest.elt, 3) + (1ULL << 44) < 1ULL << 48; i++) {
		const u64 val = (1ULL << 22) - 1;

		add_stat(nest.stat, nest.map, nest.elt, val);
		nest.sum[0] += val;
		nest.squares[0] += square(val);
	}
}

static s128 nested_val(int i)
{
	return widen(nest.stat->is_signed, nest.val[i]);
}

#define STEPS	60

static void nest_adds(bool shared, bool is_signed)
{
	int i, c;

	nest.map = create_map(shared);
	for (c = 0; c < 27 * 9; c++) {
		const int kinds[3] = { c % 3, c / 3 % 3, c / 9 % 3 };
		const u64 kind_vals[3] = { (1ULL << 44) - 3, (1ULL << 22) - 1, 0xdeadbeef12345678 };

		nest.at[0] = 1 + c * 7 % STEPS;
		for (nest.at[1] = 1; nest.at[1] < STEPS; nest.at[1] += 5) {
			prepare(is_signed);
			nest.depth = 0;
			nest.adds = 0;
			for (i = 0; i < 3; i++)
				nest.val[i] = kind_vals[kinds[i]];
			shim_atomic = true;
			shim_step_hook = interrupt;
			nested_add();
			shim_step_hook = NULL;
			shim_atomic = false;
			for (i = 0; i < nest.adds; i++) {
				nest.sum[0] += nested_val(i);
				nest.squares[0] += square(nested_val(i));
			}
			check_total(nest.map, nest.sum[0], nest.squares[0]);
		}
	}
	tracing_map_destroy(nest.map);
}

TEST(nested_adds_are_exact)
{
	nest.reached = 0;
	nest_adds(false, false);
	nest_adds(false, true);
	EXPECT(nest.reached > 500);
}

TEST(nested_adds_to_shared_copy_are_exact)
{
	nest.reached = 0;
	nest_adds(true, false);
	EXPECT(nest.reached > 200);
}

static void read_within(bool is_signed, u64 val)
{
	for (nest.at[0] = 1; nest.at[0] < STEPS; nest.at[0]++) {
		prepare(is_signed);
		nest.val[0] = val;
		nest.sum[1] = nest.sum[0] + nested_val(0);
		nest.squares[1] = nest.squares[0] + square(nested_val(0));
		nest.now[0] = 0;
		shim_atomic = true;
		shim_step_hook = interrupt_by_reader;
		add_stat(nest.stat, nest.map, nest.elt, val);
		shim_step_hook = NULL;
		shim_atomic = false;
		check_total(nest.map, nest.sum[1], nest.squares[1]);
	}
}

TEST(reader_never_finds_half_of_an_addition)
{
	int shared, is_signed, i;

	nest.reached = 0;
	for (shared = 0; shared <= 1; shared++) {
		nest.map = create_map(shared);
		for (is_signed = 0; is_signed <= 1; is_signed++) {
			for (i = 0; i < ARRAY_SIZE(border_values); i++)
				read_within(is_signed, border_values[i]);
		}
		tracing_map_destroy(nest.map);
	}
	/* The reader came between the steps of slow paths as well as before and after them. */
	EXPECT(nest.torn > 100);
	EXPECT(nest.whole > 100);
	EXPECT_EQ(nest.torn + nest.whole, nest.reached);
}

/* A change of another element that shares the counters does not make a row torn for long. */
TEST(row_is_whole_after_the_change)
{
	struct tracing_map *map = create_map(false);
	u64 words[6];

	insert_row(map, 1);
	tracing_map_words_begin(map, 0);
	EXPECT(!read_row(map, words));
	tracing_map_words_end(map, 0);
	EXPECT(read_row(map, words));
	tracing_map_words_begin(map, 1);
	EXPECT(read_row(map, words));
	tracing_map_words_end(map, 1);
	tracing_map_words_begin(map, TRACING_MAP_SEQ_COUNTERS);
	EXPECT(!read_row(map, words));
	tracing_map_words_end(map, TRACING_MAP_SEQ_COUNTERS);
	EXPECT(read_row(map, words));
	tracing_map_destroy(map);
}

/* Each CPU tears the rows of its copy, whether or not it shares the copy. */
TEST(change_on_each_cpu_tears_the_row)
{
	struct tracing_map *map;
	u64 words[6];
	int shared;

	for (shared = 0; shared <= 1; shared++) {
		map = create_map(shared);
		insert_row(map, 1);
		for (shim_cpu = 0; shim_cpu < shim_nr_cpus; shim_cpu++) {
			tracing_map_words_begin(map, 0);
			EXPECT(!read_row(map, words));
			tracing_map_words_end(map, 0);
			EXPECT(read_row(map, words));
		}
		shim_cpu = 0;
		tracing_map_destroy(map);
	}
}

/* A change ends at a step of the reader, or never if @end_at is 0. */
static struct {
	struct tracing_map *map;
	unsigned long now, end_at;
} slow;

static void end_change(void)
{
	if (++slow.now != slow.end_at)
		return;
	shim_step_hook = NULL;
	tracing_map_words_end(slow.map, 0);
	shim_step_hook = end_change;
}

/* Read the row, and count the steps. Return: false if it is torn. */
static bool read_row_slowly(unsigned long end_at)
{
	bool whole;
	u64 words[6];

	slow.now = 0;
	slow.end_at = end_at;
	shim_step_hook = end_change;
	whole = read_row(slow.map, words);
	shim_step_hook = NULL;
	return whole;
}

/* After all tries, the reader sleeps and tries again, but not forever. */
TEST(reader_sleeps_until_the_change_ends)
{
	/* A try reads 6 words and, before and after them, a counter of the CPU. */
	const unsigned long n_steps = 8;
	unsigned long before;

	slow.map = create_map(false);
	insert_row(slow.map, 1);
	EXPECT(read_row_slowly(0));
	before = slow.now;
	tracing_map_words_begin(slow.map, 0);
	EXPECT(read_row_slowly(before + n_steps * (TRACING_MAP_SNAPSHOT_TRIES + 50)));
	EXPECT(slow.now >= slow.end_at);
	tracing_map_words_begin(slow.map, 0);
	EXPECT(!read_row_slowly(0));
	tracing_map_words_end(slow.map, 0);
	tracing_map_destroy(slow.map);
}
