// SPDX-License-Identifier: GPL-2.0
/* Messages of the errors in commands that are written to hist_control. */
#include "diag.h"

const char *const hist_control_diag_messages[HIST_CONTROL_DIAG_COUNT] = {
	[HIST_CONTROL_DIAG_NONE]	= "No error",

	[HIST_CONTROL_DIAG_EMPTY]	= "No command, valid: pause, continue, clear, delta",
	[HIST_CONTROL_DIAG_NUL_BYTE]	= "Command has a NUL byte in it",
	[HIST_CONTROL_DIAG_TOO_LONG]	= "Command is too long, at most 4095 bytes",
	[HIST_CONTROL_DIAG_BAD_VERB]	= "Unknown command, valid: pause, continue, clear, delta",
	[HIST_CONTROL_DIAG_BAD_TARGET]	= "Expected #<id>, <system>:<event> or name=<name>",
	[HIST_CONTROL_DIAG_BAD_ID]	= "Id is not a number",

	[HIST_CONTROL_DIAG_NO_ID]	= "This instance has no histogram with this id",
	[HIST_CONTROL_DIAG_NO_EVENT]	= "There is no such event",
	[HIST_CONTROL_DIAG_NO_HIST]	= "Event has no histogram",
	[HIST_CONTROL_DIAG_NO_NAME]	= "This instance has no histogram with this name",
	[HIST_CONTROL_DIAG_SHARED]	= "Another instance shares a table, give its name",
	[HIST_CONTROL_DIAG_NO_MEMORY]	= "Out of memory",
};
