// SPDX-License-Identifier: GPL-2.0
/*
 * Histogram triggers: the entry point.
 *
 * This file implements the command hist of an event's trigger file. It attaches histograms to the
 * event, and finds, pauses, clears and removes attached histograms. It also registers the commands
 * enable_hist and disable_hist, with which an event resumes or pauses the histograms of another
 * event.
 *
 *	text --parse--> hist_spec --compile--> hist_trigger_data --attach--> attached trigger
 *
 * The first two steps are pure code in hist/parse/command.c and hist/compile/compile.c;
 * hist/attach/attach.c does the third and hist/attach/hist_trigger.c undoes it. Events are counted
 * by hist/run/exec.c, and hist/show/hist_file.c shows the tables.
 *
 * All functions here run with event_mutex held and may sleep, except the two that register the
 * commands at boot. Per-event code is in hist/run/.
 */
#include <linux/err.h>
#include <linux/init.h>
#include <linux/list.h>

#include "filter/diag.h"
#include "hist/attach/attach.h"
#include "hist/attach/event_resolver.h"
#include "hist/attach/hist_trigger.h"
#include "hist/attach/map_owner.h"
#include "hist/attach/truncate.h"
#include "hist/compile/compile.h"
#include "hist/diag.h"
#include "hist/parse/spec.h"
#include "hist/program/compare.h"
#include "hist/program/match.h"
#include "hist/run/notify.h"
#include "hist/run/pause.h"
#include "hist/show/describe.h"
#include "trace.h"
#include "trigger/enable_event.h"

static struct trigger_command hist_command;

/**
 * struct hist_request - a hist command while it is executed
 * @file: event whose trigger file received the command
 * @trigger: the same request in the form that is common to all trigger commands
 * @spec: the parsed command
 * @data: the histogram, compiled from @spec
 */
struct hist_request {
	struct trace_event_file *file;
	struct trigger_request *trigger;
	struct hist_spec *spec;
	struct hist_trigger_data *data;
};

static int hist_cmd_reject(struct hist_request *req, enum hist_diag code, struct trace_span at,
			   int err)
{
	hist_diag_set(&req->trigger->diag, code, at);
	return err;
}

static int hist_trigger_print(struct seq_file *m, struct event_trigger_data *trigger)
{
	const struct hist_status status = hist_status_of(trigger);

	hist_describe(m, hist_of(trigger), &status);
	seq_putc(m, '\n');
	return 0;
}

/* Report an error of hist_attach() at the token of the command that caused it. */
static void hist_cmd_reject_attach(struct hist_request *req,
				   const struct hist_attach_request *request, int err)
{
	const struct hist_spec *spec = req->spec;
	const struct hist_spec_action *action;

	switch (request->error) {
	case HIST_ATTACH_FILTER:
		req->trigger->messages = filter_diag_messages;
		req->trigger->diag = request->filter_diag;
		break;
	case HIST_ATTACH_CYCLE:
		hist_cmd_reject(req, HIST_DIAG_CYCLE, spec->command, err);
		break;
	case HIST_ATTACH_STACKS:
		hist_cmd_reject(req, HIST_DIAG_STACK_DEPTH, spec->command, err);
		break;
	case HIST_ATTACH_ACTION:
		action = &spec->actions[request->failure.action];
		hist_cmd_reject(req, request->failure.error,
				action->event.len ? action->event : action->name, err);
		break;
	default:
		hist_cmd_reject(req, HIST_DIAG_ATTACH, spec->command, err);
	}
}

static int hist_cmd_attach(struct hist_request *req)
{
	struct hist_attach_request request = {
		.command = &hist_command,
		.file = req->file,
		.data = req->data,
		.text = req->trigger->text,
		.filter = req->spec->filter,
		.size = req->data->size,
		.paused = req->spec->pause,
	};
	int ret = hist_attach(&request);

	if (ret && ret != -ENOMEM)
		hist_cmd_reject_attach(req, &request, ret);
	return ret;
}

static void hist_cmd_detach(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	LIST_HEAD(unlinked);

	trigger_unlink(file, trigger, &unlinked);
	trigger_free_unlinked(&unlinked);
}

/*
 * Callback for a trigger file that is opened with O_TRUNC. Histograms that other histograms
 * reference stay attached. Removed histograms are remembered, so that a later removal of one of
 * them succeeds. Field-variable histograms are not: users do not create them.
 */
static void hist_trigger_truncated(struct trace_event_file *file)
{
	struct event_trigger_data *trigger;
	LIST_HEAD(unlinked);

	hist_trigger_unlink_unused(file, &unlinked);
	if (!list_empty(&unlinked))
		hist_truncated_forget(file);
	list_for_each_entry(trigger, &unlinked, named_list)
		if (!hist_of(trigger)->is_field_var_hist)
			hist_truncated_add(file, hist_of(trigger), trigger->filter_str);
	trigger_free_unlinked(&unlinked);
}

