// SPDX-License-Identifier: GPL-2.0
/*
 * The events that were registered through one open user_events_data.
 *
 * An event keeps its index until the file is closed, however often it is registered, so that
 * programs can write all registered events as long as the file is open. The array only grows:
 * when it is full, it is copied to a larger one. Writers read the array under RCU. The events
 * need no RCU: the open file has a reference to each event until it is closed, which happens
 * after the last write.
 *
 * This file uses an event only to take and drop references.
 *
 * Locks: user_events_lock serializes changes of the array.
 */
#include <linux/cleanup.h>
#include <linux/nospec.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "event.h"
#include "file_events.h"

/* Capacity of the first array. */
#define FIRST_SIZE	4

/**
 * struct user_event_array - an array of events
 * @rcu: for kvfree_rcu()
 * @size: capacity of @events
 * @n: number of events. The store-release in try_add() pairs with the
 *	load-acquire in user_event_file_get().
 * @events: the events; entries below @n are constant
 */
struct user_event_array {
	struct rcu_head rcu;
	u32 size;
	u32 n;
	struct user_event *events[] __counted_by(size);
};

/**
 * struct user_event_file - the events of one open file
 * @array: the array, or NULL if no event was registered. Replaced with user_events_lock held,
 *	read under RCU.
 */
struct user_event_file {
	struct user_event_array __rcu *array;
};

static struct user_event_array *array_of(const struct user_event_file *file)
{
	return rcu_dereference_protected(file->array, lockdep_is_held(&user_events_lock));
}

/**
 * user_event_file_create - create an open file without events
 *
 * Context: may sleep.
 * Return: the open file, to be freed with user_event_file_free(), or NULL if memory is
 * exhausted.
 */
struct user_event_file *user_event_file_create(void)
{
	return kzalloc(sizeof(struct user_event_file), GFP_KERNEL_ACCOUNT);
}

/**
 * user_event_file_free - drop the references to all events of an open file and free it
 * @file: the open file; no other task may use it any more
 *
 * The caller must call user_events_reclaim() after this function.
 *
 * Context: may sleep; takes user_events_lock.
 */
void user_event_file_free(struct user_event_file *file)
{
	struct user_event_array *array;
	u32 i;

	scoped_guard(mutex, &user_events_lock) {
		array = array_of(file);
		for (i = 0; array && i < array->n; i++)
			user_event_put(array->events[i]);
	}
	kvfree(array);
	kfree(file);
}

static struct user_event_array *alloc_array(u32 size)
{
	struct user_event_array *array;

	array = kvzalloc(struct_size(array, events, size), GFP_KERNEL_ACCOUNT);
	if (array)
		array->size = size;
	return array;
}

/* Replace the full array by a larger one. */
static void replace_array(struct user_event_file *file, struct user_event_array *array)
{
	struct user_event_array *old = array_of(file);

	if (old) {
		array->n = old->n;
		memcpy(array->events, old->events, old->n * sizeof(old->events[0]));
	}
	/* Pairs with rcu_dereference() in user_event_file_get(). */
	rcu_assign_pointer(file->array, array);
	if (old)
		kvfree_rcu(old, rcu);
}

/*
 * Add an event. If the array is full, @larger replaces it, and is set to NULL. If @larger is not
 * larger, @size is set to the capacity that it must have.
 *
 * Return: the index, or -EAGAIN if @larger must be larger.
 */
static int try_add(struct user_event_file *file, struct user_event *event,
		   struct user_event_array **larger, u32 *size)
{
	struct user_event_array *array;
	u32 i;

	guard(mutex)(&user_events_lock);
	array = array_of(file);
	for (i = 0; array && i < array->n; i++)
		if (array->events[i] == event)
			return i;

	if (!array || array->n == array->size) {
		*size = array ? 2 * array->size : FIRST_SIZE;
		if (!*larger || (*larger)->size < *size)
			return -EAGAIN;
		array = *larger;
		*larger = NULL;
		replace_array(file, array);
	}
	user_event_get(event);
	array->events[array->n] = event;
	/* Pairs with smp_load_acquire() in user_event_file_get(). */
	smp_store_release(&array->n, array->n + 1);
	return i;
}

/**
 * user_event_file_add - get the index of an event, adding the event if necessary
 * @file: the open file
 * @event: the event, to which the caller has a reference. The open file takes its own
 *	reference when it adds the event.
 *
 * The memory is allocated without user_events_lock: enable/reserve.c has the reason.
 *
 * Context: may sleep; takes user_events_lock.
 * Return: the index, which is the old one if the event is already in the array; or -ENOMEM.
 */
int user_event_file_add(struct user_event_file *file, struct user_event *event)
{
	struct user_event_array *larger = NULL;
	u32 size;
	int i;

	while ((i = try_add(file, event, &larger, &size)) == -EAGAIN) {
		kvfree(larger);
		larger = alloc_array(size);
		if (!larger)
			return -ENOMEM;
	}
	kvfree(larger);
	return i;
}

/**
 * user_event_file_get - look up an event by its index
 * @file: the open file, which stays open
 * @index: the index, not checked by the caller
 *
 * Context: any.
 * Return: the event, valid until the file is closed, or NULL.
 */
struct user_event *user_event_file_get(const struct user_event_file *file, u32 index)
{
	const struct user_event_array *array;
	u32 n;

	guard(rcu)();
	array = rcu_dereference(file->array);
	if (!array)
		return NULL;
	/*
	 * Pairs with smp_store_release() in try_add(): entries below n are
	 * initialized.
	 */
	n = smp_load_acquire(&array->n);
	return index < n ? array->events[array_index_nospec(index, n)] : NULL;
}
