// SPDX-License-Identifier: GPL-2.0
/*
 * Events of modules.
 *
 * The events are added when a module is loaded, before its initialization runs, and removed when it
 * is unloaded. A module that is unloaded has no users left, but its events may still be enabled, so
 * they are disabled here.
 */
#define pr_fmt(fmt) "trace events: " fmt

#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/tracepoint.h>

#include "../trace_base.h"
#include "../trigger/trigger.h"
#include "apply.h"
#include "boot.h"
#include "call.h"
#include "instance.h"
#include "module.h"

#ifdef CONFIG_MODULES
static void add_events(struct module *mod)
{
	unsigned int i, n = mod->num_trace_events;

	/* The layout of a structure may differ in a module that was loaded by force. */
	if (n && trace_module_has_bad_taint(mod)) {
		pr_err("no events of module %s are added: it is tainted\n", mod->name);
		n = 0;
	}
	scoped_guard(mutex, &trace_types_lock) {
		for (i = 0; i < n; i++)
			if (!event_call_register(mod->trace_events[i], mod))
				event_add_to_instances(mod->trace_events[i]);
		event_pending_apply(mod);
	}
	if (n)
		event_boot_set_triggers(mod);
}

/* Remove the triggers of a module's events. Triggers of others that use these keep the module. */
static void remove_triggers(const struct module *mod)
{
	struct trace_event_file *file;
	struct trace_array *tr;
	LIST_HEAD(unlinked);

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			if (event_module(file->event_call) == mod)
				trigger_unlink_all(file, &unlinked);
	trigger_free_unlinked(&unlinked);
}

static void remove_events(const struct module *mod)
{
	struct trace_event_call *call, *next;

	if (!mod->num_trace_events)
		return;
	guard(mutex)(&trace_types_lock);
	remove_triggers(mod);
	list_for_each_entry(call, &ftrace_events, list)
		if (event_module(call) == mod)
			event_force_off(call);
	/* Events that still run use the files. */
	trace_events_synchronize();
	list_for_each_entry_safe(call, next, &ftrace_events, list)
		if (event_module(call) == mod)
			event_remove(call);
}

static int module_changed(struct notifier_block *self, unsigned long state, void *data)
{
	guard(mutex)(&event_mutex);
	if (state == MODULE_STATE_COMING)
		add_events(data);
	else if (state == MODULE_STATE_GOING)
		remove_events(data);
	return NOTIFY_OK;
}

/* Events come before trace.c replaces the constants of the module in their print formats. */
static struct notifier_block module_notifier = {
	.notifier_call = module_changed,
	.priority = 1,
};

/**
 * event_modules_watch - add and remove events of modules from now on
 *
 * Context: boot, before the first module is loaded.
 */
void __init event_modules_watch(void)
{
	int ret = register_module_notifier(&module_notifier);

	if (ret)
		pr_warn("no events of modules are added: error %d\n", ret);
}
#else
void __init event_modules_watch(void)
{
}
#endif
