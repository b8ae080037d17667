// SPDX-License-Identifier: GPL-2.0
/*
 * Test the event hist:timer_sample with a probe of its own: the rate, the missed samples, and when
 * the timers run. Also test the stack of a sample, in an interrupt of the test.
 *
 * The tests change the rate of the whole machine and leave it at 0.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/instruction_pointer.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/timekeeping.h>

#include <asm/irq_regs.h>

#include <trace/events/hist.h>

#include "../../trace_base.h"
#include "../run/exec.h"
#include "../sample/sample.h"
#include "kunit_helpers.h"

#define SAMPLES_MAX	8192

/**
 * struct sample - a call of the probe
 * @at: time of the call in ns
 * @n: number of samples on this CPU so far, with missed samples, without the first call
 */
struct sample {
	u64 at;
	u64 n;
};

/**
 * struct cpu_samples - calls of the probe on a CPU
 * @n_calls: number of calls
 * @n_wrong: number of calls outside of hard interrupts, or without registers
 * @samples: the first @n_calls elements are the calls
 *
 * Written by the probe on its CPU. The test reads it after the timers have been stopped.
 */
struct cpu_samples {
	unsigned int n_calls;
	unsigned int n_wrong;
	struct sample *samples;
};

/**
 * struct sample_test - what the probe shares with the test
 * @busy: time in ns that a call of the probe takes at least
 * @cpus: calls on each CPU
 */
struct sample_test {
	unsigned int busy;
	struct cpu_samples cpus[NR_CPUS];
};

static void probe(void *data, struct pt_regs *regs, u64 missed)
{
	struct sample_test *t = data;
	struct cpu_samples *cpu = &t->cpus[smp_processor_id()];
	struct sample *this = &cpu->samples[cpu->n_calls];

	if (!in_hardirq() || regs != get_irq_regs() || !regs)
		cpu->n_wrong++;
	if (cpu->n_calls == SAMPLES_MAX)
		return;
	this->at = ktime_get_ns();
	this->n = cpu->n_calls ? this[-1].n + 1 + missed : 0;
	cpu->n_calls++;
	while (ktime_get_ns() - this->at < t->busy)
		cpu_relax();
}

static void stop_sampling(void *data)
{
	hist_sample_set_hz(0);
	unregister_trace_timer_sample(probe, data);
	tracepoint_synchronize_unregister();
}

/* Register the probe. KUnit unregisters it after the test, before it frees the memory. */
static struct sample_test *new_probe(struct kunit *test)
{
	struct sample_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	unsigned int cpu;

	KUNIT_ASSERT_NOT_NULL(test, t);
	for_each_possible_cpu(cpu) {
		t->cpus[cpu].samples = kunit_kcalloc(test, SAMPLES_MAX, sizeof(struct sample),
						     GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, t->cpus[cpu].samples);
	}
	hist_sample_set_hz(0);
	KUNIT_ASSERT_EQ(test, register_trace_timer_sample(probe, t), 0);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, stop_sampling, t), 0);
	return t;
}

static void sample_for(struct sample_test *t, unsigned int hz, unsigned int ms)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		t->cpus[cpu].n_calls = 0;
	hist_sample_set_hz(hz);
	msleep(ms);
	hist_sample_set_hz(0);
}

/* Number of periods that a call was later than its count tells, plus a constant, in billionths. */
static s64 lateness(const struct sample *sample, const struct sample *first, unsigned int hz)
{
	return (sample->at - first->at) * hz - sample->n * NSEC_PER_SEC;
}

/* Return the call of some that was the least late. */
static const struct sample *least_late(const struct sample *from, unsigned int n,
				       const struct sample *first, unsigned int hz)
{
	const struct sample *best = from;
	unsigned int i;

	for (i = 1; i < n; i++)
		if (lateness(&from[i], first, hz) < lateness(best, first, hz))
			best = &from[i];
	return best;
}

/*
 * Compare the samples, with those missed, with the time. A host can stop the machine between the
 * timer's look at its clock and the probe's, so take one of the first calls and one of the last,
 * those for which this took the least time. The difference must be within a period.
 */
static void expect_rate(struct kunit *test, const struct cpu_samples *cpu, unsigned int hz)
{
	const struct sample *all = cpu->samples, *from, *to;
	unsigned int n = cpu->n_calls, part = DIV_ROUND_UP(n, 4);
	s64 off;

	KUNIT_EXPECT_EQ(test, cpu->n_wrong, 0);
	KUNIT_ASSERT_GT(test, n, 1);
	KUNIT_ASSERT_LT(test, n, SAMPLES_MAX);
	from = least_late(all, part, all, hz);
	to = least_late(&all[n - part], part, all, hz);
	off = lateness(to, all, hz) - lateness(from, all, hz);
	KUNIT_EXPECT_LE(test, abs(off), NSEC_PER_SEC);
}

static void test_rate(struct kunit *test)
{
	static const unsigned int rates[] = { 99, 997, 1000, 10000 };
	struct sample_test *t = new_probe(test);
	unsigned int i, cpu;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		sample_for(t, rates[i], 200);
		for_each_online_cpu(cpu)
			expect_rate(test, &t->cpus[cpu], rates[i]);
	}
}

