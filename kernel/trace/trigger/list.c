// SPDX-License-Identifier: GPL-2.0
/*
 * The list of an event's triggers: made, linked, unlinked and freed.
 *
 * Linking has effects on the event; unlinking and freeing undo them.  Between the two lies
 * a grace period, since events go through an event's list without a lock.  Why a trigger
 * is there, and what it does when it is hit, is not known here.
 *
 * Locks: event_mutex protects the lists.
 */
#include <linux/err.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../filter/filter.h"
#include "trigger.h"

/**
 * trigger_new - make a trigger
 * @command: the command that makes it
 *
 * Context: may sleep.
 * Return: the trigger, to be given to trigger_free(), or NULL without memory.
 */
struct event_trigger_data *trigger_new(struct trigger_command *command)
{
	struct trigger *trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return NULL;
	trigger->data.count = -1;
	trigger->data.cmd_ops = &command->ops;
	INIT_LIST_HEAD(&trigger->data.list);
	INIT_LIST_HEAD(&trigger->data.named_list);
	return &trigger->data;
}

/**
 * trigger_free - free a trigger that no event can hit, any more or yet
 * @trigger: the trigger
 *
 * Context: may sleep, event_mutex held.
 */
void trigger_free(struct event_trigger_data *trigger)
{
	const struct trigger_command *command = trigger_command_of(trigger);

	if (command->release)
		command->release(trigger);
	free_event_filter(rcu_dereference_protected(trigger->filter,
						    lockdep_is_held(&event_mutex)));
	kfree(trigger->filter_str);
	kfree(container_of(trigger, struct trigger, data));
}

/**
 * trigger_set_filter - give a new trigger its filter
 * @trigger: the trigger, which is not linked yet
 * @file: its event
 * @text: a text with the filter in it
 * @filter: the filter; an empty one is none
 * @diag: tells what is wrong with it, in the words of filters, with the place in @text
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, -EINVAL with @diag filled in, or -ENOMEM.
 */
int trigger_set_filter(struct event_trigger_data *trigger, struct trace_event_file *file,
		       const char *text, struct trace_span filter, struct trace_diag *diag)
{
	struct event_filter *made;

	if (!filter.len)
		return 0;
	trigger->filter_str = trace_span_dup(text, filter);
	if (!trigger->filter_str)
		return -ENOMEM;
	made = trace_filter_new(file->event_call, text, filter, diag);
	if (IS_ERR(made))
		return PTR_ERR(made);
	RCU_INIT_POINTER(trigger->filter, made);
	return 0;
}

static bool needs_record(const struct event_trigger_data *trigger)
{
	return rcu_access_pointer(trigger->filter) ||
	       trigger->cmd_ops->flags & (EVENT_CMD_FL_POST_TRIGGER | EVENT_CMD_FL_NEEDS_REC);
}

/**
 * update_cond_flag - find out anew whether an event's triggers need its record
 * @file: the event
 *
 * If they do not, they are called before it is made, and it may not be made at all.
 *
 * Context: event_mutex held.
 */
void update_cond_flag(struct trace_event_file *file)
{
	const struct event_trigger_data *trigger;
	bool needed = false;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(trigger, &file->triggers, list)
		needed = needed || needs_record(trigger);
	assign_bit(EVENT_FILE_FL_TRIGGER_COND_BIT, &file->flags, needed);
}

/**
 * trigger_enable_softly - have an event's tracepoint called
 * @file: the event
 *
 * The host counts who wants that, and leaves it to us to take that back if it fails.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0 or a negative errno, with nothing changed.
 */
int trigger_enable_softly(struct trace_event_file *file)
{
	int ret = trace_event_enable_disable(file, 1, 1);

	if (ret < 0)
		trace_event_enable_disable(file, 0, 1);
	return min(ret, 0);
}

/* The bit is there before the first hit, and goes if there will be none. */
static int enable_for_triggers(struct trace_event_file *file)
{
	int ret;

	if (test_and_set_bit(EVENT_FILE_FL_TRIGGER_MODE_BIT, &file->flags))
		return 0;
	ret = trigger_enable_softly(file);
	if (ret)
		clear_bit(EVENT_FILE_FL_TRIGGER_MODE_BIT, &file->flags);
	return ret;
}

/**
 * trace_event_trigger_enable_disable - an event has one trigger more, or less
 * @file: the event, with that trigger linked or unlinked
 * @trigger_enable: 1 for more, 0 for less
 *
 * An event with triggers is enabled softly: its tracepoint is called, but nothing is
 * recorded unless the event is enabled as well.
 *
 * Whether it has any is seen from its list.  To count them would not do: the host does not
 * ask whether the event could be enabled for a probe, so that the list may have some without
 * any effect.  The next trigger to be linked tries again.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0 or a negative errno, with nothing changed.
 */
