// SPDX-License-Identifier: GPL-2.0
/*
 * Detect changes of an event's histograms, for the poll of hist, hist_folded and hist_raw. Process
 * context; event_mutex protects everything.
 */
#include <linux/cleanup.h>
#include <linux/minmax.h>
#include <linux/poll.h>
#include <linux/tracepoint.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "../attach/hist_trigger.h"
#include "../attach/map_owner.h"
#include "../run/notify.h"
#include "poller.h"

static void add_to_state(struct hist_poll_state *state, const struct hist_trigger_data *data,
			 u64 hits)
{
	state->hits += hits;
	state->n++;
	state->max_generation = max(state->max_generation, data->runtime.map_generation);
}

static struct hist_poll_state get_state(const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;
	struct hist_poll_state state = {};

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(trigger, &event_file->triggers, list) {
		const struct hist_trigger_data *data = hist_of(trigger);

		if (data)
			add_to_state(&state, data, tracing_map_total(hist_map_get(data), 0));
	}
	return state;
}

static bool states_equal(const struct hist_poll_state *a, const struct hist_poll_state *b)
{
	return a->hits == b->hits && a->n == b->n && a->max_generation == b->max_generation;
}

/**
 * hist_poller_open - note the state of the histograms at the open of a file
 * @poller: the poller, all 0
 * @file: file of the event
 *
 * Context: may sleep; takes event_mutex.
 */
void hist_poller_open(struct hist_poller *poller, struct file *file)
{
	struct trace_event_file *event_file;

	guard(mutex)(&event_mutex);
	event_file = event_file_file(file);
	if (event_file)
		poller->polled = get_state(event_file);
}

/**
 * hist_poller_release - forget a poller whose file is being closed
 * @poller: the poller
 *
 * Context: may sleep.
 */
void hist_poller_release(struct hist_poller *poller)
{
	if (poller->is_poller)
		static_branch_dec(&hist_slow_path);
}

/**
 * hist_poller_begin_read - start to note what a read at offset 0 has found
 * @poller: the poller
 *
 * Context: event_mutex held.
 */
void hist_poller_begin_read(struct hist_poller *poller)
{
	lockdep_assert_held(&event_mutex);
	poller->read = (struct hist_poll_state){};
}

/**
 * hist_poller_add_read - note a histogram that a read at offset 0 has copied
 * @poller: the poller
 * @data: the histogram
 * @hits: sum of the hitcounts in the copy
 *
 * Context: event_mutex held.
 */
void hist_poller_add_read(struct hist_poller *poller, const struct hist_trigger_data *data,
			  u64 hits)
{
	lockdep_assert_held(&event_mutex);
	add_to_state(&poller->read, data, hits);
}

/**
 * hist_poller_poll - poll a file that shows everything since creation or clear
 * @poller: the poller of the file
 * @file: file of the event
 * @wait: table of poll()
 *
 * The file is readable if the histograms have changed since the last read at offset 0. In
 * addition it has an exceptional condition (EPOLLPRI) if they have changed since the last
 * poll, or since open.
 *
 * Context: may sleep; takes event_mutex.
 * Return: the conditions, EPOLLERR if the event was removed.
 */
__poll_t hist_poller_poll(struct hist_poller *poller, struct file *file,
			  struct poll_table_struct *wait)
{
	struct trace_event_file *event_file;
	struct hist_poll_state state;
	__poll_t ready = 0;

	guard(mutex)(&event_mutex);

	event_file = event_file_file(file);
	if (!event_file)
		return EPOLLERR;

	hist_wait_for_change(file, wait, &poller->is_poller);
	state = get_state(event_file);
	if (!states_equal(&poller->read, &state))
		ready |= EPOLLIN | EPOLLRDNORM;
	if (!states_equal(&poller->polled, &state))
		ready |= EPOLLPRI;
	poller->polled = state;
	return ready;
}

/**
 * hist_wait_for_change - let the next change of a histogram wake up a poller
 * @file: the polled file
 * @wait: table of poll()
 * @is_poller: the file has been polled before, so it is counted in hist_slow_path; set here. The
 *	caller decrements hist_slow_path when it releases the file
 *
 * The caller reads the state of its histograms after this call. A change before hist_poll_wait()
 * may wake up no task, but the caller sees it.
 *
 * Context: may sleep; event_mutex held.
 */
void hist_wait_for_change(struct file *file, struct poll_table_struct *wait, bool *is_poller)
{
	lockdep_assert_held(&event_mutex);

	if (!*is_poller) {
		static_branch_inc(&hist_slow_path);
		*is_poller = true;
		/* Events that started before wake up no poller; the caller sees their counts. */
		trace_events_synchronize();
	}
	hist_poll_wait(file, wait);
	hist_arm_wakeup();
}
