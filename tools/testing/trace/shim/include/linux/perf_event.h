/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_PERF_EVENT_H
#define _SHIM_LINUX_PERF_EVENT_H

#include <linux/ftrace.h>

struct perf_event {
	struct ftrace_ops ftrace_ops;
};

#endif
