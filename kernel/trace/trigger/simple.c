// SPDX-License-Identifier: GPL-2.0
/*
 * The commands that act on the instance that an event hits in: traceon, traceoff, snapshot,
 * stacktrace.  They are written in the common grammar, which command.c takes care of.
 */
#include <linux/init.h>

#include "spec.h"
#include "trigger.h"

/*
 * Of what runs for an event, only the tracepoint's probe and its callers are of interest: not
 * the host's function that takes the stack, nor the one that is hit here, nor what called it.
 * Where nothing is a tail call, there may be a function of the host's more; but not of every
 * event, so that to skip it could be to skip the probe.
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
 * traceon and traceoff spend one count for each change of state, however many CPUs act at the
 * same time.  Several CPUs can see the old state.  Each of them takes a count first, because a
 * trigger must not act without one.  The state is changed by an atomic operation on the buffer,
 * which tells one CPU that it has made the change; the other CPUs give their counts back.
 *
 * A count that is taken and given back is missing in between, so a hit on another CPU may find
 * none left and do nothing.  That is harmless: the hit that has taken the count leaves tracing
 * in the state that both ask for.
 *
 * Context of all hits: any, NMI included, preemption off.
 */
static void traceon_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			void *record, struct ring_buffer_event *event)
{
	struct trace_array *tr = instance_of(trigger);

	if (tracer_tracing_is_on(tr) || !trigger_take_hit(trigger))
		return;
	if (!tracer_tracing_on(tr))
		trigger_give_back_hit(trigger);
}

static void traceoff_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			 void *record, struct ring_buffer_event *event)
{
	struct trace_array *tr = instance_of(trigger);

	if (!tracer_tracing_is_on(tr) || !trigger_take_hit(trigger))
		return;
	if (!tracer_tracing_off(tr))
		trigger_give_back_hit(trigger);
}

static struct trigger_command traceon_command = {
	.ops.name		= "traceon",
	.ops.trigger_type	= ETT_TRACE_ONOFF,
	.ops.trigger		= traceon_hit,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= remember_file,
};

/* After the event has been recorded, so that the trace ends with it. */
static struct trigger_command traceoff_command = {
	.ops.name		= "traceoff",
	.ops.trigger_type	= ETT_TRACE_ONOFF,
	.ops.flags		= EVENT_CMD_FL_POST_TRIGGER,
	.ops.trigger		= traceoff_hit,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= remember_file,
};

#ifdef CONFIG_TRACER_SNAPSHOT
static void snapshot_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			 void *record, struct ring_buffer_event *event)
{
	if (trigger_take_hit(trigger))
		tracing_snapshot_instance(instance_of(trigger));
}

/* The buffer that is swapped in must be there, and nobody may have it mapped. */
static int arm_snapshot(struct event_trigger_data *trigger, struct trigger_request *req,
			const struct trigger_spec *spec)
{
	int ret;

	/* Histograms change it with event_mutex held. At boot, interrupts are still disabled. */
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
	.ops.trigger		= snapshot_hit,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= arm_snapshot,
	.release		= disarm_snapshot,
};

/**
 * trigger_takes_snapshots - does an event of an instance take its snapshot?
 * @tr: the instance
 *
 * A histogram that takes snapshots decides about all of the instance.
 *
 * Context: event_mutex held.
 * Return: true if there is such a trigger.
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
/* Somebody has disabled preemption before, which is not the event's doing. */
static void stacktrace_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			   void *record, struct ring_buffer_event *event)
{
	if (!trigger_take_hit(trigger))
		return;
	__trace_stack(instance_of(trigger), tracing_gen_ctx_dec(), STACKTRACE_SKIP);
	/* That is no tail call, which would leave a frame less to skip, with any compiler. */
	barrier();
}

/* After the event, which it belongs to. */
static struct trigger_command stacktrace_command = {
	.ops.name		= "stacktrace",
	.ops.trigger_type	= ETT_STACKTRACE,
	.ops.flags		= EVENT_CMD_FL_POST_TRIGGER,
	.ops.trigger		= stacktrace_hit,
	.ops.print		= trigger_print,
	.write			= trigger_write,
	.prepare		= remember_file,
};
#endif

/**
 * trigger_register_simple - make the commands that act on an instance known
 */
void __init trigger_register_simple(void)
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
