// SPDX-License-Identifier: GPL-2.0-only
/*
 * Variables and cells of keys that are evicted: a row that has one is kept, lookups find it at any
 * time, and an event that is refused finds the older ones.
 */

#include "evict_fixture.h"
#include "tracing_map_usage.h"

/* Rows are kept if any variable has any value, also one that needs the extra bit. */
TEST(rows_with_a_variable_are_kept)
{
	struct tracing_map *map = create(&evicting_vars);
	u64 key, val;

	hit_keys(map, 0, SIZE, 1);
	for (key = 0; key < TO; key++) {
		int elt = find_row(map, key);

		val = key % 3 ? key % 3 - 1 : ~map->var_mask;
		tracing_map_var_set(map, elt, key % 2, map->var_mask ^ val);
	}
	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	for (key = 0; key < SIZE; key++) {
		int elt = find_row(map, key);

		EXPECT_EQ(elt > 0, key < TO);
		EXPECT_EQ(find_var(map, key), elt);
		if (elt < 0)
			continue;
		EXPECT(tracing_map_var_fetch_clear(map, elt, key % 2, &val));
		EXPECT_EQ(val ^ map->var_mask, key % 3 ? key % 3 - 1 : ~map->var_mask);
		EXPECT(!tracing_map_var_fetch_clear(map, elt, !(key % 2), &val));
	}
	/* Without the variables, they can be evicted. */
	hit_keys(map, 1000, 1000 + SIZE - TO, 2);
	EXPECT_EQ(run_eviction(map, NULL), SIZE - TO);
	for (key = 1000; key < 1000 + SIZE - TO; key++)
		EXPECT(find_row(map, key) > 0);
	tracing_map_destroy(map);
}

/*
 * An event that found its element before the victims were chosen sets a variable afterwards.
 * Lookups find it at any time, and the row is kept. Its error rises by the events of its class that
 * went to the other element.
 */
TEST(variable_set_by_an_older_event_keeps_its_row)
{
	struct tracing_map *map = create(&evicting_vars);
	struct tracing_map_eviction *eviction;
	int elt, other_victim;
	u64 val = 0;

	hit_keys(map, 0, SIZE, 1);
	elt = find_row(map, 3);
	other_victim = find_row(map, 4);
	eviction = begin(map);
	EXPECT_EQ(find_var(map, 3), elt);
	EXPECT(tracing_map_evict_choose(eviction));
	EXPECT_EQ(find_row(map, 3), -ENOENT);
	EXPECT_EQ(find_var(map, 3), elt);
	EXPECT_EQ(find_var(map, 4), other_victim);
	/* Three events of the key are refused, before and after the variable is set. */
	EXPECT_EQ(hit(map, 3), TRACING_MAP_OTHER);
	EXPECT_EQ(hit(map, 3), TRACING_MAP_OTHER);
	tracing_map_var_set(map, elt, 1, 77);
	EXPECT_EQ(hit(map, 3), TRACING_MAP_OTHER);
	EXPECT_EQ(find_var(map, 3), elt);
	EXPECT(tracing_map_evict_confirm(eviction));
	EXPECT_EQ(find_row(map, 3), elt);
	EXPECT_EQ(find_var(map, 3), elt);
	EXPECT_EQ(find_row(map, 4), -ENOENT);
	EXPECT_EQ(find_var(map, 4), -ENOENT);
	EXPECT_EQ(hit(map, 3), elt);
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), SIZE - TO - 1);

	EXPECT_EQ(tracing_map_n_keys(map), TO + 1);
	EXPECT_EQ(find_row(map, 3), elt);
	EXPECT_EQ(tracing_map_sum(map, elt, 0), 2);
	EXPECT_EQ(error_of(map, 3), 3);
	EXPECT(tracing_map_var_fetch_clear(map, find_var(map, 3), 1, &val));
	EXPECT_EQ(val, 77);
	/* The error of a kept row is not raised again. */
	run_eviction(map, NULL);
	EXPECT_EQ(find_row(map, 3), elt);
	EXPECT_EQ(error_of(map, 3), 3);
	EXPECT_EQ(tracing_map_total(map, 0), SIZE + 4);
	tracing_map_destroy(map);
}

/* A map whose keys all have variables need not be closed. */
TEST(eviction_is_possible_if_a_key_has_no_variable)
{
	struct tracing_map *map = create(&evicting), *vars = create(&evicting_vars);
	u64 key, val;

	EXPECT(tracing_map_evict_possible(map));
	hit_keys(vars, 0, SIZE, 1);
	EXPECT(tracing_map_evict_possible(vars));
	for (key = 0; key < SIZE; key++)
		tracing_map_var_set(vars, find_row(vars, key), 0, key);
	EXPECT(!tracing_map_evict_possible(vars));
	for (key = 0; key < SIZE; key++) {
		EXPECT(tracing_map_var_fetch_clear(vars, find_row(vars, key), 0, &val));
		EXPECT(tracing_map_evict_possible(vars));
		tracing_map_var_set(vars, find_row(vars, key), 0, key);
	}
	tracing_map_destroy(map);
	tracing_map_destroy(vars);
}

