/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The synthetic event object: a layout, and what the tracing core needs to register it as a
 * trace event.
 */
#ifndef _TRACE_SYNTH_EVENT_H
#define _TRACE_SYNTH_EVENT_H

#include <linux/tracepoint-defs.h>
#include <linux/trace_events.h>

#include "../trace_dynevent.h"
#include "layout.h"

/* Name of the system, and so of the directory below events/. */
#define SYNTH_SYSTEM	"synthetic"

struct module;

/**
 * struct synth_event - a synthetic event
 * @devent: entry in the list of dynamic events, protected by event_mutex
 * @call: trace event; @call.tp points to @tp
 * @class: class of @call; no other event shares it
 * @tp: tracepoint with which consumers register their probes, see synth/run/emit.c
 * @layout: fields of the event
 * @scratch: per-CPU memory for records that are not written to a ring buffer; shared by all
 *	synthetic events and never freed
 * @owner: module that the event belongs to, or NULL. Only compared, never dereferenced.
 *	Protected by event_mutex.
 *
 * All members are set before the event is registered and constant after that, except @owner and
 * what the tracing core changes in @call, @class and @tp. An event is freed after it has been
 * removed from all lists and trace_events_synchronize() has waited for its probes.
 */
struct synth_event {
	struct dyn_event devent;
	struct trace_event_call call;
	struct trace_event_class class;
	struct tracepoint tp;
	struct synth_layout *layout;
	struct dyn_event_scratch __percpu *scratch;
	struct module *owner;
};

struct synth_spec;

struct synth_event *synth_event_alloc(const struct synth_spec *spec, struct trace_diag *diag);
void synth_event_free(struct synth_event *event);

/**
 * synth_event_of_call - get the synthetic event that contains a trace event
 * @call: trace event of a synthetic event
 *
 * Return: the synthetic event.
 */
static inline struct synth_event *synth_event_of_call(struct trace_event_call *call)
{
	return container_of(call, struct synth_event, call);
}

/**
 * synth_event_name - get the name of an event
 * @event: the event
 *
 * Return: the name, without the system.
 */
static inline const char *synth_event_name(const struct synth_event *event)
{
	return event->tp.name;
}

#endif /* _TRACE_SYNTH_EVENT_H */
