// SPDX-License-Identifier: GPL-2.0
/*
 * Files with a line for each event of an instance, each filter or each trigger: available_events,
 * show_event_filters and show_event_triggers.
 */
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>

#include "../trigger/trigger.h"
#include "core.h"
#include "files.h"
#include "file.h"

/* Locks event_mutex, which list_stop() unlocks. */
static void *list_start(struct seq_file *m, loff_t *pos)
{
	struct trace_array *tr = m->private;

	mutex_lock(&event_mutex);
	return seq_list_start(&tr->events, *pos);
}

static void *list_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_array *tr = m->private;

	return seq_list_next(v, &tr->events, pos);
}

static void list_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int show_available(struct seq_file *m, void *v)
{
	const struct trace_event_file *file = list_entry(v, struct trace_event_file, list);

	if (event_is_traceable(file->event_call)) {
		event_file_show_name(m, file);
		seq_putc(m, '\n');
	}
	return 0;
}

/* SYSTEM:EVENT, a tab, and the filter. */
static int show_filter(struct seq_file *m, void *v)
{
	const struct trace_event_file *file = list_entry(v, struct trace_event_file, list);
	const struct event_filter *filter =
		rcu_dereference_protected(file->filter, lockdep_is_held(&event_mutex));

	if (filter && filter->filter_string) {
		event_file_show_name(m, file);
		seq_printf(m, "\t%s\n", filter->filter_string);
	}
	return 0;
}

/* SYSTEM:EVENT, a tab, and the trigger as the file trigger shows it. */
static int show_triggers(struct seq_file *m, void *v)
{
	const struct trace_event_file *file = list_entry(v, struct trace_event_file, list);
	struct event_trigger_data *data;

	list_for_each_entry(data, &file->triggers, list) {
		/* Event probes are in the list, too. */
		if (trigger_is_probe(data))
			continue;
		event_file_show_name(m, file);
		seq_putc(m, '\t');
		data->cmd_ops->print(m, data);
	}
	return 0;
}

static int list_open(struct inode *inode, struct file *filp, const struct seq_operations *ops)
{
	struct trace_array *tr = inode->i_private;
	int ret = tracing_check_open_get_tr(tr);

	if (ret)
		return ret;
	ret = seq_open(filp, ops);
	if (ret) {
		trace_array_put(tr);
		return ret;
	}
	((struct seq_file *)filp->private_data)->private = tr;
	return 0;
}

static int list_release(struct inode *inode, struct file *filp)
{
	trace_array_put(inode->i_private);
	return seq_release(inode, filp);
}

#define DEFINE_LIST_FILE(name, show_func)					\
	static const struct seq_operations name##_seq_ops = {			\
		.start = list_start,					\
		.next = list_next,					\
		.stop = list_stop,					\
		.show = show_func,						\
	};									\
	static int name##_open(struct inode *inode, struct file *filp)		\
	{									\
		return list_open(inode, filp, &name##_seq_ops);		\
	}									\
	const struct file_operations event_##name##_fops = {			\
		.open = name##_open,						\
		.read = seq_read,						\
		.llseek = seq_lseek,						\
		.release = list_release,					\
	}

DEFINE_LIST_FILE(available_events, show_available);
DEFINE_LIST_FILE(show_filters, show_filter);
DEFINE_LIST_FILE(show_triggers, show_triggers);
