// SPDX-License-Identifier: GPL-2.0
/*
 * The files hist and hist_debug of an event.
 *
 * A read of hist at offset 0 takes table snapshots of all histograms of the event, with
 * event_mutex held throughout. Further reads print from these snapshots, without
 * event_mutex. So a reader with a small buffer sees no change between two reads, and each
 * table is sorted only once.
 */
#include <linux/cleanup.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "../trace.h"
#include "debug.h"
#include "hist_trigger.h"
#include "poll.h"
#include "show.h"
#include "store.h"

DEFINE_STATIC_KEY_FALSE(hist_polled);

/**
 * struct hist_place - position of a reader
 * @table: index of the table snapshot
 * @line: 0 for the header, 1 for the first row, number of rows + 1 for the totals
 */
struct hist_place {
	unsigned int table;
	unsigned int line;
};

/**
 * struct hist_news - state of an event's histograms, to detect changes
 * @hits: sum of the hitcounts of all histograms
 * @n: number of histograms
 * @newest: largest &hist_live.generation of the histograms
 *
 * @hits alone does not detect every change: after a clear, the new map can reach the old
 * sum. Each map assignment gets a larger generation than all before. So if @newest is
 * equal, all histograms that are attached now were attached before, with the same map. If
 * @n is equal, too, none has been removed.
 */
struct hist_news {
	u64 hits;
	unsigned int n;
	u64 newest;
};

/**
 * struct hist_reader - open hist file
 * @file: the open file
 * @n_tables: number of @tables
 * @tables: table snapshots, taken by a read at offset 0. Protected by the lock of the
 *	seq_file
 * @place: position in @tables. Protected by the lock of the seq_file
 * @read: state of the histograms when @tables were taken. Protected by event_mutex
 * @polled: state of the histograms at the last poll, or at open. Protected by event_mutex
 * @polls: the file has been polled, so it is counted in hist_polled. Protected by
 *	event_mutex
 */
struct hist_reader {
	struct file *file;
	unsigned int n_tables;
	struct hist_table **tables;
	struct hist_place place;
	struct hist_news read;
	struct hist_news polled;
	bool polls;
};

static void add_news(struct hist_news *news, const struct hist_trigger_data *data, u64 hits)
{
	news->hits += hits;
	news->n++;
	news->newest = max(news->newest, data->live.generation);
}

static struct hist_news get_news(const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;
	struct hist_news news = {};

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(trigger, &event_file->triggers, list) {
		const struct hist_trigger_data *data = hist_of(trigger);

		if (data)
			add_news(&news, data, tracing_map_total(hist_store_map(data), 0));
	}
	return news;
}

static bool same_news(const struct hist_news *a, const struct hist_news *b)
{
	return a->hits == b->hits && a->n == b->n && a->newest == b->newest;
}

static void drop_tables(struct hist_reader *reader)
{
	while (reader->n_tables)
		hist_table_free(reader->tables[--reader->n_tables]);
	kfree(reader->tables);
	reader->tables = NULL;
}

static int take_table(struct hist_reader *reader, const struct event_trigger_data *trigger)
{
	const struct hist_status status = hist_status_of(trigger);
	struct hist_trigger_data *data = hist_of(trigger);
	struct hist_table *table;

	table = hist_table_take(data, hist_store_map(data), &status);
	if (IS_ERR(table))
		return PTR_ERR(table);

	reader->tables[reader->n_tables++] = table;
	add_news(&reader->read, data, table->hits);
	return 0;
}

static int take_tables(struct hist_reader *reader, const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;
	unsigned int n = 0;
	int ret = 0;

	list_for_each_entry(trigger, &event_file->triggers, list)
		n += !!hist_of(trigger);

	reader->read = (struct hist_news){};
	reader->tables = kcalloc(n, sizeof(*reader->tables), GFP_KERNEL);
	if (!reader->tables)
		return -ENOMEM;

	list_for_each_entry(trigger, &event_file->triggers, list)
		if (!ret && hist_of(trigger))
			ret = take_table(reader, trigger);
	return ret;
}

static unsigned int n_lines(const struct hist_table *table)
{
	return table->rows->n_rows + 2;
}

/* Move to line @pos of all tables together. Return NULL after the last line. */
static struct hist_place *go_to(struct hist_reader *reader, loff_t pos)
{
	unsigned int i;

	for (i = 0; i < reader->n_tables; i++) {
		if (pos < n_lines(reader->tables[i])) {
			reader->place = (struct hist_place){ .table = i, .line = pos };
			return &reader->place;
		}
		pos -= n_lines(reader->tables[i]);
	}
	return NULL;
}

static void *hist_seq_start(struct seq_file *m, loff_t *pos)
{
	struct hist_reader *reader = m->private;
	struct trace_event_file *event_file;
	int ret;

	if (!*pos) {
		drop_tables(reader);

		guard(mutex)(&event_mutex);
		event_file = event_file_file(reader->file);
		ret = event_file ? take_tables(reader, event_file) : -ENODEV;
		if (ret)
			return ERR_PTR(ret);
	}
	return go_to(reader, *pos);
}

