// SPDX-License-Identifier: GPL-2.0
/*
 * Events of instances: each instance has a file of each event, which is created with the instance
 * or with the event. During early boot, instances exist before tracefs; their directories are
 * created later.
 *
 * An event cannot be removed while an instance uses it: the removal of a dynamic event fails with
 * -EBUSY, and a module is only unloaded when nothing holds a reference to it.
 */
#define pr_fmt(fmt) "trace events: " fmt

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/tracefs.h>

#include "../trace_base.h"
#include "../trace_output.h"
#include "../trigger/trigger.h"
#include "apply.h"
#include "call.h"
#include "dir.h"
#include "enable.h"
#include "file.h"
#include "files.h"
#include "function_command.h"
#include "instance.h"
#include "pid_filter.h"

static int all_events_file(const char *name, umode_t *mode, void **data,
			   const struct file_operations **fops)
{
	if (!strcmp(name, "enable")) {
		*mode = TRACE_MODE_WRITE;
		*fops = &event_all_enable_fops;
	} else {
		*mode = TRACE_MODE_READ;
		*fops = !strcmp(name, "header_page") ? &event_header_page_fops :
						       &event_header_event_fops;
	}
	return 1;
}

static const struct eventfs_entry all_events_entries[] = {
	{ .name = "enable", .callback = all_events_file },
	{ .name = "header_page", .callback = all_events_file },
	{ .name = "header_event", .callback = all_events_file },
};

/* Return the name of an instance for a message. */
static const char *instance_name(const struct trace_array *tr)
{
	return tr->name ?: "(top)";
}

/* Create an event's file in an instance, and its directory if the instance has directories. */
static void add_file(struct trace_event_call *call, struct trace_array *tr)
{
	struct trace_event_file *file;

	if (!event_file_is_wanted(call, tr))
		return;
	file = event_file_create(call, tr);
	if (IS_ERR(file)) {
		pr_warn("cannot add %s:%s to instance %s: error %ld\n", call->class->system,
			trace_event_name(call), instance_name(tr), PTR_ERR(file));
		return;
	}
	if (tr->event_dir && event_dir_create(tr->event_dir, file)) {
		LIST_HEAD(removed);

		scoped_guard(rwsem_write, &trace_event_sem)
			event_file_unlink(file, &removed);
		event_files_destroy(&removed);
	}
}

/**
 * event_add_to_instances - add a new event to all instances
 * @call: the event, which is registered
 *
 * If memory is exhausted, an instance does not get the event, and the kernel log says so.
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 */
void event_add_to_instances(struct trace_event_call *call)
{
	struct trace_array *tr;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&trace_types_lock);

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		add_file(call, tr);
}

/* Check whether an instance or perf uses an event. */
static bool is_in_use(const struct trace_event_call *call)
{
	const struct trace_event_file *file;
	const struct trace_array *tr;

#ifdef CONFIG_PERF_EVENTS
	if (call->perf_refcount)
		return true;
#endif
	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			if (file->event_call == call && file->flags & EVENT_FILE_FL_ENABLED)
				return true;
	return false;
}

static void unlink_files(const struct trace_event_call *call, struct list_head *removed)
{
	struct trace_event_file *file, *next;
	struct trace_array *tr;

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry_safe(file, next, &tr->events, list)
			if (file->event_call == call)
				event_file_unlink(file, removed);
}

/**
 * event_force_off - permanently disable an event in all instances
 * @call: the event, which is about to be removed
 *
 * Events that run now may use the event's files until the caller has waited for them, with
 * trace_events_synchronize().
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 */
void event_force_off(const struct trace_event_call *call)
{
	struct trace_event_file *file;
	struct trace_array *tr;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&trace_types_lock);

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			if (file->event_call == call)
				event_file_force_off(file);
}

/**
 * event_remove - remove an event
 * @call: the event, which is disabled in all instances; no event calls its probes any more
 *
 * Its printer is unregistered while the event still has files, which tell whether the ring buffer
 * may have records of it.
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 */
void event_remove(struct trace_event_call *call)
{
	LIST_HEAD(removed);

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&trace_types_lock);

	scoped_guard(rwsem_write, &trace_event_sem) {
		if (call->event.funcs)
			__unregister_trace_event(&call->event);
		unlink_files(call, &removed);
		event_call_unregister(call);
	}
	event_files_destroy(&removed);
}

/**
 * trace_add_event_call - register a dynamic event and add it to all instances
 * @call: the event
 *
 * Context: may sleep; event_mutex held.
 * Return: 0 or a negative errno.
 */
int trace_add_event_call(struct trace_event_call *call)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	guard(mutex)(&trace_types_lock);
	ret = event_call_register(call, NULL);
	if (!ret)
		event_add_to_instances(call);
	return ret;
}
EXPORT_SYMBOL_GPL(trace_add_event_call);

