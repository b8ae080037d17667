// SPDX-License-Identifier: GPL-2.0
/*
 * Startup test of events (CONFIG_EVENT_TRACE_STARTUP_TEST).
 *
 * A step of the test enables events of the top instance, runs a workload that causes many kinds of
 * events, and disables them again. There is a step for each event, for each system, and for all
 * events at once. If there is a function tracer, a second round of steps runs while a callback
 * records all functions. A step fails if
 *
 *	- an event cannot be enabled, or its flags do not show that it is recorded;
 *	- the workload cannot run;
 *	- all events are enabled, and the ring buffer has no new record;
 *	- afterwards, an event does not have the state that it had before.
 *
 * The kernel log has a line for each step that begins, for each failure, and for the result of each
 * round. The log of a kernel that stops in the test thus ends with the step that stopped it.
 *
 * User space does not run yet, but a driver may load or unload a module meanwhile. So the test has
 * references to the events, takes event_mutex to use them, and skips removed events.
 */
#define pr_fmt(fmt) "trace events: startup test: " fmt

#include <linux/cleanup.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/ftrace.h>
#include <linux/gfp.h>
#include <linux/init.h>
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/ring_buffer.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "enable.h"
#include "file.h"

/* Flags that a step changes and must restore. */
#define STATE_FLAGS	(EVENT_FILE_FL_ENABLED | EVENT_FILE_FL_SOFT_DISABLED | \
			 EVENT_FILE_FL_RECORDED_CMD | EVENT_FILE_FL_RECORDED_TGID)

/* Events that a step enables. */
enum step {
	STEP_EVENT,
	STEP_SYSTEM,
	STEP_ALL,
};

/**
 * struct tested_event - event of the top instance
 * @file: the event in the instance, with a reference
 * @state: its %STATE_FLAGS before the current step
 * @soft_users: number of its users of soft mode before the current step
 * @enabled: the current step has enabled the event
 */
struct tested_event {
	struct trace_event_file *file;
	unsigned long state;
	int soft_users;
	bool enabled;
};

/**
 * struct startup_test - the test
 * @tr: the top instance
 * @events: its events that can be enabled
 * @n_events: number of @events
 * @n_failed: number of steps of the current round that have failed
 */
struct startup_test {
	struct trace_array *tr;
	struct tested_event *events;
	unsigned int n_events;
	unsigned int n_failed;
};

/* Object that is freed after an RCU grace period. */
struct rcu_object {
	struct rcu_head rcu;
};

/* Two threads that want the same mutex. */
struct contention {
	struct mutex lock;		/* only taken to cause events */
	struct completion held;		/* the second thread has the mutex */
	struct completion ended;	/* the second thread has ended */
};

/* Only taken to cause events; contended by all CPUs. */
static DEFINE_SPINLOCK(workload_lock);

/* Cause events of memory, RCU callbacks and spinlocks. Runs on each CPU, as a work item. */
static void __init use_memory(struct work_struct *unused)
{
	struct rcu_object *object = kmalloc(sizeof(*object), GFP_KERNEL);
	unsigned long page = __get_free_page(GFP_KERNEL);

	spin_lock_irq(&workload_lock);
	spin_unlock_irq(&workload_lock);
	free_page(page);
	if (object)
		kfree_rcu(object, rcu);
}

/* Second thread: sleep with the mutex held, until an hrtimer expires. */
static int __init hold_mutex(void *data)
{
	struct contention *contention = data;

	mutex_lock(&contention->lock);
	complete(&contention->held);
	usleep_range(50, 100);
	mutex_unlock(&contention->lock);
	kthread_complete_and_exit(&contention->ended, 0);
}

/* Cause events of tasks, wakeups, hrtimers and mutexes. Return: 0 or a negative errno. */
static int __init contend(void)
{
	struct contention contention;
	struct task_struct *thread;

	mutex_init(&contention.lock);
	init_completion(&contention.held);
	init_completion(&contention.ended);
	thread = kthread_run(hold_mutex, &contention, "event-test");
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	wait_for_completion(&contention.held);
	mutex_lock(&contention.lock);
	mutex_unlock(&contention.lock);
	wait_for_completion(&contention.ended);
	return 0;
}

/* The interrupt that runs this function causes the events. */
static void __init take_interrupt(void *unused)
{
}

