/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TRACEPOINT_H
#define _SHIM_LINUX_TRACEPOINT_H

#include <linux/tracepoint-defs.h>

/* The kernel's <linux/tracepoint.h> has the same structure. */
struct trace_eval_map {
	const char *system;
	const char *eval_string;
	unsigned long eval_value;
};

/* No probe runs concurrently, so there is nothing to wait for. */
static inline void tracepoint_synchronize_unregister(void)
{
}

#endif
