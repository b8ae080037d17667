// SPDX-License-Identifier: GPL-2.0
/*
 * Table of trigger commands, and the implementation of the common grammar: add, remove and show a
 * trigger. This file does not depend on what the triggers do.
 *
 * Locks: event_mutex protects the triggers. The table is constant after boot.
 */
#include <linux/init.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../filter/diag.h"
#include "spec.h"
#include "trigger.h"

/* Commands in the order in which they are listed. Filled at boot, constant after. */
static LIST_HEAD(commands);

/**
 * trigger_command_register - add a command to the table
 * @command: the command; must never be freed
 *
 * Context: boot.
 */
void __init trigger_command_register(struct trigger_command *command)
{
	list_add_tail(&command->ops.list, &commands);
}

/**
 * trigger_command_find - find a command by its name
 * @text: text that contains the name
 * @name: the name
 *
 * Context: any.
 * Return: the command, or NULL.
 */
struct trigger_command *trigger_command_find(const char *text, struct trace_span name)
{
	struct trigger_command *command;

	list_for_each_entry(command, &commands, ops.list)
		if (trace_span_is(text, name, command->ops.name))
			return command;
	return NULL;
}

/**
 * trigger_command_suggest - offer the names of all commands
 * @suggestion: suggestion for the unknown name of a command
 *
 * Context: any.
 */
void trigger_command_suggest(struct trace_suggestion *suggestion)
{
	const struct trigger_command *command;

	list_for_each_entry(command, &commands, ops.list)
		trace_suggest_offer(suggestion, command->ops.name);
}

/**
 * trigger_command_show_all - list the names of all commands
 * @m: output
 *
 * Context: any.
 */
void trigger_command_show_all(struct seq_file *m)
{
	const struct trigger_command *command;

	seq_puts(m, "# Available triggers:\n#");
	list_for_each_entry(command, &commands, ops.list)
		seq_printf(m, " %s", command->ops.name);
	seq_putc(m, '\n');
}

/**
 * trigger_commands_truncated - notify all commands that a trigger file is truncated
 * @file: event whose trigger file was opened with O_TRUNC
 *
 * Context: may sleep; event_mutex held.
 */
void trigger_commands_truncated(struct trace_event_file *file)
{
	const struct trigger_command *command;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(command, &commands, ops.list)
		if (command->truncated)
			command->truncated(file);
}

static int trigger_reject(struct trigger_request *req, enum trigger_diag code, struct trace_span at,
			  int err)
{
	trigger_diag_set(&req->diag, code, at);
	return err;
}

static struct trace_event_file *target_of(const struct event_trigger_data *trigger)
{
	const struct enable_trigger_data *enable = trigger->private_data;

	return trigger_command_of(trigger)->has_target ? enable->file : NULL;
}

/*
 * Find the trigger that excludes a new one. An event has at most one trigger of each type, or one
 * per target event if the command names one. traceon and traceoff share a type, as do
 * enable_event and disable_event.
 */
static struct event_trigger_data *find_same_type(const struct trigger_request *req,
						 const struct trigger_command *command)
{
	struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &req->file->triggers, list)
		if (trigger->cmd_ops->trigger_type == command->ops.trigger_type &&
		    target_of(trigger) == req->target)
			return trigger;
	return NULL;
}

/* Remove a trigger. A removal also succeeds if there is no such trigger. */
static void trigger_remove(struct trigger_command *command, struct trigger_request *req)
{
	struct event_trigger_data *trigger = find_same_type(req, command);
	LIST_HEAD(unlinked);

	if (!trigger || trigger_command_of(trigger) != command)
		return;
	trigger_unlink(req->file, trigger, &unlinked);
	trigger_free_unlinked(&unlinked);
}

static void set_count(struct event_trigger_data *trigger, const struct trigger_spec *spec)
{
	if (!spec->count)
		return;
	trigger->flags |= EVENT_TRIGGER_FL_COUNT;
	atomic_long_set(&trigger_of(trigger)->count_left, spec->count);
}

static int trigger_prepare(struct event_trigger_data *trigger, struct trigger_request *req,
			   const struct trigger_spec *spec)
{
	const struct trigger_command *command = trigger_command_of(trigger);
	int ret;

	ret = command->prepare ? command->prepare(trigger, req, spec) : 0;
	if (ret)
		return ret;
	ret = trigger_link(req->file, trigger);
	if (ret && ret != -ENOMEM)
		return trigger_reject(req, TRIGGER_DIAG_ATTACH, spec->command, ret);
	return ret;
}

static int trigger_add(struct trigger_command *command, struct trigger_request *req,
		       const struct trigger_spec *spec)
{
	struct event_trigger_data *trigger;
	int ret;

	if (find_same_type(req, command))
		return trigger_reject(req, req->target ? TRIGGER_DIAG_TARGET_EXISTS :
				      TRIGGER_DIAG_EXISTS, spec->command, -EEXIST);

	trigger = trigger_new(command);
	if (!trigger)
		return -ENOMEM;
	set_count(trigger, spec);
	ret = trigger_set_filter(trigger, req->file, req->text, spec->filter, &req->diag);
	if (ret)
		req->messages = filter_diag_messages;
	else
		ret = trigger_prepare(trigger, req, spec);
	if (ret)
		trigger_free(trigger);
	return ret;
}

/**
 * trigger_write - execute a command of the common grammar
 * @command: the command
 * @req: the request
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, also if a trigger to be removed does not exist; -ENOMEM; or another negative errno
 * with the diag of @req set: -EINVAL, -EEXIST, or the reason why the event could not be enabled.
 */
int trigger_write(struct trigger_command *command, struct trigger_request *req)
{
	struct trigger_spec spec;
	int ret;

	ret = trigger_spec_parse(&spec, req->text, req->len, command->has_target, &req->diag);
	if (!ret && command->has_target)
		ret = trigger_find_target(req->file->tr, req->text, spec.system, spec.event,
					  &req->target, &req->diag);
	if (ret)
		return ret;
	if (!spec.remove)
		return trigger_add(command, req, &spec);
	trigger_remove(command, req);
	return 0;
}

/**
 * trigger_print - print a trigger of the common grammar as a command that creates it
 * @m: output
 * @trigger: the trigger
 *
 * Context: event_mutex held.
 * Return: always 0.
 */
int trigger_print(struct seq_file *m, struct event_trigger_data *trigger)
{
	const struct trace_event_file *target = target_of(trigger);
	const struct trigger *own = trigger_of(trigger);

	seq_puts(m, trigger->cmd_ops->name);
	if (target)
		seq_printf(m, ":%s:%s", target->event_call->class->system,
			   trace_event_name(target->event_call));
	if (trigger->flags & EVENT_TRIGGER_FL_COUNT)
		seq_printf(m, ":count=%ld", max(atomic_long_read(&own->count_left), 0L));
	else
		seq_puts(m, ":unlimited");
	if (trigger->filter_str)
		seq_printf(m, " if %s", trigger->filter_str);
	seq_putc(m, '\n');
	return 0;
}
