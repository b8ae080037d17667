// SPDX-License-Identifier: GPL-2.0
/* Compute the times at which the samples of a CPU are due. */
#include <linux/math64.h>
#include <linux/time64.h>

#include "schedule.h"

/**
 * hist_sample_phase - compute how long after the others' first one a CPU's first sample is due
 * @rank: number of sampled CPUs in front of this CPU, less than @n
 * @n: number of sampled CPUs
 * @hz: samples per second of each CPU, not 0
 *
 * The samples of all CPUs are evenly spread over a period, so that the CPUs are not interrupted at
 * the same time.
 *
 * Context: any.
 * Return: the phase in ns, less than a period.
 */
u64 hist_sample_phase(unsigned int rank, unsigned int n, u32 hz)
{
	return div64_u64((u64)rank * NSEC_PER_SEC, (u64)n * hz);
}

/**
 * hist_sample_schedule_advance - count the samples that are due, and compute when the next one is
 * @schedule: the schedule
 * @now: the present time
 *
 * Context: any.
 * Return: number of samples that were due since the last call, up to and including @now. The next
 * one is due later than @now.
 */
u64 hist_sample_schedule_advance(struct hist_sample_schedule *schedule, u64 now)
{
	u64 seconds, n;
	u32 rest, next;

	if (now < schedule->due)
		return 0;
	seconds = div_u64_rem(now - schedule->second, NSEC_PER_SEC, &rest);
	/*
	 * Sample k is due at k * NSEC_PER_SEC / hz, rounded down. That is at or before rest if and
	 * only if k * NSEC_PER_SEC < (rest + 1) * hz.
	 */
	next = div_u64((rest + 1ULL) * schedule->hz - 1, NSEC_PER_SEC) + 1;
	n = seconds * schedule->hz + next - schedule->next;
	schedule->second += seconds * NSEC_PER_SEC;
	schedule->next = next;
	schedule->due = schedule->second + div_u64((u64)next * NSEC_PER_SEC, schedule->hz);
	return n;
}

/**
 * hist_sample_schedule_init - start a schedule
 * @schedule: filled in
 * @hz: samples per second, not 0
 * @start: time of the first sample
 * @now: the present time; samples that were due up to now do not count
 *
 * Context: any.
 */
void hist_sample_schedule_init(struct hist_sample_schedule *schedule, u32 hz, u64 start, u64 now)
{
	*schedule = (struct hist_sample_schedule){
		.second = start,
		.due = start,
		.hz = hz,
	};
	hist_sample_schedule_advance(schedule, now);
}
