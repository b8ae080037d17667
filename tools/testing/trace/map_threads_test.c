// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/trace/tracing_map.c under real threads, each on a CPU of its own, and
 * under the thread sanitizer.  A thread is interrupted at random steps by inserts
 * of its own, up to four deep, and yields at others, to make races likely.
 */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "test.h"
#include "tracing_map.h"

#define THREADS		4
#define MAX_DEPTH	(TRACING_MAP_SEATS - 1)

struct worker {
	pthread_t thread;
	struct tracing_map *map;
	unsigned int cpu;
	unsigned int n_keys;
	unsigned int rounds;
	u64 state;
	int depth;
	/* What it tried, and what it was refused, itself and its interrupts. */
	unsigned long tried, refused;
};

static __thread struct worker *self;
static pthread_barrier_t start;

/* Keys of the tests have two words, the second of which says what it must be. */
static u64 second_word(u64 first)
{
	return first * 0x9e3779b97f4a7c15ULL;
}

static void hit(u64 first)
{
	u64 key[3] = { first, second_word(first), first };
	int elt = tracing_map_insert(self->map, key);

	self->tried++;
	if (elt < 0) {
		EXPECT_EQ(elt, -ENOSPC);
		self->refused++;
		return;
	}
	tracing_map_add(self->map, elt, 0, 1);
	tracing_map_add(self->map, elt, 1, first);
}

static void maybe_interrupt(void)
{
	u64 r = test_random(&self->state);

	if (r % 64 == 0 && self->depth < MAX_DEPTH) {
		self->depth++;
		hit((r >> 32) % self->n_keys);
		self->depth--;
	} else if (r % 64 == 1) {
		sched_yield();
	}
}

static void *insert_shuffled(void *arg)
{
	struct worker *w = arg;
	unsigned int *order = malloc(w->n_keys * sizeof(*order));
	unsigned int i, round;

	self = w;
	shim_cpu = w->cpu;
	for (i = 0; i < w->n_keys; i++)
		order[i] = i;
	for (i = w->n_keys - 1; i; i--) {
		unsigned int j = test_random(&w->state) % (i + 1);

		swap(order[i], order[j]);
	}

	pthread_barrier_wait(&start);
	shim_atomic = true;
	shim_step_hook = maybe_interrupt;
	for (round = 0; round < w->rounds; round++) {
		for (i = 0; i < w->n_keys; i++)
			hit(order[i]);
	}
	shim_step_hook = NULL;
	shim_atomic = false;
	free(order);
	return NULL;
}

/* What must be true of a snapshot whether or not writers run. */
static void check_rows(const struct tracing_map *map, const struct tracing_map_snapshot *snap,
		       unsigned int n_keys)
{
	bool *seen = calloc(n_keys, sizeof(*seen));
	unsigned int i;

	for (i = 0; i < snap->n_rows; i++) {
		const u64 *key = tracing_map_row_key(snap, i);

		EXPECT(key[0] < n_keys);
		EXPECT_EQ(key[1], second_word(key[0]));
		EXPECT_EQ(tracing_map_row_aux(snap, i)[0], key[0]);
		EXPECT_EQ(tracing_map_lookup(map, key), tracing_map_row_elt(snap, i));
		if (key[0] < n_keys) {
			EXPECT(!seen[key[0]]);
			seen[key[0]] = true;
		}
		if (i)
			EXPECT(tracing_map_row_sum(snap, i - 1, 0) <=
			       tracing_map_row_sum(snap, i, 0));
	}
	free(seen);
}

/* What the workers are let loose on. */
struct race {
	unsigned int cpus;
	unsigned int size;
	unsigned int n_keys;
	unsigned int n_sums;
	unsigned int rounds;
	bool shared;
};

static struct tracing_map *create_map(const struct race *race)
{
	const struct tracing_map_config cfg = {
		.size = race->size, .key_size = 16, .aux_size = 8, .n_sums = race->n_sums,
	};
	struct tracing_map *map;

	shim_nr_cpus = race->cpus;
	map = tracing_map_create(&cfg);
	EXPECT_EQ(!!map->shared_sums, race->shared);
	return map;
}

static void start_workers(struct worker *workers, const struct race *race,
			  struct tracing_map *map)
{
	unsigned int i;

	pthread_barrier_init(&start, NULL, THREADS + 1);
	for (i = 0; i < THREADS; i++) {
		workers[i] = (struct worker) {
			.map = map, .cpu = i * (race->cpus / THREADS), .n_keys = race->n_keys,
			.rounds = race->rounds, .state = i + 1,
		};
		pthread_create(&workers[i].thread, NULL, insert_shuffled, &workers[i]);
	}
	pthread_barrier_wait(&start);
}

