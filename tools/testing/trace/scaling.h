/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measure scaling: throughput of two threads relative to one.
 *
 * The ideal is 2. Other load on the machine disturbs the times, so each figure
 * is the best of many short runs, alternating between one and two threads. No
 * test depends on these times.
 */
#ifndef _SCALING_H
#define _SCALING_H

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include <linux/atomic.h>
#include <linux/kernel.h>

/* Runs are so short that other load does not disturb all of them. */
#define SCALING_HITS	100000
#define SCALING_REPEATS	1000

/**
 * struct scaling - a measurement
 * @name: what is measured
 * @stock: result of the base kernel's map, measured once; NULL if unknown
 * @n_cpus: number of possible CPUs. With 128, CPUs share copies of the sums,
 *	see tracing_map_sum_copies()
 * @cpu_step: thread i runs on CPU i * @cpu_step
 * @create: create the object that the threads of a run use
 * @hit: count %SCALING_HITS events in the object, on the CPU in the
 *	thread-local variable shim_cpu
 * @destroy: destroy the object
 */
struct scaling {
	const char *name;
	const char *stock;
	unsigned int n_cpus;
	unsigned int cpu_step;
	void *(*create)(const struct scaling *scaling);
	void (*hit)(const struct scaling *scaling, void *target);
	void (*destroy)(void *target);
};

struct scaling_worker {
	pthread_t thread;
	const struct scaling *scaling;
	void *target;
	unsigned int cpu;
	/* time of its first and last hit */
	double start;
	double end;
};

/*
 * Number of threads that have not started yet. Each thread waits until it is 0,
 * so that all of them begin at the same time.
 */
static atomic_t scaling_missing;

static double scaling_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static void *scaling_work(void *arg)
{
	struct scaling_worker *w = arg;

	shim_cpu = w->cpu;
	atomic_dec(&scaling_missing);
	while (atomic_read(&scaling_missing))
		;
	w->start = scaling_now();
	w->scaling->hit(w->scaling, w->target);
	w->end = scaling_now();
	return NULL;
}

/* Return: nanoseconds from the first hit to the last. */
static double scaling_run(const struct scaling *scaling, unsigned int n)
{
	void *target = scaling->create(scaling);
	double start = INFINITY, end = 0;
	struct scaling_worker workers[2];
	unsigned int i;

	atomic_set(&scaling_missing, n);
	for (i = 0; i < n; i++) {
		workers[i] = (struct scaling_worker) {
			.scaling = scaling, .target = target, .cpu = i * scaling->cpu_step,
		};
		pthread_create(&workers[i].thread, NULL, scaling_work, &workers[i]);
	}
	for (i = 0; i < n; i++) {
		pthread_join(workers[i].thread, NULL);
		start = fmin(start, workers[i].start);
		end = fmax(end, workers[i].end);
	}
	scaling->destroy(target);
	return end - start;
}

static inline void scaling_print_head(const char *title)
{
	printf("| %-32s | %8s | %10s | %5s |\n", title, "ns a hit", "two to one", "stock");
	printf("| -------------------------------- | -------: | ---------: | ----: |\n");
}

/* Measure, and print a row. */
static inline void scaling_measure(const struct scaling *scaling)
{
	double best[2] = { INFINITY, INFINITY };
	unsigned int repeat, n;

	shim_nr_cpus = scaling->n_cpus;
	for (repeat = 0; repeat < SCALING_REPEATS; repeat++) {
		for (n = 0; n < 2; n++)
			best[n] = fmin(best[n], scaling_run(scaling, n + 1));
	}
	printf("| %-32s | %8.1f | %10.2f | %5s |\n", scaling->name, best[0] / SCALING_HITS,
	       2 * best[0] / best[1], scaling->stock ?: "");
}

#endif
