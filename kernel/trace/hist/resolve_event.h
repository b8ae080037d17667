/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiler's questions, see resolve.h, as a trace event answers them.
 */
#ifndef _TRACE_HIST_RESOLVE_EVENT_H
#define _TRACE_HIST_RESOLVE_EVENT_H

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

#endif /* _TRACE_HIST_RESOLVE_EVENT_H */
