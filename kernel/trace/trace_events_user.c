// SPDX-License-Identifier: GPL-2.0
/*
 * user_events, trace events that programs define and write: the entry point.
 *
 * This file creates the files user_events_data and user_events_status and the sysctl
 * kernel.user_events_max. The implementation is in user_events/:
 *
 *	abi		ioctl requests of programs
 *	registry	all events
 *	event		one event and its references
 *	table		events registered through one open user_events_data
 *
 *	parse		parse a definition
 *	validate	check a payload
 *	emit		write a payload to all consumers
 *
 *	listen		count the consumers of an event and notify programs
 *	enabler_addr	enablers of a process
 *	enabler_write	write enable bits to user memory
 *	enabler_status	status page, mapped from user_events_status
 *	bit, space	enable bits, per-mm state
 *
 * The private data of an open user_events_data is a struct user_table. This file takes no locks.
 */
#include <linux/cleanup.h>
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/seq_file.h>
#include <linux/sysctl.h>
#include <linux/tracefs.h>
#include <linux/uio.h>
#include <linux/user_events.h>

#include "trace.h"
#include "user_events/abi.h"
#include "user_events/emit.h"
#include "user_events/enabler_status.h"
#include "user_events/enabler_write.h"
#include "user_events/event.h"
#include "user_events/registry.h"
#include "user_events/table.h"

static int data_open(struct inode *inode, struct file *file)
{
	file->private_data = user_table_make();
	return file->private_data ? stream_open(inode, file) : -ENOMEM;
}

static int data_release(struct inode *inode, struct file *file)
{
	user_table_free(file->private_data);
	user_events_reap();
	return 0;
}

static ssize_t write_event(struct user_table *table, struct iov_iter *from)
{
	size_t count = iov_iter_count(from);
	struct user_event *event;
	u32 index;
	int ret;

	if (!copy_from_iter_full(&index, sizeof(index), from))
		return -EFAULT;
	if ((s32)index < 0)
		return -EINVAL;
	event = user_table_get(table, index);
	if (!event)
		return -ENOENT;
	ret = user_event_emit(event, from);
	return ret ?: count;
}

/* Same as data_write_iter(). Without it, write() would take the slower path through a kiocb. */
static ssize_t data_write(struct file *file, const char __user *buffer, size_t count, loff_t *ppos)
{
	struct iov_iter from;
	int ret = import_ubuf(ITER_SOURCE, (char __user *)buffer, count, &from);

	return ret ?: write_event(file->private_data, &from);
}

static ssize_t data_write_iter(struct kiocb *iocb, struct iov_iter *from)
{
	return write_event(iocb->ki_filp->private_data, from);
}

static long data_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	return user_events_do_ioctl(file, cmd, (void __user *)arg);
}

#ifdef CONFIG_COMPAT
static long data_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	return user_events_do_ioctl(file, user_events_native_cmd(cmd), compat_ptr(arg));
}
#endif

static const struct file_operations user_data_fops = {
	.owner		= THIS_MODULE,
	.open		= data_open,
	.write		= data_write,
	.write_iter	= data_write_iter,
	.unlocked_ioctl	= data_ioctl,
#ifdef CONFIG_COMPAT
	.compat_ioctl	= data_compat_ioctl,
#endif
	.release	= data_release,
};

static int status_mmap(struct file *file, struct vm_area_struct *vma)
{
	return user_status_mmap(vma);
}

static int status_show(struct seq_file *m, void *v)
{
	user_events_show(m);
	return 0;
}

static int status_open(struct inode *inode, struct file *file)
{
	return single_open(file, status_show, NULL);
}

static const struct file_operations user_status_fops = {
	.owner		= THIS_MODULE,
	.open		= status_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.mmap		= status_mmap,
	.release	= single_release,
};

static struct ctl_table user_event_sysctls[] = {
	{
		.procname	= "user_events_max",
		.data		= &user_events_max,
		.maxlen		= sizeof(user_events_max),
		.mode		= 0644,
		.proc_handler	= proc_douintvec,
	},
};

static int __init make_files(void)
{
	int ret = tracing_init_dentry();

	if (ret)
		return ret;
	trace_create_file("user_events_data", TRACE_MODE_WRITE, NULL, NULL, &user_data_fops);
	trace_create_file("user_events_status", TRACE_MODE_READ, NULL, NULL, &user_status_fops);
	return 0;
}

/* Create the files last: a program may open them at once, and needs all other parts then. */
static int __init user_events_init(void)
{
	int ret;

	ret = user_status_init();
	ret = ret ?: user_enablers_init();
	ret = ret ?: user_events_registry_init();
	ret = ret ?: make_files();
	if (ret)
		pr_warn("user_events: no memory for them\n");
	else
		register_sysctl_init("kernel", user_event_sysctls);
	return ret;
}
fs_initcall(user_events_init);
