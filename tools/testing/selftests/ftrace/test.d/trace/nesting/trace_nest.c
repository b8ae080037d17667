// SPDX-License-Identifier: GPL-2.0
/*
 * Fire events that interrupt each other, and count them by context.
 *
 * The parameter "walk" takes the name of a kernel function. At each instruction of the function
 * in turn, a task that fires an event is interrupted by a softirq, which fires an event as well.
 * At the same instruction, a hardirq interrupts the softirq. There, an NMI and the kprobe that
 * drives the walk interrupt the hardirq. With "watched" after the name, an NMI also interrupts the
 * kprobe's event, if the machine has hardware breakpoints.
 *
 * The parameter "storm" takes a number of milliseconds. For that time, all CPUs fire events in a
 * loop, interrupted by timers that cause tasklets, hardirqs and NMIs.
 *
 * "fired" has the number of event pairs that each context fired since the parameter was last
 * written, and the largest number used as their field; "depths" has how many pairs were fired
 * inside 0, 1, 2, ... others on their CPU; "walked" has the result of the last walk.
 *
 * With "failing", the initialization of the module fails when this parameter is cleared.
 *
 * The module takes no lock on the event path. Counters are per CPU; nested contexts restore the
 * state of the one that they interrupted.
 */
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/hw_breakpoint.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/smp.h>
#ifdef CONFIG_X86_LOCAL_APIC
#include <asm/apic.h>
#include <asm/nmi.h>
#endif

#include "trace_base.h"

#define CREATE_TRACE_POINTS
#include "trace_nest.h"

#define DEPTHS		8
#define FUNCTION_MAX	2048U
#define PERIOD_NS	(100 * NSEC_PER_USEC)
#define NMI_TRIES	1000000

enum context { TASK, SOFTIRQ, HARDIRQ, PROBE, NMI, CONTEXTS };

static const char *const names[CONTEXTS] = { "task", "softirq", "hardirq", "probe", "nmi" };

/**
 * struct count - events fired by one context of a CPU
 * @fired: number of event pairs
 * @largest: number field of the last pair, which is the largest one
 */
struct count {
	u64 fired;
	u64 largest;
};

/**
 * struct nest_cpu - state of a CPU
 * @counts: events by context
 * @depths: event pairs by the number of others that they were fired in
 * @depth: number of event pairs in progress
 * @context: context of the innermost one
 * @interrupted: contexts interrupted in this step of a walk
 * @n_nmis: number of NMIs handled
 * @soft: tasklet that fires events
 * @hard: hardirq work that fires events
 * @to_soft: hardirq work that schedules the tasklet
 * @timer: periodic hardirq of a storm
 * @task: thread that fires events in a storm
 */
struct nest_cpu {
	struct count counts[CONTEXTS];
	u64 depths[DEPTHS];
	unsigned int depth;
	enum context context;
	bool interrupted[CONTEXTS];
	unsigned int n_nmis;
	struct tasklet_struct soft;
	struct irq_work hard, to_soft;
	struct hrtimer timer;
	struct task_struct *task;
};

static DEFINE_PER_CPU(struct nest_cpu, cpus);
static atomic64_t last_number;
static bool has_nmis;

/**
 * struct walk - state of the walk through a function
 * @probes: one probe per byte; those at the start of an instruction are registered
 * @registered: the registered probes
 * @reached: per byte, whether an uninterrupted event executes the instruction
 * @n: number of registered probes
 * @n_reached: number of probes at which a task was interrupted
 * @cpu: CPU that the walk runs on
 * @watched: whether the event of the probe is interrupted, too
 * @acting: probe that causes the interrupts of this step, or NULL
 */
static struct walk {
	struct kprobe *probes, **registered;
	bool *reached;
	unsigned int n, n_reached;
	int cpu;
	bool watched;
	struct kprobe *acting;
} walk;

