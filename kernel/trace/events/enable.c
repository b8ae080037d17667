// SPDX-License-Identifier: GPL-2.0
/*
 * Enable and disable events.
 *
 * An event in an instance is used for two purposes: it is recorded, which user space switches, and
 * triggers run when it happens (soft mode), which is counted. The event's probe is registered while
 * there is a purpose:
 *
 *	recorded	triggers	ENABLED	sm_ref	SOFT_DISABLED
 *	no		no		0	0		any
 *	yes		no		1	0		0
 *	no		yes		1	> 0		1
 *	yes		yes		1	> 0		0
 *
 * Triggers may change SOFT_DISABLED of an event in soft mode at any time, in any context
 * (enable_event, disable_event). All other flags change with event_mutex held. So SOFT_DISABLED is
 * read and changed with atomic operations, and only the bit itself says whether the event is
 * recorded.
 */
#define pr_fmt(fmt) "trace events: " fmt

#include <linux/bitops.h>
#include <linux/export.h>
#include <linux/lockdep.h>

#include "../trace_base.h"
#include "../trace_event_call.h"
#include "enable.h"

/**
 * event_file_records - check whether an event is recorded
 * @file: the event in an instance
 *
 * Context: any. The answer may be out of date at once if the event is in soft mode.
 * Return: true if so.
 */
bool event_file_records(const struct trace_event_file *file)
{
	unsigned long flags = READ_ONCE(file->flags);

	return flags & EVENT_FILE_FL_ENABLED && !(flags & EVENT_FILE_FL_SOFT_DISABLED);
}

/* Record the names of tasks if @want, otherwise stop. */
static void record_names(struct trace_event_file *file, bool want)
{
	if (want && !test_and_set_bit(EVENT_FILE_FL_RECORDED_CMD_BIT, &file->flags))
		tracing_start_cmdline_record();
	if (!want && test_and_clear_bit(EVENT_FILE_FL_RECORDED_CMD_BIT, &file->flags))
		tracing_stop_cmdline_record();
}

/* Record the thread groups of tasks if @want, otherwise stop. */
static void record_thread_groups(struct trace_event_file *file, bool want)
{
	if (want && !test_and_set_bit(EVENT_FILE_FL_RECORDED_TGID_BIT, &file->flags))
		tracing_start_tgid_record();
	if (!want && test_and_clear_bit(EVENT_FILE_FL_RECORDED_TGID_BIT, &file->flags))
		tracing_stop_tgid_record();
}

/*
 * Record names and thread groups of tasks while an event is enabled, if the options of the instance
 * say so.
 */
static void record_tasks(struct trace_event_file *file, bool enabled)
{
	u64 options = enabled ? file->tr->trace_flags : 0;

	record_names(file, options & TRACE_ITER(RECORD_CMD));
	record_thread_groups(file, options & TRACE_ITER(RECORD_TGID));
}

/* Register the event's probe. Return: 0 or a negative errno; nothing has changed then. */
static int attach_probe(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;
	int ret;

	record_tasks(file, true);
	ret = call->class->reg(call, TRACE_REG_REGISTER, file);
	if (ret) {
		record_tasks(file, false);
		pr_warn("cannot enable %s:%s: error %d\n", call->class->system,
			trace_event_name(call), ret);
		return ret;
	}
	set_bit(EVENT_FILE_FL_ENABLED_BIT, &file->flags);
	set_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &file->flags);
	return 0;
}

/* Unregister the event's probe. Events that run now may still call it until a grace period ends. */
static void detach_probe(struct trace_event_file *file)
{
	struct trace_event_call *call = file->event_call;

	clear_bit(EVENT_FILE_FL_ENABLED_BIT, &file->flags);
	record_tasks(file, false);
	call->class->reg(call, TRACE_REG_UNREGISTER, file);
}

static int start_recording(struct trace_event_file *file)
{
	if (event_file_in_soft_mode(file)) {
		clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
		return 0;
	}
	if (file->flags & EVENT_FILE_FL_ENABLED)
		return 0;
	/* The last user of soft mode may have left it set. */
	clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	return attach_probe(file);
}

static void stop_recording(struct trace_event_file *file)
{
	if (event_file_in_soft_mode(file))
		set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	else if (file->flags & EVENT_FILE_FL_ENABLED)
		detach_probe(file);
}

/*
 * Enter soft mode for one more user of it. The scratch buffers are there before the first event
 * that is not recorded could use them. Return: 0 or a negative errno.
 */
static int enter_soft_mode(struct trace_event_file *file)
{
	bool recorded = file->flags & EVENT_FILE_FL_ENABLED;
	int ret = 0;

	if (atomic_inc_return(&file->sm_ref) > 1)
		return 0;

	trace_buffered_event_enable();
	if (!recorded) {
		set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
		ret = attach_probe(file);
	}
	if (!ret)
		return 0;
	clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	trace_buffered_event_disable();
	atomic_dec(&file->sm_ref);
	return ret;
}

