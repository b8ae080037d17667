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
#include <linux/bitmap.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "evict.h"
#include "internal.h"
#include "interval.h"
#include "map_owner.h"
#include "owner.h"
#include "stacks.h"

/* Owners with a name. Protected by event_mutex. */
static LIST_HEAD(named_owners);

/**
 * hist_map_first_user - get a histogram that uses a map
 * @owner: owner of the map
 *
 * Context: event_mutex held.
 * Return: the one that has used it longest.
 */
struct hist_trigger_data *hist_map_first_user(const struct hist_map_owner *owner)
{
	return list_first_entry(&owner->users, struct hist_trigger_data, runtime.owner_node);
}

/**
 * hist_map_next_user - iterate over the histograms that share a map
 * @data: an attached histogram
 * @user: one of them, or NULL to begin
 *
 * Context: event_mutex held.
 * Return: the next one, in the order in which they were attached; NULL after the last one.
 */
struct hist_trigger_data *hist_map_next_user(const struct hist_trigger_data *data,
					     struct hist_trigger_data *user)
{
	const struct hist_map_owner *owner = data->runtime.owner;

	lockdep_assert_held(&event_mutex);

	if (!user)
		return hist_map_first_user(owner);
	if (list_is_last(&user->runtime.owner_node, &owner->users))
		return NULL;
	return list_next_entry(user, runtime.owner_node);
}

static struct hist_map_owner *find_named_owner(const char *name)
{
	struct hist_map_owner *owner;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(owner, &named_owners, list)
		if (!strcmp(hist_map_first_user(owner)->name, name))
			return owner;
	return NULL;
}

/**
 * hist_map_find_named - find an attached histogram by its name
 * @name: the name
 *
 * Context: event_mutex held.
 * Return: the first attached histogram with this name, or NULL.
 */
const struct hist_trigger_data *hist_map_find_named(const char *name)
{
	const struct hist_map_owner *owner = find_named_owner(name);

	return owner ? hist_map_first_user(owner) : NULL;
}

/**
 * hist_map_find_owner - find the owner of the map that a histogram uses or used
 * @data: the histogram; possibly detached
 *
 * Context: event_mutex held.
 * Return: the owner. For a detached histogram, the owner of its name: NULL if the histogram has
 * none, or if no histogram with this name is attached.
 */
struct hist_map_owner *hist_map_find_owner(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);

	if (data->runtime.owner || !data->name)
		return data->runtime.owner;
	return find_named_owner(data->name);
}

static bool has_wide_sums(const struct hist_program *program)
{
	unsigned int i;

	for (i = 0; i < program->n_stats; i++)
		if (program->stats[i].stat.flags & (HIST_STAT_SUM | HIST_STAT_SQUARES))
			return true;
	return false;
}

/* Mark the limbs of the wide sums that are carried to the next limb. */
static void set_carries(const struct hist_program *program, unsigned long *carries)
{
	unsigned int i, sum, squares;

	for (i = 0; i < program->n_stats; i++) {
		const struct hist_stat *stat = &program->stats[i].stat;

		sum = stat->sum_word;
		squares = sum + HIST_SUM_LIMBS;
		if (stat->flags & HIST_STAT_SUM)
			bitmap_set(carries, sum, HIST_SUM_LIMBS - 1);
		if (stat->flags & HIST_STAT_SQUARES)
			bitmap_set(carries, squares, HIST_SQUARES_LIMBS - 1);
	}
}

static struct tracing_map *create_map(const struct hist_trigger_data *data, u32 size, u32 pool,
				      enum hist_overflow overflow)
{
	struct tracing_map_evict_config evict = {};
	struct tracing_map_config cfg = {
		.size = size,
		.key_size = data->program.key_size,
		.aux_size = data->program.saves_comm ? TASK_COMM_LEN : 0,
		.n_sums = data->n_sums,
		.n_maxima = data->n_maxima,
		.n_buckets = pool,
		.has_other = overflow == HIST_OVERFLOW_OTHER || overflow == HIST_OVERFLOW_EVICT,
		.multi_word = has_wide_sums(&data->program),
		.n_vars = data->n_map_vars,
		.cell_words = data->cell_words,
	};

