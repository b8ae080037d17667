// SPDX-License-Identifier: GPL-2.0-only
/* The pool of buckets, compared with a table of counts. */

#include "fixture.h"

#define ELTS	20
#define IDS	300

static bool count(struct tracing_map *map, int elt, u32 id)
{
	bool counted;

	shim_atomic = true;
	counted = tracing_map_count(map, elt, id);
	shim_atomic = false;
	return counted;
}

static struct tracing_map_buckets *copy_buckets(const struct tracing_map *map)
{
	struct tracing_map_buckets *buckets = tracing_map_buckets_copy(map);

	if (IS_ERR(buckets)) {
		test_fail(__FILE__, __LINE__, "no copy: %ld", PTR_ERR(buckets));
		exit(1);
	}
	return buckets;
}

/* Each bucket of the copy is in @counts, once, and no other one is. */
static void check_copy(const struct tracing_map *map, u64 counts[ELTS][IDS],
		       u32 (*id_of)(unsigned int i))
{
	struct tracing_map_buckets *buckets = copy_buckets(map);
	unsigned int elt, i, k, n;

	for (elt = 0; elt < ELTS; elt++) {
		const struct tracing_map_bucket *list = tracing_map_buckets_of(buckets, elt, &n);
		unsigned int used = 0;

		for (i = 0; i < IDS; i++) {
			u64 found = 0;

			for (k = 0; k < n; k++)
				found += list[k].id == id_of(i) ? list[k].count : 0;
			EXPECT_EQ(found, counts[elt][i]);
			used += !!counts[elt][i];
		}
		EXPECT_EQ(n, used);
	}
	tracing_map_buckets_of(buckets, ELTS, &n);
	EXPECT_EQ(n, 0);
	tracing_map_buckets_of(buckets, 1000000, &n);
	EXPECT_EQ(n, 0);
	tracing_map_buckets_free(buckets);
}

/* Numbers over the whole range, 0 and the largest one included. */
static u32 spread_id(unsigned int i)
{
	return i * 65535 / (IDS - 1);
}

static void count_at_random(unsigned int cpus, unsigned int n_buckets, bool shared)
{
	struct tracing_map_config cfg = simple;
	static u64 counts[ELTS][IDS];
	struct tracing_map *map;
	u64 state = 3;
	unsigned int i;

	shim_nr_cpus = cpus;
	cfg.n_buckets = n_buckets;
	map = create(&cfg);
	EXPECT_EQ(!!map->pool->shared_sums, shared);
	for (i = 0; i < ELTS; i++)
		insert(map, 1000 + i);
	memset(counts, 0, sizeof(counts));
	check_copy(map, counts, spread_id);
	for (i = 0; i < 10000; i++) {
		unsigned int elt = test_random(&state) % ELTS, id = test_random(&state) % IDS;

		/* Some elements have no bucket. */
		if (elt % 5 == 2)
			continue;
		shim_cpu = i % cpus;
		EXPECT(count(map, elt, spread_id(id)));
		counts[elt][id]++;
	}
	shim_cpu = 0;
	check_copy(map, counts, spread_id);

	tracing_map_clear(map);
	memset(counts, 0, sizeof(counts));
	for (i = 0; i < ELTS; i++)
		insert(map, i);
	check_copy(map, counts, spread_id);
	EXPECT(count(map, 3, spread_id(7)));
	counts[3][7] = 1;
	check_copy(map, counts, spread_id);
	tracing_map_destroy(map);
}

TEST(buckets_are_grouped_by_element)
{
	count_at_random(4, 8192, false);
	count_at_random(64, 8192, false);
	count_at_random(64, 32768, true);
}

/* The pool holds as many buckets as configured. It refuses further ones, and counts the others. */
TEST(full_pool_refuses_new_buckets)
{
	struct tracing_map_config cfg = simple;
	struct tracing_map_buckets *buckets;
	struct tracing_map *map;
	unsigned int i, n, round;

	cfg.n_buckets = 256;
	map = create(&cfg);
	insert(map, 1);
	insert(map, 2);
	for (round = 0; round < 3; round++) {
		for (i = 0; i < 400; i++)
			EXPECT_EQ(count(map, i & 1, i), i < 256);
	}
	buckets = copy_buckets(map);
	for (i = 0; i < 2; i++) {
		const struct tracing_map_bucket *list = tracing_map_buckets_of(buckets, i, &n);

		EXPECT_EQ(n, 128);
		while (n--)
			EXPECT_EQ(list[n].count, 3);
	}
	/* The drops of the pool are not those of the map. */
	EXPECT_EQ(tracing_map_dropped(map), 0);
	tracing_map_buckets_free(buckets);
	tracing_map_destroy(map);
}

/* The copy does not have the buckets of an element that was inserted after it was taken. */
TEST(copy_outlives_the_map)
{
	struct tracing_map_config cfg = simple;
	struct tracing_map_buckets *buckets;
	const struct tracing_map_bucket *list;
	struct tracing_map *map;
	unsigned int n;

	cfg.n_buckets = 128;
	map = create(&cfg);
	count(map, insert(map, 1), 9);
	buckets = copy_buckets(map);
	count(map, insert(map, 2), 9);
	tracing_map_destroy(map);
	list = tracing_map_buckets_of(buckets, 0, &n);
	EXPECT_EQ(n, 1);
	EXPECT_EQ(list[0].id, 9);
	EXPECT_EQ(list[0].count, 1);
	tracing_map_buckets_of(buckets, 1, &n);
	EXPECT_EQ(n, 0);
	tracing_map_buckets_free(buckets);
}

