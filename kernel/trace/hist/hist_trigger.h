/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms as they hang on an event, among triggers of other kinds.
 *
 * From a trigger to its histogram and back, and the end of both.  How a histogram gets onto
 * an event is in attach.h.
 */
#ifndef _TRACE_HIST_HIST_TRIGGER_H
#define _TRACE_HIST_HIST_TRIGGER_H

#include "../trace.h"
#include "../trigger/trigger.h"
#include "data.h"
#include "status.h"
#include "store.h"

/**
 * hist_of - the histogram behind a trigger
 * @trigger: any trigger of an event
 *
 * Return: its histogram, constant while it is attached; NULL if it is a trigger
 * of another kind.
 */
static inline struct hist_trigger_data *hist_of(const struct event_trigger_data *trigger)
{
	return trigger->cmd_ops->trigger_type == ETT_EVENT_HIST ? trigger->private_data : NULL;
}

/**
 * hist_status_of - how the histogram behind a trigger is at present
 * @trigger: the trigger, which has one, attached
 *
 * Context: event_mutex held; the filter is the trigger's.
 * Return: its status.
 */
static inline struct hist_status hist_status_of(const struct event_trigger_data *trigger)
{
	return (struct hist_status){
		.filter = trigger->filter_str,
		.paused = READ_ONCE(trigger->paused),
		.size = hist_store_size(hist_of(trigger)),
	};
}

struct event_trigger_data *hist_trigger_new(struct trigger_command *command,
					    struct hist_trigger_data *data, bool paused);
void hist_trigger_release(struct event_trigger_data *trigger);
void hist_trigger_close(struct event_trigger_data *trigger, struct list_head *unlinked);
void hist_trigger_unlink_unused(struct trace_event_file *file, struct list_head *unlinked);

#endif /* _TRACE_HIST_HIST_TRIGGER_H */
