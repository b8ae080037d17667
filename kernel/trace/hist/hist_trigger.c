// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms as they hang on an event: how their triggers are made, found, closed and
 * released.  What triggers of all kinds have in common is in trigger/list.c.
 *
 * By the store that a histogram has joined, it has effects on those of its name; by its
 * variables, on those that use them.
 */
#include <linux/list.h>

#include "bind.h"
#include "hist_trigger.h"
#include "poll.h"

/**
 * hist_trigger_new - make a trigger of a histogram
 * @command: the command that it is made by
 * @data: the histogram; the trigger takes a reference
 * @paused: begin paused
 *
 * Context: may sleep.
 * Return: the trigger, to be given to trigger_free(), or NULL without memory.
 */
struct event_trigger_data *hist_trigger_new(struct trigger_command *command,
					    struct hist_trigger_data *data, bool paused)
{
	struct event_trigger_data *trigger = trigger_new(command);

	if (!trigger)
		return NULL;
	trigger->private_data = hist_data_get(data);
	trigger->paused = paused;
	return trigger;
}

/**
 * hist_trigger_release - let go of the histogram of a trigger that no event can hit
 * @trigger: the trigger
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_release(struct event_trigger_data *trigger)
{
	struct hist_trigger_data *data = trigger->private_data;

	hist_unbind(data);
	if (data->live.store)
		hist_store_leave(data);
	data->live.file = NULL;
	hist_data_put(data);
	hist_file_changed();
}

/**
 * hist_trigger_close - let go of all that a histogram uses, and let nobody use it
 * @trigger: the trigger, which is off its event's list
 * @unlinked: the list of such that it is in, to which the helpers are added that were made
 *	for it
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_close(struct event_trigger_data *trigger, struct list_head *unlinked)
{
	struct hist_trigger_data *data = trigger->private_data;
	unsigned int i;

	hist_store_hide(data);
	hist_unuse(data);
	data->live.trigger = NULL;

	for (i = 0; i < data->n_helpers; i++) {
		const struct hist_live *helper = &data->helpers[i].data->live;

		if (helper->trigger)
			trigger_unlink(helper->file, helper->trigger, unlinked);
	}
}

/* The last one of an event that nobody uses, and that was not made for another one. */
static struct event_trigger_data *last_unused(const struct trace_event_file *file)
{
	struct event_trigger_data *trigger;

	list_for_each_entry_reverse(trigger, &file->triggers, list) {
		const struct hist_trigger_data *data = hist_of(trigger);

		if (data && !data->live.n_users && !data->is_helper)
			return trigger;
	}
	return NULL;
}

/**
 * hist_trigger_unlink_unused - make the histograms of an event unknown to it
 * @file: the event
 * @unlinked: a list that they are added to
 *
 * Those that others use stay, and so do those that belong to others.  Each that goes may
 * be the last user of another one.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_unlink_unused(struct trace_event_file *file, struct list_head *unlinked)
{
	struct event_trigger_data *trigger;

	lockdep_assert_held(&event_mutex);

	while ((trigger = last_unused(file)))
		trigger_unlink(file, trigger, unlinked);
}
