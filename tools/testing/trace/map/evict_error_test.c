// SPDX-License-Identifier: GPL-2.0-only
/*
 * Errors of a map that evicts keys: the truth of each key is in [sum 0, sum 0 + error].
 * evict_model_test.c compares the exact errors with a model.
 */

#include <pthread.h>
#include <semaphore.h>

#include "evict_fixture.h"
#include "tracing_map_usage.h"

/* A row with few hits and a large error stays: its key may have many in the other element. */
TEST(error_counts_as_hits_of_a_victim)
{
	struct tracing_map *map = create(&evicting);

	hit_keys(map, 0, SIZE, 10);
	hit_keys(map, 1000, 1001, 30);
	EXPECT_EQ(bound_of(map, 1000), 30);
	run_eviction(map, NULL);
	EXPECT(hit(map, 1000) > 0);
	EXPECT(bound_of(map, 1000) >= 30);
	hit_keys(map, 2000, 2000 + SIZE - TO - 1, 1);
	EXPECT_EQ(tracing_map_n_keys(map), SIZE);
	run_eviction(map, NULL);
	EXPECT(find_row(map, 1000) > 0);
	EXPECT_EQ(tracing_map_sum(map, find_row(map, 1000), 0), 1);
	EXPECT(error_of(map, 1000) >= 30);
	tracing_map_destroy(map);
}

/* A map has as many classes as rows, but at most 4,096. */
TEST(classes_are_selected_by_the_upper_bits_of_the_hash)
{
	const unsigned int sizes[][2] = { { 128, 7 }, { 4096, 12 }, { 8192, 12 } };
	struct tracing_map_config cfg = evicting;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		unsigned int shift = 64 - sizes[i][1];
		struct tracing_map *map;
		u64 key;

		cfg.size = sizes[i][0];
		map = create(&cfg);
		hit_keys(map, 0, cfg.size, 1);
		hit_keys(map, 1000000, 1000001, 7);
		for (key = 0; key < 3 * cfg.size; key++) {
			bool is_same = hash_of(map, key) >> shift == hash_of(map, 1000000) >> shift;

			EXPECT_EQ(bound_of(map, key), is_same ? 7 : 0);
		}
		tracing_map_destroy(map);
	}
}

/* Counts and errors near 2^64 saturate: they do not wrap to small ones. */
TEST(large_counts_are_never_small)
{
	struct tracing_map *map = create(&evicting);
	int elt;

	hit_keys(map, 0, SIZE, 1);
	elt = find_row(map, 0);
	tracing_map_add(map, elt, 0, U64_MAX - 1);
	elt = find_row(map, 1);
	tracing_map_add(map, elt, 0, U64_MAX - 2);
	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	EXPECT(find_row(map, 0) > 0);
	EXPECT(find_row(map, 1) > 0);
	EXPECT_EQ(tracing_map_sum(map, find_row(map, 0), 0), U64_MAX);

	/* The error of a new key of a class whose bound is large, and the rank of its row */
	tracing_map_bound_of_hash(map->keys->evict, hash_of(map, 5000))->evicted = U64_MAX - 5;
	hit_keys(map, 5000, 5001, 3);
	EXPECT_EQ(error_of(map, 5000), U64_MAX - 5);
	atomic64_add(100, &tracing_map_bound_of_hash(map->keys->evict,
						     hash_of(map, 5000))->direct);
	EXPECT_EQ(error_of(map, 5000), U64_MAX - 1);
	hit_keys(map, 1000, 1000 + SIZE - TO - 1, 1);
	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	EXPECT(find_row(map, 5000) > 0);
	EXPECT_EQ(error_of(map, 5000), U64_MAX - 1);
	EXPECT_EQ(tracing_map_add_limited(U64_MAX, 0), U64_MAX - 1);
	EXPECT_EQ(tracing_map_add_limited(U64_MAX - 5, 3), U64_MAX - 2);
	EXPECT_EQ(tracing_map_add_limited(U64_MAX - 5, 5), U64_MAX - 1);
	EXPECT_EQ(tracing_map_add_limited(U64_MAX, U64_MAX), U64_MAX - 1);
	tracing_map_destroy(map);
}