static struct hist_match wanted_by(const struct hist_request *req)
{
	return (struct hist_match){
		.text = req->spec->text,
		.filter = req->spec->filter,
		.data = req->data,
	};
}

/*
 * Find the attached histogram that the command matches. Field-variable histograms belong to other
 * histograms, so they are searched only if @field_var_hists is true, and then exclusively.
 */
static struct event_trigger_data *find_matching(const struct hist_request *req,
						bool field_var_hists)
{
	const struct hist_match match = wanted_by(req);
	struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &req->file->triggers, list)
		if (hist_of(trigger) && hist_of(trigger)->is_field_var_hist == field_var_hists &&
		    hist_matches(&match, hist_of(trigger), trigger->filter_str))
			return trigger;
	return NULL;
}

/*
 * Find the attached histogram that a removal matches in part. A removal may omit filter, name,
 * clock and some variables, if exactly one histogram matches the rest.
 *
 * Return: the trigger, NULL if no histogram matches, or ERR_PTR(-EINVAL) if several match.
 */
static struct event_trigger_data *find_partial_match(struct hist_request *req)
{
	struct event_trigger_data *trigger, *found = NULL;
	const struct hist_match match = wanted_by(req);

	list_for_each_entry(trigger, &req->file->triggers, list) {
		if (!hist_of(trigger) || hist_of(trigger)->is_field_var_hist ||
		    !hist_may_match(&match, hist_of(trigger), trigger->filter_str))
			continue;
		if (found)
			return ERR_PTR(hist_cmd_reject(req, HIST_DIAG_AMBIGUOUS, req->spec->command,
						       -EINVAL));
		found = trigger;
	}
	return found;
}

static int remove_histogram(struct hist_request *req)
{
	struct event_trigger_data *trigger = find_matching(req, false);
	const struct hist_match match = wanted_by(req);

	/* Exact matches come first, also one that the shell has removed when it opened the file. */
	if (!trigger && hist_truncated_consume_exact(req->file, &match))
		return 0;
	if (!trigger)
		trigger = find_partial_match(req);
	if (IS_ERR(trigger))
		return PTR_ERR(trigger);
	if (trigger && hist_of(trigger)->runtime.n_dependents)
		return hist_cmd_reject(req, HIST_DIAG_VAR_IN_USE, req->spec->command, -EBUSY);
	if (trigger) {
		hist_cmd_detach(req->file, trigger);
		return 0;
	}
	if (hist_truncated_consume(req->file, &match))
		return 0;
	if (find_matching(req, true))
		return hist_cmd_reject(req, HIST_DIAG_FIELD_VAR_HIST, req->spec->command, -EBUSY);
	return hist_cmd_reject(req, HIST_DIAG_NOT_FOUND_REMOVE, req->spec->command, -ENOENT);
}

/* Execute pause, cont and clear for an attached histogram. */
static int control_histogram(struct hist_request *req, struct event_trigger_data *trigger)
{
	const struct hist_spec *spec = req->spec;

	if (!spec->pause && !spec->cont && !spec->clear)
		return hist_cmd_reject(req, HIST_DIAG_EXISTS, spec->command, -EEXIST);

	if (spec->clear) {
		int ret = hist_map_clear(hist_of(trigger));

		if (ret)
			return ret;
		hist_notify_pollers();
	}
	/*
	 * Events read this without a lock. No ordering is needed: an event that races with this
	 * command may be counted or not.
	 */
	if (spec->pause || spec->cont)
		WRITE_ONCE(trigger->paused, !spec->cont);
	return 0;
}

/* Position in the command where a variable is defined. Fields are in the order of compilation. */
static struct trace_span find_definition(const struct hist_spec *spec, const char *name)
{
	unsigned int i;

	for (i = 0; i < spec->n_vars; i++)
		if (trace_span_is(spec->text, spec->vars[i].name, name))
			return spec->vars[i].name;
	return spec->command;
}

/* Each variable name can be defined once per event, because name and event identify a variable. */
static int check_vars(struct hist_request *req, const struct hist_resolver *resolver)
{
	const struct hist_event_name own = {
		req->file->event_call->class->system, trace_event_name(req->file->event_call),
	};
	const struct hist_trigger_data *data = req->data;
	struct hist_var_definition definition;
	unsigned int i;

	for (i = hist_n_display_vals(data); i < data->n_vals; i++)
		if (resolver->ops->find_var(resolver, &own, data->fields[i].var_name,
					    &definition) != -ENOENT)
			return hist_cmd_reject(req, HIST_DIAG_VAR_TAKEN,
					       find_definition(req->spec,
							       data->fields[i].var_name),
					       -EEXIST);
	return 0;
}

