// SPDX-License-Identifier: GPL-2.0
/*
 * Table of the events that were registered through one open user_events_data.
 *
 * An event keeps its index until the file is closed, however often it is registered, so that
 * programs can write all registered events as long as the file is open. The table only grows:
 * when the array is full, it is copied to a larger one. Writers read the array under RCU. The
 * events need no RCU: the table has a reference to each event until the file is closed, which
 * happens after the last write.
 *
 * This file uses an event only to take and drop references.
 *
 * Locks: user_events_lock serializes changes of the table.
 */
#include <linux/cleanup.h>
#include <linux/nospec.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "event.h"
#include "table.h"

/* Capacity of the first array. */
#define FIRST_SIZE	4

/**
 * struct user_slots - an array of events
 * @rcu: for kfree_rcu()
 * @size: capacity of @events
 * @n: number of events. The store-release in user_table_add() pairs with the load-acquire in
 *	user_table_get().
 * @events: the events; entries below @n are constant
 */
struct user_slots {
	struct rcu_head rcu;
	u32 size;
	u32 n;
	struct user_event *events[] __counted_by(size);
};

/**
 * struct user_table - the events of one open file
 * @slots: the array, or NULL if no event was registered. Replaced with user_events_lock held,
 *	read under RCU.
 */
struct user_table {
	struct user_slots __rcu *slots;
};

static struct user_slots *slots_of(const struct user_table *table)
{
	return rcu_dereference_protected(table->slots, lockdep_is_held(&user_events_lock));
}

/**
 * user_table_make - create an empty table
 *
 * Context: may sleep.
 * Return: the table, to be freed with user_table_free(), or NULL if memory is exhausted.
 */
struct user_table *user_table_make(void)
{
	return kzalloc(sizeof(struct user_table), GFP_KERNEL_ACCOUNT);
}

/**
 * user_table_free - drop the references to all events of a table and free it
 * @table: the table; no other task may use it any more
 *
 * The caller must call user_events_reap() after this function.
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

/* Replace the array by one of twice the capacity. */
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
	/* Pairs with rcu_dereference() in user_table_get(). */
	rcu_assign_pointer(table->slots, slots);
	if (old)
		kfree_rcu(old, rcu);
	return slots;
}

/**
 * user_table_add - get the index of an event, adding the event if necessary
 * @table: the table
 * @event: the event, to which the caller has a reference. The table takes its own reference
 *	when it adds the event.
 *
 * Context: may sleep; takes user_events_lock.
 * Return: the index, which is the old one if the event is already in the table; or -ENOMEM.
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
	/* Pairs with smp_load_acquire() in user_table_get(). */
	smp_store_release(&slots->n, slots->n + 1);
	return i;
}

/**
 * user_table_get - look up an event by its index
 * @table: the table, of a file that stays open
 * @index: the index, not checked by the caller
 *
 * Context: any.
 * Return: the event, valid until the file is closed, or NULL.
 */
struct user_event *user_table_get(const struct user_table *table, u32 index)
{
	const struct user_slots *slots;
	u32 n;

	guard(rcu)();
	slots = rcu_dereference(table->slots);
	if (!slots)
		return NULL;
	/* Pairs with smp_store_release() in user_table_add(): entries below n are initialized. */
	n = smp_load_acquire(&slots->n);
	return index < n ? slots->events[array_index_nospec(index, n)] : NULL;
}
