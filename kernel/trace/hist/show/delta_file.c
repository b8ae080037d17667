// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist_delta of an event: the counts of its histograms since the last interval.
 *
 * The first read takes an interval of each histogram (attach/interval.h) and makes a table of it.
 * Further reads print the tables. When a read has returned 0, the interval is consumed, and the
 * next read takes the next one. If the file is closed before that, the intervals are given back
 * and are part of the next ones.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/uio.h>

#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "../attach/interval.h"
#include "../attach/map_owner.h"
#include "../run/notify.h"
#include "hist_file.h"
#include "poller.h"
#include "tables.h"

/**
 * struct delta_part - interval of one histogram that a reader has taken
 * @data: the histogram, with a reference held
 * @is_taken: @interval is valid and belongs to this part
 * @interval: the interval
 */
struct delta_part {
	struct hist_trigger_data *data;
	bool is_taken;
	struct hist_interval interval;
};

/**
 * struct delta_reader - open hist_delta file
 * @file: the open file
 * @lock: protects @n_parts, @parts and @tables. Taken before the lock of the seq_file
 * @n_parts: number of @parts
 * @parts: the intervals that were taken and are not consumed; NULL without
 * @tables: their tables
 * @is_poller: the file has been polled, so it is counted in hist_slow_path. Protected by
 *	event_mutex
 */
struct delta_reader {
	struct file *file;
	/* A read and the consumption at its end are one step. */
	struct mutex lock;
	unsigned int n_parts;
	struct delta_part *parts;
	struct hist_tables tables;
	bool is_poller;
};

/* Free the tables and the intervals. */
static void drop_parts(struct delta_reader *reader)
{
	unsigned int i;

	hist_tables_free(&reader->tables);
	for (i = 0; i < reader->n_parts; i++) {
		tracing_map_counts_free(reader->parts[i].interval.counts);
		hist_data_put(reader->parts[i].data);
	}
	kfree(reader->parts);
	WRITE_ONCE(reader->parts, NULL);
	reader->n_parts = 0;
}

/* Give back the intervals that were taken, so that they are part of the next ones. */
static void give_back_parts(struct delta_reader *reader)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < reader->n_parts; i++)
		if (reader->parts[i].is_taken)
			hist_interval_give_back(reader->parts[i].data, &reader->parts[i].interval);
	hist_notify_pollers();
}

/* Allocate a part for each histogram of the event. Return: 0 or -ENOMEM. */
static int alloc_parts(struct delta_reader *reader, const struct trace_event_file *event_file)
{
	unsigned int n = hist_count_on(event_file);
	struct event_trigger_data *trigger;

	/* A poll reads the pointer. */
	WRITE_ONCE(reader->parts, kcalloc(n, sizeof(*reader->parts), GFP_KERNEL));
	if (!reader->parts || hist_tables_alloc(&reader->tables, n))
		return -ENOMEM;
	list_for_each_entry(trigger, &event_file->triggers, list)
		if (hist_of(trigger))
			reader->parts[reader->n_parts++].data = hist_data_get(hist_of(trigger));
	return 0;
}

/* Cut the intervals of all histograms of the event, or of none. Return: 0 or a negative errno. */
static int cut_parts(struct delta_reader *reader)
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
static const struct delta_part *find_same_map(const struct delta_reader *reader, unsigned int i)
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
static int take_part(struct delta_reader *reader, unsigned int i)
{
	struct delta_part *part = &reader->parts[i];
	const struct hist_interval *interval = &part->interval;
	const struct event_trigger_data *trigger = part->data->runtime.trigger;
	const struct delta_part *same;
	struct hist_table_snapshot *table;
	struct hist_status status;
	int ret;

	if (!trigger)
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
	status = hist_status_of(trigger);
	table = hist_table_snapshot_create(part->data, hist_map_get(part->data), &status, interval);
	if (IS_ERR(table))
		return PTR_ERR(table);
	reader->tables.tables[reader->tables.n++] = table;
	return 0;
}

