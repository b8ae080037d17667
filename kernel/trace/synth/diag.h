/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What can be wrong with the definition of a synthetic event.
 */
#ifndef _TRACE_SYNTH_DIAG_H
#define _TRACE_SYNTH_DIAG_H

#include "../trace_diag.h"

/* What each of them means is said by its message, in synth/diag.c. */
enum synth_diag {
	SYNTH_DIAG_NONE,

	/* The text. */
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

	/* The fields together. */
	SYNTH_DIAG_DUPLICATE_FIELD,
	SYNTH_DIAG_COMMON_FIELD,
	SYNTH_DIAG_TOO_LARGE,

	/* The event among the others. */
	SYNTH_DIAG_EXISTS,
	SYNTH_DIAG_NOT_FOUND,
	SYNTH_DIAG_BUSY,
	SYNTH_DIAG_NO_MEMORY,
	SYNTH_DIAG_REGISTER,

	SYNTH_DIAG_COUNT,
};

extern const char *const synth_diag_messages[SYNTH_DIAG_COUNT];

/**
 * synth_diag_set - report a mistake in the definition of a synthetic event
 * @diag: where to; a mistake reported before stays
 * @code: which one
 * @at: the offending token
 *
 * Return: always -EINVAL, for the caller to return.
 */
static inline int synth_diag_set(struct trace_diag *diag, enum synth_diag code,
				 struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

#endif /* _TRACE_SYNTH_DIAG_H */
