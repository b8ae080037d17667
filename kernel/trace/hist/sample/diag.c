// SPDX-License-Identifier: GPL-2.0
/* Messages of the errors in texts that are written to hist_sample_hz and hist_sample_cpus. */
#include "diag.h"

const char *const hist_sample_diag_messages[HIST_SAMPLE_DIAG_COUNT] = {
	[HIST_SAMPLE_DIAG_NONE]		= "No error",
	[HIST_SAMPLE_DIAG_NUL_BYTE]	= "Value has a NUL byte in it",
	[HIST_SAMPLE_DIAG_TOO_LONG]	= "Value is too long, at most 32767 bytes",
	[HIST_SAMPLE_DIAG_BAD_HZ]	= "Expected a number from 0 to 10000",
	[HIST_SAMPLE_DIAG_BAD_CPUS]	= "Expected a list of CPUs, such as 0-3,8",
	[HIST_SAMPLE_DIAG_NO_CPU]	= "This machine does not have these CPUs",
};
