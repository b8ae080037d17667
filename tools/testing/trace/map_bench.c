// SPDX-License-Identifier: GPL-2.0-only
/*
 * How the map scales: hits per second of two threads against those of one.
 *
 * 2 is perfect.  Wall time is noise on a machine that does other things, so each
 * figure is the best of a few, and none of this is a test.
 */

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <linux/kernel.h>

#include "tracing_map.h"

#define HITS	10000000
#define REPEATS	5

struct bench {
	const char *name;
	struct tracing_map_config cfg;
	/* Keys of a thread, and whether other threads have the same. */
	unsigned int n_keys;
	bool same;
};

static const struct bench benches[] = {
	{ "one hot key", { .size = 128, .key_size = 8, .n_sums = 1 }, 1, true },
	{ "a key per thread", { .size = 128, .key_size = 8, .n_sums = 1 }, 1, false },
	{ "1000 keys", { .size = 2048, .key_size = 8, .n_sums = 1 }, 1000, true },
	{ "1000 keys per thread", { .size = 2048, .key_size = 8, .n_sums = 1 }, 1000, false },
	{ "1000 long keys", { .size = 2048, .key_size = 128, .n_sums = 1 }, 1000, true },
	{ "full, all dropped", { .size = 128, .key_size = 8, .n_sums = 1 }, 1000000000, true },
};

struct worker {
	pthread_t thread;
	const struct bench *bench;
	struct tracing_map *map;
	unsigned int cpu;
};

static pthread_barrier_t barrier;

static void *work(void *arg)
{
	const struct worker *w = arg;
	unsigned int n_keys = w->bench->n_keys;
	u64 key[16] = {};
	u64 base = w->bench->same ? 0 : (u64)w->cpu << 32;
	unsigned int i, k = 0;

	shim_cpu = w->cpu;
	pthread_barrier_wait(&barrier);
	for (i = 0; i < HITS; i++) {
		int elt;

		key[0] = base + k;
		if (++k >= n_keys)
			k = 0;
		elt = tracing_map_insert(w->map, key);
		if (elt >= 0)
			tracing_map_add(w->map, elt, 0, 1);
	}
	pthread_barrier_wait(&barrier);
	return NULL;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

/* Return: nanoseconds from the first hit to the last. */
static double run(const struct bench *bench, unsigned int n)
{
	struct worker workers[2];
	double best = 0, time;
	unsigned int i, repeat;

	for (repeat = 0; repeat < REPEATS; repeat++) {
		struct tracing_map *map = tracing_map_create(&bench->cfg);

		pthread_barrier_init(&barrier, NULL, n + 1);
		for (i = 0; i < n; i++) {
			workers[i] = (struct worker) { .bench = bench, .map = map, .cpu = i };
			pthread_create(&workers[i].thread, NULL, work, &workers[i]);
		}
		pthread_barrier_wait(&barrier);
		time = now();
		pthread_barrier_wait(&barrier);
		time = now() - time;
		for (i = 0; i < n; i++)
			pthread_join(workers[i].thread, NULL);
		pthread_barrier_destroy(&barrier);
		tracing_map_destroy(map);
		if (!repeat || time < best)
			best = time;
	}
	return best;
}

int main(void)
{
	unsigned int i;

	shim_nr_cpus = 2;
	printf("%-24s %8s %14s\n", "", "ns a hit", "two to one");
	for (i = 0; i < ARRAY_SIZE(benches); i++) {
		double one = run(&benches[i], 1);
		double two = run(&benches[i], 2);

		printf("%-24s %8.1f %14.2f\n", benches[i].name, one / HITS, 2 * one / two);
	}
	return 0;
}
