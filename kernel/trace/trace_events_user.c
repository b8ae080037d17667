// SPDX-License-Identifier: GPL-2.0
/*
 * user_events, trace events that programs define and write: the entry point.
 *
 * This file creates the files user_events_data and user_events_status and the sysctl
 * kernel.user_events_max. The implementation is in user_events/:
 *
 *	ioctl		ioctl requests of programs
 *	registry	all events
 *	event		one event and its references
 *	file_events	events registered through one open user_events_data
 *	emit		write a payload to all consumers
 *
 *	define/parse	parse a definition
 *	define/payload	check a payload
 *	define/print	display records and definitions
 *
 *	enable/consumers	count the consumers of an event and notify programs
 *	enable/address		enablers of a process
 *	enable/write		write enable bits to user memory
 *	enable/status_page	status page, mapped from user_events_status
 *	enable/enable_bit	one bit in the memory of a process
 *	enable/mm		per-mm state
 *
 * The private data of an open user_events_data is a struct user_event_file. This file takes no
 * locks.
 */
#include <linux/cleanup.h>
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/seq_file.h>
#include <linux/sysctl.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>
#include <linux/uio.h>
#include <linux/user_events.h>

#include "trace.h"
#include "user_events/emit.h"
#include "user_events/enable/status_page.h"
#include "user_events/enable/write.h"
#include "user_events/event.h"
#include "user_events/file_events.h"
#include "user_events/ioctl.h"
#include "user_events/registry.h"

static int user_events_data_open(struct inode *inode, struct file *file)
{
	file->private_data = user_event_file_create();
	return file->private_data ? stream_open(inode, file) : -ENOMEM;
}

static int user_events_data_release(struct inode *inode, struct file *file)
{
	user_event_file_free(file->private_data);
	user_events_reclaim();
	return 0;
}

/* Emit the event with @index. Return: 0 or a negative errno. */
static int write_event(const struct user_event_file *file, u32 index,
		       const struct user_payload *payload)
{
	struct user_event *event;

	if ((s32)index < 0)
		return -EINVAL;
	event = user_event_file_get(file, index);
	return event ? user_event_emit(event, payload) : -ENOENT;
}

/*
 * Same as user_events_data_write_iter(). Without it, write() would take the slower path
 * through a kiocb.
 */
static ssize_t user_events_data_write(struct file *file, const char __user *buffer, size_t count,
				      loff_t *ppos)
{
	struct user_payload payload = {
		.start = buffer + sizeof(u32),
		.len = count - sizeof(u32),
	};
	u32 index;
	int ret;

	if (count < sizeof(index) || copy_from_user(&index, buffer, sizeof(index)))
		return -EFAULT;
	ret = write_event(file->private_data, index, &payload);
	return ret ?: count;
}

static ssize_t user_events_data_write_iter(struct kiocb *iocb, struct iov_iter *from)
{
	size_t count = iov_iter_count(from);
	struct user_payload payload = { .iter = from };
	u32 index;
	int ret;

	if (!copy_from_iter_full(&index, sizeof(index), from))
		return -EFAULT;
	payload.len = iov_iter_count(from);
	ret = write_event(iocb->ki_filp->private_data, index, &payload);
	return ret ?: count;
}

static long user_events_data_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	return user_events_do_ioctl(file, cmd, (void __user *)arg);
}

#ifdef CONFIG_COMPAT
static long user_events_data_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	return user_events_do_ioctl(file, user_events_native_cmd(cmd), compat_ptr(arg));
}
#endif

static const struct file_operations user_event_data_fops = {
	.owner		= THIS_MODULE,
	.open		= user_events_data_open,
	.write		= user_events_data_write,
	.write_iter	= user_events_data_write_iter,
	.unlocked_ioctl	= user_events_data_ioctl,
#ifdef CONFIG_COMPAT
	.compat_ioctl	= user_events_data_compat_ioctl,
#endif
	.release	= user_events_data_release,
};

static int user_events_status_mmap(struct file *file, struct vm_area_struct *vma)
{
	return user_event_status_mmap(vma);
}

static int user_events_status_show(struct seq_file *m, void *v)
{
	user_events_show(m);
	return 0;
}

static int user_events_status_open(struct inode *inode, struct file *file)
{
	return single_open(file, user_events_status_show, NULL);
}

static const struct file_operations user_event_status_fops = {
	.owner		= THIS_MODULE,
	.open		= user_events_status_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.mmap		= user_events_status_mmap,
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

static int __init create_files(void)
{
	int ret = tracing_init_dentry();

	if (ret)
		return ret;
	trace_create_file("user_events_data", TRACE_MODE_WRITE, NULL, NULL, &user_event_data_fops);
	trace_create_file("user_events_status", TRACE_MODE_READ, NULL, NULL,
			  &user_event_status_fops);
	return 0;
}

/* Create the files last: a program may open them at once, and needs all other parts then. */
static int __init user_events_init(void)
{
	int ret;

	ret = user_event_status_init();
	ret = ret ?: user_enablers_init();
	ret = ret ?: user_events_registry_init();
	ret = ret ?: create_files();
	if (ret)
		pr_warn("user_events: no memory for them\n");
	else
		register_sysctl_init("kernel", user_event_sysctls);
	return ret;
}
fs_initcall(user_events_init);
