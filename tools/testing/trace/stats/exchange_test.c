// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intervals with several threads, under the thread sanitizer: writers on CPUs of their own, with
 * nested events, and two readers that take intervals as fast as they can. Each event must be in
 * exactly one interval, as a whole.
 */

#include "race.h"
#include "tracing_map_interval.h"

#define WRITERS	3
#define READERS	2
#define ADDS	30000
#define WORDS	9

/*
 * @map: published half, as &hist_runtime.map
 * @n_running: events that each CPU has begun and ended; odd while it runs one with preemption off
 * @lock: serializes exchanges and readers of the map, as event_mutex
 * @pending: intervals that a reader gave back; protected by @lock
 */
static struct {
	struct tracing_map *map;
	unsigned long n_running[WRITERS];
	pthread_mutex_t lock;
	struct tracing_map_counts *pending;
	int elt[ROWS];
	bool done;
} race;

/* An event reads the pointer once, also if it interrupts another event. */
static void fire_event(u64 random)
{
	struct tracing_map *map = __atomic_load_n(&race.map, __ATOMIC_ACQUIRE);
	unsigned int row = random % ROWS;

	count_value(map, race.elt[row], row);
}

static void *write_events(void *arg)
{
	struct race_writer *writer = arg;
	unsigned long *n_running = &race.n_running[writer->cpu];
	unsigned int i;

	begin_writing(writer);
	for (i = 0; i < ADDS; i++) {
		__atomic_fetch_add(n_running, 1, __ATOMIC_SEQ_CST);
		fire_event(test_random(&writer->state));
		__atomic_fetch_add(n_running, 1, __ATOMIC_SEQ_CST);
	}
	end_writing();
	return NULL;
}

/* Wait until each CPU has left the event, if any, that it was running at the call. */
static void wait_for_grace_period(void)
{
	unsigned int i;

	for (i = 0; i < WRITERS; i++) {
		unsigned long n = __atomic_load_n(&race.n_running[i], __ATOMIC_SEQ_CST);

		while (n % 2 && __atomic_load_n(&race.n_running[i], __ATOMIC_SEQ_CST) == n)
			sched_yield();
	}
}

static struct tracing_map_counts *take_interval(void)
{
	struct tracing_map *old = race.map, *spare = check_ptr(tracing_map_spare(old));
	struct tracing_map_counts *counts;

	__atomic_store_n(&race.map, spare, __ATOMIC_SEQ_CST);
	wait_for_grace_period();
	counts = check_ptr(tracing_map_drain(old, race.pending));
	tracing_map_counts_free(race.pending);
	race.pending = NULL;
	return counts;
}

/* An event was counted as a whole: all words of a row, and its buckets, have the same events. */
static void check_interval(const struct tracing_map_counts *counts)
{
	u64 n_buckets = 0, n = 0;
	unsigned int row, i;

	for (row = 0; row < ROWS; row++) {
		const u64 *words = tracing_map_counts_words(counts, WORDS, race.elt[row]);

		if (!words)
			continue;
		n += words[0];
		EXPECT(read_sum(words) == (u128)words[0] * values[row]);
		EXPECT_EQ(words[8], words[0] ? values[row] : 0);
		n_buckets += words[6];
	}
	for (i = 0; i < counts->buckets->n_elts; i++)
		n_buckets += counts->buckets->words[i];
	EXPECT_EQ(n_buckets, n);
}

static void add_up(unsigned long *taken, const struct tracing_map_counts *counts)
{
	unsigned int row;

	for (row = 0; row < ROWS; row++) {
		const u64 *words = tracing_map_counts_words(counts, WORDS, race.elt[row]);

		taken[row] += words ? words[0] : 0;
	}
}

static void *read_intervals(void *arg)
{
	unsigned long *taken = arg;
	u64 state = taken[0] + 77;

	memset(taken, 0, ROWS * sizeof(*taken));
	while (!__atomic_load_n(&race.done, __ATOMIC_ACQUIRE)) {
		struct tracing_map_counts *counts;

		pthread_mutex_lock(&race.lock);
		counts = take_interval();
		pthread_mutex_unlock(&race.lock);
		check_interval(counts);
		/* Every fourth reader is killed before it has read its interval to the end. */
		if (test_random(&state) % 4 == 0) {
			pthread_mutex_lock(&race.lock);
			counts->next = race.pending;
			race.pending = counts;
			pthread_mutex_unlock(&race.lock);
			continue;
		}
		add_up(taken, counts);
		tracing_map_counts_free(counts);
	}
	return NULL;
}

static void create_race(unsigned int cpus)
{
	struct tracing_map_config cfg = stat_config;
	unsigned int i;

	cfg.carries[0] = BIT(1) | BIT(3) | BIT(4);
	shim_nr_cpus = cpus;
	memset(&race, 0, sizeof(race));
	pthread_mutex_init(&race.lock, NULL);
	race.map = check_ptr(tracing_map_create(&cfg));
	for (i = 0; i < ROWS; i++)
		race.elt[i] = insert_row(race.map, i);
}

static void run_race(unsigned int cpus, bool shared)
{
	unsigned long taken[READERS][ROWS] = {}, rest[ROWS] = {};
	struct race_writer writers[WRITERS] = {};
	struct tracing_map_counts *counts;
	pthread_t readers[READERS];
	unsigned int i, row;

	create_race(cpus);
	EXPECT_EQ(!!race.map->shared_sums, shared);
	for (i = 0; i < READERS; i++) {
		taken[i][0] = i;
		pthread_create(&readers[i], NULL, read_intervals, taken[i]);
	}
	for (i = 0; i < WRITERS; i++) {
		writers[i].cpu = i;
		pthread_create(&writers[i].thread, NULL, write_events, &writers[i]);
	}
	for (i = 0; i < WRITERS; i++)
		pthread_join(writers[i].thread, NULL);
	__atomic_store_n(&race.done, true, __ATOMIC_RELEASE);
	for (i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);

	counts = take_interval();
	check_interval(counts);
	add_up(rest, counts);
	for (row = 0; row < ROWS; row++) {
		unsigned long fired = 0, read = rest[row];

		for (i = 0; i < WRITERS; i++)
			fired += writers[i].fired[row];
		for (i = 0; i < READERS; i++)
			read += taken[i][row];
		EXPECT_EQ(read, fired);
		EXPECT_EQ(tracing_map_sum(race.map, race.elt[row], 0), fired);
	}
	tracing_map_counts_free(counts);
	tracing_map_destroy(race.map);
}

TEST(each_event_is_in_one_interval_with_own_copies)
{
	run_race(4, false);
}

TEST(each_event_is_in_one_interval_with_shared_copies)
{
	/* So many CPUs that several share a copy of the sums. */
	run_race(64, true);
}
