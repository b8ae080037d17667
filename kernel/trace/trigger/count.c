// SPDX-License-Identifier: GPL-2.0
/*
 * How often a trigger may act: the hits that are left of its count.  What it does with them
 * is not known here.
 *
 * All of it runs for events, in any context, and on several CPUs at the same time.
 */
#include "trigger.h"

/**
 * trigger_take_hit - may a trigger act on one hit more?
 * @trigger: the trigger
 *
 * Each hit is taken by one CPU only.  When several come for the last one, those that come
 * too late leave less than nothing for a moment, and put it right.
 *
 * Context: any, NMI included.
 * Return: true if it may; the hit is counted then.
 */
bool trigger_take_hit(struct event_trigger_data *trigger)
{
	atomic_long_t *left = &container_of(trigger, struct trigger, data)->left;

	if (!(trigger->flags & EVENT_TRIGGER_FL_COUNT))
		return true;
	if (atomic_long_read(left) <= 0)
		return false;
	if (atomic_long_dec_return(left) >= 0)
		return true;
	atomic_long_inc(left);
	return false;
}

/**
 * trigger_give_back_hit - a trigger that might have acted had nothing to do
 * @trigger: the trigger, whose hit was taken
 *
 * Context: any, NMI included.
 */
void trigger_give_back_hit(struct event_trigger_data *trigger)
{
	if (trigger->flags & EVENT_TRIGGER_FL_COUNT)
		atomic_long_inc(&container_of(trigger, struct trigger, data)->left);
}
