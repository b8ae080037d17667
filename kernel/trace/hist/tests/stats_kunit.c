// SPDX-License-Identifier: GPL-2.0
/*
 * Test statistics in a running kernel, with its arithmetic and on all CPUs. The unit tests in
 * tools/testing/trace/stats/ cover the same functions with simulated interrupts and random values.
 *
 * Context: the tests run in process context and disable preemption around per-event functions.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/preempt.h>
#include <linux/smp.h>

#include "../stats/dist.h"

KUNIT_DEFINE_ACTION_WRAPPER(destroy_map, tracing_map_destroy, struct tracing_map *);
KUNIT_DEFINE_ACTION_WRAPPER(free_snapshot, tracing_map_snapshot_free,
			    struct tracing_map_snapshot *);
KUNIT_DEFINE_ACTION_WRAPPER(free_buckets, tracing_map_buckets_free, struct tracing_map_buckets *);
KUNIT_DEFINE_ACTION_WRAPPER(free_dist, hist_dist_free, struct hist_dist *);

/* The buckets are contiguous from @lowest to @highest, and each has its own ends. */
static void check_buckets(struct kunit *test, bool is_signed, u32 lowest, u32 highest)
{
	u64 next = is_signed ? (u64)S64_MIN : 0;
	u32 id;

	for (id = lowest; id <= highest; id++) {
		u64 first = hist_bucket_first(id, is_signed);
		u64 last = hist_bucket_last(id, is_signed);

		KUNIT_ASSERT_EQ(test, first, next);
		KUNIT_ASSERT_EQ(test, hist_bucket_of(first, is_signed), id);
		KUNIT_ASSERT_EQ(test, hist_bucket_of(last, is_signed), id);
		next = last + 1;
	}
	KUNIT_EXPECT_EQ(test, next, is_signed ? (u64)S64_MIN : 0);
}

static void test_buckets(struct kunit *test)
{
	check_buckets(test, false, 0, 1919);
	check_buckets(test, true, 32, 3807);
}

/* Values @first, @first + @step and so on. The results were computed by hand. */
struct stat_case {
	const char *name;
	bool is_signed;
	/* The sums exceed the budget for one copy per CPU, if there are two or more CPUs. */
	bool shared;
	u64 first, step;
	unsigned int n;
	u64 min, max, avg, stddev;
	bool overflow;
	u64 p50, p99;
};

static const struct stat_case stat_cases[] = {
	{ "1..1000", .first = 1, .step = 1, .n = 1000, .min = 1, .max = 1000, .avg = 500,
	  .stddev = 288, .p50 = 503, .p99 = 991 },
	{ "1..1000, shared", .shared = true, .first = 1, .step = 1, .n = 1000, .min = 1,
	  .max = 1000, .avg = 500, .stddev = 288, .p50 = 503, .p99 = 991 },
	{ "-500..499", .is_signed = true, .first = -500, .step = 1, .n = 1000, .min = -500,
	  .max = 499, .avg = 0, .stddev = 288, .p50 = -1, .p99 = 495 },
	{ "-1..-1000", .is_signed = true, .first = -1, .step = -1, .n = 1000, .min = -1000,
	  .max = -1, .avg = -500, .stddev = 288, .p50 = -496, .p99 = -11 },
	{ "2^63 three times", .first = BIT_ULL(63), .n = 3, .min = BIT_ULL(63),
	  .max = BIT_ULL(63), .avg = BIT_ULL(63), .p50 = BIT_ULL(63), .p99 = BIT_ULL(63) },
	{ "2^64-1 twice", .first = U64_MAX, .n = 2, .min = U64_MAX, .max = U64_MAX,
	  .avg = U64_MAX, .overflow = true, .p50 = U64_MAX, .p99 = U64_MAX },
	{ "smallest s64", .is_signed = true, .first = S64_MIN, .n = 2, .min = S64_MIN,
	  .max = S64_MIN, .avg = S64_MIN, .p50 = S64_MIN, .p99 = S64_MIN },
	{ "large value", .shared = true, .first = 1000000000000000003, .n = 10,
	  .min = 1000000000000000003, .max = 1000000000000000003, .avg = 1000000000000000003,
	  .p50 = 1000000000000000003, .p99 = 1000000000000000003 },
};

KUNIT_ARRAY_PARAM_DESC(stat, stat_cases, name);

