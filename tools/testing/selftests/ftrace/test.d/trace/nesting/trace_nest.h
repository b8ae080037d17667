/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two events with the same fields, which say in which context they were fired. Histograms use them
 * as the begin and end of an interval.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM nest

#if !defined(_TRACE_NEST_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_NEST_H

#include <linux/tracepoint.h>

/* Difference between the fields "twin" and "number". */
#define TRACE_NEST_TWIN	1000000000000ULL

DECLARE_EVENT_CLASS(nest,

	TP_PROTO(int context, u64 number),

	TP_ARGS(context, number),

	TP_STRUCT__entry(
		__field(int, context)
		__field(u64, number)
		__field(u64, twin)
	),

	TP_fast_assign(
		__entry->context = context;
		__entry->number = number;
		__entry->twin = number + TRACE_NEST_TWIN;
	),

	TP_printk("context=%d number=%llu twin=%llu",
		  __entry->context, __entry->number, __entry->twin)
);

DEFINE_EVENT(nest, nest_begin,
	TP_PROTO(int context, u64 number),
	TP_ARGS(context, number));

DEFINE_EVENT(nest, nest_end,
	TP_PROTO(int context, u64 number),
	TP_ARGS(context, number));

#endif /* _TRACE_NEST_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace_nest
#include <trace/define_trace.h>
