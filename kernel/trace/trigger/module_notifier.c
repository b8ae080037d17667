// SPDX-License-Identifier: GPL-2.0
/*
 * Remove the triggers of a module's events when the module is unloaded. The base kernel would
 * free the events without their triggers, and leave their tracepoints enabled.
 *
 * Locks: takes event_mutex, then trace_types_lock.
 */
#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>

#include "trigger.h"

static int trigger_module_notify(struct notifier_block *self, unsigned long state, void *module)
{
	struct trace_event_file *file;
	struct trace_array *tr;
	LIST_HEAD(unlinked);

	if (state != MODULE_STATE_GOING)
		return NOTIFY_OK;

	guard(mutex)(&event_mutex);
	guard(mutex)(&trace_types_lock);
	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			if (!(file->event_call->flags & TRACE_EVENT_FL_DYNAMIC) &&
			    file->event_call->module == module)
				trigger_unlink_all(file, &unlinked);
	trigger_free_unlinked(&unlinked);
	return NOTIFY_OK;
}

/* Must run before the base kernel's notifier, which has priority 1 and frees the events. */
static struct notifier_block trigger_module_nb = {
	.notifier_call	= trigger_module_notify,
	.priority	= 2,
};

static int __init trigger_watch_modules(void)
{
	return register_module_notifier(&trigger_module_nb);
}
fs_initcall(trigger_watch_modules);
