// SPDX-License-Identifier: GPL-2.0
/*
 * Directories: events/SYSTEM/EVENT in each instance, and events/SYSTEM.
 *
 * A system is shared by all instances; it has the filter that was last written for the whole
 * system. It exists while an instance has a directory for it. The directory of a system in an
 * instance exists while the instance has events of the system, and its object until the last file
 * in it is closed.
 *
 * eventfs creates inodes of files when they are looked up: the callbacks below say whether a file
 * exists. eventfs calls them with its own locks held, so they take none.
 */
#define pr_fmt(fmt) "trace events: " fmt

#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>

#include "../trigger/trigger.h"
#include "dir.h"
#include "file.h"
#include "files.h"

/* Systems of all instances. Protected by event_mutex. */
static LIST_HEAD(event_systems);

static struct event_subsystem *find_system(const char *name)
{
	struct event_subsystem *system;

	list_for_each_entry(system, &event_systems, list)
		if (!strcmp(system->name, name))
			return system;
	return NULL;
}

static void put_system(struct event_subsystem *system)
{
	if (--system->ref_count)
		return;
	list_del(&system->list);
	kfree(system->filter->filter_string);
	kfree(system->filter);
	kfree_const(system->name);
	kfree(system);
}

/* Find or create a system, and take a reference. */
static struct event_subsystem *get_system(const char *name)
{
	struct event_subsystem *system = find_system(name);

	if (system) {
		system->ref_count++;
		return system;
	}
	system = kzalloc(sizeof(*system), GFP_KERNEL);
	if (!system)
		return NULL;
	system->name = kstrdup_const(name, GFP_KERNEL);
	/* It only holds the text of the last error, see apply_subsystem_event_filter(). */
	system->filter = kzalloc(sizeof(*system->filter), GFP_KERNEL);
	if (!system->name || !system->filter) {
		kfree_const(system->name);
		kfree(system->filter);
		kfree(system);
		return NULL;
	}
	system->ref_count = 1;
	list_add(&system->list, &event_systems);
	return system;
}

/**
 * event_system_dir_get - take a reference to a system's directory
 * @dir: the directory, as its files have it; possibly freed already
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 * Return: @dir, or NULL if no instance has this directory any more.
 */
struct trace_subsystem_dir *event_system_dir_get(struct trace_subsystem_dir *dir)
{
	struct trace_subsystem_dir *each;
	struct trace_array *tr;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&trace_types_lock);

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(each, &tr->systems, list)
			if (each == dir && dir->nr_events) {
				dir->ref_count++;
				return dir;
			}
	return NULL;
}

/**
 * event_system_dir_put - drop a reference to a system's directory
 * @dir: the directory; freed with the last reference
 *
 * Context: may sleep; event_mutex held.
 */
void event_system_dir_put(struct trace_subsystem_dir *dir)
{
	lockdep_assert_held(&event_mutex);

	if (--dir->ref_count)
		return;
	put_system(dir->subsystem);
	kfree(dir);
}

/* Let a callback return a file: its mode and operations, and its data if that is not @data. */
static int offer(umode_t mode, const struct file_operations *file_ops, umode_t *mode_out,
		 const struct file_operations **fops)
{
	*mode_out = mode;
	*fops = file_ops;
	return 1;
}

static int system_file(const char *name, umode_t *mode, void **data,
		       const struct file_operations **fops)
{
	if (!strcmp(name, "filter"))
		return offer(TRACE_MODE_WRITE, &event_system_filter_fops, mode, fops);
	return offer(TRACE_MODE_WRITE, &event_system_enable_fops, mode, fops);
}

static const struct eventfs_entry system_entries[] = {
	{ .name = "filter", .callback = system_file },
	{ .name = "enable", .callback = system_file },
};

static struct trace_subsystem_dir *find_system_dir(const struct trace_array *tr, const char *name)
{
	struct trace_subsystem_dir *dir;

	list_for_each_entry(dir, &tr->systems, list)
		if (!strcmp(dir->subsystem->name, name))
			return dir;
	return NULL;
}

static struct trace_subsystem_dir *create_system_dir(struct trace_array *tr, const char *name,
						     struct eventfs_inode *parent)
{
	struct trace_subsystem_dir *dir = kzalloc(sizeof(*dir), GFP_KERNEL);
	/* The events of tracers are neither enabled nor filtered. */
	int n_files = strcmp(name, "ftrace") ? ARRAY_SIZE(system_entries) : 0;

	if (!dir)
		return NULL;
	dir->subsystem = get_system(name);
	if (!dir->subsystem) {
		kfree(dir);
		return NULL;
	}
	dir->tr = tr;
	dir->ref_count = 1;
	dir->ei = eventfs_create_dir(name, parent, system_entries, n_files, dir);
	if (IS_ERR(dir->ei)) {
		pr_warn("cannot create the directory of system %s: error %ld\n", name,
			PTR_ERR(dir->ei));
		put_system(dir->subsystem);
		kfree(dir);
		return NULL;
	}
	list_add(&dir->list, &tr->systems);
	return dir;
}

/* Remove a system's directory from its instance if it has no events left. */
static void remove_empty_system_dir(struct trace_subsystem_dir *dir)
{
	if (dir->nr_events)
		return;
	eventfs_remove_dir(dir->ei);
	list_del(&dir->list);
	event_system_dir_put(dir);
}

/*
 * Files in the directory of an event. Events of tracers have no "enable" and no "filter", and only
 * the event of trace_marker has triggers.
 */
static int enable_file(const char *name, umode_t *mode, void **data,
		       const struct file_operations **fops)
{
	const struct trace_event_file *file = *data;

	return event_is_traceable(file->event_call) ?
	       offer(TRACE_MODE_WRITE, &event_enable_fops, mode, fops) : 0;
}