/* Take the intervals of all parts, or of none. Return: 0 or a negative errno. */
static int take_parts(struct delta_reader *reader)
{
	unsigned int i;
	int ret;

	guard(mutex)(&event_mutex);
	ret = event_file_file(reader->file) ? 0 : -ENODEV;
	for (i = 0; !ret && i < reader->n_parts; i++)
		ret = take_part(reader, i);
	if (ret)
		give_back_parts(reader);
	return ret;
}

/* Take an interval of each histogram. Return: 0, or a negative errno with nothing lost. */
static int take_intervals(struct delta_reader *reader)
{
	int ret;

	hist_interval_lock();
	ret = cut_parts(reader);
	if (!ret && reader->n_parts) {
		tracepoint_synchronize_unregister();
		ret = take_parts(reader);
	}
	hist_interval_unlock();
	if (ret)
		drop_parts(reader);
	return ret;
}

static void *delta_seq_start(struct seq_file *m, loff_t *pos)
{
	struct delta_reader *reader = m->private;

	if (!*pos && !reader->parts) {
		int ret = take_intervals(reader);

		if (ret)
			return ERR_PTR(ret);
	}
	return hist_tables_seek(&reader->tables, *pos);
}

static void *delta_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct delta_reader *reader = m->private;

	++*pos;
	return hist_tables_next(&reader->tables);
}

static void delta_seq_stop(struct seq_file *m, void *v)
{
}

static int delta_seq_show(struct seq_file *m, void *v)
{
	const struct delta_reader *reader = m->private;

	return hist_tables_show(m, &reader->tables);
}

static const struct seq_operations delta_seq_ops = {
	.start	= delta_seq_start,
	.next	= delta_seq_next,
	.stop	= delta_seq_stop,
	.show	= delta_seq_show,
};

static int event_hist_delta_open(struct inode *inode, struct file *file)
{
	struct delta_reader *reader;
	int ret;

	ret = hist_open_event_file(inode, file);
	if (ret)
		return ret;

	reader = __seq_open_private(file, &delta_seq_ops, sizeof(*reader));
	if (!reader) {
		tracing_release_file_tr(inode, file);
		return -ENOMEM;
	}
	mutex_init(&reader->lock);
	reader->file = file;
	return nonseekable_open(inode, file);
}

static ssize_t event_hist_delta_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct seq_file *m = iocb->ki_filp->private_data;
	struct delta_reader *reader = m->private;
	size_t size = iov_iter_count(to);
	ssize_t ret;

	guard(mutex)(&reader->lock);
	ret = seq_read_iter(iocb, to);
	if (!ret && size) {
		drop_parts(reader);
		iocb->ki_pos = 0;
	}
	return ret;
}

static int event_hist_delta_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct delta_reader *reader = m->private;

	if (reader->n_parts) {
		guard(mutex)(&event_mutex);
		give_back_parts(reader);
	}
	drop_parts(reader);
	if (reader->is_poller)
		static_branch_dec(&hist_slow_path);

	tracing_release_file_tr(inode, file);
	return seq_release_private(inode, file);
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

/* The file is readable if an interval is being read or something was counted since the last one. */
static __poll_t event_hist_delta_poll(struct file *file, struct poll_table_struct *wait)
{
	struct seq_file *m = file->private_data;
	struct delta_reader *reader = m->private;
	struct trace_event_file *event_file;

	guard(mutex)(&event_mutex);

	event_file = event_file_file(file);
	if (!event_file)
		return EPOLLERR;
	hist_wait_for_change(file, wait, &reader->is_poller);
	if (READ_ONCE(reader->parts) || is_ready(event_file))
		return EPOLLIN | EPOLLRDNORM;
	return 0;
}

const struct file_operations event_hist_delta_fops = {
	.open		= event_hist_delta_open,
	.read_iter	= event_hist_delta_read,
	.release	= event_hist_delta_release,
	.poll		= event_hist_delta_poll,
};
