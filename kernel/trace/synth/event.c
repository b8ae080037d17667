// SPDX-License-Identifier: GPL-2.0
/*
 * Makes a synthetic event out of a definition and a trace event out of that, and undoes
 * both.
 *
 * Making has no effect on anything else.  Registering is the step that shows the event
 * to the tracing core; it leaves nothing behind when it fails.  Which events there are,
 * and by whose wish, is the front door's business.
 *
 * Locks: registering and unregistering need event_mutex.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "../trace.h"
#include "emit.h"
#include "event.h"
#include "print.h"
#include "spec.h"

/* Tell the tracing core of one field.  The core puts the newest first. */
static int define_field(struct trace_event_call *call, const struct synth_field *field)
{
	struct list_head *fields = &call->class->fields;
	/* What the type does not tell: these addresses are a stack. */
	int filter_type = field->kind == SYNTH_STACK ? FILTER_STACKTRACE : FILTER_OTHER;
	int ret;

	ret = trace_define_field(call, field->type, field->name, field->offset, field->size,
				 field->is_signed, filter_type);
	if (!ret && field->kind == SYNTH_STRING)
		list_first_entry(fields, struct ftrace_event_field, link)->len = field->size;
	return ret;
}

static void forget_fields(struct trace_event_call *call)
{
	struct ftrace_event_field *field, *next;

	list_for_each_entry_safe(field, next, &call->class->fields, link) {
		list_del(&field->link);
		kfree(field);
	}
}

/* Called by the tracing core while the event is being registered. */
static int define_fields(struct trace_event_call *call)
{
	const struct synth_layout *layout = synth_event_of_call(call)->layout;
	unsigned int i;

	for (i = 0; i < layout->n_fields; i++) {
		int ret = define_field(call, &layout->fields[i]);

		if (ret) {
			forget_fields(call);
			return ret;
		}
	}
	return 0;
}

static void prepare_call(struct synth_event *event)
{
	struct trace_event_class *class = &event->class;
	struct trace_event_call *call = &event->call;

	class->system = SYNTH_SYSTEM;
	class->reg = trace_event_reg;
	class->probe = synth_probe_file;
#ifdef CONFIG_PERF_EVENTS
	class->perf_probe = synth_probe_perf;
#endif
	class->raw_init = define_fields;
	INIT_LIST_HEAD(&class->fields);

	call->class = class;
	call->tp = &event->tp;
	call->flags = TRACE_EVENT_FL_TRACEPOINT | TRACE_EVENT_FL_DYNAMIC;
	call->event.funcs = &synth_event_funcs;
	INIT_LIST_HEAD(&call->list);
}

/**
 * synth_event_make - make an event that is not registered yet
 * @spec: its definition
 * @diag: what is wrong with it
 *
 * Context: may sleep.
 * Return: the event, to be given to synth_event_free(); ERR_PTR(-EINVAL) with @diag set;
 * or ERR_PTR(-ENOMEM).
 */
struct synth_event *synth_event_make(const struct synth_spec *spec, struct trace_diag *diag)
{
	struct synth_event *event = kzalloc(sizeof(*event), GFP_KERNEL);
	int ret;

	if (!event)
		return ERR_PTR(-ENOMEM);

	prepare_call(event);
	event->layout = synth_layout_make(spec, diag);
	if (IS_ERR(event->layout)) {
		ret = PTR_ERR(event->layout);
		synth_event_free(event);
		return ERR_PTR(ret);
	}

	event->tp.name = trace_span_dup(spec->text, spec->name);
	event->call.print_fmt = synth_print_fmt(event->layout);
	if (event->tp.name && event->call.print_fmt)
		return event;

	synth_event_free(event);
	return ERR_PTR(-ENOMEM);
}

/**
 * synth_event_free - free an event that is not registered
 * @event: the event, or NULL or an error pointer
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

/*
 * Has an instance the event, and a directory of it if it has directories?  One that was
 * made for some systems only may well do without.
 */
static bool is_complete_in(struct trace_array *tr, struct trace_event_call *call)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &tr->events, list)
		if (file->event_call == call)
			return file->ei || !tr->event_dir;
	return tr->system_names;
}

/* The core does not say when it lacked the memory for the event in some instance. */
static bool is_complete(struct trace_event_call *call)
{
	struct trace_array *tr;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		if (!is_complete_in(tr, call))
			return false;
	return true;
}

/**
 * synth_event_register - show an event to the tracing core
 * @event: the event
 *
 * Context: event_mutex held.
 * Return: 0, or a negative errno with the event as it was.
 */
int synth_event_register(struct synth_event *event)
{
	struct trace_event_call *call = &event->call;
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!register_trace_event(&call->event))
		return -ENODEV;

	ret = trace_add_event_call(call);
	if (ret) {
		unregister_trace_event(&call->event);
		return ret;
	}
	if (!is_complete(call)) {
		trace_remove_event_call(call);
		return -ENOMEM;
	}
	return 0;
}

/**
 * synth_event_in_use - does anything record an event, or hold on to it?
 * @event: the event
 *
 * Context: event_mutex held; what is not in use stays so until it is released.
 * Return: true if so.
 */
bool synth_event_in_use(struct synth_event *event)
{
	lockdep_assert_held(&event_mutex);

	return trace_event_dyn_busy(&event->call) || rcu_access_pointer(event->tp.funcs);
}

/**
 * synth_event_unregister - hide an event from the tracing core
 * @event: the event
 *
 * When it returns 0, no probe of the event runs any more, and nothing of the core points
 * to it.  What the event has recorded is cleared with tracing_reset_all_online_cpus().
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or -EBUSY.
 */
int synth_event_unregister(struct synth_event *event)
{
	if (synth_event_in_use(event))
		return -EBUSY;

	/*
	 * A probe that was taken off just now may still be running.  It uses the file,
	 * which the core is about to free.
	 */
	tracepoint_synchronize_unregister();
	return trace_remove_event_call(&event->call);
}
