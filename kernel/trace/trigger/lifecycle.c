// SPDX-License-Identifier: GPL-2.0
/*
 * Lifetime of triggers: create, link to an event, unlink and free.
 *
 * Linking a trigger soft-enables its event, and unlinking undoes this. There is a grace period
 * between unlinking and freeing, because events walk the list of triggers without a lock. This
 * file does not depend on what the triggers do.
 *
 * Locks: event_mutex protects the lists.
 */
#include <linux/err.h>
#include <linux/rculist.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../filter/filter.h"
#include "../trace_base.h"
#include "trigger.h"

/**
 * trigger_new - create a trigger
 * @command: command of the trigger
 *
 * Context: may sleep.
 * Return: the trigger, to be freed with trigger_free(), or NULL if there is no memory.
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
 * trigger_free - free a trigger that no event can run
 * @trigger: the trigger; either it was never linked, or a grace period has passed since it was
 *	unlinked
 *
 * Context: may sleep; event_mutex held.
 */
void trigger_free(struct event_trigger_data *trigger)
{
	const struct trigger_command *command = trigger_command_of(trigger);

	if (command->release)
		command->release(trigger);
	free_event_filter(rcu_dereference_protected(trigger->filter,
						    lockdep_is_held(&event_mutex)));
	kfree(trigger->filter_str);
	kfree(trigger_of(trigger));
}

/**
 * trigger_set_filter - create the filter of a new trigger
 * @trigger: the trigger, not linked yet
 * @file: event of the trigger
 * @text: text that contains the filter
 * @filter: the filter; empty for no filter
 * @diag: set to the error; a filter diagnostic with its position in @text
 *
 * Context: may sleep; event_mutex held.
 * Return: 0; -EINVAL with @diag set; or -ENOMEM.
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
 * update_cond_flag - update what an event's triggers need
 * @file: the event
 *
 * If no trigger needs the record, the triggers run before the record is built. A soft-disabled
 * event then needs no record at all. If all triggers are histograms that read only fields, a
 * soft-disabled event needs only the fields of the record, in any memory.
 *
 * Context: event_mutex held.
 */
void update_cond_flag(struct trace_event_file *file)
{
	const struct event_trigger_data *trigger;
	bool direct = !list_empty(&file->triggers), needed = false;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(trigger, &file->triggers, list) {
		needed = needed || needs_record(trigger);
		direct = direct && trigger_is_direct(trigger);
	}
	assign_bit(EVENT_FILE_FL_TRIGGER_COND_BIT, &file->flags, needed);
	assign_bit(EVENT_FILE_FL_DIRECT_BIT, &file->flags, direct);
}

/* Set the TRIGGER_MODE bit before the first event can occur, and clear it if enabling fails. */
static int enable_for_triggers(struct trace_event_file *file)
{
	int ret;

	if (test_and_set_bit(EVENT_FILE_FL_TRIGGER_MODE_BIT, &file->flags))
		return 0;
	ret = trace_event_enable_disable(file, 1, 1);
	if (ret)
		clear_bit(EVENT_FILE_FL_TRIGGER_MODE_BIT, &file->flags);
	return ret;
}

/**
 * trace_event_trigger_enable_disable - soft-enable an event for its first trigger, and disable it
 * after the last one
 * @file: the event, with the trigger already linked or unlinked
 * @trigger_enable: 1 if a trigger was linked, 0 if it was unlinked
 *
 * A soft-enabled event is only recorded if it is enabled by another user as well.
 *
 * The list shows whether the event has triggers. A counter would not work: the base kernel
 * ignores failures when it adds an event probe, so the list may have probes while the event is
 * not enabled. The next trigger that is linked tries again.
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or a negative errno with nothing changed.
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
 * Histograms are in the order of creation, because a histogram can only use variables of earlier
 * histograms. Triggers of other kinds are in the reverse order.
 */
static void add_in_order(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	if (trigger->cmd_ops->trigger_type == ETT_EVENT_HIST)
		list_add_tail_rcu(&trigger->list, &file->triggers);
	else
		list_add_rcu(&trigger->list, &file->triggers);
}