static int filter_file(const char *name, umode_t *mode, void **data,
		       const struct file_operations **fops)
{
	const struct trace_event_file *file = *data;

	if (event_ignores_enable(file->event_call))
		return 0;
	return offer(TRACE_MODE_WRITE, &event_filter_fops, mode, fops);
}

static int trigger_file(const char *name, umode_t *mode, void **data,
			const struct file_operations **fops)
{
	const struct trace_event_file *file = *data;

	if (event_ignores_enable(file->event_call) &&
	    strcmp(trace_event_name(file->event_call), "print"))
		return 0;
	return offer(TRACE_MODE_WRITE, &event_trigger_fops, mode, fops);
}

static int format_file(const char *name, umode_t *mode, void **data,
		       const struct file_operations **fops)
{
	return offer(TRACE_MODE_READ, &event_format_fops, mode, fops);
}

static __maybe_unused int id_file(const char *name, umode_t *mode, void **data,
				  const struct file_operations **fops)
{
	const struct trace_event_file *file = *data;
	const struct trace_event_call *call = file->event_call;

	if (!call->event.type || !call->class->reg)
		return 0;
	/* perf users that cannot open other files read the number. */
	*data = (void *)(long)call->event.type;
	return offer(TRACE_MODE_READ, &event_id_fops, mode, fops);
}

static __maybe_unused int hist_file(const char *name, umode_t *mode, void **data,
				    const struct file_operations **fops)
{
	return offer(TRACE_MODE_READ, &event_hist_fops, mode, fops);
}

static __maybe_unused int hist_delta_file(const char *name, umode_t *mode, void **data,
					  const struct file_operations **fops)
{
	return offer(TRACE_MODE_READ, &event_hist_delta_fops, mode, fops);
}

static __maybe_unused int hist_raw_file(const char *name, umode_t *mode, void **data,
					const struct file_operations **fops)
{
	return offer(TRACE_MODE_READ, &event_hist_raw_fops, mode, fops);
}

static __maybe_unused int hist_delta_raw_file(const char *name, umode_t *mode, void **data,
					      const struct file_operations **fops)
{
	return offer(TRACE_MODE_READ, &event_hist_delta_raw_fops, mode, fops);
}

static __maybe_unused int hist_folded_file(const char *name, umode_t *mode, void **data,
					   const struct file_operations **fops)
{
	return offer(TRACE_MODE_READ, &event_hist_folded_fops, mode, fops);
}

static __maybe_unused int hist_debug_file(const char *name, umode_t *mode, void **data,
					  const struct file_operations **fops)
{
	return offer(TRACE_MODE_READ, &event_hist_debug_fops, mode, fops);
}

static __maybe_unused int inject_file(const char *name, umode_t *mode, void **data,
				      const struct file_operations **fops)
{
	const struct trace_event_file *file = *data;

	return event_is_traceable(file->event_call) ?
	       offer(0200, &event_inject_fops, mode, fops) : 0;
}

/* eventfs has freed the directory: no file in it can be opened any more. */
static void release_file(const char *name, void *data)
{
	event_file_put(data);
}

static const struct eventfs_entry event_entries[] = {
	{ .name = "enable", .callback = enable_file, .release = release_file },
	{ .name = "filter", .callback = filter_file },
	{ .name = "trigger", .callback = trigger_file },
	{ .name = "format", .callback = format_file },
#ifdef CONFIG_PERF_EVENTS
	{ .name = "id", .callback = id_file },
#endif
#ifdef CONFIG_HIST_TRIGGERS
	{ .name = "hist", .callback = hist_file },
	{ .name = "hist_delta", .callback = hist_delta_file },
	{ .name = "hist_raw", .callback = hist_raw_file },
	{ .name = "hist_delta_raw", .callback = hist_delta_raw_file },
	{ .name = "hist_folded", .callback = hist_folded_file },
#endif
#ifdef CONFIG_HIST_TRIGGERS_DEBUG
	{ .name = "hist_debug", .callback = hist_debug_file },
#endif
#ifdef CONFIG_TRACE_EVENT_INJECT
	{ .name = "inject", .callback = inject_file },
#endif
};

/**
 * event_dir_create - create the directory of an event in an instance
 * @parent: directory "events" of the instance
 * @file: the event in the instance
 *
 * Context: may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int event_dir_create(struct eventfs_inode *parent, struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;
	struct trace_array *tr = file->tr;
	struct trace_subsystem_dir *dir;
	struct eventfs_inode *ei;

	lockdep_assert_held(&event_mutex);

	dir = find_system_dir(tr, call->class->system) ?:
	      create_system_dir(tr, call->class->system, parent);
	if (!dir)
		return -ENOMEM;
	ei = eventfs_create_dir(trace_event_name(call), dir->ei, event_entries,
				ARRAY_SIZE(event_entries), file);
	if (IS_ERR(ei)) {
		pr_warn("cannot create the directory of %s:%s: error %ld\n", call->class->system,
			trace_event_name(call), PTR_ERR(ei));
		remove_empty_system_dir(dir);
		return PTR_ERR(ei);
	}
	dir->nr_events++;
	file->system = dir;
	file->ei = ei;
	/* Dropped by release_file(). */
	event_file_get(file);
	return 0;
}

/**
 * event_dir_remove - remove the directory of an event in an instance
 * @file: the event in the instance; it may have no directory yet
 *
 * Context: may sleep; event_mutex held.
 */
void event_dir_remove(struct trace_event_file *file)
{
	lockdep_assert_held(&event_mutex);

	if (!file->ei)
		return;
	eventfs_remove_dir(file->ei);
	file->system->nr_events--;
	remove_empty_system_dir(file->system);
	file->ei = NULL;
}
