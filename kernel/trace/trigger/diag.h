/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What can be wrong with a trigger command.  A filter in it has messages of its own.
 */
#ifndef _TRACE_TRIGGER_DIAG_H
#define _TRACE_TRIGGER_DIAG_H

#include "../trace_diag.h"

/* What each of them means is said by its message, in trigger/diag.c. */
enum trigger_diag {
	TRIGGER_DIAG_NONE,

	/* The text. */
	TRIGGER_DIAG_EMPTY,
	TRIGGER_DIAG_NUL_BYTE,
	TRIGGER_DIAG_TOO_LONG,
	TRIGGER_DIAG_UNKNOWN,
	TRIGGER_DIAG_NO_FILTER,
	TRIGGER_DIAG_NO_IF,
	TRIGGER_DIAG_TOO_MANY_PARAMS,
	TRIGGER_DIAG_BAD_COUNT,
	TRIGGER_DIAG_COUNT_RANGE,
	TRIGGER_DIAG_NO_TARGET,

	/* The trigger among the others. */
	TRIGGER_DIAG_NO_EVENT,
	TRIGGER_DIAG_EXISTS,
	TRIGGER_DIAG_TARGET_EXISTS,
	TRIGGER_DIAG_SNAPSHOT,
	TRIGGER_DIAG_SNAPSHOT_TAKEN,
	TRIGGER_DIAG_TARGET,
	TRIGGER_DIAG_ATTACH,
	TRIGGER_DIAG_NO_MEMORY,

	TRIGGER_DIAG_COUNT,
};

extern const char *const trigger_diag_messages[TRIGGER_DIAG_COUNT];

/**
 * trigger_diag_set - report a mistake in a trigger command
 * @diag: where to; a mistake reported before stays
 * @code: which one
 * @at: the offending token
 *
 * Return: always -EINVAL, for the caller to return.
 */
static inline int trigger_diag_set(struct trace_diag *diag, enum trigger_diag code,
				   struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_TRIGGER_DIAG_H */
