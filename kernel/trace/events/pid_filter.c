// SPDX-License-Identifier: GPL-2.0
/*
 * Filter the events of an instance by task: set_event_pid lists the tasks whose events are
 * recorded, set_event_notrace_pid those whose events are not. Without lists, all are recorded.
 *
 * An event must not search the lists, which take a lock. So each CPU has a flag that tells whether
 * events are ignored (&trace_array_cpu.ignore_pid). Probes of the scheduler's events keep the flag
 * up to date. They run before and after all other probes of these events: sched_switch belongs to
 * the previous and to the next task, and a wakeup to the current and to the woken task. Such an
 * event is recorded if one of the two is recorded.
 *
 *	before the event	ignore it if both tasks are ignored
 *	after the event	ignore the events that follow if the task that runs then is ignored
 *
 * Locks: event_mutex protects changes of the lists. Probes read a list in the RCU read-side
 * critical section of their event; a replaced list is freed when no event uses it.
 */
#include <linux/array_size.h>
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/smp.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "../trace_base.h"
#include "core.h"
#include "files.h"
#include "pid_filter.h"

/* The lists of an instance, as an event sees them. */
struct pid_lists {
	struct trace_pid_list *pids;
	struct trace_pid_list *no_pids;
};

static struct pid_lists lists_in_event(const struct trace_array *tr)
{
	return (struct pid_lists){
		.pids = rcu_dereference_raw(tr->filtered_pids),
		.no_pids = rcu_dereference_raw(tr->filtered_no_pids),
	};
}

static bool ignores(const struct pid_lists *lists, struct task_struct *task)
{
	return trace_ignore_this_task(lists->pids, lists->no_pids, task);
}

static void set_ignore(const struct trace_array *tr, bool ignore)
{
	this_cpu_write(tr->array_buffer.data->ignore_pid, ignore);
}

/**
 * trace_event_ignore_this_pid - check whether an event is ignored because of the task that runs
 * @trace_file: the event in an instance
 *
 * Context: any, with preemption off.
 * Return: true if so.
 */
bool trace_event_ignore_this_pid(struct trace_event_file *trace_file)
{
	const struct trace_array *tr = trace_file->tr;
	struct pid_lists lists = lists_in_event(tr);

	return (lists.pids || lists.no_pids) && this_cpu_read(tr->array_buffer.data->ignore_pid);
}
EXPORT_SYMBOL_GPL(trace_event_ignore_this_pid);

static void before_switch(void *data, bool preempt, struct task_struct *prev,
			  struct task_struct *next, unsigned int prev_state)
{
	struct trace_array *tr = data;
	struct pid_lists lists = lists_in_event(tr);

	trace_probe_guard();
	set_ignore(tr, ignores(&lists, prev) && ignores(&lists, next));
}

static void after_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	struct trace_array *tr = data;
	struct pid_lists lists = lists_in_event(tr);

	trace_probe_guard();
	set_ignore(tr, ignores(&lists, next));
}

static void before_wakeup(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;
	struct pid_lists lists = lists_in_event(tr);

	trace_probe_guard();
	set_ignore(tr, ignores(&lists, current) && ignores(&lists, task));
}

static void after_wakeup(void *data, struct task_struct *task)
{
	struct trace_array *tr = data;
	struct pid_lists lists = lists_in_event(tr);

	trace_probe_guard();
	set_ignore(tr, ignores(&lists, current));
}

/* Set the flag of this CPU for the task that runs. Called with interrupts off. */
static void update_cpu(void *data)
{
	struct trace_array *tr = data;
	struct pid_lists lists = lists_in_event(tr);

	set_ignore(tr, ignores(&lists, current));
}

/* Priorities of probes: the highest runs first. Other probes have TRACEPOINT_DEFAULT_PRIO. */
#define BEFORE_ALL	INT_MAX
#define AFTER_ALL	0

/* Probes of the scheduler's events. Their parameters are those of the event after the data. */
static const struct {
	struct tracepoint *tp;
	void *probe;
	int prio;
} probes[] = {
	{ &__tracepoint_sched_switch, before_switch, BEFORE_ALL },
	{ &__tracepoint_sched_switch, after_switch, AFTER_ALL },
	{ &__tracepoint_sched_wakeup, before_wakeup, BEFORE_ALL },
	{ &__tracepoint_sched_wakeup, after_wakeup, AFTER_ALL },
	{ &__tracepoint_sched_wakeup_new, before_wakeup, BEFORE_ALL },
	{ &__tracepoint_sched_wakeup_new, after_wakeup, AFTER_ALL },
	{ &__tracepoint_sched_waking, before_wakeup, BEFORE_ALL },
	{ &__tracepoint_sched_waking, after_wakeup, AFTER_ALL },
};

