/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A minimal event core for tests of the triggers that switch tracing or another
 * event on and off.
 */
#ifndef _TRACE_TRIGGER_MOCK_CORE_H
#define _TRACE_TRIGGER_MOCK_CORE_H

#include "trigger/enable_event.h"
#include "trigger/trigger.h"

/**
 * struct trigger_pair - two commands that change the same bit
 * @clear: command that clears the bit: enable_event or traceon
 * @set: command that sets the bit: disable_event or traceoff
 * @private_data: private data of their triggers
 * @word: word whose bit 0 is changed
 *
 * The bit is set initially, which means off.
 */
struct trigger_pair {
	struct trigger_command *clear, *set;
	void *private_data;
	unsigned long *word;
};

extern struct trigger_pair trigger_event_pair, trigger_tracing_pair;

void trigger_core_init(void);

/**
 * trigger_counted - return a trigger with a count
 * @command: command of the trigger
 * @pair: pair of commands that @command belongs to
 * @left: number of times that the trigger may act
 *
 * Return: an unlinked trigger, by value.
 */
static inline struct trigger trigger_counted(struct trigger_command *command,
					     const struct trigger_pair *pair, long left)
{
	return (struct trigger){
		.data.flags = EVENT_TRIGGER_FL_COUNT,
		.data.cmd_ops = &command->ops,
		.data.private_data = pair->private_data,
		.count_left.counter = left,
	};
}

static inline void trigger_hit(struct trigger *trigger)
{
	trigger->data.cmd_ops->trigger(&trigger->data, NULL, NULL, NULL);
}

#endif /* _TRACE_TRIGGER_MOCK_CORE_H */
