// SPDX-License-Identifier: GPL-2.0
/*
 * Histogram triggers: the front door.
 *
 * Takes the commands hist, enable_hist and disable_hist from an event's trigger
 * file and owns what comes of them: attaches histograms to the event, finds them
 * again, pauses, clears and removes them.
 *
 *	text --spec--> names --compile--> histogram --attach--> live trigger
 *
 * The first two steps are pure, in hist/spec.c and hist/compile.c.  Attaching is
 * the only one with effects; unlink_trigger() and free_trigger() undo them.  Events
 * that hit are handed to hist/exec.c; hist/file.c shows the tables.
 *
 * All but the per-event functions run with event_mutex held.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "hist/compile.h"
#include "hist/describe.h"
#include "hist/diag.h"
#include "hist/emptied.h"
#include "hist/event.h"
#include "hist/exec.h"
#include "hist/file.h"
#include "hist/match.h"
#include "hist/spec.h"
#include "hist/store.h"
#include "hist/trigger.h"
#include "trace.h"

static struct event_command hist_command;

/**
 * struct hist_request - a command on its way
 * @file: the event whose trigger file took it
 * @text: the command
 * @spec: the command, taken apart
 * @data: the histogram it means
 * @diag: what is wrong with it
 */
struct hist_request {
	struct trace_event_file *file;
	char *text;
	struct hist_spec *spec;
	struct hist_trigger_data *data;
	struct trace_diag diag;
};

static int reject(struct hist_request *req, enum hist_diag code, struct trace_span at, int err)
{
	hist_diag_set(&req->diag, code, at);
	return err;
}

/*
 * An event hit.  When a trigger is attached to an event that already has some,
 * it may be called without the record for a moment, until the event knows that
 * the record is needed; such a hit came before the histogram.
 *
 * Context: any, NMI included, preemption off.
 */
static void hist_trigger_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			     void *record, struct ring_buffer_event *event)
{
	if (unlikely(!record))
		return;

	hist_exec(trigger->private_data, record);
	hist_file_changed();
}

static int hist_trigger_print(struct seq_file *m, struct event_trigger_data *trigger)
{
	const struct hist_status status = hist_status_of(trigger);

	hist_describe(m, hist_of(trigger), &status);
	seq_putc(m, '\n');
	return 0;
}

/* Free a trigger that no event can hit any more. */
static void free_trigger(struct event_trigger_data *trigger)
{
	struct hist_trigger_data *data = trigger->private_data;

	if (data->store)
		hist_store_leave(data);
	hist_data_put(data);
	set_trigger_filter(NULL, trigger, NULL);
	kfree(trigger);
}

/* The host has unlinked it, because the instance goes away. */
static void hist_trigger_free(struct event_trigger_data *trigger)
{
	tracepoint_synchronize_unregister();
	free_trigger(trigger);
}

static struct event_trigger_data *new_trigger(struct hist_trigger_data *data, bool paused)
{
	struct event_trigger_data *trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return NULL;
	trigger->count = -1;
	trigger->ref = 1;
	trigger->cmd_ops = &hist_command;
	trigger->private_data = hist_data_get(data);
	trigger->paused = paused;
	INIT_LIST_HEAD(&trigger->list);
	INIT_LIST_HEAD(&trigger->named_list);
	return trigger;
}

/* Give a trigger its condition, if the command has one. */
static int set_filter(struct hist_request *req, struct event_trigger_data *trigger)
{
	const struct hist_spec *spec = req->spec;
	char *filter;
	int ret;

	if (!spec->filter.len)
		return 0;

	filter = kasprintf(GFP_KERNEL, "if %s", spec->text + spec->filter.off);
	if (!filter)
		return -ENOMEM;
	/* A state may stand behind it. */
	filter[strlen("if ") + spec->filter.len] = '\0';

	ret = set_trigger_filter(filter, trigger, req->file);
	kfree(filter);
	if (ret < 0 && ret != -ENOMEM)
		return reject(req, HIST_DIAG_BAD_FILTER, spec->filter, ret);
	return min(ret, 0);
}

/* Make a trigger known to the event.  From here on it is hit. */
static int link_trigger(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	int ret;

	list_add_tail_rcu(&trigger->list, &file->triggers);
	update_cond_flag(file);
	ret = trace_event_trigger_enable_disable(file, 1);
	if (ret >= 0) {
		hist_file_changed();
		return 0;
	}

	list_del_rcu(&trigger->list);
	update_cond_flag(file);
	tracepoint_synchronize_unregister();
	return ret;
}

static int attach(struct hist_request *req)
{
	struct event_trigger_data *trigger;
	int ret;

	trigger = new_trigger(req->data, req->spec->pause);
	if (!trigger)
		return -ENOMEM;

	ret = set_filter(req, trigger);
	ret = ret ?: hist_store_join(req->data);
	if (!ret) {
		ret = link_trigger(req->file, trigger);
		if (ret)
			reject(req, HIST_DIAG_ATTACH, req->spec->command, ret);
	}
	if (ret)
		free_trigger(trigger);
	return ret;
}

