/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A user event: what is made of a definition, who uses it, and who listens to it.
 */
#ifndef _TRACE_USER_EVENTS_EVENT_H
#define _TRACE_USER_EVENTS_EVENT_H

#include <linux/mutex.h>
#include <linux/trace_events.h>
#include <linux/tracepoint-defs.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "../trace_dynevent.h"
#include "layout.h"

/*
 * Protects who uses an event and who listens to it: the counts in struct user_event, the
 * tables of files, the enablers.  Taken last, within event_mutex and mmap_lock.
 */
extern struct mutex user_events_lock;

/* Why an event stays when nobody uses it any more. */
enum user_stay {
	USER_STAYS_BY_WISH	= 1 << 0,	/* a privileged one; only such may delete it */
	USER_STAYS_BY_STATUS	= 1 << 1,	/* of a program that watches the status file */
};

/**
 * struct user_event - a user event
 * @devent: its place among the dynamic events, protected by event_mutex
 * @by_name: its place among the user events, protected by event_mutex
 * @call: the trace event; @call.tp is @tp
 * @class: the class of @call, which has no other event
 * @tp: the tracepoint that who listens registers with; @tp.name is the event's name
 * @layout: its definition
 * @is_multi: whether there may be others of the same definition's name
 * @status_bit: its bit in user_events_status
 * @stays: reasons to stay, of enum user_stay
 * @users: tables it is in, enablers, and whoever got it and did not put it yet
 * @n_files: instances that listen
 * @n_perf: 1 if perf listens
 * @enablers: struct user_enabler that are kept the way it is
 * @idle: among the events to be removed, or empty
 *
 * From @stays on all is protected by user_events_lock.  The rest is const once it is
 * registered, but for what the tracing core keeps in @call, @class and @tp.  An event
 * that has users is not removed.
 */
struct user_event {
	struct dyn_event devent;
	struct hlist_node by_name;
	struct trace_event_call call;
	struct trace_event_class class;
	struct tracepoint tp;
	struct user_layout *layout;
	bool is_multi;
	u32 status_bit;

	u8 stays;
	unsigned int users;
	unsigned int n_files;
	unsigned int n_perf;
	struct list_head enablers;
	struct list_head idle;
};

struct user_event *user_event_make(struct user_layout *layout, const char *suffix);
void user_event_free(struct user_event *event);
void user_probe(void);

void user_event_get(struct user_event *event);
void user_event_put(struct user_event *event);
void user_event_stay(struct user_event *event, enum user_stay reason);

void user_events_take_idle(struct list_head *list);
bool user_event_is_idle(struct user_event *event);
void user_event_note_idle(struct user_event *event);
void user_events_reap_later(void);
void user_events_reap_with(work_func_t reap);

/**
 * user_event_of_call - the user event around a trace event
 * @call: the trace event of a user event
 *
 * Return: the user event.
 */
static inline struct user_event *user_event_of_call(struct trace_event_call *call)
{
	return container_of(call, struct user_event, call);
}

/**
 * user_event_name - what an event is called
 * @event: the event
 *
 * Return: its name, without the system.
 */
static inline const char *user_event_name(const struct user_event *event)
{
	return event->tp.name;
}

/**
 * user_event_is_heard - does anybody listen to an event?
 * @event: the event
 *
 * Context: user_events_lock held.
 * Return: true if so.
 */
static inline bool user_event_is_heard(const struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	return event->n_files || event->n_perf;
}

#endif /* _TRACE_USER_EVENTS_EVENT_H */
