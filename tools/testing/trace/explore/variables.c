// SPDX-License-Identifier: GPL-2.0-only
/* Scenarios of variables: set, fetch-clear, fetch-max and exchange. */

#include "fixture.h"
#include "scenarios.h"

static const struct tracing_map_config one_var = { .size = 128, .key_size = 8, .n_vars = 1 };

static void setup_variable(void)
{
	setup_map(&one_var, 1);
}

/* The second value is a special one, which needs the extra bit. */
static void insert_and_set_twice(unsigned int self)
{
	int elt = tracing_map_insert(run.map, &run.keys[0]);

	run.elt[self] = elt;
	tracing_map_var_set(run.map, elt, 0, VALUE(self, 0));
	tracing_map_var_set(run.map, elt, 0, VAR_MASK ^ 1);
}

static void fetch_clear_twice(unsigned int self)
{
	int elt = tracing_map_lookup(run.map, &run.keys[0]), i;

	for (i = 0; elt >= 0 && i < 2; i++)
		run.n_got[self] += tracing_map_var_fetch_clear(run.map, elt, 0,
							       &run.got[self][run.n_got[self]]);
}

/* A value was fetched once, or it was overwritten, or it is still there. */
static void check_fetched(void)
{
	unsigned int first = count_got(VALUE(0, 0)), last = count_got(VAR_MASK ^ 1);
	u64 left = 0;
	bool is_set = tracing_map_var_get(run.map, 0, 0, &left);

	CHECK(first <= 1);
	CHECK(last + is_set == 1);
	CHECK(!is_set || left == (VAR_MASK ^ 1));
	CHECK(count_all_got() == first + last);
	check_elements();
	destroy_map();
}

const struct explorer_scenario set_against_fetch_clear = {
	.name = "set_against_fetch_clear",
	.setup = setup_variable,
	.check = check_fetched,
	.threads = {
		{ insert_and_set_twice, 0 }, { fetch_clear_twice, 1 }, { fetch_clear_twice, 2 },
	},
	.nr_cpus = 3,
};

static const u64 fetch_max_values[EXPLORER_THREADS_MAX] = { 7, VAR_MASK, VAR_MASK + 500, 9 };

static void fetch_max(unsigned int self)
{
	run.done[self] = tracing_map_var_fetch_max(run.map, 0, 0, fetch_max_values[self], false);
}

/* Return the value of the variable, which is set. */
static u64 value_of_variable(void)
{
	u64 val = 0;

	CHECK(tracing_map_var_get(run.map, 0, 0, &val));
	return val;
}

/* The variable has the largest value, and the call that set it knows. */
static void check_fetch_max(void)
{
	CHECK(value_of_variable() == fetch_max_values[2]);
	CHECK(run.done[2]);
	destroy_map();
}

static void setup_set_variable(void)
{
	setup_variable();
	CHECK(insert(run.map, run.keys[0]) == 0);
	tracing_map_var_set(run.map, 0, 0, 8);
}

static void check_fetch_max_of_set_variable(void)
{
	CHECK(!run.done[0]);
	check_fetch_max();
}

const struct explorer_scenario fetch_max_against_fetch_max = {
	.name = "fetch_max_against_fetch_max",
	.setup = setup_set_variable,
	.check = check_fetch_max_of_set_variable,
	.threads = { { fetch_max, 0 }, { fetch_max, 1 }, { fetch_max, 2 }, { fetch_max, 3 } },
	.nr_cpus = 4,
};

static void fetch_max_of_special_value(unsigned int self)
{
	run.done[self] = tracing_map_var_fetch_max(run.map, 0, 0, VAR_MASK + self, false);
}

/* The lowest bit may be that of either call, which then knows that it set the variable. */
static void check_special_values(void)
{
	u64 val = value_of_variable();

	CHECK((val ^ VAR_MASK) <= 1);
	CHECK(run.done[val ^ VAR_MASK]);
	destroy_map();
}

const struct explorer_scenario fetch_max_of_both_special_values = {
	.name = "fetch_max_of_both_special_values",
	.setup = setup_set_variable,
	.check = check_special_values,
	.threads = { { fetch_max_of_special_value, 0 }, { fetch_max_of_special_value, 1 } },
	.nr_cpus = 2,
};

static void exchange_variable(unsigned int self)
{
	run.done[self] = tracing_map_var_xchg(run.map, 0, 0, VALUE(self % 2, 0));
}

/* Of calls that set the same value in a row, only the first one changes the variable. */
static void check_exchanged(void)
{
	u64 val = value_of_variable();
	unsigned int changes[2] = {}, i;

	CHECK(val == VALUE(0, 0) || val == VALUE(1, 0));
	for (i = 0; i < 3; i++)
		changes[i % 2] += run.done[i];
	CHECK(changes[0] >= 1 && changes[1] == 1);
	/* Values alternate. */
	CHECK(changes[0] == 1 || val == VALUE(0, 0));
	destroy_map();
}

const struct explorer_scenario exchange_of_variable = {
	.name = "exchange_of_variable",
	.setup = setup_set_variable,
	.check = check_exchanged,
	.threads = { { exchange_variable, 0 }, { exchange_variable, 1 }, { exchange_variable, 2 } },
	.nr_cpus = 3,
};