/* Remove a dynamic event. @wait: wait until no event calls its probes. */
static int remove_dynamic(struct trace_event_call *call, bool wait)
{
	lockdep_assert_held(&event_mutex);

	guard(mutex)(&trace_types_lock);
	if (is_in_use(call))
		return -EBUSY;
	if (wait)
		trace_events_synchronize();
	event_remove(call);
	return 0;
}

/**
 * event_remove_quiescent - remove a dynamic event whose probes are not running
 * @call: the event. If it was disabled a short time ago, the caller knows that no event calls its
 *	probes any more
 *
 * Context: may sleep, but does not wait for a grace period; event_mutex held.
 * Return: 0, or -EBUSY if the event is enabled, has triggers or is used by perf.
 */
int event_remove_quiescent(struct trace_event_call *call)
{
	return remove_dynamic(call, false);
}

/**
 * trace_remove_event_call - remove a dynamic event
 * @call: the event
 *
 * Probes of the event may still run, if it was disabled a short time ago, and use the event's
 * files. So this function waits for them.
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or -EBUSY if the event is enabled, has triggers or is used by perf.
 */
int trace_remove_event_call(struct trace_event_call *call)
{
	return remove_dynamic(call, true);
}
EXPORT_SYMBOL_GPL(trace_remove_event_call);

/**
 * __trace_early_add_events - add all events to an instance during early boot
 * @tr: the instance
 *
 * Context: early boot, or event_mutex held.
 */
void __trace_early_add_events(struct trace_array *tr)
{
	struct trace_event_call *call;

	/* The newest event first: each file is added in front of the others. */
	list_for_each_entry_reverse(call, &ftrace_events, list)
		add_file(call, tr);
}

/* Give directories to files that an instance has from early boot. */
static void create_missing_dirs(struct trace_array *tr)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &tr->events, list)
		if (!file->ei)
			event_dir_create(tr->event_dir, file);
}

/**
 * event_instance_create_files - create the files of events in an instance
 * @tr: the instance; it may have events from early boot
 * @parent: directory of the instance; NULL for the top instance
 *
 * Context: may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int event_instance_create_files(struct trace_array *tr, struct dentry *parent)
{
	struct eventfs_inode *dir;

	lockdep_assert_held(&event_mutex);

	dir = eventfs_create_events_dir("events", parent, all_events_entries,
					ARRAY_SIZE(all_events_entries), tr);
	if (IS_ERR_OR_NULL(dir) ||
	    !trace_create_file("set_event", TRACE_MODE_WRITE, parent, tr, &event_set_event_fops)) {
		pr_warn("cannot create events/ or set_event of instance %s\n", instance_name(tr));
		if (!IS_ERR_OR_NULL(dir))
			eventfs_remove_events_dir(dir);
		return -ENOMEM;
	}
	trace_create_file("set_event_pid", TRACE_MODE_WRITE, parent, tr,
			  &event_set_event_pid_fops);
	trace_create_file("set_event_notrace_pid", TRACE_MODE_WRITE, parent, tr,
			  &event_set_event_notrace_pid_fops);
	trace_create_file("show_event_filters", TRACE_MODE_READ, parent, tr,
			  &event_show_filters_fops);
	trace_create_file("show_event_triggers", TRACE_MODE_READ, parent, tr,
			  &event_show_triggers_fops);
	if (IS_ENABLED(CONFIG_HIST_TRIGGERS))
		trace_create_file("hist_control", TRACE_MODE_WRITE, parent, tr,
				  &hist_control_fops);

	tr->event_dir = dir;
	if (list_empty(&tr->events))
		__trace_early_add_events(tr);
	else
		create_missing_dirs(tr);
	return 0;
}

/**
 * event_instance_remove_files - remove all events from an instance
 * @tr: the instance, which is about to be removed
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 */
void event_instance_remove_files(struct trace_array *tr)
{
	struct trace_event_file *file, *next;
	LIST_HEAD(removed);

	lockdep_assert_held(&event_mutex);

	/* ftrace.c has removed the instance's commands of set_ftrace_filter. */
	event_functions_release();
	clear_event_triggers(tr);
	event_pid_filters_clear(tr);
	event_disable_all(tr);
	/* Events that still run use the files. */
	trace_events_synchronize();

	scoped_guard(rwsem_write, &trace_event_sem)
		list_for_each_entry_safe(file, next, &tr->events, list)
			event_file_unlink(file, &removed);
	event_files_destroy(&removed);
	/* An instance of trace_instance= has no directory if that could not be created. */
	if (tr->event_dir)
		eventfs_remove_events_dir(tr->event_dir);
	tr->event_dir = NULL;
}
