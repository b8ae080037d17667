// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the scenarios: each of them fails if the operations that it relies on are not atomic, or
 * if an exchange or an eviction does not wait for a grace period, or with a defect, here or in
 * explore/defects. Built with SHIM_TORN.
 */

#include "harness.h"
#include "scenarios.h"

#define BOUND	2

static void expect_failure(const struct explorer_scenario *scenario)
{
	struct explorer_result result = explorer_run(scenario, BOUND);

	if (!result.failed)
		test_fail(__FILE__, __LINE__, "%s: no failure in %lu interleavings", scenario->name,
			  result.interleavings);
}

TEST(torn_cmpxchg_is_found)
{
	shim_torn = SHIM_CMPXCHG;
	expect_failure(&inserts_of_one_key);
	expect_failure(&inserts_into_map_that_becomes_full);
	expect_failure(&inserts_of_last_key);
	expect_failure(&inserts_that_interrupt_each_other);
	expect_failure(&fetch_max_against_fetch_max);
	expect_failure(&cell_write_against_fetch_clear);
	expect_failure(&raise_of_maximum_in_shared_copy);
	expect_failure(&events_against_exchange);
	expect_failure(&nested_events_against_exchange);
	expect_failure(&inserts_against_eviction);
}

TEST(torn_exchange_is_found)
{
	shim_torn = SHIM_XCHG;
	expect_failure(&set_against_fetch_clear);
	expect_failure(&exchange_of_variable);
	expect_failure(&variables_of_victim_against_eviction);
}

TEST(torn_atomic_add_is_found)
{
	shim_torn = SHIM_ADD;
	expect_failure(&inserts_into_map_that_becomes_full);
	expect_failure(&inserts_that_interrupt_each_other);
	expect_failure(&inserts_into_free_elements);
}

TEST(torn_local_add_is_found)
{
	shim_torn = SHIM_LOCAL;
	expect_failure(&inserts_that_interrupt_each_other);
	expect_failure(&nested_words_against_snapshot);
}

TEST(missing_grace_period_is_found)
{
	scenario_skips_grace_period = true;
	expect_failure(&events_against_exchange);
	expect_failure(&nested_events_against_exchange);
}

TEST(missing_grace_period_of_eviction_is_found)
{
	scenario_skips_grace_period_of_eviction = 1;
	expect_failure(&inserts_against_eviction);
	scenario_skips_grace_period_of_eviction = 2;
	expect_failure(&inserts_against_eviction);
	expect_failure(&variables_of_victim_against_eviction);
	expect_failure(&nested_events_against_eviction);
	scenario_skips_grace_period_of_eviction = 3;
	expect_failure(&freed_element_against_lookup);
}
