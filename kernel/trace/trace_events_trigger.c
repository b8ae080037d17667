// SPDX-License-Identifier: GPL-2.0
/*
 * Event triggers: the entry point.
 *
 * The base kernel calls this file for each event that has triggers: with the event's record, or
 * without a record if no trigger needs one. Each trigger whose filter the record passes runs.
 * Triggers that run after the event is recorded (post triggers) are called a second time, after
 * the commit.
 *
 * Commands, the trigger file and the list of an event's triggers are in trigger/.
 *
 * Per-event functions run in any context and take no locks; RCU-sched protects the list of
 * triggers. The other functions need event_mutex.
 */
#include <linux/export.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "filter/filter.h"
#include "hist/run/notify.h"
#include "trace.h"
#include "trigger/trigger.h"

static __always_inline bool trigger_is_hist(const struct event_trigger_data *trigger)
{
	return IS_ENABLED(CONFIG_HIST_TRIGGERS) &&
	       trigger->cmd_ops->trigger_type == ETT_EVENT_HIST;
}

/* Histograms are called directly, because they are the most frequent triggers of hot events. */
static __always_inline void
trigger_run_one(struct event_trigger_data *trigger, struct trace_buffer *buffer, void *rec,
		struct ring_buffer_event *event, unsigned long caller, const bool slow)
{
	if (!trigger_is_hist(trigger))
		trigger->cmd_ops->trigger(trigger, buffer, rec, event);
	else if (slow)
		hist_exec_slow(trigger->private_data, rec, caller);
	else
		hist_exec(trigger->private_data, rec, caller);
}

static __always_inline bool trigger_is_paused(const struct event_trigger_data *trigger,
					      const bool slow)
{
	return slow && trigger_is_hist(trigger) ? hist_is_paused(trigger) :
						  READ_ONCE(trigger->paused);
}

static __always_inline bool
trigger_filter_matches(const struct event_trigger_data *trigger, const void *rec)
{
	const struct event_filter *filter = rcu_dereference_sched(trigger->filter);

	return !filter || trace_filter_passes(filter, rec);
}

static __always_inline enum event_trigger_type
trigger_run_list(struct trace_event_file *file, struct trace_buffer *buffer, void *rec,
		 struct ring_buffer_event *event, unsigned long caller, const bool slow)
{
	enum event_trigger_type later = ETT_NONE;
	struct event_trigger_data *trigger;

	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held()) {
		if (trigger_is_paused(trigger, slow) || !trigger_filter_matches(trigger, rec))
			continue;
		if (trigger->cmd_ops->flags & EVENT_CMD_FL_POST_TRIGGER)
			later |= trigger->cmd_ops->trigger_type;
		else
			trigger_run_one(trigger, buffer, rec, event, caller, slow);
	}
	return later;
}

static noinline enum event_trigger_type
trigger_run_all(struct trace_event_file *file, struct trace_buffer *buffer, void *rec,
		struct ring_buffer_event *event, unsigned long caller)
{
	return trigger_run_list(file, buffer, rec, event, caller, false);
}

/* Run the triggers, with histograms on one side of a cut, and wake up pollers of histograms. */
static noinline enum event_trigger_type
trigger_run_all_slow(struct trace_event_file *file, struct trace_buffer *buffer, void *rec,
		     struct ring_buffer_event *event, unsigned long caller)
{
	const bool interrupted = hist_cut_enter();
	enum event_trigger_type later;

	later = trigger_run_list(file, buffer, rec, event, caller, true);
	hist_cut_leave(interrupted);
	return later;
}

/* Fast path: return the event's only trigger, if it is a histogram. */
static __always_inline struct event_trigger_data *trigger_only_hist(struct trace_event_file *file)
{
	const struct list_head *first = READ_ONCE(file->triggers.next);
	struct event_trigger_data *trigger;

	if (first == &file->triggers || READ_ONCE(first->next) != &file->triggers)
		return NULL;
	trigger = list_entry(first, struct event_trigger_data, list);
	return trigger->cmd_ops->trigger_type == ETT_EVENT_HIST ? trigger : NULL;
}

/**
 * event_triggers_call_from - run the triggers of an event
 * @file: the event
 * @buffer: ring buffer that the event is recorded in, or NULL
 * @rec: the event's record
 * @event: entry of the record in @buffer, or NULL
 * @caller: return address on the stack; stack traces of histograms start above it
 *
 * Context: any, NMI included, preemption off.
 * Return: types of the post triggers whose filters the record passed, for
 * event_triggers_post_call().
 */
