// SPDX-License-Identifier: GPL-2.0
/*
 * Detect cycles and overlong chains of synthetic events: a histogram emits a synthetic
 * event, which has a histogram that emits another one, and so on.
 *
 * The caller holds event_mutex, which protects the triggers of all events. trace_types_lock
 * protects the list of instances.
 */
#include <linux/cleanup.h>
#include <linux/list.h>

#include "../../trace.h"
#include "../../trace_synth.h"
#include "hist_trigger.h"
#include "internal.h"

static int hist_cycle_follow(const struct hist_trigger_data *data,
			     const struct trace_event_call *call, unsigned int depth);

static bool hist_cycle_fires_event(const struct hist_trigger_data *data,
				   const struct trace_event_call *call)
{
	unsigned int i;

	for (i = 0; i < data->program.n_actions; i++)
		if (data->program.actions[i].synth && &data->program.actions[i].synth->call == call)
			return true;
	return false;
}

static bool has_hist_firing_event(const struct trace_event_file *file,
				  const struct trace_event_call *call)
{
	const struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &file->triggers, list)
		if (hist_of(trigger) && hist_cycle_fires_event(hist_of(trigger), call))
			return true;
	return false;
}

/*
 * Return the length of the longest chain of synthetic events that ends with @call, @call
 * included, or 0 if no histogram emits @call. Recursion and result are limited to @most.
 */
static unsigned int hist_cycle_chain_length(const struct trace_event_call *call, unsigned int most)
{
	const struct trace_event_file *file;
	const struct trace_array *tr;
	unsigned int n = 0;

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			if (n < most && has_hist_firing_event(file, call))
				n = max(n, 1 + hist_cycle_chain_length(file->event_call, most - 1));
	return n;
}

/* A synthetic event is emitted in all instances, so the histograms of all instances count. */
static int hist_cycle_follow_event(struct trace_event_call *fired,
				   const struct trace_event_call *call, unsigned int depth)
{
	const struct event_trigger_data *trigger;
	const struct trace_event_file *file;
	const struct trace_array *tr;
	int ret = 0;

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			list_for_each_entry(trigger, &file->triggers, list)
				if (!ret && file->event_call == fired && hist_of(trigger))
					ret = hist_cycle_follow(hist_of(trigger), call, depth);
	return ret;
}

/*
 * Follow the synthetic events that @data emits. @depth is the number of synthetic events in
 * the chain before them. Recursion ends when the chain is longer than %HIST_CHAIN_MAX.
 */
static int hist_cycle_follow(const struct hist_trigger_data *data,
			     const struct trace_event_call *call, unsigned int depth)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < data->program.n_actions; i++) {
		struct synth_event *synth = data->program.actions[i].synth;

		if (!synth)
			continue;
		if (&synth->call == call || depth == HIST_CHAIN_MAX)
			return -ELOOP;
		ret = hist_cycle_follow_event(&synth->call, call, depth + 1);
	}
	return ret;
}

/**
 * hist_check_cycle - check whether a histogram would create a cycle or an overlong chain
 * @data: the histogram, not attached yet
 * @call: its event
 *
 * The limit applies to the whole chain: the synthetic events that lead to @call, and the ones
 * that @data would emit. So the result does not depend on the order in which the histograms
 * of a chain are attached.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -ELOOP for a cycle or a chain of more than %HIST_CHAIN_MAX synthetic
 * events.
 */
int hist_check_cycle(const struct hist_trigger_data *data, const struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);

	if (!data->program.n_actions)
		return 0;
	guard(mutex)(&trace_types_lock);
	return hist_cycle_follow(data, call, hist_cycle_chain_length(call, HIST_CHAIN_MAX));
}
