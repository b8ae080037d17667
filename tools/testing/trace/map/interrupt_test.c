// SPDX-License-Identifier: GPL-2.0-only
/* Inserts that interrupt each other: simulated at each step, and by signals. */

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "fixture.h"
#include "harness.h"
#include "tracing_map_snapshot.h"

/*
 * An insert is interrupted at its n-th step, for each n, by an insert of
 * nest.key[], which is interrupted in turn.
 */
static struct {
	struct tracing_map *map;
	unsigned long at[8], now[8];
	u64 key[8];
	int elt[8];
	int depth, max_depth;
} nest;

static int nested_insert(void);

static void interrupt(void)
{
	int depth = nest.depth;

	if (depth >= nest.max_depth || ++nest.now[depth] != nest.at[depth])
		return;
	nest.elt[depth + 1] = -1;
	nest.depth++;
	nest.elt[depth + 1] = nested_insert();
	nest.depth--;
}

static int nested_insert(void)
{
	nest.now[nest.depth] = 0;
	return tracing_map_insert(nest.map, &nest.key[nest.depth]);
}

/* Return: whether all levels were reached. */
static bool run_nest(struct tracing_map *map, int max_depth)
{
	int i;

	nest.map = map;
	nest.depth = 0;
	nest.max_depth = max_depth;
	for (i = 0; i < ARRAY_SIZE(nest.elt); i++)
		nest.elt[i] = INT_MIN;
	shim_step_hook = interrupt;
	nest.elt[0] = nested_insert();
	shim_step_hook = NULL;
	for (i = 0; i <= max_depth; i++) {
		if (nest.elt[i] == INT_MIN)
			return false;
	}
	return true;
}

/* Upper bound for the steps of an insert in a nearly empty map. */
#define STEPS 14

TEST(nested_inserts_of_one_key_create_one_element)
{
	struct tracing_map *map = create(&simple);
	unsigned long a, b, c;
	int i, reached = 0;

	for (a = 1; a < STEPS; a++) {
		for (b = 1; b < STEPS; b++) {
			for (c = 1; c < STEPS; c++) {
				nest.at[0] = a;
				nest.at[1] = b;
				nest.at[2] = c;
				for (i = 0; i < 4; i++)
					nest.key[i] = 77;
				reached += run_nest(map, 3);
				for (i = 0; i < 4; i++)
					EXPECT(nest.elt[i] == nest.elt[0] ||
					       nest.elt[i] == INT_MIN);
				EXPECT_EQ(lookup(map, 77), nest.elt[0]);
				EXPECT_EQ(atomic_read(&map->keys->n_keys), 1);
				EXPECT(atomic_read(&map->keys->n_allocated) <= 4);
				EXPECT_EQ(tracing_map_dropped(map), 0);

				/*
				 * Elements that lost a race are reused before
				 * fresh ones are taken.
				 */
				for (i = 1; i < 128; i++)
					EXPECT(insert(map, i + 100) >= 0);
				EXPECT_EQ(insert(map, 1000), -ENOSPC);
				EXPECT_EQ(atomic_read(&map->keys->n_keys), 128);
				tracing_map_clear(map);
			}
		}
	}
	EXPECT(reached > 100);
	tracing_map_destroy(map);
}

/*
 * After any number of lost races, each context slot holds at most one
 * unpublished element.
 */
TEST(lost_races_do_not_consume_elements)
{
	struct tracing_map *map = create(&simple);
	unsigned long a;
	int i, lost;

	for (a = 1; a < STEPS; a++) {
		lost = 0;
		for (i = 0; i < 128; i++) {
			nest.at[0] = a;
			nest.key[0] = i;
			nest.key[1] = i;
			lost += run_nest(map, 1);
			EXPECT_EQ(nest.elt[0], lookup(map, i));
			EXPECT(atomic_read(&map->keys->n_allocated) <=
			       atomic_read(&map->keys->n_keys) + 2);
		}
		EXPECT(a > 8 || lost > 100);
		EXPECT_EQ(tracing_map_dropped(map), 0);
		tracing_map_clear(map);
	}
	tracing_map_destroy(map);
}

/*
 * An insert takes element 0 and is interrupted by an insert of the same key,
 * which publishes element 1. Element 0 stays in the context slot: one key is
 * counted, and two elements are taken.
 */
static int insert_behind_lost_element(struct tracing_map *map)
{
	for (nest.at[0] = 1; nest.at[0] < STEPS; nest.at[0]++) {
		nest.key[0] = 77;
		nest.key[1] = 77;
		run_nest(map, 1);
		if (nest.elt[0] == 1)
			return 1;
		tracing_map_clear(map);
	}
	test_fail(__FILE__, __LINE__, "no insert lost its element");
	exit(1);
}

