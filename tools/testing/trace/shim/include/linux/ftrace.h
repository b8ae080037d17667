/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_FTRACE_H
#define _SHIM_LINUX_FTRACE_H

#include <linux/types.h>

/* Whoever includes this has one. */
#define CONFIG_FUNCTION_TRACER	1

/* Which functions a tracer wants and which not, one bit for each; no wanted ones mean all. */
struct ftrace_ops {
	u64 wanted;
	u64 unwanted;
};

/* What functions there are is told by the test, which has these. */
int ftrace_set_filter(struct ftrace_ops *ops, char *pattern, int len, int reset);
int ftrace_set_notrace(struct ftrace_ops *ops, char *pattern, int len, int reset);

static inline void ftrace_free_filter(struct ftrace_ops *ops)
{
	*ops = (struct ftrace_ops){};
}

#endif
