/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What can be wrong with a hist trigger, and how it is said.
 *
 * One line here is one mistake: its code and its message in the error log.
 */
#ifndef _TRACE_HIST_DIAG_H
#define _TRACE_HIST_DIAG_H

#include "../trace_diag.h"

#define HIST_DIAGS(D)								\
	D(NONE,			"No error")					\
	/* The text. */								\
	D(NUL_BYTE,		"A command cannot contain a NUL byte")		\
	D(TOO_LONG,		"Command too long")				\
	D(EMPTY_PARAM,		"Empty parameter")				\
	D(UNKNOWN_PARAM,	"Unknown parameter")				\
	D(DUPLICATE_PARAM,	"Parameter given more than once")		\
	D(NO_ASSIGNMENT,	"Parameter needs '=' and a value")		\
	D(NEEDS_NO_VALUE,	"Parameter takes no value")			\
	D(EMPTY_ASSIGNMENT,	"Empty assignment")				\
	D(EMPTY_FIELD,		"Field name missing")				\
	D(NO_KEYS,		"No keys given, use keys=<field>[,<field>...]")	\
	D(TOO_MANY_KEYS,	"Too many keys")				\
	D(TOO_MANY_VALS,	"Too many values")				\
	D(TOO_MANY_SORTS,	"Too many sort fields, at most two")		\
	D(EMPTY_SORT,		"Sort field missing")				\
	D(BAD_SORT_MODIFIER,	"Invalid sort modifier, use ascending or descending") \
	D(BAD_SIZE,		"Size is not a number")				\
	D(SIZE_RANGE,		"Size out of range, from 128 to 131072")	\
	D(BAD_NAME,		"Invalid histogram name")			\
	D(BAD_CLOCK,		"Unknown clock")				\
	D(EMPTY_FILTER,		"Filter missing behind 'if'")			\
	D(BAD_MODIFIER,		"Unknown field modifier")			\
	D(BAD_BUCKET,		"Bucket size must be a number above 0, as in .buckets=10") \
	/* The fields. */							\
	D(NO_FIELD,		"Event has no such field")			\
	D(KEY_HITCOUNT,		"hitcount is a value and cannot be a key")	\
	D(KEY_TYPE,		"Field of this type cannot be a key")		\
	D(KEY_TOO_LONG,		"Keys too long together")			\
	D(DUPLICATE_KEY,	"Key given more than once")			\
	D(VAL_TYPE,		"Value must be a number")			\
	D(MODIFIER_FOR_KEY,	"Modifier is for keys only")			\
	D(MODIFIER_FOR_VAL,	"Modifier is for values only")			\
	D(MODIFIER_TYPE,	"Modifier does not fit the field's type")	\
	D(EXECNAME_FIELD,	"execname is for common_pid only")		\
	D(USECS_FIELD,		"usecs is for common_timestamp only")		\
	D(NOHITCOUNT_ALONE,	"nohitcount needs a value other than hitcount")	\
	D(NO_SORT_FIELD,	"Sort field is neither a key nor a value")	\
	/* The histogram among the others. */					\
	D(NAME_MISMATCH,	"A histogram of this name has other keys or values") \
	D(EXISTS,		"Histogram already exists")			\
	D(NOT_FOUND,		"No such histogram to clear or continue")	\
	D(NOT_FOUND_REMOVE,	"No such histogram to remove")			\
	D(AMBIGUOUS,		"More than one histogram matches, give its filter, name or clock") \
	D(BAD_FILTER,		"Invalid filter")				\
	D(NO_MEMORY,		"Out of memory")				\
	D(ATTACH,		"Event cannot be enabled")

#define HIST_DIAG_CODE(code, message)	HIST_DIAG_##code,
enum hist_diag {
	HIST_DIAGS(HIST_DIAG_CODE)
	HIST_DIAG_COUNT,
};

extern const char *hist_diag_messages[HIST_DIAG_COUNT];

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
