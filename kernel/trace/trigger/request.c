// SPDX-License-Identifier: GPL-2.0
/*
 * Execute a trigger command: find its struct trigger_command by name, and log its errors. Only
 * the command itself interprets the text after its name.
 *
 * Locks: event_mutex is held.
 */
#include <linux/slab.h>

#include "spec.h"
#include "trigger.h"

/* Log the reason why a command was rejected. */
static void trigger_log_rejection(struct trigger_request *req, int err)
{
	struct trace_event_call *call = req->file->event_call;
	char *where;

	if (err == -ENOMEM) {
		req->messages = trigger_diag_messages;
		req->diag = (struct trace_diag){ .code = TRIGGER_DIAG_NO_MEMORY };
	}
	where = kasprintf(GFP_KERNEL, "%s:%s:%s", req->grammar, call->class->system,
			  trace_event_name(call));
	if (!where)
		return;
	trace_diag_log(req->file->tr, where, req->text, req->messages, &req->diag);
	kfree(where);
}

static int reject_name(struct trigger_request *req, struct trace_span name)
{
	struct trace_suggestion suggestion = trace_suggestion_for(req->text, name);

	trigger_command_suggest(&suggestion);
	return trace_diag_suggest(&req->diag, TRIGGER_DIAG_UNKNOWN, name, "", &suggestion);
}

static int trigger_dispatch(struct trigger_request *req)
{
	struct trigger_command *command;
	struct trace_span name;
	int ret;

	ret = trigger_spec_name(req->text, req->len, &name, &req->diag);
	if (ret)
		return ret;
	command = trigger_command_find(req->text, name);
	if (!command)
		return reject_name(req, name);
	return command->write(command, req);
}

/**
 * trigger_process_command - execute a command for an event
 * @file: the event
 * @text: the command, NUL-terminated; trailing blanks are cut off
 * @len: length of the command
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or a negative errno. On error, nothing is changed and the reason is in the error
 * log.
 */
int trigger_process_command(struct trace_event_file *file, char *text, u32 len)
{
	struct trigger_request req = {
		.file = file,
		.text = text,
		.len = trace_text_chomp(text, len),
		.grammar = "trigger",
		.messages = trigger_diag_messages,
	};
	int ret;

	lockdep_assert_held(&event_mutex);

	ret = trigger_dispatch(&req);
	if (ret)
		trigger_log_rejection(&req, ret);
	return ret;
}
