/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_PERF_EVENT_H
#define _SHIM_LINUX_PERF_EVENT_H

#include <linux/ftrace.h>

/* Code that includes this header is built with perf. */
#define CONFIG_PERF_EVENTS	1

#define PERF_MAX_TRACE_SIZE	8192

struct perf_event {
	struct ftrace_ops ftrace_ops;
};

#define PERF_CONTEXT_KERNEL	((u64)-128)
#define PERF_CONTEXT_USER	((u64)-512)

struct perf_callchain_entry {
	u64 nr;
	u64 ip[];
};

struct pt_regs;

/* Defined by shim/callchain.c, see shim/callchain.h. */
int get_callchain_buffers(int max_stack);
void put_callchain_buffers(void);
struct perf_callchain_entry *get_perf_callchain(struct pt_regs *regs, bool kernel, bool user,
						u32 max_stack, bool crosstask, bool add_mark);

#endif