/* Unregister the first @n probes. */
static void unregister_probes(struct trace_array *tr, unsigned int n)
{
	while (n--)
		tracepoint_probe_unregister(probes[n].tp, probes[n].probe, tr);
}

/* Register all probes. Return: 0, or -ENOMEM with no probe registered. */
static int register_probes(struct trace_array *tr)
{
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		ret = tracepoint_probe_register_prio(probes[i].tp, probes[i].probe, tr,
						     probes[i].prio);
		if (ret) {
			unregister_probes(tr, i);
			return ret;
		}
	}
	return 0;
}

/* Follow forks: the children of a listed task are listed, too. */
static void follow_fork(void *data, struct task_struct *self, struct task_struct *child)
{
	struct pid_lists lists = lists_in_event(data);

	trace_filter_add_remove_task(lists.pids, self, child);
	trace_filter_add_remove_task(lists.no_pids, self, child);
}

/* Remove a task that has ended from the lists, because its number can be used again. */
static void follow_free(void *data, struct task_struct *task)
{
	struct pid_lists lists = lists_in_event(data);

	trace_filter_add_remove_task(lists.pids, NULL, task);
	trace_filter_add_remove_task(lists.no_pids, NULL, task);
}

/**
 * trace_event_follow_fork - apply a change of the option event-fork
 * @tr: the instance
 * @enable: new state of the option
 *
 * A task is listed before other probes see its first event, and until they have seen its last one.
 *
 * Context: may sleep.
 */
void trace_event_follow_fork(struct trace_array *tr, bool enable)
{
	if (enable) {
		register_trace_prio_sched_process_fork(follow_fork, tr, BEFORE_ALL);
		register_trace_prio_sched_process_free(follow_free, tr, AFTER_ALL);
	} else {
		unregister_trace_sched_process_fork(follow_fork, tr);
		unregister_trace_sched_process_free(follow_free, tr);
	}
}

static struct trace_pid_list *list_of(struct trace_array *tr, bool no_pids)
{
	return rcu_dereference_protected(no_pids ? tr->filtered_no_pids : tr->filtered_pids,
					 lockdep_is_held(&event_mutex));
}

static void mark_files(struct trace_array *tr, bool filtered)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &tr->events, list)
		assign_bit(EVENT_FILE_FL_PID_FILTER_BIT, &file->flags, filtered);
}

/*
 * Replace a list, or remove it if @new is NULL. The flags of the CPUs are set before the first
 * event looks at them. Return: 0, or -ENOMEM with nothing changed. Removal does not fail.
 */
static int replace_list(struct trace_array *tr, bool no_pids, struct trace_pid_list *new)
{
	struct trace_pid_list *old = list_of(tr, no_pids), *other = list_of(tr, !no_pids);
	bool was_filtered = old || other, is_filtered = new || other;
	int ret = 0;

	if (is_filtered && !was_filtered)
		ret = register_probes(tr);
	if (ret)
		return ret;

	if (no_pids)
		rcu_assign_pointer(tr->filtered_no_pids, new);
	else
		rcu_assign_pointer(tr->filtered_pids, new);

	if (!is_filtered && was_filtered)
		unregister_probes(tr, ARRAY_SIZE(probes));
	on_each_cpu(update_cpu, tr, 1);
	mark_files(tr, is_filtered);
	if (old) {
		trace_events_synchronize();
		trace_pid_list_free(old);
	}
	return 0;
}

/**
 * event_pid_filters_clear - remove both lists of an instance
 * @tr: the instance
 *
 * Context: may sleep; event_mutex held.
 */
void event_pid_filters_clear(struct trace_array *tr)
{
	if (list_of(tr, false))
		replace_list(tr, false, NULL);
	if (list_of(tr, true))
		replace_list(tr, true, NULL);
}

static void *pids_start(struct seq_file *m, loff_t *pos, bool no_pids)
{
	struct trace_array *tr = m->private;
	struct trace_pid_list *list;

	mutex_lock(&event_mutex);
	list = list_of(tr, no_pids);
	return list ? trace_pid_start(list, pos) : NULL;
}

static void *event_pids_start(struct seq_file *m, loff_t *pos)
{
	return pids_start(m, pos, false);
}

static void *event_no_pids_start(struct seq_file *m, loff_t *pos)
{
	return pids_start(m, pos, true);
}

static void *event_pids_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_pid_next(list_of(m->private, false), v, pos);
}

static void *event_no_pids_next(struct seq_file *m, void *v, loff_t *pos)
{
	return trace_pid_next(list_of(m->private, true), v, pos);
}

static void pids_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static const struct seq_operations event_pids_seq_ops = {
	.start = event_pids_start,
	.next = event_pids_next,
	.stop = pids_stop,
	.show = trace_pid_show,
};

