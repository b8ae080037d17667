// SPDX-License-Identifier: GPL-2.0
/* Files "filter" of an event and of a system. */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/uaccess.h>

#include "dir.h"
#include "files.h"
#include "system_file.h"

static struct trace_seq *alloc_seq(void)
{
	struct trace_seq *s = kmalloc(sizeof(*s), GFP_KERNEL);

	if (s)
		trace_seq_init(s);
	return s;
}

static ssize_t read_seq(struct trace_seq *s, char __user *ubuf, size_t count, loff_t *ppos)
{
	return simple_read_from_buffer(ubuf, count, ppos, s->buffer, trace_seq_used(s));
}

/*
 * Copy a filter from user space. The start of a text that is too long is copied: it is longer than
 * the longest filter, so apply_event_filter() and apply_subsystem_event_filter() reject it and log
 * why. Return: the text, to be freed by kfree(); or an ERR_PTR().
 */
static char *copy_filter(const char __user *ubuf, size_t count)
{
	return memdup_user_nul(ubuf, min_t(size_t, count, SZ_4K));
}

static ssize_t event_filter_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	struct trace_seq *s __free(kfree) = alloc_seq();
	struct trace_event_file *file;

	if (!s)
		return -ENOMEM;
	scoped_guard(mutex, &event_mutex) {
		file = event_file_file(filp);
		if (!file)
			return -ENODEV;
		print_event_filter(file, s);
	}
	return read_seq(s, ubuf, count, ppos);
}

static ssize_t event_filter_write(struct file *filp, const char __user *ubuf, size_t count,
				  loff_t *ppos)
{
	char *filter __free(kfree) = NULL;
	struct trace_event_file *file;
	int ret;

	filter = copy_filter(ubuf, count);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	scoped_guard(mutex, &event_mutex) {
		file = event_file_file(filp);
		ret = file ? apply_event_filter(file, filter) : -ENODEV;
	}
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

const struct file_operations event_filter_fops = {
	.open = tracing_open_file_tr,
	.read = event_filter_read,
	.write = event_filter_write,
	.release = tracing_release_file_tr,
	.llseek = default_llseek,
};

static ssize_t system_filter_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	struct trace_subsystem_dir *dir = filp->private_data;
	struct trace_seq *s __free(kfree) = alloc_seq();

	if (!s)
		return -ENOMEM;
	print_subsystem_event_filter(dir->subsystem, s);
	return read_seq(s, ubuf, count, ppos);
}

static ssize_t system_filter_write(struct file *filp, const char __user *ubuf, size_t count,
				   loff_t *ppos)
{
	char *filter __free(kfree) = NULL;
	struct trace_subsystem_dir *dir = filp->private_data;
	int ret;

	filter = copy_filter(ubuf, count);
	if (IS_ERR(filter))
		return PTR_ERR(filter);
	ret = apply_subsystem_event_filter(dir, filter);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

const struct file_operations event_system_filter_fops = {
	.open = event_system_open,
	.read = system_filter_read,
	.write = system_filter_write,
	.release = event_system_release,
	.llseek = default_llseek,
};
