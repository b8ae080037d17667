/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_FTRACE_H
#define _SHIM_LINUX_FTRACE_H

#include <linux/types.h>

/* Code that includes this header is built with the function tracer enabled. */
#define CONFIG_FUNCTION_TRACER	1
#define CONFIG_DYNAMIC_FTRACE	1

/*
 * Functions to trace and not to trace, one bit each. If wanted is 0, all are
 * traced.
 */
struct ftrace_ops {
	u64 wanted;
	u64 unwanted;
};

/* Defined by the test, which decides which functions exist. */
int ftrace_set_filter(struct ftrace_ops *ops, char *pattern, int len, int reset);
int ftrace_set_notrace(struct ftrace_ops *ops, char *pattern, int len, int reset);

static inline void ftrace_free_filter(struct ftrace_ops *ops)
{
	*ops = (struct ftrace_ops){};
}

#endif