/* Only rows are victims, also if all of them have large counts. */
TEST(rows_with_large_counts_are_evicted)
{
	struct tracing_map *map = create(&evicting);
	u64 key;

	hit_keys(map, 0, SIZE, 1);
	for (key = 0; key < SIZE; key++)
		tracing_map_add(map, find_row(map, key), 0, U64_MAX - 1000 - key);
	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	EXPECT_EQ(tracing_map_n_keys(map), TO);
	for (key = 0; key < SIZE; key++)
		EXPECT_EQ(find_row(map, key) >= 0, key < TO);
	tracing_map_destroy(map);
}

/* Ranks are compared as a whole, not by some of their digits. */
TEST(ranks_of_all_sizes_are_ordered)
{
	struct tracing_map *map = create(&evicting);
	u64 key, state = 11, ranks[SIZE];
	unsigned int below;
	u64 other;

	hit_keys(map, 0, SIZE, 1);
	for (key = 0; key < SIZE; key++) {
		ranks[key] = test_random(&state) >> test_random(&state) % 64;
		tracing_map_add(map, find_row(map, key), 0, ranks[key] - 1);
		ranks[key] = min(ranks[key], U64_MAX - 1);
	}
	run_eviction(map, NULL);
	for (key = 0; key < SIZE; key++) {
		for (below = 0, other = 0; other < SIZE; other++)
			below += ranks[other] < ranks[key] ||
				 (ranks[other] == ranks[key] && other < key);
		EXPECT_EQ(find_row(map, key) < 0, below < SIZE - TO);
	}
	tracing_map_destroy(map);
}

static struct {
	struct tracing_map_eviction *eviction;
	unsigned int step, stop;
} exchange;

static void choose_at_step(void)
{
	if (++exchange.step != exchange.stop)
		return;
	shim_atomic = false;
	shim_step_hook = NULL;
	EXPECT(tracing_map_evict_choose(exchange.eviction));
	shim_atomic = true;
}

/*
 * An insert without context slot has only the search before it. The tables are exchanged during
 * this search, so it may miss a key that stays in the map. The key must be found nevertheless: its
 * error does not have later events.
 */
TEST(nested_insert_finds_its_key_during_an_exchange_of_tables)
{
	unsigned int stop;
	u64 key;

	for (key = 0; key < SIZE; key++) {
		for (stop = 1; stop < 6; stop++) {
			struct tracing_map *map = create(&evicting);
			int elt, row;

			hit_keys(map, 0, SIZE, 1);
			hit(map, key);
			exchange.eviction = begin(map);
			exchange.step = 0;
			exchange.stop = stop;
			this_cpu_ptr(map->keys->context)->depth = TRACING_MAP_CONTEXT_SLOTS;
			shim_step_hook = choose_at_step;
			elt = insert(map, key);
			shim_step_hook = NULL;
			this_cpu_ptr(map->keys->context)->depth = 0;
			row = find_row(map, key);
			EXPECT(row > 0);
			EXPECT_EQ(elt, row);
			tracing_map_evict_finish(exchange.eviction, NULL);
			tracing_map_destroy(map);
		}
	}
}

/* Rank of a key from a uniform number: about harmonic over @n keys, as in a Zipf stream. */
static u64 zipf(u64 *state, double n)
{
	double u = (double)(test_random(state) >> 11) / (1ULL << 53);

	return __builtin_exp(u * __builtin_log(n + 1)) - 1;
}

#define ZIPF_KEYS	1000000
#define ZIPF_SIZE	4096
#define ZIPF_EVENTS	700000

/*
 * A stream of events, and the truth.
 * @truth: events of each key
 * @class_events: events of all keys of each class
 */
static struct {
	struct tracing_map *map;
	u32 truth[ZIPF_KEYS + 1];
	u64 class_events[ZIPF_SIZE];
	u64 events;
} zipf_stream;