enum event_trigger_type event_triggers_call_from(struct trace_event_file *file,
						 struct trace_buffer *buffer, void *rec,
						 struct ring_buffer_event *event,
						 unsigned long caller)
{
	struct event_trigger_data *trigger = NULL;

	if (IS_ENABLED(CONFIG_HIST_TRIGGERS)) {
		if (static_branch_unlikely(&hist_slow_path))
			return trigger_run_all_slow(file, buffer, rec, event, caller);
		trigger = trigger_only_hist(file);
	}
	if (!trigger)
		return trigger_run_all(file, buffer, rec, event, caller);

	if (!READ_ONCE(trigger->paused) && trigger_filter_matches(trigger, rec))
		hist_exec(trigger->private_data, rec, caller);
	return ETT_NONE;
}
EXPORT_SYMBOL_GPL(event_triggers_call_from);

/**
 * event_triggers_missed - count an event whose record could not be built
 * @file: the event, which has triggers that need the record
 *
 * Without a record, filters and keys cannot be evaluated. Each histogram that is not paused
 * counts the event as dropped. Triggers of other kinds ignore it.
 *
 * Context: any, NMI included.
 */
void event_triggers_missed(struct trace_event_file *file)
{
	struct event_trigger_data *trigger;
	bool interrupted;

	if (!IS_ENABLED(CONFIG_HIST_TRIGGERS))
		return;
	preempt_disable_notrace();
	interrupted = hist_cut_enter();
	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held())
		if (trigger_is_hist(trigger) && !hist_is_paused(trigger))
			hist_trigger_missed(trigger->private_data);
	hist_cut_leave(interrupted);
	preempt_enable_notrace();
}

/**
 * event_triggers_post_call - run the post triggers of an event
 * @file: the event
 * @tt: types of the triggers, from event_triggers_call()
 *
 * Called after the event was recorded or discarded. An event has at most one trigger of each
 * post-trigger type, so the type is sufficient to know that the record passed the trigger's
 * filter.
 *
 * Context: any, NMI included. Writes to trace_marker call it with preemption on, so it disables
 * preemption itself.
 */
void event_triggers_post_call(struct trace_event_file *file, enum event_trigger_type tt)
{
	const bool enable = preemptible();
	struct event_trigger_data *trigger;

	if (enable)
		preempt_disable_notrace();
	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held()) {
		const struct event_command *ops = trigger->cmd_ops;

		if (ops->flags & EVENT_CMD_FL_POST_TRIGGER && ops->trigger_type & tt &&
		    !READ_ONCE(trigger->paused))
			ops->trigger(trigger, NULL, NULL, NULL);
	}
	if (enable)
		preempt_enable_notrace();
}
EXPORT_SYMBOL_GPL(event_triggers_post_call);

/**
 * event_triggers_before_record - run the triggers of an event none of which needs the record
 * @file: the event
 *
 * The list may contain a trigger that needs a record: it was attached while this event was
 * executing. Such an event precedes the trigger, so the trigger is skipped.
 *
 * Context: any, NMI included, preemption off or in an RCU read-side critical section.
 */
void event_triggers_before_record(struct trace_event_file *file)
{
	struct event_trigger_data *trigger;

	list_for_each_entry_rcu(trigger, &file->triggers, list,
				rcu_read_lock_sched_held()) {
		const struct event_command *ops = trigger->cmd_ops;

		if (!READ_ONCE(trigger->paused) && !rcu_access_pointer(trigger->filter) &&
		    !(ops->flags & (EVENT_CMD_FL_NEEDS_REC | EVENT_CMD_FL_POST_TRIGGER)))
			ops->trigger(trigger, NULL, NULL, NULL);
	}
}
EXPORT_SYMBOL_GPL(event_triggers_before_record);

/**
 * trigger_process_regex - execute a command in the syntax of trigger files
 * @file: the event
 * @buff: the command, NUL-terminated
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, or a negative errno. On error, nothing is changed and the reason is in the error
 * log.
 */
int trigger_process_regex(struct trace_event_file *file, char *buff)
{
	return trigger_process_command(file, buff, strlen(buff));
}

/**
 * clear_event_triggers - remove all triggers of an instance that is being removed
 * @tr: the instance
 *
 * Context: may sleep; event_mutex held.
 */
void clear_event_triggers(struct trace_array *tr)
{
	struct trace_event_file *file;
	LIST_HEAD(unlinked);

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->events, list) {
		trigger_unlink_all(file, &unlinked);
		trigger_unlink_probes(file, &unlinked);
	}
	trigger_free_unlinked(&unlinked);
}

/**
 * register_trigger_cmds - register all trigger commands
 *
 * Context: boot.
 * Return: always 0.
 */
__init int register_trigger_cmds(void)
{
	trigger_register_instance_commands();
	trigger_register_enable_event();
	register_trigger_hist_enable_disable_cmds();
	register_trigger_hist_cmd();
	return 0;
}