static void fire(enum context context)
{
	enum context outer;
	struct nest_cpu *cpu;
	u64 number;

	preempt_disable_notrace();
	cpu = this_cpu_ptr(&cpus);
	outer = cpu->context;
	cpu->context = context;
	cpu->depths[min(cpu->depth++, DEPTHS - 1U)]++;
	barrier(); /* An interrupting context on this CPU sees the new values and restores them. */

	number = atomic64_inc_return(&last_number);
	cpu->counts[context].fired++;
	cpu->counts[context].largest = number;
	trace_nest_begin(context, number);
	trace_nest_end(context, number);

	barrier();
	cpu->depth--;
	cpu->context = outer;
	preempt_enable_notrace();
}

static void fire_soft(struct tasklet_struct *tasklet)
{
	fire(SOFTIRQ);
}

static void fire_hard(struct irq_work *work)
{
	fire(HARDIRQ);
}

static void raise_soft(struct irq_work *work)
{
	tasklet_hi_schedule(&this_cpu_ptr(&cpus)->soft);
}

#ifdef CONFIG_X86_LOCAL_APIC
static int at_nmi(unsigned int type, struct pt_regs *regs)
{
	fire(NMI);
	this_cpu_inc(cpus.n_nmis);
	return NMI_HANDLED;
}

static bool start_nmis(void)
{
	return boot_cpu_has(X86_FEATURE_APIC) &&
	       !register_nmi_handler(NMI_LOCAL, at_nmi, 0, "trace_nest");
}

static void stop_nmis(void)
{
	unregister_nmi_handler(NMI_LOCAL, "trace_nest");
}

static void send_nmi(int cpu)
{
	__apic_send_IPI_mask(cpumask_of(cpu), NMI_VECTOR);
}
#else
static bool start_nmis(void)
{
	return false;
}

static void stop_nmis(void)
{
}

static void send_nmi(int cpu)
{
}
#endif

/* Send an NMI to this CPU and wait until it was handled. */
static void nmi_here(struct nest_cpu *cpu)
{
	unsigned int before = cpu->n_nmis;
	int i;

	if (!has_nmis)
		return;
	send_nmi(raw_smp_processor_id());
	for (i = 0; i < NMI_TRIES && READ_ONCE(cpu->n_nmis) == before; i++)
		cpu_relax();
}

/* Return: true if @context is the innermost one and was not interrupted in this step before. */
static bool interrupts(struct nest_cpu *cpu, enum context context)
{
	if (!cpu->depth || cpu->context != context || cpu->interrupted[context])
		return false;
	cpu->interrupted[context] = true;
	return true;
}

/*
 * Runs with interrupts off. The interrupts that it requests arrive directly after the probed
 * instruction.
 */
static int at_probe(struct kprobe *probe, struct pt_regs *regs)
{
	struct nest_cpu *cpu = this_cpu_ptr(&cpus);

	if (raw_smp_processor_id() != walk.cpu || !cpu->depth)
		return 0;
	if (!READ_ONCE(walk.acting))
		walk.reached[probe - walk.probes] = true;
	if (probe != READ_ONCE(walk.acting))
		return 0;
	if (interrupts(cpu, TASK)) {
		irq_work_queue(&cpu->to_soft);
	} else if (interrupts(cpu, SOFTIRQ)) {
		irq_work_queue(&cpu->hard);
	} else if (interrupts(cpu, HARDIRQ)) {
		nmi_here(cpu);
		fire(PROBE);
	}
	return 0;
}

/*
 * A probe with a post handler is neither jump-optimized nor boosted: interrupts stay off until the
 * instruction has been executed.
 */
