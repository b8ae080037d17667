// SPDX-License-Identifier: GPL-2.0-only
/*
 * Eviction of keys with several threads, under the thread sanitizer. Writers run events on CPUs of
 * their own, with nested events. One thread evicts keys as fast as it can, with grace periods
 * between the steps. Another one takes intervals and reads the map.
 */

#include <pthread.h>
#include <sched.h>

#include "evict_fixture.h"
#include "tracing_map_interval.h"

#define WRITERS		3
#define KEYS		600
#define MIN_EVENTS	60000
#define MIN_EVICTIONS	300

/*
 * A thread that runs events.
 * @n_running: events that it has begun and ended; odd while it runs one with preemption off
 * @started, @ended: events of each key that were begun and ended
 */
struct writer {
	pthread_t thread;
	unsigned int cpu;
	u64 state;
	int depth;
	unsigned long n_running;
	u64 started[KEYS], ended[KEYS];
};

/*
 * @map: published half
 * @lock: serializes evictions, exchanges and readers
 * @pending: intervals that were given back; protected by @lock
 * @in_intervals: events in the intervals that were read; protected by @lock
 * @n_evictions: evictions that have removed keys
 * @n_done: writers that have ended
 */
static struct {
	struct tracing_map *map;
	struct writer writers[WRITERS];
	pthread_mutex_t lock;
	struct tracing_map_counts *pending;
	u64 in_intervals;
	unsigned int n_evictions, n_done;
} race;

static __thread struct writer *self;

/* Wait until each writer has left the event, if any, that it was running at the call. */
static void wait_for_grace_period(void)
{
	unsigned int i;

	for (i = 0; i < WRITERS; i++) {
		unsigned long *n_running = &race.writers[i].n_running;
		unsigned long n = __atomic_load_n(n_running, __ATOMIC_SEQ_CST);

		while (n % 2 && __atomic_load_n(n_running, __ATOMIC_SEQ_CST) == n)
			sched_yield();
	}
}

static bool is_done(void)
{
	return __atomic_load_n(&race.n_done, __ATOMIC_ACQUIRE) == WRITERS;
}

static void end_writer(void)
{
	__atomic_fetch_add(&race.n_done, 1, __ATOMIC_RELEASE);
}

static bool is_evicted_enough(void)
{
	return __atomic_load_n(&race.n_evictions, __ATOMIC_RELAXED) >= MIN_EVICTIONS;
}

/* About as in a Zipf stream: the density of a key falls with its number. */
static u64 choose_key(u64 random)
{
	u64 a = random % KEYS, b = (random >> 20) % KEYS, c = (random >> 40) % KEYS;

	return a * b / KEYS * c / KEYS;
}

static void count_event(u64 random)
{
	struct tracing_map *map = __atomic_load_n(&race.map, __ATOMIC_ACQUIRE);
	u64 key = choose_key(random);
	int elt;

	__atomic_fetch_add(&self->started[key], 1, __ATOMIC_RELAXED);
	elt = tracing_map_insert(map, &key);
	tracing_map_add(map, elt, 0, 1);
	tracing_map_add(map, elt, 1, key);
	__atomic_fetch_add(&self->ended[key], 1, __ATOMIC_RELEASE);
}

static void maybe_interrupt(void)
{
	u64 r = test_random(&self->state);

	if (r % 64 == 0 && self->depth < 3) {
		self->depth++;
		count_event(test_random(&self->state));
		self->depth--;
	} else if (r % 64 == 1) {
		sched_yield();
	}
}

/* Begin an event, which nested events may interrupt. */
static void event_begin(struct writer *w)
{
	__atomic_fetch_add(&w->n_running, 1, __ATOMIC_SEQ_CST);
	shim_step_hook = maybe_interrupt;
}

static void event_end(struct writer *w)
{
	shim_step_hook = NULL;
	__atomic_fetch_add(&w->n_running, 1, __ATOMIC_SEQ_CST);
}

static void begin_writer(struct writer *w)
{
	self = w;
	shim_cpu = w->cpu;
}

static void *write_events(void *arg)
{
	struct writer *w = arg;
	unsigned int i;

	begin_writer(w);
	for (i = 0; i < MIN_EVENTS || !is_evicted_enough(); i++) {
		event_begin(w);
		count_event(test_random(&w->state));
		event_end(w);
	}
	end_writer();
	return NULL;
}

