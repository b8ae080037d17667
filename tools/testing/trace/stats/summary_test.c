// SPDX-License-Identifier: GPL-2.0-only
/*
 * All aggregates of one row and of many, compared with a computation that sorts the values and uses
 * large integers of the compiler.
 */

#include "fixture.h"

#define MAX_VALUES	4096

/* A list of values, each of which occurs @times times. */
struct values {
	const char *name;
	bool is_signed;
	unsigned int n;
	unsigned int times;
	u64 val[MAX_VALUES];
};

/* Percentiles in units of 1/10000. */
static const u32 quantiles[] = { 100, 500, 2500, 5000, 7500, 9000, 9900, 9990, 9999 };

static int compare_unsigned(const void *a, const void *b)
{
	return *(u64 *)a < *(u64 *)b ? -1 : *(u64 *)a > *(u64 *)b;
}

static int compare_signed(const void *a, const void *b)
{
	return *(s64 *)a < *(s64 *)b ? -1 : *(s64 *)a > *(s64 *)b;
}

static s128 widen(const struct values *v, u64 val)
{
	return v->is_signed ? (s128)(s64)val : (s128)val;
}

/* Numbers of 256 bits, as 8 digits of 32 bits, for the variance. */
struct big {
	u32 digit[8];
};

static struct big big_mul(u128 a, u128 b)
{
	struct big r = {};
	int i, j;

	for (i = 0; i < 4; i++) {
		u64 carry = 0;

		for (j = 0; j < 4; j++) {
			u64 t = (u64)(u32)(a >> (32 * i)) * (u32)(b >> (32 * j)) +
				r.digit[i + j] + carry;

			r.digit[i + j] = t;
			carry = t >> 32;
		}
		r.digit[i + 4] = carry;
	}
	return r;
}

static struct big big_sub(struct big a, struct big b)
{
	s64 borrow = 0;
	int i;

	for (i = 0; i < 8; i++) {
		s64 t = (s64)a.digit[i] - b.digit[i] + borrow;

		a.digit[i] = t;
		borrow = t >> 32;
	}
	EXPECT_EQ(borrow, 0);
	return a;
}

static bool big_less(struct big a, struct big b)
{
	int i;

	for (i = 7; i >= 0; i--) {
		if (a.digit[i] != b.digit[i])
			return a.digit[i] < b.digit[i];
	}
	return false;
}

/*
 * Return whether (root * n)^2 <= n * squares - sum^2, which is root <= standard deviation without
 * any rounding.
 */
static bool root_fits(u64 root, u64 n, u128 sum, u128 squares)
{
	struct big variance = big_sub(big_mul(n, squares), big_mul(sum, sum));

	return !big_less(variance, big_mul((u128)root * n, (u128)root * n));
}

static void check_sums(const struct values *v, const struct hist_stat *stat,
		       const struct reading *r)
{
	u64 n = (u64)v->n * v->times, stddev;
	bool overflow = false;
	u128 squares = 0;
	s128 sum = 0, avg;
	unsigned int i;

	for (i = 0; i < v->n; i++) {
		s128 val = widen(v, v->val[i]);
		u128 square = (u128)(val < 0 ? -val : val) * (u128)(val < 0 ? -val : val);
		u128 all = square * v->times;

		sum += val * v->times;
		overflow |= square && all / square != v->times;
		overflow |= squares + all < squares;
		squares += all;
	}
	avg = sum / (s128)n;
	if (hist_summary_avg(&r->summary, stat) != (u64)avg)
		test_fail(__FILE__, __LINE__, "%s: average %llx, not %llx", v->name,
			  hist_summary_avg(&r->summary, stat), (u64)avg);
	EXPECT_EQ(hist_summary_stddev(&r->summary, &stddev), !overflow);
	if (overflow)
		return;
	if (sum < 0)
		sum = -sum;
	if (!root_fits(stddev, n, sum, squares) ||
	    (stddev != U64_MAX && root_fits(stddev + 1, n, sum, squares)))
		test_fail(__FILE__, __LINE__, "%s: standard deviation %llu", v->name, stddev);
}