static u64 *class_events_of(u64 key)
{
	return &zipf_stream.class_events[hash_of(zipf_stream.map, key) >> 52];
}

static void fire_zipf(u64 key)
{
	zipf_stream.truth[key]++;
	zipf_stream.events++;
	(*class_events_of(key))++;
	hit(zipf_stream.map, key);
}

/* Compare all rows and the row { other } with the truth. Return: the largest error. */
static u64 check_zipf_rows(u64 *in_rows)
{
	struct tracing_map_snapshot *snap = snapshot(zipf_stream.map, NULL, 0);
	u64 total = 0, largest = 0;
	unsigned int i;

	memset(in_rows, 0, ZIPF_SIZE * sizeof(*in_rows));
	for (i = 0; i < snap->n_rows; i++) {
		u64 key = tracing_map_row_key(snap, i)[0], hits = tracing_map_row_sum(snap, i, 0);
		u64 truth = zipf_stream.truth[key], error = tracing_map_row_error(snap, i);

		if (hits > truth || truth > hits + error)
			test_fail(__FILE__, __LINE__, "key %llu: %llu is not in [%llu, %llu]", key,
				  truth, hits, hits + error);
		total += hits;
		in_rows[hash_of(zipf_stream.map, key) >> 52] += hits;
		largest = max(largest, error);
	}
	EXPECT(snap->has_other);
	EXPECT_EQ(total + tracing_map_row_sum(snap, i, 0), zipf_stream.events);
	EXPECT_EQ(snap->dropped, 0);
	tracing_map_snapshot_free(snap);
	return largest;
}

/*
 * A bound rises by one for an event of its class that goes to the other element, and at an eviction
 * at most by the hits of one victim of the class, which go there as well. So no bound exceeds the
 * events of its class in the other element, and no error exceeds the bound.
 */
static u64 check_zipf(void)
{
	u64 in_rows[ZIPF_SIZE], largest = check_zipf_rows(in_rows), key;

	for (key = 0; key <= ZIPF_KEYS; key++) {
		u64 in_other = *class_events_of(key) - in_rows[hash_of(zipf_stream.map, key) >> 52];
		u64 bound = bound_of(zipf_stream.map, key);
		int elt = find_row(zipf_stream.map, key);

		EXPECT(bound <= in_other);
		if (elt < 0)
			EXPECT(zipf_stream.truth[key] <= bound);
		else
			EXPECT(tracing_map_evict_error(zipf_stream.map, elt) <= bound);
	}
	return largest;
}

/*
 * A million keys in 4,096 rows. The work runs @delay events after it was queued, so the table is
 * sometimes full.
 */
static void run_zipf(unsigned int delay)
{
	struct tracing_map_config cfg = evicting;
	u64 state = 1, largest, in_rows[ZIPF_SIZE];
	unsigned int wait = 0, n = 0;

	cfg.size = ZIPF_SIZE;
	memset(&zipf_stream, 0, sizeof(zipf_stream));
	zipf_stream.map = create(&cfg);
	while (zipf_stream.events < ZIPF_EVENTS) {
		fire_zipf(zipf(&state, ZIPF_KEYS));
		if (!tracing_map_evict_wanted(zipf_stream.map) || wait++ < delay)
			continue;
		run_work();
		run_eviction(zipf_stream.map, NULL);
		tracing_map_evict_rearm(zipf_stream.map);
		wait = 0;
		if (++n % 16 == 0)
			check_zipf_rows(in_rows);
	}
	largest = check_zipf();
	EXPECT(n > 100);
	EXPECT(largest > 0);
	printf("# delay %u: %u evictions, largest error %llu of %llu events\n", delay, n, largest,
	       zipf_stream.events);
	tracing_map_destroy(zipf_stream.map);
}

TEST(bounds_hold_on_a_zipf_stream)
{
	run_zipf(0);
	run_zipf(100);
	run_zipf(3000);
}

/*
 * Two inserts of a new key. The first one begins before the map is closed, and has allocated its
 * element when the map is closed. The second one, on another CPU, begins after that, so the grace
 * period does not wait for it. It stops at its step @stop, until the first one has ended. It goes
 * on to its next step at step @choose_stop of tracing_map_evict_choose(), and to its end after
 * that.
 */