/* Run an eviction as a histogram does. Called with the lock held. */
static void evict_keys(void)
{
	struct tracing_map_eviction *eviction = begin(race.map);

	wait_for_grace_period();
	if (tracing_map_evict_choose(eviction)) {
		wait_for_grace_period();
		if (tracing_map_evict_confirm(eviction))
			wait_for_grace_period();
	}
	if (tracing_map_evict_finish(eviction, race.pending))
		__atomic_fetch_add(&race.n_evictions, 1, __ATOMIC_RELAXED);
	tracing_map_evict_rearm(race.map);
}

static void *run_evictions(void *unused)
{
	shim_cpu = WRITERS;
	while (!is_done()) {
		while (shim_run_work(true))
			;
		pthread_mutex_lock(&race.lock);
		if (tracing_map_evict_wanted(race.map))
			evict_keys();
		pthread_mutex_unlock(&race.lock);
		sched_yield();
	}
	return NULL;
}

static u64 sum_over_writers(u64 key, bool ended)
{
	u64 sum = 0;
	unsigned int i;

	for (i = 0; i < WRITERS; i++) {
		const struct writer *w = &race.writers[i];

		sum += __atomic_load_n(ended ? &w->ended[key] : &w->started[key],
				       __ATOMIC_ACQUIRE);
	}
	return sum;
}

/*
 * Read the map while events run. A row has no event that was not started, and the bound has each
 * event that had ended before.
 */
static void read_map(void)
{
	struct tracing_map_snapshot *snap;
	u64 ended[KEYS], key;
	unsigned int i;

	for (key = 0; key < KEYS; key++)
		ended[key] = sum_over_writers(key, true);
	snap = snapshot(race.map, NULL, 0);
	for (i = 0; i < snap->n_rows; i++) {
		u64 hits = tracing_map_row_sum(snap, i, 0);
		u64 error = tracing_map_row_error(snap, i);

		key = tracing_map_row_key(snap, i)[0];
		EXPECT(key < KEYS);
		EXPECT(hits <= sum_over_writers(key, false));
		EXPECT(ended[key] <= hits + error);
	}
	tracing_map_snapshot_free(snap);
}

/* Check the rows of an interval. Return: its events. */
static u64 check_interval(struct tracing_map *map, const struct tracing_map_counts *counts)
{
	struct tracing_map_snapshot *snap = tracing_map_snapshot_counts(map, counts, 0);
	u64 events = 0;
	unsigned int i;

	EXPECT(!IS_ERR(snap));
	for (i = 0; i < snap->n_rows; i++) {
		u64 hits = tracing_map_row_sum(snap, i, 0);

		EXPECT_EQ(tracing_map_row_sum(snap, i, 1),
			  hits * tracing_map_row_key(snap, i)[0]);
		events += hits;
	}
	if (snap->has_other)
		events += tracing_map_row_sum(snap, i, 0);
	tracing_map_snapshot_free(snap);
	return events;
}

/* Take an interval. Called with the lock held. */
static struct tracing_map_counts *take_interval(void)
{
	struct tracing_map *half = race.map, *spare = tracing_map_spare(half);
	struct tracing_map_counts *counts;

	EXPECT(!IS_ERR(spare));
	__atomic_store_n(&race.map, spare, __ATOMIC_RELEASE);
	wait_for_grace_period();
	counts = tracing_map_drain(half, race.pending);
	EXPECT(!IS_ERR(counts));
	tracing_map_counts_free(race.pending);
	race.pending = NULL;
	check_interval(half, counts);
	return counts;
}

/* Count the events of an interval, some evictions after it was taken, or give it back. */
static void end_interval(struct tracing_map_counts *counts, bool give_back)
{
	tracing_map_evict_counts(race.map, counts);
	if (give_back) {
		counts->next = race.pending;
		race.pending = counts;
		return;
	}
	race.in_intervals += check_interval(race.map, counts);
	tracing_map_counts_free(counts);
}

