// SPDX-License-Identifier: GPL-2.0
/*
 * Create, unlink and release the triggers of histograms.
 *
 * trigger/list.c has what triggers of all kinds share. event_mutex protects the list of
 * triggers and the runtime state of histograms.
 */
#include <linux/list.h>

#include "bind.h"
#include "hist_trigger.h"
#include "poll.h"

/**
 * hist_trigger_new - allocate a trigger for a histogram
 * @command: trigger command that the trigger belongs to
 * @data: the histogram; the trigger takes a reference
 * @paused: create the trigger paused
 *
 * Context: may sleep.
 * Return: the trigger, to be given to trigger_free(), or NULL if there is no memory.
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
 * hist_trigger_release - release the histogram of a trigger
 * @trigger: the trigger, which no event can reach any more
 *
 * This is the release callback of the hist command. It undoes the steps of attaching that
 * must wait for a grace period, and also works if attaching has failed halfway.
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
 * hist_trigger_close - hide a histogram whose trigger was unlinked
 * @trigger: the trigger, unlinked from its event
 * @unlinked: list of unlinked triggers that contains @trigger; the triggers of the
 *	field-variable histograms are unlinked and added to it
 *
 * This is the close callback of the hist command. It undoes the steps of attaching that
 * events can observe, and releases the histograms that this one uses. The caller waits for
 * a grace period before it frees the triggers on @unlinked.
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

/*
 * Find the last histogram of an event that no other histogram uses. Field-variable
 * histograms are removed together with the histogram that needs them.
 */
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
 * hist_trigger_unlink_unused - unlink the histograms of an event that no other one uses
 * @file: file of the event
 * @unlinked: list that the triggers are added to
 *
 * Histograms that another one uses stay, and so do field-variable histograms of another
 * histogram. Unlinking one may release the last use of another one, so the search is
 * repeated.
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