TEST(failed_allocations_leak_nothing)
{
	struct tracing_map_config cfg = simple;
	unsigned long allocs = shim_allocs(), n;
	struct tracing_map_buckets *buckets;
	struct tracing_map *map;

	cfg.n_buckets = 128;
	cfg.n_maxima = 1;
	cfg.multi_word = true;
	for (n = 1;; n++) {
		shim_fail_nth(n);
		map = tracing_map_create(&cfg);
		if (!shim_failed())
			break;
		EXPECT_EQ(PTR_ERR(map), -ENOMEM);
		EXPECT_EQ(shim_allocs(), allocs);
	}
	EXPECT(n > 10);
	count(map, insert(map, 1), 1);
	allocs = shim_allocs();
	for (n = 1;; n++) {
		shim_fail_nth(n);
		buckets = tracing_map_buckets_copy(map);
		if (!shim_failed())
			break;
		EXPECT_EQ(PTR_ERR(buckets), -ENOMEM);
		EXPECT_EQ(shim_allocs(), allocs);
	}
	/* The copy, two arrays of it, and the counts. */
	EXPECT_EQ(n - 1, 4);
	EXPECT_EQ(shim_loudest(), 0);
	tracing_map_buckets_free(buckets);
	tracing_map_destroy(map);
}

/* A count is interrupted at each step by another count. */
static struct {
	struct tracing_map *map;
	u32 id;
	unsigned long at, now;
	bool done;
} irq;

static void count_in_interrupt(void)
{
	if (++irq.now != irq.at)
		return;
	shim_step_hook = NULL;
	EXPECT(tracing_map_count(irq.map, 0, irq.id));
	irq.done = true;
}

TEST(nested_counts_are_exact)
{
	struct tracing_map_config cfg = simple;
	struct tracing_map_buckets *buckets;
	const struct tracing_map_bucket *list;
	unsigned int i, n;

	cfg.n_buckets = 128;
	irq.map = create(&cfg);
	for (irq.id = 5; irq.id <= 6; irq.id++) {
		for (irq.at = 1, irq.done = true; irq.done; irq.at++) {
			u64 total = 0;

			tracing_map_clear(irq.map);
			insert(irq.map, 1);
			irq.now = 0;
			irq.done = false;
			shim_step_hook = count_in_interrupt;
			EXPECT(tracing_map_count(irq.map, 0, 5));
			shim_step_hook = NULL;
			buckets = copy_buckets(irq.map);
			list = tracing_map_buckets_of(buckets, 0, &n);
			EXPECT_EQ(n, irq.done && irq.id == 6 ? 2 : 1);
			for (i = 0; i < n; i++)
				total += list[i].count;
			EXPECT_EQ(total, 1 + irq.done);
			tracing_map_buckets_free(buckets);
		}
		EXPECT(irq.at > 10);
	}
	tracing_map_destroy(irq.map);
}

/* An interrupt of a copy inserts an element and counts in a bucket of it. */
static void insert_and_count_in_interrupt(void)
{
	u64 key = 2;

	if (++irq.now != irq.at)
		return;
	shim_step_hook = NULL;
	EXPECT(tracing_map_count(irq.map, tracing_map_insert(irq.map, &key), irq.id));
	irq.done = true;
}

/*
 * Count twice in the same bucket, the second time in an interrupt of the first: at some steps both
 * counts take a new element of the pool. Then one element remains for the next bucket.
 */
static bool leave_an_element(unsigned long at)
{
	irq.at = at;
	irq.now = 0;
	shim_step_hook = count_in_interrupt;
	EXPECT(tracing_map_count(irq.map, 0, irq.id));
	shim_step_hook = NULL;
	return tracing_map_n_allocated(irq.map->pool) == 2;
}

/* A copy has all buckets from before the call. It may lack an element that is newer. */
TEST(copy_is_interrupted_by_a_new_element)
{
	struct tracing_map_config cfg = simple;
	struct tracing_map_buckets *buckets;
	const struct tracing_map_bucket *list;
	unsigned long left_at = 0;
	unsigned int n;

	cfg.n_buckets = 128;
	irq.map = create(&cfg);
	irq.id = 5;
	do {
		tracing_map_clear(irq.map);
		insert(irq.map, 1);
	} while (!leave_an_element(++left_at) && left_at < 25);
	EXPECT(left_at < 25);
	for (irq.at = 1, irq.done = true; irq.done; irq.at++) {
		unsigned long at = irq.at;

		tracing_map_clear(irq.map);
		insert(irq.map, 1);
		EXPECT(leave_an_element(left_at));
		irq.at = at;
		irq.now = 0;
		irq.done = false;
		shim_step_hook = insert_and_count_in_interrupt;
		buckets = copy_buckets(irq.map);
		shim_step_hook = NULL;
		list = tracing_map_buckets_of(buckets, 0, &n);
		EXPECT_EQ(n, 1);
		EXPECT_EQ(list[0].count, 2);
		list = tracing_map_buckets_of(buckets, 1, &n);
		EXPECT(n <= irq.done);
		EXPECT(!n || list[0].count == 1);
		tracing_map_buckets_free(buckets);
	}
	EXPECT(irq.at > 3);
	tracing_map_destroy(irq.map);
}
