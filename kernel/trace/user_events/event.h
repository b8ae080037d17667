/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The user event object: the trace event, its references, and the counts of its consumers.
 */
#ifndef _TRACE_USER_EVENTS_EVENT_H
#define _TRACE_USER_EVENTS_EVENT_H

#include <linux/mutex.h>
#include <linux/trace_events.h>
#include <linux/tracepoint-defs.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "../trace_dynevent.h"
#include "define/layout.h"

/*
 * Protects the references and consumer counts in struct user_event, the events of open files,
 * and the enablers.
 *
 * Lock order: it is taken within event_mutex and mmap_lock. Code that holds it only tries to
 * take mmap_lock.
 */
extern struct mutex user_events_lock;

/* Reasons why an event persists without references and consumers. */
enum user_event_persist {
	/* Requested by a program; to request it and to delete the event needs CAP_PERFMON. */
	USER_EVENT_PERSIST_REQUESTED	= 1 << 0,
	/* Registered with the status ABI. */
	USER_EVENT_PERSIST_STATUS_ABI	= 1 << 1,
};

/**
 * struct user_event - a user event
 * @devent: entry in the list of dynamic events, protected by event_mutex
 * @by_name: entry in the hash table of user events, protected by event_mutex
 * @call: trace event; @call.tp points to @tp
 * @class: class of @call; no other event shares it
 * @tp: tracepoint with which consumers register their probes; @tp.name is the event's name
 * @layout: the parsed definition
 * @is_multi: multi-format event: other events may have the same name in their definitions
 * @status_bit: bit number in the status page, never 0 once the event is complete
 * @persist: reasons to persist, of enum user_event_persist
 * @n_refs: number of references: one for each open file that contains the event, one for each
 *	enabler, and temporary ones from user_event_get()
 * @n_files: number of instances that have the event enabled
 * @n_perf: 1 if perf has the event enabled
 * @enablers: enable bits of processes, struct user_enabler
 * @idle: entry in the list of idle events, or empty
 *
 * user_events_lock protects @persist and all members behind it. The other members are set
 * before the event is registered and constant after that, except what the tracing core changes
 * in @call, @class and @tp. An event with references is not removed.
 */
struct user_event {
	struct dyn_event devent;
	struct hlist_node by_name;
	struct trace_event_call call;
	struct trace_event_class class;
	struct tracepoint tp;
	struct user_event_layout *layout;
	bool is_multi;
	u32 status_bit;

	u8 persist;
	unsigned int n_refs;
	unsigned int n_files;
	unsigned int n_perf;
	struct list_head enablers;
	struct list_head idle;
};

struct user_event *user_event_create(struct user_event_layout *layout, bool is_multi);
int user_event_set_name(struct user_event *event, const char *suffix);
void user_event_free(struct user_event *event);
void user_event_probe(void);

void user_event_get(struct user_event *event);
void user_event_put(struct user_event *event);
void user_event_set_persist(struct user_event *event, enum user_event_persist reason);

size_t user_events_count_idle(void);
struct user_event *user_events_take_idle(void);
void user_event_mark_idle(struct user_event *event);
void user_events_reclaim_later(void);
void user_events_set_reclaim(work_func_t reclaim);

/**
 * user_event_of_call - get the user event that contains a trace event
 * @call: trace event of a user event
 *
 * Return: the user event.
 */
static inline struct user_event *user_event_of_call(struct trace_event_call *call)
{
	return container_of(call, struct user_event, call);
}

/**
 * user_event_name - get the name of an event
 * @event: the event
 *
 * Return: the name, without the system. For a multi-format event, it ends with the suffix.
 */
static inline const char *user_event_name(const struct user_event *event)
{
	return event->tp.name;
}

/**
 * user_event_is_enabled - check whether an event is enabled
 * @event: the event
 *
 * Context: user_events_lock held.
 * Return: true if an instance or perf has the event enabled.
 */
static inline bool user_event_is_enabled(const struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);

	return event->n_files || event->n_perf;
}

#endif /* _TRACE_USER_EVENTS_EVENT_H */
