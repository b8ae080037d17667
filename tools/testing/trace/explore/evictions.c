// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scenarios of events that insert keys, set variables and look them up while an eviction runs.
 *
 * The map has room for two keys. An eviction of such a small map removes all keys that have no
 * variable.
 */

#include <linux/workqueue.h>

#include "fixture.h"
#include "scenarios.h"
#include "tracing_map_evict_state.h"

/* Keys, as indexes of run.keys. The victim has one event before the threads begin. */
enum { NEW_KEY, SECOND_NEW_KEY, VICTIM };

/* Index of the event that has set the variable of the victim before the threads begin. */
#define EVENT_BEFORE	(EXPLORER_THREADS_MAX - 1)

#define NO_VALUE	0

unsigned int scenario_skips_grace_period_of_eviction;

/*
 * What the event of a thread has done
 * @begun, @ended: times; @ended is 0 without an event
 * @key: its key
 * @is_lookup: it has looked up the key and fetched the variable
 * @refused: its insert returned the other element
 * @value: value that it has set or fetched, or NO_VALUE
 */
struct event {
	unsigned int begun;
	unsigned int ended;
	unsigned int key;
	bool is_lookup;
	bool refused;
	u64 value;
};

static struct event events[EXPLORER_THREADS_MAX];
static unsigned int now;

/* An eviction that began before the threads; NULL without. */
static struct tracing_map_eviction *eviction;

static void do_nothing(struct work_struct *work)
{
}

static struct delayed_work evict_work = { .work.func = do_nothing };
static const struct tracing_map_evict_config evict_config = { .work = &evict_work };
static const struct tracing_map_config only_sum = {
	.size = 128, .key_size = 8, .n_sums = 1, .has_other = true, .evict = &evict_config,
};

static const struct tracing_map_config with_variable = {
	.size = 128, .key_size = 8, .n_sums = 1, .has_other = true, .evict = &evict_config,
	.n_vars = 1,
};

/* Count an event of the victim. No insert queues the work. */
static void setup_victim(const struct tracing_map_config *cfg)
{
	setup_map(cfg, 2);
	memset(events, 0, sizeof(events));
	now = 1;
	eviction = NULL;
	atomic_set(&run.map->keys->evict->kicked, 1);
	tracing_map_add(run.map, insert(run.map, run.keys[VICTIM]), 0, 1);
}

static void setup_victim_with_sum(void)
{
	setup_victim(&only_sum);
}

static void setup_victim_that_may_have_variable(void)
{
	setup_victim(&with_variable);
}

static void setup_halves(void)
{
	setup_victim(&with_variable);
	CHECK(!IS_ERR(tracing_map_spare(run.map)));
}

static void setup_chosen(void)
{
	setup_victim(&with_variable);
	eviction = tracing_map_evict_begin(run.map);
	CHECK(tracing_map_evict_choose(eviction));
}

/* The event had found the victim before that was chosen. */
static void setup_chosen_with_variable(void)
{
	int elt;

	setup_victim(&with_variable);
	elt = lookup(run.map, run.keys[VICTIM]);
	eviction = tracing_map_evict_begin(run.map);
	CHECK(tracing_map_evict_choose(eviction));
	events[EVENT_BEFORE] = (struct event){
		.begun = 1, .ended = ++now, .key = VICTIM, .value = VALUE(EVENT_BEFORE, 0),
	};
	tracing_map_var_set(run.map, elt, 0, events[EVENT_BEFORE].value);
}

static void setup_free_elements(void)
{
	setup_victim(&only_sum);
	tracing_map_add(run.map, insert(run.map, run.keys[NEW_KEY]), 0, 1);
	eviction = tracing_map_evict_begin(run.map);
	CHECK(tracing_map_evict_choose(eviction));
	CHECK(tracing_map_evict_finish(eviction, NULL) == 2);
}

static struct event *begin_event(unsigned int self, unsigned int key)
{
	explorer_event_begin(self);
	events[self] = (struct event){ .begun = ++now, .key = key };
	return &events[self];
}

static void end_event(unsigned int self)
{
	events[self].ended = ++now;
	explorer_event_end(self);
}

/* Unset the variable of an event that was refused, as hist_insert_row() does. */
static void unset_variable(const u64 *key)
{
	int elt = tracing_map_condemned(run.map, key, tracing_map_hash(run.map, key, 1));
	u64 val;

	if (elt >= 0)
		tracing_map_var_fetch_clear(run.map, elt, 0, &val);
}