/*
 * Make a trigger unknown to the event, and put it on a list of those to be freed.
 * An event may still be going through it, so that its place in the event's list
 * stays as it is.
 */
static void unlink_trigger(struct trace_event_file *file, struct event_trigger_data *trigger,
			   struct list_head *unlinked)
{
	list_del_rcu(&trigger->list);
	trace_event_trigger_enable_disable(file, 0);
	update_cond_flag(file);
	list_add_tail(&trigger->named_list, unlinked);
}

/* Free unlinked triggers, waiting but once for all of them. */
static void free_unlinked(struct list_head *unlinked)
{
	struct event_trigger_data *trigger, *next;

	if (list_empty(unlinked))
		return;
	tracepoint_synchronize_unregister();
	list_for_each_entry_safe(trigger, next, unlinked, named_list)
		free_trigger(trigger);
	hist_file_changed();
}

static void detach(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	LIST_HEAD(unlinked);

	unlink_trigger(file, trigger, &unlinked);
	free_unlinked(&unlinked);
}

static void unlink_all(struct trace_event_file *file, struct list_head *unlinked)
{
	struct event_trigger_data *trigger, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(trigger, next, &file->triggers, list)
		if (hist_of(trigger))
			unlink_trigger(file, trigger, unlinked);
}

/* The trigger file was opened for writing from scratch. */
static void hist_detach_all(struct trace_event_file *file)
{
	struct event_trigger_data *trigger;
	LIST_HEAD(unlinked);

	unlink_all(file, &unlinked);
	if (!list_empty(&unlinked))
		hist_emptied_forget(file);
	list_for_each_entry(trigger, &unlinked, named_list)
		hist_emptied_add(file, hist_of(trigger), trigger->filter_str);
	free_unlinked(&unlinked);
}

#ifdef CONFIG_MODULES
/*
 * A module takes its events along.  The host then forgets their triggers, and
 * would leave the tracepoints enabled for them.
 */
static int hist_module_notify(struct notifier_block *self, unsigned long state, void *module)
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
				unlink_all(file, &unlinked);
	free_unlinked(&unlinked);
	return NOTIFY_OK;
}

/* Before the host's own notifier, which has priority 1 and frees the events. */
static struct notifier_block hist_module_nb = {
	.notifier_call	= hist_module_notify,
	.priority	= 2,
};

static int __init watch_modules(void)
{
	return register_module_notifier(&hist_module_nb);
}
#else
static int __init watch_modules(void)
{
	return 0;
}
#endif /* CONFIG_MODULES */

static struct event_trigger_data *find_wanted(const struct hist_request *req)
{
	const struct hist_wanted wanted = { req->spec, req->data };
	struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &req->file->triggers, list)
		if (hist_of(trigger) &&
		    hist_is_wanted(&wanted, hist_of(trigger), trigger->filter_str))
			return trigger;
	return NULL;
}

/*
 * Filter, name and clock may be left out of a removal where that leaves no doubt.
 * NULL if there is none like that.
 */
static struct event_trigger_data *find_to_remove(struct hist_request *req)
{
	struct event_trigger_data *trigger, *found = find_wanted(req);
	const struct hist_wanted wanted = { req->spec, req->data };

	if (found)
		return found;

	list_for_each_entry(trigger, &req->file->triggers, list) {
		if (!hist_of(trigger) ||
		    !hist_may_be_wanted(&wanted, hist_of(trigger), trigger->filter_str))
			continue;
		if (found)
			return ERR_PTR(reject(req, HIST_DIAG_AMBIGUOUS, req->spec->command,
					      -EINVAL));
		found = trigger;
	}
	return found;
}

static int remove_histogram(struct hist_request *req)
{
	struct event_trigger_data *trigger = find_to_remove(req);
	const struct hist_wanted wanted = { req->spec, req->data };

	if (IS_ERR(trigger))
		return PTR_ERR(trigger);
	if (trigger)
		detach(req->file, trigger);
	else if (!hist_emptied_take(req->file, &wanted))
		return reject(req, HIST_DIAG_NOT_FOUND_REMOVE, req->spec->command, -ENOENT);
	return 0;
}

/* pause, cont and clear do something to a histogram that is there. */
static int control_histogram(struct hist_request *req, struct event_trigger_data *trigger)
{
	const struct hist_spec *spec = req->spec;

	if (!spec->pause && !spec->cont && !spec->clear)
		return reject(req, HIST_DIAG_EXISTS, spec->command, -EEXIST);

	if (spec->clear) {
		int ret = hist_store_clear(hist_of(trigger));

		if (ret)
			return ret;
		hist_file_changed();
	}
	/* Read by the host for every event; which of them comes first does not matter. */
	if (spec->pause || spec->cont)
		WRITE_ONCE(trigger->paused, !spec->cont);
	return 0;
}

