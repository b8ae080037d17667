// SPDX-License-Identifier: GPL-2.0
/*
 * Owner of a map: create, share, publish, clear and destroy the map.
 *
 * Each histogram without a name has an owner of its own. All histograms with the same
 * ``name=`` share one owner and its map; each of them has a program for its own event.
 * Names are global, not per instance.
 *
 * event_mutex protects the owners and their lists. Events do not see the owner. They read
 * the pointer to the map, by RCU-sched.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../trace.h"
#include "store.h"

/**
 * struct hist_store - owner of a map
 * @list: link in named_stores; empty list if the histogram has no name
 * @users: histograms that share the map, at least one
 * @size: number of entries that the first user asked for; constant
 * @map: current map; hist_store_clear() replaces it
 *
 * Protected by event_mutex.
 */
struct hist_store {
	struct list_head list;
	struct list_head users;
	u32 size;
	struct tracing_map *map;
};

/* Owners with a name. Protected by event_mutex. */
static LIST_HEAD(named_stores);

static struct hist_trigger_data *first_user(const struct hist_store *store)
{
	return list_first_entry(&store->users, struct hist_trigger_data, live.store_node);
}

static struct hist_store *find_named(const char *name)
{
	struct hist_store *store;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(store, &named_stores, list)
		if (!strcmp(first_user(store)->name, name))
			return store;
	return NULL;
}

/**
 * hist_store_find - find an attached histogram by its name
 * @name: the name
 *
 * Context: event_mutex held.
 * Return: the first attached histogram with this name, or NULL.
 */
const struct hist_trigger_data *hist_store_find(const char *name)
{
	const struct hist_store *store = find_named(name);

	return store ? first_user(store) : NULL;
}

static struct hist_store *new_store(const struct hist_trigger_data *data, u32 size)
{
	struct hist_store *store = kzalloc(sizeof(*store), GFP_KERNEL);
	struct tracing_map *map;

	if (!store)
		return ERR_PTR(-ENOMEM);

	map = hist_data_create_map(data, size);
	if (IS_ERR(map)) {
		kfree(store);
		return ERR_CAST(map);
	}

	store->size = size;
	store->map = map;
	INIT_LIST_HEAD(&store->users);
	INIT_LIST_HEAD(&store->list);
	if (data->name)
		list_add(&store->list, &named_stores);
	return store;
}

/*
 * Publish a map to the events of a histogram. A snapshot that was taken for the previous
 * map does not belong to the new one.
 */
static void use_map(struct hist_trigger_data *data, struct tracing_map *map)
{
	const struct hist_act *acts = data->program.acts;
	static u64 generation;
	unsigned int i;

	data->live.generation = ++generation;
	for (i = 0; i < data->program.n_acts; i++)
		if (hist_action_ops[acts[i].kind].begin)
			hist_action_ops[acts[i].kind].begin(data, map);
	/* Pairs with rcu_dereference_sched() in hist_exec(). */
	rcu_assign_pointer(data->live.map, map);
}

/**
 * hist_store_join - attach a histogram to the owner of its map
 * @data: the histogram; compatible with the attached ones of the same name, see
 *	hist_data_compatible()
 * @size: number of entries, if a new map is created
 *
 * The first histogram of a name creates the map and determines its size.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno.
 */
int hist_store_join(struct hist_trigger_data *data, u32 size)
{
	struct hist_store *store = data->name ? find_named(data->name) : NULL;

	lockdep_assert_held(&event_mutex);

	if (!store)
		store = new_store(data, size);
	if (IS_ERR(store))
		return PTR_ERR(store);

	list_add_tail(&data->live.store_node, &store->users);
	data->live.store = store;
	use_map(data, store->map);
	return 0;
}

/**
 * hist_store_hide - stop publishing the map of a histogram
 * @data: the histogram, attached to a map owner but not on its event's list
 *
 * From now on lookups from other histograms find no entry. Events that have read the
 * pointer before may use the map until a grace period has passed.
 *
 * Context: event_mutex held.
 */
void hist_store_hide(struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	RCU_INIT_POINTER(data->live.map, NULL);
}

/**
 * hist_store_leave - detach a histogram from the owner of its map
 * @data: the histogram, which no event can reach any more
 *
 * The last user of an owner destroys the map.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_store_leave(struct hist_trigger_data *data)
{
	struct hist_store *store = data->live.store;

	lockdep_assert_held(&event_mutex);

	list_del(&data->live.store_node);
	data->live.store = NULL;
	RCU_INIT_POINTER(data->live.map, NULL);
	if (!list_empty(&store->users))
		return;

	list_del(&store->list);
	tracing_map_destroy(store->map);
	kfree(store);
}

/**
 * hist_store_clear - replace a histogram's map with an empty one
 * @data: the histogram; all histograms that share its map are cleared with it
 *
 * The map is replaced, not emptied, so no event is lost: a concurrent event is counted
 * either in the old map or in the new one. Snapshots are only taken for the new one. The
 * old map is destroyed after a grace period. Readers hold event_mutex while they copy a
 * map, so they cannot be using the old one.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with the old map in place.
 */
int hist_store_clear(struct hist_trigger_data *data)
{
	struct hist_store *store = data->live.store;
	struct tracing_map *old = store->map;
	struct tracing_map *map;

	lockdep_assert_held(&event_mutex);

	map = hist_data_create_map(data, store->size);
	if (IS_ERR(map))
		return PTR_ERR(map);

	store->map = map;
	list_for_each_entry(data, &store->users, live.store_node)
		use_map(data, map);

	tracepoint_synchronize_unregister();
	tracing_map_destroy(old);
	return 0;
}

/**
 * hist_store_map - get the map of an attached histogram
 * @data: the histogram
 *
 * Context: event_mutex held; the map is valid until it is released.
 * Return: the map.
 */
struct tracing_map *hist_store_map(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->live.store->map;
}

/**
 * hist_store_size - get the size of the map of an attached histogram
 * @data: the histogram
 *
 * Context: event_mutex held.
 * Return: number of entries that the map was created for.
 */
u32 hist_store_size(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->live.store->size;
}
