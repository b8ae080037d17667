/* SPDX-License-Identifier: GPL-2.0 */
/* Deliver records of dynamic events to perf. */
#ifndef _TRACE_DYNEVENT_PERF_H
#define _TRACE_DYNEVENT_PERF_H

#include <linux/types.h>

struct pt_regs;
struct trace_event_call;

/**
 * struct dyn_event_perf - a record in perf's buffer, reserved but not submitted
 * @record: the record; NULL if perf does not take it
 * @size: size of the record in bytes, rounded up as perf requires
 * @rctx: perf recursion context, which protects the buffer from nested events
 * @regs: registers that perf reports as the origin of the event
 */
struct dyn_event_perf {
	void *record;
	u32 size;
	int rctx;
	struct pt_regs *regs;
};

#ifdef CONFIG_PERF_EVENTS
struct dyn_event_perf dyn_event_perf_reserve(struct trace_event_call *call, u32 size);
void dyn_event_perf_submit(struct trace_event_call *call, const struct dyn_event_perf *perf);
#else
static inline struct dyn_event_perf dyn_event_perf_reserve(struct trace_event_call *call,
							   u32 size)
{
	return (struct dyn_event_perf){};
}

static inline void dyn_event_perf_submit(struct trace_event_call *call,
					 const struct dyn_event_perf *perf) { }
#endif

#endif /* _TRACE_DYNEVENT_PERF_H */
