// SPDX-License-Identifier: GPL-2.0
/*
 * Registration of events: the list of all events, their type numbers and print formats.
 */
#define pr_fmt(fmt) "trace events: " fmt

#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/rwsem.h>
#include <linux/string.h>

#include "../trace_output.h"
#include "call.h"
#include "core.h"
#include "field.h"
#include "print_fmt.h"

LIST_HEAD(ftrace_events);

/* Return the field that @pointer names, or NULL. */
static struct ftrace_event_field *find_field(struct trace_event_call *call,
					     const struct print_fmt_pointer *pointer)
{
	struct ftrace_event_field *field;

	list_for_each_entry(field, trace_get_fields(call), link)
		if (strlen(field->name) == pointer->len &&
		    !memcmp(field->name, pointer->name, pointer->len))
			return field;
	return NULL;
}

/* Check whether a field's value is an address outside the record. An array is in the record. */
static bool is_address(const struct ftrace_event_field *field)
{
	return !strchr(field->type, '[') && strchr(field->type, '*');
}

/*
 * Find fields of the record that are printed with %s but only hold the address of a string. Before
 * each print, trace.c checks that the string can still be read. There is no such check for other
 * conversions that read memory, such as %pI4, so using one for an address is a bug of the event.
 */
static void check_pointers(struct trace_event_call *call)
{
	struct print_fmt_pointer pointer;
	struct ftrace_event_field *field;
	struct print_fmt_scan scan;

	print_fmt_scan_init(&scan, call->print_fmt);
	while (print_fmt_next_pointer(&scan, &pointer)) {
		field = find_field(call, &pointer);
		if (!field || !is_address(field))
			continue;
		if (pointer.use == PRINT_FMT_STRING) {
			field->needs_test = 1;
			call->flags |= TRACE_EVENT_FL_TEST_STR;
		} else {
			pr_warn("the print format of %s:%s reads memory through the field %s\n",
				call->class->system, trace_event_name(call), field->name);
			WARN_ON_ONCE(1);
		}
	}
}

/**
 * trace_event_raw_init - give an event its type number and check its print format
 * @call: the event, with its fields defined
 *
 * The &trace_event_class.raw_init of events that are recorded by tracepoints.
 *
 * Context: may sleep.
 * Return: 0, or -ENODEV if there is no free type number.
 */
int trace_event_raw_init(struct trace_event_call *call)
{
	if (!register_trace_event(&call->event))
		return -ENODEV;
	if (call->print_fmt)
		check_pointers(call);
	return 0;
}
EXPORT_SYMBOL_GPL(trace_event_raw_init);

/**
 * event_call_register - register an event
 * @call: the event; its files are created by the caller
 * @mod: the module that has the event; NULL for a built-in or a dynamic event
 *
 * Context: may sleep; event_mutex held, or early boot.
 * Return: 0 or a negative errno.
 */
int event_call_register(struct trace_event_call *call, struct module *mod)
{
	const char *name = trace_event_name(call);
	bool had_fields;
	int ret;

	if (WARN_ON(!name || !call->class->system))
		return -EINVAL;
	had_fields = !list_empty(trace_get_fields(call));
	ret = event_fields_define(call);
	if (!ret && call->class->raw_init)
		ret = call->class->raw_init(call);
	if (ret) {
		/* Another event of the class uses the fields that were there before. */
		if (!had_fields)
			event_fields_destroy(call);
		/* Some system calls do not exist in this configuration. */
		if (ret != -ENOSYS)
			pr_warn("cannot register %s:%s: error %d\n", call->class->system, name,
				ret);
		return ret;
	}

	/* In a dynamic event, the same word is its reference count, which starts at 0 like @mod. */
	call->module = mod;
	guard(rwsem_write)(&trace_event_sem);
	/* trace_output.c expects the events with constant numbers in front of all others. */
	if (call->event.type > __TRACE_LAST_TYPE)
		list_add_tail(&call->list, &ftrace_events);
	else
		list_add(&call->list, &ftrace_events);
	return 0;
}

/**
 * event_call_unregister - unregister an event
 * @call: the event, which has no files left
 *
 * Records of the event may still be in ring buffers. They are printed as unknown from now on.
 *
 * Context: may sleep; event_mutex held, and trace_event_sem held for writing.
 */
void event_call_unregister(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);
	lockdep_assert_held_write(&trace_event_sem);

	event_fields_destroy(call);
	list_del(&call->list);
}

/* Check whether trace_event_update_all() for @mod changes the print format of an event. */
static bool is_updated(const struct trace_event_call *call, struct module *mod)
{
	return event_is_traceable(call) && !(call->flags & TRACE_EVENT_FL_DYNAMIC) &&
	       event_module(call) == mod;
}

/* Return how many constants at the start of @map have the same system. @len is at least 1. */
static int count_of_system(struct trace_eval_map **map, int len)
{
	int n = 1;

	while (n < len && !strcmp(map[n]->system, map[0]->system))
		n++;
	return n;
}

/**
 * trace_event_update_all - replace constants in the print formats of all events
 * @map: the constants, each with the system whose events use it
 * @len: number of @map
 * @mod: the module that defines the constants; NULL for those of the kernel
 *
 * Print formats of tracers' events are read-only, and have no such constants. Those of dynamic
 * events are complete when they are created.
 *
 * Context: may sleep.
 */
void trace_event_update_all(struct trace_eval_map **map, int len, struct module *mod)
{
	struct trace_event_call *call;
	int n;

	guard(rwsem_write)(&trace_event_sem);
	/* The constants of one header stand next to each other. */
	for (; len; map += n, len -= n) {
		n = count_of_system(map, len);
		list_for_each_entry(call, &ftrace_events, list)
			if (is_updated(call, mod) &&
			    !strcmp(call->class->system, map[0]->system))
				print_fmt_replace_constants(call->print_fmt, map, n);
	}
	list_for_each_entry(call, &ftrace_events, list)
		if (is_updated(call, mod))
			print_fmt_remove_attributes(call->print_fmt);
}
