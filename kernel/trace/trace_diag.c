// SPDX-License-Identifier: GPL-2.0
/*
 * Write diagnostics to the error_log file.
 *
 * This file does not depend on a command grammar: the caller passes the message table of the
 * grammar that reported the diagnostic. tracing_log_err_hint() takes the lock of the error log; no
 * other lock is taken.
 */
#include <linux/cleanup.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/sprintf.h>

#include "trace.h"
#include "trace_diag.h"

/**
 * trace_diag_format_hint - format the text that is shown behind the message of a diagnostic
 * @diag: diagnostic
 * @text: filled in with the text, at most %TRACE_DIAG_HINT_MAX bytes with the NUL; empty if the
 *	diagnostic has no hint
 *
 * Context: any.
 */
void trace_diag_format_hint(const struct trace_diag *diag, char *text)
{
	*text = '\0';
	if (diag->hint[0])
		scnprintf(text, TRACE_DIAG_HINT_MAX, ", did you mean %s?", diag->hint);
	trace_text_flatten(text);
}

/**
 * trace_diag_log - write a diagnostic into an instance's error_log
 * @tr: instance whose file received the command; NULL for the top instance
 * @where: grammar and target of the command, as in "hist:sched:sched_switch"
 * @cmd: the whole command; the caret is printed at the offset of @diag in it
 * @messages: messages of the grammar, indexed by code. The error log keeps pointers to them, so
 *	they must never be freed
 * @diag: diagnostic to log; nothing is logged if its code is 0
 *
 * The log shows the command in one line, because the caret is on the line below. Blanks become
 * spaces. Other control characters become '?': the log may be read by another user than the one
 * who wrote the command, and must not send escape sequences to that user's terminal. The same
 * holds for the hint, because the name of an event can contain any character.
 *
 * Context: may sleep; takes the lock of the error log.
 */
void trace_diag_log(struct trace_array *tr, const char *where, const char *cmd,
		    const char *const *messages, const struct trace_diag *diag)
{
	char *line __free(kfree) = NULL;
	char hint[TRACE_DIAG_HINT_MAX];

	if (!diag->code)
		return;
	line = kstrdup(cmd, GFP_KERNEL);
	if (line)
		trace_text_flatten(line);
	trace_diag_format_hint(diag, hint);
	/* The prototype lacks a const, but the error log does not write to the messages. */
	tracing_log_err_hint(tr, where, line ?: "", (const char **)messages, diag->code,
			     line ? min_t(u32, diag->at.off, U16_MAX) : 0, hint);
}
