/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What can be wrong with a hist trigger.
 */
#ifndef _TRACE_HIST_DIAG_H
#define _TRACE_HIST_DIAG_H

#include "../trace_diag.h"

/* What each of them means is said by its message, in hist/diag.c. */
enum hist_diag {
	HIST_DIAG_NONE,

	/* The text. */
	HIST_DIAG_NUL_BYTE,
	HIST_DIAG_TOO_LONG,
	HIST_DIAG_EMPTY_PARAM,
	HIST_DIAG_UNKNOWN_PARAM,
	HIST_DIAG_DUPLICATE_PARAM,
	HIST_DIAG_NO_ASSIGNMENT,
	HIST_DIAG_NEEDS_NO_VALUE,
	HIST_DIAG_EMPTY_ASSIGNMENT,
	HIST_DIAG_EMPTY_FIELD,
	HIST_DIAG_NO_KEYS,
	HIST_DIAG_TOO_MANY_KEYS,
	HIST_DIAG_TOO_MANY_VALS,
	HIST_DIAG_TOO_MANY_SORTS,
	HIST_DIAG_EMPTY_SORT,
	HIST_DIAG_BAD_SORT_MODIFIER,
	HIST_DIAG_BAD_SIZE,
	HIST_DIAG_SIZE_RANGE,
	HIST_DIAG_BAD_NAME,
	HIST_DIAG_BAD_CLOCK,
	HIST_DIAG_EMPTY_FILTER,
	HIST_DIAG_BAD_MODIFIER,
	HIST_DIAG_BAD_BUCKET,

	/* The fields. */
	HIST_DIAG_NO_FIELD,
	HIST_DIAG_KEY_HITCOUNT,
	HIST_DIAG_KEY_TYPE,
	HIST_DIAG_KEY_TOO_LONG,
	HIST_DIAG_DUPLICATE_KEY,
	HIST_DIAG_VAL_TYPE,
	HIST_DIAG_MODIFIER_FOR_KEY,
	HIST_DIAG_MODIFIER_FOR_VAL,
	HIST_DIAG_MODIFIER_TYPE,
	HIST_DIAG_EXECNAME_FIELD,
	HIST_DIAG_USECS_FIELD,
	HIST_DIAG_NOHITCOUNT_ALONE,
	HIST_DIAG_NO_SORT_FIELD,

	/* The histogram among the others. */
	HIST_DIAG_NAME_MISMATCH,
	HIST_DIAG_EXISTS,
	HIST_DIAG_NOT_FOUND,
	HIST_DIAG_NOT_FOUND_REMOVE,
	HIST_DIAG_AMBIGUOUS,
	HIST_DIAG_BAD_FILTER,
	HIST_DIAG_NO_MEMORY,
	HIST_DIAG_ATTACH,

	HIST_DIAG_COUNT,
};

extern const char *const hist_diag_messages[HIST_DIAG_COUNT];

/**
 * hist_diag_set - report a mistake in a hist trigger
 * @diag: where to; a mistake reported before stays
 * @code: which one
 * @at: the offending token
 *
 * Return: always -EINVAL, for the caller to return.
 */
static inline int hist_diag_set(struct trace_diag *diag, enum hist_diag code,
				struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_HIST_DIAG_H */
