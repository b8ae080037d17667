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

static bool fires(const struct hist_trigger_data *data, const struct trace_event_call *call)
{
	unsigned int i;

	for (i = 0; i < data->program.n_acts; i++)
		if (data->program.acts[i].synth && &data->program.acts[i].synth->call == call)
			return true;
	return false;
}

static bool has_histogram_that_fires(const struct trace_event_file *file,
				     const struct trace_event_call *call)
{
	const struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &file->triggers, list)
		if (hist_of(trigger) && fires(hist_of(trigger), call))
			return true;
	return false;
}

/*
 * How many events follow from one another up to one of them, itself included; none if nobody
 * fires it.  It is not asked for more than @most, where recursion ends.
 */
static unsigned int events_up_to(const struct trace_event_call *call, unsigned int most)
{
	const struct trace_event_file *file;
	const struct trace_array *tr;
	unsigned int n = 0;

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			if (n < most && has_histogram_that_fires(file, call))
				n = max(n, 1 + events_up_to(file->event_call, most - 1));
	return n;
}

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

/* Of the events behind @depth others.  Recursion ends with a chain that is too long. */
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
 * A chain is too long whichever of its histograms comes last: what leads to the event
 * counts as well as what follows from it.
 *
 * Context: event_mutex held.
 * Return: 0, or -ELOOP if they do, or if too many follow from one another.
 */
int hist_find_circle(const struct hist_trigger_data *data, const struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);

	if (!data->program.n_acts)
		return 0;
	guard(mutex)(&trace_types_lock);
	return follow(data, call, events_up_to(call, HIST_CHAIN_MAX));
}
