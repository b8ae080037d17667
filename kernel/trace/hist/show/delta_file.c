// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist_delta of an event: the counts of its histograms since the last interval.
 *
 * The first read takes an interval of each histogram and makes a table of it. Further reads print
 * the tables. delta_reader.h has the rules for intervals.
 */
#include <linux/cleanup.h>
#include <linux/container_of.h>
#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/uio.h>

#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "../attach/map_owner.h"
#include "delta_reader.h"
#include "hist_file.h"
#include "tables.h"

/**
 * struct delta_file - open hist_delta file
 * @reader: reader of the intervals
 * @tables: tables of the intervals that were taken; protected by &hist_delta_reader.lock
 */
struct delta_file {
	struct hist_delta_reader reader;
	struct hist_tables tables;
};

static struct delta_file *file_of(struct hist_delta_reader *reader)
{
	return container_of(reader, struct delta_file, reader);
}

static int alloc_tables(struct hist_delta_reader *reader, unsigned int n)
{
	return hist_tables_alloc(&file_of(reader)->tables, n);
}

static int add_table(struct hist_delta_reader *reader, const struct trace_event_file *event_file,
		     struct hist_trigger_data *data, const struct hist_interval *interval)
{
	const struct hist_status status = hist_status_of(data->runtime.trigger);
	struct hist_tables *tables = &file_of(reader)->tables;
	struct hist_table_snapshot *table;

	table = hist_table_snapshot_create(data, hist_map_get(data), &status, interval);
	if (IS_ERR(table))
		return PTR_ERR(table);
	table->shows_addresses = hist_shows_addresses(reader->file);
	tables->tables[tables->n++] = table;
	return 0;
}

static void free_tables(struct hist_delta_reader *reader)
{
	hist_tables_free(&file_of(reader)->tables);
}

static const struct hist_delta_ops delta_ops = {
	.alloc	= alloc_tables,
	.add	= add_table,
	.free	= free_tables,
};

static void *delta_seq_start(struct seq_file *m, loff_t *pos)
{
	struct delta_file *delta = m->private;
	int ret = *pos ? 0 : hist_delta_take(&delta->reader);

	return ret ? ERR_PTR(ret) : hist_tables_seek(&delta->tables, *pos);
}

static void *delta_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct delta_file *delta = m->private;

	++*pos;
	return hist_tables_next(&delta->tables);
}

static void delta_seq_stop(struct seq_file *m, void *v)
{
}

static int delta_seq_show(struct seq_file *m, void *v)
{
	const struct delta_file *delta = m->private;

	return hist_tables_show(m, &delta->tables);
}

static const struct seq_operations delta_seq_ops = {
	.start	= delta_seq_start,
	.next	= delta_seq_next,
	.stop	= delta_seq_stop,
	.show	= delta_seq_show,
};

static int event_hist_delta_open(struct inode *inode, struct file *file)
{
	struct delta_file *delta;
	int ret;

	ret = hist_open_event_file(inode, file);
	if (ret)
		return ret;

	delta = __seq_open_private(file, &delta_seq_ops, sizeof(*delta));
	if (!delta) {
		tracing_release_file_tr(inode, file);
		return -ENOMEM;
	}
	hist_delta_init(&delta->reader, &delta_ops, file);
	return nonseekable_open(inode, file);
}

static ssize_t event_hist_delta_read(struct kiocb *iocb, struct iov_iter *to)
{
	struct seq_file *m = iocb->ki_filp->private_data;
	struct delta_file *delta = m->private;
	size_t size = iov_iter_count(to);
	ssize_t ret;

	guard(mutex)(&delta->reader.lock);
	ret = seq_read_iter(iocb, to);
	if (!ret && size) {
		hist_delta_consume(&delta->reader);
		iocb->ki_pos = 0;
	}
	return ret;
}

static int event_hist_delta_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct delta_file *delta = m->private;

	hist_delta_release(&delta->reader);
	tracing_release_file_tr(inode, file);
	return seq_release_private(inode, file);
}

static __poll_t event_hist_delta_poll(struct file *file, struct poll_table_struct *wait)
{
	struct seq_file *m = file->private_data;
	struct delta_file *delta = m->private;

	return hist_delta_poll(&delta->reader, wait);
}

const struct file_operations event_hist_delta_fops = {
	.open		= event_hist_delta_open,
	.read_iter	= event_hist_delta_read,
	.release	= event_hist_delta_release,
	.poll		= event_hist_delta_poll,
};