static int add_histogram(struct hist_request *req, const struct hist_resolver *resolver)
{
	const struct hist_spec *spec = req->spec;
	const struct hist_trigger_data *other = NULL;
	int ret;

	if (spec->cont || spec->clear)
		return hist_cmd_reject(req, HIST_DIAG_NOT_FOUND, spec->command, -ENOENT);
	ret = check_vars(req, resolver);
	if (ret)
		return ret;

	if (req->data->name)
		other = hist_map_find_named(req->data->name);
	if (other && !hist_data_can_share_map(other, req->data))
		return hist_cmd_reject(req, HIST_DIAG_NAME_MISMATCH, spec->name, -EINVAL);
	if (other && spec->overflow != HIST_OVERFLOW_DEFAULT &&
	    !hist_overflows_same(spec->overflow, hist_map_overflow(other)))
		return hist_cmd_reject(req, HIST_DIAG_NAME_OVERFLOW, spec->overflow_at, -EINVAL);

	return hist_cmd_attach(req);
}

static int compile_request(struct hist_request *req, const struct hist_resolver *resolver)
{
	hist_data_put(req->data);
	req->data = hist_compile(req->spec, resolver, &req->trigger->diag);
	return PTR_ERR_OR_ZERO(req->data);
}

/*
 * Run a command. To find an attached histogram, the command is compiled leniently: names that refer
 * to other histograms or events are not looked up, because their meaning may have changed since the
 * histogram was attached. To attach a histogram, the command is compiled again, strictly.
 */
static int hist_cmd_run(struct hist_request *req)
{
	struct hist_event_resolver event = {
		.resolver.ops = &hist_event_resolver_ops,
		.resolver.skip_lookups = true,
		.file = req->file,
	};
	struct event_trigger_data *trigger;
	int ret;

	req->spec = hist_spec_parse(req->trigger->text, req->trigger->len, &req->trigger->diag);
	if (IS_ERR(req->spec))
		return PTR_ERR(req->spec);
	ret = compile_request(req, &event.resolver);
	if (ret)
		return ret;

	if (req->spec->remove)
		return remove_histogram(req);

	hist_truncated_forget(req->file);
	trigger = find_matching(req, false);
	if (trigger)
		return control_histogram(req, trigger);

	event.resolver.skip_lookups = false;
	ret = compile_request(req, &event.resolver);
	return ret ?: add_histogram(req, &event.resolver);
}

static int hist_command_write(struct trigger_command *command, struct trigger_request *trigger)
{
	struct hist_request req = { .file = trigger->file, .trigger = trigger };
	int ret;

	lockdep_assert_held(&event_mutex);

	trigger->grammar = "hist";
	trigger->messages = hist_diag_messages;
	ret = hist_cmd_run(&req);

	hist_data_put(req.data);
	hist_spec_free(req.spec);
	return ret;
}

/* There is no ops.trigger: events call hist_exec() directly, see hist/run/exec.h. */
static struct trigger_command hist_command = {
	.ops.name		= "hist",
	.ops.trigger_type	= ETT_EVENT_HIST,
	.ops.flags		= EVENT_CMD_FL_NEEDS_REC,
	.ops.print		= hist_trigger_print,
	.write			= hist_command_write,
	.release		= hist_trigger_release,
	.unlinked		= hist_trigger_unlinked,
	.truncated		= hist_trigger_truncated,
};

/**
 * register_trigger_hist_cmd - register the hist command
 *
 * Context: boot.
 * Return: always 0.
 */
__init int register_trigger_hist_cmd(void)
{
	trigger_command_register(&hist_command);
	return 0;
}

/* Except for name and type, only the per-event part differs from enable_event and disable_event. */
#define HIST_ENABLE_COMMAND(command, hit)					\
	{									\
		.ops.name		= (command),				\
		.ops.trigger_type	= ETT_HIST_ENABLE,			\
		.ops.trigger		= (hit),				\
		.ops.print		= trigger_print,			\
		.has_target		= true,					\
		.write			= trigger_write,			\
		.prepare		= trigger_get_target,			\
		.release		= trigger_put_target,			\
	}

static struct trigger_command hist_enable_commands[] = {
	HIST_ENABLE_COMMAND(ENABLE_HIST_STR, hist_resume_hit),
	HIST_ENABLE_COMMAND(DISABLE_HIST_STR, hist_pause_hit),
};

/**
 * register_trigger_hist_enable_disable_cmds - register enable_hist and disable_hist
 *
 * Context: boot.
 * Return: always 0.
 */
__init int register_trigger_hist_enable_disable_cmds(void)
{
	trigger_command_register(&hist_enable_commands[0]);
	trigger_command_register(&hist_enable_commands[1]);
	return 0;
}
