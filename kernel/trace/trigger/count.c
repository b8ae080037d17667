// SPDX-License-Identifier: GPL-2.0
/*
 * Counts of triggers: how many times a trigger may still run.
 *
 * All functions run per event, in any context and on several CPUs at once, without locks. They do
 * not depend on what the trigger does.
 */
#include "trigger.h"

/**
 * trigger_consume_count - consume one count of a trigger before it runs
 * @trigger: the trigger
 *
 * Context: any, NMI included.
 * Return: true if the trigger may run: a count was consumed, or the trigger has no count.
 */
bool trigger_consume_count(struct event_trigger_data *trigger)
{
	return !(trigger->flags & EVENT_TRIGGER_FL_COUNT) ||
	       trigger_consume_one(&trigger_of(trigger)->count_left);
}

/**
 * trigger_refund_count - refund a count that trigger_consume_count() consumed
 * @trigger: the trigger, which had nothing to do
 *
 * Context: any, NMI included.
 */
void trigger_refund_count(struct event_trigger_data *trigger)
{
	if (trigger->flags & EVENT_TRIGGER_FL_COUNT)
		atomic_long_inc(&trigger_of(trigger)->count_left);
}
