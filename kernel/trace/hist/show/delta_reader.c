// SPDX-License-Identifier: GPL-2.0
/*
 * Take the intervals of an event's histograms, consume them, or give them back, see
 * delta_reader.h and attach/interval.h. Process context.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "../attach/hist_trigger.h"
#include "../attach/interval.h"
#include "../run/notify.h"
#include "delta_reader.h"
#include "hist_file.h"
#include "poller.h"

/**
 * struct hist_delta_part - interval of one histogram that a reader has taken
 * @data: the histogram, with a reference held
 * @is_taken: @interval is valid and belongs to this part
 * @interval: the interval
 */
struct hist_delta_part {
	struct hist_trigger_data *data;
	bool is_taken;
	struct hist_interval interval;
};

/* Free the tables and the intervals. */
static void drop_parts(struct hist_delta_reader *reader)
{
	unsigned int i;

	reader->ops->free(reader);
	for (i = 0; i < reader->n_parts; i++) {
		tracing_map_counts_free(reader->parts[i].interval.counts);
		hist_data_put(reader->parts[i].data);
	}
	kfree(reader->parts);
	WRITE_ONCE(reader->parts, NULL);
	reader->n_parts = 0;
}

/* Give back the intervals that were taken, so that they are part of the next ones. */
static void give_back_parts(struct hist_delta_reader *reader)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < reader->n_parts; i++)
		if (reader->parts[i].is_taken)
			hist_interval_give_back(reader->parts[i].data, &reader->parts[i].interval);
	hist_notify_pollers();
}

/* Allocate a part for each histogram of the event. Return: 0 or -ENOMEM. */
static int alloc_parts(struct hist_delta_reader *reader, const struct trace_event_file *event_file)
{
	unsigned int n = hist_count_on(event_file);
	struct event_trigger_data *trigger;

	/* A poll reads the pointer. */
	WRITE_ONCE(reader->parts, kcalloc(n, sizeof(*reader->parts), GFP_KERNEL));
	if (!reader->parts || reader->ops->alloc(reader, n))
		return -ENOMEM;
	list_for_each_entry(trigger, &event_file->triggers, list)
		if (hist_of(trigger))
			reader->parts[reader->n_parts++].data = hist_data_get(hist_of(trigger));
	return 0;
}

/* Cut the intervals of all histograms of the event, or of none. Return: 0 or a negative errno. */
static int cut_parts(struct hist_delta_reader *reader)
{
	struct trace_event_file *event_file;
	unsigned int i;
	int ret;

	guard(mutex)(&event_mutex);
	event_file = event_file_file(reader->file);
	if (!event_file)
		return -ENODEV;
	ret = alloc_parts(reader, event_file);
	for (i = 0; !ret && i < reader->n_parts; i++)
		ret = hist_interval_prepare(reader->parts[i].data);
	for (i = 0; !ret && i < reader->n_parts; i++)
		hist_interval_cut(reader->parts[i].data);
	return ret;
}

/* Return the earlier part whose histogram has the same map, or NULL. */
static const struct hist_delta_part *find_same_map(const struct hist_delta_reader *reader,
						   unsigned int i)
{
	const struct hist_runtime *runtime = &reader->parts[i].data->runtime;
	unsigned int k;

	for (k = 0; k < i; k++)
		if (reader->parts[k].is_taken &&
		    reader->parts[k].data->runtime.owner == runtime->owner)
			return &reader->parts[k];
	return NULL;
}

/*
 * Take the interval of a part and make its table. Histograms of one event that share a map show the
 * same interval. A histogram that was removed since the cut has no table.
 *
 * Return: 0 or a negative errno.
 */