static const struct tracing_map_sort_key by_hits = { .pos = 0 };

static void read_meanwhile(const struct tracing_map *map, unsigned int n_keys)
{
	struct tracing_map_snapshot *snap;
	unsigned int i, rows = 0;

	for (i = 0; i < 20; i++) {
		snap = tracing_map_snapshot(map, &by_hits, 1);
		check_rows(map, snap, n_keys);
		EXPECT(snap->n_rows >= rows);
		rows = snap->n_rows;
		tracing_map_snapshot_free(snap);
	}
}

/* All is over: @tried inserts are accounted for, @refused of them as dropped. */
static void check_result(const struct tracing_map *map, const struct race *race,
			 unsigned long tried, unsigned long refused)
{
	struct tracing_map_snapshot *snap = tracing_map_snapshot(map, &by_hits, 1);
	unsigned long hits = 0;
	unsigned int i;

	check_rows(map, snap, race->n_keys);
	for (i = 0; i < snap->n_rows; i++) {
		hits += tracing_map_row_sum(snap, i, 0);
		EXPECT_EQ(tracing_map_row_sum(snap, i, 1),
			  tracing_map_row_sum(snap, i, 0) * tracing_map_row_key(snap, i)[0]);
	}
	EXPECT_EQ(snap->dropped, refused);
	EXPECT_EQ(hits + snap->dropped, tried);
	if (race->n_keys <= race->size) {
		EXPECT_EQ(snap->n_rows, race->n_keys);
		EXPECT_EQ(snap->dropped, 0);
	} else {
		EXPECT(snap->n_rows >= race->size);
		EXPECT(snap->n_rows < race->size + race->cpus * TRACING_MAP_SEATS);
		EXPECT(snap->dropped > 0);
	}
	EXPECT_EQ(atomic_read(&map->n_keys), snap->n_rows);
	EXPECT(atomic_read(&map->n_taken) <= map->n_elts);
	tracing_map_snapshot_free(snap);
}

static void run_workers(unsigned int cpus, unsigned int size, unsigned int n_keys,
			unsigned int n_sums, unsigned int rounds, bool shared)
{
	const struct race race = { cpus, size, n_keys, n_sums, rounds, shared };
	struct tracing_map *map = create_map(&race);
	unsigned long tried = 0, refused = 0;
	struct worker workers[THREADS];
	unsigned int i;

	start_workers(workers, &race, map);
	read_meanwhile(map, n_keys);
	for (i = 0; i < THREADS; i++) {
		pthread_join(workers[i].thread, NULL);
		tried += workers[i].tried;
		refused += workers[i].refused;
	}
	pthread_barrier_destroy(&start);
	check_result(map, &race, tried, refused);
	tracing_map_destroy(map);
}

/* As many keys as fit: not one may be dropped, though all race for the last. */
TEST(keys_that_just_fit)
{
	int i;

	for (i = 0; i < 100; i++)
		run_workers(4, 128, 128, 2, 4, false);
	for (i = 0; i < 3; i++)
		run_workers(4, 4096, 4096, 2, 4, false);
}

TEST(keys_with_room_to_spare)
{
	run_workers(4, 16384, 10000, 2, 4, false);
}

TEST(more_keys_than_fit)
{
	int i;

	for (i = 0; i < 100; i++)
		run_workers(4, 128, 200, 2, 4, false);
	run_workers(4, 2048, 5000, 2, 4, false);
}

TEST(many_cpus_and_shared_sums)
{
	int i;

	for (i = 0; i < 3; i++) {
		run_workers(64, 512, 512, 32, 4, true);
		run_workers(64, 512, 700, 32, 4, true);
	}
}

/* All on few sums, to lose an add if it can be lost. */
TEST(hot_keys)
{
	run_workers(4, 128, 3, 2, 20000, false);
	run_workers(64, 512, 3, 32, 20000, true);
}

/*
 * Variables.  A value says who set it (the high half) and when (the low half).
 */
static struct {
	struct tracing_map *map;
	int elt;
	bool done;
} vars;

#define SETS	100000
#define SETTERS	2
#define TAKERS	2

struct taker {
	pthread_t thread;
	u64 state;
	unsigned char *taken[SETTERS];
	unsigned long n;
};

static void maybe_yield(void)
{
	static __thread u64 state;

	if (!state)
		state = (unsigned long)&state;
	if (test_random(&state) % 16 == 0)
		sched_yield();
}

static void *set_many(void *arg)
{
	u64 who = (unsigned long)arg;
	u64 when;

	shim_step_hook = maybe_yield;
	for (when = 1; when <= SETS; when++)
		tracing_map_var_set(vars.map, vars.elt, 1, who << 32 | when);
	return NULL;
}