static void behind_probe(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

#ifdef CONFIG_HAVE_HW_BREAKPOINT
static void at_watched(struct perf_event *event, struct perf_sample_data *data,
		       struct pt_regs *regs)
{
	struct nest_cpu *cpu = this_cpu_ptr(&cpus);

	if (interrupts(cpu, PROBE))
		nmi_here(cpu);
}

static struct perf_event *watch(void *address)
{
	struct perf_event_attr attr;

	hw_breakpoint_init(&attr);
	attr.bp_addr = (unsigned long)address;
	attr.bp_len = sizeof(long);
	attr.bp_type = HW_BREAKPOINT_X;
	return perf_event_create_kernel_counter(&attr, walk.cpu, NULL, at_watched, NULL);
}

static void unwatch(struct perf_event *event)
{
	if (!IS_ERR_OR_NULL(event))
		perf_event_release_kernel(event);
}
#else
static struct perf_event *watch(void *address)
{
	return NULL;
}

static void unwatch(struct perf_event *event)
{
}
#endif

/* Wait until the requested work has run. */
static void settle(struct nest_cpu *cpu)
{
	irq_work_sync(&cpu->to_soft);
	tasklet_kill(&cpu->soft);
	irq_work_sync(&cpu->hard);
}

static void step(struct nest_cpu *cpu, struct kprobe *probe)
{
	struct perf_event *watched = walk.watched ? watch(probe->addr) : NULL;

	memset(cpu->interrupted, 0, sizeof(cpu->interrupted));
	WRITE_ONCE(walk.acting, probe);
	fire(TASK);
	settle(cpu);
	WRITE_ONCE(walk.acting, NULL);
	unwatch(watched);
	walk.n_reached += cpu->interrupted[TASK];
}

/* Return: number of bytes of the function to be probed, or an error if it cannot be probed. */
static int find(const char *function, void **start)
{
	struct kprobe probe = { .symbol_name = function };
	char text[KSYM_SYMBOL_LEN], *slash;
	unsigned int size;
	int ret = register_kprobe(&probe);

	if (ret)
		return ret;
	*start = probe.addr;
	unregister_kprobe(&probe);

	/* Format: "name+0x0/0x1b0". */
	sprint_symbol(text, (unsigned long)*start);
	slash = strrchr(text, '/');
	if (!slash || kstrtouint(slash + 1, 16, &size))
		return -ENOENT;
	return min(size, FUNCTION_MAX);
}

static unsigned int length(const struct kprobe *probe)
{
#ifdef CONFIG_X86
	return probe->ainsn.size;
#else
	return 1;
#endif
}

/* Registration fails for bytes inside an instruction and for instructions that cannot be probed. */
static void register_probes(void *start, unsigned int size)
{
	struct kprobe *probe = walk.probes;

	while (probe < walk.probes + size) {
		probe->addr = start + (probe - walk.probes);
		probe->pre_handler = at_probe;
		probe->post_handler = behind_probe;
		if (register_kprobe(probe)) {
			probe++;
		} else {
			walk.registered[walk.n++] = probe;
			probe += length(probe);
		}
	}
}

static void step_through(void)
{
	unsigned int i;

	migrate_disable();
	walk.cpu = smp_processor_id();
	/* Find the reached instructions. The first pair inserts entries that the second finds. */
	fire(TASK);
	fire(TASK);
	for (i = 0; i < walk.n; i++)
		if (walk.reached[walk.registered[i] - walk.probes])
			step(this_cpu_ptr(&cpus), walk.registered[i]);
	migrate_enable();
}

static int walk_through(const char *function)
{
	void *start;
	int size = find(function, &start);

	walk.n = 0;
	walk.n_reached = 0;
	if (size < 0)
		return size;
	walk.probes = kvcalloc(size, sizeof(*walk.probes), GFP_KERNEL);
	walk.registered = kvcalloc(size, sizeof(*walk.registered), GFP_KERNEL);
	walk.reached = kvcalloc(size, sizeof(*walk.reached), GFP_KERNEL);
	if (walk.probes && walk.registered && walk.reached) {
		register_probes(start, size);
		step_through();
		unregister_kprobes(walk.registered, walk.n);
	}
	kvfree(walk.reached);
	kvfree(walk.registered);
	kvfree(walk.probes);
	return walk.n ? 0 : -ENOMEM;
}

static int set_walk(const char *text, const struct kernel_param *kp)
{
	char function[64], how[16] = "";

	if (sscanf(text, "%63s %15s", function, how) < 1)
		return -EINVAL;
	walk.watched = !strcmp(how, "watched");
	return walk_through(function);
}

static int get_walked(char *text, const struct kernel_param *kp)
{
	return sysfs_emit(text, "%u %u\n", walk.n, walk.n_reached);
}

/* Send an NMI to this CPU, or to another one if there is one. */
static void nmi_somewhere(bool other)
{
	int here = raw_smp_processor_id(), cpu = here;

	if (other)
		cpu = cpumask_any_but(cpu_online_mask, here);
	if (has_nmis)
		send_nmi(cpu < nr_cpu_ids ? cpu : here);
}

static enum hrtimer_restart at_timer(struct hrtimer *timer)
{
	struct nest_cpu *cpu = this_cpu_ptr(&cpus);
	u32 chance = atomic64_read(&last_number);

	tasklet_hi_schedule(&cpu->soft);
	irq_work_queue(&cpu->hard);
	nmi_somewhere(chance & 1);
	fire(HARDIRQ);
	/* Vary the period, so that the timer does not run in step with the loop. */
	hrtimer_forward_now(timer, ns_to_ktime(PERIOD_NS + chance * 7919 % PERIOD_NS));
	return HRTIMER_RESTART;
}

static int fire_in_storm(void *arg)
{
	struct nest_cpu *cpu = arg;

	hrtimer_start(&cpu->timer, ns_to_ktime(PERIOD_NS), HRTIMER_MODE_REL_PINNED_HARD);
	while (!kthread_should_stop()) {
		fire(TASK);
		cond_resched();
	}
	hrtimer_cancel(&cpu->timer);
	settle(cpu);
	return 0;
}

static void do_nothing(void *arg)
{
}

static int set_storm(const char *text, const struct kernel_param *kp)
{
	unsigned int ms, cpu;
	int ret = kstrtouint(text, 0, &ms);

	if (ret)
		return ret;
	cpus_read_lock();
	for_each_online_cpu(cpu)
		per_cpu(cpus.task, cpu) = kthread_run_on_cpu(fire_in_storm, per_cpu_ptr(&cpus, cpu),
							     cpu, "nest/%u");
	msleep(ms);
	for_each_online_cpu(cpu) {
		if (IS_ERR(per_cpu(cpus.task, cpu)))
			ret = PTR_ERR(per_cpu(cpus.task, cpu));
		else
			kthread_stop(per_cpu(cpus.task, cpu));
	}
	/* Wait for NMIs in flight: each CPU handles them before this function call. */
	on_each_cpu(do_nothing, NULL, 1);
	cpus_read_unlock();
	return ret;
}

static int set_fired(const char *text, const struct kernel_param *kp)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		memset(per_cpu(cpus.counts, cpu), 0, sizeof(cpus.counts));
		memset(per_cpu(cpus.depths, cpu), 0, sizeof(cpus.depths));
	}
	return 0;
}

