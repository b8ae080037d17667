// SPDX-License-Identifier: GPL-2.0
/*
 * The per-event part of enable_hist and disable_hist: an event resumes or pauses the histograms
 * of another event. trace_events_hist.c registers the commands.
 */
#include <linux/list.h>
#include <linux/rculist.h>

#include "../../trigger/enable_event.h"
#include "../program/hist_data.h"
#include "cut.h"
#include "pause.h"

static bool is_field_var_hist(const struct event_trigger_data *trigger)
{
	const struct hist_trigger_data *data = trigger->private_data;

	return data->is_field_var_hist;
}

/*
 * Pause or resume a histogram. If a cut that pauses or continues it has just been done, the result
 * of the cut changes too, so that publish_paused() in attach/cut.c does not undo this.
 */
static void set_paused(struct event_trigger_data *trigger, bool pause)
{
	struct hist_trigger_data *data = trigger->private_data;
	struct hist_cut_view *view = &data->runtime.cut;

	/*
	 * Pairs with smp_store_release() in attach/cut.c. An event that is after the cut reads the
	 * view until it ends, also if the cut has been published meanwhile. A task that can be
	 * preempted here runs on a CPU without events in progress, where @hist_after_cut is false.
	 */
	if ((smp_load_acquire(&hist_cut_done) || this_cpu_read(hist_after_cut)) &&
	    READ_ONCE(view->sets_paused)) {
		WRITE_ONCE(view->paused, pause);
		/* Pairs with smp_mb() in publish_paused(), which sees this write or comes first. */
		smp_mb();
	}
	WRITE_ONCE(trigger->paused, pause);
}

/*
 * Pause or resume all histograms of the target event. Field-variable histograms are not paused: if
 * another command resumed the histograms of the user, their variables would keep old values.
 *
 * Context: any, NMI included, with preemption off or in an RCU read-side critical section.
 */
static void set_target_paused(struct event_trigger_data *trigger, bool pause)
{
	const struct enable_trigger_data *enable = trigger->private_data;
	struct event_trigger_data *target;

	if (!trigger_consume_count(trigger))
		return;
	list_for_each_entry_rcu(target, &enable->file->triggers, list,
				rcu_read_lock_sched_held())
		if (target->cmd_ops->trigger_type == ETT_EVENT_HIST &&
		    !(pause && is_field_var_hist(target)))
			set_paused(target, pause);
}

/**
 * hist_resume_hit - resume the histograms of the target event
 * @trigger: trigger of the command enable_hist
 * @buffer: unused
 * @record: unused
 * @event: unused
 *
 * Context: any, NMI included, with preemption off or in an RCU read-side critical section.
 */
void hist_resume_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		     void *record, struct ring_buffer_event *event)
{
	set_target_paused(trigger, false);
}

/**
 * hist_pause_hit - pause the histograms of the target event
 * @trigger: trigger of the command disable_hist
 * @buffer: unused
 * @record: unused
 * @event: unused
 *
 * Context: any, NMI included, with preemption off or in an RCU read-side critical section.
 */
void hist_pause_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		    void *record, struct ring_buffer_event *event)
{
	set_target_paused(trigger, true);
}
