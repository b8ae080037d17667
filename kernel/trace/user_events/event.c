// SPDX-License-Identifier: GPL-2.0
/*
 * Create a trace event from a parsed definition, and count its references.
 *
 * An event is idle if it has no references, no consumers and no reason to persist. The code
 * that drops the last reference or disables the event may hold locks that the removal needs.
 * Therefore it only adds the event to a list of idle events. The registry looks up events and
 * removes the idle ones.
 *
 * Locks: user_events_lock protects the counts and the list of idle events.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/slab.h>
#include <linux/user_events.h>
#include <linux/workqueue.h>

#include "../trace.h"
#include "../trace_dynevent_tracepoint.h"
#include "define/print.h"
#include "enable/status_page.h"
#include "event.h"

/* Documented in event.h. */
DEFINE_MUTEX(user_events_lock);

/* Idle events that have not been removed yet. Protected by user_events_lock. */
static LIST_HEAD(idle_events);

/* Removes the idle events. */
static struct work_struct reclaim_work;

/**
 * user_event_mark_idle - add an event to the list of idle events if it is idle
 * @event: the event
 *
 * Context: user_events_lock held.
 */
void user_event_mark_idle(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	if (!event->n_refs && !user_event_is_enabled(event) && !event->persist &&
	    list_empty(&event->idle))
		list_add_tail(&event->idle, &idle_events);
}

/**
 * user_event_get - take a reference to an event
 * @event: the event. Either it already has a reference, or the caller holds event_mutex, so
 *	that the event cannot be removed.
 *
 * Context: user_events_lock held.
 */
void user_event_get(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	event->n_refs++;
}

/**
 * user_event_put - drop a reference to an event
 * @event: the event
 *
 * The caller must call user_events_reclaim() later, without locks, or
 * user_events_reclaim_later().
 *
 * Context: user_events_lock held.
 */
void user_event_put(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	event->n_refs--;
	user_event_mark_idle(event);
}

/**
 * user_event_set_persist - keep an event when it becomes idle
 * @event: the event, to which the caller has a reference
 * @reason: reason to persist
 *
 * Context: may sleep; takes user_events_lock.
 */
void user_event_set_persist(struct user_event *event, enum user_event_persist reason)
{
	guard(mutex)(&user_events_lock);
	event->persist |= reason;
}

/**
 * user_events_count_idle - count the events in the list of idle events
 *
 * Context: may sleep; takes user_events_lock.
 * Return: their number.
 */
size_t user_events_count_idle(void)
{
	guard(mutex)(&user_events_lock);
	return list_count_nodes(&idle_events);
}

/**
 * user_events_take_idle - take the first event from the list of idle events
 *
 * Context: event_mutex held, so that no new reference can be taken; takes user_events_lock.
 * Return: the event if it is still idle and can be removed; otherwise NULL, also for an empty list.
 */
struct user_event *user_events_take_idle(void)
{
	struct user_event *event;

	guard(mutex)(&user_events_lock);
	event = list_first_entry_or_null(&idle_events, struct user_event, idle);
	if (!event)
		return NULL;
	list_del_init(&event->idle);
	if (event->n_refs || event->persist || user_event_is_enabled(event))
		return NULL;
	return event;
}

/**
 * user_events_reclaim_later - schedule the removal of idle events
 *
 * Context: any but NMI. For callers that must not sleep or that hold event_mutex or
 * user_events_lock.
 */
void user_events_reclaim_later(void)
{
	queue_work(system_unbound_wq, &reclaim_work);
}

/**
 * user_events_set_reclaim - set the function that removes idle events
 * @reclaim: work function
 *
 * Context: called once at boot, before an event can exist.
 */
void __init user_events_set_reclaim(work_func_t reclaim)
{
	INIT_WORK(&reclaim_work, reclaim);
}

/**
 * user_event_probe - stand for a consumer in an event's tracepoint
 *
 * The tracepoint needs a function for each probe. It is never called: user_event_emit() reads
 * the data of the probes.
 */
void user_event_probe(void)
{
}

