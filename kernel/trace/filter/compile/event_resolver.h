/* SPDX-License-Identifier: GPL-2.0 */
/* Resolver of the names in filters of trace events. */
#ifndef _TRACE_FILTER_EVENT_RESOLVER_H
#define _TRACE_FILTER_EVENT_RESOLVER_H

#include "resolver.h"

struct trace_event_call;

/**
 * struct filter_event_resolver - a resolver for one trace event
 * @resolver: base class; its ops are filter_event_resolver_ops
 * @call: the event
 */
struct filter_event_resolver {
	struct filter_resolver resolver;
	struct trace_event_call *call;
};

extern const struct filter_resolver_ops filter_event_resolver_ops;

#endif /* _TRACE_FILTER_EVENT_RESOLVER_H */
