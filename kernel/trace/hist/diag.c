// SPDX-License-Identifier: GPL-2.0
/*
 * Error messages of hist triggers, one for each code of diag.h.
 *
 * Messages that name a limit take it from limits.h.
 */
#include <linux/stringify.h>

#include "diag.h"
#include "limits.h"

const char *const hist_diag_messages[HIST_DIAG_COUNT] = {
	[HIST_DIAG_NONE]		= "No error",
	[HIST_DIAG_NUL_BYTE]		= "A command cannot contain a NUL byte",
	[HIST_DIAG_TOO_LONG] =
		"Command too long, at most " __stringify(HIST_TEXT_MAX) " bytes",
	[HIST_DIAG_EMPTY_PARAM]		= "Empty parameter, a separator is superfluous",
	[HIST_DIAG_UNKNOWN_PARAM] =
		"Unknown parameter (valid: keys, vals, sort, size, pool, overflow, name, clock, "
		"nohitcount, pause, continue, clear, VARIABLE=EXPRESSION)",
	[HIST_DIAG_DUPLICATE_PARAM]	= "Parameter given more than once",
	[HIST_DIAG_NO_ASSIGNMENT]	= "Parameter needs '=' and a value",
	[HIST_DIAG_NEEDS_NO_VALUE]	= "Parameter takes no value",
	[HIST_DIAG_EMPTY_ASSIGNMENT]	= "Empty assignment, '=' needs a value",
	[HIST_DIAG_EMPTY_FIELD]		= "Field name missing",
	[HIST_DIAG_NO_KEYS]		= "No keys given, use keys=<field>[,<field>...]",
	[HIST_DIAG_TOO_MANY_KEYS]	= "Too many keys, at most " __stringify(HIST_KEYS_MAX),
	[HIST_DIAG_TOO_MANY_VALS]	= "Too many values, at most " __stringify(HIST_VALS_MAX),
	[HIST_DIAG_TOO_MANY_SORTS]	= "Too many sort fields, at most "
					  __stringify(HIST_SORT_MAX),
	[HIST_DIAG_EMPTY_SORT]		= "Sort field missing",
	[HIST_DIAG_BAD_SORT_MODIFIER]	= "Invalid sort modifier, use ascending or descending",
	[HIST_DIAG_BAD_SIZE]		= "Size must be a number, as in size=4096",
	[HIST_DIAG_SIZE_RANGE]		= "Size out of range, from " __stringify(HIST_SIZE_MIN)
					  " to " __stringify(HIST_SIZE_MAX),
	[HIST_DIAG_BAD_NAME] =
		"Invalid histogram name, use letters, digits, '_', '-' and '.'",
	[HIST_DIAG_BAD_CLOCK] =
		"Unknown clock (valid: local, global, counter, uptime, perf, mono, mono_raw, "
		"boot, tai, see also trace_clock)",
	[HIST_DIAG_EMPTY_FILTER]	= "Filter missing after 'if'",
	[HIST_DIAG_BAD_MODIFIER] =
		"Unknown field modifier (valid: hex, sym, sym-offset, symstr, execname, syscall, "
		"log2, buckets=N, lhist=MIN,MAX,STEP, usecs, percent, graph, path, stacktrace, "
		"depth=N, build; sum, min, max, avg, stddev, median, p1 to p99, p999, p9999, "
		"dist)",
	[HIST_DIAG_BAD_BUCKET]		= "Bucket size must be a number above 0, as in .buckets=10",
	[HIST_DIAG_BAD_DEPTH] =
		"Depth must be a number from 1 to " __stringify(HIST_DEPTH_MAX)
		", as in common_ustacktrace.depth=64",
	[HIST_DIAG_LHIST_NUMBERS] =
		"lhist needs three decimal numbers, as in .lhist=0,100,10",
	[HIST_DIAG_LHIST_RANGE]		= "Minimum of lhist must be below its maximum",
	[HIST_DIAG_LHIST_STEP]		= "Step of lhist must be above 0",
	[HIST_DIAG_BAD_QUANTILE] =
		"Percentile must be p1 to p99, p999, p9999 or median",
	[HIST_DIAG_AGG_DISPLAY] =
		"Only hex and graph can follow an aggregate, percent only sum, and nothing dist",
	[HIST_DIAG_BAD_POOL]		= "Pool is not a number",
	[HIST_DIAG_POOL_RANGE]		= "Pool out of range, from " __stringify(HIST_POOL_MIN)
					  " to " __stringify(HIST_POOL_MAX),
	[HIST_DIAG_BAD_OVERFLOW]	= "Unknown overflow (valid: drop, other, evict)",
	[HIST_DIAG_NO_OPERAND]		= "Operand missing",
	[HIST_DIAG_BAD_NUMBER]		= "Not a number, and no name begins with a digit",
	[HIST_DIAG_NO_OPERATOR]		= "Operator missing",
	[HIST_DIAG_NOT_CLOSED]		= "Parenthesis is not closed",
	[HIST_DIAG_NOT_OPENED]		= "Parenthesis was not opened",
	[HIST_DIAG_BRACKET_NOT_CLOSED]	= "Bracket is not closed",
	[HIST_DIAG_BRACKET_NOT_OPENED]	= "Bracket was not opened",
	[HIST_DIAG_KEYED_FIELD] =
		"Only a variable can have operands in brackets, as in $ts0[pid]",
	[HIST_DIAG_KEYED_NESTED] =
		"A variable in brackets cannot have operands in brackets itself",
	[HIST_DIAG_COND_PARENTHESES] =
		"Parentheses are needed around '?' and ':', as in (a ? b : c)",
	[HIST_DIAG_COND_INCOMPLETE] =
		"'?' and ':' need each other in the same parentheses, as in (a ? b : c)",
	[HIST_DIAG_NOT_WHOLE] =
		"Modifier must be that of a whole key or value, as in (a+b).max",
	[HIST_DIAG_EXPR_SIZE]		= "Expression too long, at most "
					  __stringify(HIST_EXPR_OPERANDS_MAX) " operands and "
					  __stringify(HIST_EXPR_OPS_MAX) " operators",
	[HIST_DIAG_EXPR_TOO_LONG]	= "Too many operators on constants only, at most "
					  __stringify(HIST_EXPR_CONST_OPS_MAX),
	[HIST_DIAG_EXPR_DEPTH] =
		"Too many nested parentheses or unary operators, at most "
		__stringify(HIST_EXPR_DEPTH_MAX),
	[HIST_DIAG_EXPR_SIGN] =
		"Minus sign must be in front of the whole expression, if it is constant",
	[HIST_DIAG_DIV_ZERO]		= "Division by zero",
	[HIST_DIAG_BAD_VAR_NAME]	= "Variable name must be letters, digits and underscores",
	[HIST_DIAG_BAD_EVENT_NAME]	= "Event must be named as <system>.<event>",
	[HIST_DIAG_TOO_MANY_VARS]	= "Too many variables, at most "
					  __stringify(HIST_VARS_MAX),
	[HIST_DIAG_VAR_EXISTS]		= "Variable already defined",
	[HIST_DIAG_UNKNOWN_HANDLER] =
		"Unknown handler (valid: onmatch, onmax, onmin, onchange)",
	[HIST_DIAG_NO_PARENTHESES]	= "Parentheses missing, as in onmax($lat).save(comm)",
	[HIST_DIAG_NO_MATCH_EVENT] =
		"onmatch needs an event, as in onmatch(sched.sched_waking)",
	[HIST_DIAG_TRACKS_NO_VAR]	= "Handler needs a variable, as in onmax($lat)",
	[HIST_DIAG_NO_ACTION]		= "No action found, as in onmax($lat).save(comm)",
	[HIST_DIAG_AFTER_ACTION]	= "Nothing can follow an action but ':'",
	[HIST_DIAG_TOO_MANY_ACTIONS]	= "Too many actions, at most "
					  __stringify(HIST_ACTIONS_MAX),
	[HIST_DIAG_NO_SYNTH_NAME] =
		"trace needs a synthetic event and its values, as in trace(wakeup,$lat)",
	[HIST_DIAG_HANDLER_ACTION] =
		"Handler doesn't support this action, use one that tracks a variable, as in "
		"onmax($lat)",
	[HIST_DIAG_SNAPSHOT_PARAM]	= "snapshot takes no parameters, use snapshot()",
	[HIST_DIAG_SAVE_NOTHING]	= "save needs fields or variables, as in save(comm,$lat)",
	[HIST_DIAG_TOO_MANY_PARAMS]	= "Too many parameters, at most "
					  __stringify(HIST_PARAMS_MAX),
	[HIST_DIAG_NO_FIELD]		= "Event has no such field",
	[HIST_DIAG_FOREIGN_FIELD] =
		"Field of another event cannot be used here, store it in a variable there",
	[HIST_DIAG_KEY_HITCOUNT]	= "hitcount is a value and cannot be a key",
	[HIST_DIAG_KEY_TYPE] =
		"Field of this type cannot be a key, use a number, string or stack trace",
	[HIST_DIAG_KEY_TOO_LONG] =
		"Keys too long together, at most " __stringify(HIST_KEY_MAX) " bytes",
	[HIST_DIAG_DUPLICATE_KEY]	= "Key given more than once",
	[HIST_DIAG_VAL_TYPE]		= "Value must be a number",
	[HIST_DIAG_MODIFIER_FOR_KEY]	= "Modifier is for keys only",
	[HIST_DIAG_MODIFIER_FOR_VAL]	= "Modifier is for values only",
	[HIST_DIAG_MODIFIER_TYPE]	= "Modifier does not fit the field's type",
	[HIST_DIAG_EXECNAME_FIELD]	= "execname is for common_pid only",
	[HIST_DIAG_USECS_FIELD]		= "usecs is for common_timestamp only",
	[HIST_DIAG_DEPTH_FIELD] =
		"depth is for common_ustacktrace and common_stacktrace only",
	[HIST_DIAG_BUILD_FIELD]		= "build is for common_ustacktrace only",
	[HIST_DIAG_NOHITCOUNT_ALONE]	= "nohitcount needs a value other than hitcount",
	[HIST_DIAG_NO_SORT_FIELD]	= "Sort field is neither a key nor a value",
	[HIST_DIAG_MODIFIER_FOR_VAR]	= "Modifier is not for variables and parameters",
	[HIST_DIAG_HITCOUNT_OPERAND] =
		"hitcount cannot be used in an expression, variable or parameter",
	[HIST_DIAG_OPERAND_TYPE]	= "Operand must be a number",
	[HIST_DIAG_VAR_TYPE] =
		"Field of this type cannot be stored in a variable or passed to an action",
	[HIST_DIAG_KEY_VAR] =
		"Variable that the key depends on needs an explicit key, as in $ts0[pid]",
	[HIST_DIAG_AGG_FOR_KEY]		= "Aggregate is for values only",
	[HIST_DIAG_AGG_FOR_VAR]		= "Aggregate is for values and not for variables",
	[HIST_DIAG_AGG_HITCOUNT]	= "hitcount has no aggregates",
	[HIST_DIAG_POOL_UNUSED]		= "pool needs a value with a percentile or .dist",
	[HIST_DIAG_VAR_CYCLE]		= "Variable depends on itself",
	[HIST_DIAG_TIME_UNITS] =
		"Timestamps are in different units, use .usecs for both or none",
	[HIST_DIAG_TIME_CLOCKS] =
		"Timestamps are of different clocks, use the same clock= in both histograms",
	[HIST_DIAG_TOO_MANY_OPERANDS] =
		"Too many operands in all expressions together, at most "
		__stringify(HIST_REGS_MAX) " with all results",
	[HIST_DIAG_TOO_MANY_STACKS] =
		"Too many different stack traces with a depth, at most "
		__stringify(HIST_STACK_SOURCES_MAX),
	[HIST_DIAG_NO_VAR]		= "No such variable",
	[HIST_DIAG_VAR_AMBIGUOUS] =
		"Several events have this variable, use <system>.<event>.$<variable>",
	[HIST_DIAG_VAR_KEYS]		= "Histogram with this variable has other keys",
	[HIST_DIAG_KEYED_OWN] =
		"Variable of this histogram takes no operands in brackets",
	[HIST_DIAG_KEYED_VAR] =
		"Operand in brackets cannot depend on another histogram's variable",
	[HIST_DIAG_KEYED_COUNT] =
		"Number of operands in brackets is not that of the other histogram's keys",
	[HIST_DIAG_KEYED_TYPE] =
		"Operand in brackets is not of the type of the other histogram's key",
	[HIST_DIAG_TOO_MANY_REFS]	= "Too many variables used, at most "
					  __stringify(HIST_REFS_MAX),
	[HIST_DIAG_TOO_MANY_LOOKUPS]	= "Variables of too many histograms used, at most "
					  __stringify(HIST_LOOKUPS_MAX),
	[HIST_DIAG_NO_EVENT]		= "No such event",
	[HIST_DIAG_MATCH_NO_HIST]	= "Event to match has no histogram",
	[HIST_DIAG_MATCH_KEYS]		= "Event to match has no histogram with the same keys",
	[HIST_DIAG_MATCH_KEY_VAR] =
		"Key of the matched histogram depends on variables, so its fields are unknown here",
	[HIST_DIAG_MATCH_EVICTS] =
		"The matched histogram has overflow=evict, store the field in one of its variables",
	[HIST_DIAG_NOT_MATCH_EVENT]	= "Field must be of this event or of the event of onmatch",
	[HIST_DIAG_NO_TRACKED_VAR]	= "Handler needs a variable of this histogram",
	[HIST_DIAG_TRACKED_TYPE]	= "Handler needs a variable that is a number",
	[HIST_DIAG_UNKNOWN_ACTION] =
		"Unknown action (valid: trace, save, snapshot, and names of synthetic events)",
	[HIST_DIAG_NO_SYNTH]		= "No such synthetic event",
	[HIST_DIAG_PARAM_COUNT] =
		"Number of parameters differs from the synthetic event's number of fields",
	[HIST_DIAG_PARAM_TYPE] =
		"Parameter and the synthetic event's field have different types",
	[HIST_DIAG_PARAM_STACK] =
		"This stack trace cannot be passed to a synthetic event, use common_stacktrace "
		"without depth",
	[HIST_DIAG_EVICT_TRACKED] =
		"Rows with onmax, onmin or onchange cannot be evicted, use overflow=other",
	[HIST_DIAG_SNAPSHOT_TWICE]	= "Only one snapshot action in a histogram",
	[HIST_DIAG_TOO_MUCH_SAVED] =
		"Saved values are too large, at most " __stringify(TRACING_MAP_CELL_WORDS_MAX)
		" words of 8 bytes per row",
	[HIST_DIAG_CTX_TOO_LARGE] =
		"Keys, strings and stack traces are too large, at most "
		__stringify(HIST_CTX_WORDS_MAX) " words of 8 bytes",
	[HIST_DIAG_NAME_MISMATCH]	= "A histogram of this name has other keys or values",
	[HIST_DIAG_NAME_OVERFLOW] =
		"The table of this name has another overflow=, give the same one or none",
	[HIST_DIAG_EXISTS]		= "Histogram already exists",
	[HIST_DIAG_NOT_FOUND]		= "No such histogram to clear or continue",
	[HIST_DIAG_NOT_FOUND_REMOVE]	= "No such histogram to remove",
	[HIST_DIAG_AMBIGUOUS]		= "Several histograms match, give filter, name or clock",
	[HIST_DIAG_VAR_IN_USE]		= "Histogram is in use by another one, remove that first",
	[HIST_DIAG_VAR_TAKEN] =
		"Variable already defined by another histogram of this event",
	[HIST_DIAG_FIELD_VAR_HIST]	= "Histogram belongs to another one and is removed with it",
	[HIST_DIAG_CYCLE] =
		"Synthetic event would fire itself again, or more than "
		__stringify(HIST_CHAIN_MAX) " in a row",
	[HIST_DIAG_SNAPSHOT_BUSY] =
		"Snapshot is in use by another trigger or tracer, or this instance has none",
	[HIST_DIAG_STACK_DEPTH] =
		"Depth exceeds /proc/sys/kernel/perf_event_max_stack",
	[HIST_DIAG_ATTACH]		= "Event cannot be enabled",
};
