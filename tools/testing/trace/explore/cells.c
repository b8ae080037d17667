// SPDX-License-Identifier: GPL-2.0-only
/* Scenario of cells: writes against reads. */

#include <linux/array_size.h>

#include "fixture.h"
#include "scenarios.h"

#define CELL_WORDS	2

static const struct tracing_map_config one_cell = {
	.size = 128, .key_size = 8, .cell_words = 1 + CELL_WORDS,
};

static void setup_cell(void)
{
	setup_map(&one_cell, 1);
	CHECK(insert(run.map, run.keys[0]) == 0);
}

/* Write a cell @n times, each time all words with the same value. */
static void write_cell(unsigned int self, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		u64 words[CELL_WORDS] = { VALUE(self, i), VALUE(self, i) };

		run.done[self] = tracing_map_cell_set(run.map, 0, 0, words, CELL_WORDS);
	}
}

static void write_cell_once(unsigned int self)
{
	write_cell(self, 1);
}

static void write_cell_twice(unsigned int self)
{
	write_cell(self, 2);
}

static void keep_cell(unsigned int self, const u64 *words)
{
	CHECK(words[0] == words[1]);
	run.got[self][run.n_got[self]++] = words[0];
}

static void fetch_clear_cell_twice(unsigned int self)
{
	unsigned int i;
	u64 words[CELL_WORDS];

	for (i = 0; i < 2; i++)
		if (!tracing_map_cell_fetch_clear(run.map, 0, 0, words, CELL_WORDS))
			keep_cell(self, words);
}

static void get_cell(unsigned int self)
{
	u64 words[CELL_WORDS];

	if (!tracing_map_cell_get(run.map, 0, 0, words, CELL_WORDS))
		CHECK(words[0] == words[1]);
}

/* Each value was fetched at most once; the value of the last write was fetched or is left. */
static void check_cell(void)
{
	static const u64 values[] = { VALUE(0, 0), VALUE(0, 1), VALUE(1, 0) };
	unsigned int i, n = 0;
	u64 words[CELL_WORDS];

	if (!tracing_map_cell_get(run.map, 0, 0, words, CELL_WORDS))
		keep_cell(0, words);
	for (i = 0; i < ARRAY_SIZE(values); i++) {
		CHECK(count_got(values[i]) <= 1);
		n += count_got(values[i]);
	}
	CHECK(count_all_got() == n);
	CHECK((run.done[0] && count_got(VALUE(0, 1))) || (run.done[1] && count_got(VALUE(1, 0))));
	destroy_map();
}

const struct explorer_scenario cell_write_against_fetch_clear = {
	.name = "cell_write_against_fetch_clear",
	.setup = setup_cell,
	.check = check_cell,
	.threads = {
		{ write_cell_twice, 0 }, { write_cell_once, 1 }, { fetch_clear_cell_twice, 2 },
		{ get_cell, 0, 1 },
	},
	.nr_cpus = 3,
};
