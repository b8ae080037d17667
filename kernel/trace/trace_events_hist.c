// SPDX-License-Identifier: GPL-2.0
/*
 * Histogram triggers: the entry point.
 *
 * This file implements the command hist of an event's trigger file. It attaches histograms to the
 * event, and finds, pauses, clears and removes attached histograms.
 *
 *	text --spec--> hist_spec --compile--> hist_trigger_data --attach--> attached trigger
 *
 * The first two steps are pure code in hist/spec.c and hist/compile.c; hist/attach.c does the
 * third and hist/hist_trigger.c undoes it. Events are counted by hist/exec.c, and hist/file.c
 * shows the tables.
 *
 * All functions here run with event_mutex held and may sleep. Per-event code is in hist/.
 */
#include <linux/err.h>
#include <linux/list.h>

#include "filter/diag.h"
#include "hist/attach.h"
#include "hist/compile.h"
#include "hist/describe.h"
#include "hist/diag.h"
#include "hist/emptied.h"
#include "hist/hist_trigger.h"
#include "hist/poll.h"
#include "hist/resolve_event.h"
#include "hist/same.h"
#include "hist/spec.h"
#include "hist/store.h"
#include "hist/wanted.h"
#include "trace.h"

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

static int reject(struct hist_request *req, enum hist_diag code, struct trace_span at, int err)
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
static void reject_attach(struct hist_request *req, const struct hist_attach *attach, int err)
{
	const struct hist_spec *spec = req->spec;
	const struct hist_spec_action *action;

	switch (attach->fault) {
	case HIST_ATTACH_FILTER:
		req->trigger->messages = filter_diag_messages;
		req->trigger->diag = attach->filter_diag;
		break;
	case HIST_ATTACH_CIRCLE:
		reject(req, HIST_DIAG_CIRCLE, spec->command, err);
		break;
	case HIST_ATTACH_ACTION:
		action = &spec->actions[attach->action];
		reject(req, hist_action_ops[action->kind].not_bound,
		       action->event.len ? action->event : action->name, err);
		break;
	default:
		reject(req, HIST_DIAG_ATTACH, spec->command, err);
	}
}

static int attach(struct hist_request *req)
{
	struct hist_attach attach = {
		.command = &hist_command,
		.file = req->file,
		.data = req->data,
		.text = req->trigger->text,
		.filter = req->spec->filter,
		.size = req->data->size,
		.paused = req->spec->pause,
	};
	int ret = hist_attach(&attach);

	if (ret && ret != -ENOMEM)
		reject_attach(req, &attach, ret);
	return ret;
}

static void detach(struct trace_event_file *file, struct event_trigger_data *trigger)
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
static void hist_detach_all(struct trace_event_file *file)
{
	struct event_trigger_data *trigger;
	LIST_HEAD(unlinked);

	hist_trigger_unlink_unused(file, &unlinked);
	if (!list_empty(&unlinked))
		hist_emptied_forget(file);
	list_for_each_entry(trigger, &unlinked, named_list)
		if (!hist_of(trigger)->is_helper)
			hist_emptied_add(file, hist_of(trigger), trigger->filter_str);
	trigger_free_unlinked(&unlinked);
}

/*
 * Find the attached histogram that the command matches. Field-variable histograms belong to other
 * histograms, so they are searched only if @helpers is true, and then exclusively.
 */
static struct event_trigger_data *find_wanted(const struct hist_request *req, bool helpers)
{
	const struct hist_wanted wanted = { req->spec, req->data };
	struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &req->file->triggers, list)
		if (hist_of(trigger) && hist_of(trigger)->is_helper == helpers &&
		    hist_is_wanted(&wanted, hist_of(trigger), trigger->filter_str))
			return trigger;
	return NULL;
}

/*
 * Find the histogram that a removal matches. A removal may omit filter, name, clock and some
 * variables, if exactly one histogram matches the rest.
 *
 * Return: the trigger, NULL if no histogram matches, or ERR_PTR(-EINVAL) if several match.
 */
