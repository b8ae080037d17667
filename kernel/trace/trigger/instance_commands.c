// SPDX-License-Identifier: GPL-2.0
/*
 * The commands that act on the instance of their event: traceon, traceoff, snapshot, stacktrace.
 * They use the common grammar of command.c.
 *
 * The functions that begin with trigger_run_ run per event: any context, NMI included,
 * preemption off, no locks. The others run with event_mutex held.
 */
#include <linux/init.h>

#include "spec.h"
#include "trigger.h"

/*
 * Number of frames that a stack trace omits: the base kernel's function that takes the stack,
 * trigger_run_stacktrace(), and its caller. The trace then begins at the tracepoint's probe. If
 * the compiler does not generate a tail call, some events have one more frame of the base kernel.
 * It is not skipped, because for other events that frame is the probe.
 */
#define STACKTRACE_SKIP	3

static struct trace_array *instance_of(const struct event_trigger_data *trigger)
{
	const struct trace_event_file *file = trigger->private_data;

	return file->tr;
}

static int remember_file(struct event_trigger_data *trigger, struct trigger_request *req,
			 const struct trigger_spec *spec)
{
	trigger->private_data = req->file;
	return 0;
}

/*
 * traceon and traceoff consume one count for each change of state, no matter how many CPUs run
 * the trigger at the same time. Several CPUs can see the old state. Each of them consumes a count
 * first, because a trigger must not act without one. An atomic operation on the buffer changes
 * the state and tells one CPU that it made the change; the other CPUs refund their counts.
 *
 * Between consume and refund a count is missing, so the trigger on another CPU may find no count
 * left and do nothing. This is harmless: the CPU that consumed the count leaves tracing in the
 * state that both CPUs request.
 */
static void trigger_run_traceon(struct event_trigger_data *trigger, struct trace_buffer *buffer,
				void *record, struct ring_buffer_event *event)
{
	struct trace_array *tr = instance_of(trigger);

	if (tracer_tracing_is_on(tr) || !trigger_consume_count(trigger))
		return;
	if (!tracer_tracing_on(tr))
		trigger_refund_count(trigger);
}

static void trigger_run_traceoff(struct event_trigger_data *trigger, struct trace_buffer *buffer,
				 void *record, struct ring_buffer_event *event)
{
	struct trace_array *tr = instance_of(trigger);

	if (!tracer_tracing_is_on(tr) || !trigger_consume_count(trigger))
		return;
	if (!tracer_tracing_off(tr))
		trigger_refund_count(trigger);
}

static struct trigger_command traceon_command = {
	.ops.name		= "traceon",
	.ops.trigger_type	= ETT_TRACE_ONOFF,
	.ops.trigger		= trigger_run_traceon,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= remember_file,
};

/* A post trigger, so that the event itself is still recorded. */
static struct trigger_command traceoff_command = {
	.ops.name		= "traceoff",
	.ops.trigger_type	= ETT_TRACE_ONOFF,
	.ops.flags		= EVENT_CMD_FL_POST_TRIGGER,
	.ops.trigger		= trigger_run_traceoff,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= remember_file,
};

#ifdef CONFIG_TRACER_SNAPSHOT
static void trigger_run_snapshot(struct event_trigger_data *trigger, struct trace_buffer *buffer,
				 void *record, struct ring_buffer_event *event)
{
	if (trigger_consume_count(trigger))
		tracing_snapshot_instance(instance_of(trigger));
}

/* Allocate the snapshot buffer. Fails if the ring buffer is mapped by user space. */
static int arm_snapshot(struct event_trigger_data *trigger, struct trigger_request *req,
			const struct trigger_spec *spec)
{
	int ret;

	/*
	 * Histograms change cond_snapshot with event_mutex held, so it can be read directly.
	 * tracing_cond_snapshot_data() would enable interrupts, which are still disabled when
	 * triggers of the kernel command line are created.
	 */
	if (req->file->tr->cond_snapshot) {
		trigger_diag_set(&req->diag, TRIGGER_DIAG_SNAPSHOT_TAKEN, spec->command);
		return -EBUSY;
	}
	ret = tracing_arm_snapshot(req->file->tr);
	if (!ret)
		trigger->private_data = req->file;
	else if (ret != -ENOMEM)
		trigger_diag_set(&req->diag, TRIGGER_DIAG_SNAPSHOT, spec->command);
	return ret;
}

static void disarm_snapshot(struct event_trigger_data *trigger)
{
	if (trigger->private_data)
		tracing_disarm_snapshot(instance_of(trigger));
}

static struct trigger_command snapshot_command = {
	.ops.name		= "snapshot",
	.ops.trigger_type	= ETT_SNAPSHOT,
	.ops.trigger		= trigger_run_snapshot,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= arm_snapshot,
	.release		= disarm_snapshot,
};

/**
 * trigger_takes_snapshots - test whether an instance has a snapshot trigger
 * @tr: the instance
 *
 * The snapshot action of a histogram and snapshot triggers exclude each other in an instance.
 *
 * Context: event_mutex held.
 * Return: true if an event of the instance has a snapshot trigger.
 */
bool trigger_takes_snapshots(struct trace_array *tr)
{
	const struct event_trigger_data *trigger;
	const struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->events, list)
		list_for_each_entry(trigger, &file->triggers, list)
			if (trigger->cmd_ops == &snapshot_command.ops)
				return true;
	return false;
}
#endif

#ifdef CONFIG_STACKTRACE
/*
 * The tracing code disabled preemption once before it called this. tracing_gen_ctx_dec()
 * subtracts that level, so the entry shows the context of the event.
 */
static void trigger_run_stacktrace(struct event_trigger_data *trigger, struct trace_buffer *buffer,
				   void *record, struct ring_buffer_event *event)
{
	if (!trigger_consume_count(trigger))
		return;
	__trace_stack(instance_of(trigger), tracing_gen_ctx_dec(), STACKTRACE_SKIP);
	/* Prevents a tail call, which would reduce the number of frames to skip. */
	barrier();
}

/* A post trigger, so that the stack trace follows the event in the buffer. */
static struct trigger_command stacktrace_command = {
	.ops.name		= "stacktrace",
	.ops.trigger_type	= ETT_STACKTRACE,
	.ops.flags		= EVENT_CMD_FL_POST_TRIGGER,
	.ops.trigger		= trigger_run_stacktrace,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= remember_file,
};
#endif

/**
 * trigger_register_instance_commands - register traceon, traceoff, snapshot and stacktrace
 *
 * Context: boot.
 */
void __init trigger_register_instance_commands(void)
{
	trigger_command_register(&traceon_command);
	trigger_command_register(&traceoff_command);
#ifdef CONFIG_TRACER_SNAPSHOT
	trigger_command_register(&snapshot_command);
#endif
#ifdef CONFIG_STACKTRACE
	trigger_command_register(&stacktrace_command);
#endif
}
