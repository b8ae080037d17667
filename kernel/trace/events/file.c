// SPDX-License-Identifier: GPL-2.0
/*
 * Events in an instance: creation, lookup, references and removal.
 *
 * An event in an instance is referenced by the list of the instance, by its directory, and by most
 * open files in the directory. It is freed with the last reference. Its content is only valid until
 * it leaves the list: code that finds it through a directory or an open file first checks
 * EVENT_FILE_FL_FREED with event_mutex held.
 */
#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trace_event_call.h"
#include "../trace_output.h"
#include "dir.h"
#include "enable.h"
#include "file.h"

/**
 * event_file_is_wanted - check whether an instance has an event
 * @call: the event
 * @tr: the instance, which may be limited to some systems
 *
 * Context: any.
 * Return: true if so.
 */
bool event_file_is_wanted(const struct trace_event_call *call, const struct trace_array *tr)
{
	const char *system = call->class->system, *pos = tr->system_names;
	size_t len = strlen(system);

	if (!pos)
		return true;
	/* A list of names, separated by commas or blanks. */
	while ((pos = strstr(pos, system))) {
		bool starts = pos == tr->system_names || strchr(", \t", pos[-1]);

		/* strchr() finds the NUL at the end of the list as well. */
		if (starts && strchr(", \t", pos[len]))
			return true;
		pos += len;
	}
	return false;
}

/**
 * event_file_create - add an event to an instance
 * @call: the event
 * @tr: the instance; the event has no directory there yet
 *
 * Context: may sleep; event_mutex held, or early boot.
 * Return: the event in the instance, or ERR_PTR(-ENOMEM).
 */
struct trace_event_file *event_file_create(struct trace_event_call *call, struct trace_array *tr)
{
	struct trace_event_file *file = kzalloc(sizeof(*file), GFP_KERNEL_ACCOUNT);

	if (!file)
		return ERR_PTR(-ENOMEM);
	file->event_call = call;
	file->tr = tr;
	atomic_set(&file->sm_ref, 0);
	atomic_set(&file->tm_ref, 0);
	refcount_set(&file->ref, 1);
	INIT_LIST_HEAD(&file->triggers);
	if (rcu_access_pointer(tr->filtered_pids) || rcu_access_pointer(tr->filtered_no_pids))
		file->flags = EVENT_FILE_FL_PID_FILTER;
	guard(rwsem_write)(&trace_event_sem);
	list_add(&file->list, &tr->events);
	return file;
}

/**
 * event_file_get - take a reference to an event in an instance
 * @file: the event in the instance
 *
 * Context: any. The caller holds event_mutex or another reference.
 */
void event_file_get(struct trace_event_file *file)
{
	refcount_inc(&file->ref);
}

/**
 * event_file_put - drop a reference to an event in an instance
 * @file: the event in the instance, which is freed with its last reference
 *
 * Context: any.
 */
void event_file_put(struct trace_event_file *file)
{
	if (!refcount_dec_and_test(&file->ref))
		return;
	WARN_ON_ONCE(!(file->flags & EVENT_FILE_FL_FREED));
	kfree(file);
}

/**
 * event_file_unlink - remove an event from the list of its instance
 * @file: the event in the instance; it has no triggers, and no event calls its probe any more
 * @removed: list of files for event_files_destroy()
 *
 * Context: event_mutex held, and trace_event_sem held for writing.
 */
void event_file_unlink(struct trace_event_file *file, struct list_head *removed)
{
	lockdep_assert_held(&event_mutex);
	lockdep_assert_held_write(&trace_event_sem);

	list_move(&file->list, removed);
}

/**
 * event_files_destroy - remove the directories and filters of events, and drop their references
 * @removed: events in instances, from event_file_unlink()
 *
 * The caller has held event_mutex since it has unlinked the first one.
 *
 * Context: may sleep; event_mutex held, trace_event_sem not held.
 */
void event_files_destroy(struct list_head *removed)
{
	struct trace_event_file *file, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(file, next, removed, list) {
		event_dir_remove(file);
		free_event_filter(rcu_dereference_protected(file->filter, true));
		set_bit(EVENT_FILE_FL_FREED_BIT, &file->flags);
		event_file_put(file);
	}
	/* poll() of a file hist returns an error from now on. */
	hist_poll_wakeup();
}

/**
 * event_file_show_name - print the system and the name of an event
 * @m: a file
 * @file: the event in an instance
 *
 * Context: process context; event_mutex held.
 */
void event_file_show_name(struct seq_file *m, const struct trace_event_file *file)
{
	seq_printf(m, "%s:%s", file->event_call->class->system,
		   trace_event_name(file->event_call));
}

/**
 * __find_event_file - find any event in an instance
 * @tr: the instance
 * @system: name of its system
 * @event: name of the event
 *
 * Context: may sleep; event_mutex held, or early boot.
 * Return: the event in the instance, or NULL.
 */
struct trace_event_file *__find_event_file(struct trace_array *tr, const char *system,
					   const char *event)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &tr->events, list)
		if (!strcmp(trace_event_name(file->event_call), event) &&
		    !strcmp(file->event_call->class->system, system))
			return file;
	return NULL;
}

/**
 * find_event_file - find an event in an instance that user space can enable
 * @tr: the instance
 * @system: name of its system
 * @event: name of the event
 *
 * Context: may sleep; event_mutex held, or early boot.
 * Return: the event in the instance, or NULL.
 */
struct trace_event_file *find_event_file(struct trace_array *tr, const char *system,
					 const char *event)
{
	struct trace_event_file *file = __find_event_file(tr, system, event);

	return file && event_is_traceable(file->event_call) ? file : NULL;
}

/**
 * trace_get_event_file - find an event in an instance, and keep both from being removed
 * @instance: name of the instance; NULL for the top instance
 * @system: name of the event's system
 * @event: name of the event
 *
 * Context: may sleep.
 * Return: the event in the instance, to be given to trace_put_event_file(); ERR_PTR(-ENODEV) if
 * there is no such instance, ERR_PTR(-EINVAL) if it has no such event, or ERR_PTR(-EBUSY) if the
 * event is being removed, or if the initialization of its module has not ended.
 */
struct trace_event_file *trace_get_event_file(const char *instance, const char *system,
					      const char *event)
{
	struct trace_array *tr = top_trace_array();
	struct trace_event_file *file;
	int ret;

	if (instance) {
		tr = trace_array_find_get(instance);
		if (!tr)
			return ERR_PTR(-ENODEV);
	} else {
		ret = trace_array_get(tr);
		if (ret)
			return ERR_PTR(ret);
	}

	guard(mutex)(&event_mutex);
	file = find_event_file(tr, system, event);
	ret = !file ? -EINVAL : !event_try_hold(file->event_call) ? -EBUSY : 0;
	if (!ret)
		return file;
	trace_array_put(tr);
	return ERR_PTR(ret);
}
EXPORT_SYMBOL_GPL(trace_get_event_file);

/**
 * trace_put_event_file - undo trace_get_event_file()
 * @file: its result
 *
 * Context: may sleep.
 */
void trace_put_event_file(struct trace_event_file *file)
{
	guard(mutex)(&event_mutex);
	trace_event_put_ref(file->event_call);
	trace_array_put(file->tr);
}
EXPORT_SYMBOL_GPL(trace_put_event_file);
