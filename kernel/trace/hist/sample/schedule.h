/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times at which the samples of a CPU are due.
 *
 * Sample k of each second is due k/hz seconds after its start, in whole nanoseconds. So there are
 * exactly hz samples a second, whether or not hz divides the nanoseconds of a second. All times are
 * nanoseconds of one clock.
 *
 * Pure code: it takes no locks and does not read a clock.
 */
#ifndef _TRACE_HIST_SAMPLE_SCHEDULE_H
#define _TRACE_HIST_SAMPLE_SCHEDULE_H

#include <linux/types.h>

/**
 * struct hist_sample_schedule - the schedule of a CPU; owned by the CPU's timer
 * @second: time when the current second began
 * @due: time of the next sample
 * @next: number of the next sample in the current second; @hz means the first one of the second
 *	that follows
 * @hz: samples per second, not 0; constant after hist_sample_schedule_init()
 */
struct hist_sample_schedule {
	u64 second;
	u64 due;
	u32 next;
	u32 hz;
};

u64 hist_sample_phase(unsigned int rank, unsigned int n, u32 hz);
void hist_sample_schedule_init(struct hist_sample_schedule *schedule, u32 hz, u64 start, u64 now);
u64 hist_sample_schedule_advance(struct hist_sample_schedule *schedule, u64 now);

#endif /* _TRACE_HIST_SAMPLE_SCHEDULE_H */
