/* SPDX-License-Identifier: GPL-2.0 */
/* Errors in commands that are written to hist_control. */
#ifndef _TRACE_HIST_CONTROL_DIAG_H
#define _TRACE_HIST_CONTROL_DIAG_H

#include "../../trace_diag.h"

/* Error codes; control/diag.c has their messages. */
enum hist_control_diag {
	HIST_CONTROL_DIAG_NONE,

	/* Syntax. */
	HIST_CONTROL_DIAG_EMPTY,
	HIST_CONTROL_DIAG_NUL_BYTE,
	HIST_CONTROL_DIAG_TOO_LONG,
	HIST_CONTROL_DIAG_BAD_VERB,
	HIST_CONTROL_DIAG_BAD_TARGET,
	HIST_CONTROL_DIAG_BAD_ID,

	/* Targets. */
	HIST_CONTROL_DIAG_NO_ID,
	HIST_CONTROL_DIAG_NO_EVENT,
	HIST_CONTROL_DIAG_NO_HIST,
	HIST_CONTROL_DIAG_NO_NAME,
	HIST_CONTROL_DIAG_SHARED,
	HIST_CONTROL_DIAG_NO_MEMORY,

	HIST_CONTROL_DIAG_COUNT,
};

extern const char *const hist_control_diag_messages[HIST_CONTROL_DIAG_COUNT];

#endif /* _TRACE_HIST_CONTROL_DIAG_H */
