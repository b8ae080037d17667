/* SPDX-License-Identifier: GPL-2.0-only */
/* Scenarios of a few concurrent operations on a small map, for the explorer. */
#ifndef _TRACE_EXPLORE_SCENARIOS_H
#define _TRACE_EXPLORE_SCENARIOS_H

#include "explorer.h"

extern const struct explorer_scenario inserts_of_one_key;
extern const struct explorer_scenario inserts_into_map_that_becomes_full;
extern const struct explorer_scenario inserts_of_last_key;
extern const struct explorer_scenario inserts_that_interrupt_each_other;
extern const struct explorer_scenario set_against_fetch_clear;
extern const struct explorer_scenario cell_write_against_fetch_clear;
extern const struct explorer_scenario fetch_max_against_fetch_max;
extern const struct explorer_scenario fetch_max_of_both_special_values;
extern const struct explorer_scenario exchange_of_variable;
extern const struct explorer_scenario raise_of_maximum_in_shared_copy;
extern const struct explorer_scenario events_against_exchange;
extern const struct explorer_scenario nested_events_against_exchange;
extern const struct explorer_scenario words_against_snapshot;
extern const struct explorer_scenario nested_words_against_snapshot;
extern const struct explorer_scenario inserts_against_eviction;
extern const struct explorer_scenario variables_of_new_key_against_eviction;
extern const struct explorer_scenario variables_of_victim_against_eviction;
extern const struct explorer_scenario victim_with_variable_against_eviction;
extern const struct explorer_scenario freed_element_against_lookup;
extern const struct explorer_scenario nested_events_against_eviction;
extern const struct explorer_scenario inserts_into_free_elements;

/* While set, an exchange drains the half without a grace period. */
extern bool scenario_skips_grace_period;

/* Number of the grace period that an eviction does not wait for, from 1; 0 if it waits for all. */
extern unsigned int scenario_skips_grace_period_of_eviction;

#endif
