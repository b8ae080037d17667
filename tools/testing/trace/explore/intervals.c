// SPDX-License-Identifier: GPL-2.0-only
/* Scenarios of events that count while an interval is taken. */

#include "fixture.h"
#include "scenarios.h"

bool scenario_skips_grace_period;

static const struct tracing_map_config one_sum = { .size = 128, .key_size = 8, .n_sums = 1 };

static void setup_halves(void)
{
	setup_map(&one_sum, 1);
	CHECK(!IS_ERR(tracing_map_spare(run.map)));
}

/* An event reads the pointer once, and counts with preemption off. */
static void fire_event(unsigned int self, unsigned int key)
{
	struct tracing_map *map;

	explorer_event_begin(self);
	/* Pairs with the release in take_interval(). */
	map = smp_load_acquire(&run.map);
	run.half[self] = map;
	run.key[self] = key;
	run.elt[self] = tracing_map_insert(map, &run.keys[key]);
	if (run.elt[self] >= 0)
		tracing_map_add(map, run.elt[self], 0, 1);
	explorer_event_end(self);
}

static void fire_event_of_key_0(unsigned int self)
{
	fire_event(self, 0);
}

static void fire_event_of_key_1(unsigned int self)
{
	fire_event(self, 1);
}

/* Take an interval, as hist_interval_prepare(), _cut() and _take() do. */
static void take_interval(unsigned int self)
{
	struct tracing_map *spare = tracing_map_spare(run.map);

	run.old = run.map;
	/* Pairs with the acquire in fire_event(). */
	smp_store_release(&run.map, spare);
	if (!scenario_skips_grace_period)
		explorer_wait_for_grace_period(self);
	run.counts = tracing_map_drain(run.old, NULL);
	CHECK(!IS_ERR(run.counts));
}

/* The counts of an interval are those of the events that used the half. */
static void check_interval(const struct tracing_map_counts *counts, const struct tracing_map *half)
{
	unsigned int counted[N_KEYS] = {}, dropped = 0, i;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++) {
		if (run.half[i] != half)
			continue;
		if (run.elt[i] < 0)
			dropped++;
		else
			counted[run.key[i]]++;
	}
	for (i = 0; i < N_KEYS; i++) {
		int elt = lookup(run.map, run.keys[i]);
		const u64 *words = elt < 0 ? NULL : tracing_map_counts_words(counts, 1, elt);

		CHECK(counted[i] == (words ? *words : 0));
	}
	CHECK(counts->dropped[TRACING_MAP_DROP_FULL] == dropped);
}

/* Each event is in the interval of its half, and in the sum of both halves and the total. */
static void check_intervals(void)
{
	struct tracing_map *half = run.map;

	check_inserts();
	CHECK(!tracing_map_has_counts(run.old));
	check_interval(run.counts, run.old);
	tracing_map_counts_free(run.counts);

	take_interval(0);
	check_interval(run.counts, half);
	tracing_map_counts_free(run.counts);
	check_inserts();
	destroy_map();
}

const struct explorer_scenario events_against_exchange = {
	.name = "events_against_exchange",
	.setup = setup_halves,
	.check = check_intervals,
	.threads = {
		{ fire_event_of_key_0, 0 }, { fire_event_of_key_1, 1 }, { fire_event_of_key_0, 2 },
		{ take_interval, 3, 0, true },
	},
	.nr_cpus = 4,
};

/* An event that interrupts another one may be in the next interval. */
const struct explorer_scenario nested_events_against_exchange = {
	.name = "nested_events_against_exchange",
	.setup = setup_halves,
	.check = check_intervals,
	.threads = {
		{ fire_event_of_key_0, 0 }, { fire_event_of_key_1, 0, 1 },
		{ fire_event_of_key_0, 0, 2 }, { take_interval, 1, 0, true },
	},
	.nr_cpus = 2,
};