TEST(clear_resets_elements_after_unused_one)
{
	struct tracing_map_config cfg = simple;
	struct tracing_map *map;
	u64 val = 7;
	int elt, i;

	cfg.cell_words = 2;
	map = create(&cfg);
	elt = insert_behind_lost_element(map);
	tracing_map_add(map, elt, 1, 5);
	tracing_map_var_set(map, elt, 1, val);
	EXPECT(tracing_map_cell_set(map, elt, 0, &val, 1));

	tracing_map_clear(map);
	for (i = 0; i <= elt; i++) {
		EXPECT_EQ(insert(map, 100 + i), i);
		EXPECT_EQ(tracing_map_sum(map, i, 1), 0);
		EXPECT(!tracing_map_var_get(map, i, 1, &val));
		EXPECT(tracing_map_cell_get(map, i, 0, &val, 1));
	}
	tracing_map_destroy(map);
}

TEST(totals_include_elements_after_unused_one)
{
	struct tracing_map *map = create(&simple);

	tracing_map_add(map, insert_behind_lost_element(map), 0, 5);
	EXPECT_EQ(tracing_map_total(map, 0), 5);
	tracing_map_destroy(map);
}

TEST(nested_inserts_of_different_keys_are_distinct)
{
	struct tracing_map *map = create(&simple);
	unsigned long a, b;
	int i;

	for (a = 1; a < STEPS; a++) {
		for (b = 1; b < STEPS; b++) {
			nest.at[0] = a;
			nest.at[1] = b;
			nest.key[0] = 1;
			nest.key[1] = 2;
			nest.key[2] = 1;
			run_nest(map, 2);
			for (i = 0; i < 3; i++) {
				if (nest.elt[i] != INT_MIN)
					EXPECT_EQ(nest.elt[i], lookup(map, nest.key[i]));
			}
			EXPECT_EQ(atomic_read(&map->keys->n_keys), 1 + (nest.elt[1] != INT_MIN));
			tracing_map_clear(map);
		}
	}
	tracing_map_destroy(map);
}

/* Concurrent inserts of the last key that fits: none of them may be dropped. */
TEST(last_key_that_fits_is_not_dropped)
{
	struct tracing_map *map = create(&simple);
	unsigned long a, b;
	int i;

	for (a = 1; a < STEPS; a++) {
		for (b = 1; b < STEPS; b++) {
			for (i = 0; i < 127; i++)
				EXPECT_EQ(insert(map, i), i);
			nest.at[0] = a;
			nest.at[1] = b;
			for (i = 0; i < 3; i++)
				nest.key[i] = 1000;
			run_nest(map, 2);
			EXPECT(nest.elt[0] >= 0);
			EXPECT_EQ(tracing_map_dropped(map), 0);
			EXPECT_EQ(atomic_read(&map->keys->n_keys), 128);
			tracing_map_clear(map);
		}
	}
	tracing_map_destroy(map);
}

/*
 * At the capacity limit, interrupted by another key: the map exceeds its size
 * by one, or a drop is counted.
 */
TEST(race_at_capacity_is_counted_or_dropped)
{
	struct tracing_map *map = create(&simple);
	int i, before, got;
	unsigned long a;

	for (before = 126; before <= 128; before++) {
		for (a = 1; a < 60; a++) {
			for (i = 0; i < before; i++)
				insert(map, i);
			nest.at[0] = a;
			nest.key[0] = 1000;
			nest.key[1] = 2000;
			run_nest(map, 1);
			got = (nest.elt[0] >= 0) + (nest.elt[1] >= 0);
			if (nest.elt[1] != INT_MIN)
				EXPECT_EQ(got + tracing_map_dropped(map), 2);
			EXPECT_EQ(atomic_read(&map->keys->n_keys), before + got);
			EXPECT(before + got >= 128 || !tracing_map_dropped(map));
			EXPECT(before + got <= 129);
			EXPECT(nest.elt[0] < 0 || nest.elt[0] == lookup(map, 1000));
			EXPECT(nest.elt[1] < 0 || nest.elt[1] == lookup(map, 2000));
			tracing_map_clear(map);
		}
	}
	tracing_map_destroy(map);
}

