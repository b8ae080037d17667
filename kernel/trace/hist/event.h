/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace event as the compiler sees it.
 */
#ifndef _TRACE_HIST_EVENT_H
#define _TRACE_HIST_EVENT_H

#include "resolve.h"

struct trace_event_file;

/**
 * struct hist_event_resolver - the resolver of a trace event in an instance
 * @resolver: what the compiler gets
 * @file: the event in the instance
 */
struct hist_event_resolver {
	struct hist_resolver resolver;
	struct trace_event_file *file;
};

extern const struct hist_resolver_ops hist_event_resolver_ops;

#endif /* _TRACE_HIST_EVENT_H */