int trace_event_trigger_enable_disable(struct trace_event_file *file, int trigger_enable)
{
	lockdep_assert_held(&event_mutex);

	if (trigger_enable)
		return enable_for_triggers(file);
	if (!list_empty(&file->triggers) ||
	    !test_and_clear_bit(EVENT_FILE_FL_TRIGGER_MODE_BIT, &file->flags))
		return 0;
	return trace_event_enable_disable(file, 0, 1);
}

/*
 * Clients remove triggers in the reverse order of creation, and a histogram can only use
 * variables of histograms before it.
 */
static void add_in_order(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	if (trigger->cmd_ops->trigger_type == ETT_EVENT_HIST)
		list_add_tail_rcu(&trigger->list, &file->triggers);
	else
		list_add_rcu(&trigger->list, &file->triggers);
}

/**
 * trigger_link - make a trigger known to its event: from here on it is hit
 * @file: the event
 * @trigger: the trigger
 *
 * A histogram becomes the last trigger of the event, any other trigger the first one.
 * The event runs its triggers in this order, and the trigger file lists them in it.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with the trigger unknown to the event.
 */
int trigger_link(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	int ret;

	add_in_order(file, trigger);
	update_cond_flag(file);
	ret = trace_event_trigger_enable_disable(file, 1);
	if (ret) {
		list_del_rcu(&trigger->list);
		update_cond_flag(file);
		tracepoint_synchronize_unregister();
	}
	return ret;
}

/**
 * trigger_unlink - make a trigger unknown to its event
 * @file: the event
 * @trigger: the trigger
 * @unlinked: a list of such, which it is added to by its @named_list
 *
 * An event may still be going through it, so that its place in the event's list stays as
 * it is.
 *
 * Context: may sleep, event_mutex held.
 */
void trigger_unlink(struct trace_event_file *file, struct event_trigger_data *trigger,
		    struct list_head *unlinked)
{
	const struct trigger_command *command = trigger_command_of(trigger);

	list_del_rcu(&trigger->list);
	trace_event_trigger_enable_disable(file, 0);
	update_cond_flag(file);
	list_add_tail(&trigger->named_list, unlinked);
	if (command->close)
		command->close(trigger, unlinked);
}

static struct event_trigger_data *last_of(const struct trace_event_file *file)
{
	struct event_trigger_data *trigger;

	list_for_each_entry_reverse(trigger, &file->triggers, list)
		if (!trigger_is_probe(trigger))
			return trigger;
	return NULL;
}

/**
 * trigger_unlink_all - make all triggers of an event unknown to it
 * @file: the event
 * @unlinked: a list that they are added to
 *
 * A histogram stands behind those whose variables it uses, and may take others along, so
 * that it is always the last trigger that goes.  Event probes are the host's, and stay.
 *
 * Context: may sleep, event_mutex held.
 */
void trigger_unlink_all(struct trace_event_file *file, struct list_head *unlinked)
{
	struct event_trigger_data *trigger;

	lockdep_assert_held(&event_mutex);

	while ((trigger = last_of(file)))
		trigger_unlink(file, trigger, unlinked);
}

/**
 * trigger_unlink_probes - make the host's event probes unknown to an event that goes away
 * @file: the event, with its instance, whose triggers are unlinked: only probes are left
 * @unlinked: a list that they are added to
 *
 * The host takes a probe off the event in one instance only, when the last one lets go of
 * it.  In others the event would stay enabled for a probe, and nothing would disable it.
 *
 * Context: may sleep, event_mutex held.
 */
void trigger_unlink_probes(struct trace_event_file *file, struct list_head *unlinked)
{
	struct event_trigger_data *trigger, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(trigger, next, &file->triggers, list) {
		list_del_rcu(&trigger->list);
		trace_event_trigger_enable_disable(file, 0);
		update_cond_flag(file);
		list_add_tail(&trigger->named_list, unlinked);
	}
}

/* As the host makes it: with something of its own that nobody else refers to. */
static void free_probe(struct event_trigger_data *trigger)
{
	free_event_filter(rcu_dereference_protected(trigger->filter,
						    lockdep_is_held(&event_mutex)));
	kfree(trigger->private_data);
	kfree(trigger);
}

/**
 * trigger_free_unlinked - free unlinked triggers, waiting but once for all of them
 * @unlinked: the list of them, which is of no use afterwards
 *
 * Context: may sleep, event_mutex held.
 */
void trigger_free_unlinked(struct list_head *unlinked)
{
	struct event_trigger_data *trigger, *next;

	if (list_empty(unlinked))
		return;
	tracepoint_synchronize_unregister();
	list_for_each_entry_safe(trigger, next, unlinked, named_list) {
		if (trigger_is_probe(trigger))
			free_probe(trigger);
		else
			trigger_free(trigger);
	}
}
