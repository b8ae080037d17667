/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Threads that count values, each on a CPU of its own and with nested events, for tests under the
 * thread sanitizer. All values of a row are equal, so each total that a reader finds is a multiple
 * of the value or of its square; half of an addition is not.
 */
#ifndef _TRACE_STATS_RACE_H
#define _TRACE_STATS_RACE_H

#include <pthread.h>
#include <sched.h>

#include "fixture.h"

/* Rows that all tests have. Their keys are 0 to ROWS - 1. */
#define ROWS	4
/* Rows that a test can have. */
#define KEYS	512

/* One value that carries on each 16th addition, one with large squares, and one that is large. */
static const u64 values[ROWS] = { 3, (1ULL << 30) + 977, (1ULL << 44) - 1, 0xdeadbeef12345677 };

/* Rows whose sum of squares does not overflow. */
#define SQUARE_ROWS	(ROWS - 1)

/*
 * @cpu: CPU on which the thread counts
 * @state: random numbers
 * @depth: number of events that are interrupted
 * @n_events: events so far that interrupt no other event
 * @fired: events so far, by key
 */
struct race_writer {
	pthread_t thread;
	unsigned int cpu;
	u64 state;
	int depth;
	unsigned long n_events;
	unsigned long fired[KEYS];
};

static __thread struct race_writer *self;

/* Count an event, chosen by a random number. Each test defines it. */
static void fire_event(u64 random);

static inline u64 value_of(u64 key)
{
	return key < ROWS ? values[key] : key * 977;
}

static inline void count_value(struct tracing_map *map, int elt, u64 key)
{
	self->fired[key]++;
	add_value(&unsigned_stat, map, elt, value_of(key));
}

static inline void maybe_interrupt(void)
{
	u64 r = test_random(&self->state);

	if (r % 64 == 0 && self->depth < 3) {
		self->depth++;
		fire_event(r >> 32);
		self->depth--;
	} else if (r % 64 == 1) {
		sched_yield();
	}
}

/* Let this thread count on its CPU, from now on with nested events. */
static inline void begin_writing(struct race_writer *writer)
{
	self = writer;
	shim_cpu = writer->cpu;
	writer->state = writer->cpu + 1;
	shim_step_hook = maybe_interrupt;
}

static inline void end_writing(void)
{
	shim_step_hook = NULL;
}

static inline u128 read_sum(const u64 *words)
{
	return (u128)words[1] + ((u128)words[2] << 44);
}

#endif