static struct event_trigger_data *find_to_remove(struct hist_request *req)
{
	struct event_trigger_data *trigger, *found = find_wanted(req, false);
	const struct hist_wanted wanted = { req->spec, req->data };

	if (found)
		return found;

	list_for_each_entry(trigger, &req->file->triggers, list) {
		if (!hist_of(trigger) || hist_of(trigger)->is_helper ||
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
	if (trigger && hist_of(trigger)->live.n_users)
		return reject(req, HIST_DIAG_VAR_IN_USE, req->spec->command, -EBUSY);
	if (trigger) {
		detach(req->file, trigger);
		return 0;
	}
	if (hist_emptied_take(req->file, &wanted))
		return 0;
	if (find_wanted(req, true))
		return reject(req, HIST_DIAG_HELPER, req->spec->command, -EBUSY);
	return reject(req, HIST_DIAG_NOT_FOUND_REMOVE, req->spec->command, -ENOENT);
}

/* Execute pause, cont and clear for an attached histogram. */
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
	/*
	 * Events read this without a lock. No ordering is needed: an event that races with this
	 * command may be counted or not.
	 */
	if (spec->pause || spec->cont)
		WRITE_ONCE(trigger->paused, !spec->cont);
	return 0;
}

/* A variable is identified by its name and event, so each name can be defined once per event. */
static int check_vars(struct hist_request *req, const struct hist_resolver *resolver)
{
	const struct hist_event_id own = {
		req->file->event_call->class->system, trace_event_name(req->file->event_call),
	};
	const struct hist_trigger_data *data = req->data;
	unsigned int i, first = hist_n_shown(data);
	struct hist_var_found found;

	for (i = first; i < data->n_vals; i++)
		if (resolver->ops->find_var(resolver, &own, data->fields[i].var_name, &found) !=
		    -ENOENT)
			return reject(req, HIST_DIAG_VAR_TAKEN, req->spec->vars[i - first].name,
				      -EEXIST);
	return 0;
}

static int add_histogram(struct hist_request *req, const struct hist_resolver *resolver)
{
	const struct hist_spec *spec = req->spec;
	const struct hist_trigger_data *other = NULL;
	int ret;

	if (spec->cont || spec->clear)
		return reject(req, HIST_DIAG_NOT_FOUND, spec->command, -ENOENT);
	ret = check_vars(req, resolver);
	if (ret)
		return ret;

	if (req->data->name)
		other = hist_store_find(req->data->name);
	if (other && !hist_data_compatible(other, req->data))
		return reject(req, HIST_DIAG_NAME_MISMATCH, spec->name, -EINVAL);

	return attach(req);
}

static int compile_request(struct hist_request *req, const struct hist_resolver *resolver)
{
	hist_data_put(req->data);
	req->data = hist_compile(req->spec, resolver, &req->trigger->diag);
	return PTR_ERR_OR_ZERO(req->data);
}

/*
 * The names in a command may have changed their meaning since a histogram was attached, because
 * events and variables were added or removed. To find an attached histogram, the command is
 * therefore compiled leniently: names that refer to other histograms or events are not looked up.
 * A histogram that is going to be attached is compiled strictly.
 */
static int run_request(struct hist_request *req)
{
	struct hist_event_resolver event = {
		.resolver.ops = &hist_event_resolver_ops,
		.resolver.lenient = true,
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

	hist_emptied_forget(req->file);
	trigger = find_wanted(req, false);
	if (trigger)
		return control_histogram(req, trigger);

	event.resolver.lenient = false;
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
	ret = run_request(&req);

	hist_data_put(req.data);
	hist_spec_free(req.spec);
	return ret;
}

/* There is no ops.trigger: events call hist_trigger_hit() directly, see hist/hit.h. */
static struct trigger_command hist_command = {
	.ops.name		= "hist",
	.ops.trigger_type	= ETT_EVENT_HIST,
	.ops.flags		= EVENT_CMD_FL_NEEDS_REC,
	.ops.print		= hist_trigger_print,
	.write			= hist_command_write,
	.release		= hist_trigger_release,
	.close			= hist_trigger_close,
	.emptied		= hist_detach_all,
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