static void *read_intervals(void *unused)
{
	struct tracing_map_counts *counts = NULL;
	u64 state = 5;

	while (!is_done()) {
		pthread_mutex_lock(&race.lock);
		if (!counts) {
			counts = take_interval();
		} else if (test_random(&state) % 2) {
			end_interval(counts, test_random(&state) % 3 == 0);
			counts = NULL;
		}
		read_map();
		pthread_mutex_unlock(&race.lock);
		sched_yield();
	}
	pthread_mutex_lock(&race.lock);
	if (counts)
		end_interval(counts, false);
	pthread_mutex_unlock(&race.lock);
	return NULL;
}

/* Compare the map, the intervals and the truth. No event is running. */
static void check_result(void)
{
	u64 events = 0, other_values = 0, key;

	end_interval(take_interval(), false);
	for (key = 0; key < KEYS; key++) {
		u64 truth = sum_over_writers(key, true), hits = 0, error;
		int elt = find_row(race.map, key);

		error = bound_of(race.map, key);
		if (elt >= 0) {
			hits = tracing_map_sum(race.map, elt, 0);
			error = tracing_map_evict_error(race.map, elt);
			EXPECT_EQ(tracing_map_sum(race.map, elt, 1), hits * key);
		}
		EXPECT(hits <= truth && truth <= hits + error);
		events += truth;
		other_values += (truth - hits) * key;
	}
	EXPECT_EQ(tracing_map_total(race.map, 0), events);
	EXPECT_EQ(other_sum(race.map, 1), other_values);
	EXPECT_EQ(race.in_intervals, events);
	EXPECT_EQ(tracing_map_dropped(race.map), 0);
	EXPECT(race.n_evictions >= MIN_EVICTIONS);
}

static void create_race(const struct tracing_map_config *cfg, unsigned int cpus, bool shared)
{
	unsigned int i;

	shim_nr_cpus = cpus;
	memset(&race, 0, sizeof(race));
	pthread_mutex_init(&race.lock, NULL);
	for (i = 0; i < WRITERS; i++) {
		race.writers[i].cpu = i;
		race.writers[i].state = i + 1;
	}
	race.map = create(cfg);
	EXPECT_EQ(!!race.map->shared_sums, shared);
}

static void run_counts(unsigned int cpus, bool shared)
{
	pthread_t evictor, reader;
	unsigned int i;

	create_race(&evicting, cpus, shared);
	for (i = 0; i < WRITERS; i++)
		pthread_create(&race.writers[i].thread, NULL, write_events, &race.writers[i]);
	pthread_create(&evictor, NULL, run_evictions, NULL);
	pthread_create(&reader, NULL, read_intervals, NULL);
	for (i = 0; i < WRITERS; i++)
		pthread_join(race.writers[i].thread, NULL);
	pthread_join(evictor, NULL);
	pthread_join(reader, NULL);
	check_result();
	tracing_map_destroy(race.map);
}

TEST(all_events_are_counted_with_own_copies)
{
	run_counts(4, false);
}

TEST(all_events_are_counted_with_shared_copies)
{
	run_counts(64, true);
}

/*
 * A start of a task, for the thread that runs its end.
 * @val: value that the last start of the key has set; 0 if it was refused
 */
struct start {
	u64 key, val;
};

#define QUEUE		16
#define MIN_STARTS	20000
#define MAX_STARTS	(100 * MIN_STARTS)
#define MIN_FOUND	(MIN_STARTS / 10)

/*
 * Starts in the order of their ends: at most @QUEUE of them have not ended.
 * @n_started, @n_ended: number of starts that were written and read
 */
static struct {
	struct start starts[QUEUE];
	unsigned long n_started, n_ended;
	unsigned long n_refused, n_found;
} tasks;

/*
 * Set the variable of a key, or unset the older one if the key gets no row, as a histogram does. It
 * is one event. Return: the value that is set.
 */
static u64 start_task(struct writer *w, u64 key, u64 val)
{
	u64 old;
	int elt;

	event_begin(w);
	elt = tracing_map_insert(race.map, &key);
	tracing_map_add(race.map, elt, 0, 1);
	if (!tracing_map_is_other(race.map, elt)) {
		tracing_map_var_set(race.map, elt, 1, val);
	} else {
		elt = find_condemned(race.map, key);
		if (elt >= 0)
			tracing_map_var_fetch_clear(race.map, elt, 1, &old);
		val = 0;
	}
	event_end(w);
	return val;
}

