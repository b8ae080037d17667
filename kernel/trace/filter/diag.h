/* SPDX-License-Identifier: GPL-2.0 */
/* Errors in filters. */
#ifndef _TRACE_FILTER_DIAG_H
#define _TRACE_FILTER_DIAG_H

#include "../trace_diag.h"

/* Error codes; filter/diag.c has their messages. */
enum filter_diag {
	FILTER_DIAG_NONE,

	/* Syntax. */
	FILTER_DIAG_EMPTY,
	FILTER_DIAG_NUL_BYTE,
	FILTER_DIAG_TOO_LONG,
	FILTER_DIAG_NO_PREDICATE,
	FILTER_DIAG_EMPTY_PARENS,
	FILTER_DIAG_NOT_CLOSED,
	FILTER_DIAG_NOT_OPENED,
	FILTER_DIAG_NO_LOGIC_OP,
	FILTER_DIAG_NO_FIELD_NAME,
	FILTER_DIAG_NO_OPERATOR,
	FILTER_DIAG_BAD_OPERATOR,
	FILTER_DIAG_NO_VALUE,
	FILTER_DIAG_NO_QUOTE,
	FILTER_DIAG_NO_BRACE,
	FILTER_DIAG_NAME_TOO_LONG,
	FILTER_DIAG_STR_TOO_LONG,

	/* Fields and values. */
	FILTER_DIAG_NO_FIELD,
	FILTER_DIAG_FIELD_TYPE,
	FILTER_DIAG_BAD_MODIFIER,
	FILTER_DIAG_USTRING_FIELD,
	FILTER_DIAG_FUNCTION_FIELD,
	FILTER_DIAG_NUMBER_OPERATOR,
	FILTER_DIAG_STRING_OPERATOR,
	FILTER_DIAG_STRING_NUMBER,
	FILTER_DIAG_FUNCTION_OPERATOR,
	FILTER_DIAG_CPUS_OPERATOR,
	FILTER_DIAG_MASK_VALUE,
	FILTER_DIAG_CPUS_FIELD,
	FILTER_DIAG_BAD_NUMBER,
	FILTER_DIAG_NUMBER_RANGE,
	FILTER_DIAG_NEGATIVE,
	FILTER_DIAG_NO_FUNCTION,
	FILTER_DIAG_BAD_CPUS,
	FILTER_DIAG_NO_CPUS,
	FILTER_DIAG_POINTER_FORBIDDEN,
	FILTER_DIAG_FUNCTION_FORBIDDEN,

	/* Perf events, and perf filters of the function event. */
	FILTER_DIAG_EXISTS,
	FILTER_DIAG_FUNCTION_ONLY,
	FILTER_DIAG_FUNCTION_LOGIC_OP,
	FILTER_DIAG_FUNCTION_NAME,

	/* Filter files. */
	FILTER_DIAG_FILE_TOO_LONG,

	FILTER_DIAG_NO_MEMORY,

	FILTER_DIAG_COUNT,
};

extern const char *const filter_diag_messages[FILTER_DIAG_COUNT];

/**
 * filter_diag_set - report an error in a filter
 * @diag: diagnostic to set; an error that was reported earlier is kept
 * @code: error code
 * @at: the offending token
 *
 * Context: any.
 * Return: always -EINVAL, so that the caller can return it.
 */
static inline int filter_diag_set(struct trace_diag *diag, enum filter_diag code,
				  struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_FILTER_DIAG_H */