/* A probe that takes two periods: a sample is missed each time, and there is no burst. */
static void test_slow_probe(struct kunit *test)
{
	struct sample_test *t = new_probe(test);
	unsigned int cpu, i;

	t->busy = 2 * NSEC_PER_MSEC;
	sample_for(t, 1000, 200);
	for_each_online_cpu(cpu) {
		const struct sample *samples = t->cpus[cpu].samples;

		expect_rate(test, &t->cpus[cpu], 1000);
		for (i = 1; i < t->cpus[cpu].n_calls; i++) {
			KUNIT_EXPECT_GE(test, samples[i].at - samples[i - 1].at, t->busy);
			KUNIT_EXPECT_GE(test, samples[i].n - samples[i - 1].n, 2);
		}
	}
}

static unsigned int n_calls(const struct sample_test *t)
{
	unsigned int cpu, n = 0;

	for_each_possible_cpu(cpu)
		n += t->cpus[cpu].n_calls;
	return n;
}

/* Without a rate there are no samples, and only selected CPUs have any. */
static void test_off_and_cpus(struct kunit *test)
{
	struct sample_test *t = new_probe(test);
	cpumask_var_t none;
	unsigned int cpu, n;

	msleep(50);
	KUNIT_EXPECT_EQ(test, n_calls(t), 0);

	KUNIT_ASSERT_EQ(test, hist_sample_set_cpus(cpumask_of(0)), 0);
	sample_for(t, 1000, 50);
	KUNIT_EXPECT_GT(test, t->cpus[0].n_calls, 0);
	for_each_possible_cpu(cpu)
		if (cpu)
			KUNIT_EXPECT_EQ(test, t->cpus[cpu].n_calls, 0);
	n = n_calls(t);
	msleep(50);
	KUNIT_EXPECT_EQ(test, n_calls(t), n);

	KUNIT_ASSERT_TRUE(test, zalloc_cpumask_var(&none, GFP_KERNEL));
	KUNIT_EXPECT_EQ(test, hist_sample_set_cpus(none), -EINVAL);
	free_cpumask_var(none);
	KUNIT_EXPECT_EQ(test, hist_sample_set_cpus(cpu_possible_mask), 0);
}

/**
 * struct interrupt - a timer interrupt that fires a mock event
 * @timer: the timer
 * @data: histogram of the event
 * @record: record of the event
 * @ip: set to the address of the interrupted instruction
 * @caller: set to the return address of the interrupted function
 * @done: the interrupt has come
 */
struct interrupt {
	struct hrtimer timer;
	struct hist_trigger_data *data;
	struct mock_record *record;
	unsigned long ip;
	unsigned long caller;
	bool done;
};

static enum hrtimer_restart fire(struct hrtimer *timer)
{
	struct interrupt *irq = container_of(timer, struct interrupt, timer);

	irq->ip = instruction_pointer(get_irq_regs());
	hist_exec(irq->data, irq->record, _RET_IP_);
	WRITE_ONCE(irq->done, true);
	return HRTIMER_NORESTART;
}

/* Wait for the interrupt on this CPU. It interrupts this function, or softirqs that did. */
static noinline void be_interrupted(struct interrupt *irq)
{
	irq->caller = _RET_IP_;
	preempt_disable();
	hrtimer_start(&irq->timer, ms_to_ktime(2), HRTIMER_MODE_REL_PINNED_HARD);
	while (!READ_ONCE(irq->done))
		cpu_relax();
	preempt_enable();
}

static void test_interrupted_stack(struct kunit *test)
{
	struct interrupt *irq = kunit_kzalloc(test, sizeof(*irq), GFP_KERNEL);
	struct tracing_map_snapshot *rows;
	unsigned int i = 0;
	const u64 *key;

	KUNIT_ASSERT_NOT_NULL(test, irq);
	irq->record = kunit_kzalloc(test, sizeof(*irq->record), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, irq->record);
	irq->data = hist_test_compile(test, "hist:keys=common_stacktrace", &mock_sample);
	hist_test_attach(test, irq->data);
	hrtimer_setup(&irq->timer, fire, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	be_interrupted(irq);

	rows = hist_test_rows(test, irq->data);
	KUNIT_ASSERT_EQ(test, rows->n_rows, 1);
	key = tracing_map_row_key(rows, 0);
	KUNIT_EXPECT_EQ(test, key[0], irq->ip);
	while (i < HIST_STACK_DEPTH && key[i] != irq->caller)
		i++;
	KUNIT_EXPECT_LT(test, i, HIST_STACK_DEPTH);
}

/* Outside of interrupts there are no registers. */
static void test_no_interrupted_stack(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=common_stacktrace", &mock_sample);
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
	struct tracing_map_snapshot *rows;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, record);
	hist_test_attach(test, data);
	hist_test_hit(data, record);
	rows = hist_test_rows(test, data);
	KUNIT_ASSERT_EQ(test, rows->n_rows, 1);
	for (i = 0; i < HIST_STACK_DEPTH; i++)
		KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[i], 0);
}

static struct kunit_case hist_sample_cases[] = {
	KUNIT_CASE_SLOW(test_rate),
	KUNIT_CASE(test_slow_probe),
	KUNIT_CASE(test_off_and_cpus),
	KUNIT_CASE(test_interrupted_stack),
	KUNIT_CASE(test_no_interrupted_stack),
	{}
};

static struct kunit_suite hist_sample_suite = {
	.name = "hist_sample",
	.test_cases = hist_sample_cases,
};

kunit_test_suite(hist_sample_suite);

MODULE_DESCRIPTION("KUnit tests of the event timer_sample");
MODULE_LICENSE("GPL");