static bool is_started_enough(unsigned long n)
{
	return n >= MIN_STARTS && is_evicted_enough() && tasks.n_refused &&
	       __atomic_load_n(&tasks.n_found, __ATOMIC_RELAXED) >= MIN_FOUND;
}

/* Keys come and go: each has one start, or several ones of which the last one counts. */
static void *run_starts(void *arg)
{
	struct writer *w = arg;
	unsigned long i;

	begin_writer(w);
	for (i = 0; !is_started_enough(i) && i < MAX_STARTS; i++) {
		struct start *start = &tasks.starts[i % QUEUE];
		u64 r = test_random(&w->state);
		unsigned int n;

		while (i - __atomic_load_n(&tasks.n_ended, __ATOMIC_ACQUIRE) == QUEUE)
			sched_yield();
		start->key = KEYS + i % 1000;
		for (n = 0; n <= r % 8; n++)
			start->val = start_task(w, start->key, i * 8 + n + 1);
		tasks.n_refused += !start->val;
		__atomic_store_n(&tasks.n_started, i + 1, __ATOMIC_RELEASE);
	}
	end_writer();
	return NULL;
}

/* Each end finds what the last start has set, and nothing if that was refused. */
static void end_task(struct writer *w, const struct start *start)
{
	u64 val = 0;
	int elt;

	event_begin(w);
	elt = find_var(race.map, start->key);
	if (elt >= 0)
		tracing_map_var_fetch_clear(race.map, elt, 1, &val);
	event_end(w);
	EXPECT_EQ(val, start->val);
	__atomic_fetch_add(&tasks.n_found, !!val, __ATOMIC_RELAXED);
}

static void *run_ends(void *arg)
{
	struct writer *w = arg;
	unsigned long n;
	bool is_last;

	begin_writer(w);
	do {
		is_last = __atomic_load_n(&race.n_done, __ATOMIC_ACQUIRE) >= 1;
		n = __atomic_load_n(&tasks.n_started, __ATOMIC_ACQUIRE);
		for (; tasks.n_ended < n; __atomic_fetch_add(&tasks.n_ended, 1, __ATOMIC_RELEASE))
			end_task(w, &tasks.starts[tasks.n_ended % QUEUE]);
		sched_yield();
	} while (!is_last);
	end_writer();
	return NULL;
}

/*
 * Other keys, which make the map nearly full, until the tasks have ended. Most of the time, wait
 * for the eviction then, so that many starts get a row.
 */
static void *write_other_events(void *arg)
{
	struct writer *w = arg;

	begin_writer(w);
	while (__atomic_load_n(&race.n_done, __ATOMIC_ACQUIRE) < WRITERS - 1) {
		event_begin(w);
		count_event(test_random(&w->state));
		event_end(w);
		if (atomic_read(&race.map->keys->evict->kicked) && test_random(&w->state) % 64)
			sched_yield();
	}
	end_writer();
	return NULL;
}

TEST(each_end_finds_its_start)
{
	void *(*const run[WRITERS])(void *) = { run_starts, run_ends, write_other_events };
	pthread_t evictor;
	unsigned int i;

	create_race(&evicting_vars, 4, false);
	for (i = 0; i < WRITERS; i++)
		pthread_create(&race.writers[i].thread, NULL, run[i], &race.writers[i]);
	pthread_create(&evictor, NULL, run_evictions, NULL);
	for (i = 0; i < WRITERS; i++)
		pthread_join(race.writers[i].thread, NULL);
	pthread_join(evictor, NULL);
	EXPECT_EQ(tasks.n_ended, tasks.n_started);
	EXPECT_EQ(tasks.n_found + tasks.n_refused, tasks.n_started);
	EXPECT(tasks.n_found >= MIN_FOUND);
	EXPECT(tasks.n_refused > 0);
	EXPECT(race.n_evictions >= MIN_EVICTIONS);
	printf("# %lu starts, %lu refused, %u evictions\n", tasks.n_started, tasks.n_refused,
	       race.n_evictions);
	tracing_map_destroy(race.map);
}
