// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist_raw of an event: its histograms in the format of include/uapi/linux/trace_hist.h.
 *
 * A read at offset 0 copies all histograms of the event, with event_mutex held throughout. Further
 * reads continue this copy, without event_mutex, as those of hist do.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/slab.h>

#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "hist_file.h"
#include "poller.h"
#include "raw_source.h"
#include "raw_tables.h"

/**
 * struct raw_file - open hist_raw file
 * @lock: protects @tables. Taken before event_mutex
 * @tables: the tables, copied by a read at offset 0
 * @poller: states of the histograms that a poll compares
 */
struct raw_file {
	/* A copy and the reads from it exclude each other. */
	struct mutex lock;
	struct hist_raw_tables tables;
	struct hist_poller poller;
};

static int copy_table(struct raw_file *raw, const struct file *file,
		      const struct trace_event_file *event_file,
		      const struct hist_trigger_data *data)
{
	int ret = hist_raw_add_histogram(&raw->tables, event_file, data, NULL,
					 hist_shows_addresses(file));

	if (!ret)
		hist_poller_add_read(&raw->poller, data, hist_raw_tables_last_hits(&raw->tables));
	return ret;
}

/* Copy all histograms of the event. Return: 0; or a negative errno, without tables. */
static int copy_tables(struct raw_file *raw, struct file *file)
{
	const struct trace_event_file *event_file;
	struct event_trigger_data *trigger;
	int ret;

	hist_raw_tables_free(&raw->tables);

	guard(mutex)(&event_mutex);
	event_file = event_file_file(file);
	if (!event_file)
		return -ENODEV;
	hist_poller_begin_read(&raw->poller);
	ret = hist_raw_tables_alloc(&raw->tables, hist_count_on(event_file));
	list_for_each_entry(trigger, &event_file->triggers, list)
		if (!ret && hist_of(trigger))
			ret = copy_table(raw, file, event_file, hist_of(trigger));
	if (ret)
		hist_raw_tables_free(&raw->tables);
	return ret;
}

static int event_hist_raw_open(struct inode *inode, struct file *file)
{
	struct raw_file *raw = hist_open_event_private(inode, file, sizeof(*raw));

	if (IS_ERR(raw))
		return PTR_ERR(raw);
	mutex_init(&raw->lock);
	hist_poller_open(&raw->poller, file);
	return 0;
}

static ssize_t event_hist_raw_read(struct file *file, char __user *buf, size_t size, loff_t *pos)
{
	struct raw_file *raw = file->private_data;
	int ret;

	if (!size)
		return 0;
	guard(mutex)(&raw->lock);
	if (!*pos || !raw->tables.tables) {
		ret = copy_tables(raw, file);
		if (ret)
			return ret;
	}
	return hist_raw_tables_read(&raw->tables, buf, size, pos);
}

static int event_hist_raw_release(struct inode *inode, struct file *file)
{
	struct raw_file *raw = file->private_data;

	hist_raw_tables_free(&raw->tables);
	hist_poller_release(&raw->poller);
	tracing_release_file_tr(inode, file);
	kfree(raw);
	return 0;
}

static __poll_t event_hist_raw_poll(struct file *file, struct poll_table_struct *wait)
{
	struct raw_file *raw = file->private_data;

	return hist_poller_poll(&raw->poller, file, wait);
}

const struct file_operations event_hist_raw_fops = {
	.open		= event_hist_raw_open,
	.read		= event_hist_raw_read,
	.llseek		= no_seek_end_llseek,
	.release	= event_hist_raw_release,
	.poll		= event_hist_raw_poll,
};
