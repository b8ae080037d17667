// SPDX-License-Identifier: GPL-2.0-only
/* Scenarios of inserts: of one key, into a map that becomes full, and in interrupts. */

#include "fixture.h"
#include "scenarios.h"

static const struct tracing_map_config one_sum = { .size = 128, .key_size = 8, .n_sums = 1 };

static void insert_key(unsigned int self, unsigned int key)
{
	run.key[self] = key;
	run.elt[self] = tracing_map_insert(run.map, &run.keys[key]);
	if (run.elt[self] >= 0)
		tracing_map_add(run.map, run.elt[self], 0, 1);
}

static void insert_key_0(unsigned int self)
{
	insert_key(self, 0);
}

static void insert_key_1(unsigned int self)
{
	insert_key(self, 1);
}

static void check_inserts_and_destroy(void)
{
	check_inserts();
	destroy_map();
}

static void setup_map_of_2(void)
{
	setup_map(&one_sum, 2);
}

const struct explorer_scenario inserts_of_one_key = {
	.name = "inserts_of_one_key",
	.setup = setup_map_of_2,
	.check = check_inserts_and_destroy,
	.threads = { { insert_key_0, 0 }, { insert_key_0, 1 }, { insert_key_0, 2 } },
	.nr_cpus = 3,
};

static void setup_map_of_1(void)
{
	setup_map(&one_sum, 1);
}

const struct explorer_scenario inserts_into_map_that_becomes_full = {
	.name = "inserts_into_map_that_becomes_full",
	.setup = setup_map_of_1,
	.check = check_inserts_and_destroy,
	.threads = { { insert_key_0, 0 }, { insert_key_1, 1 }, { insert_key_0, 2 } },
	.nr_cpus = 3,
};

/* One of two keys that fit is in the map. */
static void setup_room_for_1(void)
{
	setup_map(&one_sum, 2);
	CHECK(insert(run.map, run.keys[2]) == 0);
}

static void check_no_drop(void)
{
	CHECK(!tracing_map_dropped(run.map));
	check_inserts_and_destroy();
}

const struct explorer_scenario inserts_of_last_key = {
	.name = "inserts_of_last_key",
	.setup = setup_room_for_1,
	.check = check_no_drop,
	.threads = { { insert_key_0, 0 }, { insert_key_0, 1 }, { insert_key_0, 2 } },
	.nr_cpus = 3,
};

/* A task, an interrupt and an NMI of one CPU, and a task of another one. */
const struct explorer_scenario inserts_that_interrupt_each_other = {
	.name = "inserts_that_interrupt_each_other",
	.setup = setup_map_of_1,
	.check = check_inserts_and_destroy,
	.threads = {
		{ insert_key_0, 0 }, { insert_key_0, 0, 1 }, { insert_key_1, 0, 2 },
		{ insert_key_0, 1 },
	},
	.nr_cpus = 2,
};