static int add_histogram(struct hist_request *req)
{
	const struct hist_spec *spec = req->spec;
	const struct hist_trigger_data *other = NULL;

	if (spec->cont || spec->clear)
		return reject(req, HIST_DIAG_NOT_FOUND, spec->command, -ENOENT);

	if (req->data->name)
		other = hist_store_find(req->data->name);
	if (other && !hist_data_compatible(other, req->data))
		return reject(req, HIST_DIAG_NAME_MISMATCH, spec->name, -EINVAL);

	return attach(req);
}

static int run_request(struct hist_request *req)
{
	struct hist_event_resolver event = {
		.resolver.ops = &hist_event_resolver_ops,
		.call = req->file->event_call,
	};
	struct event_trigger_data *trigger;

	req->spec = hist_spec_parse(req->text, strlen(req->text), &req->diag);
	if (IS_ERR(req->spec))
		return PTR_ERR(req->spec);

	req->data = hist_compile(req->spec, &event.resolver, &req->diag);
	if (IS_ERR(req->data))
		return PTR_ERR(req->data);

	if (req->spec->remove)
		return remove_histogram(req);

	hist_emptied_forget(req->file);
	trigger = find_wanted(req);
	return trigger ? control_histogram(req, trigger) : add_histogram(req);
}

/* Every rejected command leaves an entry in the error log. */
static void log_rejection(struct hist_request *req, int err)
{
	struct trace_event_call *call = req->file->event_call;
	char *where;

	if (err == -ENOMEM)
		hist_diag_set(&req->diag, HIST_DIAG_NO_MEMORY, (struct trace_span){});

	where = kasprintf(GFP_KERNEL, "hist:%s:%s", call->class->system, trace_event_name(call));
	if (!where)
		return;
	trace_diag_log(req->file->tr, where, req->text, hist_diag_messages, &req->diag);
	kfree(where);
}

/*
 * @command is what was written, "hist" or "!hist", and @rest what stood behind the
 * separator that followed.
 */
static int hist_command_parse(struct event_command *cmd, struct trace_event_file *file,
			      char *command, char *name, char *rest)
{
	struct hist_request req = { .file = file };
	int ret;

	lockdep_assert_held(&event_mutex);

	req.text = kasprintf(GFP_KERNEL, rest ? "%s:%s" : "%s", command, rest);
	if (!req.text)
		return -ENOMEM;

	ret = run_request(&req);
	if (ret)
		log_rejection(&req, ret);

	hist_data_put(req.data);
	hist_spec_free(req.spec);
	kfree(req.text);
	return ret;
}

static struct event_command hist_command = {
	.name		= "hist",
	.trigger_type	= ETT_EVENT_HIST,
	.flags		= EVENT_CMD_FL_NEEDS_REC,
	.parse		= hist_command_parse,
	.unreg_all	= hist_detach_all,
	.set_filter	= set_trigger_filter,
	.trigger	= hist_trigger_hit,
	.print		= hist_trigger_print,
	.free		= hist_trigger_free,
};

/**
 * register_trigger_hist_cmd - make the hist command known to trigger files
 *
 * Return: 0 or a negative errno.
 */
__init int register_trigger_hist_cmd(void)
{
	int ret = register_event_command(&hist_command);

	return ret ?: watch_modules();
}

/*
 * An event hit that starts or stops the histograms of another one.
 *
 * Context: any, NMI included, preemption off.
 */
static void hist_enable_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			    void *record, struct ring_buffer_event *event)
{
	const struct enable_trigger_data *enable = trigger->private_data;
	struct event_trigger_data *target;

	list_for_each_entry_rcu(target, &enable->file->triggers, list,
				lockdep_is_held(&event_mutex))
		if (hist_of(target))
			WRITE_ONCE(target->paused, !enable->enable);
}

/* Parsing, counting and removal are those of enable_event and disable_event. */
#define HIST_ENABLE_COMMAND(command)						\
	{									\
		.name		= (command),					\
		.trigger_type	= ETT_HIST_ENABLE,				\
		.parse		= event_enable_trigger_parse,			\
		.reg		= event_enable_register_trigger,		\
		.unreg		= event_enable_unregister_trigger,		\
		.set_filter	= set_trigger_filter,				\
		.trigger	= hist_enable_hit,				\
		.count_func	= event_trigger_count,				\
		.init		= event_trigger_init,				\
		.free		= event_enable_trigger_free,			\
		.print		= event_enable_trigger_print,			\
	}

static struct event_command hist_enable_commands[] = {
	HIST_ENABLE_COMMAND(ENABLE_HIST_STR),
	HIST_ENABLE_COMMAND(DISABLE_HIST_STR),
};

/**
 * register_trigger_hist_enable_disable_cmds - make enable_hist and disable_hist known
 *
 * Return: 0 or a negative errno, with neither of them known.
 */
__init int register_trigger_hist_enable_disable_cmds(void)
{
	int ret;

	ret = register_event_command(&hist_enable_commands[0]);
	if (ret)
		return ret;

	ret = register_event_command(&hist_enable_commands[1]);
	if (ret)
		unregister_event_command(&hist_enable_commands[0]);
	return ret;
}