/* All victims may get a variable. */
TEST(eviction_may_lose_all_victims)
{
	struct tracing_map *map = create(&evicting_vars);
	struct tracing_map_eviction *eviction;
	u64 key, val;

	hit_keys(map, 0, SIZE, 1);
	eviction = begin(map);
	EXPECT(tracing_map_evict_choose(eviction));
	for (key = 0; key < SIZE; key++)
		if (find_row(map, key) < 0)
			tracing_map_var_set(map, find_var(map, key), 0, key);
	EXPECT(tracing_map_evict_confirm(eviction));
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), 0);
	EXPECT_EQ(tracing_map_evict_number(map), 0);
	EXPECT_EQ(tracing_map_n_keys(map), SIZE);
	EXPECT_EQ(other_sum(map, 0), 0);
	for (key = 0; key < SIZE; key++) {
		EXPECT(find_row(map, key) > 0);
		if (key < SIZE - TO)
			EXPECT(tracing_map_var_fetch_clear(map, find_row(map, key), 0, &val) &&
			       val == key);
	}
	tracing_map_destroy(map);
}

/* A refused event finds the row of its key between choose and confirm, and only then. */
TEST(refused_event_finds_the_row_that_is_being_evicted)
{
	struct tracing_map *map = create(&evicting_vars);
	struct tracing_map_eviction *eviction;
	int elt;

	hit_keys(map, 0, SIZE, 1);
	elt = find_row(map, 0);
	EXPECT_EQ(find_condemned(map, SIZE), -ENOENT);
	eviction = begin(map);
	EXPECT_EQ(find_condemned(map, SIZE), -ENOENT);
	EXPECT(tracing_map_evict_choose(eviction));
	EXPECT_EQ(find_condemned(map, 0), elt);
	EXPECT_EQ(find_condemned(map, SIZE), -ENOENT);
	EXPECT(tracing_map_evict_confirm(eviction));
	EXPECT_EQ(find_condemned(map, 0), -ENOENT);
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), SIZE - TO);
	EXPECT_EQ(find_condemned(map, 0), -ENOENT);
	EXPECT_EQ(find_condemned(map, SIZE), -ENOENT);
	tracing_map_destroy(map);
}

/*
 * The row of a refused event is kept before the event looks for it, because of an older variable.
 * The event must still find it and unset the variable, which is not that of the last event.
 */
TEST(refused_event_finds_a_row_that_was_kept_meanwhile)
{
	struct tracing_map *map = create(&evicting_vars);
	struct tracing_map_eviction *eviction;
	int elt;

	hit_keys(map, 0, SIZE, 1);
	elt = find_row(map, 0);
	eviction = begin(map);
	EXPECT(tracing_map_evict_choose(eviction));
	tracing_map_var_set(map, elt, 0, 1);
	EXPECT_EQ(insert(map, 0), TRACING_MAP_OTHER);
	EXPECT(tracing_map_evict_confirm(eviction));
	EXPECT_EQ(find_condemned(map, 0), elt);
	tracing_map_evict_finish(eviction, NULL);
	tracing_map_destroy(map);
}

/* Cells are like variables: set or being written, at any position. */
TEST(rows_with_a_cell_are_kept)
{
	struct tracing_map_evict_config cells = evict;
	struct tracing_map_config cfg = evicting;
	struct tracing_map_eviction *eviction;
	struct tracing_map *map;
	int elt, late;
	u64 *cell, word = 9;

	/* Word 3 of the first cell looks like a header of a cell that is set. */
	cells.cells[0] = BIT(0) | BIT(4);
	cells.cells[TRACING_MAP_CELL_WORDS_MAX / BITS_PER_LONG - 1] = 1UL << (BITS_PER_LONG - 2);
	cfg.evict = &cells;
	cfg.cell_words = TRACING_MAP_CELL_WORDS_MAX;
	map = create(&cfg);
	hit_keys(map, 0, SIZE, 1);
	for (elt = 1; elt <= SIZE; elt++) {
		u64 words[3] = { 1, 2, 3 };

		EXPECT(tracing_map_cell_set(map, elt, 0, words, 3));
		EXPECT(!tracing_map_cell_fetch_clear(map, elt, 0, words, 3));
	}
	EXPECT(tracing_map_cell_set(map, 1, 0, &word, 1));
	EXPECT(tracing_map_cell_set(map, 2, 4, &word, 1));
	EXPECT(tracing_map_cell_set(map, 3, TRACING_MAP_CELL_WORDS_MAX - 2, &word, 1));
	cell = tracing_map_cell_write_begin(map, 4, 4);
	late = 10;

	eviction = begin(map);
	EXPECT(tracing_map_evict_choose(eviction));
	EXPECT_EQ(find_condemned(map, 9), late);
	EXPECT(tracing_map_cell_set(map, late, 4, &word, 1));
	EXPECT_EQ(find_var(map, 9), late);
	EXPECT(tracing_map_evict_confirm(eviction));
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), SIZE - TO - 1);
	tracing_map_cell_write_end(cell);
	for (elt = 1; elt <= SIZE; elt++)
		EXPECT_EQ(find_row(map, elt - 1) > 0,
			  elt <= 4 || elt == late || elt > 4 + SIZE - TO);
	word = 0;
	EXPECT(!tracing_map_cell_fetch_clear(map, find_var(map, 9), 4, &word, 1));
	EXPECT_EQ(word, 9);
	tracing_map_destroy(map);
}

