// SPDX-License-Identifier: GPL-2.0
/*
 * When, how often and on which CPUs hist:timer_sample fires.
 *
 * The timers run while the rate is not 0 and the event has a probe, on the selected CPUs that are
 * online. A change of the rate or of the CPUs stops all timers and starts them again.
 *
 * Locks: sample_mutex, then cpu_hotplug_lock. The tracepoint code calls hist_sample_event_reg() and
 * hist_sample_event_unreg() with its own mutex held, possibly also event_mutex, which are therefore
 * never taken here.
 */
#include <linux/cleanup.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/errno.h>
#include <linux/mutex.h>
#include <linux/sched/isolation.h>
#include <linux/seq_file.h>
#include <linux/smp.h>
#include <linux/timekeeping.h>

#include <trace/events/hist.h>

#include "sample.h"
#include "schedule.h"
#include "timer.h"

static DEFINE_MUTEX(sample_mutex);

/**
 * struct sample_state - state of sampling
 * @hz: samples per second of each CPU; 0 if sampling is off
 * @used: the event has a probe
 * @cpus: CPUs that are sampled while they are online
 * @epoch: time that the phases of the CPUs are counted from, in ns of CLOCK_MONOTONIC; set when the
 *	timers are started
 *
 * Changed with sample_mutex held and CPU hotplug excluded. So each of these suffices to read it:
 * sample_mutex, excluded hotplug, being a callback of CPU hotplug.
 */
struct sample_state {
	unsigned int hz;
	bool used;
	struct cpumask cpus;
	u64 epoch;
};

static struct sample_state state;

static unsigned int n_cpus_before(unsigned int cpu)
{
	unsigned int i, n = 0;

	for_each_cpu(i, &state.cpus) {
		if (i >= cpu)
			break;
		n++;
	}
	return n;
}

/* Start the timer of this CPU. Also called as an IPI. */
static void start_timer(void *unused)
{
	u64 phase = hist_sample_phase(n_cpus_before(smp_processor_id()),
				      cpumask_weight(&state.cpus), state.hz);

	hist_sample_timer_start(state.hz, state.epoch + phase);
}

static bool is_sampling(void)
{
	return state.hz && state.used;
}

static void start_timers(void)
{
	if (!is_sampling())
		return;
	state.epoch = ktime_get_ns();
	on_each_cpu_mask(&state.cpus, start_timer, NULL, true);
}

static void stop_timers(void)
{
	unsigned int cpu;

	for_each_cpu(cpu, &state.cpus)
		hist_sample_timer_stop(cpu);
}

/*
 * Callbacks of CPU hotplug, on the CPU that comes or goes. The timer of a CPU that comes back
 * starts anew, so the samples that were due meanwhile are not missed.
 */
static int sample_cpu_online(unsigned int cpu)
{
	if (is_sampling() && cpumask_test_cpu(cpu, &state.cpus))
		start_timer(NULL);
	return 0;
}

static int sample_cpu_offline(unsigned int cpu)
{
	hist_sample_timer_stop(cpu);
	return 0;
}

static void set_used(bool used)
{
	guard(mutex)(&sample_mutex);
	guard(cpus_read_lock)();
	stop_timers();
	state.used = used;
	start_timers();
}

/**
 * hist_sample_event_reg - start sampling, because the event gets its first probe
 *
 * Context: may sleep; called by the tracepoint code.
 * Return: always 0.
 */
int hist_sample_event_reg(void)
{
	set_used(true);
	return 0;
}

/**
 * hist_sample_event_unreg - stop sampling, because the event has lost its last probe
 *
 * Context: may sleep; called by the tracepoint code.
 */
void hist_sample_event_unreg(void)
{
	set_used(false);
}

/**
 * hist_sample_set_hz - change the rate
 * @hz: samples per second of each CPU, at most %HIST_SAMPLE_HZ_MAX; 0 switches sampling off
 *
 * Context: may sleep.
 */
void hist_sample_set_hz(unsigned int hz)
{
	guard(mutex)(&sample_mutex);
	guard(cpus_read_lock)();
	stop_timers();
	state.hz = hz;
	start_timers();
}

/**
 * hist_sample_show_hz - print the rate
 * @m: the file
 *
 * Context: may sleep.
 */
void hist_sample_show_hz(struct seq_file *m)
{
	guard(mutex)(&sample_mutex);
	seq_printf(m, "%u\n", state.hz);
}

/**
 * hist_sample_set_cpus - select the CPUs that are sampled
 * @cpus: the CPUs; CPUs that are not possible are ignored
 *
 * Context: may sleep.
 * Return: 0, or -EINVAL if no CPU is possible.
 */
int hist_sample_set_cpus(const struct cpumask *cpus)
{
	if (!cpumask_intersects(cpus, cpu_possible_mask))
		return -EINVAL;

	guard(mutex)(&sample_mutex);
	guard(cpus_read_lock)();
	stop_timers();
	cpumask_and(&state.cpus, cpus, cpu_possible_mask);
	start_timers();
	return 0;
}

/**
 * hist_sample_show_cpus - print the CPUs that are sampled, as a list
 * @m: the file
 *
 * Context: may sleep.
 */
void hist_sample_show_cpus(struct seq_file *m)
{
	guard(mutex)(&sample_mutex);
	seq_printf(m, "%*pbl\n", cpumask_pr_args(&state.cpus));
}

/**
 * hist_sample_init - prepare sampling
 *
 * The event may have a probe already, from the kernel command line, but the rate is 0.
 *
 * Context: boot.
 * Return: 0 or a negative errno.
 */
int __init hist_sample_init(void)
{
	int ret;

	cpumask_copy(&state.cpus, housekeeping_cpumask(HK_TYPE_TIMER));
	hist_sample_timers_init();
	ret = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "trace/hist_sample:online",
					sample_cpu_online, sample_cpu_offline);
	return ret < 0 ? ret : 0;
}
