// SPDX-License-Identifier: GPL-2.0
/*
 * The one place where a diagnostic becomes text for the user.
 *
 * Knows no grammar: what a code means is said by the messages that come with it.
 */
#include <linux/cleanup.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "trace.h"
#include "trace_diag.h"

/**
 * trace_diag_log - write a diagnostic into an instance's error_log
 * @tr: the instance whose file took the command
 * @where: the grammar and what the command was for, as in "hist:sched:sched_switch"
 * @cmd: the whole command; the caret goes under the diagnostic's place in it
 * @messages: the grammar's messages by code, which must stay for good: they are
 *	not copied
 * @diag: what to log; nothing is logged if nothing is wrong
 *
 * The command is shown in one line, since the caret is below it, and without what would do
 * something to a terminal: who may give commands need not be who reads the log.
 *
 * Context: may sleep; takes the lock of the error log.
 */
void trace_diag_log(struct trace_array *tr, const char *where, const char *cmd,
		    const char *const *messages, const struct trace_diag *diag)
{
	char *line __free(kfree) = NULL;

	if (!diag->code)
		return;
	line = kstrdup(cmd, GFP_KERNEL);
	if (line)
		trace_text_flatten(line);
	/* The log does not write to the messages, whatever its prototype says. */
	tracing_log_err(tr, where, line ?: "", (const char **)messages, diag->code,
			line ? min_t(u32, diag->at.off, U16_MAX) : 0);
}
