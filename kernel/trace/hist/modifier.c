// SPDX-License-Identifier: GPL-2.0
/*
 * The table of field modifiers, see modifier.h, and lookup by name.  Pure.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/sprintf.h>

#include "modifier.h"

#define NUMBER		(BIT(HIST_KIND_NUMBER) | BIT(HIST_KIND_EXPR) | BIT(HIST_KIND_VAR))
#define TASK		(BIT(HIST_KIND_TASK) | BIT(HIST_KIND_CGROUP))
#define ANY_NUMBER	(NUMBER | TASK | BIT(HIST_KIND_TIMESTAMP) | BIT(HIST_KIND_CPU))
#define ANY_VALUE	(ANY_NUMBER | BIT(HIST_KIND_HITCOUNT))
#define TIMESTAMP	BIT(HIST_KIND_TIMESTAMP)
#define STACK		BIT(HIST_KIND_STACK)
#define USER_STACK	BIT(HIST_KIND_USER_STACK)
#define CURRENT_STACK	(USER_STACK | BIT(HIST_KIND_KERNEL_STACK))

#define KEY		.for_key = true
#define VAL		.for_val = true
#define VAR		.for_var = true

const struct hist_mod_info hist_mod_info[HIST_MOD_COUNT] = {
	[HIST_MOD_NONE]		= { "",			KEY, VAL, VAR, .kinds = ~0UL },
	[HIST_MOD_HEX]		= { "hex",		KEY, VAL, VAR, .kinds = ANY_VALUE },
	[HIST_MOD_SYM]		= { "sym",		KEY, VAR, .kinds = NUMBER },
	[HIST_MOD_SYM_OFFSET]	= { "sym-offset",	KEY, VAR, .kinds = NUMBER },
	[HIST_MOD_SYMSTR]	= { "symstr",		KEY, VAR, .kinds = NUMBER },
	[HIST_MOD_EXECNAME]	= { "execname",		KEY, VAR,
				    .kinds = BIT(HIST_KIND_NUMBER) },
	[HIST_MOD_SYSCALL]	= { "syscall",		KEY, VAR, .kinds = NUMBER },
	[HIST_MOD_LOG2]		= { "log2",		KEY, .kinds = ANY_NUMBER,
				    .transform = { HIST_TRANSFORM_LOG2, HIST_TRANSFORM_LOG2 },
				    .drops_sign = true },
	[HIST_MOD_BUCKETS]	= { "buckets",		KEY, .kinds = ANY_NUMBER,
				    .transform = { HIST_TRANSFORM_BUCKET,
						   HIST_TRANSFORM_BUCKET_SIGNED },
				    .has_arg = true, .alias = "bucket" },
	[HIST_MOD_LHIST]	= { "lhist",		KEY, .kinds = ANY_NUMBER,
				    .transform = { HIST_TRANSFORM_LINEAR,
						   HIST_TRANSFORM_LINEAR_SIGNED },
				    .has_arg = true },
	[HIST_MOD_USECS]	= { "usecs",		KEY, VAL, VAR, .kinds = TIMESTAMP },
	[HIST_MOD_PERCENT]	= { "percent",		VAL, .kinds = ANY_VALUE,
				    .note = " (%)" },
	[HIST_MOD_GRAPH]	= { "graph",		VAL, .kinds = ANY_VALUE },
	[HIST_MOD_PATH]		= { "path",		KEY, VAR,
				    .kinds = BIT(HIST_KIND_CGROUP) | BIT(HIST_KIND_VAR) },
	[HIST_MOD_STACKTRACE]	= { "stacktrace",	KEY, VAR, .kinds = STACK },
	[HIST_MOD_DEPTH]	= { "depth",		KEY, VAR, .kinds = CURRENT_STACK,
				    .has_arg = true },
	[HIST_MOD_BUILD]	= { "build",		KEY, VAR, .kinds = USER_STACK },
};

/**
 * hist_mod_find - look up a modifier by its name or alias
 * @text: the whole command
 * @name: name of the modifier, without the dot
 *
 * Return: the modifier, or HIST_MOD_NONE if the name is unknown.
 */
enum hist_mod hist_mod_find(const char *text, struct trace_span name)
{
	enum hist_mod mod;

	for (mod = HIST_MOD_NONE + 1; mod < HIST_MOD_COUNT; mod++) {
		const struct hist_mod_info *info = &hist_mod_info[mod];

		if (trace_span_is(text, name, info->name) ||
		    (info->alias && trace_span_is(text, name, info->alias)))
			return mod;
	}
	return HIST_MOD_NONE;
}

/**
 * hist_mod_text - format a modifier as the trigger file shows it
 * @mod: modifier
 * @arg: its argument, if it has one
 * @linear: its arguments, if it is %HIST_MOD_LHIST
 * @text: filled in with at most %HIST_MOD_TEXT_SIZE bytes: empty for %HIST_MOD_NONE, else with the
 *	dot in front
 */
void hist_mod_text(enum hist_mod mod, u64 arg, const struct hist_linear *linear, char *text)
{
	const char *name = hist_mod_info[mod].name;

	if (mod == HIST_MOD_NONE)
		*text = '\0';
	else if (mod == HIST_MOD_LHIST)
		scnprintf(text, HIST_MOD_TEXT_SIZE, ".%s=%lld,%lld,%llu", name, linear->min,
			  linear->max, linear->step);
	else if (mod == HIST_MOD_BUILD && arg)
		scnprintf(text, HIST_MOD_TEXT_SIZE, ".%s=%llu.%s",
			  hist_mod_info[HIST_MOD_DEPTH].name, arg, name);
	else if (hist_mod_info[mod].has_arg)
		scnprintf(text, HIST_MOD_TEXT_SIZE, ".%s=%llu", name, arg);
	else
		scnprintf(text, HIST_MOD_TEXT_SIZE, ".%s", name);
}

/**
 * hist_suggest_mod - offer the names of all modifiers
 * @suggestion: suggestion for the unknown name of a modifier, without the dot
 */
void hist_suggest_mod(struct trace_suggestion *suggestion)
{
	enum hist_mod mod;

	for (mod = HIST_MOD_NONE + 1; mod < HIST_MOD_COUNT; mod++)
		trace_suggest_offer(suggestion, hist_mod_info[mod].name);
}
