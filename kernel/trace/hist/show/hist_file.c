// SPDX-License-Identifier: GPL-2.0
/*
 * The files hist and hist_folded of an event, and the functions that other files of the event share
 * with them.
 *
 * A read at offset 0 takes table snapshots of all histograms of the event, with event_mutex held
 * throughout. Further reads print from these snapshots, without event_mutex. So a reader with a
 * small buffer sees no change between two reads, and each table is sorted only once. The two files
 * only differ in the text of the lines.
 */
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "../attach/map_owner.h"
#include "hist_file.h"
#include "poller.h"
#include "tables.h"

/**
 * struct hist_reader - open file
 * @file: the open file
 * @tables: table snapshots, taken by a read at offset 0
 * @unread: no text of @tables was returned yet
 * @poller: states of the histograms that a poll compares
 */
struct hist_reader {
	struct file *file;
	struct hist_tables tables;
	bool unread;
	struct hist_poller poller;
};

static int snapshot_table(struct hist_reader *reader, const struct event_trigger_data *trigger)
{
	const struct hist_status status = hist_status_of(trigger);
	struct hist_trigger_data *data = hist_of(trigger);
	struct hist_table_snapshot *table;

	table = hist_table_snapshot_create(data, hist_map_get(data), &status, NULL);
	if (IS_ERR(table))
		return PTR_ERR(table);

	table->shows_addresses = hist_shows_addresses(reader->file);
	reader->tables.tables[reader->tables.n++] = table;
	hist_poller_add_read(&reader->poller, data, table->hits);
	return 0;
}

static int snapshot_tables(struct hist_reader *reader, const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;
	int ret;

	hist_poller_begin_read(&reader->poller);
	ret = hist_tables_alloc(&reader->tables, hist_count_on(event_file));
	list_for_each_entry(trigger, &event_file->triggers, list)
		if (!ret && hist_of(trigger))
			ret = snapshot_table(reader, trigger);
	return ret;
}

/* If the first record does not fit into its buffer, seq_file starts again with a larger one. */
static void *hist_seq_start(struct seq_file *m, loff_t *pos)
{
	struct hist_reader *reader = m->private;
	struct trace_event_file *event_file;
	void *record;
	int ret;

	if (!*pos && !reader->unread) {
		hist_tables_free(&reader->tables);

		guard(mutex)(&event_mutex);
		event_file = event_file_file(reader->file);
		ret = event_file ? snapshot_tables(reader, event_file) : -ENODEV;
		if (ret)
			return ERR_PTR(ret);
	}
	record = hist_tables_seek(&reader->tables, *pos);
	reader->unread = record && !*pos;
	return record;
}

static void *hist_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct hist_reader *reader = m->private;

	++*pos;
	reader->unread = false;
	return hist_tables_next(&reader->tables);
}

static void hist_seq_stop(struct seq_file *m, void *v)
{
}

static int hist_seq_show(struct seq_file *m, void *v)
{
	const struct hist_reader *reader = m->private;

	return hist_tables_show(m, &reader->tables);
}

static const struct seq_operations hist_seq_ops = {
	.start	= hist_seq_start,
	.next	= hist_seq_next,
	.stop	= hist_seq_stop,
	.show	= hist_seq_show,
};

static int folded_seq_show(struct seq_file *m, void *v)
{
	const struct hist_reader *reader = m->private;

	return hist_tables_show_folded(m, &reader->tables);
}

static const struct seq_operations folded_seq_ops = {
	.start	= hist_seq_start,
	.next	= hist_seq_next,
	.stop	= hist_seq_stop,
	.show	= folded_seq_show,
};

/**
 * hist_open_event_file - take the references that an open file of an event needs
 * @inode: inode of the file
 * @file: file that is being opened
 *
 * tracing_release_file_tr() puts the references to the event's file and its instance.
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int hist_open_event_file(struct inode *inode, struct file *file)
{
	int ret = tracing_open_file_tr(inode, file);

	/* seq_open() requires that private_data is NULL. */
	if (!ret)
		file->private_data = NULL;
	return ret;
}

