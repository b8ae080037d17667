// SPDX-License-Identifier: GPL-2.0
/*
 * The commands enable_event and disable_event, and the functions that they share with enable_hist
 * and disable_hist: pin the target event of a trigger.
 *
 * The target event is soft-enabled as long as the trigger exists: its tracepoint is registered,
 * but nothing is recorded. The trigger then only changes the SOFT_DISABLED bit of the event.
 *
 * event_mutex protects all of this except the bit, which events change in any context.
 */
#include <linux/init.h>
#include <linux/slab.h>

#include "enable_event.h"
#include "spec.h"

/**
 * trigger_get_target - pin and soft-enable the target event of a trigger
 * @trigger: the trigger
 * @req: its command
 * @spec: the parsed command
 *
 * Context: may sleep; event_mutex held.
 * Return: 0; -ENOMEM; or another negative errno with the diag of @req set.
 */
int trigger_get_target(struct event_trigger_data *trigger, struct trigger_request *req,
		       const struct trigger_spec *spec)
{
	struct enable_trigger_data *enable = kzalloc(sizeof(*enable), GFP_KERNEL);
	int ret;

	if (!enable)
		return -ENOMEM;
	ret = trigger_hold_event(req->target, req->file);
	if (ret) {
		kfree(enable);
		trigger_diag_set(&req->diag, TRIGGER_DIAG_TARGET, spec->event);
		return ret;
	}
	enable->file = req->target;
	trigger->private_data = enable;
	return 0;
}

/**
 * trigger_put_target - undo trigger_get_target(), if it succeeded
 * @trigger: the trigger, which no event runs any more
 *
 * Context: may sleep; event_mutex held.
 */
void trigger_put_target(struct event_trigger_data *trigger)
{
	struct enable_trigger_data *enable = trigger->private_data;

	if (!enable)
		return;
	trigger_release_event(enable->file);
	kfree(enable);
}

/*
 * If several CPUs run the trigger at the same time, only the CPU that changes the bit consumes a
 * count. traceon and traceoff do the same; instance_commands.c explains why.
 *
 * Context: any, NMI included, preemption off.
 */
static void trigger_run_enable_event(struct event_trigger_data *trigger,
				     struct trace_buffer *buffer, void *record,
				     struct ring_buffer_event *event)
{
	const struct enable_trigger_data *enable = trigger->private_data;
	unsigned long *flags = &enable->file->flags;

	if (!test_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, flags) || !trigger_consume_count(trigger))
		return;
	if (!test_and_clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, flags))
		trigger_refund_count(trigger);
}

static void trigger_run_disable_event(struct event_trigger_data *trigger,
				      struct trace_buffer *buffer, void *record,
				      struct ring_buffer_event *event)
{
	const struct enable_trigger_data *enable = trigger->private_data;
	unsigned long *flags = &enable->file->flags;

	if (test_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, flags) || !trigger_consume_count(trigger))
		return;
	if (test_and_set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, flags))
		trigger_refund_count(trigger);
}

static struct trigger_command enable_command = {
	.ops.name		= ENABLE_EVENT_STR,
	.ops.trigger_type	= ETT_EVENT_ENABLE,
	.ops.trigger		= trigger_run_enable_event,
	.ops.print		= trigger_print,
	.has_target		= true,
	.write			= trigger_write,
	.prepare		= trigger_get_target,
	.release		= trigger_put_target,
};

static struct trigger_command disable_command = {
	.ops.name		= DISABLE_EVENT_STR,
	.ops.trigger_type	= ETT_EVENT_ENABLE,
	.ops.trigger		= trigger_run_disable_event,
	.ops.print		= trigger_print,
	.has_target		= true,
	.write			= trigger_write,
	.prepare		= trigger_get_target,
	.release		= trigger_put_target,
};

/**
 * trigger_register_enable_event - register enable_event and disable_event
 *
 * Context: boot.
 */
void __init trigger_register_enable_event(void)
{
	trigger_command_register(&enable_command);
	trigger_command_register(&disable_command);
}