/* Cause many kinds of events. Return: 0 or a negative errno. */
static int __init run_workload(void)
{
	int ret = schedule_on_each_cpu(use_memory);

	if (ret)
		return ret;
	on_each_cpu(take_interrupt, NULL, true);
	/* Timer, softirq and idle CPU. */
	schedule_timeout_uninterruptible(1);
	return contend();
}

/* Return the number of records written so far. Reading them would change it. */
static unsigned long __init records_written(const struct trace_array *tr)
{
	struct trace_buffer *buffer = tr->array_buffer.buffer;

	return ring_buffer_entries(buffer) + ring_buffer_overruns(buffer);
}

static const char *__init system_of(const struct trace_event_file *file)
{
	return file->event_call->class->system;
}

static bool __init is_removed(const struct trace_event_file *file)
{
	return file->flags & EVENT_FILE_FL_FREED;
}

/* Check whether no event in front of number @i is in the same system. */
static bool __init is_first_of_system(const struct startup_test *test, unsigned int i)
{
	unsigned int j;

	for (j = 0; j < i; j++)
		if (!is_removed(test->events[j].file) &&
		    !strcmp(system_of(test->events[j].file), system_of(test->events[i].file)))
			return false;
	return true;
}

/*
 * Check whether a step of this kind begins with event number @i. Most events are those of system
 * calls, and the workload has no system call, so their own steps are optional.
 */
static bool __init is_begun_by(const struct startup_test *test, enum step step, unsigned int i)
{
	const struct trace_event_file *file = test->events[i].file;

	if (step == STEP_ALL)
		return true;
	if (is_removed(file) || (!IS_ENABLED(CONFIG_EVENT_TRACE_TEST_SYSCALLS) &&
				 !strcmp(system_of(file), "syscalls")))
		return false;
	return step == STEP_EVENT || is_first_of_system(test, i);
}

static bool __init is_in_step(enum step step, const struct trace_event_file *first,
			      const struct trace_event_file *file)
{
	if (step == STEP_ALL)
		return true;
	return step == STEP_EVENT ? file == first : !strcmp(system_of(file), system_of(first));
}

static void __init announce(enum step step, const struct trace_event_file *first)
{
	if (step == STEP_ALL)
		pr_info("all events\n");
	else if (step == STEP_SYSTEM)
		pr_info("system %s\n", system_of(first));
	else
		pr_info("%s:%s\n", system_of(first), trace_event_name(first->event_call));
}

static bool __init enable_event(struct tested_event *event)
{
	struct trace_event_file *file = event->file;
	int ret = event_file_set_enabled(file, true);

	event->enabled = !ret;
	if (!ret && event_file_records(file))
		return true;
	pr_err("%s:%s is not enabled: error %d\n", system_of(file),
	       trace_event_name(file->event_call), ret);
	return false;
}

/*
 * Enable the events of a step that are not recorded yet. Return: their number; *@failed is set if
 * an event could not be enabled.
 */
static unsigned int __init enable_events(struct startup_test *test, enum step step,
					 const struct trace_event_file *first, bool *failed)
{
	unsigned int i, n = 0;

	for (i = 0; i < test->n_events; i++) {
		struct tested_event *event = &test->events[i];

		event->enabled = false;
		if (is_removed(event->file))
			continue;
		event->state = event->file->flags & STATE_FLAGS;
		event->soft_users = atomic_read(&event->file->sm_ref);
		if (!is_in_step(step, first, event->file) || event_file_records(event->file))
			continue;
		n++;
		if (!enable_event(event))
			*failed = true;
	}
	return n;
}

/* Disable the events of a step. Return: true if all events have their former state. */
static bool __init disable_events(struct startup_test *test)
{
	bool restored = true;
	unsigned int i;

	for (i = 0; i < test->n_events; i++) {
		const struct tested_event *event = &test->events[i];
		struct trace_event_file *file = event->file;

		if (is_removed(file))
			continue;
		if (event->enabled)
			event_file_set_enabled(file, false);
		if ((file->flags & STATE_FLAGS) == event->state &&
		    atomic_read(&file->sm_ref) == event->soft_users)
			continue;
		pr_err("%s:%s has flags %lx and %d users of soft mode instead of %lx and %d\n",
		       system_of(file), trace_event_name(file->event_call),
		       file->flags & STATE_FLAGS, atomic_read(&file->sm_ref),
		       event->state, event->soft_users);
		restored = false;
	}
	return restored;
}

