/* SPDX-License-Identifier: GPL-2.0 */
/* Filters of the function event in perf. */
#ifndef _TRACE_FILTER_PERF_FUNCTION_H
#define _TRACE_FILTER_PERF_FUNCTION_H

#include "diag.h"

struct perf_event;

#ifdef CONFIG_FUNCTION_TRACER
int filter_set_functions(struct perf_event *event, const char *text, struct trace_span all,
			 struct trace_diag *diag);
#else
static inline int filter_set_functions(struct perf_event *event, const char *text,
				       struct trace_span all, struct trace_diag *diag)
{
	return -ENODEV;
}
#endif

#endif /* _TRACE_FILTER_PERF_FUNCTION_H */
