// SPDX-License-Identifier: GPL-2.0-only
/*
 * Eviction of keys, compared with a reference model of "Eviction" in tracing_map.h: which keys are
 * removed, which lookups find them, and the exact error of each key, with events and variables
 * between the steps.
 */

#include "evict_fixture.h"

#define KEYS	500

/* A map of 128 keys has 128 classes, which the upper 7 bits of the hash select. */
#define CLASSES	128

enum stage { OPEN, CLOSED, CHOSEN, CONFIRMED };

/*
 * @elt: element of the key, if it is in the map
 * @is_hidden: inserts do not find the key: it is a victim
 * @is_kept: it was one in this eviction, but got a variable
 * @is_known: @error is the error; otherwise it is the bound of the class. The error of a victim is
 *	known when it is chosen, that of other keys at the end of an eviction
 * @direct: events of the class that went to the other element when the key became a victim
 * @var: value of the variable; 0 if it is unset
 */
struct model_key {
	int elt;
	bool is_in_map, is_hidden, is_kept, is_known;
	u64 truth, hits, error, direct, var;
};

static struct {
	struct tracing_map *map;
	enum stage stage;
	struct model_key keys[KEYS];
	u64 direct[CLASSES], evicted[CLASSES];
	unsigned int n_keys, n_victims, n_removed;
	u64 events, other, state;
} model;

static u64 *direct_of(u64 key)
{
	return &model.direct[hash_of(model.map, key) >> 57];
}

static u64 *evicted_of(u64 key)
{
	return &model.evicted[hash_of(model.map, key) >> 57];
}

static u64 model_error(u64 key)
{
	return model.keys[key].is_known ? model.keys[key].error :
					  *direct_of(key) + *evicted_of(key);
}

/* Count an event in the other element. It unsets the variable of a key that is being evicted. */
static void refuse(u64 key)
{
	struct model_key *k = &model.keys[key];
	int condemned = find_condemned(model.map, key);

	(*direct_of(key))++;
	model.other++;
	if (model.stage == CHOSEN && k->is_hidden && model.map->n_vars) {
		EXPECT_EQ(condemned, k->elt);
		tracing_map_var_fetch_clear(model.map, condemned, 1, &k->var);
		k->var = 0;
	} else {
		EXPECT_EQ(condemned, -ENOENT);
	}
}

/* An event of a key, with a new value for its variable unless @var is 0. */
static void fire(u64 key, u64 var)
{
	struct model_key *k = &model.keys[key];
	int elt = hit(model.map, key);

	model.events++;
	k->truth++;
	if (k->is_in_map && !k->is_hidden) {
		EXPECT_EQ(elt, k->elt);
		k->hits++;
	} else if (model.stage != OPEN || model.n_keys == SIZE) {
		EXPECT_EQ(elt, TRACING_MAP_OTHER);
		refuse(key);
		var = 0;
	} else {
		EXPECT(elt > 0);
		*k = (struct model_key){
			.elt = elt, .is_in_map = true, .truth = k->truth, .hits = 1,
		};
		model.n_keys++;
	}
	if (var) {
		k->var = var;
		tracing_map_var_set(model.map, elt, 1, var);
	}
}

/* A lookup of a variable, by another event. */
static void fetch_var(u64 key)
{
	struct model_key *k = &model.keys[key];
	int elt = find_var(model.map, key);
	u64 val = 0;

	if (elt >= 0)
		tracing_map_var_fetch_clear(model.map, elt, 1, &val);
	EXPECT_EQ(val, k->var);
	k->var = 0;
}

static void fire_some(unsigned int n)
{
	for (; n; n--) {
		u64 r = test_random(&model.state), key = r % KEYS;

		/* Some keys are hit more often. */
		if (r >> 32 & 1)
			key = key * key / KEYS;
		shim_cpu = r >> 40 & 3;
		if (!model.map->n_vars)
			fire(key, 0);
		else if (r >> 44 & 3)
			fire(key, r >> 46 & 7 ? 0 : r | 1);
		else
			fetch_var(key);
	}
	shim_cpu = 0;
}

/*
 * An event that found its element before the key became a victim sets a variable, in some of the
 * victims.
 */
static void set_vars_of_victims(void)
{
	u64 key;

	for (key = 0; key < KEYS; key++) {
		struct model_key *k = &model.keys[key];

		if (!k->is_hidden || test_random(&model.state) % 8)
			continue;
		k->var = key + 1;
		tracing_map_var_set(model.map, k->elt, 1, k->var);
	}
}

/* Return whether key @a is evicted before key @b. */
static bool is_before(u64 a, u64 b)
{
	u64 rank_a = model.keys[a].hits + model_error(a);
	u64 rank_b = model.keys[b].hits + model_error(b);

	return rank_a != rank_b ? rank_a < rank_b : model.keys[a].elt < model.keys[b].elt;
}

static bool is_candidate(u64 key)
{
	return model.keys[key].is_in_map && !model.keys[key].is_hidden && !model.keys[key].var;
}

