/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is wrong with a command, as a value.
 *
 * A parser or compiler that rejects a command fills in a struct trace_diag: a
 * code of its grammar and the place in the command.  It prints nothing and
 * needs no tracing instance.  The front door that took the command turns the
 * value into an entry of the error_log file with trace_diag_log().
 */
#ifndef _TRACE_DIAG_H
#define _TRACE_DIAG_H

#include <linux/errno.h>
#include <linux/types.h>

#include "trace_text.h"

struct trace_array;

/**
 * struct trace_diag - the first thing found wrong with a command
 * @code: which of the grammar's messages; 0 while nothing is wrong
 * @at: the offending token
 */
struct trace_diag {
	u8 code;
	struct trace_span at;
};

/**
 * trace_diag_set - report a mistake
 * @diag: where to; a mistake reported before stays
 * @code: which of the grammar's messages, not 0
 * @at: the offending token
 *
 * Return: always -EINVAL, for the caller to return.
 */
static inline int trace_diag_set(struct trace_diag *diag, u8 code, struct trace_span at)
{
	if (!diag->code) {
		diag->code = code;
		diag->at = at;
	}
	return -EINVAL;
}

void trace_diag_log(struct trace_array *tr, const char *where, const char *cmd,
		    const char *const *messages, const struct trace_diag *diag);

#endif /* _TRACE_DIAG_H */
