// SPDX-License-Identifier: GPL-2.0
/*
 * Makes a trace event out of a definition, and counts who uses it.
 *
 * An event is idle when it has no users, nobody listens, and there is no reason for it
 * to stay.  Whoever brings that about, by putting it or by ceasing to listen, may hold
 * locks that removing it needs; so idle events are put on a list.  Which events there
 * are, and removing them, is the registry's business.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/user_events.h>
#include <linux/workqueue.h>

#include "../trace.h"
#include "../trace_dynevent_call.h"
#include "enabler_status.h"
#include "event.h"
#include "print.h"

/* See event.h. */
DEFINE_MUTEX(user_events_lock);

/* Protected by user_events_lock. */
static LIST_HEAD(idle_events);

/* Removes what is idle. */
static struct work_struct reap_work;

/**
 * user_event_note_idle - note an event if it is idle
 * @event: the event
 *
 * Context: user_events_lock held.
 */
void user_event_note_idle(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	if (!event->users && !user_event_is_heard(event) && !event->stays &&
	    list_empty(&event->idle))
		list_add_tail(&event->idle, &idle_events);
}

/**
 * user_event_get - become a user of an event
 * @event: the event, which has users or is kept from being removed by event_mutex
 *
 * Context: user_events_lock held.
 */
void user_event_get(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	event->users++;
}

/**
 * user_event_put - cease to be a user of an event
 * @event: the event
 *
 * The registry's user_events_reap() is to be called some time later, without locks.
 *
 * Context: user_events_lock held.
 */
void user_event_put(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	event->users--;
	user_event_note_idle(event);
}

/**
 * user_event_stay - keep an event when nobody uses it any more
 * @event: the event, which the caller is a user of
 * @reason: why
 *
 * Context: takes user_events_lock.
 */
void user_event_stay(struct user_event *event, enum user_stay reason)
{
	guard(mutex)(&user_events_lock);
	event->stays |= reason;
}

/**
 * user_events_take_idle - take the events that were noted as idle
 * @list: where they go, to be taken off one by one with list_del_init()
 *
 * Context: takes user_events_lock.
 */
void user_events_take_idle(struct list_head *list)
{
	guard(mutex)(&user_events_lock);
	list_splice_tail_init(&idle_events, list);
}

/**
 * user_event_is_idle - is an event to be removed?
 * @event: the event; no longer noted as idle, whatever the answer
 *
 * Context: event_mutex held, which keeps it from being used again; takes user_events_lock.
 * Return: true if so.
 */
bool user_event_is_idle(struct user_event *event)
{
	guard(mutex)(&user_events_lock);
	list_del_init(&event->idle);
	return !event->users && !event->stays && !user_event_is_heard(event);
}

/**
 * user_events_reap_later - have idle events removed
 *
 * Context: any that may not sleep, or holds event_mutex.
 */
void user_events_reap_later(void)
{
	queue_work(system_unbound_wq, &reap_work);
}

/**
 * user_events_reap_with - say who removes idle events
 * @reap: removes them
 */
void __init user_events_reap_with(work_func_t reap)
{
	INIT_WORK(&reap_work, reap);
}

/**
 * user_probe - what stands for a listener in an event's tracepoint
 *
 * Nobody calls it.
 */
void user_probe(void)
{
}

static int define_field(struct trace_event_call *call, unsigned int i)
{
	const struct user_field *field = &user_event_of_call(call)->layout->fields[i];
	int ret = trace_define_field(call, field->type, field->name, field->offset, field->size,
				     field->is_signed, FILTER_OTHER);

	if (!ret && field->kind == USER_STRING)
		dyn_event_field_is_array(call, field->size);
	return ret;
}

/* Called by the tracing core while the event is being registered. */
static int define_fields(struct trace_event_call *call)
{
	return dyn_event_define_fields(call, user_event_of_call(call)->layout->n_fields,
				       define_field);
}

/* The core looks here for fields when an event has none. */
static struct trace_event_fields no_fields[] = { {} };

static struct user_event *alloc_event(bool is_multi)
{
	struct user_event *event = kzalloc(sizeof(*event), GFP_KERNEL_ACCOUNT);
	struct trace_event_class *class;

	if (!event)
		return NULL;

	class = &event->class;
	class->system = is_multi ? USER_EVENTS_MULTI_SYSTEM : USER_EVENTS_SYSTEM;
	class->probe = user_probe;
#ifdef CONFIG_PERF_EVENTS
	class->perf_probe = user_probe;
#endif
	class->raw_init = define_fields;
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
 */
void user_event_free(struct user_event *event)
{
	if (!event)
		return;
	if (event->status_bit)
		user_status_free(event->status_bit);
	user_layout_free(event->layout);
	kfree(event->call.print_fmt);
	kfree(event->tp.name);
	kfree(event);
}

/**
 * user_event_make - make an event that is not registered yet
 * @layout: its definition, which the event takes over, unless it cannot be made
 * @suffix: what to put behind the name to tell it from others of the same definition's
 *	name, or NULL if there are none
 *
 * Who makes it says what its class does when somebody begins or ceases to listen.
 *
 * Context: may sleep.
 * Return: the event, to be given to user_event_free(), or NULL without memory.
 */
struct user_event *user_event_make(struct user_layout *layout, const char *suffix)
{
	struct user_event *event = alloc_event(!!suffix);

	if (!event)
		return NULL;

	event->tp.name = kasprintf(GFP_KERNEL, "%s%s", layout->name, suffix ?: "");
	event->call.print_fmt = user_print_fmt(layout);
	event->status_bit = user_status_alloc();
	if (!event->tp.name || !event->call.print_fmt || !event->status_bit) {
		user_event_free(event);
		return NULL;
	}
	event->layout = layout;
	return event;
}