static const struct seq_operations event_no_pids_seq_ops = {
	.start = event_no_pids_start,
	.next = event_no_pids_next,
	.stop = pids_stop,
	.show = trace_pid_show,
};

/* Remove the tasks of @added from a list. */
static void take_back(struct trace_pid_list *list, struct trace_pid_list *added)
{
	unsigned int pid;
	int ret;

	for (ret = trace_pid_list_first(added, &pid); !ret;
	     ret = trace_pid_list_next(added, pid + 1, &pid))
		trace_pid_list_clear(list, pid);
}

/*
 * Add the tasks of @new to the list in use: a copy of that would miss the forks and exits of listed
 * tasks meanwhile. Return: 0, or -ENOMEM with no task added.
 */
static int add_to_list(struct trace_pid_list *list, struct trace_pid_list *new)
{
	struct trace_pid_list *added = trace_pid_list_alloc();
	unsigned int pid;
	int ret;

	if (!added)
		return -ENOMEM;
	for (ret = trace_pid_list_first(new, &pid); !ret;
	     ret = trace_pid_list_next(new, pid + 1, &pid)) {
		if (trace_pid_list_is_set(list, pid))
			continue;
		if (trace_pid_list_set(added, pid) || trace_pid_list_set(list, pid)) {
			take_back(list, added);
			trace_pid_list_free(added);
			return -ENOMEM;
		}
	}
	trace_pid_list_free(added);
	return 0;
}

/*
 * Add the tasks of @new to the list, or publish @new if there is no list yet. After success, the
 * caller no longer owns @new. Return: 0 or -ENOMEM.
 */
static int use_list(struct trace_array *tr, bool no_pids, struct trace_pid_list *new)
{
	struct trace_pid_list *list = list_of(tr, no_pids);
	int ret;

	if (!new)
		return 0;
	if (!list)
		return replace_list(tr, no_pids, new);
	ret = add_to_list(list, new);
	if (ret)
		return ret;
	trace_pid_list_free(new);
	on_each_cpu(update_cpu, tr, 1);
	return 0;
}

static ssize_t pids_write(struct file *filp, const char __user *ubuf, size_t count, loff_t *ppos,
			  bool no_pids)
{
	struct trace_array *tr = ((struct seq_file *)filp->private_data)->private;
	struct trace_pid_list *new;
	ssize_t used;
	int ret;

	if (!count)
		return 0;
	ret = tracing_update_buffers(tr);
	if (ret)
		return ret;
	guard(mutex)(&event_mutex);
	/* All tasks that are written are added, or none. */
	used = trace_pid_write(NULL, &new, ubuf, count);
	if (used < 0)
		return used;
	ret = use_list(tr, no_pids, new);
	if (ret) {
		trace_pid_list_free(new);
		return ret;
	}
	*ppos += used;
	return used;
}

static ssize_t event_pids_write(struct file *filp, const char __user *ubuf, size_t count,
				loff_t *ppos)
{
	return pids_write(filp, ubuf, count, ppos, false);
}

static ssize_t event_no_pids_write(struct file *filp, const char __user *ubuf, size_t count,
				   loff_t *ppos)
{
	return pids_write(filp, ubuf, count, ppos, true);
}

static int pids_open(struct inode *inode, struct file *filp, bool no_pids)
{
	struct trace_array *tr = inode->i_private;
	int ret = tracing_check_open_get_tr(tr);

	if (ret)
		return ret;
	ret = seq_open(filp, no_pids ? &event_no_pids_seq_ops : &event_pids_seq_ops);
	if (ret) {
		trace_array_put(tr);
		return ret;
	}
	((struct seq_file *)filp->private_data)->private = tr;
	if (filp->f_mode & FMODE_WRITE && filp->f_flags & O_TRUNC) {
		guard(mutex)(&event_mutex);
		if (list_of(tr, no_pids))
			replace_list(tr, no_pids, NULL);
	}
	return 0;
}

static int event_pids_open(struct inode *inode, struct file *filp)
{
	return pids_open(inode, filp, false);
}

static int event_no_pids_open(struct inode *inode, struct file *filp)
{
	return pids_open(inode, filp, true);
}

static int pids_release(struct inode *inode, struct file *filp)
{
	trace_array_put(inode->i_private);
	return seq_release(inode, filp);
}

const struct file_operations event_set_event_pid_fops = {
	.open = event_pids_open,
	.read = seq_read,
	.write = event_pids_write,
	.llseek = seq_lseek,
	.release = pids_release,
};

const struct file_operations event_set_event_notrace_pid_fops = {
	.open = event_no_pids_open,
	.read = seq_read,
	.write = event_no_pids_write,
	.llseek = seq_lseek,
	.release = pids_release,
};
