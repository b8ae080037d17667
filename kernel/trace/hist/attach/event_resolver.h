/* SPDX-License-Identifier: GPL-2.0 */
/* Resolver of the compiler (see compile/resolver.h) for trace events. */
#ifndef _TRACE_HIST_ATTACH_EVENT_RESOLVER_H
#define _TRACE_HIST_ATTACH_EVENT_RESOLVER_H

#include "../compile/resolver.h"

struct trace_event_file;

/**
 * struct hist_event_resolver - resolver for an event in its instance
 * @resolver: resolver that is given to the compiler
 * @file: file of the event in its instance
 */
struct hist_event_resolver {
	struct hist_resolver resolver;
	struct trace_event_file *file;
};

extern const struct hist_resolver_ops hist_event_resolver_ops;

#endif /* _TRACE_HIST_ATTACH_EVENT_RESOLVER_H */