static int get_fired(char *text, const struct kernel_param *kp)
{
	unsigned int context, cpu;
	int len = 0;

	for (context = 0; context < CONTEXTS; context++) {
		struct count all = {};

		for_each_possible_cpu(cpu) {
			const struct count *count = &per_cpu(cpus.counts, cpu)[context];

			all.fired += count->fired;
			all.largest = max(all.largest, count->largest);
		}
		len += sysfs_emit_at(text, len, "%u %s %llu %llu\n", context, names[context],
				     all.fired, all.largest);
	}
	return len;
}

static int get_depths(char *text, const struct kernel_param *kp)
{
	unsigned int depth, cpu;
	int len = 0;

	for (depth = 0; depth < DEPTHS; depth++) {
		u64 all = 0;

		for_each_possible_cpu(cpu)
			all += per_cpu(cpus.depths, cpu)[depth];
		len += sysfs_emit_at(text, len, "%s%llu", depth ? " " : "", all);
	}
	return len + sysfs_emit_at(text, len, "\n");
}

static int get_nmis(char *text, const struct kernel_param *kp)
{
	return sysfs_emit(text, "%c\n", has_nmis ? 'Y' : 'N');
}

static const struct kernel_param_ops walk_ops = { .set = set_walk };
module_param_cb(walk, &walk_ops, NULL, 0200);
MODULE_PARM_DESC(walk, "interrupt a task at each instruction of a function: FUNCTION [watched]");

