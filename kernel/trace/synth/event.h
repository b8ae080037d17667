/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A synthetic event: what the rest of tracing needs of it, around its layout.
 */
#ifndef _TRACE_SYNTH_EVENT_H
#define _TRACE_SYNTH_EVENT_H

#include <linux/tracepoint-defs.h>
#include <linux/trace_events.h>

#include "../trace_dynevent.h"
#include "layout.h"

/* Where synthetic events stand in the events directory. */
#define SYNTH_SYSTEM	"synthetic"

struct module;

/**
 * struct synth_event - a synthetic event
 * @devent: its place among the dynamic events, protected by event_mutex
 * @call: the trace event; @call.tp is @tp
 * @class: the class of @call, which has no other event
 * @tp: the tracepoint that who listens registers with, see synth/emit.c
 * @layout: its fields
 * @scratch: memory for its records that no ring buffer takes
 * @owner: module whose event it is, only compared; NULL if it is nobody's.  Protected by
 *	event_mutex.
 *
 * Complete and const once it is registered, but for what the tracing core keeps in
 * @call, @class and @tp, and for @owner.  It is freed when it is off all lists and no
 * probe of it can be running.
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

struct synth_event *synth_event_make(const struct synth_spec *spec, struct trace_diag *diag);
void synth_event_free(struct synth_event *event);

/**
 * synth_event_of_call - the synthetic event around a trace event
 * @call: the trace event of a synthetic event
 *
 * Return: the synthetic event.
 */
static inline struct synth_event *synth_event_of_call(struct trace_event_call *call)
{
	return container_of(call, struct synth_event, call);
}

/**
 * synth_event_name - what an event is called
 * @event: the event
 *
 * Return: its name, without the system.
 */
static inline const char *synth_event_name(const struct synth_event *event)
{
	return event->tp.name;
}

#endif /* _TRACE_SYNTH_EVENT_H */
