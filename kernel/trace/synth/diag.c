// SPDX-License-Identifier: GPL-2.0
/*
 * Error log messages for definitions of synthetic events.
 */
#include "diag.h"

const char *const synth_diag_messages[SYNTH_DIAG_COUNT] = {
	[SYNTH_DIAG_NONE]		= "No error",
	[SYNTH_DIAG_BAD_FORM]		= "Use <name> <type> <field>[; <type> <field>]...",
	[SYNTH_DIAG_BAD_DYN_FORM]	= "Use s:[synthetic/]<name> <type> <field>[; ...]",
	[SYNTH_DIAG_BAD_NAME]		= "Invalid name, use letters, digits and _, no digit first",
	[SYNTH_DIAG_NAME_TOO_LONG]	= "Name too long, at most 255 characters",
	[SYNTH_DIAG_FILE_NAME]		= "enable and filter are files beside the event",
	[SYNTH_DIAG_BAD_FIELD]		= "A field needs a type and a name",
	[SYNTH_DIAG_BAD_TYPE] =
		"Unknown type, use a kernel type such as u64, int or pid_t",
	[SYNTH_DIAG_INCOMPLETE_TYPE] =
		"Incomplete type, use unsigned int, or a pointer to the struct",
	[SYNTH_DIAG_BAD_ARRAY]		= "Invalid array, use char[1..256], char[] or long[]",
	[SYNTH_DIAG_TOO_MANY_FIELDS]	= "Too many fields, at most 64",
	[SYNTH_DIAG_DUPLICATE_FIELD]	= "Field name given more than once",
	[SYNTH_DIAG_COMMON_FIELD]	= "Field names that begin with common_ are taken",
	[SYNTH_DIAG_TOO_LARGE]		= "Event larger than the ring buffer can hold",
	[SYNTH_DIAG_EXISTS]		= "Event already exists",
	[SYNTH_DIAG_NOT_FOUND]		= "No such event to remove",
	[SYNTH_DIAG_BUSY]		= "Event is in use",
	[SYNTH_DIAG_NO_MEMORY]		= "Out of memory",
	[SYNTH_DIAG_REGISTER]		= "Event cannot be registered",
};
