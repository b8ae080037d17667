// SPDX-License-Identifier: GPL-2.0
/*
 * The messages of the hist trigger grammar, by code.
 */
#include "diag.h"

#define HIST_DIAG_MESSAGE(code, message)	[HIST_DIAG_##code] = message,

/* Not const only because the error log's interface is not. */
const char *hist_diag_messages[HIST_DIAG_COUNT] = {
	HIST_DIAGS(HIST_DIAG_MESSAGE)
};