/* event_hists_call() cannot run a trigger whose filter reads the header of the record. */
static void check_filter(struct event_trigger_data *trigger)
{
	struct event_filter *filter =
		rcu_dereference_protected(trigger->filter, lockdep_is_held(&event_mutex));

	if (filter && !trace_filter_reads_fields_only(filter))
		trigger_of(trigger)->is_direct = false;
}

/**
 * trigger_link - link a trigger to its event, which runs it from now on
 * @file: the event
 * @trigger: the trigger
 *
 * A histogram becomes the last trigger of the event, any other trigger the first one. This is the
 * order in which the event runs its triggers and in which the trigger file lists them.
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or a negative errno. On error, the trigger is not linked and no event runs it any
 * more.
 */
int trigger_link(struct trace_event_file *file, struct event_trigger_data *trigger)
{
	int ret;

	check_filter(trigger);
	add_in_order(file, trigger);
	update_cond_flag(file);
	ret = trace_event_trigger_enable_disable(file, 1);
	if (ret) {
		list_del_rcu(&trigger->list);
		update_cond_flag(file);
		trace_events_synchronize();
	}
	return ret;
}

/**
 * trigger_unlink - unlink a trigger from its event
 * @file: the event
 * @trigger: the trigger
 * @unlinked: list of unlinked triggers; the trigger is added to it through its @named_list
 *
 * Events may still be walking the list at this trigger, so its @list must stay intact until the
 * next grace period.
 *
 * Context: may sleep; event_mutex held.
 */
void trigger_unlink(struct trace_event_file *file, struct event_trigger_data *trigger,
		    struct list_head *unlinked)
{
	const struct trigger_command *command = trigger_command_of(trigger);

	list_del_rcu(&trigger->list);
	trace_event_trigger_enable_disable(file, 0);
	update_cond_flag(file);
	list_add_tail(&trigger->named_list, unlinked);
	if (command->unlinked)
		command->unlinked(trigger, unlinked);
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
 * trigger_unlink_all - unlink all triggers of an event
 * @file: the event
 * @unlinked: list that the triggers are added to
 *
 * Unlinks the last trigger first. In the list, a histogram follows the histograms whose variables
 * it uses, and unlinking it may unlink its field-variable histograms as well. Event probes stay:
 * trace_eprobe.c removes them.
 *
 * Context: may sleep; event_mutex held.
 */
void trigger_unlink_all(struct trace_event_file *file, struct list_head *unlinked)
{
	struct event_trigger_data *trigger;

	lockdep_assert_held(&event_mutex);

	while ((trigger = last_of(file)))
		trigger_unlink(file, trigger, unlinked);
}

/**
 * trigger_unlink_probes - unlink the event probes of an event that is being removed
 * @file: the event, removed together with its instance; all other triggers are unlinked
 * @unlinked: list that the probes are added to
 *
 * The base kernel unlinks an event probe only in one instance. In an instance that is removed,
 * the event would stay enabled for the probe, and nothing would disable it.
 *
 * Context: may sleep; event_mutex held.
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

/*
 * Free an event probe. The base kernel allocates it together with its private data, which has no
 * other reference.
 */
static void free_probe(struct event_trigger_data *trigger)
{
	free_event_filter(rcu_dereference_protected(trigger->filter,
						    lockdep_is_held(&event_mutex)));
	kfree(trigger->private_data);
	kfree(trigger);
}

/**
 * trigger_free_unlinked - free unlinked triggers after one grace period for all of them
 * @unlinked: list of the triggers; invalid afterwards
 *
 * Context: may sleep; event_mutex held.
 */
void trigger_free_unlinked(struct list_head *unlinked)
{
	struct event_trigger_data *trigger, *next;

	if (list_empty(unlinked))
		return;
	trace_events_synchronize();
	list_for_each_entry_safe(trigger, next, unlinked, named_list) {
		if (trigger_is_probe(trigger))
			free_probe(trigger);
		else
			trigger_free(trigger);
	}
}
