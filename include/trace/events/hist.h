/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM hist

#if !defined(_TRACE_HIST_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_HIST_H

#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/tracepoint.h>

int hist_sample_event_reg(void);
void hist_sample_event_unreg(void);

/*
 * A timer of hist_sample_hz has interrupted its CPU. The timers run only while the event has a
 * probe.
 *
 * regs: registers of the interrupted code; NULL if the architecture has not saved them
 * missed: number of samples that were due since the last sample of this CPU and were not taken
 */
TRACE_EVENT_FN(timer_sample,

	TP_PROTO(struct pt_regs *regs, u64 missed),

	TP_ARGS(regs, missed),

	TP_STRUCT__entry(
		__field(unsigned int,	cpu)
		__field(pid_t,		pid)
		__field(int,		prio)
		__field(bool,		user)
		__field(unsigned long,	ip)
		__field(u64,		missed)
	),

	TP_fast_assign(
		__entry->cpu	= smp_processor_id();
		__entry->pid	= current->pid;
		__entry->prio	= current->prio;
		__entry->user	= regs && user_mode(regs);
		__entry->ip	= regs ? instruction_pointer(regs) : 0;
		__entry->missed	= missed;
	),

	TP_printk("cpu=%u pid=%d prio=%d user=%d ip=%ps missed=%llu",
		  __entry->cpu, __entry->pid, __entry->prio, __entry->user,
		  (void *)__entry->ip, __entry->missed),

	hist_sample_event_reg, hist_sample_event_unreg
);

#endif /* _TRACE_HIST_H */

#include <trace/define_trace.h>
