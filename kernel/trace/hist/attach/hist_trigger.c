// SPDX-License-Identifier: GPL-2.0
/*
 * Create, unlink and release the triggers of histograms.
 *
 * trigger/lifecycle.c has what triggers of all kinds share. event_mutex protects the list
 * of triggers and the runtime state of histograms.
 */
#include <linux/list.h>

#include "../run/notify.h"
#include "cgroup_paths.h"
#include "hist_trigger.h"
#include "internal.h"
#include "map_owner.h"

/**
 * hist_status_of - get the displayed state of a histogram
 * @trigger: trigger of an attached histogram
 *
 * Context: event_mutex held.
 * Return: the state. Its filter text belongs to the trigger.
 */
struct hist_status hist_status_of(const struct event_trigger_data *trigger)
{
	const struct hist_trigger_data *data = hist_of(trigger);

	return (struct hist_status){
		.filter = trigger->filter_str,
		.paused = READ_ONCE(trigger->paused),
		.size = hist_map_size(data),
		.pool = hist_map_pool(data),
		.overflow = data->overflow ?: hist_map_overflow(data),
	};
}

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
	trigger_of(trigger)->is_direct = data->program.fields_only;
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

	hist_unpin(data);
	hist_cgroup_paths_put(data);
	if (data->runtime.owner)
		hist_map_detach(data);
	data->runtime.file = NULL;
	hist_data_put(data);
	hist_notify_pollers();
}

/**
 * hist_trigger_unlinked - hide a histogram whose trigger was unlinked
 * @trigger: the trigger, unlinked from its event
 * @unlinked: list of unlinked triggers that contains @trigger; the triggers of the
 *	field-variable histograms are unlinked and added to it
 *
 * This is the unlinked callback of the hist command. It undoes the steps of attaching that
 * events can observe, and releases the histograms that this one uses. The caller waits for
 * a grace period before it frees the triggers on @unlinked.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_unlinked(struct event_trigger_data *trigger, struct list_head *unlinked)
{
	struct hist_trigger_data *data = trigger->private_data;
	unsigned int i;

	hist_map_unpublish(data);
	hist_put_dependencies(data);
	data->runtime.trigger = NULL;

	for (i = 0; i < data->n_field_var_hists; i++) {
		const struct hist_runtime *fvh = &data->field_var_hists[i].data->runtime;

		if (fvh->trigger)
			trigger_unlink(fvh->file, fvh->trigger, unlinked);
	}
}

/*
 * Find the last histogram of an event that no other histogram uses. Field-variable
 * histograms are removed together with the histogram that needs them.
 */
static struct event_trigger_data *find_last_unused(const struct trace_event_file *file)
{
	struct event_trigger_data *trigger;

	list_for_each_entry_reverse(trigger, &file->triggers, list) {
		const struct hist_trigger_data *data = hist_of(trigger);

		if (data && !data->runtime.n_dependents && !data->is_field_var_hist)
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

	while ((trigger = find_last_unused(file)))
		trigger_unlink(file, trigger, unlinked);
}
