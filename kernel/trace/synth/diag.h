/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Errors in definitions of synthetic events, as values that the entry point logs.
 */
#ifndef _TRACE_SYNTH_DIAG_H
#define _TRACE_SYNTH_DIAG_H

#include "../trace_diag.h"

/* Error codes. synth_diag_messages[] in synth/diag.c has the message of each code. */
enum synth_diag {
	SYNTH_DIAG_NONE,

	/* Syntax errors. */
	SYNTH_DIAG_BAD_FORM,
	SYNTH_DIAG_BAD_DYN_FORM,
	SYNTH_DIAG_BAD_NAME,
	SYNTH_DIAG_NAME_TOO_LONG,
	SYNTH_DIAG_FILE_NAME,
	SYNTH_DIAG_BAD_FIELD,
	SYNTH_DIAG_BAD_TYPE,
	SYNTH_DIAG_INCOMPLETE_TYPE,
	SYNTH_DIAG_BAD_ARRAY,
	SYNTH_DIAG_TOO_MANY_FIELDS,

	/* Errors found when the record layout is computed. */
	SYNTH_DIAG_DUPLICATE_FIELD,
	SYNTH_DIAG_COMMON_FIELD,
	SYNTH_DIAG_TOO_LARGE,

	/* Errors of creating or removing an event. */
	SYNTH_DIAG_EXISTS,
	SYNTH_DIAG_NOT_FOUND,
	SYNTH_DIAG_BUSY,
	SYNTH_DIAG_NO_MEMORY,
	SYNTH_DIAG_REGISTER,

	SYNTH_DIAG_COUNT,
};

extern const char *const synth_diag_messages[SYNTH_DIAG_COUNT];

/**
 * synth_diag_set - report an error in the definition of a synthetic event
 * @diag: where to store the error; a previously stored error is kept
 * @code: error code
 * @at: offending token
 *
 * Return: -EINVAL, for the caller to return.
 */
static inline int synth_diag_set(struct trace_diag *diag, enum synth_diag code,
				 struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_SYNTH_DIAG_H */