	set_carries(&data->program, cfg.carries);
	if (overflow == HIST_OVERFLOW_EVICT) {
		hist_evict_configure(data, &evict);
		cfg.evict = &evict;
	}
	return tracing_map_create(&cfg);
}

/**
 * hist_map_create - create a map that fits a histogram
 * @data: the histogram
 * @size: number of entries
 *
 * hist_map_attach() creates the map of an owner with this function. Tests that execute a histogram
 * without an owner call it directly.
 *
 * Context: may sleep.
 * Return: the map, or an ERR_PTR from tracing_map_create().
 */
struct tracing_map *hist_map_create(const struct hist_trigger_data *data, u32 size)
{
	return create_map(data, size, hist_pool_size(data, size), data->overflow);
}

static struct hist_map_owner *create_owner(const struct hist_trigger_data *data, u32 size)
{
	struct hist_map_owner *owner = kzalloc(sizeof(*owner), GFP_KERNEL);
	struct tracing_map *map;

	if (!owner)
		return ERR_PTR(-ENOMEM);

	owner->size = size;
	owner->pool = hist_pool_size(data, size);
	owner->overflow = data->overflow;
	map = hist_map_create(data, size);
	if (IS_ERR(map)) {
		kfree(owner);
		return ERR_CAST(map);
	}

	owner->map = map;
	INIT_LIST_HEAD(&owner->users);
	INIT_LIST_HEAD(&owner->list);
	if (data->name)
		list_add(&owner->list, &named_owners);
	if (owner->overflow == HIST_OVERFLOW_EVICT)
		hist_evict_add(owner);
	hist_stream_create(&owner->stream, data);
	return owner;
}

/* Publish a map to the events of a histogram, after hist_reset_actions(). */
static void publish_map(struct hist_trigger_data *data, struct tracing_map *map)
{
	static u64 generation;

	data->runtime.map_generation = ++generation;
	/* Pairs with rcu_dereference_sched() in hist_exec() and the other readers in hist/run/. */
	rcu_assign_pointer(data->runtime.map, map);
}

/**
 * hist_map_attach - attach a histogram to the owner of its map
 * @data: the histogram; compatible with the attached ones of the same name, see
 *	hist_data_can_share_map()
 * @size: number of entries, if a new map is created
 *
 * The first histogram of a name creates the map and determines its size and its overflow=. The
 * caller has checked that @data asks for the same overflow= or for none.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0; -EOVERFLOW if user stacks may not be that deep; or another negative errno.
 */
int hist_map_attach(struct hist_trigger_data *data, u32 size)
{
	struct hist_map_owner *owner = data->name ? find_named_owner(data->name) : NULL;
	int ret;

	lockdep_assert_held(&event_mutex);

	ret = hist_stacks_attach(data, owner ? hist_map_first_user(owner) : NULL, size);
	if (ret)
		return ret;
	if (!owner)
		owner = create_owner(data, size);
	if (IS_ERR(owner)) {
		hist_stacks_detach(data);
		return PTR_ERR(owner);
	}

	list_add_tail(&data->runtime.owner_node, &owner->users);
	data->runtime.owner = owner;
	hist_reset_actions(data, owner->map);
	publish_map(data, owner->map);
	return 0;
}

/**
 * hist_map_unpublish - stop publishing the map of a histogram
 * @data: the histogram, attached to a map owner but not on its event's list
 *
 * From now on lookups from other histograms find no entry. Events that have read the
 * pointer before may use the map until a grace period has passed.
 *
 * Context: event_mutex held.
 */
void hist_map_unpublish(struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	RCU_INIT_POINTER(data->runtime.map, NULL);
}

