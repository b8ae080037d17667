// SPDX-License-Identifier: GPL-2.0
/*
 * How the error log says what is wrong with a hist trigger.
 */
#include <linux/stringify.h>

#include "diag.h"
#include "limits.h"

const char *const hist_diag_messages[HIST_DIAG_COUNT] = {
	[HIST_DIAG_NONE]		= "No error",
	[HIST_DIAG_NUL_BYTE]		= "A command cannot contain a NUL byte",
	[HIST_DIAG_TOO_LONG]		= "Command too long",
	[HIST_DIAG_EMPTY_PARAM]		= "Empty parameter",
	[HIST_DIAG_UNKNOWN_PARAM]	= "Unknown parameter",
	[HIST_DIAG_DUPLICATE_PARAM]	= "Parameter given more than once",
	[HIST_DIAG_NO_ASSIGNMENT]	= "Parameter needs '=' and a value",
	[HIST_DIAG_NEEDS_NO_VALUE]	= "Parameter takes no value",
	[HIST_DIAG_EMPTY_ASSIGNMENT]	= "Empty assignment",
	[HIST_DIAG_EMPTY_FIELD]		= "Field name missing",
	[HIST_DIAG_NO_KEYS]		= "No keys given, use keys=<field>[,<field>...]",
	[HIST_DIAG_TOO_MANY_KEYS]	= "Too many keys",
	[HIST_DIAG_TOO_MANY_VALS]	= "Too many values",
	[HIST_DIAG_TOO_MANY_SORTS]	= "Too many sort fields, at most "
					  __stringify(HIST_SORT_MAX),
	[HIST_DIAG_EMPTY_SORT]		= "Sort field missing",
	[HIST_DIAG_BAD_SORT_MODIFIER]	= "Invalid sort modifier, use ascending or descending",
	[HIST_DIAG_BAD_SIZE]		= "Size is not a number",
	[HIST_DIAG_SIZE_RANGE]		= "Size out of range, from " __stringify(HIST_SIZE_MIN)
					  " to " __stringify(HIST_SIZE_MAX),
	[HIST_DIAG_BAD_NAME]		= "Invalid histogram name",
	[HIST_DIAG_BAD_CLOCK]		= "Unknown clock",
	[HIST_DIAG_EMPTY_FILTER]	= "Filter missing behind 'if'",
	[HIST_DIAG_BAD_MODIFIER]	= "Unknown field modifier",
	[HIST_DIAG_BAD_BUCKET]		= "Bucket size must be a number above 0, as in .buckets=10",
	[HIST_DIAG_NO_FIELD]		= "Event has no such field",
	[HIST_DIAG_KEY_HITCOUNT]	= "hitcount is a value and cannot be a key",
	[HIST_DIAG_KEY_TYPE]		= "Field of this type cannot be a key",
	[HIST_DIAG_KEY_TOO_LONG]	= "Keys too long together",
	[HIST_DIAG_DUPLICATE_KEY]	= "Key given more than once",
	[HIST_DIAG_VAL_TYPE]		= "Value must be a number",
	[HIST_DIAG_MODIFIER_FOR_KEY]	= "Modifier is for keys only",
	[HIST_DIAG_MODIFIER_FOR_VAL]	= "Modifier is for values only",
	[HIST_DIAG_MODIFIER_TYPE]	= "Modifier does not fit the field's type",
	[HIST_DIAG_EXECNAME_FIELD]	= "execname is for common_pid only",
	[HIST_DIAG_USECS_FIELD]		= "usecs is for common_timestamp only",
	[HIST_DIAG_NOHITCOUNT_ALONE]	= "nohitcount needs a value other than hitcount",
	[HIST_DIAG_NO_SORT_FIELD]	= "Sort field is neither a key nor a value",
	[HIST_DIAG_NAME_MISMATCH]	= "A histogram of this name has other keys or values",
	[HIST_DIAG_EXISTS]		= "Histogram already exists",
	[HIST_DIAG_NOT_FOUND]		= "No such histogram to clear or continue",
	[HIST_DIAG_NOT_FOUND_REMOVE]	= "No such histogram to remove",
	[HIST_DIAG_AMBIGUOUS]		= "Several histograms match, give filter, name or clock",
	[HIST_DIAG_BAD_FILTER]		= "Invalid filter",
	[HIST_DIAG_NO_MEMORY]		= "Out of memory",
	[HIST_DIAG_ATTACH]		= "Event cannot be enabled",
};
