// SPDX-License-Identifier: GPL-2.0
/*
 * Files "enable" of an event, of a system, and of all events of an instance.
 *
 * Reading the file of several events prints 1 if all of them are enabled, 0 if none is, X if some
 * are, and ? if there is no event. Events that only run triggers count as enabled there. The file
 * of an event prints 0 for them, and a '*' after the number tells that triggers use the event.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "dir.h"
#include "enable.h"
#include "files.h"
#include "system_file.h"

/* Read 0 or 1 from user space. Return: 0 or a negative errno. */
static int read_switch(const char __user *ubuf, size_t count, bool *enable)
{
	unsigned long val;
	int ret = kstrtoul_from_user(ubuf, count, 10, &val);

	if (ret)
		return ret;
	if (val > 1)
		return -EINVAL;
	*enable = val;
	return 0;
}

static ssize_t event_enable_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	struct trace_event_file *file;
	char text[] = "0*\n";
	bool soft;

	scoped_guard(mutex, &event_mutex) {
		file = event_file_file(filp);
		if (!file)
			return -ENODEV;
		text[0] += event_file_records(file);
		soft = event_file_in_soft_mode(file);
	}
	if (!soft)
		strscpy(text + 1, "\n", 2);
	return simple_read_from_buffer(ubuf, count, ppos, text, strlen(text));
}

static ssize_t event_enable_write(struct file *filp, const char __user *ubuf, size_t count,
				  loff_t *ppos)
{
	struct trace_event_file *file;
	bool enable;
	int ret = read_switch(ubuf, count, &enable);

	if (ret)
		return ret;
	guard(mutex)(&event_mutex);
	file = event_file_file(filp);
	if (!file)
		return -ENODEV;
	ret = tracing_update_buffers(file->tr) ?: event_file_set_enabled(file, enable);
	if (ret)
		return ret;
	*ppos += count;
	return count;
}

const struct file_operations event_enable_fops = {
	.open = tracing_open_file_tr,
	.read = event_enable_read,
	.write = event_enable_write,
	.release = tracing_release_file_tr,
	.llseek = default_llseek,
};

/*
 * Check whether an event can be enabled and is in a system's directory. If @dir is NULL, it is in
 * any directory.
 */
static bool is_switched_by(const struct trace_event_file *file,
			   const struct trace_subsystem_dir *dir)
{
	return event_is_traceable(file->event_call) && (!dir || file->system == dir);
}

/* Print the state of all events of an instance, or of those in @dir. */
static ssize_t show_state(struct trace_array *tr, const struct trace_subsystem_dir *dir,
			  char __user *ubuf, size_t count, loff_t *ppos)
{
	bool any_on = false, any_off = false;
	struct trace_event_file *file;
	char text[2];

	scoped_guard(mutex, &event_mutex) {
		list_for_each_entry(file, &tr->events, list) {
			if (!is_switched_by(file, dir))
				continue;
			if (file->flags & EVENT_FILE_FL_ENABLED)
				any_on = true;
			else
				any_off = true;
		}
	}
	text[0] = any_on ? (any_off ? 'X' : '1') : (any_off ? '0' : '?');
	text[1] = '\n';
	return simple_read_from_buffer(ubuf, count, ppos, text, sizeof(text));
}

/*
 * Switch all events of an instance, or those in @dir. An event that fails does not keep the others
 * from being switched. Return: @count, or the first error; -ENODEV if the directory was removed.
 */
static ssize_t switch_events(struct trace_array *tr, const struct trace_subsystem_dir *dir,
			     const char __user *ubuf, size_t count, loff_t *ppos)
{
	struct trace_event_file *file;
	int ret, first = 0;
	bool enable;

	ret = read_switch(ubuf, count, &enable) ?: tracing_update_buffers(tr);
	if (ret)
		return ret;
	scoped_guard(mutex, &event_mutex) {
		if (dir && !dir->nr_events)
			return -ENODEV;
		list_for_each_entry(file, &tr->events, list) {
			if (!is_switched_by(file, dir))
				continue;
			ret = event_file_set_enabled(file, enable);
			first = first ?: ret;
		}
	}
	if (first)
		return first;
	*ppos += count;
	return count;
}

static ssize_t system_enable_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	struct trace_subsystem_dir *dir = filp->private_data;

	return show_state(dir->tr, dir, ubuf, count, ppos);
}

static ssize_t system_enable_write(struct file *filp, const char __user *ubuf, size_t count,
				   loff_t *ppos)
{
	struct trace_subsystem_dir *dir = filp->private_data;

	return switch_events(dir->tr, dir, ubuf, count, ppos);
}

const struct file_operations event_system_enable_fops = {
	.open = event_system_open,
	.read = system_enable_read,
	.write = system_enable_write,
	.release = event_system_release,
	.llseek = default_llseek,
};

static ssize_t all_enable_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	return show_state(filp->private_data, NULL, ubuf, count, ppos);
}

static ssize_t all_enable_write(struct file *filp, const char __user *ubuf, size_t count,
				loff_t *ppos)
{
	return switch_events(filp->private_data, NULL, ubuf, count, ppos);
}

const struct file_operations event_all_enable_fops = {
	.open = tracing_open_generic_tr,
	.read = all_enable_read,
	.write = all_enable_write,
	.release = tracing_release_generic_tr,
	.llseek = default_llseek,
};
