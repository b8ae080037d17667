// SPDX-License-Identifier: GPL-2.0
/*
 * Intervals of attached histograms: cut the stream of events, take the counts, and give them back
 * if the reader did not read them to the end.
 *
 * An interval ends in two ways. A reader *cuts* it, and takes it after a grace period. The command
 * ``delta`` of hist_control (cut.c) *freezes* it: the interval ends, and waits for the next reader.
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
#include "../../tracing_map_evict.h"
#include "../../tracing_map_usage.h"
#include "../run/clock.h"
#include "interval.h"
#include "map_owner.h"

/*
 * Held by a reader from the preparation of a cut until the interval is taken, and during each
 * ``delta`` of hist_control. Process context; taken before event_mutex.
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

/**
 * hist_stream_now - read the clock of a stream
 * @stream: the stream
 *
 * Context: process context.
 * Return: the time.
 */
u64 hist_stream_now(const struct hist_stream *stream)
{
	u64 now;

	preempt_disable();
	now = hist_clock_read(stream->clock);
	preempt_enable();
	return now;
}

static void start_stream(struct hist_stream *stream, u64 now)
{
	static u64 epochs;

	lockdep_assert_held(&event_mutex);

	stream->start = now;
	stream->epoch = ++epochs;
}

/**
 * hist_stream_create - start the stream of a new owner
 * @stream: the stream
 * @data: the owner's first histogram
 *
 * Context: event_mutex held.
 */
void hist_stream_create(struct hist_stream *stream, const struct hist_trigger_data *data)
{
	stream->clock = data->program.clock ?: HIST_CLOCK_DEFAULT;
	start_stream(stream, hist_stream_now(stream));
}

/**
 * hist_stream_clear - discard the intervals that were not read, because the map is replaced
 * @stream: the stream
 * @now: when the map was replaced
 *
 * Context: event_mutex held.
 */
void hist_stream_clear(struct hist_stream *stream, u64 now)
{
	lockdep_assert_held(&event_mutex);

	tracing_map_counts_free(stream->pending);
	stream->pending = NULL;
	stream->pending_cleared = false;
	stream->cut_half = NULL;
	stream->cleared = true;
	start_stream(stream, now);
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
	struct hist_map_owner *owner = data->runtime.owner;

	lockdep_assert_held(&exchange_mutex);
	lockdep_assert_held(&event_mutex);

	if (owner->stream.cut_half)
		return 0;
	/* If nothing was counted until this time, the interval ends here, without an exchange. */
	owner->stream.cut = hist_stream_now(&owner->stream);
	if (!needs_exchange(owner))
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
 * interval ends empty, without an exchange of the halves. A cut that could not be taken the last
 * time stays as it is.
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
	/* No spare was allocated. The next interval has the events since the preparation. */
	if (!owner->map->keys->total)
		return;
	owner->stream.cut = hist_stream_now(&owner->stream);
	if (!needs_exchange(owner))
		return;
	spare = tracing_map_spare(owner->map);
	owner->stream.cut_half = owner->map;
	publish_half(owner, spare);
}

/* Let the next interval that has counts include an earlier one. */
static void add_pending(struct hist_stream *stream, struct tracing_map_counts *counts, u64 from,
			bool cleared)
{
	stream->pending_from = stream->pending ? min(stream->pending_from, from) : from;
	stream->pending_cleared |= cleared;
	counts->next = stream->pending;
	stream->pending = counts;
}

/* Merge the pending intervals into @interval. */
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
		.clock = stream->clock,
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
	if (counts) {
		/* Rows may have been evicted since the interval was taken. */
		tracing_map_evict_counts(owner->map, counts);
		add_pending(stream, counts, interval->from, interval->cleared);
	} else {
		stream->cleared |= interval->cleared;
		/* If no other interval was taken since, the next one begins where this one did. */
		if (stream->start == interval->to)
			stream->start = interval->from;
	}
}

/**
 * hist_interval_prepare_freeze - allocate the memory to end an interval in a cut
 * @owner: owner of the histogram's map
 *
 * Context: may sleep; exchange_mutex and event_mutex held.
 * Return: the half that is published by hist_interval_freeze(); or ERR_PTR(-ENOMEM).
 */