static int user_event_define_field(struct trace_event_call *call, unsigned int i)
{
	const struct user_event_field *field = &user_event_of_call(call)->layout->fields[i];
	int ret = trace_define_field(call, field->type, field->name, field->offset, field->size,
				     field->is_signed, FILTER_OTHER);

	if (!ret && field->kind == USER_STRING)
		dyn_event_set_array_len(call, field->size);
	return ret;
}

/* Called by the tracing core when the event is registered. */
static int user_event_define_fields(struct trace_event_call *call)
{
	return dyn_event_define_fields(call, user_event_of_call(call)->layout->n_fields,
				       user_event_define_field);
}

/* The tracing core reads this array if the list of fields is empty. */
static struct trace_event_fields no_fields[] = { {} };

static struct user_event *alloc_event(bool is_multi)
{
	struct user_event *event = kzalloc(sizeof(*event), GFP_KERNEL_ACCOUNT);
	struct trace_event_class *class;

	if (!event)
		return NULL;

	class = &event->class;
	class->system = is_multi ? USER_EVENTS_MULTI_SYSTEM : USER_EVENTS_SYSTEM;
	class->probe = user_event_probe;
#ifdef CONFIG_PERF_EVENTS
	class->perf_probe = user_event_probe;
#endif
	class->raw_init = user_event_define_fields;
	class->fields_array = no_fields;
	INIT_LIST_HEAD(&class->fields);

	event->call.class = class;
	event->call.tp = &event->tp;
	event->call.flags = TRACE_EVENT_FL_TRACEPOINT | TRACE_EVENT_FL_DYNAMIC |
			    TRACE_EVENT_FL_USER;
	event->call.event.funcs = &user_event_funcs;
	INIT_LIST_HEAD(&event->call.list);
	INIT_LIST_HEAD(&event->enablers);
	INIT_LIST_HEAD(&event->idle);
	event->is_multi = is_multi;
	return event;
}

/**
 * user_event_free - free an event that is not registered
 * @event: the event, or NULL
 *
 * Also frees the layout and releases the bit in the status page.
 *
 * Context: may sleep.
 */
void user_event_free(struct user_event *event)
{
	if (!event)
		return;
	if (event->status_bit)
		user_event_status_free(event->status_bit);
	user_event_layout_free(event->layout);
	kfree(event->call.print_fmt);
	kfree(event->tp.name);
	kfree(event);
}

/**
 * user_event_create - create an event without registering it
 * @layout: parsed definition. If the function succeeds, the event owns it.
 * @is_multi: whether the event is a multi-format event
 *
 * The caller must set the callback @class.reg of the event, and call user_event_set_name().
 *
 * The memory is charged to the cgroup of the current process. Above its memory.high, this takes up
 * to some seconds.
 *
 * Context: may sleep for a long time. The caller holds no lock that other processes need.
 * Return: the event, to be freed with user_event_free(), or NULL if memory is exhausted.
 */
struct user_event *user_event_create(struct user_event_layout *layout, bool is_multi)
{
	struct user_event *event;

	lockdep_assert_not_held(&event_mutex);

	event = alloc_event(is_multi);
	if (!event)
		return NULL;
	event->call.print_fmt = user_event_print_fmt(layout);
	if (!event->call.print_fmt) {
		user_event_free(event);
		return NULL;
	}
	event->layout = layout;
	return event;
}

/**
 * user_event_set_name - set the name of an event, and give it a bit in the status page
 * @event: the event, which has neither
 * @suffix: text to append to the name in the definition
 *
 * The memory for the name is not charged to a cgroup.
 *
 * Context: event_mutex held; may sleep.
 * Return: 0; or -ENOMEM if memory or the bits of the status page are exhausted. user_event_free()
 * frees what the event has got.
 */
int user_event_set_name(struct user_event *event, const char *suffix)
{
	event->tp.name = kasprintf(GFP_KERNEL, "%s%s", event->layout->name, suffix);
	event->status_bit = user_event_status_alloc();
	return event->tp.name && event->status_bit ? 0 : -ENOMEM;
}
