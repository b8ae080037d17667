// SPDX-License-Identifier: GPL-2.0
/* Messages of the errors in trigger commands. */
#include "diag.h"

const char *const trigger_diag_messages[TRIGGER_DIAG_COUNT] = {
	[TRIGGER_DIAG_NONE]		= "No error",

	[TRIGGER_DIAG_EMPTY]		= "There is no command",
	[TRIGGER_DIAG_NUL_BYTE]		= "Command has a NUL byte in it",
	[TRIGGER_DIAG_TOO_LONG]		= "Command is too long, at most 65535 bytes",
	[TRIGGER_DIAG_UNKNOWN]		= "Unknown command, an empty trigger file lists them",
	[TRIGGER_DIAG_NO_FILTER]	= "There is no filter after if",
	[TRIGGER_DIAG_NO_IF]		= "Expected : or if and a filter",
	[TRIGGER_DIAG_TOO_MANY_PARAMS]	= "Nothing can follow the count but if and a filter",
	[TRIGGER_DIAG_BAD_COUNT]	= "Count is not a number",
	[TRIGGER_DIAG_COUNT_ZERO]	= "Count must be at least 1",
	[TRIGGER_DIAG_COUNT_RANGE]	= "Count is too large, it must fit into a long",
	[TRIGGER_DIAG_NO_TARGET]	= "Expected the event as <system>:<event>",

	[TRIGGER_DIAG_NO_EVENT]		= "There is no such event that can be enabled",
	[TRIGGER_DIAG_EXISTS]		= "Event has such a trigger already",
	[TRIGGER_DIAG_TARGET_EXISTS]	= "Event has such a trigger for that event already",
	[TRIGGER_DIAG_SNAPSHOT]		= "No snapshot while a program has the buffer mapped",
	[TRIGGER_DIAG_SNAPSHOT_TAKEN]	= "A histogram takes the snapshots of this instance",
	[TRIGGER_DIAG_TARGET]		= "That event cannot be enabled",
	[TRIGGER_DIAG_ATTACH]		= "Event cannot be enabled",
	[TRIGGER_DIAG_NO_MEMORY]	= "Out of memory",

	[TRIGGER_DIAG_ADD_TO_FUNCTIONS] =
		"No such function can be traced, or it has such a command",
	[TRIGGER_DIAG_REMOVE_FROM_FUNCTIONS] = "No such function has such a command",
};