/* Run the step that begins with event number @i, if there is one. Return: its number of events. */
static unsigned int __init run_step(struct startup_test *test, enum step step, unsigned int i)
{
	struct trace_event_file *first = test->events[i].file;
	unsigned long written = records_written(test->tr);
	unsigned int n = 0;
	bool failed = false;
	int ret;

	scoped_guard(mutex, &event_mutex) {
		if (!is_begun_by(test, step, i))
			return 0;
		announce(step, first);
		n = enable_events(test, step, first, &failed);
	}
	ret = run_workload();
	if (ret) {
		pr_err("the workload cannot run: error %d\n", ret);
		failed = true;
	} else if (step == STEP_ALL && tracer_tracing_is_on(test->tr) &&
		   records_written(test->tr) == written) {
		pr_err("no event was recorded\n");
		failed = true;
	}
	scoped_guard(mutex, &event_mutex)
		if (!disable_events(test))
			failed = true;
	test->n_failed += failed;
	return n;
}

/* Run a round of steps. @condition: what is special about the round, for the log. */
static void __init run_round(struct startup_test *test, const char *condition)
{
	unsigned int i, events = 0, systems = 0, all = 0;

	test->n_failed = 0;
	for (i = 0; i < test->n_events; i++)
		events += run_step(test, STEP_EVENT, i);
	for (i = 0; i < test->n_events; i++)
		systems += !!run_step(test, STEP_SYSTEM, i);
	if (test->n_events)
		all = run_step(test, STEP_ALL, 0);
	pr_info("%u events, %u systems and %u events at once tested%s; %u failed\n",
		events, systems, all, condition, test->n_failed);
	WARN_ON(test->n_failed);
}

#ifdef CONFIG_FUNCTION_TRACER
static void record_function(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			    struct ftrace_regs *fregs)
{
	trace_function(ops->private, ip, parent_ip, tracing_gen_ctx());
}

/*
 * The flags make ftrace disable preemption, prevent recursion, and skip functions that RCU does not
 * watch. A CPU may still run the callback when it is unregistered, so neither is freed after boot.
 */
static struct ftrace_ops record_ops = {
	.func = record_function,
	.flags = FTRACE_OPS_FL_RECURSION | FTRACE_OPS_FL_RCU,
};

static void __init run_round_with_functions(struct startup_test *test)
{
	int ret;

	record_ops.private = test->tr;
	ret = register_ftrace_function(&record_ops);
	if (WARN(ret, "trace events: startup test: cannot record functions: error %d\n", ret))
		return;
	run_round(test, " while functions are recorded");
	unregister_ftrace_function(&record_ops);
}
#else
static void __init run_round_with_functions(struct startup_test *test)
{
}
#endif

/* Take references to all events that can be enabled. Return: 0 or -ENOMEM. */
static int __init get_events(struct startup_test *test)
{
	struct trace_event_file *file;
	unsigned int n = 0;

	guard(mutex)(&event_mutex);
	list_for_each_entry(file, &test->tr->events, list)
		n += event_is_traceable(file->event_call);
	test->events = kcalloc(n, sizeof(*test->events), GFP_KERNEL);
	if (!test->events)
		return -ENOMEM;
	list_for_each_entry(file, &test->tr->events, list)
		if (event_is_traceable(file->event_call)) {
			event_file_get(file);
			test->events[test->n_events++].file = file;
		}
	return 0;
}

static void __init put_events(struct startup_test *test)
{
	unsigned int i;

	for (i = 0; i < test->n_events; i++)
		event_file_put(test->events[i].file);
	kfree(test->events);
}

static int __init test_events(void)
{
	struct startup_test test = { .tr = top_trace_array() };
	int ret;

	/* Boot parameters that enable events turn off all startup tests of tracing. */
	if (!test.tr || tracing_selftest_disabled)
		return 0;
	ret = get_events(&test);
	if (ret)
		return ret;
	run_round(&test, "");
	run_round_with_functions(&test);
	put_events(&test);
	tracing_reset_online_cpus(&test.tr->array_buffer);
	return 0;
}
late_initcall(test_events);
