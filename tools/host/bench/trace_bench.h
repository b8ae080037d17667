/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of the benchmark. The two have the same fields, for histograms of a
 * pair.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM bench

#if !defined(_TRACE_BENCH_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_BENCH_H

#include <linux/tracepoint.h>

DECLARE_EVENT_CLASS(bench,

	TP_PROTO(int key, u64 val, const char *comm, unsigned long addr),

	TP_ARGS(key, val, comm, addr),

	TP_STRUCT__entry(
		__field(int, key)
		__field(u64, val)
		__array(char, comm, 16)
		__field(unsigned long, addr)
	),

	TP_fast_assign(
		__entry->key = key;
		__entry->val = val;
		memcpy(__entry->comm, comm, 16);
		__entry->addr = addr;
	),

	TP_printk("key=%d val=%llu comm=%s addr=%lx",
		  __entry->key, __entry->val, __entry->comm, __entry->addr)
);

DEFINE_EVENT(bench, bench_start,
	TP_PROTO(int key, u64 val, const char *comm, unsigned long addr),
	TP_ARGS(key, val, comm, addr));

DEFINE_EVENT(bench, bench_end,
	TP_PROTO(int key, u64 val, const char *comm, unsigned long addr),
	TP_ARGS(key, val, comm, addr));

#endif /* _TRACE_BENCH_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace_bench
#include <trace/define_trace.h>
