// SPDX-License-Identifier: GPL-2.0
/*
 * Create and free synthetic event objects.
 *
 * An event created here is not visible to the tracing core until the entry point,
 * trace_events_synth.c, registers it with dyn_event_call_register(). The entry point also keeps
 * the list of events and decides when an event is removed.
 *
 * The functions take no locks; an event is private to its creator until it is registered.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "../trace.h"
#include "../trace_dynevent_record.h"
#include "../trace_dynevent_tracepoint.h"
#include "event.h"
#include "parse/spec.h"
#include "print.h"
#include "run/probe.h"

static int synth_define_field(struct trace_event_call *call, unsigned int i)
{
	const struct synth_field *field = &synth_event_of_call(call)->layout->fields[i];
	/* The type alone does not show that these addresses are a stack trace. */
	int filter_type = field->kind == SYNTH_STACK ? FILTER_STACKTRACE : FILTER_OTHER;
	int ret;

	ret = trace_define_field(call, field->type, field->name, field->offset, field->size,
				 field->is_signed, filter_type);
	if (!ret && field->kind == SYNTH_STRING)
		dyn_event_set_array_len(call, field->size);
	return ret;
}

/* Called by the tracing core when the event is registered. */
static int synth_define_fields(struct trace_event_call *call)
{
	return dyn_event_define_fields(call, synth_event_of_call(call)->layout->n_fields,
				       synth_define_field);
}

/* Called by the tracing core for each record that is displayed. */
static enum print_line_t synth_event_print(struct trace_iterator *iter, int flags,
					   struct trace_event *trace_event)
{
	struct trace_event_call *call = container_of(trace_event, struct trace_event_call, event);
	const struct synth_event *event = synth_event_of_call(call);

	return synth_print_record(iter, synth_event_name(event), event->layout);
}

static struct trace_event_functions synth_event_funcs = {
	.trace = synth_event_print,
};

static void init_call(struct synth_event *event)
{
	struct trace_event_class *class = &event->class;
	struct trace_event_call *call = &event->call;

	class->system = SYNTH_SYSTEM;
	class->reg = trace_event_reg;
	class->probe = synth_probe_file;
#ifdef CONFIG_PERF_EVENTS
	class->perf_probe = synth_probe_perf;
#endif
	class->raw_init = synth_define_fields;
	INIT_LIST_HEAD(&class->fields);

	call->class = class;
	call->tp = &event->tp;
	call->flags = TRACE_EVENT_FL_TRACEPOINT | TRACE_EVENT_FL_DYNAMIC;
	call->event.funcs = &synth_event_funcs;
	INIT_LIST_HEAD(&call->list);
}

/**
 * synth_event_alloc - create an event without registering it
 * @spec: definition of the event
 * @diag: receives the error
 *
 * Context: may sleep.
 * Return: the event, to be freed with synth_event_free(). It does not refer to @spec.
 * ERR_PTR(-EINVAL) with @diag set if the fields are invalid; or ERR_PTR(-ENOMEM).
 */
struct synth_event *synth_event_alloc(const struct synth_spec *spec, struct trace_diag *diag)
{
	struct synth_event *event = kzalloc(sizeof(*event), GFP_KERNEL);
	int ret;

	if (!event)
		return ERR_PTR(-ENOMEM);

	init_call(event);
	event->layout = synth_layout_create(spec, diag);
	if (IS_ERR(event->layout)) {
		ret = PTR_ERR(event->layout);
		synth_event_free(event);
		return ERR_PTR(ret);
	}

	event->tp.name = trace_span_dup(spec->text, spec->name);
	event->call.print_fmt = synth_print_fmt(event->layout);
	event->scratch = dyn_event_scratch_create();
	if (event->tp.name && event->call.print_fmt && event->scratch)
		return event;

	synth_event_free(event);
	return ERR_PTR(-ENOMEM);
}

/**
 * synth_event_free - free an event that is not registered
 * @event: the event, NULL or an error pointer
 *
 * The per-CPU memory @event->scratch is shared with other events and stays allocated.
 *
 * Context: any that may call kfree(). If the event has been registered,
 * dyn_event_call_unregister() must have returned 0.
 */
void synth_event_free(struct synth_event *event)
{
	if (IS_ERR_OR_NULL(event))
		return;
	synth_layout_free(event->layout);
	kfree(event->call.print_fmt);
	kfree(event->tp.name);
	kfree(event);
}
