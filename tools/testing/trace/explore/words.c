// SPDX-License-Identifier: GPL-2.0-only
/* Scenarios of sums of several words that change during a snapshot. */

#include "fixture.h"
#include "scenarios.h"

static const struct tracing_map_config three_words = {
	.size = 128, .key_size = 8, .n_sums = 3, .multi_word = true,
};

static void setup_words(void)
{
	setup_map(&three_words, 1);
	CHECK(insert(run.map, run.keys[0]) == 0);
}

static void add_to_two_words(unsigned int self)
{
	tracing_map_words_begin(run.map, 0);
	tracing_map_add(run.map, 0, 1, 1);
	tracing_map_add(run.map, 0, 2, 1);
	tracing_map_words_end(run.map, 0);
}

static void take_snapshot(unsigned int self)
{
	run.snap = snapshot(run.map, NULL, 0);
}

/*
 * The snapshot has both words from the same time. It sleeps until a writer that it meets has ended,
 * so the row is not torn.
 */
static void check_snapshot(void)
{
	CHECK(run.snap->n_rows == 1);
	CHECK(!tracing_map_row_torn(run.snap, 0));
	CHECK(tracing_map_row_sum(run.snap, 0, 1) == tracing_map_row_sum(run.snap, 0, 2));
	CHECK(tracing_map_row_sum(run.snap, 0, 1) <= 2);
	CHECK(tracing_map_sum(run.map, 0, 1) == 2);
	tracing_map_snapshot_free(run.snap);
	destroy_map();
}

const struct explorer_scenario words_against_snapshot = {
	.name = "words_against_snapshot",
	.setup = setup_words,
	.check = check_snapshot,
	.threads = {
		{ add_to_two_words, 0 }, { add_to_two_words, 1 }, { take_snapshot, 2, 0, true },
	},
	.nr_cpus = 3,
};

const struct explorer_scenario nested_words_against_snapshot = {
	.name = "nested_words_against_snapshot",
	.setup = setup_words,
	.check = check_snapshot,
	.threads = {
		{ add_to_two_words, 0 }, { add_to_two_words, 0, 1 },
		{ take_snapshot, 1, 0, true },
	},
	.nr_cpus = 2,
};
