// SPDX-License-Identifier: GPL-2.0
/*
 * Synthetic events: the entry point.
 *
 * This file accepts definitions from the files synthetic_events and dynamic_events and from
 * kernel code. It owns the events: it registers and removes them, and records which module an
 * event belongs to.
 *
 *	text --spec--> names and types --layout--> fields --event--> trace event
 *
 * The first two steps are pure code in synth/parse/spec.c and synth/layout.c. synth/event.c does
 * the third step, and this file registers its result. Events are emitted by synth/run/emit.c, and
 * by the functions for kernel code in synth/api/trace.c. synth/api/define.c has the functions with
 * which kernel code builds a definition.
 *
 * The events are in dyn_event_list, which event_mutex protects.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>

#include "synth/diag.h"
#include "synth/parse/spec.h"
#include "synth/print.h"
#include "trace.h"
#include "trace_dynevent_tracepoint.h"
#include "trace_synth.h"

static struct dyn_event_operations synth_event_ops;

static bool is_synth_event(const struct dyn_event *ev)
{
	return ev->ops == &synth_event_ops;
}

static struct synth_event *to_synth_event(struct dyn_event *ev)
{
	return container_of(ev, struct synth_event, devent);
}

/* Log the reason why a command was rejected. */
static int synth_log_rejection(const char *text, struct trace_diag *diag, int err)
{
	if (err == -ENOMEM)
		synth_diag_set(diag, SYNTH_DIAG_NO_MEMORY, (struct trace_span){});
	trace_diag_log(NULL, "synthetic_events", text, synth_diag_messages, diag);
	return err;
}

/**
 * find_synth_event - find a synthetic event by its name
 * @name: name of the event, without the system
 *
 * Context: event_mutex held.
 * Return: the event, valid until event_mutex is released, or NULL.
 */
struct synth_event *find_synth_event(const char *name)
{
	struct dyn_event *pos;

	lockdep_assert_held(&event_mutex);

	for_each_dyn_event(pos)
		if (is_synth_event(pos) && !strcmp(synth_event_name(to_synth_event(pos)), name))
			return to_synth_event(pos);
	return NULL;
}

/**
 * suggest_synth_events - offer the names of all synthetic events
 * @suggestion: suggestion for the unknown name of a synthetic event, without the system
 *
 * Context: event_mutex held.
 */
void suggest_synth_events(struct trace_suggestion *suggestion)
{
	struct dyn_event *pos;

	lockdep_assert_held(&event_mutex);

	for_each_dyn_event(pos)
		if (is_synth_event(pos))
			trace_suggest_offer(suggestion, synth_event_name(to_synth_event(pos)));
}

static int add_event(struct synth_event *event, struct trace_span name, struct trace_diag *diag)
{
	int ret;

	guard(mutex)(&event_mutex);
	if (dyn_event_name_exists(SYNTH_SYSTEM, synth_event_name(event))) {
		synth_diag_set(diag, SYNTH_DIAG_EXISTS, name);
		return -EEXIST;
	}

	ret = dyn_event_call_register(&event->call);
	if (!ret)
		dyn_event_add(&event->devent, &event->call);
	else if (ret != -ENOMEM)
		synth_diag_set(diag, SYNTH_DIAG_REGISTER, name);
	return ret;
}

/* Define the event whose definition is @span of @text. */
static int synth_define(const char *text, struct trace_span span, struct module *owner,
			struct trace_diag *diag)
{
	struct synth_event *event;
	struct synth_spec *spec;
	int ret;

	spec = synth_spec_parse(text, span, diag);
	if (IS_ERR(spec))
		return PTR_ERR(spec);

	event = synth_event_alloc(spec, diag);
	if (IS_ERR(event)) {
		ret = PTR_ERR(event);
	} else {
		dyn_event_init(&event->devent, &synth_event_ops);
		event->owner = owner;
		ret = add_event(event, spec->name, diag);
		if (ret)
			synth_event_free(event);
	}
	synth_spec_free(spec);
	return ret;
}

static int synth_remove_event(struct synth_event *event)
{
	int ret = dyn_event_call_unregister(&event->call);

	if (ret)
		return ret;
	dyn_event_remove(&event->devent);
	synth_event_free(event);
	return 0;
}

static int remove_by_name(const char *name)
{
	struct synth_event *event;

	guard(mutex)(&event_mutex);
	event = find_synth_event(name);
	return event ? synth_remove_event(event) : -ENOENT;
}

/**
 * synth_event_define - define a synthetic event
 * @definition: definition in the syntax of synthetic_events
 * @owner: module that the event belongs to, or NULL
 *
 * An error is logged in the error log of the top instance.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -EINVAL; -EEXIST; -ENOMEM; or -ENODEV if no trace event type is free.
 */
int synth_event_define(const char *definition, struct module *owner)
{
	struct trace_span all = trace_span_all(definition);
	struct trace_diag diag = {};
	int ret = synth_define(definition, all, owner, &diag);

	return ret ? synth_log_rejection(definition, &diag, ret) : 0;
}

/**
 * synth_event_delete - remove a synthetic event
 * @name: name of the event, without the system
 *
 * Records of the event that are in the trace buffers stay there and are shown as unknown.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -ENOENT if there is no such event; -EBUSY if the event is enabled, has triggers, or
 * is referenced through trace_get_event_file().
 */
int synth_event_delete(const char *name)
{
	return remove_by_name(name);
}
EXPORT_SYMBOL_GPL(synth_event_delete);