static void *hist_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct hist_reader *reader = m->private;
	struct hist_place *place = v;

	++*pos;
	if (++place->line == n_lines(reader->tables[place->table])) {
		place->table++;
		place->line = 0;
	}
	return place->table < reader->n_tables ? place : NULL;
}

static void hist_seq_stop(struct seq_file *m, void *v)
{
}

static int hist_seq_show(struct seq_file *m, void *v)
{
	const struct hist_reader *reader = m->private;
	const struct hist_place *place = v;
	const struct hist_table *table = reader->tables[place->table];

	if (place->line == 0) {
		if (place->table)
			seq_puts(m, "\n\n");
		hist_show_header(m, table);
	} else if (place->line <= table->rows->n_rows) {
		hist_show_row(m, table, place->line - 1);
	} else {
		hist_show_totals(m, table);
	}
	return 0;
}

static const struct seq_operations hist_seq_ops = {
	.start	= hist_seq_start,
	.next	= hist_seq_next,
	.stop	= hist_seq_stop,
	.show	= hist_seq_show,
};

/* Take the references to the event's file and its instance that an open file needs. */
static int open_event_file(struct inode *inode, struct file *file)
{
	int ret = tracing_open_file_tr(inode, file);

	/* seq_open() requires that private_data is NULL. */
	if (!ret)
		file->private_data = NULL;
	return ret;
}

static int event_hist_open(struct inode *inode, struct file *file)
{
	struct trace_event_file *event_file;
	struct hist_reader *reader;
	int ret;

	ret = open_event_file(inode, file);
	if (ret)
		return ret;

	reader = __seq_open_private(file, &hist_seq_ops, sizeof(*reader));
	if (!reader) {
		tracing_release_file_tr(inode, file);
		return -ENOMEM;
	}

	reader->file = file;
	guard(mutex)(&event_mutex);
	event_file = event_file_file(file);
	if (event_file)
		reader->polled = get_news(event_file);
	return 0;
}

static int event_hist_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct hist_reader *reader = m->private;

	drop_tables(reader);
	if (reader->polls)
		static_branch_dec(&hist_polled);

	tracing_release_file_tr(inode, file);
	return seq_release_private(inode, file);
}

/*
 * The file is readable if the histograms have changed since the last read at offset 0. In
 * addition it has an exceptional condition (EPOLLPRI) if they have changed since the last
 * poll, or since open.
 */
static __poll_t event_hist_poll(struct file *file, struct poll_table_struct *wait)
{
	struct seq_file *m = file->private_data;
	struct hist_reader *reader = m->private;
	struct trace_event_file *event_file;
	struct hist_news news;
	__poll_t ready = 0;

	guard(mutex)(&event_mutex);

	event_file = event_file_file(file);
	if (!event_file)
		return EPOLLERR;

	/*
	 * Enable wakeups before the state is read. A change before hist_poll_wait() may
	 * wake up no task, but get_news() sees it.
	 */
	if (!reader->polls) {
		static_branch_inc(&hist_polled);
		reader->polls = true;
	}
	hist_poll_wait(file, wait);

	news = get_news(event_file);
	if (!same_news(&reader->read, &news))
		ready |= EPOLLIN | EPOLLRDNORM;
	if (!same_news(&reader->polled, &news))
		ready |= EPOLLPRI;
	reader->polled = news;
	return ready;
}

const struct file_operations event_hist_fops = {
	.open		= event_hist_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= event_hist_release,
	.poll		= event_hist_poll,
};

#ifdef CONFIG_HIST_TRIGGERS_DEBUG
static int hist_debug_file_show(struct seq_file *m, void *v)
{
	struct trace_event_file *event_file;
	struct event_trigger_data *trigger;
	const char *between = "";

	guard(mutex)(&event_mutex);

	event_file = event_file_file(m->private);
	if (!event_file)
		return -ENODEV;

	list_for_each_entry(trigger, &event_file->triggers, list) {
		struct hist_status status;

		if (!hist_of(trigger))
			continue;
		status = hist_status_of(trigger);
		seq_puts(m, between);
		hist_debug_show(m, hist_of(trigger), &status);
		between = "\n\n";
	}
	return 0;
}

static int event_hist_debug_open(struct inode *inode, struct file *file)
{
	int ret;

	ret = open_event_file(inode, file);
	if (ret)
		return ret;

	ret = single_open(file, hist_debug_file_show, file);
	if (ret)
		tracing_release_file_tr(inode, file);
	return ret;
}

const struct file_operations event_hist_debug_fops = {
	.open		= event_hist_debug_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= tracing_single_release_file_tr,
};
#endif /* CONFIG_HIST_TRIGGERS_DEBUG */
