/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * State and checks that the scenarios share. A thread of a scenario records what its operations
 * returned; no other thread reads that meanwhile.
 */
#ifndef _TRACE_EXPLORE_FIXTURE_H
#define _TRACE_EXPLORE_FIXTURE_H

#include "explorer.h"
#include "map/fixture.h"
#include "tracing_map_interval.h"

#define N_KEYS	3

/* Values that tell who wrote them. */
#define VALUE(writer, n)	(((u64)(writer) << 8) + (n) + 1)

/* The two special values of variables are VAR_MASK and VAR_MASK ^ 1. */
#define VAR_MASK	1000ULL

/*
 * State of an interleaving
 * @map: map, or the half that events use
 * @keys: keys whose search begins at the last slot of the table, so that they collide and wrap
 * @key: number of the key that a thread inserted
 * @elt: element that an insert returned; -ENOENT if the thread did not insert
 * @half: half that an event of the thread used
 * @got, @n_got: values that a thread fetched
 * @done: whether an operation of the thread returned true
 * @counts: the interval that was drained
 * @old: the half that was drained
 * @snap: the snapshot that was taken
 */
struct explorer_run {
	struct tracing_map *map;
	u64 keys[N_KEYS];
	unsigned int key[EXPLORER_THREADS_MAX];
	int elt[EXPLORER_THREADS_MAX];
	struct tracing_map *half[EXPLORER_THREADS_MAX];
	u64 got[EXPLORER_THREADS_MAX][4];
	unsigned int n_got[EXPLORER_THREADS_MAX];
	bool done[EXPLORER_THREADS_MAX];
	struct tracing_map_counts *counts;
	struct tracing_map *old;
	struct tracing_map_snapshot *snap;
};

extern struct explorer_run run;

/* Create a map for @size keys, which may be fewer than tracing_map_create() accepts. */
void setup_map(const struct tracing_map_config *cfg, u32 size);
void destroy_map(void);

/* Return how often the threads fetched @val, or any value. */
unsigned int count_got(u64 val);
unsigned int count_all_got(void);

/* Check that each element is in one place, and that each key has one element. */
void check_elements(void);

/* Check the elements, and that each insert returned that of its key or was counted as dropped. */
void check_inserts(void);

#endif