/* The largest value of the bucket of @val, from its definition: 32 buckets per power of two. */
static s128 end_of_bucket(s128 val)
{
	s128 magnitude = val < 0 ? -val : val, width = 1;

	while (magnitude / width >= 64)
		width *= 2;
	magnitude = magnitude / width * width;
	return val < 0 ? -magnitude : magnitude + width - 1;
}

static void check_quantiles(const struct values *v, const struct hist_stat *stat,
			    const struct reading *r)
{
	u64 n = (u64)v->n * v->times, sorted[MAX_VALUES];
	s128 smallest, largest;
	unsigned int i;

	memcpy(sorted, v->val, v->n * sizeof(*sorted));
	qsort(sorted, v->n, sizeof(*sorted), v->is_signed ? compare_signed : compare_unsigned);
	smallest = widen(v, sorted[0]);
	largest = widen(v, sorted[v->n - 1]);
	EXPECT(hist_summary_min(&r->summary, stat) == (u64)smallest);
	EXPECT(hist_summary_max(&r->summary, stat) == (u64)largest);

	for (i = 0; i < ARRAY_SIZE(quantiles); i++) {
		u64 rank = ((u128)quantiles[i] * n + 9999) / 10000;
		s128 want = end_of_bucket(widen(v, sorted[(rank - 1) / v->times]));
		u64 got = hist_dist_quantile(r->dist, stat, &r->summary, quantiles[i]);

		want = want > largest ? largest : want;
		if (got != (u64)want)
			test_fail(__FILE__, __LINE__, "%s: quantile %u is %llx, not %llx", v->name,
				  quantiles[i], got, (u64)want);
	}
}

static int bits_of(u128 magnitude)
{
	int bits = 0;

	for (; magnitude; magnitude >>= 1)
		bits++;
	return bits;
}

static void check_groups(const struct values *v, const struct hist_stat *stat,
			 const struct reading *r)
{
	struct hist_dist_group groups[HIST_DIST_GROUPS_MAX];
	unsigned int n = hist_dist_groups(r->dist, stat, groups);
	u64 count[129] = {};
	int i, low = 128, high = 0;

	for (i = 0; i < v->n; i++) {
		s128 val = widen(v, v->val[i]);
		int group = val < 0 ? 64 - bits_of(-val) : 64 + bits_of(val);

		count[group] += v->times;
		low = min(low, group);
		high = max(high, group);
	}
	EXPECT_EQ(n, high - low + 1);
	for (i = 0; i < n; i++) {
		EXPECT_EQ(groups[i].count, count[low + i]);
		/* Contiguous, and the group's own ends are part of it. */
		if (i)
			EXPECT(groups[i].first == groups[i - 1].last + 1);
		EXPECT_EQ(low + i - 64, (s64)groups[i].first < 0 && v->is_signed ?
			  -bits_of(-groups[i].first) : bits_of(groups[i].first));
		EXPECT_EQ(low + i - 64, (s64)groups[i].last < 0 && v->is_signed ?
			  -bits_of(-groups[i].last) : bits_of(groups[i].last));
	}
}

/* Spread the values over @rows rows and over all CPUs. */
static void check_values(const struct values *v, unsigned int rows)
{
	const struct hist_stat *stat = v->is_signed ? &signed_stat : &unsigned_stat;
	struct tracing_map *map = create_stat_map();
	unsigned int i, t, hit = 0;
	struct reading r;

	for (i = 0; i < v->n; i++) {
		for (t = 0; t < v->times; t++, hit++) {
			shim_cpu = hit % shim_nr_cpus;
			add_value(stat, map, insert_row(map, hit / shim_nr_cpus % rows),
				  v->val[i]);
		}
	}
	shim_cpu = 0;
	r = read_rows(stat, map);
	EXPECT(!r.torn);
	EXPECT_EQ(r.summary.n, hit);
	EXPECT_EQ(r.summary.lost, 0);
	check_sums(v, stat, &r);
	check_quantiles(v, stat, &r);
	check_groups(v, stat, &r);
	free_reading(&r);
	tracing_map_destroy(map);
}

