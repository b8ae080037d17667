// SPDX-License-Identifier: GPL-2.0
/*
 * The timers that take samples, one for each CPU.
 *
 * A timer is started on its CPU, is pinned to it, and starts itself again. Its callback runs in a
 * hard interrupt, with PREEMPT_RT as well, and fires hist:timer_sample for the code that the
 * interrupt has interrupted. The clock is CLOCK_MONOTONIC, which stands still during suspend.
 *
 * A callback takes one sample, however late it is. Samples that were due in the meantime, and while
 * the probes of the event ran, are counted as missed and shown by the next sample. So the next
 * expiry is always in the future, and neither a late timer nor a slow probe can cause a burst.
 */
#include <linux/container_of.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/ktime.h>
#include <linux/percpu.h>
#include <linux/timekeeping.h>

#include <asm/irq_regs.h>

#include <trace/events/hist.h>

#include "../../trace_base.h"
#include "schedule.h"
#include "timer.h"

/**
 * struct sample_timer - timer of a CPU
 * @timer: the timer
 * @schedule: times of the samples
 * @missed: number of samples to show as missed by the next sample
 *
 * While the timer runs, only its callback uses @schedule and @missed. hist_sample_timer_start()
 * sets them before.
 */
struct sample_timer {
	struct hrtimer timer;
	struct hist_sample_schedule schedule;
	u64 missed;
};

static DEFINE_PER_CPU(struct sample_timer, sample_timers);

static enum hrtimer_restart take_sample(struct hrtimer *timer)
{
	struct sample_timer *t = container_of(timer, struct sample_timer, timer);
	u64 n = hist_sample_schedule_advance(&t->schedule, ktime_get_ns());

	/* Timers never expire early; this is for a clock that does not keep that promise. */
	if (likely(n)) {
		trace_timer_sample(get_irq_regs(), t->missed + n - 1);
		t->missed = hist_sample_schedule_advance(&t->schedule, ktime_get_ns());
	}
	hrtimer_set_expires(timer, ns_to_ktime(t->schedule.due));
	return HRTIMER_RESTART;
}

/**
 * hist_sample_timers_init - initialize the timers of all CPUs
 *
 * Context: boot.
 */
void __init hist_sample_timers_init(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct hrtimer *timer = &per_cpu(sample_timers, cpu).timer;

		hrtimer_setup(timer, take_sample, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	}
}

/**
 * hist_sample_timer_start - start the timer of this CPU
 * @hz: samples per second, not 0
 * @start: time of the first sample, in ns of CLOCK_MONOTONIC; if it has passed, the first sample is
 *	the next one that is due
 *
 * Context: any but NMI; the caller cannot migrate to another CPU. The timer does not run, and no
 * other caller starts or stops it.
 */
void hist_sample_timer_start(u32 hz, u64 start)
{
	struct sample_timer *t = this_cpu_ptr(&sample_timers);

	t->missed = 0;
	hist_sample_schedule_init(&t->schedule, hz, start, ktime_get_ns());
	hrtimer_start(&t->timer, ns_to_ktime(t->schedule.due), HRTIMER_MODE_ABS_PINNED_HARD);
}

/**
 * hist_sample_timer_stop - stop the timer of a CPU, and wait for its callback
 * @cpu: the CPU; its timer need not run
 *
 * Context: may sleep. No other caller starts or stops the timer.
 */
void hist_sample_timer_stop(unsigned int cpu)
{
	hrtimer_cancel(&per_cpu(sample_timers, cpu).timer);
}
