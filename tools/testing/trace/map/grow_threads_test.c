// SPDX-License-Identifier: GPL-2.0-only
/*
 * Growth of a map with several threads, under the thread sanitizer: some insert, one is the worker,
 * and one reads and exchanges halves.
 */

#include <linux/rcupdate.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "harness.h"
#include "tracing_map_grow.h"
#include "tracing_map_interval.h"
#include "tracing_map_snapshot.h"

#define WRITERS		3
#define KEYS		60000

struct writer {
	pthread_t thread;
	unsigned int cpu, first_key;
	unsigned long tried, dropped;
	/* incremented between events, see wait_for_writers() */
	unsigned long quiet;
	bool done;
};

static struct tracing_map *published;
static struct writer writers[WRITERS];
static bool stop_worker;

static void hit(struct writer *w, u64 key)
{
	struct tracing_map *map = rcu_dereference_sched(published);
	u64 words[2] = { key, ~key };
	int elt = tracing_map_insert(map, words);

	w->tried++;
	if (elt < 0) {
		EXPECT_EQ(elt, -ENOSPC);
		w->dropped++;
	} else {
		tracing_map_add(map, elt, 0, 1);
		if (map->n_sums > 1)
			tracing_map_add(map, elt, 1, key);
		tracing_map_var_set(map, elt, 0, map->var_mask ^ (key & 1));
	}
	__atomic_store_n(&w->quiet, w->quiet + 1, __ATOMIC_SEQ_CST);
}

/* Half of the keys are those of the next writer, too. */
static void *write_keys(void *arg)
{
	struct writer *w = arg;
	u64 i;

	shim_cpu = w->cpu;
	shim_atomic = true;
	for (i = 0; i < KEYS; i++) {
		hit(w, w->first_key + i);
		if (i % 1024 == 0)
			sched_yield();
	}
	shim_atomic = false;
	__atomic_store_n(&w->done, true, __ATOMIC_SEQ_CST);
	return NULL;
}

static void *run_worker(void *unused)
{
	while (!__atomic_load_n(&stop_worker, __ATOMIC_RELAXED)) {
		if (!shim_run_work(true))
			sched_yield();
	}
	return NULL;
}

/* A grace period: each writer has finished the event that was running. */
static void wait_for_writers(void)
{
	unsigned int i;

	for (i = 0; i < WRITERS; i++) {
		struct writer *w = &writers[i];
		unsigned long quiet = __atomic_load_n(&w->quiet, __ATOMIC_SEQ_CST);

		while (!__atomic_load_n(&w->done, __ATOMIC_SEQ_CST) &&
		       __atomic_load_n(&w->quiet, __ATOMIC_SEQ_CST) == quiet)
			sched_yield();
	}
}

/* Check the rows of a snapshot. Return: the hits. */
static u64 check_rows(const struct tracing_map *map, struct tracing_map_snapshot *snap)
{
	u64 hits = 0;
	unsigned int i;

	EXPECT(!IS_ERR(snap));
	for (i = 0; i < snap->n_rows; i++) {
		const u64 *key = tracing_map_row_key(snap, i);

		EXPECT_EQ(key[1], ~key[0]);
		EXPECT_EQ(tracing_map_lookup(map, key), tracing_map_row_elt(snap, i));
		if (map->n_sums > 1)
			EXPECT(tracing_map_row_sum(snap, i, 1) % max(key[0], 1ULL) == 0);
		hits += tracing_map_row_sum(snap, i, 0);
	}
	tracing_map_snapshot_free(snap);
	return hits;
}

static bool writers_are_done(void)
{
	unsigned int i, done = 0;

	for (i = 0; i < WRITERS; i++)
		done += __atomic_load_n(&writers[i].done, __ATOMIC_SEQ_CST);
	return done == WRITERS;
}

/* Exchange the halves. Return: the hits of the interval. */
static u64 take_interval(u64 *dropped)
{
	struct tracing_map *half = published, *spare = tracing_map_spare(half);
	struct tracing_map_counts *counts;
	u64 hits;

	EXPECT(!IS_ERR(spare));
	rcu_assign_pointer(published, spare);
	wait_for_writers();
	counts = tracing_map_drain(half, NULL);
	EXPECT(!IS_ERR(counts));
	hits = check_rows(half, tracing_map_snapshot_counts(half, counts, 0));
	*dropped += counts->dropped[TRACING_MAP_DROP_CHUNK];
	tracing_map_counts_free(counts);
	return hits;
}

static void race(unsigned int cpus, unsigned int n_sums, bool shared)
{
	const struct tracing_map_config cfg = {
		.size = 262144, .key_size = 16, .n_sums = n_sums, .n_vars = 1,
	};
	u64 in_intervals = 0, interval_drops = 0, tried = 0, dropped = 0, hits;
	struct tracing_map_snapshot *snap;
	pthread_t worker;
	unsigned int i;

	shim_nr_cpus = cpus;
	published = tracing_map_create(&cfg);
	EXPECT(!IS_ERR(published));
	EXPECT_EQ(!!published->shared_sums, shared);
	stop_worker = false;
	pthread_create(&worker, NULL, run_worker, NULL);
	for (i = 0; i < WRITERS; i++) {
		writers[i] = (struct writer){ .cpu = i, .first_key = i * KEYS / 2 };
		pthread_create(&writers[i].thread, NULL, write_keys, &writers[i]);
	}
	do {
		check_rows(published, tracing_map_snapshot(published, NULL, 0));
		in_intervals += take_interval(&interval_drops);
	} while (!writers_are_done());
	for (i = 0; i < WRITERS; i++) {
		pthread_join(writers[i].thread, NULL);
		tried += writers[i].tried;
		dropped += writers[i].dropped;
	}
	in_intervals += take_interval(&interval_drops);

	snap = tracing_map_snapshot(published, NULL, 0);
	EXPECT(snap->n_rows <= (WRITERS + 1) * KEYS / 2);
	hits = check_rows(published, snap);
	EXPECT_EQ(tracing_map_dropped_for(published, TRACING_MAP_DROP_CHUNK), dropped);
	EXPECT_EQ(tracing_map_dropped(published), dropped);
	EXPECT_EQ(hits + dropped, tried);
	EXPECT_EQ(in_intervals, hits);
	EXPECT_EQ(interval_drops, dropped);
	EXPECT_EQ(tracing_map_total(published, 0), hits);

	/* The worker may still run. */
	tracing_map_destroy(published);
	__atomic_store_n(&stop_worker, true, __ATOMIC_RELAXED);
	pthread_join(worker, NULL);
}

TEST(threads_insert_while_the_map_grows)
{
	/* An own copy of the sums for each CPU, and shared copies */
	race(3, 1, false);
	race(64, 2, true);
}
