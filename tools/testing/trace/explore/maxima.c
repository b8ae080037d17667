// SPDX-License-Identifier: GPL-2.0-only
/* Scenario of maxima: CPUs and an interrupt raise a word that they share. */

#include <linux/minmax.h>

#include "fixture.h"
#include "scenarios.h"

static const struct tracing_map_config one_maximum = { .size = 128, .key_size = 8, .n_maxima = 1 };

static void setup_maximum(void)
{
	setup_map(&one_maximum, 1);
	CHECK(run.map->shared_sums);
	CHECK(run.map->n_copies <= SHIM_NR_CPUS_MAX / 2);
	CHECK(insert(run.map, run.keys[0]) == 0);
}

static void raise_maximum(unsigned int self)
{
	run.done[self] = tracing_map_raise(run.map, 0, tracing_map_own_words(run.map, 0), 0,
					   100 + self);
}

static void check_maximum(void)
{
	unsigned int i;
	u64 max = 0;

	for (i = 0; i < run.map->n_copies; i++)
		max = max_t(u64, max, atomic64_read(&run.map->shared_sums[i * run.map->copy_sums]));
	CHECK(max == 102);
	CHECK(run.done[0] && run.done[1] && run.done[2]);
	CHECK(!tracing_map_dropped(run.map));
	destroy_map();
}

/* CPUs 0 and 32 share a copy: their numbers are equal modulo the number of copies. */
const struct explorer_scenario raise_of_maximum_in_shared_copy = {
	.name = "raise_of_maximum_in_shared_copy",
	.setup = setup_maximum,
	.check = check_maximum,
	.threads = {
		{ raise_maximum, 0 }, { raise_maximum, SHIM_NR_CPUS_MAX / 2 },
		{ raise_maximum, 0, 1 },
	},
	.nr_cpus = SHIM_NR_CPUS_MAX,
};