struct tracing_map *hist_interval_prepare_freeze(struct hist_map_owner *owner)
{
	struct hist_stream *stream = &owner->stream;

	lockdep_assert_held(&exchange_mutex);
	lockdep_assert_held(&event_mutex);

	/* With a cut half, the spare exists, so tracing_map_spare() below allocates nothing. */
	if (stream->cut_half) {
		stream->reserve = tracing_map_counts_for(stream->cut_half);
		if (!stream->reserve)
			return ERR_PTR(-ENOMEM);
	}
	return tracing_map_spare(owner->map);
}

/**
 * hist_interval_cancel_freeze - free what hist_interval_prepare_freeze() has allocated
 * @owner: owner of the histogram's map
 *
 * The second half of the map stays.
 *
 * Context: may sleep; event_mutex held.
 */
void hist_interval_cancel_freeze(struct hist_map_owner *owner)
{
	lockdep_assert_held(&event_mutex);

	tracing_map_counts_free(owner->stream.reserve);
	owner->stream.reserve = NULL;
}

/**
 * hist_interval_start_freeze - make the unused half of a map empty
 * @owner: owner of the histogram's map, after hist_interval_prepare_freeze()
 *
 * An interval that was frozen before and has not been read becomes part of the next one.
 *
 * Context: may sleep; exchange_mutex and event_mutex held.
 */
void hist_interval_start_freeze(struct hist_map_owner *owner)
{
	struct hist_stream *stream = &owner->stream;
	struct hist_interval ended = { .from = stream->start, .cleared = stream->cleared };

	lockdep_assert_held(&exchange_mutex);
	lockdep_assert_held(&event_mutex);

	if (!stream->cut_half)
		return;
	/* They become one list entry, so that repeated commands without a reader need no more. */
	tracing_map_drain_to(stream->cut_half, stream->reserve, stream->pending);
	merge_pending(stream, &ended);
	add_pending(stream, stream->reserve, ended.from, ended.cleared);
	stream->reserve = NULL;
	stream->cut_half = NULL;
	stream->cleared = false;
	stream->start = max(stream->cut, stream->start);
}

/**
 * hist_interval_freeze - end the current interval in a cut
 * @owner: owner of the histogram's map
 * @half: result of hist_interval_prepare_freeze(), which has the events after the cut
 * @now: when the cut was done
 *
 * The next reader takes the interval that ended, also if it is empty.
 *
 * Context: event_mutex held. No event before the cut runs.
 */
void hist_interval_freeze(struct hist_map_owner *owner, struct tracing_map *half, u64 now)
{
	lockdep_assert_held(&event_mutex);

	owner->stream.cut = now;
	owner->stream.cut_half = owner->map;
	publish_half(owner, half);
}

/**
 * hist_interval_is_ready - check whether the next interval has something
 * @data: an attached histogram
 *
 * Context: may sleep; event_mutex held.
 * Return: true if something was counted since the last interval was taken, or if one that has ended
 * is not taken yet.
 */
bool hist_interval_is_ready(const struct hist_trigger_data *data)
{
	const struct hist_map_owner *owner = data->runtime.owner;

	lockdep_assert_held(&event_mutex);
	return owner->stream.cut_half || needs_exchange(owner);
}

/**
 * hist_interval_get_status - get the state of the interval that the next reader takes
 * @data: an attached histogram
 *
 * Takes time in proportion to the number of rows.
 *
 * Context: process context; event_mutex held.
 * Return: the state.
 */
struct hist_interval_status hist_interval_get_status(const struct hist_trigger_data *data)
{
	const struct hist_map_owner *owner = data->runtime.owner;
	const struct hist_stream *stream = &owner->stream;
	struct hist_interval_status status = {
		.number = stream->n_taken + 1,
		.from = stream->pending ? min(stream->start, stream->pending_from) : stream->start,
		.clock = stream->clock,
		.is_frozen = stream->cut_half,
	};

	lockdep_assert_held(&event_mutex);

	status.unread = tracing_map_half_total(owner->map, 0) +
			tracing_map_counts_total(owner->map, stream->pending, 0);
	if (stream->cut_half)
		status.unread += tracing_map_half_total(stream->cut_half, 0);
	return status;
}