static const struct kernel_param_ops walked_ops = { .get = get_walked };
module_param_cb(walked, &walked_ops, NULL, 0400);
MODULE_PARM_DESC(walked, "instructions of the last walk, and at how many a task was interrupted");

static const struct kernel_param_ops storm_ops = { .set = set_storm };
module_param_cb(storm, &storm_ops, NULL, 0200);
MODULE_PARM_DESC(storm, "fire on all CPUs: milliseconds");

static const struct kernel_param_ops fired_ops = { .set = set_fired, .get = get_fired };
module_param_cb(fired, &fired_ops, NULL, 0600);
MODULE_PARM_DESC(fired, "contexts, their names, how many pairs of events, the largest number");

static const struct kernel_param_ops depths_ops = { .get = get_depths };
module_param_cb(depths, &depths_ops, NULL, 0400);
MODULE_PARM_DESC(depths, "pairs of events that were fired within none, one, two... others");

static const struct kernel_param_ops nmis_ops = { .get = get_nmis };
module_param_cb(nmis, &nmis_ops, NULL, 0400);
MODULE_PARM_DESC(nmis, "whether there are NMIs");

static bool failing;
module_param(failing, bool, 0600);
MODULE_PARM_DESC(failing, "if set when the module is loaded: wait until it is cleared, and then fail");

static bool held;
module_param(held, bool, 0400);
MODULE_PARM_DESC(held, "whether a module whose initialization fails got a reference to its event");

static bool __init file_is_held(void)
{
	struct trace_event_file *file = trace_get_event_file(NULL, "nest", "nest_begin");

	if (PTR_ERR_OR_ZERO(file) == -EBUSY)
		return false;
	if (!IS_ERR(file))
		trace_put_event_file(file);
	return true;
}

static bool __init perf_is_held(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr),
		.config = event_nest_begin.event.type,
	};
	struct perf_event *event = perf_event_create_kernel_counter(&attr, 0, NULL, NULL, NULL);

	if (PTR_ERR_OR_ZERO(event) == -EBUSY)
		return false;
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
	return true;
}

static int __init fail_when_told(void)
{
	held = file_is_held() || perf_is_held();
	while (READ_ONCE(failing))
		msleep(20);
	return -EINVAL;
}

static int __init trace_nest_init(void)
{
	unsigned int i;

	if (failing)
		return fail_when_told();
	for_each_possible_cpu(i) {
		struct nest_cpu *cpu = per_cpu_ptr(&cpus, i);

		tasklet_setup(&cpu->soft, fire_soft);
		cpu->hard = IRQ_WORK_INIT_HARD(fire_hard);
		cpu->to_soft = IRQ_WORK_INIT_HARD(raise_soft);
		hrtimer_setup(&cpu->timer, at_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	}
	has_nmis = start_nmis();
	return 0;
}

static void __exit trace_nest_exit(void)
{
	if (has_nmis)
		stop_nmis();
}

module_init(trace_nest_init);
module_exit(trace_nest_exit);
MODULE_DESCRIPTION("Fires events that interrupt each other, for tests of histogram triggers");
MODULE_LICENSE("GPL");