static void store_error(u64 key)
{
	model.keys[key].error = model_error(key);
	model.keys[key].is_known = true;
}

static void choose_model(void)
{
	u64 key, best;

	model.n_victims = 0;
	for (key = 0; key < KEYS; key++)
		model.keys[key].is_kept = false;
	while (model.n_keys - model.n_victims > TO) {
		best = KEYS;
		for (key = 0; key < KEYS; key++)
			if (is_candidate(key) && (best == KEYS || is_before(key, best)))
				best = key;
		if (best == KEYS)
			return;
		store_error(best);
		model.keys[best].is_hidden = true;
		model.keys[best].direct = *direct_of(best);
		model.n_victims++;
	}
}

static void confirm_model(void)
{
	u64 key;

	for (key = 0; key < KEYS; key++) {
		struct model_key *k = &model.keys[key];

		if (!k->is_hidden || !k->var)
			continue;
		k->is_hidden = false;
		k->is_kept = true;
		model.n_victims--;
	}
}

static void finish_model(void)
{
	u64 key;

	for (key = 0; key < KEYS; key++)
		if (model.keys[key].is_in_map)
			store_error(key);
	for (key = 0; key < KEYS; key++) {
		struct model_key *k = &model.keys[key];
		u64 bound = k->hits + k->error;

		if (k->is_kept)
			k->error += *direct_of(key) - k->direct;
		if (!k->is_hidden)
			continue;
		if (bound > k->direct)
			*evicted_of(key) = max(*evicted_of(key), bound - k->direct);
		model.other += k->hits;
		*k = (struct model_key){ .truth = k->truth };
		model.n_keys--;
		model.n_removed++;
	}
}

/* Compare the map with the model. */
static void check(void)
{
	bool is_chosen = model.stage == CHOSEN && model.map->n_vars;
	u64 key;

	for (key = 0; key < KEYS; key++) {
		struct model_key *k = &model.keys[key];
		bool is_found = k->is_in_map && !k->is_hidden;
		int elt = find_row(model.map, key);

		EXPECT_EQ(elt, is_found ? k->elt : -ENOENT);
		EXPECT_EQ(find_var(model.map, key),
			  is_found || (is_chosen && k->is_hidden) ? k->elt : -ENOENT);
		if (!k->is_in_map)
			EXPECT(k->truth <= bound_of(model.map, key));
		if (!is_found)
			continue;
		EXPECT_EQ(tracing_map_sum(model.map, elt, 0), k->hits);
		EXPECT_EQ(tracing_map_sum(model.map, elt, 1), k->hits * key);
		EXPECT_EQ(tracing_map_evict_error(model.map, elt), model_error(key));
		EXPECT(k->hits <= k->truth);
		/* The error of a key that is kept is complete at the end of the eviction. */
		if (!k->is_kept || model.stage == OPEN)
			EXPECT(k->truth <= k->hits + model_error(key));
	}
	EXPECT_EQ(other_sum(model.map, 0), model.other);
	EXPECT_EQ(tracing_map_total(model.map, 0), model.events);
	EXPECT_EQ(tracing_map_n_evicted(model.map), model.n_removed);
	EXPECT_EQ(atomic_read(&model.map->keys->n_keys) % TRACING_MAP_CLOSED, model.n_keys);
}

static void evict_keys(unsigned int events)
{
	struct tracing_map_eviction *eviction = begin(model.map);
	bool is_chosen;

	model.stage = CLOSED;
	fire_some(events);
	check();
	is_chosen = tracing_map_evict_choose(eviction);
	choose_model();
	EXPECT_EQ(is_chosen, model.n_victims > 0);
	if (is_chosen) {
		model.stage = CHOSEN;
		fire_some(events);
		if (model.map->n_vars)
			set_vars_of_victims();
		fire_some(events);
		check();
		EXPECT_EQ(tracing_map_evict_confirm(eviction), model.map->n_vars > 0);
		confirm_model();
		model.stage = CONFIRMED;
		fire_some(events);
		check();
	}
	EXPECT_EQ(tracing_map_evict_finish(eviction, NULL), model.n_victims);
	if (is_chosen)
		finish_model();
	model.stage = OPEN;
	check();
}

static void compare(const struct tracing_map_config *cfg, unsigned int cpus, bool shared)
{
	unsigned int i;

	memset(&model, 0, sizeof(model));
	model.state = 7;
	shim_nr_cpus = cpus;
	model.map = create(cfg);
	EXPECT_EQ(!!model.map->shared_sums, shared);
	for (i = 0; i < 200; i++) {
		fire_some(test_random(&model.state) % 300);
		check();
		evict_keys(test_random(&model.state) % 30);
	}
	EXPECT(model.n_removed > 1000);
	tracing_map_destroy(model.map);
}

TEST(evictions_without_variables_follow_the_model)
{
	compare(&evicting, 4, false);
	compare(&evicting, 64, true);
}

TEST(evictions_with_variables_follow_the_model)
{
	compare(&evicting_vars, 4, false);
}