static struct values v;

static void start(const char *name, bool is_signed, unsigned int times)
{
	v.name = name;
	v.is_signed = is_signed;
	v.times = times;
	v.n = 0;
}

static void check_all(void)
{
	check_values(&v, 1);
	check_values(&v, 7);
}

TEST(one_to_thousand)
{
	u64 i;

	start("1..1000", false, 1);
	for (i = 1; i <= 1000; i++)
		v.val[v.n++] = i;
	check_all();
	v.is_signed = true;
	check_all();
	start("-500..499", true, 1);
	for (i = 0; i < 1000; i++)
		v.val[v.n++] = i - 500;
	check_all();
	start("-1..-1000", true, 3);
	for (i = 1; i <= 1000; i++)
		v.val[v.n++] = -i;
	check_all();
}

/* Known results, computed by hand, so that the reference is checked as well. */
TEST(results_computed_by_hand)
{
	struct tracing_map *map = create_stat_map();
	int elt = insert_row(map, 1);
	struct reading r;
	u64 i, stddev;

	for (i = 1; i <= 1000; i++)
		add_value(&unsigned_stat, map, elt, i);
	r = read_rows(&unsigned_stat, map);
	EXPECT_EQ(hist_summary_min(&r.summary, &unsigned_stat), 1);
	EXPECT_EQ(hist_summary_max(&r.summary, &unsigned_stat), 1000);
	/* 500.5, and sqrt((1000^2 - 1) / 12) = 288.67 */
	EXPECT_EQ(hist_summary_avg(&r.summary, &unsigned_stat), 500);
	EXPECT(hist_summary_stddev(&r.summary, &stddev));
	EXPECT_EQ(stddev, 288);
	/* 500 is in the bucket 496..503, 990 in 976..991; 1000 would be in 992..1007. */
	EXPECT_EQ(hist_dist_quantile(r.dist, &unsigned_stat, &r.summary, 5000), 503);
	EXPECT_EQ(hist_dist_quantile(r.dist, &unsigned_stat, &r.summary, 9900), 991);
	EXPECT_EQ(hist_dist_quantile(r.dist, &unsigned_stat, &r.summary, 9999), 1000);
	EXPECT_EQ(hist_dist_quantile(r.dist, &unsigned_stat, &r.summary, 100), 10);
	free_reading(&r);
	tracing_map_destroy(map);
}

TEST(powers_of_two)
{
	int i;

	start("powers of two", false, 1);
	for (i = 0; i < 60; i++)
		v.val[v.n++] = 1ULL << i;
	check_all();
	start("powers of two and negative ones", true, 1);
	for (i = 0; i < 62; i++) {
		v.val[v.n++] = 1ULL << i;
		v.val[v.n++] = -(1ULL << i);
	}
	check_all();
}

TEST(extreme_values)
{
	start("0", false, 5);
	v.val[v.n++] = 0;
	check_all();
	start("2^64-1", false, 1);
	v.val[v.n++] = U64_MAX;
	check_all();
	start("2^64-1 and 0", false, 1);
	v.val[v.n++] = U64_MAX;
	v.val[v.n++] = 0;
	check_all();
	start("2^63 three times", false, 3);
	v.val[v.n++] = 1ULL << 63;
	check_all();
	/* The squares add up to exactly 2^128. */
	start("2^63 four times", false, 4);
	v.val[v.n++] = 1ULL << 63;
	check_all();
	start("2^64-1 twice", false, 2);
	v.val[v.n++] = U64_MAX;
	check_all();
	start("both ends of s64", true, 1);
	v.val[v.n++] = S64_MIN;
	v.val[v.n++] = S64_MAX;
	check_all();
	start("smallest s64", true, 3);
	v.val[v.n++] = S64_MIN;
	check_all();
	start("-1 and 0", true, 1);
	v.val[v.n++] = -1;
	v.val[v.n++] = 0;
	check_all();
}

