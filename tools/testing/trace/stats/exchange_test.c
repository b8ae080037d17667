// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intervals with several threads, under the thread sanitizer: writers on CPUs of their own, with
 * nested events and new rows, two readers that take intervals as fast as they can, and a reader of
 * the map. Each event must be in exactly one interval, as a whole, and the map must never lose one
 * that it has shown.
 */

#include "race.h"
#include "tracing_map_interval.h"

#define WRITERS	3
#define READERS	2
#define ADDS	30000
#define WORDS	9

/* Rows that writers insert one after the other, and the events until the next one. */
#define NEW_ROWS	400
#define EVENTS_PER_ROW	64

/* Reads of the map during a grace period that a test needs at least. */
#define MIN_GRACE_READS	5

/*
 * @map: published half, as &hist_runtime.map
 * @n_running: events that each CPU has begun and ended; odd while it runs one with preemption off
 * @exchange_lock: serializes exchanges, as exchange_mutex. Taken before @lock
 * @lock: not held during a grace period, as event_mutex. Readers of the map take it, too
 * @pending: intervals that a reader gave back; protected by @lock
 * @is_grace_period: an exchange waits for a grace period; protected by @lock
 * @grace_reads: reads of the map during a grace period
 * @done: the writers have ended
 */
static struct {
	struct tracing_map *map;
	unsigned long n_running[WRITERS];
	pthread_mutex_t exchange_lock;
	pthread_mutex_t lock;
	struct tracing_map_counts *pending;
	bool is_grace_period;
	unsigned int grace_reads;
	bool done;
} race;

/* A reader of intervals: how many events of each key it has found. */
struct interval_reader {
	pthread_t thread;
	u64 state;
	unsigned long taken[KEYS];
};

/* An event reads the pointer once, also if it interrupts another event. */
static void fire_event(u64 random)
{
	struct tracing_map *map = __atomic_load_n(&race.map, __ATOMIC_ACQUIRE);
	u64 key = random / 8 % ROWS;
	int elt;

	/* Writers are about equally fast, so they race to insert this row. */
	if (random % 8 == 0)
		key = ROWS + self->n_events / EVENTS_PER_ROW % NEW_ROWS;
	elt = tracing_map_insert(map, &key);
	if (elt < 0)
		test_fail(__FILE__, __LINE__, "insert of %llu: %d", key, elt);
	else
		count_value(map, elt, key);
}

static bool is_read_enough(void)
{
	return __atomic_load_n(&race.grace_reads, __ATOMIC_RELAXED) >= MIN_GRACE_READS;
}

