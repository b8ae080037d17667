// SPDX-License-Identifier: GPL-2.0
/*
 * Error log messages for definitions of user events.
 */
#include "diag.h"

const char *const user_event_diag_messages[USER_EVENT_DIAG_COUNT] = {
	[USER_EVENT_DIAG_NONE]			= "No error",
	[USER_EVENT_DIAG_BAD_NAME]		=
		"Invalid name, not . .. enable filter, without / : ; #",
	[USER_EVENT_DIAG_NAME_TOO_LONG]		= "Name too long, at most 238 characters",
	[USER_EVENT_DIAG_FLAG]			= "Unknown flag, none is defined yet",
	[USER_EVENT_DIAG_BAD_FIELD]		=
		"Use <type> <name>, or struct <type> <name> <size>",
	[USER_EVENT_DIAG_BAD_TYPE] =
		"Unknown type, use u8 to u64, s8 to s64, char, short or int",
	[USER_EVENT_DIAG_LONG]			=
		"long is not allowed, its size may differ between programs and kernel",
	[USER_EVENT_DIAG_BAD_ARRAY]		= "Invalid array, use char[1..1024]",
	[USER_EVENT_DIAG_BAD_SIZE]		= "Invalid size, use a decimal number above 0",
	[USER_EVENT_DIAG_NO_SIZE]		= "A struct needs a size after its name",
	[USER_EVENT_DIAG_STRAY_SIZE]		= "Only a struct has a size",
	[USER_EVENT_DIAG_BAD_FIELD_NAME]	=
		"Invalid name, use letters, digits and _, no digit first",
	[USER_EVENT_DIAG_DUPLICATE_FIELD]	= "Field name given more than once",
	[USER_EVENT_DIAG_COMMON_FIELD]		= "Field names that begin with common_ are taken",
	[USER_EVENT_DIAG_TOO_LARGE]		= "Fields too large, at most 32767 bytes",
	[USER_EVENT_DIAG_TOO_LONG]		= "Definition too long, at most 4095 bytes",
	[USER_EVENT_DIAG_OTHER_FIELDS]		= "Event exists with other fields",
	[USER_EVENT_DIAG_NAME_TAKEN]		= "Event of another kind has this name",
	[USER_EVENT_DIAG_TOO_MANY]		= "Too many user events",
	[USER_EVENT_DIAG_QUARANTINE]		=
		"Too many user events with records, clear the trace",
	[USER_EVENT_DIAG_UNPRIVILEGED]		= "CAP_PERFMON is required",
	[USER_EVENT_DIAG_NO_MEMORY]		= "Out of memory",
	[USER_EVENT_DIAG_REGISTER]		= "Event cannot be registered",
};