/* Argument of add_on_cpu(). */
struct adder {
	const struct stat_case *c;
	const struct hist_stat *stat;
	struct tracing_map *map;
	int elt;
	unsigned int next;
};

/* Add the next value on one CPU, in an interrupt or with preemption off. */
static void add_on_cpu(void *arg)
{
	struct adder *a = arg;

	tracing_map_add(a->map, a->elt, 0, 1);
	hist_stat_add(a->stat, a->map, a->elt, tracing_map_own_words(a->map, a->elt),
		      a->c->first + a->next++ * a->c->step);
}

static void add_values(struct kunit *test, struct adder *a)
{
	const u64 key = 1;
	int cpu = -1;

	preempt_disable();
	a->elt = tracing_map_insert(a->map, &key);
	preempt_enable();
	KUNIT_ASSERT_EQ(test, a->elt, 0);

	while (a->next < a->c->n) {
		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
		KUNIT_ASSERT_EQ(test, smp_call_function_single(cpu, add_on_cpu, a, true), 0);
	}
}

static void check_row(struct kunit *test, const struct adder *a)
{
	struct tracing_map_snapshot *snap = tracing_map_snapshot(a->map, NULL, 0);
	struct tracing_map_buckets *buckets = tracing_map_buckets_copy(a->map);
	const struct stat_case *c = a->c;
	const struct tracing_map_bucket *list;
	struct hist_summary summary;
	struct hist_dist *dist = hist_dist_create();
	unsigned int n;
	u64 stddev = 0;

	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_snapshot, snap), 0);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_buckets, buckets), 0);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_dist, dist), 0);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, snap);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, buckets);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, dist);

	KUNIT_ASSERT_EQ(test, snap->n_rows, 1);
	KUNIT_EXPECT_FALSE(test, tracing_map_row_torn(snap, 0));
	hist_summary_of_row(&summary, a->stat, tracing_map_row_sums(snap, 0),
			    tracing_map_row_sum(snap, 0, 0));
	list = tracing_map_buckets_of(buckets, a->elt, &n);
	hist_dist_add(dist, a->stat, list, n);
	hist_dist_sort(dist, NULL);

	KUNIT_EXPECT_EQ(test, summary.n, c->n);
	KUNIT_EXPECT_EQ(test, summary.lost, 0);
	KUNIT_EXPECT_EQ(test, hist_summary_min(&summary, a->stat), c->min);
	KUNIT_EXPECT_EQ(test, hist_summary_max(&summary, a->stat), c->max);
	KUNIT_EXPECT_EQ(test, hist_summary_avg(&summary, a->stat), c->avg);
	KUNIT_EXPECT_EQ(test, hist_summary_stddev(&summary, &stddev), !c->overflow);
	KUNIT_EXPECT_EQ(test, stddev, c->stddev);
	KUNIT_EXPECT_EQ(test, hist_dist_quantile(dist, a->stat, &summary, 5000), c->p50);
	KUNIT_EXPECT_EQ(test, hist_dist_quantile(dist, a->stat, &summary, 9900), c->p99);
}

static void test_stat(struct kunit *test)
{
	const struct stat_case *c = test->param_value;
	const struct tracing_map_config cfg = {
		.size = c->shared ? 131072 : 128, .key_size = 8, .n_sums = 7, .n_maxima = 2,
		.multi_word = true, .n_buckets = 1024,
	};
	const struct hist_stat stat = {
		.flags = HIST_STAT_MIN | HIST_STAT_MAX | HIST_STAT_SUM | HIST_STAT_SQUARES |
			 HIST_STAT_BUCKETS,
		.is_signed = c->is_signed, .sign_bit = (u64)c->is_signed << 63, .index = 5,
		.sum_word = 1, .lost_word = 6, .min_word = 7, .max_word = 8,
	};
	struct adder a = { .c = c, .stat = &stat, .map = tracing_map_create(&cfg) };

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, a.map);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, destroy_map, a.map), 0);
	add_values(test, &a);
	check_row(test, &a);
}

static struct kunit_case hist_stats_cases[] = {
	KUNIT_CASE(test_buckets),
	KUNIT_CASE_PARAM(test_stat, stat_gen_params),
	{}
};

static struct kunit_suite hist_stats_suite = {
	.name = "hist_stats",
	.test_cases = hist_stats_cases,
};

kunit_test_suite(hist_stats_suite);
