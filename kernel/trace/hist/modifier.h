/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Field modifiers, such as ".hex" in "call_site.hex".
 *
 * One table has the name of each modifier, the places where it is allowed, and its transformation
 * of the field's value, if any.  The functions at the end of this file apply the transformation to
 * each event, for hist/exec.c; hist/show.c displays the result.
 */
#ifndef _TRACE_HIST_MODIFIER_H
#define _TRACE_HIST_MODIFIER_H

#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/types.h>

#include "../trace_text.h"
#include "kind.h"

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
 * @HIST_MOD_USECS: timestamp in microseconds
 * @HIST_MOD_PERCENT: display the share of the sum over all entries
 * @HIST_MOD_GRAPH: display a bar, relative to the largest sum of all entries
 * @HIST_MOD_STACKTRACE: take an array of long as a stack trace
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
	HIST_MOD_USECS,
	HIST_MOD_PERCENT,
	HIST_MOD_GRAPH,
	HIST_MOD_STACKTRACE,
	HIST_MOD_COUNT,
};

/**
 * enum hist_map_fn - transformation of a number when the event occurs
 * @HIST_MAP_NONE: no transformation
 * @HIST_MAP_LOG2: exponent of the smallest power of two that is not less than the number
 * @HIST_MAP_BUCKET: start of the bucket that holds the number; the modifier's argument is the
 *	width of a bucket
 * @HIST_MAP_BUCKET_SIGNED: start of the bucket that holds a signed number
 */
enum hist_map_fn {
	HIST_MAP_NONE,
	HIST_MAP_LOG2,
	HIST_MAP_BUCKET,
	HIST_MAP_BUCKET_SIGNED,
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
 * @map: transformation of an unsigned and of a signed number, &enum hist_map_fn
 * @drops_sign: the transformed number is unsigned even if the field is signed
 * @has_arg: the modifier needs an argument: '=' and a number
 * @kinds: kinds of fields that the modifier applies to, one bit for each &enum hist_kind
 */
struct hist_mod_info {
	const char *name;
	const char *alias;
	const char *note;
	bool for_key;
	bool for_val;
	bool for_var;
	u8 map[2];
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
	return hist_mod_info[mod].map[false] != HIST_MAP_NONE;
}

/* Binary logarithm, rounded up: 0 for 0 and 1. */
static inline u64 hist_map_log2(u64 val)
{
	return val > 1 ? fls64(val - 1) : 0;
}

static inline u64 hist_map_bucket(u64 val, u64 width)
{
	u64 above;

	div64_u64_rem(val, width, &above);
	return val - above;
}

/*
 * Round down, also below zero, where division would round towards zero: ~val is not negative, and
 * its bucket is the mirror image of the bucket of @val.  The lowest bucket starts at S64_MIN even
 * if it is then narrower, because its start would otherwise wrap to a positive number.
 */
static inline u64 hist_map_signed_bucket(s64 val, u64 width)
{
	u64 last;

	if (val >= 0)
		return hist_map_bucket(val, width);
	last = ~hist_map_bucket(~(u64)val, width);
	return width - 1 > last - S64_MIN ? S64_MIN : last - (width - 1);
}

/**
 * hist_map_number - apply a modifier's transformation to a number
 * @fn: &enum hist_map_fn other than %HIST_MAP_NONE
 * @val: number
 * @arg: width of a bucket; only read by the bucket transformations
 *
 * Context: any, NMI included.
 * Return: the transformed number.
 */
static __always_inline u64 hist_map_number(u8 fn, u64 val, const u64 *arg)
{
	switch (fn) {
	case HIST_MAP_LOG2:
		return hist_map_log2(val);
	case HIST_MAP_BUCKET:
		return hist_map_bucket(val, *arg);
	default:
		return hist_map_signed_bucket(val, *arg);
	}
}

enum hist_mod hist_mod_find(const char *text, struct trace_span name);

#endif /* _TRACE_HIST_MODIFIER_H */
