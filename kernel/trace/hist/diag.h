/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Error codes of hist triggers.
 *
 * The parser and the compiler report an error as a value, a struct trace_diag with one of these
 * codes and the position of the offending token.  trace_events_hist.c writes it to the error_log.
 */
#ifndef _TRACE_HIST_DIAG_H
#define _TRACE_HIST_DIAG_H

#include "../trace_diag.h"

/* Error codes, in the order of the messages in hist/diag.c, which explain them. */
enum hist_diag {
	HIST_DIAG_NONE,

	/* Parameters and their syntax. */
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
	HIST_DIAG_BAD_DEPTH,
	HIST_DIAG_LHIST_NUMBERS,
	HIST_DIAG_LHIST_RANGE,
	HIST_DIAG_LHIST_STEP,
	HIST_DIAG_BAD_QUANTILE,
	HIST_DIAG_AGG_DISPLAY,
	HIST_DIAG_BAD_POOL,
	HIST_DIAG_POOL_RANGE,
	HIST_DIAG_BAD_OVERFLOW,

	/* Syntax of expressions, variables and actions. */
	HIST_DIAG_NO_OPERAND,
	HIST_DIAG_BAD_NUMBER,
	HIST_DIAG_NO_OPERATOR,
	HIST_DIAG_NOT_CLOSED,
	HIST_DIAG_NOT_OPENED,
	HIST_DIAG_BRACKET_NOT_CLOSED,
	HIST_DIAG_BRACKET_NOT_OPENED,
	HIST_DIAG_KEYED_FIELD,
	HIST_DIAG_KEYED_NESTED,
	HIST_DIAG_COND_PARENTHESES,
	HIST_DIAG_COND_INCOMPLETE,
	HIST_DIAG_NOT_WHOLE,
	HIST_DIAG_EXPR_SIZE,
	HIST_DIAG_EXPR_TOO_LONG,
	HIST_DIAG_EXPR_DEPTH,
	HIST_DIAG_EXPR_SIGN,
	HIST_DIAG_DIV_ZERO,
	HIST_DIAG_BAD_VAR_NAME,
	HIST_DIAG_BAD_EVENT_NAME,
	HIST_DIAG_TOO_MANY_VARS,
	HIST_DIAG_VAR_EXISTS,
	HIST_DIAG_UNKNOWN_HANDLER,
	HIST_DIAG_NO_PARENTHESES,
	HIST_DIAG_NO_MATCH_EVENT,
	HIST_DIAG_TRACKS_NO_VAR,
	HIST_DIAG_NO_ACTION,
	HIST_DIAG_AFTER_ACTION,
	HIST_DIAG_TOO_MANY_ACTIONS,
	HIST_DIAG_NO_SYNTH_NAME,
	HIST_DIAG_HANDLER_ACTION,
	HIST_DIAG_SNAPSHOT_PARAM,
	HIST_DIAG_SAVE_NOTHING,
	HIST_DIAG_TOO_MANY_PARAMS,

	/* Fields of the event. */
	HIST_DIAG_NO_FIELD,
	HIST_DIAG_FOREIGN_FIELD,
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
	HIST_DIAG_DEPTH_FIELD,
	HIST_DIAG_BUILD_FIELD,
	HIST_DIAG_NOHITCOUNT_ALONE,
	HIST_DIAG_NO_SORT_FIELD,
	HIST_DIAG_MODIFIER_FOR_VAR,
	HIST_DIAG_HITCOUNT_OPERAND,
	HIST_DIAG_OPERAND_TYPE,
	HIST_DIAG_VAR_TYPE,
	HIST_DIAG_KEY_VAR,
	HIST_DIAG_AGG_FOR_KEY,
	HIST_DIAG_AGG_FOR_VAR,
	HIST_DIAG_AGG_HITCOUNT,
	HIST_DIAG_POOL_UNUSED,
	HIST_DIAG_VAR_CYCLE,
	HIST_DIAG_TIME_UNITS,
	HIST_DIAG_TIME_CLOCKS,
	HIST_DIAG_TOO_MANY_OPERANDS,
	HIST_DIAG_TOO_MANY_STACKS,

	/* Variables of other histograms, other events, synthetic events. */
	HIST_DIAG_NO_VAR,
	HIST_DIAG_VAR_AMBIGUOUS,
	HIST_DIAG_VAR_KEYS,
	HIST_DIAG_KEYED_OWN,
	HIST_DIAG_KEYED_VAR,
	HIST_DIAG_KEYED_COUNT,
	HIST_DIAG_KEYED_TYPE,
	HIST_DIAG_TOO_MANY_REFS,
	HIST_DIAG_TOO_MANY_LOOKUPS,
	HIST_DIAG_NO_EVENT,
	HIST_DIAG_MATCH_NO_HIST,
	HIST_DIAG_MATCH_KEYS,
	HIST_DIAG_MATCH_KEY_VAR,
	HIST_DIAG_MATCH_EVICTS,
	HIST_DIAG_NOT_MATCH_EVENT,
	HIST_DIAG_NO_TRACKED_VAR,
	HIST_DIAG_TRACKED_TYPE,
	HIST_DIAG_UNKNOWN_ACTION,
	HIST_DIAG_NO_SYNTH,
	HIST_DIAG_PARAM_COUNT,
	HIST_DIAG_PARAM_TYPE,
	HIST_DIAG_PARAM_STACK,
	HIST_DIAG_EVICT_TRACKED,
	HIST_DIAG_SNAPSHOT_TWICE,
	HIST_DIAG_TOO_MUCH_SAVED,
	HIST_DIAG_CTX_TOO_LARGE,

	/* Conflicts with attached histograms, and failures to attach. */
	HIST_DIAG_NAME_MISMATCH,
	HIST_DIAG_NAME_OVERFLOW,
	HIST_DIAG_EXISTS,
	HIST_DIAG_NOT_FOUND,
	HIST_DIAG_NOT_FOUND_REMOVE,
	HIST_DIAG_AMBIGUOUS,
	HIST_DIAG_VAR_IN_USE,
	HIST_DIAG_VAR_TAKEN,
	HIST_DIAG_FIELD_VAR_HIST,
	HIST_DIAG_CYCLE,
	HIST_DIAG_SNAPSHOT_BUSY,
	HIST_DIAG_STACK_DEPTH,
	HIST_DIAG_ATTACH,

	HIST_DIAG_COUNT,
};

extern const char *const hist_diag_messages[HIST_DIAG_COUNT];

/**
 * hist_diag_set - report an error in a hist trigger
 * @diag: diagnostic to fill in; the first error that is reported stays
 * @code: error code
 * @at: offending token
 *
 * Return: always -EINVAL, for the caller to return.
 */
static inline int hist_diag_set(struct trace_diag *diag, enum hist_diag code,
				struct trace_span at)
{
	return trace_diag_set(diag, code, at);
}

/**
 * hist_diag_suggest - report an unknown name in a hist trigger, and a similar valid name
 * @diag: diagnostic to fill in; the first error that is reported stays
 * @code: error code
 * @at: offending token
 * @prefix: "", "." or "$", shown in front of the suggested name
 * @suggestion: the nearest valid name, if there is one
 *
 * Return: always -EINVAL, for the caller to return.
 */
static inline int hist_diag_suggest(struct trace_diag *diag, enum hist_diag code,
				    struct trace_span at, const char *prefix,
				    const struct trace_suggestion *suggestion)
{
	return trace_diag_suggest(diag, code, at, prefix, suggestion);
}

#endif /* _TRACE_HIST_DIAG_H */
