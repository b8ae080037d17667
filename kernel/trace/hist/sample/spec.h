/* SPDX-License-Identifier: GPL-2.0 */
/* Parsers of the values that are written to hist_sample_hz and hist_sample_cpus. */
#ifndef _TRACE_HIST_SAMPLE_SPEC_H
#define _TRACE_HIST_SAMPLE_SPEC_H

#include <linux/types.h>

#include "diag.h"

/* Longest value in bytes: every second of 8192 CPUs can be listed. */
#define HIST_SAMPLE_TEXT_MAX	32767

/* Largest number of samples per second of each CPU. */
#define HIST_SAMPLE_HZ_MAX	10000

int hist_sample_parse_word(const char *text, u32 len, enum hist_sample_diag expected,
			   struct trace_span *word, struct trace_diag *diag);
int hist_sample_parse_hz(const char *text, u32 len, unsigned int *hz, struct trace_diag *diag);

#endif /* _TRACE_HIST_SAMPLE_SPEC_H */
