// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist_delta_raw of an event: the counts of its histograms since the last interval, in the
 * format of include/uapi/linux/trace_hist.h. It takes from the same streams as hist_delta;
 * delta_reader.h has the rules for intervals.
 */
#include <linux/cleanup.h>
#include <linux/container_of.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/slab.h>

#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "delta_reader.h"
#include "hist_file.h"
#include "raw_source.h"

/**
 * struct delta_raw_file - open hist_delta_raw file
 * @reader: reader of the intervals
 * @tables: tables of the intervals that were taken; protected by &hist_delta_reader.lock
 */
struct delta_raw_file {
	struct hist_delta_reader reader;
	struct hist_raw_tables tables;
};

static struct delta_raw_file *file_of(struct hist_delta_reader *reader)
{
	return container_of(reader, struct delta_raw_file, reader);
}

static int alloc_tables(struct hist_delta_reader *reader, unsigned int n)
{
	return hist_raw_tables_alloc(&file_of(reader)->tables, n);
}

static int add_table(struct hist_delta_reader *reader, const struct trace_event_file *event_file,
		     struct hist_trigger_data *data, const struct hist_interval *interval)
{
	return hist_raw_add_histogram(&file_of(reader)->tables, event_file, data, interval,
				      hist_shows_addresses(reader->file));
}

static void free_tables(struct hist_delta_reader *reader)
{
	hist_raw_tables_free(&file_of(reader)->tables);
}

static const struct hist_delta_ops delta_raw_ops = {
	.alloc	= alloc_tables,
	.add	= add_table,
	.free	= free_tables,
};

static int event_hist_delta_raw_open(struct inode *inode, struct file *file)
{
	struct delta_raw_file *raw = hist_open_event_private(inode, file, sizeof(*raw));

	if (IS_ERR(raw))
		return PTR_ERR(raw);
	hist_delta_init(&raw->reader, &delta_raw_ops, file);
	return nonseekable_open(inode, file);
}

static ssize_t event_hist_delta_raw_read(struct file *file, char __user *buf, size_t size,
					 loff_t *pos)
{
	struct delta_raw_file *raw = file->private_data;
	ssize_t ret;

	if (!size)
		return 0;
	guard(mutex)(&raw->reader.lock);
	ret = hist_delta_take(&raw->reader);
	if (ret)
		return ret;
	ret = hist_raw_tables_read(&raw->tables, buf, size, pos);
	if (!ret) {
		hist_delta_consume(&raw->reader);
		*pos = 0;
	}
	return ret;
}

static int event_hist_delta_raw_release(struct inode *inode, struct file *file)
{
	struct delta_raw_file *raw = file->private_data;

	hist_delta_release(&raw->reader);
	tracing_release_file_tr(inode, file);
	kfree(raw);
	return 0;
}

static __poll_t event_hist_delta_raw_poll(struct file *file, struct poll_table_struct *wait)
{
	struct delta_raw_file *raw = file->private_data;

	return hist_delta_poll(&raw->reader, wait);
}

const struct file_operations event_hist_delta_raw_fops = {
	.open		= event_hist_delta_raw_open,
	.read		= event_hist_delta_raw_read,
	.release	= event_hist_delta_raw_release,
	.poll		= event_hist_delta_raw_poll,
};
