/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * As much of the tracing core as triggers need that switch tracing or another event on and off.
 */
#ifndef _TRACE_TRIGGER_CORE_H
#define _TRACE_TRIGGER_CORE_H

#include "trigger/enable.h"
#include "trigger/trigger.h"

/**
 * struct trigger_pair - two commands that change the same bit
 * @clear: clears the bit: enable_event or traceon
 * @set: sets the bit: disable_event or traceoff
 * @private_data: of their triggers
 * @word: the word that the bit is bit 0 of
 *
 * All pairs begin with the bit set, which means off.
 */
struct trigger_pair {
	struct trigger_command *clear, *set;
	void *private_data;
	unsigned long *word;
};

extern struct trigger_pair trigger_event_pair, trigger_tracing_pair;

void trigger_core_init(void);

/**
 * trigger_counted - make a trigger that may act a number of times
 * @command: its command
 * @pair: the bit that it switches
 * @left: how often it may act
 *
 * Return: the trigger.
 */
static inline struct trigger trigger_counted(struct trigger_command *command,
					     const struct trigger_pair *pair, long left)
{
	return (struct trigger){
		.data.flags = EVENT_TRIGGER_FL_COUNT,
		.data.cmd_ops = &command->ops,
		.data.private_data = pair->private_data,
		.left.counter = left,
	};
}

static inline void trigger_hit(struct trigger *trigger)
{
	trigger->data.cmd_ops->trigger(&trigger->data, NULL, NULL, NULL);
}

#endif /* _TRACE_TRIGGER_CORE_H */
