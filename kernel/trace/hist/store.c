// SPDX-License-Identifier: GPL-2.0
/*
 * Whose entries they are: a histogram's own, or those of all of one name.
 *
 * Histograms of a name share the map, each with a program of its own for its
 * event.  Names are global, not an instance's.  The list of stores and their
 * users are protected by event_mutex; exec knows the map alone, by RCU.
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
 * struct hist_store - entries and who uses them
 * @list: in the list of named stores; empty if it has no name
 * @users: the histograms that count here, at least one
 * @size: number of entries that there can be, as the first user asked for; constant
 * @map: the entries
 */
struct hist_store {
	struct list_head list;
	struct list_head users;
	u32 size;
	struct tracing_map *map;
};

/* Stores with a name.  Protected by event_mutex. */
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
 * hist_store_find - look for a named histogram
 * @name: the name
 *
 * Context: event_mutex held.
 * Return: one of the histograms of that name, or NULL.
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

/* Let a histogram's events count in a map.  What a snapshot was taken for is not in it. */
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
 * hist_store_join - give a histogram its entries
 * @data: the histogram, which must be compatible with others of its name
 * @size: how many, if there are no others
 *
 * Of a name's histograms, the first one's size is that of all.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0 or -ENOMEM.
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
 * hist_store_hide - let no event find a histogram's entries any more
 * @data: the histogram, which has joined
 *
 * Events of its own do not hit it any more.  Those of others, which look for its
 * variables, find none; they may be using its entries until a grace period has passed.
 *
 * Context: event_mutex held.
 */
void hist_store_hide(struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	RCU_INIT_POINTER(data->live.map, NULL);
}

/**
 * hist_store_leave - take a histogram's entries away
 * @data: the histogram, which no event can hit any more
 *
 * The entries are freed with their last user.
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
 * hist_store_clear - begin again without any entries
 * @data: the histogram; all that share its entries begin again
 *
 * The entries are not emptied but replaced, so that no event is lost: one that
 * hits at this moment counts either in the old ones or in the new ones, and a snapshot
 * is taken for the new ones only.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -ENOMEM with the entries as they were.
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
 * hist_store_map - the entries of a histogram
 * @data: the histogram, attached
 *
 * Context: event_mutex held; the map is there for as long as it is.
 * Return: the map.
 */
struct tracing_map *hist_store_map(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->live.store->map;
}

/**
 * hist_store_size - how many entries a histogram can have
 * @data: the histogram, attached
 *
 * Context: event_mutex held.
 * Return: their number.
 */
u32 hist_store_size(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->live.store->size;
}