/**
 * hist_open_event_private - open a file of an event that has private data
 * @inode: inode of the file
 * @file: file that is being opened; its private_data is set
 * @size: size of the private data in bytes
 *
 * Takes the references of hist_open_event_file().
 *
 * Context: may sleep.
 * Return: the private data, all 0, to be freed with kfree(); or an ERR_PTR.
 */
void *hist_open_event_private(struct inode *inode, struct file *file, size_t size)
{
	int ret = hist_open_event_file(inode, file);

	if (ret)
		return ERR_PTR(ret);
	file->private_data = kzalloc(size, GFP_KERNEL);
	if (!file->private_data) {
		tracing_release_file_tr(inode, file);
		return ERR_PTR(-ENOMEM);
	}
	return file->private_data;
}

/**
 * hist_shows_addresses - check whether a reader may see addresses of user code
 * @file: the open file
 *
 * The capabilities of the task that opened the file count. Addresses tell where the code of other
 * users' processes is in memory, as a profile by perf does.
 *
 * Context: may sleep.
 * Return: true if the reader may see them.
 */
bool hist_shows_addresses(const struct file *file)
{
	return file_ns_capable(file, &init_user_ns, CAP_PERFMON) ||
	       file_ns_capable(file, &init_user_ns, CAP_SYS_ADMIN);
}

/**
 * hist_count_on - count the histograms of an event
 * @event_file: the event in its instance
 *
 * Context: event_mutex held.
 * Return: their number.
 */
unsigned int hist_count_on(const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;
	unsigned int n = 0;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(trigger, &event_file->triggers, list)
		n += !!hist_of(trigger);
	return n;
}

static int open_reader(struct inode *inode, struct file *file, const struct seq_operations *ops)
{
	struct hist_reader *reader;
	int ret;

	ret = hist_open_event_file(inode, file);
	if (ret)
		return ret;

	reader = __seq_open_private(file, ops, sizeof(*reader));
	if (!reader) {
		tracing_release_file_tr(inode, file);
		return -ENOMEM;
	}

	reader->file = file;
	hist_poller_open(&reader->poller, file);
	return 0;
}

static int event_hist_open(struct inode *inode, struct file *file)
{
	return open_reader(inode, file, &hist_seq_ops);
}

static int event_hist_folded_open(struct inode *inode, struct file *file)
{
	return open_reader(inode, file, &folded_seq_ops);
}

static int event_hist_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct hist_reader *reader = m->private;

	hist_tables_free(&reader->tables);
	hist_poller_release(&reader->poller);

	tracing_release_file_tr(inode, file);
	return seq_release_private(inode, file);
}

/*
 * A read that fails has returned no text. It is not the middle of a read that starts again, so the
 * next one at offset 0 takes new snapshots.
 */
static ssize_t event_hist_read(struct file *file, char __user *buf, size_t size, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	struct hist_reader *reader = m->private;
	ssize_t ret = seq_read(file, buf, size, pos);

	if (ret < 0) {
		guard(mutex)(&m->lock);
		reader->unread = false;
	}
	return ret;
}

static __poll_t event_hist_poll(struct file *file, struct poll_table_struct *wait)
{
	struct seq_file *m = file->private_data;
	struct hist_reader *reader = m->private;

	return hist_poller_poll(&reader->poller, file, wait);
}

const struct file_operations event_hist_fops = {
	.open		= event_hist_open,
	.read		= event_hist_read,
	.llseek		= seq_lseek,
	.release	= event_hist_release,
	.poll		= event_hist_poll,
};

const struct file_operations event_hist_folded_fops = {
	.open		= event_hist_folded_open,
	.read		= event_hist_read,
	.llseek		= seq_lseek,
	.release	= event_hist_release,
	.poll		= event_hist_poll,
};
