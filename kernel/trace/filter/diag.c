// SPDX-License-Identifier: GPL-2.0
/* Messages of the errors in filters. */
#include <linux/stringify.h>

#include "diag.h"
#include "limits.h"

const char *const filter_diag_messages[FILTER_DIAG_COUNT] = {
	[FILTER_DIAG_NONE]		= "No error",

	[FILTER_DIAG_EMPTY]		= "Filter is empty",
	[FILTER_DIAG_NUL_BYTE]		= "Filter has a NUL byte in it",
	[FILTER_DIAG_TOO_LONG] =
		"Filter is too long, at most " __stringify(FILTER_TEXT_MAX) " bytes",
	[FILTER_DIAG_NO_PREDICATE]	= "A comparison is missing here, as in pid == 1",
	[FILTER_DIAG_EMPTY_PARENS]	= "Nothing in parentheses",
	[FILTER_DIAG_NOT_CLOSED]	= "Parenthesis is never closed",
	[FILTER_DIAG_NOT_OPENED]	= "Parenthesis was never opened",
	[FILTER_DIAG_NO_LOGIC_OP]	= "Expected && or || or the end",
	[FILTER_DIAG_NO_FIELD_NAME]	= "Expected the name of a field",
	[FILTER_DIAG_NO_OPERATOR]	= "Operator is missing: == != < <= > >= & ~",
	[FILTER_DIAG_BAD_OPERATOR]	= "Unknown operator, it is one of == != < <= > >= & ~",
	[FILTER_DIAG_NO_VALUE]		= "Value to compare with is missing",
	[FILTER_DIAG_NO_QUOTE]		= "Quote is never closed",
	[FILTER_DIAG_NO_BRACE]		= "List of CPUs is never closed by }",
	[FILTER_DIAG_NAME_TOO_LONG]	= "Name is too long for a field",
	[FILTER_DIAG_STR_TOO_LONG]	= "String is longer than 255 bytes",

	[FILTER_DIAG_NO_FIELD]		= "Field not found",
	[FILTER_DIAG_FIELD_TYPE] =
		"Field cannot be compared, it is no number, string or CPU mask",
	[FILTER_DIAG_BAD_MODIFIER]	= "Unknown modifier, it is .ustring or .function",
	[FILTER_DIAG_USTRING_FIELD]	= ".ustring is for pointers to strings",
	[FILTER_DIAG_FUNCTION_FIELD]	= ".function is for numbers of the size of long",
	[FILTER_DIAG_NUMBER_OPERATOR]	= "~ is for strings, and this is a number",
	[FILTER_DIAG_STRING_OPERATOR]	= "Strings can be compared by == != ~ only",
	[FILTER_DIAG_STRING_NUMBER]	= "Field is a string, write the number in quotes",
	[FILTER_DIAG_FUNCTION_OPERATOR]	= "Functions can be compared by == != only",
	[FILTER_DIAG_CPUS_OPERATOR]	= "CPUs can be compared by & == != only",
	[FILTER_DIAG_MASK_VALUE]	= "A CPU mask is compared with CPUS{list}",
	[FILTER_DIAG_CPUS_FIELD]	= "Field is neither a CPU mask nor a number",
	[FILTER_DIAG_BAD_NUMBER]	= "Field is a number, and this value is not one",
	[FILTER_DIAG_NUMBER_RANGE]	= "Number does not fit into the field",
	[FILTER_DIAG_NEGATIVE]		= "Field is unsigned and never negative",
	[FILTER_DIAG_NO_FUNCTION]	= "Function not found, /proc/kallsyms lists them",
	[FILTER_DIAG_BAD_CPUS]		= "List of CPUs is not like 0-3,8",
	[FILTER_DIAG_NO_CPUS]		= "List has CPUs beyond the possible ones",
	[FILTER_DIAG_POINTER_FORBIDDEN] =
		"Strings in kernel memory need CAP_PERFMON, use .ustring for user memory",
	[FILTER_DIAG_FUNCTION_FORBIDDEN] = "Addresses of functions need CAP_PERFMON",

	[FILTER_DIAG_EXISTS]		= "Perf event has a filter already",
	[FILTER_DIAG_FUNCTION_ONLY]	= "Functions are filtered by ip only",
	[FILTER_DIAG_FUNCTION_LOGIC_OP]	= "Functions are joined by ||, excluded ones by &&",
	[FILTER_DIAG_FUNCTION_NAME]	= "No such function can be traced",

	[FILTER_DIAG_FILE_TOO_LONG]	=
		"Filter is too long for a file, at most "
		__stringify(FILTER_FILE_TEXT_MAX) " bytes",

	[FILTER_DIAG_NO_MEMORY]		= "Out of memory",
};
