// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of stacks of attached histograms: create, share, import and clear them.
 *
 * All histograms that share a map share their tables, because an id in the map must mean the same
 * to all of them. A histogram that loads ids from a variable of another one *imports* its table.
 *
 * A clear replaces the map of a histogram, so it can replace the tables by empty ones, too. The new
 * tables are published before the new map: an event that finds the new map finds the new tables,
 * see intern_stack(). An event may count an id of a new table in the old map, which is destroyed
 * unread. A table that is imported is not replaced: the other histogram still has its ids.
 *
 * event_mutex protects all state here. Events read &hist_stack_source.table.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/lockdep.h>

#include "../../trace.h"
#include "../program/hist_data.h"
#include "../stacks/stacks.h"
#include "owner.h"
#include "stacks.h"

/* Return the table of a source of a histogram that imports it, with a new reference. */
static struct hist_stacks *import_table(const struct hist_stack_source *source)
{
	struct hist_stacks *table = source->of->stack_sources[source->of_index].table;

	table->n_importers++;
	return hist_stacks_get(table);
}

/* Return the table of source @i, with a new reference, or an ERR_PTR. */
static struct hist_stacks *find_or_create_table(const struct hist_stack_source *source,
						const struct hist_stack_source *peer, u32 size)
{
	if (source->of)
		return import_table(source);
	if (peer)
		return hist_stacks_get(peer->table);
	return hist_stacks_create(source->kind, source->depth, size);
}

/**
 * hist_stacks_attach - give a histogram its tables of stacks
 * @data: the histogram, which no event can reach
 * @peer: attached histogram with which it will share a map, see hist_data_can_share_map(); or NULL
 * @size: number of entries of the map
 *
 * Context: may sleep, event_mutex held.
 * Return: 0; -EOVERFLOW if user stacks may not be that deep, or -ENOMEM, with nothing changed.
 */
int hist_stacks_attach(struct hist_trigger_data *data, const struct hist_trigger_data *peer,
		       u32 size)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < data->n_stack_sources; i++) {
		struct hist_stack_source *source = &data->stack_sources[i];
		struct hist_stacks *table;

		table = find_or_create_table(source, peer ? &peer->stack_sources[i] : NULL, size);
		if (IS_ERR(table)) {
			hist_stacks_detach(data);
			return PTR_ERR(table);
		}
		source->table = table;
	}
	return 0;
}

/**
 * hist_stacks_detach - release the tables of stacks of a histogram
 * @data: the histogram, which no event can reach any more; it need not have all of its tables
 *
 * Context: may sleep, event_mutex held.
 */
void hist_stacks_detach(struct hist_trigger_data *data)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < data->n_stack_sources; i++) {
		struct hist_stack_source *source = &data->stack_sources[i];

		if (source->of && source->table)
			source->table->n_importers--;
		hist_stacks_put(source->table);
		source->table = NULL;
	}
}

/**
 * hist_stacks_prepare_clear - create the tables of stacks that histograms have after a clear
 * @owner: owner of their map
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, to be followed by hist_stacks_finish_clear(); or a negative errno, with nothing
 * changed.
 */
int hist_stacks_prepare_clear(struct hist_map_owner *owner)
{
	const struct hist_trigger_data *data = hist_map_first_user(owner);
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < data->n_stack_sources; i++) {
		const struct hist_stack_source *source = &data->stack_sources[i];
		struct hist_stacks *table;

		if (source->of || source->table->n_importers)
			continue;
		table = hist_stacks_create(source->kind, source->depth, owner->size);
		if (IS_ERR(table)) {
			hist_stacks_finish_clear(owner);
			return PTR_ERR(table);
		}
		owner->other_stacks[i] = table;
	}
	return 0;
}

/* Replace the table of source @i of all histograms that share a map. */
static void replace_table(const struct hist_map_owner *owner, unsigned int i,
			  struct hist_stacks *table)
{
	struct hist_trigger_data *user;
	unsigned int n = 0;

	list_for_each_entry(user, &owner->users, runtime.owner_node) {
		struct hist_stacks *old = user->stack_sources[i].table;

		/* Pairs with READ_ONCE() in intern_stack(): the event sees the table's contents. */
		smp_store_release(&user->stack_sources[i].table, n++ ? hist_stacks_get(table) :
								       table);
		/* The caller has a reference to the old table, so this one is not the last. */
		hist_stacks_put(old);
	}
}

/**
 * hist_stacks_publish_clear - replace the tables of stacks of histograms by empty ones
 * @owner: owner of their map, after hist_stacks_prepare_clear(); its new map is not published
 *
 * Events may use the old tables until a grace period has passed.
 *
 * Context: event_mutex held.
 */
void hist_stacks_publish_clear(struct hist_map_owner *owner)
{
	const struct hist_trigger_data *data = hist_map_first_user(owner);
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < data->n_stack_sources; i++) {
		struct hist_stacks *old = data->stack_sources[i].table;

		if (!owner->other_stacks[i])
			continue;
		hist_stacks_get(old);
		replace_table(owner, i, owner->other_stacks[i]);
		owner->other_stacks[i] = old;
	}
}

/**
 * hist_stacks_finish_clear - free the tables of stacks that a clear has replaced or does not need
 * @owner: owner of the map that is cleared
 *
 * Context: may sleep, event_mutex held. No event uses the tables any more.
 */
void hist_stacks_finish_clear(struct hist_map_owner *owner)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < HIST_STACK_SOURCES_MAX; i++) {
		hist_stacks_put(owner->other_stacks[i]);
		owner->other_stacks[i] = NULL;
	}
}
