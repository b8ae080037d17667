// SPDX-License-Identifier: GPL-2.0
/*
 * Registration of dynamic events that have a tracepoint of their own, see
 * trace_dynevent_tracepoint.h.
 *
 * dyn_event_call_register() makes an event visible to the tracing core; if it fails, the event
 * stays invisible. This file does not know how an event is defined or how its records are filled:
 * only the event's kind does.
 *
 * Locks: event_mutex, for all functions except dyn_event_call_all_triggers(), which runs per event
 * and takes no lock.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "trace.h"
#include "trace_dynevent_tracepoint.h"

/**
 * dyn_event_set_array_len - set the number of elements of an array field
 * @call: the event, whose last defined field is the array
 * @len: number of elements
 *
 * The format file shows this number. trace_define_field() leaves it at 0, which means that the
 * field is not an array.
 *
 * Context: event_mutex held, or the event is not registered yet.
 */
void dyn_event_set_array_len(struct trace_event_call *call, unsigned int len)
{
	/* trace_define_field() adds new fields at the head of the list. */
	list_first_entry(&call->class->fields, struct ftrace_event_field, link)->len = len;
}

/* Undo trace_define_field() for all fields of an event. */
static void free_fields(struct trace_event_call *call)
{
	struct ftrace_event_field *field, *next;

	list_for_each_entry_safe(field, next, &call->class->fields, link) {
		list_del(&field->link);
		kfree(field);
	}
}

/**
 * dyn_event_define_fields - define all fields of an event, or no field
 * @call: the event, being registered
 * @n: number of fields
 * @define: callback that defines one field, given its index
 *
 * Context: may sleep.
 * Return: 0, or the error of @define. On error, no field is left.
 */
int dyn_event_define_fields(struct trace_event_call *call, unsigned int n,
			    int (*define)(struct trace_event_call *call, unsigned int i))
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < n; i++)
		ret = define(call, i);
	if (ret)
		free_fields(call);
	return ret;
}

/**
 * dyn_event_name_exists - test whether an event with a name exists, of any kind
 * @system: the event's system. Static events and probes can be in any system
 * @name: the event's name
 *
 * Context: event_mutex held.
 * Return: true if there is such an event.
 */
bool dyn_event_name_exists(const char *system, const char *name)
{
	struct trace_event_call *call;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(call, &ftrace_events, list)
		if (!strcmp(call->class->system, system) && !strcmp(trace_event_name(call), name))
			return true;
	return false;
}

/*
 * Test whether an instance has the event, and a directory for it if the instance has directories.
 * An instance that was created for some systems only (tr->system_names) need not have the event.
 */
static bool is_complete_in(struct trace_array *tr, struct trace_event_call *call)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &tr->events, list)
		if (file->event_call == call)
			return file->ei || !tr->event_dir;
	return tr->system_names;
}

/* trace_add_event_call() does not report that it had no memory for the event in an instance. */
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
 * dyn_event_call_register - register an event with the tracing core
 * @call: the event
 *
 * Context: may sleep; event_mutex held; takes trace_types_lock.
 * Return: 0, or a negative errno. On error, the event is not registered.
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
 * dyn_event_call_in_use - test whether an event has consumers or references
 * @call: the event
 *
 * Context: event_mutex held; an unused event stays unused until event_mutex is released.
 * Return: true if the event is in use.
 */
bool dyn_event_call_in_use(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);

	return trace_event_dyn_busy(call) || dyn_event_has_probes(call->tp);
}

/**
 * dyn_event_call_unregister - remove an event from the tracing core
 * @call: the event
 *
 * After success, no probe of the event is running, and the tracing core has no pointer to the
 * event. Its records stay in the trace buffers, see free_trace_event_type() in the base kernel's
 * trace_output.c.
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or -EBUSY if the event is in use.
 */
int dyn_event_call_unregister(struct trace_event_call *call)
{
	return dyn_event_call_in_use(call) ? -EBUSY : trace_remove_event_call(call);
}

/**
 * dyn_event_call_all_triggers - run an event's triggers on a record with a header
 * @file: the event's file in the instance
 * @record: the record, in any memory; its header is filled in here
 *
 * Stack traces begin after the return address of this function. It must not be inlined.
 *
 * Context: any, NMI included, preemption off.
 */
noinline void dyn_event_call_all_triggers(struct trace_event_file *file,
					  struct trace_entry *record)
{
	/* A snapshot exchanges the buffers of the instance. Triggers take either of them. */
	struct trace_buffer *buffer = READ_ONCE(file->tr->array_buffer.buffer);
	enum event_trigger_type later;

	if (READ_ONCE(file->flags) & EVENT_FILE_FL_PID_FILTER && trace_event_ignore_this_pid(file))
		return;

	tracing_generic_entry_update(record, file->event_call->event.type,
				     tracing_gen_ctx_dec());
	later = event_triggers_call(file, buffer, record, NULL);
	if (later)
		event_triggers_post_call(file, later);
}