/* Execute "!NAME". The rest of a definition after the name is ignored. */
static int run_removal(const char *line)
{
	struct trace_span name = { .off = 1, .len = strcspn(line + 1, " \t;") };
	struct trace_diag diag = {};
	char *copy;
	int ret;

	copy = trace_span_dup(line, name);
	ret = copy ? remove_by_name(copy) : -ENOMEM;
	kfree(copy);
	if (!ret)
		return 0;

	if (ret == -ENOENT)
		synth_diag_set(&diag, SYNTH_DIAG_NOT_FOUND, name);
	else if (ret == -EBUSY)
		synth_diag_set(&diag, SYNTH_DIAG_BUSY, name);
	return synth_log_rejection(line, &diag, ret);
}

/* Execute a line of synthetic_events. */
static int synth_run_line(const char *line)
{
	line = trace_skip_blanks(line);
	return *line == '!' ? run_removal(line) : synth_event_define(line, NULL);
}

/* Execute a line of dynamic_events: "s:[synthetic/]NAME FIELDS". */
static int synth_dyn_create(const char *raw_command)
{
	struct trace_span all = trace_span_all(raw_command);
	const char *name = raw_command + strlen("s:");
	struct trace_diag diag = {};
	size_t len;
	int ret;

	if (!str_has_prefix(raw_command, "s:"))
		return -ECANCELED;

	if (str_has_prefix(name, SYNTH_SYSTEM "/"))
		name += strlen(SYNTH_SYSTEM "/");
	len = strcspn(name, " \t;");
	if (!len || memchr(name, '/', len))
		ret = synth_diag_set(&diag, SYNTH_DIAG_BAD_DYN_FORM, all);
	else
		ret = synth_define(raw_command, trace_span_from(all, name - raw_command), NULL,
				   &diag);
	return ret ? synth_log_rejection(raw_command, &diag, ret) : 0;
}

static void print_definition(struct seq_file *m, struct dyn_event *ev)
{
	const struct synth_event *event = to_synth_event(ev);

	synth_print_definition(m, synth_event_name(event), event->layout);
}

static int synth_dyn_show(struct seq_file *m, struct dyn_event *ev)
{
	seq_puts(m, "s:" SYNTH_SYSTEM "/");
	print_definition(m, ev);
	return 0;
}

static bool synth_dyn_is_busy(struct dyn_event *ev)
{
	return dyn_event_call_in_use(&to_synth_event(ev)->call);
}

static int synth_dyn_free(struct dyn_event *ev)
{
	return synth_remove_event(to_synth_event(ev));
}

/* A removal matches by name alone. It may contain a definition, whose fields are not compared. */
static bool synth_dyn_match(const char *system, const char *event, int argc, const char **argv,
			    struct dyn_event *ev)
{
	if (system && strcmp(system, SYNTH_SYSTEM))
		return false;
	return !*event || !strcmp(event, synth_event_name(to_synth_event(ev)));
}

static struct dyn_event_operations synth_event_ops = {
	.create		= synth_dyn_create,
	.show		= synth_dyn_show,
	.is_busy	= synth_dyn_is_busy,
	.free		= synth_dyn_free,
	.match		= synth_dyn_match,
};

static int synth_events_seq_show(struct seq_file *m, void *v)
{
	struct dyn_event *ev = v;

	if (is_synth_event(ev))
		print_definition(m, ev);
	return 0;
}

static const struct seq_operations synth_events_seq_ops = {
	.start	= dyn_event_seq_start,
	.next	= dyn_event_seq_next,
	.stop	= dyn_event_seq_stop,
	.show	= synth_events_seq_show,
};

static int synth_events_open(struct inode *inode, struct file *file)
{
	return dyn_event_open_list(file, &synth_event_ops, &synth_events_seq_ops);
}

static ssize_t synth_events_write(struct file *file, const char __user *buffer, size_t count,
				  loff_t *ppos)
{
	return dyn_event_write_lines(buffer, count, "synthetic_events", synth_run_line);
}

static const struct file_operations synth_events_fops = {
	.owner		= THIS_MODULE,
	.open		= synth_events_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
	.write		= synth_events_write,
};

#ifdef CONFIG_MODULES
/*
 * Remove the events of a module that is unloaded. An event that is still in use stays without an
 * owner: it uses no code or data of the module.
 */
static int synth_module_notify(struct notifier_block *self, unsigned long state, void *module)
{
	struct dyn_event *pos, *next;

	if (state != MODULE_STATE_GOING)
		return NOTIFY_OK;

	guard(mutex)(&event_mutex);
	for_each_dyn_event_safe(pos, next) {
		if (!is_synth_event(pos) || to_synth_event(pos)->owner != module)
			continue;
		if (synth_remove_event(to_synth_event(pos)))
			to_synth_event(pos)->owner = NULL;
	}
	return NOTIFY_OK;
}

static struct notifier_block synth_module_nb = {
	.notifier_call	= synth_module_notify,
};

static int __init synth_watch_modules(void)
{
	return register_module_notifier(&synth_module_nb);
}
#else
static int __init synth_watch_modules(void)
{
	return 0;
}
#endif /* CONFIG_MODULES */

/* At core_initcall time, so that kernel code can define events before tracefs exists. */
static __init int synth_events_init_early(void)
{
	int ret = dyn_event_register(&synth_event_ops);

	return ret ?: synth_watch_modules();
}
core_initcall(synth_events_init_early);

static __init int synth_events_create_file(void)
{
	int ret = tracing_init_dentry();

	if (ret)
		return ret;
	trace_create_file("synthetic_events", TRACE_MODE_WRITE, NULL, NULL, &synth_events_fops);
	return 0;
}
fs_initcall(synth_events_create_file);
