// SPDX-License-Identifier: GPL-2.0
/*
 * Trace events: entry point of the event core.
 *
 * This file has the lock, the order of initialization, and the functions by which the tracers, the
 * instances and other kernel code reach the event core. The code is in events/:
 *
 *	field, print_fmt, call	an event: its fields, its print format, its registration
 *	file, enable, dir	an event in an instance: its object, its state, its directory
 *	instance, module, boot	events of an instance, of a module, and of boot parameters
 *	select, apply		words that select events, as in set_event
 *	*_files, set_event,	files in tracefs
 *	pid_filter
 *	function_command	the commands enable_event and disable_event of set_ftrace_filter
 *	reserve			what runs for each event
 */
#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/irq_work.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "events/apply.h"
#include "events/boot.h"
#include "events/call.h"
#include "events/core.h"
#include "events/files.h"
#include "events/instance.h"
#include "events/module.h"

/* Protects events, their files and directories, their filters and triggers; see events/core.h. */
DEFINE_MUTEX(event_mutex);

#ifdef CONFIG_HIST_TRIGGERS
DECLARE_WAIT_QUEUE_HEAD(hist_poll_wq);

static void wake_hist_pollers(struct irq_work *work)
{
	wake_up_all(&hist_poll_wq);
}

DEFINE_IRQ_WORK(hist_poll_work, wake_hist_pollers);
#endif

/* Select events of an instance. @text: a word as in set_event. Return: 0 or a negative errno. */
static int select_locked(struct trace_array *tr, const char *text)
{
	struct trace_diag diag = {};

	guard(mutex)(&event_mutex);
	return event_select(tr, text, &diag);
}

/**
 * ftrace_set_clr_event - enable or disable events of an instance
 * @tr: the instance
 * @buf: a word as in set_event, but without "!"
 * @set: 1 to enable, 0 to disable
 *
 * Context: may sleep.
 * Return: 0, -EINVAL if there is no such event, or the error of an event.
 */
int ftrace_set_clr_event(struct trace_array *tr, char *buf, int set)
{
	char *word __free(kfree) = NULL;

	if (!tr)
		return -ENOENT;
	word = kasprintf(GFP_KERNEL, "%s%s", set ? "" : "!", strim(buf));
	return word ? select_locked(tr, word) : -ENOMEM;
}

/**
 * trace_array_set_clr_event - enable or disable events of an instance
 * @tr: the instance
 * @system: name of a system; NULL for all
 * @event: name of an event; NULL for all
 * @enable: enable the events
 *
 * Context: may sleep.
 * Return: 0, -ENOENT without an instance, -EINVAL if there is no such event, or the error of an
 * event.
 */
int trace_array_set_clr_event(struct trace_array *tr, const char *system, const char *event,
			      bool enable)
{
	char *word __free(kfree) = NULL;

	if (!tr)
		return -ENOENT;
	word = kasprintf(GFP_KERNEL, "%s%s:%s", enable ? "" : "!", system ?: "", event ?: "");
	return word ? select_locked(tr, word) : -ENOMEM;
}
EXPORT_SYMBOL_GPL(trace_array_set_clr_event);

/**
 * trace_set_clr_event - enable or disable events of the top instance
 * @system: name of a system; NULL for all
 * @event: name of an event; NULL for all
 * @set: 1 to enable, 0 to disable
 *
 * Context: may sleep.
 * Return: as trace_array_set_clr_event().
 */
int trace_set_clr_event(const char *system, const char *event, int set)
{
	return trace_array_set_clr_event(top_trace_array(), system, event, set);
}
EXPORT_SYMBOL_GPL(trace_set_clr_event);

/**
 * event_trace_add_tracer - create the files of events in an instance
 * @parent: directory of the instance
 * @tr: the instance
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 * Return: 0 or -ENOMEM.
 */
int event_trace_add_tracer(struct dentry *parent, struct trace_array *tr)
{
	return event_instance_create_files(tr, parent);
}

/**
 * event_trace_del_tracer - remove the events from an instance
 * @tr: the instance
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 * Return: always 0.
 */
int event_trace_del_tracer(struct trace_array *tr)
{
	event_instance_remove_files(tr);
	return 0;
}

static void __init register_builtin_events(void)
{
	struct trace_event_call **call;

	for (call = __start_ftrace_events; call < __stop_ftrace_events; call++)
		event_call_register(*call, NULL);
}

/**
 * trace_event_init - register the built-in events, and enable those of the boot parameters
 *
 * Context: early boot, with the allocator up. Instances exist, tracefs does not.
 */
void __init trace_event_init(void)
{
	struct trace_array *tr = top_trace_array();

	init_ftrace_syscalls();
	if (!tr)
		return;
	register_builtin_events();
	register_trigger_cmds();
	scoped_guard(mutex, &event_mutex) {
		__trace_early_add_events(tr);
		event_boot_set_triggers(NULL);
	}
	event_boot_enable(tr);
	trace_printk_start_comm();
}

/**
 * event_trace_init - create the files of events in tracefs
 *
 * Context: boot, with tracefs up.
 * Return: 0, -ENODEV without a top instance, or -ENOMEM.
 */
int __init event_trace_init(void)
{
	struct trace_array *tr = top_trace_array();
	int ret;

	if (!tr)
		return -ENODEV;
	trace_create_file("available_events", TRACE_MODE_READ, NULL, tr,
			  &event_available_events_fops);
	scoped_guard(mutex, &event_mutex)
		ret = event_instance_create_files(tr, NULL);
	event_modules_watch();
	return ret;
}
