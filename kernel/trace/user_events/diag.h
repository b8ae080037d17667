/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What can be wrong with the definition of a user event.
 */
#ifndef _TRACE_USER_EVENTS_DIAG_H
#define _TRACE_USER_EVENTS_DIAG_H

#include "../trace_diag.h"

/* What each of them means is said by its message, in user_events/diag.c. */
enum user_diag {
	USER_DIAG_NONE,

	/* The text. */
	USER_DIAG_BAD_NAME,
	USER_DIAG_NAME_TOO_LONG,
	USER_DIAG_FLAG,
	USER_DIAG_BAD_FIELD,
	USER_DIAG_BAD_TYPE,
	USER_DIAG_LONG,
	USER_DIAG_BAD_ARRAY,
	USER_DIAG_BAD_SIZE,
	USER_DIAG_NO_SIZE,
	USER_DIAG_STRAY_SIZE,
	USER_DIAG_BAD_FIELD_NAME,

	/* The fields together. */
	USER_DIAG_DUPLICATE_FIELD,
	USER_DIAG_COMMON_FIELD,
	USER_DIAG_TOO_LARGE,

	/* What is not taken apart. */
	USER_DIAG_TOO_LONG,

	/* The event among the others. */
	USER_DIAG_OTHER_FIELDS,
	USER_DIAG_NAME_TAKEN,
	USER_DIAG_TOO_MANY,
	USER_DIAG_QUARANTINE,
	USER_DIAG_UNPRIVILEGED,
	USER_DIAG_NO_MEMORY,
	USER_DIAG_REGISTER,

	USER_DIAG_COUNT,
};

extern const char *const user_diag_messages[USER_DIAG_COUNT];

/**
 * user_diag_set - report a mistake in the definition of a user event
 * @diag: where to; a mistake reported before stays
 * @code: which one
 * @at: the offending token
 *
 * Return: always -EINVAL, for the caller to return.
 */
static inline int user_diag_set(struct trace_diag *diag, enum user_diag code,
				struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_USER_EVENTS_DIAG_H */
