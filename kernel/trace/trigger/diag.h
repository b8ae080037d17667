/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors in trigger commands, and in enable_event and disable_event of set_ftrace_filter. Errors in
 * the filter of a command are filter diagnostics, see filter/diag.h.
 */
#ifndef _TRACE_TRIGGER_DIAG_H
#define _TRACE_TRIGGER_DIAG_H

#include "../trace_diag.h"

/* Error codes; trigger/diag.c has their messages. */
enum trigger_diag {
	TRIGGER_DIAG_NONE,

	/* Syntax. */
	TRIGGER_DIAG_EMPTY,
	TRIGGER_DIAG_NUL_BYTE,
	TRIGGER_DIAG_TOO_LONG,
	TRIGGER_DIAG_UNKNOWN,
	TRIGGER_DIAG_NO_FILTER,
	TRIGGER_DIAG_NO_IF,
	TRIGGER_DIAG_TOO_MANY_PARAMS,
	TRIGGER_DIAG_BAD_COUNT,
	TRIGGER_DIAG_COUNT_ZERO,
	TRIGGER_DIAG_COUNT_RANGE,
	TRIGGER_DIAG_NO_TARGET,

	/* Attaching a trigger. */
	TRIGGER_DIAG_NO_EVENT,
	TRIGGER_DIAG_EXISTS,
	TRIGGER_DIAG_TARGET_EXISTS,
	TRIGGER_DIAG_SNAPSHOT,
	TRIGGER_DIAG_SNAPSHOT_TAKEN,
	TRIGGER_DIAG_TARGET,
	TRIGGER_DIAG_ATTACH,
	TRIGGER_DIAG_NO_MEMORY,

	/* Commands of set_ftrace_filter. */
	TRIGGER_DIAG_ADD_TO_FUNCTIONS,
	TRIGGER_DIAG_REMOVE_FROM_FUNCTIONS,

	TRIGGER_DIAG_COUNT,
};

extern const char *const trigger_diag_messages[TRIGGER_DIAG_COUNT];

/**
 * trigger_diag_set - report an error in a trigger command
 * @diag: diagnostic to set; an error that was reported earlier is kept
 * @code: error code
 * @at: the offending token
 *
 * Context: any.
 * Return: always -EINVAL, so that the caller can return it.
 */
static inline int trigger_diag_set(struct trace_diag *diag, enum trigger_diag code,
				   struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_TRIGGER_DIAG_H */