/* Count an event and set the variable of its key, if the map has variables. */
static void hit(unsigned int self, unsigned int key)
{
	struct event *event = begin_event(self, key);
	int elt = tracing_map_insert(run.map, &run.keys[key]);

	event->refused = tracing_map_is_other(run.map, elt);
	if (event->refused && run.map->n_vars)
		unset_variable(&run.keys[key]);
	tracing_map_add(run.map, elt, 0, 1);
	if (!event->refused && run.map->n_vars) {
		event->value = VALUE(self, 0);
		tracing_map_var_set(run.map, elt, 0, event->value);
	}
	end_event(self);
}

static void hit_new_key(unsigned int self)
{
	hit(self, NEW_KEY);
}

static void hit_second_new_key(unsigned int self)
{
	hit(self, SECOND_NEW_KEY);
}

static void hit_victim(unsigned int self)
{
	hit(self, VICTIM);
}

/* Fetch the variable of a key, as an event of another histogram does. */
static void fetch(unsigned int self, unsigned int key)
{
	struct event *event = begin_event(self, key);
	const u64 *words = &run.keys[key];
	int elt = tracing_map_find_var(run.map, words, 1, tracing_map_hash(run.map, words, 1));

	event->is_lookup = true;
	if (elt >= 0)
		tracing_map_var_fetch_clear(run.map, elt, 0, &event->value);
	end_event(self);
}

static void fetch_of_new_key(unsigned int self)
{
	fetch(self, NEW_KEY);
}

static void fetch_of_victim(unsigned int self)
{
	fetch(self, VICTIM);
}

static void wait_for_grace_period(unsigned int self, unsigned int number)
{
	if (number != scenario_skips_grace_period_of_eviction)
		explorer_wait_for_grace_period(self);
}

static void do_not_sleep(void)
{
}

/*
 * Evict keys, as evict_rows_of() does. The explorer would switch to another thread at each
 * cond_resched(), and so let events run in few of the steps only. It may preempt this thread before
 * each step anyway.
 */
static void evict(unsigned int self)
{
	struct tracing_map_eviction *chosen = eviction;

	shim_sleep_hook = do_not_sleep;
	if (!chosen) {
		eviction = tracing_map_evict_begin(run.map);
		wait_for_grace_period(self, 1);
		if (tracing_map_evict_choose(eviction))
			chosen = eviction;
	}
	if (chosen) {
		wait_for_grace_period(self, 2);
		if (tracing_map_evict_confirm(eviction))
			wait_for_grace_period(self, 3);
	}
	tracing_map_evict_finish(eviction, NULL);
}

/* Return the number of events that have inserted a key. */
static u64 count_events(unsigned int key)
{
	u64 n = 0;
	unsigned int i;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++)
		n += i != EVENT_BEFORE && events[i].ended && events[i].key == key &&
		     !events[i].is_lookup;
	return n;
}

/* Check the count of a key. Return: the count. */
static u64 check_truth(unsigned int key, u64 truth)
{
	const struct tracing_map_bound *bound =
		tracing_map_bound_of_hash(run.map->keys->evict,
					  tracing_map_hash(run.map, &run.keys[key], 1));
	int elt = lookup(run.map, run.keys[key]);
	u64 count;

	if (elt < 0) {
		CHECK(truth <= bound->evicted + atomic64_read(&bound->direct));
		return 0;
	}
	count = tracing_map_sum(run.map, elt, 0);
	CHECK(count <= truth);
	CHECK(truth <= count + tracing_map_evict_error(run.map, elt));
	return count;
}

/* Each event is counted in a row or in the other element. @before: events before the threads. */
static void check_counts(const u64 before[N_KEYS])
{
	u64 fired = 0, counted = tracing_map_sum(run.map, TRACING_MAP_OTHER, 0);
	unsigned int key;

	check_elements();
	for (key = 0; key < N_KEYS; key++) {
		u64 truth = before[key] + count_events(key);

		counted += check_truth(key, truth);
		fired += truth;
	}
	CHECK(counted == fired);
}

/* Test whether an event has inserted @key after @a ended, and has ended before @b began. */
static bool is_superseded(const struct event *a, const struct event *b)
{
	unsigned int i;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++) {
		const struct event *later = &events[i];

		if (later->ended && !later->is_lookup && later->key == a->key &&
		    later->begun > a->ended && later->ended < b->begun)
			return true;
	}
	return false;
}

/* Test whether another event may have unset, overwritten or fetched the variable that @a set. */
static bool may_be_gone(const struct event *a)
{
	unsigned int i;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++) {
		const struct event *other = &events[i];

		if (other == a || !other->ended || other->key != a->key)
			continue;
		if (other->is_lookup ? other->value == a->value : other->ended > a->begun)
			return true;
	}
	return false;
}

