/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Diagnostics of commands, as values.
 *
 * A parser or compiler that rejects a command fills in a struct trace_diag: an error code of its
 * grammar, the position of the offending token and, for an unknown name, a similar valid name. It
 * does not print and does not need a tracing instance. The entry point that received the command
 * turns the value into an entry of the error_log file with trace_diag_log().
 */
#ifndef _TRACE_DIAG_H
#define _TRACE_DIAG_H

#include <linux/errno.h>
#include <linux/sprintf.h>
#include <linux/types.h>

#include "trace_suggest.h"
#include "trace_text.h"

struct trace_array;

/* Size of the text of a hint, ", did you mean NAME?", in bytes. */
#define TRACE_DIAG_HINT_MAX	96

/**
 * struct trace_diag - the first error found in a command
 * @code: error code of the grammar, an index into its messages; 0 if there is no error
 * @at: the offending token
 * @hint: name to suggest, NUL-terminated, with room for a '.' or '$' in front of it; or empty
 */
struct trace_diag {
	u8 code;
	struct trace_span at;
	char hint[TRACE_SUGGEST_NAME_MAX + 2];
};

/**
 * trace_diag_set - report an error in a command
 * @diag: diagnostic to set; an error that was reported earlier is kept
 * @code: error code of the grammar, not 0
 * @at: the offending token
 *
 * Context: any.
 * Return: always -EINVAL, so that the caller can return it.
 */
static inline int trace_diag_set(struct trace_diag *diag, u8 code, struct trace_span at)
{
	if (!diag->code) {
		diag->code = code;
		diag->at = at;
	}
	return -EINVAL;
}

/**
 * trace_diag_suggest - report an unknown name in a command, and a similar valid name
 * @diag: diagnostic to set; an error that was reported earlier is kept
 * @code: error code of the grammar, not 0
 * @at: the offending token
 * @prefix: "", "." or "$", shown in front of the suggested name
 * @suggestion: the nearest valid name; without a name, nothing is suggested
 *
 * Context: any.
 * Return: always -EINVAL, so that the caller can return it.
 */
static inline int trace_diag_suggest(struct trace_diag *diag, u8 code, struct trace_span at,
				     const char *prefix,
				     const struct trace_suggestion *suggestion)
{
	if (!diag->code && suggestion->name[0])
		scnprintf(diag->hint, sizeof(diag->hint), "%s%s", prefix, suggestion->name);
	return trace_diag_set(diag, code, at);
}

void trace_diag_format_hint(const struct trace_diag *diag, char *text);
void trace_diag_log(struct trace_array *tr, const char *where, const char *cmd,
		    const char *const *messages, const struct trace_diag *diag);

#endif /* _TRACE_DIAG_H */
