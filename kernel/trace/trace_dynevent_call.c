// SPDX-License-Identifier: GPL-2.0
/*
 * What dynamic events with a tracepoint of their own have in common, see
 * trace_dynevent_call.h.
 *
 * Registering is the step that shows an event to the tracing core; it leaves nothing
 * behind when it fails.  How such an event is defined, and how its records are filled, is
 * known to its kind alone.
 *
 * Locks: event_mutex, for all of it but what is done when an event hits.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "trace.h"
#include "trace_dynevent_call.h"

/**
 * dyn_event_field_is_array - say how many elements a field has
 * @call: the event
 * @len: the number, of the field that trace_define_field() defined last
 *
 * The format file shows it, and fields that are not arrays have none.
 */
void dyn_event_field_is_array(struct trace_event_call *call, unsigned int len)
{
	/* The core puts the newest first. */
	list_first_entry(&call->class->fields, struct ftrace_event_field, link)->len = len;
}

/* Take back what trace_define_field() defined. */
static void forget_fields(struct trace_event_call *call)
{
	struct ftrace_event_field *field, *next;

	list_for_each_entry_safe(field, next, &call->class->fields, link) {
		list_del(&field->link);
		kfree(field);
	}
}

/**
 * dyn_event_define_fields - define the fields of an event, or none of them
 * @call: the event, being registered
 * @n: how many it has
 * @define: defines one of them, given its number
 *
 * Context: may sleep.
 * Return: 0 or the error of @define, with nothing left of the fields.
 */
int dyn_event_define_fields(struct trace_event_call *call, unsigned int n,
			    int (*define)(struct trace_event_call *call, unsigned int i))
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < n; i++)
		ret = define(call, i);
	if (ret)
		forget_fields(call);
	return ret;
}

/**
 * dyn_event_name_taken - is there an event of some name, of any kind?
 * @system: the system it would stand in; probes can be put into any
 * @name: the name
 *
 * Context: event_mutex held.
 * Return: true if so.
 */
bool dyn_event_name_taken(const char *system, const char *name)
{
	struct trace_event_call *call;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(call, &ftrace_events, list)
		if (!strcmp(call->class->system, system) && !strcmp(trace_event_name(call), name))
			return true;
	return false;
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
 * dyn_event_call_register - show an event to the tracing core
 * @call: the event
 *
 * Context: event_mutex held.
 * Return: 0, or a negative errno with the event as it was.
 */
int dyn_event_call_register(struct trace_event_call *call)
{
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
 * dyn_event_call_in_use - does anything record an event, or hold on to it?
 * @call: the event
 *
 * Context: event_mutex held; what is not in use stays so until it is released.
 * Return: true if so.
 */
bool dyn_event_call_in_use(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);

	return trace_event_dyn_busy(call) || dyn_event_has_listeners(call->tp);
}

/**
 * dyn_event_call_unregister - hide an event from the tracing core
 * @call: the event
 *
 * When it returns 0, no probe of the event runs any more, and nothing of the core points
 * to it.  Its records stay in the trace buffers, see free_trace_event_type() in the host's
 * trace_output.c.
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or -EBUSY.
 */
int dyn_event_call_unregister(struct trace_event_call *call)
{
	if (dyn_event_call_in_use(call))
		return -EBUSY;

	/*
	 * A probe that was taken off just now may still be running.  It uses the file,
	 * which the core is about to free.
	 */
	tracepoint_synchronize_unregister();
	return trace_remove_event_call(call);
}

/**
 * dyn_event_call_triggers - let an event's triggers look at a record that nobody keeps
 * @file: the event's file in the instance
 * @record: the record, anywhere; its head is filled in here
 *
 * A record in the ring buffer would have to be taken back, which costs more than all that
 * most triggers do.
 *
 * This stands where trace_event_buffer_commit() does otherwise, for those who count frames
 * of the stack, and is not inlined therefore.
 *
 * Context: any, NMI included, preemption off.
 */
noinline void dyn_event_call_triggers(struct trace_event_file *file, struct trace_entry *record)
{
	enum event_trigger_type later;

	if (file->flags & EVENT_FILE_FL_PID_FILTER && trace_event_ignore_this_pid(file))
		return;

	tracing_generic_entry_update(record, file->event_call->event.type,
				     tracing_gen_ctx_dec());
	later = event_triggers_call(file, file->tr->array_buffer.buffer, record, NULL);
	if (later)
		event_triggers_post_call(file, later);
}