/*
 * Check what a lookup has fetched: a variable that was set for the key, with no later event of the
 * key before the lookup; or none, if another event may have removed each one that was set before.
 */
static void check_fetched(const struct event *fetched)
{
	unsigned int n = 0, i;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++) {
		const struct event *event = &events[i];

		if (!event->ended || event->is_lookup || event->key != fetched->key ||
		    event->value == NO_VALUE)
			continue;
		if (fetched->value == event->value) {
			CHECK(!is_superseded(event, fetched));
			n++;
		}
		if (fetched->value == NO_VALUE && event->ended < fetched->begun)
			CHECK(may_be_gone(event));
	}
	CHECK(n == (fetched->value != NO_VALUE));
}

/* Check the lookups of the threads, and look up all keys once more. */
static void check_variables(void)
{
	unsigned int key, i;

	for (i = 0; i < EXPLORER_THREADS_MAX; i++) {
		if (events[i].ended && events[i].is_lookup)
			check_fetched(&events[i]);
	}
	for (key = 0; key < N_KEYS; key++) {
		struct event last = { .begun = ++now, .key = key };
		int elt = lookup(run.map, run.keys[key]);

		if (elt >= 0)
			tracing_map_var_get(run.map, elt, 0, &last.value);
		check_fetched(&last);
	}
}

static void check_eviction(void)
{
	static const u64 before[N_KEYS] = { [VICTIM] = 1 };
	const struct tracing_map *spare = run.map->keys->halves[1];

	check_counts(before);
	if (run.map->n_vars)
		check_variables();
	CHECK(run.map->lookup_slots == run.map->slots);
	CHECK(!spare || (spare->slots == run.map->slots && spare->lookup_slots == spare->slots));
	destroy_map();
}

static void check_inserts_after_eviction(void)
{
	static const u64 before[N_KEYS] = { [NEW_KEY] = 1, [VICTIM] = 1 };

	check_counts(before);
	destroy_map();
}

const struct explorer_scenario inserts_against_eviction = {
	.name = "inserts_against_eviction",
	.setup = setup_victim_with_sum,
	.check = check_eviction,
	.threads = {
		{ hit_new_key, 0 }, { hit_victim, 1 }, { hit_new_key, 2 }, { evict, 3, 0, true },
	},
	.nr_cpus = 4,
};

const struct explorer_scenario variables_of_new_key_against_eviction = {
	.name = "variables_of_new_key_against_eviction",
	.setup = setup_victim_that_may_have_variable,
	.check = check_eviction,
	.threads = {
		{ hit_new_key, 0 }, { hit_new_key, 1 }, { fetch_of_new_key, 2 },
		{ evict, 3, 0, true },
	},
	.nr_cpus = 4,
};

const struct explorer_scenario variables_of_victim_against_eviction = {
	.name = "variables_of_victim_against_eviction",
	.setup = setup_victim_that_may_have_variable,
	.check = check_eviction,
	.threads = {
		{ hit_victim, 0 }, { hit_victim, 1 }, { fetch_of_victim, 2 },
		{ evict, 3, 0, true },
	},
	.nr_cpus = 4,
};

/* The victim was chosen, and has got a variable since. */
const struct explorer_scenario victim_with_variable_against_eviction = {
	.name = "victim_with_variable_against_eviction",
	.setup = setup_chosen_with_variable,
	.check = check_eviction,
	.threads = {
		{ hit_victim, 0 }, { hit_new_key, 1 }, { fetch_of_victim, 2 },
		{ evict, 3, 0, true },
	},
	.nr_cpus = 4,
};

/* The victim was chosen. A new key gets its element. */
const struct explorer_scenario freed_element_against_lookup = {
	.name = "freed_element_against_lookup",
	.setup = setup_chosen,
	.check = check_eviction,
	.threads = {
		{ fetch_of_victim, 0 }, { hit_new_key, 1 }, { hit_victim, 2 },
		{ evict, 3, 0, true },
	},
	.nr_cpus = 4,
};

const struct explorer_scenario nested_events_against_eviction = {
	.name = "nested_events_against_eviction",
	.setup = setup_halves,
	.check = check_eviction,
	.threads = {
		{ hit_new_key, 0 }, { hit_victim, 0, 1 }, { fetch_of_victim, 0, 2 },
		{ evict, 1, 0, true },
	},
	.nr_cpus = 2,
};

/* An eviction has removed two keys before. */
const struct explorer_scenario inserts_into_free_elements = {
	.name = "inserts_into_free_elements",
	.setup = setup_free_elements,
	.check = check_inserts_after_eviction,
	.threads = { { hit_new_key, 0 }, { hit_second_new_key, 1 }, { hit_victim, 2 } },
	.nr_cpus = 3,
};
