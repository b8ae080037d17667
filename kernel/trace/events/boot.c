// SPDX-License-Identifier: GPL-2.0
/*
 * Boot parameters that enable events and set triggers:
 *
 *	trace_event=EVENT[,EVENT]...
 *	trace_trigger=EVENT.TRIGGER[,EVENT.TRIGGER]...
 *	trace_trigger=EVENT.TRIGGER;[EVENT.TRIGGER;]...
 *
 * Each parameter can be given several times. With a semicolon, a comma belongs to the trigger:
 * "sched_switch.hist:keys=prev_pid,next_pid;". All lists on a command line fit into the buffers
 * below. The boot configuration can add longer ones.
 */
#define pr_fmt(fmt) "trace events: " fmt

#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <asm/setup.h>
#include <trace/events/syscalls.h>

#include "apply.h"
#include "boot.h"

/* Events to enable, separated by commas; constant after the parameters were parsed. */
static char boot_events[COMMAND_LINE_SIZE] __initdata;

/* Triggers, cut at their separators: strings one after the other, with an empty one at the end. */
static char boot_triggers[COMMAND_LINE_SIZE + 1];
static unsigned int boot_triggers_len __initdata;

static int __init set_boot_events(char *list)
{
	size_t len = strlen(boot_events);

	if (len + strlen(list) + 2 > sizeof(boot_events))
		pr_warn("no room for trace_event=%s\n", list);
	else
		scnprintf(boot_events + len, sizeof(boot_events) - len, "%s%s", len ? "," : "",
			  list);
	trace_set_ring_buffer_expanded(NULL);
	disable_tracing_selftest("the parameter trace_event=");
	return 1;
}
__setup("trace_event=", set_boot_events);

static void __init add_boot_trigger(const char *entry)
{
	size_t size = strlen(entry) + 1;

	if (size == 1)
		return;
	/* The empty string at the end needs a byte, too. */
	if (boot_triggers_len + size >= sizeof(boot_triggers)) {
		pr_warn("no room for trace_trigger=%s\n", entry);
		return;
	}
	memcpy(boot_triggers + boot_triggers_len, entry, size);
	boot_triggers_len += size;
}

static int __init set_boot_triggers(char *list)
{
	const char *separator = strchr(list, ';') ? ";" : ",";
	char *entry;

	while ((entry = strsep(&list, separator)))
		add_boot_trigger(skip_spaces(entry));
	trace_set_ring_buffer_expanded(NULL);
	disable_tracing_selftest("the parameter trace_trigger=");
	return 1;
}
__setup("trace_trigger=", set_boot_triggers);

/* Set a boot trigger of an event. */
static void apply_trigger(struct trace_event_file *file, const char *trigger)
{
	char *copy __free(kfree) = kstrdup(trigger, GFP_KERNEL);
	int ret = copy ? trigger_process_regex(file, copy) : -ENOMEM;

	if (ret)
		pr_warn("cannot set the trigger '%s' of %s:%s: error %d\n", trigger,
			file->event_call->class->system, trace_event_name(file->event_call), ret);
}

static void set_triggers(struct trace_event_file *file)
{
	const char *name = trace_event_name(file->event_call), *entry = boot_triggers;
	size_t len = strlen(name);

	for (; *entry; entry += strlen(entry) + 1)
		if (!strncmp(entry, name, len) && entry[len] == '.')
			apply_trigger(file, entry + len + 1);
}

/**
 * event_boot_set_triggers - set the boot triggers of the events of the kernel or of a module
 * @mod: the module; NULL for the kernel
 *
 * The top instance has its files of all these events, as a trigger may name another event.
 *
 * Context: may sleep; event_mutex held, trace_types_lock not held.
 */
void event_boot_set_triggers(const struct module *mod)
{
	struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &top_trace_array()->events, list)
		if (event_module(file->event_call) == mod &&
		    !(file->event_call->flags & TRACE_EVENT_FL_DYNAMIC))
			set_triggers(file);
}

/* Set the boot triggers of the dynamic events that other boot parameters have created. */
static int __init set_triggers_of_dynamic_events(void)
{
	struct trace_event_file *file;

	guard(mutex)(&event_mutex);
	if (!top_trace_array())
		return 0;
	list_for_each_entry(file, &top_trace_array()->events, list)
		if (file->event_call->flags & TRACE_EVENT_FL_DYNAMIC)
			set_triggers(file);
	return 0;
}
late_initcall_sync(set_triggers_of_dynamic_events);

/* Report a word whose events are not all enabled. */
static void __init report_word(const struct trace_array *tr, const char *word,
			       const struct trace_diag *diag, int error)
{
	const char *parameter = tr->name ? "trace_instance=" : "trace_event=";
	const char *instance = tr->name ?: "";

	if (diag->code)
		pr_warn("cannot enable %s (%s%s): %s\n", word, parameter, instance,
			event_select_messages[diag->code]);
	else
		pr_warn("cannot enable %s (%s%s): error %d\n", word, parameter, instance, error);
}

/* Enable the events of one word; disable them before that if @disable_first. */
static void __init enable_word(struct trace_array *tr, const char *word, bool disable_first)
{
	struct trace_diag diag = {};
	char off[EVENT_WORD_MAX + 2];
	int ret;

	if (disable_first) {
		/* A word that is too long is cut here, and reported below. */
		scnprintf(off, sizeof(off), "!%s", word);
		event_select(tr, off, &diag);
		diag = (struct trace_diag){};
	}
	ret = event_select(tr, word, &diag);
	if (ret)
		report_word(tr, word, &diag, ret);
}

/**
 * early_enable_events - enable events of an instance
 * @tr: the instance
 * @buf: words as for set_event, separated by commas; changed
 * @disable_first: disable each event before it is enabled
 *
 * Context: early boot.
 */
void __init early_enable_events(struct trace_array *tr, char *buf, bool disable_first)
{
	char *word;

	guard(mutex)(&event_mutex);
	while ((word = strsep(&buf, ",")))
		if (*word)
			enable_word(tr, word, disable_first);
}

/**
 * event_boot_enable - enable the events of trace_event=
 * @tr: the top instance
 *
 * Context: early boot.
 */
void __init event_boot_enable(struct trace_array *tr)
{
	early_enable_events(tr, boot_events, false);
}

#ifdef CONFIG_HAVE_SYSCALL_TRACEPOINTS
/*
 * Let the first tasks hit the tracepoints of system calls, if a boot parameter of this file or of
 * an instance uses one. Only tasks with a flag hit them. The first probe of these tracepoints sets
 * the flag in all tasks, and new tasks inherit it. During early boot there was only the idle task,
 * which never has the flag. The locks are those of syscall_regfunc().
 */
static int __init flag_first_tasks(void)
{
	struct task_struct *process, *thread;

	if (!trace_sys_enter_enabled() && !trace_sys_exit_enabled())
		return 0;
	read_lock(&tasklist_lock);
	for_each_process_thread(process, thread)
		set_task_syscall_work(thread, SYSCALL_TRACEPOINT);
	read_unlock(&tasklist_lock);
	return 0;
}
early_initcall(flag_first_tasks);
#endif
