/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Field modifiers: the ".hex" in "call_site.hex".
 *
 * One table tells for each of them its name, where it may stand and what the
 * key holds: the field's value, or one derived from it when the event hits.  How that is
 * derived is here as well, for exec; how it is shown is in show.c.
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
 * @HIST_MOD_NONE: none was given
 * @HIST_MOD_HEX: show in hexadecimal
 * @HIST_MOD_SYM: show an address as a symbol
 * @HIST_MOD_SYM_OFFSET: show an address as a symbol and the offset in it
 * @HIST_MOD_SYMSTR: as @HIST_MOD_SYM_OFFSET, but without the bare address
 * @HIST_MOD_EXECNAME: show common_pid with the name of the task
 * @HIST_MOD_SYSCALL: show a number as the name of the system call
 * @HIST_MOD_LOG2: key is the power of two that the value does not exceed
 * @HIST_MOD_BUCKETS: key is the group of that many values that this one is in
 * @HIST_MOD_USECS: take the timestamp in microseconds
 * @HIST_MOD_PERCENT: show the share in the sum over all entries
 * @HIST_MOD_GRAPH: show a bar, relative to the largest of all entries
 * @HIST_MOD_STACKTRACE: take a long[] field as a stack trace
 * @HIST_MOD_COUNT: how many there are
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
 * enum hist_map_fn - what is made of a number when the event hits
 * @HIST_MAP_NONE: nothing
 * @HIST_MAP_LOG2: the smallest power of two that is not less
 * @HIST_MAP_BUCKET: the start of its bucket of as many numbers as the modifier says
 * @HIST_MAP_BUCKET_SIGNED: the same, of a signed number
 */
enum hist_map_fn {
	HIST_MAP_NONE,
	HIST_MAP_LOG2,
	HIST_MAP_BUCKET,
	HIST_MAP_BUCKET_SIGNED,
};

/**
 * struct hist_mod_info - what there is to know about a modifier
 * @name: name without the dot, as commands are shown
 * @alias: second name that commands may use, or NULL
 * @note: what is shown behind the name of such a value, so that it is not taken for the sum
 * @for_key: may stand behind a key
 * @for_val: may stand behind a value
 * @for_var: may stand behind what a variable is made of, or what is handed on or saved
 * @map: the number that it makes of one which is unsigned, and of one which is signed;
 *	&enum hist_map_fn
 * @drops_sign: that number has no sign, whatever it is made of
 * @has_arg: is followed by '=' and a number
 * @kinds: a bit for each kind of field that it can be applied to
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
 * hist_mod_changes_number - does a modifier make another number of a number?
 * @mod: the modifier
 *
 * Return: true if so; false if the number just looks different.
 */
static inline bool hist_mod_changes_number(enum hist_mod mod)
{
	return hist_mod_info[mod].map[false] != HIST_MAP_NONE;
}

/* log2, rounded up.  What is not above 1 has 0. */
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
 * Below zero, division rounds the other way.  The lowest bucket begins where the
 * numbers do, so that it does not look like one above zero.
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
 * hist_map_number - what a modifier makes of a number
 * @fn: &enum hist_map_fn, but not %HIST_MAP_NONE
 * @val: the number
 * @arg: where the modifier's own number is; read only if it has one
 *
 * Context: any.
 * Return: the other number.
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