static int take_part(struct hist_delta_reader *reader, const struct trace_event_file *event_file,
		     unsigned int i)
{
	struct hist_delta_part *part = &reader->parts[i];
	const struct hist_interval *interval = &part->interval;
	const struct hist_delta_part *same;
	int ret;

	if (!part->data->runtime.trigger)
		return 0;
	same = find_same_map(reader, i);
	if (same) {
		interval = &same->interval;
	} else {
		ret = hist_interval_take(part->data, &part->interval);
		if (ret)
			return ret;
		part->is_taken = true;
	}
	return reader->ops->add(reader, event_file, part->data, interval);
}

/* Take the intervals of all parts, or of none. Return: 0 or a negative errno. */
static int take_parts(struct hist_delta_reader *reader)
{
	const struct trace_event_file *event_file;
	unsigned int i;
	int ret;

	guard(mutex)(&event_mutex);
	event_file = event_file_file(reader->file);
	ret = event_file ? 0 : -ENODEV;
	for (i = 0; !ret && i < reader->n_parts; i++)
		ret = take_part(reader, event_file, i);
	if (ret)
		give_back_parts(reader);
	return ret;
}

/**
 * hist_delta_init - initialize the reader of an open file
 * @reader: the reader, all 0
 * @ops: tables of the file
 * @file: the open file
 *
 * Context: any.
 */
void hist_delta_init(struct hist_delta_reader *reader, const struct hist_delta_ops *ops,
		     struct file *file)
{
	mutex_init(&reader->lock);
	reader->ops = ops;
	reader->file = file;
}

/**
 * hist_delta_take - take an interval of each histogram, unless some are already taken
 * @reader: the reader
 *
 * Context: may sleep; &hist_delta_reader.lock held.
 * Return: 0; or, with nothing lost, -ENOMEM, or -ENODEV if the event was removed.
 */
int hist_delta_take(struct hist_delta_reader *reader)
{
	int ret;

	lockdep_assert_held(&reader->lock);

	if (reader->parts)
		return 0;
	hist_interval_lock();
	ret = cut_parts(reader);
	if (!ret && reader->n_parts) {
		trace_events_synchronize();
		ret = take_parts(reader);
	}
	hist_interval_unlock();
	if (ret)
		drop_parts(reader);
	return ret;
}

/**
 * hist_delta_consume - free the intervals that were read to their end, and their tables
 * @reader: the reader
 *
 * Context: may sleep; &hist_delta_reader.lock held.
 */
void hist_delta_consume(struct hist_delta_reader *reader)
{
	lockdep_assert_held(&reader->lock);
	drop_parts(reader);
}

/**
 * hist_delta_release - give back the intervals that were not consumed, at the close of the file
 * @reader: the reader
 *
 * Context: may sleep; takes event_mutex.
 */
void hist_delta_release(struct hist_delta_reader *reader)
{
	if (reader->n_parts) {
		guard(mutex)(&event_mutex);
		give_back_parts(reader);
	}
	drop_parts(reader);
	if (reader->is_poller)
		static_branch_dec(&hist_slow_path);
}

/* Check whether a histogram of the event has counted something since the last interval. */
static bool is_ready(const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &event_file->triggers, list)
		if (hist_of(trigger) && hist_interval_is_ready(hist_of(trigger)))
			return true;
	return false;
}

/**
 * hist_delta_poll - poll a file that shows intervals
 * @reader: the reader
 * @wait: table of poll()
 *
 * The file is readable if an interval is being read, if something was counted since the last one,
 * or if an interval has ended that is not taken yet.
 *
 * Context: may sleep; takes event_mutex.
 * Return: the conditions, EPOLLERR if the event was removed.
 */
__poll_t hist_delta_poll(struct hist_delta_reader *reader, struct poll_table_struct *wait)
{
	struct trace_event_file *event_file;

	guard(mutex)(&event_mutex);

	event_file = event_file_file(reader->file);
	if (!event_file)
		return EPOLLERR;
	hist_wait_for_change(reader->file, wait, &reader->is_poller);
	if (READ_ONCE(reader->parts) || is_ready(event_file))
		return EPOLLIN | EPOLLRDNORM;
	return 0;
}
