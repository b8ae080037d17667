/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is needed of the host's kernel/trace/trace_output.h.  Records are not printed here:
 * the host does that.
 */
#ifndef _SHIM_TRACE_OUTPUT_H
#define _SHIM_TRACE_OUTPUT_H

#include <linux/bug.h>

struct trace_event;
struct trace_iterator;

enum print_line_t {
	TRACE_TYPE_UNHANDLED = 2,
};

struct trace_event_functions {
	enum print_line_t (*trace)(struct trace_iterator *iter, int flags,
				   struct trace_event *event);
};

static inline enum print_line_t print_event_fields(struct trace_iterator *iter,
						   struct trace_event *event)
{
	BUG();
	return TRACE_TYPE_UNHANDLED;
}

#endif
