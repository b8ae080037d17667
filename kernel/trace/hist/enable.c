// SPDX-License-Identifier: GPL-2.0
/*
 * Commands enable_hist and disable_hist: an event resumes or pauses the histograms of
 * another event.
 *
 * Both commands share everything except the per-event functions with enable_event and
 * disable_event.
 */
#include <linux/init.h>
#include <linux/list.h>
#include <linux/rculist.h>

#include "../trigger/enable.h"
#include "hist_trigger.h"

/*
 * Pause or resume all histograms of the target event.
 *
 * Context: any, NMI included, with preemption off.
 */
static void pause_target(struct event_trigger_data *trigger, bool pause)
{
	const struct enable_trigger_data *enable = trigger->private_data;
	struct event_trigger_data *target;

	if (!trigger_take_hit(trigger))
		return;
	list_for_each_entry_rcu(target, &enable->file->triggers, list,
				rcu_read_lock_sched_held())
		if (hist_of(target))
			WRITE_ONCE(target->paused, pause);
}

static void enable_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		       void *record, struct ring_buffer_event *event)
{
	pause_target(trigger, false);
}

static void disable_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			void *record, struct ring_buffer_event *event)
{
	pause_target(trigger, true);
}

#define HIST_ENABLE_COMMAND(command, hit)					\
	{									\
		.ops.name		= (command),				\
		.ops.trigger_type	= ETT_HIST_ENABLE,			\
		.ops.trigger		= (hit),				\
		.ops.print		= trigger_print,			\
		.about_event		= true,					\
		.write			= trigger_write,			\
		.prepare		= trigger_hold_target,			\
		.release		= trigger_let_go_target,		\
	}

static struct trigger_command hist_enable_commands[] = {
	HIST_ENABLE_COMMAND(ENABLE_HIST_STR, enable_hit),
	HIST_ENABLE_COMMAND(DISABLE_HIST_STR, disable_hit),
};

/**
 * register_trigger_hist_enable_disable_cmds - register enable_hist and disable_hist
 *
 * Context: boot.
 * Return: always 0.
 */
__init int register_trigger_hist_enable_disable_cmds(void)
{
	trigger_command_register(&hist_enable_commands[0]);
	trigger_command_register(&hist_enable_commands[1]);
	return 0;
}