/* Inserts of the last nest that found no context slot. */
static int count_excess(const struct tracing_map *map)
{
	int i, excess = 0;

	for (i = 0; i < 6; i++) {
		if (nest.elt[i] == -ENOSPC || tracing_map_is_other(map, nest.elt[i]))
			excess++;
		else
			EXPECT_EQ(lookup(nest.map, 10 + i), nest.elt[i]);
	}
	return excess;
}

/*
 * Nesting deeper than the context slots: the excess inserts get the other element, or are dropped
 * and counted.
 */
static void nest_too_deeply(const struct tracing_map_config *cfg)
{
	struct tracing_map *map = create(cfg);
	int i, excess, all_excess = 0;
	unsigned long a;

	for (a = 1; a < STEPS; a++) {
		for (i = 0; i < 6; i++) {
			/*
			 * An insert without a context slot ends early, so it is
			 * interrupted early.
			 */
			nest.at[i] = i < TRACING_MAP_CONTEXT_SLOTS ? a : 1;
			nest.key[i] = 10 + i;
		}
		if (!run_nest(map, 5)) {
			tracing_map_clear(map);
			continue;
		}
		excess = count_excess(map);
		EXPECT_EQ(excess + atomic_read(&map->keys->n_keys), 6);
		EXPECT_EQ(tracing_map_dropped_for(map, TRACING_MAP_DROP_NESTED),
			  cfg->has_other ? 0 : excess);
		EXPECT_EQ(tracing_map_dropped(map), cfg->has_other ? 0 : excess);
		for (i = atomic_read(&map->keys->n_keys); i < 128; i++)
			EXPECT(insert(map, 100 + i) >= cfg->has_other);
		EXPECT_EQ(insert(map, 1000), cfg->has_other ? TRACING_MAP_OTHER : -ENOSPC);
		tracing_map_clear(map);
		all_excess += excess;
	}
	EXPECT(all_excess > 0);
	tracing_map_destroy(map);
}

TEST(nesting_beyond_context_slots_is_dropped)
{
	nest_too_deeply(&simple);
}

TEST(nesting_beyond_context_slots_gets_the_other_element)
{
	struct tracing_map_config cfg = simple;

	cfg.has_other = true;
	nest_too_deeply(&cfg);
}

/* Asynchronous interrupts by signals. */
static struct {
	struct tracing_map *map;
	u64 state;
	unsigned long tried, sum;
} async;

static void hit(u64 *state)
{
	u64 key = test_random(state) % 300;
	int elt = tracing_map_insert(async.map, &key);

	if (elt >= 0) {
		tracing_map_add(async.map, elt, 0, 1);
		tracing_map_add(async.map, elt, 1, key);
	}
}

static void on_signal(int sig)
{
	static u64 state = 99;
	static unsigned long tried;
	int i;

	for (i = 0; i < 3; i++) {
		hit(&state);
		tried++;
	}
	async.tried = tried;
}

TEST(signals_interrupt_inserts)
{
	static const unsigned int sizes[] = { 128, 256, 512 };
	struct itimerspec every = { { 0, 50000 }, { 0, 50000 } }, never = {};
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	unsigned long tried, before = 0;
	timer_t timer;
	u64 state = 1;
	int s, i;

	signal(SIGUSR1, on_signal);
	timer_create(CLOCK_MONOTONIC, &event, &timer);
	for (s = 0; s < ARRAY_SIZE(sizes); s++) {
		struct tracing_map_config cfg = simple;
		struct tracing_map_snapshot *snap;
		u64 hits = 0;

		cfg.size = sizes[s];
		async.map = create(&cfg);
		before = async.tried;
		tried = 0;
		timer_settime(timer, 0, &every, NULL);
		for (i = 0; i < 2000000; i++) {
			hit(&state);
			tried++;
		}
		timer_settime(timer, 0, &never, NULL);
		snap = snapshot(async.map, NULL, 0);
		for (i = 0; i < snap->n_rows; i++) {
			hits += tracing_map_row_sum(snap, i, 0);
			EXPECT_EQ(tracing_map_row_sum(snap, i, 1),
				  tracing_map_row_sum(snap, i, 0) *
				  tracing_map_row_key(snap, i)[0]);
			EXPECT_EQ(tracing_map_lookup(async.map, tracing_map_row_key(snap, i)),
				  tracing_map_row_elt(snap, i));
		}
		EXPECT_EQ(hits + snap->dropped, tried + async.tried - before);
		EXPECT(snap->n_rows >= min(sizes[s], 300));
		EXPECT_EQ(!!snap->dropped, sizes[s] < 300);
		tracing_map_snapshot_free(snap);
		tracing_map_destroy(async.map);
	}
	EXPECT(async.tried > 100);
}