/* Leave soft mode for one user of it. The last user's triggers no longer change SOFT_DISABLED. */
static void leave_soft_mode(struct trace_event_file *file)
{
	if (WARN_ON_ONCE(!atomic_read(&file->sm_ref)) || atomic_dec_return(&file->sm_ref))
		return;

	/* The bit stays set, for the events that still call the probe. */
	if (file->flags & EVENT_FILE_FL_SOFT_DISABLED)
		detach_probe(file);
	trace_buffered_event_disable();
}

/**
 * trace_event_enable_disable - enable or disable an event in an instance
 * @file: the event in the instance
 * @enable: 1 to enable, 0 to disable
 * @soft_disable: 1 for a user of soft mode, which disables as often as it has enabled; 0 to switch
 *	recording, which is not counted
 *
 * Context: may sleep; event_mutex held.
 * Return: 0 or a negative errno; nothing has changed then.
 */
int trace_event_enable_disable(struct trace_event_file *file, int enable, int soft_disable)
{
	lockdep_assert_held(&event_mutex);

	if (enable)
		return soft_disable ? enter_soft_mode(file) : start_recording(file);
	if (soft_disable)
		leave_soft_mode(file);
	else
		stop_recording(file);
	return 0;
}

/**
 * event_file_set_enabled - switch recording of an event
 * @file: the event in the instance
 * @enable: record it
 *
 * Context: may sleep; event_mutex held.
 * Return: 0 or a negative errno; nothing has changed then.
 */
int event_file_set_enabled(struct trace_event_file *file, bool enable)
{
	return trace_event_enable_disable(file, enable, 0);
}

/**
 * event_file_force_off - detach an event's probe permanently
 * @file: the event in an instance, which is about to be removed
 *
 * Context: may sleep; event_mutex held.
 */
void event_file_force_off(struct trace_event_file *file)
{
	lockdep_assert_held(&event_mutex);

	if (event_file_in_soft_mode(file)) {
		atomic_set(&file->sm_ref, 1);
		leave_soft_mode(file);
	}
	stop_recording(file);
}

#ifdef CONFIG_PERF_EVENTS
/*
 * perf has a reference already, but possibly to a module whose initialization fails. Such a module
 * is freed in spite of the reference, and would leave the probe behind.
 */
static int register_perf_probe(struct trace_event_call *call)
{
	int ret;

	if (!event_try_hold(call))
		return -EBUSY;
	ret = tracepoint_probe_register(call->tp, call->class->perf_probe, call);
	trace_event_put_ref(call);
	return ret;
}
#endif

/**
 * trace_event_reg - attach or detach the probes of an event's tracepoint
 * @call: the event
 * @type: request of the event core or of perf
 * @data: the event in an instance, for %TRACE_REG_REGISTER and %TRACE_REG_UNREGISTER
 *
 * The &trace_event_class.reg of events that are recorded by tracepoints.
 *
 * Context: may sleep; event_mutex held.
 * Return: 0; -EBUSY if perf attaches its probe before the initialization of the event's module has
 * ended; or another negative errno.
 */
int trace_event_reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	WARN_ON(!(call->flags & TRACE_EVENT_FL_TRACEPOINT));

	switch (type) {
	case TRACE_REG_REGISTER:
		return tracepoint_probe_register(call->tp, call->class->probe, data);
	case TRACE_REG_UNREGISTER:
		tracepoint_probe_unregister(call->tp, call->class->probe, data);
		return 0;
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		return call->class->perf_probe ? register_perf_probe(call) : -ENODEV;
	case TRACE_REG_PERF_UNREGISTER:
		tracepoint_probe_unregister(call->tp, call->class->perf_probe, call);
		return 0;
#endif
	default:
		/* A perf event is opened, closed or scheduled: the probe stays. */
		return 0;
	}
}
EXPORT_SYMBOL_GPL(trace_event_reg);

static void update_all_files(void)
{
	struct trace_event_file *file;
	struct trace_array *tr;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			if (file->flags & EVENT_FILE_FL_ENABLED)
				record_tasks(file, true);
}

/**
 * trace_event_enable_cmd_record - apply a change of the option record-cmd to enabled events
 * @enable: new state of the option; not used, as each instance has its own
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 */
void trace_event_enable_cmd_record(bool enable)
{
	update_all_files();
}

/**
 * trace_event_enable_tgid_record - apply a change of the option record-tgid to enabled events
 * @enable: new state of the option; not used, as each instance has its own
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 */
void trace_event_enable_tgid_record(bool enable)
{
	update_all_files();
}
