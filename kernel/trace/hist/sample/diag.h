/* SPDX-License-Identifier: GPL-2.0 */
/* Errors in texts that are written to hist_sample_hz and hist_sample_cpus. */
#ifndef _TRACE_HIST_SAMPLE_DIAG_H
#define _TRACE_HIST_SAMPLE_DIAG_H

#include "../../trace_diag.h"

/* Error codes; sample/diag.c has their messages. */
enum hist_sample_diag {
	HIST_SAMPLE_DIAG_NONE,
	HIST_SAMPLE_DIAG_NUL_BYTE,
	HIST_SAMPLE_DIAG_TOO_LONG,
	HIST_SAMPLE_DIAG_BAD_HZ,
	HIST_SAMPLE_DIAG_BAD_CPUS,
	HIST_SAMPLE_DIAG_NO_CPU,
	HIST_SAMPLE_DIAG_COUNT,
};

extern const char *const hist_sample_diag_messages[HIST_SAMPLE_DIAG_COUNT];

#endif /* _TRACE_HIST_SAMPLE_DIAG_H */