TEST(one_value_a_million_times)
{
	static const u64 vals[] = { 1, 1000, 123456789, 1ULL << 43, 1ULL << 44, 987654321012345 };
	int i;

	for (i = 0; i < ARRAY_SIZE(vals); i++) {
		start("a million times", i & 1, 1000000);
		v.val[v.n++] = i & 1 ? -vals[i] : vals[i];
		check_values(&v, 1);
	}
	start("a million pairs", false, 1000000);
	v.val[v.n++] = 40000000;
	v.val[v.n++] = 40000001;
	check_values(&v, 1);
}

TEST(random_values)
{
	u64 state = 7;
	int round, i;

	for (round = 0; round < 300; round++) {
		unsigned int n = 1 + test_random(&state) % (round < 200 ? 20 : 1000);
		unsigned int bits = test_random(&state) % 64;

		start("random", round & 1, 1 + test_random(&state) % 3);
		for (i = 0; i < n; i++) {
			v.val[v.n] = test_random(&state) >> bits;
			if (v.is_signed && test_random(&state) & 1)
				v.val[v.n] = -v.val[v.n];
			v.n++;
		}
		check_all();
	}
}

/* Many rows with the same values have the average and the standard deviation of one row. */
TEST(billions_of_values)
{
	const s64 large = 1LL << 40;
	const struct {
		const struct hist_stat *stat;
		s64 val[3];
		s64 avg;
		u64 stddev;
	} cases[] = {
		/* sqrt((2 * 1000^2 + 2000^2) / 3) = 1414.2 */
		{ &unsigned_stat, { large, large, large + 3000 }, large + 1000, 1414 },
		{ &signed_stat, { -large, -large, -large - 3000 }, -large - 1000, 1414 },
		/* The average is -1000.67, and sqrt((2 * 999.67^2 + 1999.33^2) / 3) = 1413.7. */
		{ &signed_stat, { -1, -1, -3000 }, -1000, 1413 },
	};
	int c, i;

	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		struct tracing_map *map = create_stat_map();
		struct reading r;
		u64 stddev;

		for (i = 0; i < 3; i++)
			add_value(cases[c].stat, map, insert_row(map, 1), cases[c].val[i]);
		r = read_rows(cases[c].stat, map);
		for (i = 0; i < 34; i++) {
			struct hist_summary rows = r.summary;

			hist_summary_merge(&r.summary, cases[c].stat, &rows);
		}
		EXPECT_EQ(r.summary.n, 3LL << 34);
		EXPECT_EQ(hist_summary_avg(&r.summary, cases[c].stat), cases[c].avg);
		EXPECT(hist_summary_stddev(&r.summary, &stddev));
		EXPECT_EQ(stddev, cases[c].stddev);
		free_reading(&r);
		tracing_map_destroy(map);
	}
}

/*
 * An event may have added its value, but not its square or its hit. If the squares are too small
 * for the sum, the deviation is 0.
 */
TEST(squares_too_small_for_sum)
{
	struct hist_summary summary = { .n = 2, .sum = { 0, 10 }, .squares = { 0, 49 } };
	u64 stddev;

	EXPECT(hist_summary_stddev(&summary, &stddev));
	EXPECT_EQ(stddev, 0);
	/* 2 * 5^2 is the least sum of squares. The next one that fits is 4^2 + 6^2. */
	summary.squares.lo = 50;
	EXPECT(hist_summary_stddev(&summary, &stddev));
	EXPECT_EQ(stddev, 0);
	/* The average is 5.5, and 5^2 + 6^2 = 61. */
	summary = (struct hist_summary){ .n = 2, .sum = { 0, 11 }, .squares = { 0, 60 } };
	EXPECT(hist_summary_stddev(&summary, &stddev));
	EXPECT_EQ(stddev, 0);
	summary = (struct hist_summary){ .n = 2, .sum = { 0, 10 }, .squares = { 0, 52 } };
	EXPECT(hist_summary_stddev(&summary, &stddev));
	EXPECT_EQ(stddev, 1);
	/* An average of more than 64 bits */
	summary = (struct hist_summary){ .n = 1, .sum = { 0x7fffffff, 0 } };
	EXPECT(hist_summary_stddev(&summary, &stddev));
	EXPECT_EQ(stddev, 0);
}

