// SPDX-License-Identifier: GPL-2.0
/*
 * The events that were registered through an open user_events_data.
 *
 * An event that got an index keeps it until the file is closed, however often it is
 * registered, so that all of them can be written as long as the file is open.  The table
 * only grows: into a new array when the old one is full.  Writers read it under RCU.  The
 * events in it need no such care: the table is a user of each until the file is closed,
 * which is after the last write.
 *
 * Nothing is known here of an event but how to become, and cease to be, a user of it.
 *
 * Locks: user_events_lock protects the table from being changed twice at a time.
 */
#include <linux/cleanup.h>
#include <linux/nospec.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "event.h"
#include "table.h"

/* Room in the first array. */
#define FIRST_SIZE	4

/**
 * struct user_slots - an array of events
 * @rcu: frees it
 * @size: room in it
 * @n: how many there are; read by writers before they look at an event
 * @events: the events
 */
struct user_slots {
	struct rcu_head rcu;
	u32 size;
	u32 n;
	struct user_event *events[] __counted_by(size);
};

/**
 * struct user_table - the events of an open file
 * @slots: the array, or NULL while there are none
 */
struct user_table {
	struct user_slots __rcu *slots;
};

static struct user_slots *slots_of(const struct user_table *table)
{
	return rcu_dereference_protected(table->slots, lockdep_is_held(&user_events_lock));
}

/**
 * user_table_make - make an empty table
 *
 * Context: may sleep.
 * Return: the table, to be given to user_table_free(), or NULL without memory.
 */
struct user_table *user_table_make(void)
{
	return kzalloc(sizeof(struct user_table), GFP_KERNEL_ACCOUNT);
}

/**
 * user_table_free - put all events of a table and free it
 * @table: the table, which nobody uses any more
 *
 * The registry's user_events_reap() is to be called behind it.
 *
 * Context: may sleep; takes user_events_lock.
 */
void user_table_free(struct user_table *table)
{
	struct user_slots *slots;
	u32 i;

	scoped_guard(mutex, &user_events_lock) {
		slots = slots_of(table);
		for (i = 0; slots && i < slots->n; i++)
			user_event_put(slots->events[i]);
	}
	kfree(slots);
	kfree(table);
}

/* Make room for one more. */
static struct user_slots *grow(struct user_table *table)
{
	struct user_slots *old = slots_of(table), *slots;
	u32 size = old ? 2 * old->size : FIRST_SIZE;

	slots = kzalloc(struct_size(slots, events, size), GFP_KERNEL_ACCOUNT);
	if (!slots)
		return NULL;
	slots->size = size;
	if (old) {
		slots->n = old->n;
		memcpy(slots->events, old->events, old->n * sizeof(old->events[0]));
	}
	/* Pairs with the rcu_dereference() of writers. */
	rcu_assign_pointer(table->slots, slots);
	if (old)
		kfree_rcu(old, rcu);
	return slots;
}

/**
 * user_table_add - give an event an index
 * @table: the table
 * @event: the event, which the caller is a user of
 *
 * Context: may sleep; takes user_events_lock.
 * Return: the index, the old one if it has one; or -ENOMEM.
 */
int user_table_add(struct user_table *table, struct user_event *event)
{
	struct user_slots *slots;
	u32 i;

	guard(mutex)(&user_events_lock);
	slots = slots_of(table);
	for (i = 0; slots && i < slots->n; i++)
		if (slots->events[i] == event)
			return i;

	if (!slots || slots->n == slots->size)
		slots = grow(table);
	if (!slots)
		return -ENOMEM;
	user_event_get(event);
	slots->events[slots->n] = event;
	/* Pairs with user_table_get(). */
	smp_store_release(&slots->n, slots->n + 1);
	return i;
}

/**
 * user_table_get - the event of an index
 * @table: the table, of a file that stays open
 * @index: the index, which may be anything
 *
 * Context: any.
 * Return: the event, there until the file is closed, or NULL.
 */
struct user_event *user_table_get(const struct user_table *table, u32 index)
{
	const struct user_slots *slots;
	u32 n;

	guard(rcu)();
	slots = rcu_dereference(table->slots);
	if (!slots)
		return NULL;
	/* Pairs with user_table_add(): who sees the number sees the event. */
	n = smp_load_acquire(&slots->n);
	return index < n ? slots->events[array_index_nospec(index, n)] : NULL;
}
