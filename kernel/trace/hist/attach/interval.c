// SPDX-License-Identifier: GPL-2.0
/*
 * Intervals of attached histograms: cut the stream of events, take the counts, and give them back
 * if the reader did not read them to the end.
 *
 * All histograms that share a map have one stream of intervals, whichever event's file it is read
 * from. "Halves" in tracing_map.h describes how the map counts intervals.
 *
 * event_mutex protects the streams. It is not held while a reader waits for the grace period
 * between cut and take; exchange_mutex keeps other readers from cutting a stream again before its
 * last cut was taken.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "../../trace.h"
#include "../run/clock.h"
#include "interval.h"
#include "map_owner.h"

/*
 * Held from the preparation of a cut until it is taken. Process context; taken before event_mutex.
 */
static DEFINE_MUTEX(exchange_mutex);

/**
 * hist_interval_lock - begin to take intervals
 *
 * Context: may sleep; takes exchange_mutex. event_mutex must not be held.
 */
void hist_interval_lock(void)
{
	mutex_lock(&exchange_mutex);
}

/**
 * hist_interval_unlock - end taking intervals
 *
 * Context: exchange_mutex held, which is released.
 */
void hist_interval_unlock(void)
{
	mutex_unlock(&exchange_mutex);
}

/* Return the clock of the intervals: that of the histogram's timestamps, if it has any. */
static enum hist_clock stream_clock(const struct hist_trigger_data *data)
{
	return data->program.clock ?: HIST_CLOCK_DEFAULT;
}

static u64 read_stream_clock(const struct hist_trigger_data *data)
{
	u64 now;

	preempt_disable();
	now = hist_clock_read(stream_clock(data));
	preempt_enable();
	return now;
}

/**
 * hist_stream_start - start the stream of a new map
 * @stream: the stream
 * @data: a histogram that uses the map
 *
 * Context: event_mutex held.
 */
void hist_stream_start(struct hist_stream *stream, const struct hist_trigger_data *data)
{
	static u64 epochs;

	lockdep_assert_held(&event_mutex);

	stream->start = read_stream_clock(data);
	stream->epoch = ++epochs;
}

/**
 * hist_stream_clear - discard the intervals that were not read, because the map is replaced
 * @stream: the stream
 * @data: a histogram that uses the map
 *
 * Context: event_mutex held.
 */
void hist_stream_clear(struct hist_stream *stream, const struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);

	tracing_map_counts_free(stream->pending);
	stream->pending = NULL;
	stream->pending_cleared = false;
	stream->cut_half = NULL;
	stream->cleared = true;
	hist_stream_start(stream, data);
}

/* Check whether the next cut has to exchange the halves. */
static bool needs_exchange(const struct hist_map_owner *owner)
{
	return owner->stream.pending || tracing_map_has_counts(owner->map);
}

/**
 * hist_interval_prepare - allocate the memory that a cut needs
 * @data: an attached histogram
 *
 * Context: may sleep; exchange_mutex and event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int hist_interval_prepare(struct hist_trigger_data *data)
{
	const struct hist_map_owner *owner = data->runtime.owner;

	lockdep_assert_held(&exchange_mutex);
	lockdep_assert_held(&event_mutex);

	if (owner->stream.cut_half || !needs_exchange(owner))
		return 0;
	return PTR_ERR_OR_ZERO(tracing_map_spare(owner->map));
}

/* Let all events count in another half of the map. This is not a change of the histogram. */
static void publish_half(struct hist_map_owner *owner, struct tracing_map *half)
{
	struct hist_trigger_data *data;

	owner->map = half;
	list_for_each_entry(data, &owner->users, runtime.owner_node) {
		/* A histogram that is being detached stays unpublished. */
		if (rcu_access_pointer(data->runtime.map))
			/* Pairs with rcu_dereference_sched() in hist/run/. */
			rcu_assign_pointer(data->runtime.map, half);
	}
}

/**
 * hist_interval_cut - end the current interval of a histogram
 * @data: an attached histogram, after hist_interval_prepare()
 *
 * Events that start from now on are in the next interval. If nothing was counted, the current
 * interval continues. A cut that could not be taken the last time stays as it is.
 *
 * Context: may sleep; exchange_mutex and event_mutex held.
 */