/**
 * hist_map_detach - detach a histogram from the owner of its map
 * @data: the histogram, which no event can reach any more
 *
 * The last user of an owner destroys the map.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_map_detach(struct hist_trigger_data *data)
{
	struct hist_map_owner *owner = data->runtime.owner;

	lockdep_assert_held(&event_mutex);

	list_del(&data->runtime.owner_node);
	data->runtime.owner = NULL;
	RCU_INIT_POINTER(data->runtime.map, NULL);
	hist_stacks_detach(data);
	if (!list_empty(&owner->users))
		return;

	list_del(&owner->list);
	if (owner->overflow == HIST_OVERFLOW_EVICT)
		hist_evict_remove(owner);
	tracing_map_counts_free(owner->stream.pending);
	tracing_map_destroy(owner->map);
	kfree(owner);
}

/**
 * hist_map_create_empty - create a map that can replace the current one
 * @owner: owner of the current map
 *
 * Context: may sleep, event_mutex held.
 * Return: the map, or an ERR_PTR from tracing_map_create().
 */
struct tracing_map *hist_map_create_empty(const struct hist_map_owner *owner)
{
	lockdep_assert_held(&event_mutex);
	return create_map(hist_map_first_user(owner), owner->size, owner->pool, owner->overflow);
}

/**
 * hist_map_publish_empty - replace a map with an empty one
 * @owner: owner of the map
 * @map: the empty map; hist_reset_actions() was called for it
 * @now: when the map is replaced, by the clock of the owner's stream
 *
 * The caller destroys the old map after a grace period.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_map_publish_empty(struct hist_map_owner *owner, struct tracing_map *map, u64 now)
{
	struct hist_trigger_data *user;

	lockdep_assert_held(&event_mutex);

	owner->map = map;
	hist_evict_reset(owner);
	list_for_each_entry(user, &owner->users, runtime.owner_node)
		publish_map(user, map);
	hist_stream_clear(&owner->stream, now);
}

/**
 * hist_map_clear - replace a histogram's map with an empty one
 * @data: the histogram; all histograms that share its map are cleared with it
 *
 * The map is replaced, not cleared, so no event is lost: a concurrent event is counted
 * either in the old map or in the new one. Snapshots are only taken for the new one. The
 * old map is destroyed after a grace period. Readers hold event_mutex while they copy a
 * map, so they cannot be using the old one.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with the old map in place.
 */
int hist_map_clear(struct hist_trigger_data *data)
{
	struct hist_map_owner *owner = data->runtime.owner;
	struct hist_trigger_data *user;
	struct tracing_map *old = owner->map;
	struct tracing_map *map;
	int ret;

	lockdep_assert_held(&event_mutex);

	map = hist_map_create_empty(owner);
	if (IS_ERR(map))
		return PTR_ERR(map);
	ret = hist_stacks_prepare_clear(owner);
	if (ret) {
		tracing_map_destroy(map);
		return ret;
	}

	/* Before the map is published: an event that uses the new map uses the new tables. */
	hist_stacks_publish_clear(owner);
	list_for_each_entry(user, &owner->users, runtime.owner_node)
		hist_reset_actions(user, map);
	hist_map_publish_empty(owner, map, hist_stream_now(&owner->stream));

	trace_events_synchronize();
	tracing_map_destroy(old);
	hist_stacks_finish_clear(owner);
	return 0;
}

/**
 * hist_map_get - get the map of an attached histogram
 * @data: the histogram
 *
 * Context: event_mutex held; the map is valid until it is released.
 * Return: the map.
 */
struct tracing_map *hist_map_get(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->runtime.owner->map;
}

/**
 * hist_map_size - get the size of the map of an attached histogram
 * @data: the histogram
 *
 * Context: event_mutex held.
 * Return: number of entries that the map was created for.
 */
u32 hist_map_size(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->runtime.owner->size;
}

/**
 * hist_map_pool - get the number of buckets of the map of an attached histogram
 * @data: the histogram
 *
 * Context: event_mutex held.
 * Return: number of buckets that the map was created with, 0 without a pool.
 */
u32 hist_map_pool(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->runtime.owner->pool;
}

/**
 * hist_map_overflow - get what the map of an attached histogram does with events without a row
 * @data: the histogram
 *
 * Context: event_mutex held.
 * Return: overflow= of the histogram that the map was created for.
 */
enum hist_overflow hist_map_overflow(const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);
	return data->runtime.owner->overflow;
}
