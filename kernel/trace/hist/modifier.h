/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Field modifiers, such as ".hex" in "call_site.hex".
 *
 * One table has the name of each modifier, the places where it is allowed, and its transformation
 * of the field's value, if any.  run/context.h applies the transformation to each event, and
 * show/text.c and show/folded.c display the result.
 */
#ifndef _TRACE_HIST_MODIFIER_H
#define _TRACE_HIST_MODIFIER_H

#include <linux/types.h>

#include "../trace_suggest.h"
#include "../trace_text.h"
#include "field_kind.h"

/**
 * enum hist_mod - the modifiers
 * @HIST_MOD_NONE: no modifier
 * @HIST_MOD_HEX: display in hexadecimal
 * @HIST_MOD_SYM: display an address as a symbol
 * @HIST_MOD_SYM_OFFSET: display an address as a symbol and an offset into it
 * @HIST_MOD_SYMSTR: like @HIST_MOD_SYM_OFFSET, without the bare address
 * @HIST_MOD_EXECNAME: display common_pid with the name of the task
 * @HIST_MOD_SYSCALL: display a number as the name of the system call
 * @HIST_MOD_LOG2: key is the binary logarithm of the value, rounded up
 * @HIST_MOD_BUCKETS: key is the start of the bucket of N values that holds the value
 * @HIST_MOD_LHIST: key is the linear bucket that holds the value, see &struct hist_linear
 * @HIST_MOD_USECS: timestamp in microseconds
 * @HIST_MOD_PERCENT: display the share of the sum over all entries
 * @HIST_MOD_GRAPH: display a bar, relative to the largest sum of all entries
 * @HIST_MOD_PATH: display the id of a cgroup as its path
 * @HIST_MOD_STACKTRACE: take an array of long as a stack trace
 * @HIST_MOD_DEPTH: intern a stack trace of at most N entries
 * @HIST_MOD_BUILD: display the build ids of user code. The argument is that of a preceding
 *	@HIST_MOD_DEPTH, or 0
 * @HIST_MOD_COUNT: number of entries, @HIST_MOD_NONE included
 */
enum hist_mod {
	HIST_MOD_NONE,
	HIST_MOD_HEX,
	HIST_MOD_SYM,
	HIST_MOD_SYM_OFFSET,
	HIST_MOD_SYMSTR,
	HIST_MOD_EXECNAME,
	HIST_MOD_SYSCALL,
	HIST_MOD_LOG2,
	HIST_MOD_BUCKETS,
	HIST_MOD_LHIST,
	HIST_MOD_USECS,
	HIST_MOD_PERCENT,
	HIST_MOD_GRAPH,
	HIST_MOD_PATH,
	HIST_MOD_STACKTRACE,
	HIST_MOD_DEPTH,
	HIST_MOD_BUILD,
	HIST_MOD_COUNT,
};

/**
 * struct hist_linear - arguments of .lhist=MIN,MAX,STEP
 * @min: start of the first bucket; smaller values are in one bucket together
 * @max: end of the last bucket, which is above all of its values; values from here on are in one
 *	bucket together
 * @step: width of a bucket, at least 1
 */
struct hist_linear {
	s64 min;
	s64 max;
	u64 step;
};

/**
 * enum hist_transform - transformation of a number when the event occurs
 * @HIST_TRANSFORM_NONE: no transformation
 * @HIST_TRANSFORM_LOG2: exponent of the smallest power of two that is not less than the number
 * @HIST_TRANSFORM_BUCKET: start of the bucket that holds the number; the modifier's argument is the
 *	width of a bucket
 * @HIST_TRANSFORM_BUCKET_SIGNED: start of the bucket that holds a signed number
 * @HIST_TRANSFORM_LINEAR: start of the linear bucket that holds the number; the minimum less 1
 *	below the minimum, and the maximum from there on. The argument is the address of a
 *	&struct hist_linear
 * @HIST_TRANSFORM_LINEAR_SIGNED: like @HIST_TRANSFORM_LINEAR, for a signed number
 * @HIST_TRANSFORM_USECS: nanoseconds converted to microseconds; only for operands in brackets
 */
enum hist_transform {
	HIST_TRANSFORM_NONE,
	HIST_TRANSFORM_LOG2,
	HIST_TRANSFORM_BUCKET,
	HIST_TRANSFORM_BUCKET_SIGNED,
	HIST_TRANSFORM_LINEAR,
	HIST_TRANSFORM_LINEAR_SIGNED,
	HIST_TRANSFORM_USECS,
};

/**
 * struct hist_mod_info - properties of a modifier
 * @name: name without the dot, as the trigger file shows it
 * @alias: second name that commands may use, or NULL
 * @note: text behind the name of a displayed value, so that a percentage is not taken for the
 *	sum; or NULL
 * @for_key: allowed for a key
 * @for_val: allowed for a value
 * @for_var: allowed for the value of a variable, for an operand of an expression, and for a
 *	parameter of an action
 * @transform: transformation of an unsigned and of a signed number, &enum hist_transform
 * @drops_sign: the transformed number is unsigned even if the field is signed
 * @has_arg: the modifier needs an argument: '=' and a number, or three numbers for .lhist
 * @kinds: kinds of fields that the modifier applies to, one bit for each &enum hist_kind
 */
struct hist_mod_info {
	const char *name;
	const char *alias;
	const char *note;
	bool for_key;
	bool for_val;
	bool for_var;
	u8 transform[2];
	bool drops_sign;
	bool has_arg;
	unsigned long kinds;
};

extern const struct hist_mod_info hist_mod_info[HIST_MOD_COUNT];

/**
 * hist_mod_changes_number - check whether a modifier transforms a number
 * @mod: modifier
 *
 * Return: true if the key holds another number than the field; false if the modifier only
 * affects the display, or the unit of a timestamp.
 */
static inline bool hist_mod_changes_number(enum hist_mod mod)
{
	return hist_mod_info[mod].transform[false] != HIST_TRANSFORM_NONE;
}

/* Size of the text of a modifier with up to three numbers of 20 characters as its arguments. */
#define HIST_MOD_TEXT_SIZE	80

void hist_mod_text(enum hist_mod mod, u64 arg, const struct hist_linear *linear, char *text);
void hist_suggest_mod(struct trace_suggestion *suggestion);
enum hist_mod hist_mod_find(const char *text, struct trace_span name);

#endif /* _TRACE_HIST_MODIFIER_H */
