/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors in definitions of user events, as values that the registry logs.
 */
#ifndef _TRACE_USER_EVENTS_DIAG_H
#define _TRACE_USER_EVENTS_DIAG_H

#include "../trace_diag.h"

/* Error codes. user_event_diag_messages[] in user_events/diag.c has the message of each code. */
enum user_event_diag {
	USER_EVENT_DIAG_NONE,

	/* Syntax errors. */
	USER_EVENT_DIAG_BAD_NAME,
	USER_EVENT_DIAG_NAME_TOO_LONG,
	USER_EVENT_DIAG_FLAG,
	USER_EVENT_DIAG_BAD_FIELD,
	USER_EVENT_DIAG_BAD_TYPE,
	USER_EVENT_DIAG_LONG,
	USER_EVENT_DIAG_BAD_ARRAY,
	USER_EVENT_DIAG_BAD_SIZE,
	USER_EVENT_DIAG_NO_SIZE,
	USER_EVENT_DIAG_STRAY_SIZE,
	USER_EVENT_DIAG_BAD_FIELD_NAME,

	/* Errors that concern the fields together. */
	USER_EVENT_DIAG_DUPLICATE_FIELD,
	USER_EVENT_DIAG_COMMON_FIELD,
	USER_EVENT_DIAG_TOO_LARGE,

	/* Definition that is too long to be parsed. */
	USER_EVENT_DIAG_TOO_LONG,

	/* Errors of finding or creating the event. */
	USER_EVENT_DIAG_OTHER_FIELDS,
	USER_EVENT_DIAG_NAME_TAKEN,
	USER_EVENT_DIAG_TOO_MANY,
	USER_EVENT_DIAG_QUARANTINE,
	USER_EVENT_DIAG_UNPRIVILEGED,
	USER_EVENT_DIAG_NO_MEMORY,
	USER_EVENT_DIAG_REGISTER,

	USER_EVENT_DIAG_COUNT,
};

extern const char *const user_event_diag_messages[USER_EVENT_DIAG_COUNT];

/**
 * user_event_diag_set - report an error in the definition of a user event
 * @diag: where to store the error; a previously stored error is kept
 * @code: error code
 * @at: offending token
 *
 * Return: -EINVAL, for the caller to return.
 */
static inline int user_event_diag_set(struct trace_diag *diag, enum user_event_diag code,
				      struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_USER_EVENTS_DIAG_H */
