// SPDX-License-Identifier: GPL-2.0
/*
 * The commands enable_hist and disable_hist: an event starts or stops the histograms
 * of another one.
 *
 * All but hist_enable_hit() is that of enable_event and disable_event.
 */
#include <linux/init.h>
#include <linux/list.h>
#include <linux/rculist.h>

#include "trigger.h"

/*
 * An event hit that starts or stops the histograms of another one.
 *
 * Context: any, NMI included, preemption off.
 */
static void hist_enable_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
			    void *record, struct ring_buffer_event *event)
{
	const struct enable_trigger_data *enable = trigger->private_data;
	struct event_trigger_data *target;

	list_for_each_entry_rcu(target, &enable->file->triggers, list,
				lockdep_is_held(&event_mutex))
		if (hist_of(target))
			WRITE_ONCE(target->paused, !enable->enable);
}

#define HIST_ENABLE_COMMAND(command)						\
	{									\
		.name		= (command),					\
		.trigger_type	= ETT_HIST_ENABLE,				\
		.parse		= event_enable_trigger_parse,			\
		.reg		= event_enable_register_trigger,		\
		.unreg		= event_enable_unregister_trigger,		\
		.set_filter	= set_trigger_filter,				\
		.trigger	= hist_enable_hit,				\
		.count_func	= event_trigger_count,				\
		.init		= event_trigger_init,				\
		.free		= event_enable_trigger_free,			\
		.print		= event_enable_trigger_print,			\
	}

static struct event_command hist_enable_commands[] = {
	HIST_ENABLE_COMMAND(ENABLE_HIST_STR),
	HIST_ENABLE_COMMAND(DISABLE_HIST_STR),
};

/**
 * register_trigger_hist_enable_disable_cmds - make enable_hist and disable_hist known
 *
 * Return: 0 or a negative errno, with neither of them known.
 */
__init int register_trigger_hist_enable_disable_cmds(void)
{
	int ret;

	ret = register_event_command(&hist_enable_commands[0]);
	if (ret)
		return ret;

	ret = register_event_command(&hist_enable_commands[1]);
	if (ret)
		unregister_event_command(&hist_enable_commands[0]);
	return ret;
}
