// SPDX-License-Identifier: GPL-2.0
/*
 * Histograms as they hang on an event: made, linked, unlinked and freed.
 *
 * Linking is what has effects, on the event and, by the store that a histogram has
 * joined, on those of its name.  Unlinking and freeing undo them; between the two
 * lies a grace period, since events go through an event's list without a lock.
 */
#include <linux/list.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "bind.h"
#include "poll.h"
#include "trigger.h"

/**
 * hist_trigger_new - make a trigger of a histogram
 * @command: the command that it is made by
 * @data: the histogram; the trigger takes a reference
 * @paused: begin paused
 *
 * Context: may sleep.
 * Return: the trigger, to be given to hist_trigger_free(), or NULL without memory.
 */
struct event_trigger_data *hist_trigger_new(struct event_command *command,
					    struct hist_trigger_data *data, bool paused)
{
	struct event_trigger_data *trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return NULL;
	trigger->count = -1;
	trigger->ref = 1;
	trigger->cmd_ops = command;
	trigger->private_data = hist_data_get(data);
	trigger->paused = paused;
	INIT_LIST_HEAD(&trigger->list);
	INIT_LIST_HEAD(&trigger->named_list);
	return trigger;
}

/* Whoever had it made must not remove it once more. */
static void leave_owner(struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; data->owner && i < data->owner->n_helpers; i++)
		if (data->owner->helpers[i].data == data)
			data->owner->helpers[i].trigger = NULL;
	data->owner = NULL;
}

/**
 * hist_trigger_free - free a trigger that no event can hit, any more or yet
 * @trigger: the trigger
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_free(struct event_trigger_data *trigger)
{
	struct hist_trigger_data *data = trigger->private_data;

	hist_unbind(data);
	if (data->store)
		hist_store_leave(data);
	hist_data_put(data);
	set_trigger_filter(NULL, trigger, NULL);
	kfree(trigger);
}

/**
 * hist_trigger_link - make a trigger known to its event: from here on it is hit
 * @file: the event
 * @trigger: the trigger, whose histogram has joined its store
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with nothing left of it.
 */
int hist_trigger_link(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	int ret;

	list_add_tail_rcu(&trigger->list, &file->triggers);
	update_cond_flag(file);
	ret = trace_event_trigger_enable_disable(file, 1);
	if (ret >= 0) {
		hist_file_changed();
		return 0;
	}

	list_del_rcu(&trigger->list);
	update_cond_flag(file);
	tracepoint_synchronize_unregister();
	return ret;
}

/**
 * hist_trigger_close - let go of all that a histogram uses, and let nobody use it
 * @trigger: the trigger, which is off its event's list
 * @unlinked: a list of such, which it is added to by its @named_list, with the helpers
 *	that were made for it
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_close(struct event_trigger_data *trigger, struct list_head *unlinked)
{
	struct hist_trigger_data *data = trigger->private_data;
	unsigned int i;

	list_add_tail(&trigger->named_list, unlinked);
	hist_store_close(data);
	hist_unuse(data);
	leave_owner(data);

	for (i = 0; i < data->n_helpers; i++) {
		struct hist_helper *helper = &data->helpers[i];

		if (helper->trigger)
			hist_trigger_unlink(helper->file, helper->trigger, unlinked);
	}
}

/**
 * hist_trigger_unlink - make a trigger unknown to its event
 * @file: the event
 * @trigger: the trigger
 * @unlinked: a list of such, which it is added to by its @named_list
 *
 * An event may still be going through it, so that its place in the event's list
 * stays as it is.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_unlink(struct trace_event_file *file, struct event_trigger_data *trigger,
			 struct list_head *unlinked)
{
	list_del_rcu(&trigger->list);
	trace_event_trigger_enable_disable(file, 0);
	update_cond_flag(file);
	hist_trigger_close(trigger, unlinked);
}

/**
 * hist_trigger_unlink_all - make the histograms of an event unknown to it
 * @file: the event
 * @spare_used: not those that others use, nor those that belong to others
 * @unlinked: a list that they are added to
 *
 * Whoever uses another histogram of the event stands behind it in the list, so that the
 * list is gone through from its end.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_unlink_all(struct trace_event_file *file, bool spare_used,
			     struct list_head *unlinked)
{
	struct event_trigger_data *trigger, *prev;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe_reverse(trigger, prev, &file->triggers, list) {
		const struct hist_trigger_data *data = hist_of(trigger);

		if (data && !(spare_used && (data->n_users || data->is_helper)))
			hist_trigger_unlink(file, trigger, unlinked);
	}
}

/**
 * hist_trigger_find - look for the trigger that a histogram hangs on
 * @tr: the instance
 * @data: the histogram
 * @file: where to put the event that it is on
 *
 * Context: event_mutex held.
 * Return: the trigger, or NULL if it is not attached in that instance.
 */
struct event_trigger_data *hist_trigger_find(struct trace_array *tr,
					     const struct hist_trigger_data *data,
					     struct trace_event_file **file)
{
	struct event_trigger_data *trigger;
	struct trace_event_file *each;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(each, &tr->events, list)
		list_for_each_entry(trigger, &each->triggers, list)
			if (hist_of(trigger) == data) {
				*file = each;
				return trigger;
			}
	return NULL;
}

/**
 * hist_trigger_free_unlinked - free unlinked triggers, waiting but once for all of them
 * @unlinked: the list of them, which is of no use afterwards
 *
 * Context: may sleep, event_mutex held.
 */
void hist_trigger_free_unlinked(struct list_head *unlinked)
{
	struct event_trigger_data *trigger, *next;

	if (list_empty(unlinked))
		return;
	tracepoint_synchronize_unregister();
	list_for_each_entry_safe(trigger, next, unlinked, named_list)
		hist_trigger_free(trigger);
	hist_file_changed();
}