void hist_interval_cut(struct hist_trigger_data *data)
{
	struct hist_map_owner *owner = data->runtime.owner;
	struct tracing_map *spare;

	lockdep_assert_held(&exchange_mutex);
	lockdep_assert_held(&event_mutex);

	if (owner->stream.cut_half)
		return;
	owner->stream.cut = read_stream_clock(data);
	if (!owner->map->keys->total || !needs_exchange(owner))
		return;
	spare = tracing_map_spare(owner->map);
	owner->stream.cut_half = owner->map;
	publish_half(owner, spare);
}

/* Merge the intervals that were given back into @interval. */
static void merge_pending(struct hist_stream *stream, struct hist_interval *interval)
{
	if (!stream->pending)
		return;
	interval->merged = true;
	interval->from = min(interval->from, stream->pending_from);
	interval->cleared |= stream->pending_cleared;
	tracing_map_counts_free(stream->pending);
	stream->pending = NULL;
	stream->pending_cleared = false;
}

/* Take the counts of the half that was cut, merged with pending ones. Return: 0 or -ENOMEM. */
static int take_counts(struct hist_stream *stream, struct hist_interval *interval)
{
	struct tracing_map_counts *counts;

	if (!stream->cut_half)
		return 0;
	counts = tracing_map_drain(stream->cut_half, stream->pending);
	if (IS_ERR(counts))
		return PTR_ERR(counts);

	interval->counts = counts;
	merge_pending(stream, interval);
	stream->cut_half = NULL;
	return 0;
}

/**
 * hist_interval_take - take the interval that was cut
 * @data: the histogram. It was attached when it was cut
 * @interval: set to the interval. The caller frees its counts, or gives it back
 *
 * Context: may sleep; exchange_mutex and event_mutex held. A grace period has passed since
 * hist_interval_cut().
 * Return: 0; -ENOMEM, with the cut still to be taken; or -ENODEV if the histogram was removed.
 */
int hist_interval_take(struct hist_trigger_data *data, struct hist_interval *interval)
{
	struct hist_map_owner *owner = data->runtime.owner;
	struct hist_stream *stream;
	int ret;

	lockdep_assert_held(&exchange_mutex);
	lockdep_assert_held(&event_mutex);

	if (!owner)
		return -ENODEV;
	stream = &owner->stream;
	*interval = (struct hist_interval){
		.number = stream->n_taken + 1,
		.from = stream->start,
		/* A clear after the cut, and a clock that differs between CPUs, can be later. */
		.to = max(stream->cut, stream->start),
		.clock = stream_clock(data),
		.cleared = stream->cleared,
		.epoch = stream->epoch,
	};
	ret = take_counts(stream, interval);
	if (ret)
		return ret;

	stream->start = interval->to;
	stream->n_taken++;
	stream->cleared = false;
	return 0;
}

/**
 * hist_interval_give_back - merge an interval that was not read to its end into the next one
 * @data: the histogram that the interval was taken from; possibly removed since
 * @interval: the interval; its counts are taken from the caller
 *
 * If the histogram was removed, but other histograms of its name share the map, they keep the
 * interval. An interval from before a clear is discarded. Cannot fail.
 *
 * Context: may sleep; event_mutex held.
 */
void hist_interval_give_back(struct hist_trigger_data *data, struct hist_interval *interval)
{
	struct hist_map_owner *owner = hist_map_find_owner(data);
	struct tracing_map_counts *counts = interval->counts;
	struct hist_stream *stream;

	lockdep_assert_held(&event_mutex);

	interval->counts = NULL;
	if (!owner || owner->stream.epoch != interval->epoch) {
		tracing_map_counts_free(counts);
		return;
	}
	stream = &owner->stream;
	if (!counts) {
		stream->cleared |= interval->cleared;
		return;
	}
	stream->pending_from = stream->pending ? min(stream->pending_from, interval->from) :
						 interval->from;
	stream->pending_cleared |= interval->cleared;
	counts->next = stream->pending;
	stream->pending = counts;
}

/**
 * hist_interval_is_ready - check whether the next interval has something
 * @data: an attached histogram
 *
 * Context: may sleep; event_mutex held.
 * Return: true if something was counted since the last interval was read.
 */
bool hist_interval_is_ready(const struct hist_trigger_data *data)
{
	const struct hist_map_owner *owner = data->runtime.owner;

	lockdep_assert_held(&event_mutex);
	return owner->stream.cut_half || needs_exchange(owner);
}