static void *write_events(void *arg)
{
	struct race_writer *writer = arg;
	unsigned long *n_running = &race.n_running[writer->cpu];

	begin_writing(writer);
	for (; writer->n_events < ADDS || !is_read_enough(); writer->n_events++) {
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

/* Publish the other half. Return: the half that was cut. */
static struct tracing_map *cut(void)
{
	struct tracing_map *old = race.map, *spare;

	pthread_mutex_lock(&race.lock);
	spare = check_ptr(tracing_map_spare(old));
	__atomic_store_n(&race.map, spare, __ATOMIC_SEQ_CST);
	race.is_grace_period = true;
	pthread_mutex_unlock(&race.lock);
	return old;
}

static struct tracing_map_counts *drain(struct tracing_map *old)
{
	struct tracing_map_counts *counts;

	pthread_mutex_lock(&race.lock);
	race.is_grace_period = false;
	counts = check_ptr(tracing_map_drain(old, race.pending));
	tracing_map_counts_free(race.pending);
	race.pending = NULL;
	pthread_mutex_unlock(&race.lock);
	return counts;
}

static struct tracing_map_counts *take_interval(void)
{
	struct tracing_map_counts *counts;
	struct tracing_map *old;

	pthread_mutex_lock(&race.exchange_lock);
	old = cut();
	wait_for_grace_period();
	/* The reader of the map may need the lock for the first time. */
	sched_yield();
	counts = drain(old);
	pthread_mutex_unlock(&race.exchange_lock);
	return counts;
}

static void give_back(struct tracing_map_counts *counts)
{
	pthread_mutex_lock(&race.lock);
	counts->next = race.pending;
	race.pending = counts;
	pthread_mutex_unlock(&race.lock);
}

/* Return the key of an element that an event of the interval has used. */
static u64 key_of(int elt)
{
	u64 key = *tracing_map_elt(__atomic_load_n(&race.map, __ATOMIC_ACQUIRE), elt);

	EXPECT(key < ROWS + NEW_ROWS);
	return min(key, KEYS - 1);
}

/* An event was counted as a whole: all words of a row have the same events. */
static void check_words(const u64 *words, int elt)
{
	unsigned int i;

	if (words[0]) {
		u64 value = value_of(key_of(elt));

		EXPECT(read_sum(words) == (u128)words[0] * value);
		EXPECT_EQ(words[8], value);
		EXPECT_EQ(~words[7], value);
		return;
	}
	for (i = 1; i < WORDS; i++)
		EXPECT_EQ(words[i], 0);
}

/* Check all rows of an interval, and that its buckets have the same events. */
static void check_interval(const struct tracing_map_counts *counts)
{
	u64 n_buckets = 0, n = 0;
	unsigned int i;

	for (i = 0; i < counts->n_elts; i++) {
		const u64 *words = tracing_map_counts_words(counts, WORDS, i);

		check_words(words, i);
		n += words[0];
		n_buckets += words[6];
	}
	for (i = 0; i < counts->buckets->n_elts; i++)
		n_buckets += counts->buckets->words[i];
	EXPECT_EQ(n_buckets, n);
	for (i = 0; i < TRACING_MAP_DROP_REASONS; i++)
		EXPECT_EQ(counts->dropped[i], 0);
}

static void add_up(unsigned long *taken, const struct tracing_map_counts *counts)
{
	unsigned int i;

	for (i = 0; i < counts->n_elts; i++) {
		const u64 *words = tracing_map_counts_words(counts, WORDS, i);

		if (words[0])
			taken[key_of(i)] += words[0];
	}
}

static void *read_intervals(void *arg)
{
	struct interval_reader *reader = arg;

	while (!__atomic_load_n(&race.done, __ATOMIC_ACQUIRE)) {
		struct tracing_map_counts *counts = take_interval();

		check_interval(counts);
		/* Every fourth reader is killed before it has read its interval to the end. */
		if (test_random(&reader->state) % 4 == 0) {
			give_back(counts);
			continue;
		}
		add_up(reader->taken, counts);
		tracing_map_counts_free(counts);
	}
	return NULL;
}

/*
 * Check a table of all events: a row that was read as a whole has whole events, and no row has
 * fewer of them than the last time. @hits are those of the last time, by key.
 */
static void check_map(const struct tracing_map_snapshot *snap, u64 *hits)
{
	bool seen[KEYS] = {};
	unsigned int i;

	for (i = 0; i < snap->n_rows; i++) {
		const u64 *words = tracing_map_row_sums(snap, i);
		u64 key = tracing_map_row_key(snap, i)[0];

		EXPECT(key < ROWS + NEW_ROWS);
		key = min(key, KEYS - 1);
		if (!tracing_map_row_torn(snap, i))
			EXPECT(read_sum(words) % value_of(key) == 0);
		EXPECT(words[0] >= hits[key]);
		hits[key] = words[0];
		seen[key] = true;
	}
	for (i = 0; i < KEYS; i++)
		EXPECT(seen[i] || !hits[i]);
}

static void *read_map(void *arg)
{
	u64 hits[KEYS] = {};

	while (!__atomic_load_n(&race.done, __ATOMIC_ACQUIRE)) {
		struct tracing_map_snapshot *snap;

		pthread_mutex_lock(&race.lock);
		snap = check_ptr(tracing_map_snapshot(race.map, NULL, 0));
		if (race.is_grace_period)
			__atomic_fetch_add(&race.grace_reads, 1, __ATOMIC_RELAXED);
		pthread_mutex_unlock(&race.lock);
		check_map(snap, hits);
		tracing_map_snapshot_free(snap);
		sched_yield();
	}
	return NULL;
}

static void create_race(unsigned int cpus)
{
	struct tracing_map_config cfg = stat_config;

	cfg.size = 1024;
	cfg.carries[0] = BIT(1) | BIT(3) | BIT(4);
	shim_nr_cpus = cpus;
	memset(&race, 0, sizeof(race));
	pthread_mutex_init(&race.exchange_lock, NULL);
	pthread_mutex_init(&race.lock, NULL);
	race.map = check_ptr(tracing_map_create(&cfg));
}

static void run_threads(struct race_writer *writers, struct interval_reader *readers)
{
	pthread_t map_reader;
	unsigned int i;

	pthread_create(&map_reader, NULL, read_map, NULL);
	for (i = 0; i < READERS; i++) {
		readers[i].state = i + 77;
		pthread_create(&readers[i].thread, NULL, read_intervals, &readers[i]);
	}
	for (i = 0; i < WRITERS; i++) {
		writers[i].cpu = i;
		pthread_create(&writers[i].thread, NULL, write_events, &writers[i]);
	}
	for (i = 0; i < WRITERS; i++)
		pthread_join(writers[i].thread, NULL);
	__atomic_store_n(&race.done, true, __ATOMIC_RELEASE);
	for (i = 0; i < READERS; i++)
		pthread_join(readers[i].thread, NULL);
	pthread_join(map_reader, NULL);
}

/* Compare what was fired, the sum of all intervals, and the map. */
static void check_result(const struct race_writer *writers, struct interval_reader *readers)
{
	struct tracing_map_counts *rest = take_interval();
	u64 key;

	check_interval(rest);
	add_up(readers[0].taken, rest);
	tracing_map_counts_free(rest);
	for (key = 0; key < ROWS + NEW_ROWS; key++) {
		unsigned long fired = 0, taken = 0;
		int elt = tracing_map_lookup(race.map, &key);
		unsigned int i;

		for (i = 0; i < WRITERS; i++)
			fired += writers[i].fired[key];
		for (i = 0; i < READERS; i++)
			taken += readers[i].taken[key];
		EXPECT_EQ(taken, fired);
		EXPECT(fired > 0);
		EXPECT(elt >= 0);
		if (elt >= 0)
			EXPECT_EQ(tracing_map_sum(race.map, elt, 0), fired);
	}
}

static void run_race(unsigned int cpus, bool shared)
{
	struct interval_reader readers[READERS] = {};
	struct race_writer writers[WRITERS] = {};

	create_race(cpus);
	EXPECT_EQ(!!race.map->shared_sums, shared);
	run_threads(writers, readers);
	check_result(writers, readers);
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
