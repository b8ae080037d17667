// SPDX-License-Identifier: GPL-2.0
/*
 * From what was written to the command that it is for, and from its mistakes to the error
 * log.  What stands behind the command's name is known to the command alone.
 */
#include <linux/slab.h>

#include "spec.h"
#include "trigger.h"

/* Every rejected command leaves an entry in the error log. */
static void log_rejection(struct trigger_request *req, int err)
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

static int run(struct trigger_request *req)
{
	struct trigger_command *command;
	struct trace_span name;
	int ret;

	ret = trigger_spec_name(req->text, req->len, &name, &req->diag);
	if (ret)
		return ret;
	command = trigger_command_find(req->text, name);
	if (!command)
		return trigger_diag_set(&req->diag, TRIGGER_DIAG_UNKNOWN, name);
	return command->write(command, req);
}

/**
 * trigger_run - do what was written to an event's trigger file
 * @file: the event
 * @text: a command, terminated; the blanks at its end are cut off
 * @len: its length
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with nothing changed and an entry in the error log.
 */
int trigger_run(struct trace_event_file *file, char *text, u32 len)
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

	ret = run(&req);
	if (ret)
		log_rejection(&req, ret);
	return ret;
}
