// SPDX-License-Identifier: GPL-2.0
/*
 * The trigger file of an event.
 *
 * Each write is one command. A read lists the triggers as commands, or the names of all commands
 * if there is no trigger. This file does not interpret commands.
 *
 * Locks: takes event_mutex; a read holds it from trigger_seq_start() to trigger_seq_stop().
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "spec.h"
#include "trigger.h"

/* The list also has event probes, which the trigger file does not show. */
static bool has_triggers(const struct trace_event_file *file)
{
	const struct event_trigger_data *trigger;

	list_for_each_entry(trigger, &file->triggers, list)
		if (!trigger_is_probe(trigger))
			return true;
	return false;
}

static void *trigger_seq_start(struct seq_file *m, loff_t *pos)
{
	struct trace_event_file *file;

	mutex_lock(&event_mutex);
	file = event_file_file(m->private);
	if (!file)
		return ERR_PTR(-ENODEV);
	if (!has_triggers(file))
		return *pos ? NULL : SEQ_START_TOKEN;
	return seq_list_start(&file->triggers, *pos);
}

static void *trigger_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_event_file *file = event_file_file(m->private);

	if (v != SEQ_START_TOKEN)
		return seq_list_next(v, &file->triggers, pos);
	++*pos;
	return NULL;
}

static void trigger_seq_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&event_mutex);
}

static int trigger_seq_show(struct seq_file *m, void *v)
{
	struct event_trigger_data *trigger;

	if (v == SEQ_START_TOKEN) {
		trigger_command_show_all(m);
		return 0;
	}
	trigger = list_entry(v, struct event_trigger_data, list);
	return trigger_is_probe(trigger) ? SEQ_SKIP : trigger->cmd_ops->print(m, trigger);
}

static const struct seq_operations trigger_seq_ops = {
	.start	= trigger_seq_start,
	.next	= trigger_seq_next,
	.stop	= trigger_seq_stop,
	.show	= trigger_seq_show,
};

/*
 * An open trigger file does not pin the event or the instance: the event core keeps the
 * trace_event_file in memory as long as the inode, and marks it when the event is removed.
 * event_file_file() checks this mark.
 */
static int trigger_open(struct inode *inode, struct file *filp)
{
	struct trace_event_file *file;
	int ret = tracing_check_open_get_tr(NULL);

	if (ret)
		return ret;

	guard(mutex)(&event_mutex);
	file = event_file_file(filp);
	if (!file)
		return -ENODEV;
	if (filp->f_mode & FMODE_READ) {
		ret = seq_open(filp, &trigger_seq_ops);
		if (ret)
			return ret;
		((struct seq_file *)filp->private_data)->private = filp;
	}
	if (filp->f_mode & FMODE_WRITE && filp->f_flags & O_TRUNC)
		trigger_commands_truncated(file);
	return 0;
}

static int trigger_release(struct inode *inode, struct file *filp)
{
	return filp->f_mode & FMODE_READ ? seq_release(inode, filp) : 0;
}

/*
 * Copy at most one byte more than the limit; that byte makes the parser reject the command as too
 * long. If the write is even longer, the last copied byte is replaced by a '.': trailing blanks
 * are cut off, and must not turn a truncated command into a valid one.
 */
static ssize_t trigger_file_write(struct file *filp, const char __user *ubuf, size_t cnt,
				  loff_t *ppos)
{
	size_t len = min_t(size_t, cnt, TRIGGER_TEXT_MAX + 1);
	struct trace_event_file *file;
	char *text;
	int ret;

	if (!cnt)
		return 0;
	text = memdup_user_nul(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (cnt > len)
		text[len - 1] = '.';

	mutex_lock(&event_mutex);
	file = event_file_file(filp);
	ret = file ? trigger_process_command(file, text, len) : -ENODEV;
	mutex_unlock(&event_mutex);
	kfree(text);
	if (ret)
		return ret;
	*ppos += cnt;
	return cnt;
}

/* Operations of the trigger files, which the event core creates. */
const struct file_operations event_trigger_fops = {
	.open		= trigger_open,
	.read		= seq_read,
	.write		= trigger_file_write,
	.llseek		= tracing_lseek,
	.release	= trigger_release,
};