static struct {
	struct tracing_map *map;
	struct tracing_map_eviction *eviction;
	pthread_t thread;
	unsigned int stop, choose_stop, choose_step;
	sem_t stopped, go_on;
	u64 key;
} late;

static __thread unsigned int late_step;

static void stop_late_insert(void)
{
	late_step++;
	if (late_step == late.stop || late_step == late.stop + 1) {
		sem_post(&late.stopped);
		sem_wait(&late.go_on);
	}
}

static void *insert_late(void *unused)
{
	int elt;

	shim_cpu = 1;
	shim_step_hook = stop_late_insert;
	elt = insert(late.map, late.key);
	while (late_step < late.stop + 1)
		stop_late_insert();
	shim_step_hook = NULL;
	count_value(late.map, elt, 1);
	return NULL;
}

static void continue_late_insert(void)
{
	sem_post(&late.go_on);
	sem_wait(&late.stopped);
}

static void close_when_element_is_allocated(void)
{
	if (late.eviction || !per_cpu_ptr(late.map->keys->context, 0)->slots[0])
		return;
	shim_step_hook = NULL;
	shim_atomic = false;
	late.eviction = begin(late.map);
	pthread_create(&late.thread, NULL, insert_late, NULL);
	sem_wait(&late.stopped);
	shim_atomic = true;
}

static void continue_at_step_of_choose(void)
{
	if (++late.choose_step == late.choose_stop)
		continue_late_insert();
}

/* Return a key that shares its class with no key from 0 to AT - 2. */
static u64 key_of_free_class(const struct tracing_map *map)
{
	bool is_used[128] = {};
	u64 key;

	for (key = 0; key < AT - 1; key++)
		is_used[hash_of(map, key) >> 57] = true;
	while (is_used[hash_of(map, key) >> 57])
		key++;
	return key;
}

/* Other keys have @hits hits: with two, the late key is a victim. */
static void race_two_inserts(unsigned int stop, unsigned int choose_stop, unsigned int hits)
{
	bool is_chosen;
	u64 sum, error;
	int elt;

	late.map = create(&evicting);
	hit_keys(late.map, 0, AT - 1, hits);
	late.key = key_of_free_class(late.map);
	late.stop = stop;
	late.choose_stop = choose_stop;
	late.choose_step = 0;
	late.eviction = NULL;
	shim_step_hook = close_when_element_is_allocated;
	elt = insert(late.map, late.key);
	EXPECT(elt > 0);
	count_value(late.map, elt, 1);

	shim_step_hook = continue_at_step_of_choose;
	is_chosen = tracing_map_evict_choose(late.eviction);
	shim_step_hook = NULL;
	EXPECT(is_chosen);
	if (late.choose_step < late.choose_stop)
		continue_late_insert();
	sem_post(&late.go_on);
	pthread_join(late.thread, NULL);
	tracing_map_evict_confirm(late.eviction);
	tracing_map_evict_finish(late.eviction, NULL);
	elt = hit(late.map, late.key);
	EXPECT(elt > 0);
	sum = tracing_map_sum(late.map, elt, 0);
	error = tracing_map_evict_error(late.map, elt);
	if (sum > 3 || sum + error < 3)
		test_fail(__FILE__, __LINE__, "stops %u and %u: 3 is not in [%llu, %llu]", stop,
			  choose_stop, sum, sum + error);
	tracing_map_destroy(late.map);
}

TEST(insert_during_the_first_grace_period_is_part_of_the_error)
{
	unsigned int stop, choose_stop;

	sem_init(&late.stopped, 0, 0);
	sem_init(&late.go_on, 0, 0);
	for (stop = 1; stop < 25; stop++) {
		for (choose_stop = 1; choose_stop < 3000; choose_stop += 60) {
			race_two_inserts(stop, choose_stop, 1);
			race_two_inserts(stop, choose_stop, 2);
		}
	}
}
