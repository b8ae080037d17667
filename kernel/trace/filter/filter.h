/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of events, for those who have one beside what they do: triggers, histograms.
 */
#ifndef _TRACE_FILTER_FILTER_H
#define _TRACE_FILTER_FILTER_H

#include "diag.h"

struct event_filter;
struct trace_event_call;

struct event_filter *trace_filter_new(struct trace_event_call *call, const char *text,
				      struct trace_span all, struct trace_diag *diag);

#endif /* _TRACE_FILTER_FILTER_H */
