// SPDX-License-Identifier: GPL-2.0
/*
 * Events that lead to one another: a histogram's action fires an event, which has a
 * histogram, whose action fires another.
 */
#include <linux/cleanup.h>
#include <linux/list.h>

#include "../trace.h"
#include "../trace_synth.h"
#include "circle.h"
#include "hist_trigger.h"

static int follow(const struct hist_trigger_data *data, const struct trace_event_call *call,
		  unsigned int depth);

/* In all instances, since all of them get the event. */
static int follow_event(struct trace_event_call *fired, const struct trace_event_call *call,
			unsigned int depth)
{
	const struct event_trigger_data *trigger;
	const struct trace_event_file *file;
	const struct trace_array *tr;
	int ret = 0;

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			list_for_each_entry(trigger, &file->triggers, list)
				if (!ret && file->event_call == fired && hist_of(trigger))
					ret = follow(hist_of(trigger), call, depth);
	return ret;
}

/* Recursion ends with a chain that is too long. */
static int follow(const struct hist_trigger_data *data, const struct trace_event_call *call,
		  unsigned int depth)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < data->program.n_acts; i++) {
		struct synth_event *synth = data->program.acts[i].synth;

		if (!synth)
			continue;
		if (&synth->call == call || depth == HIST_CHAIN_MAX)
			return -ELOOP;
		ret = follow_event(&synth->call, call, depth + 1);
	}
	return ret;
}

/**
 * hist_find_circle - do the events that a histogram fires lead back to its own?
 * @data: the histogram, not attached yet
 * @call: its event
 *
 * Context: event_mutex held.
 * Return: 0, or -ELOOP if they do, or if too many follow from one another.
 */
int hist_find_circle(const struct hist_trigger_data *data, const struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);
	guard(mutex)(&trace_types_lock);
	return follow(data, call, 0);
}
