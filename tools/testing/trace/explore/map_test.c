// SPDX-License-Identifier: GPL-2.0-only
/*
 * Concurrent operations on a map, in all interleavings with a limited number of preemptions. The
 * environment variable PREEMPTIONS is this number; without it, the short form has 2.
 */

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "scenarios.h"

#define SHORT_FORM	2

/* Time limit of a scenario of the long form, instead of that of a test. */
#define LONG_FORM_SECONDS	3600

static unsigned int read_bound(void)
{
	const char *preemptions = getenv("PREEMPTIONS");

	if (!preemptions)
		return SHORT_FORM;
	alarm(LONG_FORM_SECONDS);
	return atoi(preemptions);
}

static void explore(const struct explorer_scenario *scenario)
{
	unsigned int bound = read_bound();
	struct explorer_result result = explorer_run(scenario, bound);

	fprintf(stderr, "# %s: %lu interleavings of up to %u steps, %u preemptions\n",
		scenario->name, result.interleavings, result.steps, bound);
	if (result.failed)
		test_fail(__FILE__, __LINE__, "%s\n# after %s", result.reason, result.schedule);
}

#define EXPLORE(scenario)						\
TEST(scenario)								\
{									\
	explore(&(scenario));						\
}

EXPLORE(inserts_of_one_key)
EXPLORE(inserts_into_map_that_becomes_full)
EXPLORE(inserts_of_last_key)
EXPLORE(inserts_that_interrupt_each_other)
EXPLORE(set_against_fetch_clear)
EXPLORE(fetch_max_against_fetch_max)
EXPLORE(fetch_max_of_both_special_values)
EXPLORE(exchange_of_variable)
EXPLORE(cell_write_against_fetch_clear)
EXPLORE(raise_of_maximum_in_shared_copy)
EXPLORE(events_against_exchange)
EXPLORE(nested_events_against_exchange)
EXPLORE(words_against_snapshot)
EXPLORE(nested_words_against_snapshot)
EXPLORE(inserts_against_eviction)
EXPLORE(variables_of_new_key_against_eviction)
EXPLORE(variables_of_victim_against_eviction)
EXPLORE(victim_with_variable_against_eviction)
EXPLORE(freed_element_against_lookup)
EXPLORE(nested_events_against_eviction)
EXPLORE(inserts_into_free_elements)
