// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measure the scaling of the map: throughput of two threads relative to one.
 *
 * The ideal is 2. Other load on the machine disturbs the times, so each figure
 * is the best of many short runs, alternating between one and two threads.
 * Therefore this is not a test.
 */

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <linux/kernel.h>

#include "tracing_map.h"

/* Short enough that some runs are not disturbed by other load. */
#define HITS	100000
#define REPEATS	1000

struct bench {
	const char *name;
	struct tracing_map_config cfg;
	/* number of keys per thread, and whether all threads use the same keys */
	unsigned int n_keys;
	bool same;
	/*
	 * Number of possible CPUs. If there are more than two, CPUs share
	 * copies of the sums. Thread i runs on CPU i * @cpu_step.
	 */
	unsigned int n_cpus;
	unsigned int cpu_step;
	/* result of the base kernel's map, measured once; NULL if unknown */
	const char *stock;
};

static const struct bench benches[] = {
	{ "one hot key", { .size = 128, .key_size = 8, .n_sums = 1 }, 1, true, 2, 1, "0.22" },
	{ "a key per thread", { .size = 128, .key_size = 8, .n_sums = 1 }, 1, false, 2, 1, "0.36" },
	{ "1000 keys", { .size = 2048, .key_size = 8, .n_sums = 1 }, 1000, true, 2, 1 },
	{ "1000 keys per thread", { .size = 2048, .key_size = 8, .n_sums = 1 }, 1000, false, 2, 1 },
	{ "1000 long keys", { .size = 2048, .key_size = 128, .n_sums = 1 }, 1000, true, 2, 1 },
	{ "full, all dropped", { .size = 128, .key_size = 8, .n_sums = 1 }, 1000000000, true,
	  2, 1 },
	/* With 128 CPUs there are 8 copies of these sums, and 16 with 1000 keys. */
	{ "one hot key, shared copies", { .size = 128, .key_size = 8, .n_sums = 1 }, 1, true,
	  128, 1 },
	{ "one hot key, one copy", { .size = 128, .key_size = 8, .n_sums = 1 }, 1, true,
	  128, 8 },
	{ "1000 keys, one copy", { .size = 2048, .key_size = 8, .n_sums = 3 }, 1000, true,
	  128, 16 },
};

struct worker {
	pthread_t thread;
	const struct bench *bench;
	struct tracing_map *map;
	unsigned int cpu;
	/* time of its first and last hit */
	double start;
	double end;
};

/*
 * Number of threads not started yet. Threads spin on it, to start at the same
 * time.
 */
static atomic_t missing;

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static void *work(void *arg)
{
	struct worker *w = arg;
	unsigned int n_keys = w->bench->n_keys;
	u64 key[16] = {};
	u64 base = w->bench->same ? 0 : (u64)w->cpu << 32;
	unsigned int i, k = 0;

	shim_cpu = w->cpu;
	atomic_dec(&missing);
	while (atomic_read(&missing))
		;
	w->start = now();
	for (i = 0; i < HITS; i++) {
		int elt;

		key[0] = base + k;
		if (++k >= n_keys)
			k = 0;
		elt = tracing_map_insert(w->map, key);
		if (elt >= 0)
			tracing_map_add(w->map, elt, 0, 1);
	}
	w->end = now();
	return NULL;
}

/* Return: nanoseconds from the first hit to the last. */
static double run(const struct bench *bench, unsigned int n)
{
	struct tracing_map *map = tracing_map_create(&bench->cfg);
	double start = INFINITY, end = 0;
	struct worker workers[2];
	unsigned int i;

	atomic_set(&missing, n);
	for (i = 0; i < n; i++) {
		workers[i] = (struct worker) {
			.bench = bench, .map = map, .cpu = i * bench->cpu_step,
		};
		pthread_create(&workers[i].thread, NULL, work, &workers[i]);
	}
	for (i = 0; i < n; i++) {
		pthread_join(workers[i].thread, NULL);
		start = fmin(start, workers[i].start);
		end = fmax(end, workers[i].end);
	}
	tracing_map_destroy(map);
	return end - start;
}

static void measure(const struct bench *bench)
{
	double best[2] = { INFINITY, INFINITY };
	unsigned int repeat, n;

	shim_nr_cpus = bench->n_cpus;
	for (repeat = 0; repeat < REPEATS; repeat++) {
		for (n = 0; n < 2; n++)
			best[n] = fmin(best[n], run(bench, n + 1));
	}
	printf("| %-26s | %8.1f | %10.2f | %5s |\n", bench->name, best[0] / HITS,
	       2 * best[0] / best[1], bench->stock ?: "");
}

int main(void)
{
	unsigned int i;

	printf("| %-26s | %8s | %10s | %5s |\n", "two threads on the map", "ns a hit",
	       "two to one", "stock");
	printf("| -------------------------- | -------: | ---------: | ----: |\n");
	for (i = 0; i < ARRAY_SIZE(benches); i++)
		measure(&benches[i]);
	return 0;
}