#define STREAM_KEYS	400

/*
 * A stream of events, each complete, on other CPUs or as interrupts, at the steps of an eviction.
 */
static struct {
	struct tracing_map *map;
	u64 truth[STREAM_KEYS], started[STREAM_KEYS];
	u64 events, state;
	unsigned int n_found, n_lost;
} stream;

/*
 * An event that sets a variable if it gets a row; otherwise it unsets the older one, as a histogram
 * does. A later event of the key must find what the last one has set.
 */
static void fire_with_variable(u64 key)
{
	int elt;

	stream.events++;
	stream.truth[key]++;
	elt = hit(stream.map, key);
	stream.started[key] = 0;
	if (elt > 0) {
		stream.started[key] = stream.events;
		tracing_map_var_set(stream.map, elt, 0, stream.events);
		return;
	}
	elt = find_condemned(stream.map, key);
	if (elt >= 0)
		tracing_map_var_fetch_clear(stream.map, elt, 0, &key);
	stream.n_lost++;
}

static void fetch_started(u64 key)
{
	int elt = find_var(stream.map, key);
	u64 val = 0;

	if (elt >= 0)
		tracing_map_var_fetch_clear(stream.map, elt, 0, &val);
	EXPECT_EQ(val, stream.started[key]);
	stream.n_found += !!val;
	stream.started[key] = 0;
}

static void fire_at_step(void)
{
	u64 r = test_random(&stream.state), key = r % STREAM_KEYS;
	bool was_atomic = shim_atomic;
	unsigned int cpu = shim_cpu;

	if (r >> 32 & 15)
		return;
	shim_step_hook = NULL;
	shim_cpu = r >> 36 & 3;
	if (r >> 40 & 1)
		key = key * key / STREAM_KEYS;
	fire_with_variable(key);
	fetch_started((r >> 48) % STREAM_KEYS);
	/* Few variables stay set for a long time. */
	if (r >> 41 & 3)
		fetch_started(key);
	shim_cpu = cpu;
	shim_atomic = was_atomic;
	shim_step_hook = fire_at_step;
}

static void check_stream(void)
{
	u64 key;

	EXPECT_EQ(tracing_map_total(stream.map, 0), stream.events);
	for (key = 0; key < STREAM_KEYS; key++) {
		int elt = find_row(stream.map, key);
		u64 hits = elt < 0 ? 0 : tracing_map_sum(stream.map, elt, 0);
		u64 error = elt < 0 ? bound_of(stream.map, key) :
				      tracing_map_evict_error(stream.map, elt);

		EXPECT(hits <= stream.truth[key] && stream.truth[key] <= hits + error);
	}
}

static void run_stream(unsigned int cpus)
{
	unsigned int i;

	memset(&stream, 0, sizeof(stream));
	stream.state = 5;
	shim_nr_cpus = cpus;
	stream.map = create(&evicting_vars);
	for (i = 0; i < 150; i++) {
		struct tracing_map_eviction *eviction;

		while (tracing_map_n_keys(stream.map) < AT)
			fire_at_step();
		shim_step_hook = fire_at_step;
		eviction = begin(stream.map);
		if (tracing_map_evict_choose(eviction))
			tracing_map_evict_confirm(eviction);
		tracing_map_evict_finish(eviction, NULL);
		shim_step_hook = NULL;
		check_stream();
	}
	EXPECT(tracing_map_n_evicted(stream.map) > 1000);
	EXPECT(stream.n_found > 1000);
	EXPECT(stream.n_lost > 1000);
	tracing_map_destroy(stream.map);
}

TEST(events_run_at_each_step_of_an_eviction)
{
	run_stream(4);
	run_stream(64);
}
