// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist of an event, and the functions that hist_delta shares with it.
 *
 * A read of hist at offset 0 takes table snapshots of all histograms of the event, with
 * event_mutex held throughout. Further reads print from these snapshots, without
 * event_mutex. So a reader with a small buffer sees no change between two reads, and each
 * table is sorted only once.
 */
#include <linux/cleanup.h>
#include <linux/poll.h>
#include <linux/seq_file.h>
#include <linux/tracepoint.h>

#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "../attach/map_owner.h"
#include "../run/notify.h"
#include "hist_file.h"
#include "tables.h"

/**
 * struct hist_poll_state - state of an event's histograms, to detect changes
 * @hits: sum of the hitcounts of all histograms
 * @n: number of histograms
 * @max_generation: largest &hist_runtime.map_generation of the histograms
 *
 * @hits alone does not detect every change: after a clear, the new map can reach the old
 * sum. Each map assignment gets a larger generation than all before. So if @max_generation is
 * equal, all histograms that are attached now were attached before, with the same map. If
 * @n is equal, too, none has been removed.
 */
struct hist_poll_state {
	u64 hits;
	unsigned int n;
	u64 max_generation;
};

/**
 * struct hist_reader - open hist file
 * @file: the open file
 * @tables: table snapshots, taken by a read at offset 0
 * @state_read: state of the histograms when @tables were taken. Protected by event_mutex
 * @state_polled: state of the histograms at the last poll, or at open. Protected by event_mutex
 * @is_poller: the file has been polled, so it is counted in hist_slow_path. Protected by
 *	event_mutex
 */
struct hist_reader {
	struct file *file;
	struct hist_tables tables;
	struct hist_poll_state state_read;
	struct hist_poll_state state_polled;
	bool is_poller;
};

static void add_to_poll_state(struct hist_poll_state *state, const struct hist_trigger_data *data,
			      u64 hits)
{
	state->hits += hits;
	state->n++;
	state->max_generation = max(state->max_generation, data->runtime.map_generation);
}

static struct hist_poll_state get_poll_state(const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;
	struct hist_poll_state state = {};

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(trigger, &event_file->triggers, list) {
		const struct hist_trigger_data *data = hist_of(trigger);

		if (data)
			add_to_poll_state(&state, data, tracing_map_total(hist_map_get(data), 0));
	}
	return state;
}

static bool poll_states_equal(const struct hist_poll_state *a, const struct hist_poll_state *b)
{
	return a->hits == b->hits && a->n == b->n && a->max_generation == b->max_generation;
}

static int snapshot_table(struct hist_reader *reader, const struct event_trigger_data *trigger)
{
	const struct hist_status status = hist_status_of(trigger);
	struct hist_trigger_data *data = hist_of(trigger);
	struct hist_table_snapshot *table;

	table = hist_table_snapshot_create(data, hist_map_get(data), &status, NULL);
	if (IS_ERR(table))
		return PTR_ERR(table);

	reader->tables.tables[reader->tables.n++] = table;
	add_to_poll_state(&reader->state_read, data, table->hits);
	return 0;
}

static int snapshot_tables(struct hist_reader *reader, const struct trace_event_file *event_file)
{
	struct event_trigger_data *trigger;
	int ret;

	reader->state_read = (struct hist_poll_state){};
	ret = hist_tables_alloc(&reader->tables, hist_count_on(event_file));
	list_for_each_entry(trigger, &event_file->triggers, list)
		if (!ret && hist_of(trigger))
			ret = snapshot_table(reader, trigger);
	return ret;
}

static void *hist_seq_start(struct seq_file *m, loff_t *pos)
{
	struct hist_reader *reader = m->private;
	struct trace_event_file *event_file;
	int ret;

	if (!*pos) {
		hist_tables_free(&reader->tables);

		guard(mutex)(&event_mutex);
		event_file = event_file_file(reader->file);
		ret = event_file ? snapshot_tables(reader, event_file) : -ENODEV;
		if (ret)
			return ERR_PTR(ret);
	}
	return hist_tables_seek(&reader->tables, *pos);
}

static void *hist_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct hist_reader *reader = m->private;

	++*pos;
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
		tracepoint_synchronize_unregister();
	}
	hist_poll_wait(file, wait);
	hist_arm_wakeup();
}

static int event_hist_open(struct inode *inode, struct file *file)
{
	struct trace_event_file *event_file;
	struct hist_reader *reader;
	int ret;

	ret = hist_open_event_file(inode, file);
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
		reader->state_polled = get_poll_state(event_file);
	return 0;
}

static int event_hist_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct hist_reader *reader = m->private;

	hist_tables_free(&reader->tables);
	if (reader->is_poller)
		static_branch_dec(&hist_slow_path);

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
	struct hist_poll_state state;
	__poll_t ready = 0;

	guard(mutex)(&event_mutex);

	event_file = event_file_file(file);
	if (!event_file)
		return EPOLLERR;

	hist_wait_for_change(file, wait, &reader->is_poller);
	state = get_poll_state(event_file);
	if (!poll_states_equal(&reader->state_read, &state))
		ready |= EPOLLIN | EPOLLRDNORM;
	if (!poll_states_equal(&reader->state_polled, &state))
		ready |= EPOLLPRI;
	reader->state_polled = state;
	return ready;
}

const struct file_operations event_hist_fops = {
	.open		= event_hist_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= event_hist_release,
	.poll		= event_hist_poll,
};
