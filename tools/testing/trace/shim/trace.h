/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is needed of the host's kernel/trace/trace.h.  Beside include/, where code
 * in a folder of kernel/trace finds it as "../trace.h".
 */
#ifndef _SHIM_TRACE_H
#define _SHIM_TRACE_H

#include <linux/errno.h>
#include <linux/stddef.h>
#include <linux/types.h>

static inline const char *get_syscall_name(int syscall)
{
	return syscall == 24 ? "sys_sched_yield" : NULL;
}

/* Who wants a snapshot decides whether it is taken; all that is done is to count it. */
struct trace_array {
	bool (*update)(struct trace_array *tr, void *cond_data);
	void *cond_data;
	unsigned int n_snapshots;
};

static inline int tracing_snapshot_cond_enable(struct trace_array *tr, void *cond_data,
					       bool (*update)(struct trace_array *tr,
							      void *cond_data))
{
	if (tr->update)
		return -EBUSY;
	tr->update = update;
	tr->cond_data = cond_data;
	return 0;
}

static inline int tracing_snapshot_cond_disable(struct trace_array *tr)
{
	tr->update = NULL;
	return 0;
}

static inline void tracing_snapshot_cond(struct trace_array *tr, void *cond_data)
{
	if (tr->update && tr->update(tr, cond_data))
		tr->n_snapshots++;
}

#endif