/* The sum may have more events than the hitcount, so its average may not fit. */
TEST(average_is_limited)
{
	struct hist_summary summary = { .n = 1, .sum = { .hi = 1, .lo = 0 } };

	EXPECT(hist_summary_avg(&summary, &unsigned_stat) == U64_MAX);
	summary.sum = (struct hist_u128){ .hi = 0, .lo = 1ULL << 63 };
	EXPECT(hist_summary_avg(&summary, &unsigned_stat) == 1ULL << 63);
	EXPECT_EQ(hist_summary_avg(&summary, &signed_stat), S64_MAX);
	summary.sum = (struct hist_u128){ .hi = 1, .lo = 5 };
	EXPECT_EQ(hist_summary_avg(&summary, &signed_stat), S64_MAX);
	summary.sum = (struct hist_u128){ .hi = U64_MAX, .lo = S64_MAX };
	EXPECT_EQ(hist_summary_avg(&summary, &signed_stat), S64_MIN);
}

/* Without free buckets, everything but the percentiles stays exact. */
TEST(full_pool_loses_buckets_only)
{
	struct tracing_map_config cfg = stat_config;
	struct tracing_map *map;
	struct reading r;
	u64 i, stddev;
	int elt;

	cfg.n_buckets = 128;
	map = check_ptr(tracing_map_create(&cfg));
	elt = insert_row(map, 1);
	/* 64 buckets of one value, 32 of two and 32 of four: 0..255. */
	for (i = 0; i < 1000; i++)
		add_value(&unsigned_stat, map, elt, i);
	r = read_rows(&unsigned_stat, map);
	EXPECT_EQ(r.summary.n, 1000);
	EXPECT_EQ(r.summary.lost, 1000 - 256);
	EXPECT_EQ(hist_summary_min(&r.summary, &unsigned_stat), 0);
	EXPECT_EQ(hist_summary_max(&r.summary, &unsigned_stat), 999);
	EXPECT_EQ(hist_summary_avg(&r.summary, &unsigned_stat), 499);
	EXPECT(hist_summary_stddev(&r.summary, &stddev));
	EXPECT_EQ(stddev, 288);
	/* Of the values that have a bucket: rank 128 of 0..255, and rank 256. */
	EXPECT_EQ(hist_dist_quantile(r.dist, &unsigned_stat, &r.summary, 5000), 127);
	EXPECT_EQ(hist_dist_quantile(r.dist, &unsigned_stat, &r.summary, 9999), 255);
	free_reading(&r);
	tracing_map_destroy(map);
}

TEST(no_values)
{
	struct hist_summary summary;
	struct hist_dist_group groups[HIST_DIST_GROUPS_MAX];
	struct hist_dist *dist = check_ptr(hist_dist_create());
	u64 stddev;

	hist_summary_init(&summary);
	EXPECT_EQ(hist_summary_min(&summary, &unsigned_stat), 0);
	EXPECT_EQ(hist_summary_max(&summary, &signed_stat), 0);
	EXPECT_EQ(hist_summary_avg(&summary, &unsigned_stat), 0);
	EXPECT(hist_summary_stddev(&summary, &stddev));
	EXPECT_EQ(stddev, 0);
	hist_dist_sort(dist, NULL);
	EXPECT_EQ(hist_dist_quantile(dist, &unsigned_stat, &summary, 5000), 0);
	EXPECT_EQ(hist_dist_groups(dist, &unsigned_stat, groups), 0);
	hist_dist_free(dist);
}
