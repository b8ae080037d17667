// SPDX-License-Identifier: GPL-2.0-only
/*
 * Statistics with several threads, each on its own CPU, and a reader, under the thread sanitizer.
 */

#include "race.h"

#define THREADS	4
#define MIN_ADDS	30000
#define MAX_ADDS	(100 * MIN_ADDS)

static struct {
	struct tracing_map *map;
	int elt[ROWS];
	bool done, is_read_enough;
	pthread_barrier_t start;
} race;

static void fire_event(u64 random)
{
	unsigned int row = random % ROWS;

	count_value(race.map, race.elt[row], row);
}

static bool is_enough(unsigned int n)
{
	return n >= MIN_ADDS && __atomic_load_n(&race.is_read_enough, __ATOMIC_RELAXED);
}

static void *add_many(void *arg)
{
	struct race_writer *writer = arg;
	unsigned int i;

	pthread_barrier_wait(&race.start);
	begin_writing(writer);
	for (i = 0; !is_enough(i) && i < MAX_ADDS; i++)
		fire_event(test_random(&writer->state));
	end_writing();
	return NULL;
}

/* The squares of the last row overflow; the caller does not use them. */
static u128 read_squares(const u64 *words)
{
	return (u128)words[3] + ((u128)words[4] << 44) + ((u128)words[5] << 88);
}

static unsigned int find_row(int elt)
{
	unsigned int row = 0;

	while (race.elt[row] != elt)
		row++;
	return row;
}

/* Return: number of rows that were not torn. */
static unsigned int check_rows(const struct tracing_map_snapshot *snap)
{
	unsigned int i, whole = 0;

	for (i = 0; i < snap->n_rows; i++) {
		const u64 *words = tracing_map_row_sums(snap, i);
		unsigned int row = find_row(tracing_map_row_elt(snap, i));
		u64 val = values[row];

		if (tracing_map_row_torn(snap, i))
			continue;
		whole++;
		EXPECT(read_sum(words) % val == 0);
		if (row < SQUARE_ROWS)
			EXPECT(read_squares(words) % ((u128)val * val) == 0);
		EXPECT(!words[8] || words[8] == val);
		EXPECT(!words[7] || words[7] == ~val);
	}
	return whole;
}

static void read_meanwhile(void)
{
	unsigned int whole = 0, reads;

	for (reads = 0; !__atomic_load_n(&race.done, __ATOMIC_ACQUIRE); reads++) {
		struct tracing_map_snapshot *snap =
			check_ptr(tracing_map_snapshot(race.map, NULL, 0));

		whole += check_rows(snap);
		tracing_map_snapshot_free(snap);
		/* While the writers run, more than one of the rows is not torn, on average. */
		if (reads > 3 && whole > reads)
			__atomic_store_n(&race.is_read_enough, true, __ATOMIC_RELAXED);
	}
	EXPECT(race.is_read_enough);
}

static void check_result(const struct race_writer *writers)
{
	struct tracing_map_snapshot *snap = check_ptr(tracing_map_snapshot(race.map, NULL, 0));
	struct tracing_map_buckets *buckets = check_ptr(tracing_map_buckets_copy(race.map));
	unsigned int i, t, n;

	EXPECT_EQ(check_rows(snap), ROWS);
	for (i = 0; i < ROWS; i++) {
		const u64 *words = tracing_map_row_sums(snap, i);
		const struct tracing_map_bucket *list =
			tracing_map_buckets_of(buckets, tracing_map_row_elt(snap, i), &n);
		unsigned int row = find_row(tracing_map_row_elt(snap, i));
		u64 total = 0;

		for (t = 0; t < THREADS; t++)
			total += writers[t].fired[row];
		EXPECT_EQ(words[0], total);
		EXPECT(read_sum(words) == (u128)values[row] * total);
		if (row < SQUARE_ROWS)
			EXPECT(read_squares(words) == (u128)values[row] * values[row] * total);
		EXPECT_EQ(words[8], values[row]);
		EXPECT_EQ(n, 1);
		EXPECT_EQ(list[0].count + words[6], total);
	}
	tracing_map_buckets_free(buckets);
	tracing_map_snapshot_free(snap);
}

static void *wait_for_writers(void *arg)
{
	struct race_writer *writers = arg;
	unsigned int i;

	for (i = 0; i < THREADS; i++)
		pthread_create(&writers[i].thread, NULL, add_many, &writers[i]);
	for (i = 0; i < THREADS; i++)
		pthread_join(writers[i].thread, NULL);
	__atomic_store_n(&race.done, true, __ATOMIC_RELEASE);
	return NULL;
}

static void run_race(unsigned int cpus, unsigned int size, unsigned int n_sums, bool shared)
{
	const struct tracing_map_config cfg = {
		.size = size, .key_size = 8, .n_sums = n_sums, .n_maxima = 2, .multi_word = true,
		.n_buckets = 128,
	};
	struct race_writer writers[THREADS] = {};
	pthread_t waiter;
	unsigned int i;

	shim_nr_cpus = cpus;
	race.done = false;
	race.is_read_enough = false;
	race.map = check_ptr(tracing_map_create(&cfg));
	EXPECT_EQ(!!race.map->shared_sums, shared);
	for (i = 0; i < ROWS; i++)
		race.elt[i] = insert_row(race.map, i);
	for (i = 0; i < THREADS; i++)
		writers[i].cpu = i * (cpus / THREADS);
	pthread_barrier_init(&race.start, NULL, THREADS);
	pthread_create(&waiter, NULL, wait_for_writers, writers);
	read_meanwhile();
	pthread_join(waiter, NULL);
	pthread_barrier_destroy(&race.start);
	check_result(writers);
	tracing_map_destroy(race.map);
}

TEST(own_copies_are_never_torn)
{
	run_race(4, 128, 7, false);
}

/* All threads add to the same copy, or two threads to each of two. */
TEST(shared_copies_are_never_torn)
{
	run_race(64, 2048, 7, true);
}