static void *take_many(void *arg)
{
	struct taker *taker = arg;
	u64 last[SETTERS] = {};
	bool done;
	u64 val;

	shim_step_hook = maybe_yield;
	do {
		done = __atomic_load_n(&vars.done, __ATOMIC_ACQUIRE);
		while (tracing_map_var_take(vars.map, vars.elt, 1, &val)) {
			u64 who = val >> 32, when = (u32)val;

			if (who >= SETTERS || !when || when > SETS) {
				test_fail(__FILE__, __LINE__, "%llx was never set", val);
				continue;
			}
			/* One taker sees what one setter set in its order. */
			EXPECT(when > last[who]);
			last[who] = when;
			taker->taken[who][when]++;
			taker->n++;
		}
		/* Whatever is read, was set. */
		if (tracing_map_var_get(vars.map, vars.elt, 1, &val))
			EXPECT(val >> 32 < SETTERS && (u32)val >= 1 && (u32)val <= SETS);
	} while (!done);
	return NULL;
}

static void create_var(void)
{
	const struct tracing_map_config cfg = { .size = 128, .key_size = 8, .n_vars = 3 };
	u64 key = 5;

	vars.map = tracing_map_create(&cfg);
	vars.elt = tracing_map_insert(vars.map, &key);
}

TEST(a_value_is_taken_once)
{
	struct taker takers[TAKERS] = {};
	pthread_t setters[SETTERS];
	unsigned long i, j, s;
	u64 val;

	create_var();
	for (i = 0; i < TAKERS; i++) {
		for (s = 0; s < SETTERS; s++)
			takers[i].taken[s] = calloc(SETS + 1, 1);
		pthread_create(&takers[i].thread, NULL, take_many, &takers[i]);
	}
	for (s = 0; s < SETTERS; s++)
		pthread_create(&setters[s], NULL, set_many, (void *)s);
	for (s = 0; s < SETTERS; s++)
		pthread_join(setters[s], NULL);
	__atomic_store_n(&vars.done, true, __ATOMIC_RELEASE);
	for (i = 0; i < TAKERS; i++)
		pthread_join(takers[i].thread, NULL);

	for (s = 0; s < SETTERS; s++) {
		for (j = 1; j <= SETS; j++) {
			unsigned int times = 0;

			for (i = 0; i < TAKERS; i++)
				times += takers[i].taken[s][j];
			EXPECT(times <= 1);
		}
	}
	EXPECT(takers[0].n + takers[1].n > 0);
	/* The variables beside it are untouched, and it is unset itself. */
	for (i = 0; i < 3; i++)
		EXPECT(!tracing_map_var_get(vars.map, vars.elt, i, &val));
	for (i = 0; i < TAKERS; i++) {
		for (s = 0; s < SETTERS; s++)
			free(takers[i].taken[s]);
	}
	tracing_map_destroy(vars.map);
}

/*
 * A setter that waits until its value is gone: then no value may be lost.  All
 * are of the two that are coded specially, or near them, always the same in a
 * phase, as both at once may be mistaken for each other.
 */
static u64 handed_over;

static void *set_when_taken(void *arg)
{
	u64 i, val;

	shim_step_hook = maybe_yield;
	for (i = 0; i < SETS; i++) {
		while (tracing_map_var_get(vars.map, vars.elt, 1, &val))
			sched_yield();
		/* Seen by who takes, because of the variable alone. */
		handed_over = i;
		tracing_map_var_set(vars.map, vars.elt, 1,
				    vars.map->var_mask ^ (i * 3 / SETS));
	}
	while (tracing_map_var_get(vars.map, vars.elt, 1, &val))
		sched_yield();
	__atomic_store_n(&vars.done, true, __ATOMIC_RELEASE);
	return NULL;
}

TEST(no_value_that_waits_is_lost)
{
	unsigned long taken = 0;
	pthread_t setter;
	u64 val;

	create_var();
	pthread_create(&setter, NULL, set_when_taken, NULL);
	while (!__atomic_load_n(&vars.done, __ATOMIC_ACQUIRE)) {
		/* Ordered by the set before it; a race here is a missing barrier. */
		if (tracing_map_var_get(vars.map, vars.elt, 1, &val))
			EXPECT_EQ(handed_over, taken);
		else
			sched_yield();
		if (tracing_map_var_take(vars.map, vars.elt, 1, &val)) {
			EXPECT_EQ(val, vars.map->var_mask ^ (taken * 3 / SETS));
			taken++;
		}
	}
	pthread_join(setter, NULL);
	EXPECT_EQ(taken, SETS);
	tracing_map_destroy(vars.map);
}
