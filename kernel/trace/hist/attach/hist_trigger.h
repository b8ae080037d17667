/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Convert between triggers and histograms, and create and release the trigger of a
 * histogram.
 *
 * A histogram is attached by attach.h. event_mutex protects the list of triggers.
 */
#ifndef _TRACE_HIST_ATTACH_HIST_TRIGGER_H
#define _TRACE_HIST_ATTACH_HIST_TRIGGER_H

#include "../../trace.h"
#include "../../trigger/trigger.h"
#include "../program/hist_data.h"
#include "../program/status.h"

/**
 * hist_of - get the histogram of a trigger
 * @trigger: any trigger of an event
 *
 * Context: any, as long as the trigger is not freed.
 * Return: the histogram, constant until the trigger is freed; NULL for other kinds of
 * triggers.
 */
static inline struct hist_trigger_data *hist_of(const struct event_trigger_data *trigger)
{
	return trigger->cmd_ops->trigger_type == ETT_EVENT_HIST ? trigger->private_data : NULL;
}

struct hist_status hist_status_of(const struct event_trigger_data *trigger);
struct event_trigger_data *hist_trigger_new(struct trigger_command *command,
					    struct hist_trigger_data *data, bool paused);
void hist_trigger_release(struct event_trigger_data *trigger);
void hist_trigger_unlinked(struct event_trigger_data *trigger, struct list_head *unlinked);
void hist_trigger_unlink_unused(struct trace_event_file *file, struct list_head *unlinked);

#endif /* _TRACE_HIST_ATTACH_HIST_TRIGGER_H */
