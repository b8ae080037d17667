/* SPDX-License-Identifier: GPL-2.0 */
/* The timers that take samples, one for each CPU. */
#ifndef _TRACE_HIST_SAMPLE_TIMER_H
#define _TRACE_HIST_SAMPLE_TIMER_H

#include <linux/init.h>
#include <linux/types.h>

void __init hist_sample_timers_init(void);
void hist_sample_timer_start(u32 hz, u64 start);
void hist_sample_timer_stop(unsigned int cpu);

#endif /* _TRACE_HIST_SAMPLE_TIMER_H */
