// SPDX-License-Identifier: GPL-2.0
/*
 * Files that describe records: "format" and "id" of an event, and "header_page" and "header_event"
 * of an instance.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/ring_buffer.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sprintf.h>
#include <linux/trace_seq.h>

#include "../trace_output.h"
#include "core.h"
#include "field.h"
#include "files.h"

static int format_show(struct seq_file *m, void *v)
{
	struct trace_event_file *file;
	struct trace_event_call *call;

	guard(mutex)(&event_mutex);
	file = event_file_file(m->private);
	if (!file)
		return -ENODEV;
	call = file->event_call;
	/* Print formats change while a module is loaded. */
	guard(rwsem_read)(&trace_event_sem);
	seq_printf(m, "name: %s\nID: %d\nformat:\n", trace_event_name(call), call->event.type);
	event_fields_show_common(m);
	seq_putc(m, '\n');
	event_fields_show_own(m, call);
	seq_printf(m, "\nprint fmt: %s\n", call->print_fmt);
	return 0;
}

/*
 * Any process that can reach the file may open it, also while tracing is locked down: like "id",
 * perf needs it before it knows what it may trace. eventfs keeps the trace_event_file in memory as
 * long as the inode, and event_file_file() checks whether the event was removed, so the open file
 * needs no reference.
 */
static int format_open(struct inode *inode, struct file *filp)
{
	return single_open(filp, format_show, filp);
}

const struct file_operations event_format_fops = {
	.open = format_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

/*
 * The number is the file's data. The file is not locked down, like "format".
 */
static ssize_t id_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	char text[16];
	long id = (long)READ_ONCE(file_inode(filp)->i_private);
	int len = scnprintf(text, sizeof(text), "%ld\n", id);

	return simple_read_from_buffer(ubuf, count, ppos, text, len);
}

const struct file_operations event_id_fops = {
	.read = id_read,
	.llseek = default_llseek,
};

static ssize_t header_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos,
			   bool of_page)
{
	struct trace_seq *s __free(kfree) = kmalloc(sizeof(*s), GFP_KERNEL);
	struct trace_array *tr = filp->private_data;

	if (!s)
		return -ENOMEM;
	trace_seq_init(s);
	if (of_page)
		ring_buffer_print_page_header(tr->array_buffer.buffer, s);
	else
		ring_buffer_print_entry_header(s);
	return simple_read_from_buffer(ubuf, count, ppos, s->buffer, trace_seq_used(s));
}

static ssize_t header_page_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	return header_read(filp, ubuf, count, ppos, true);
}

static ssize_t header_event_read(struct file *filp, char __user *ubuf, size_t count, loff_t *ppos)
{
	return header_read(filp, ubuf, count, ppos, false);
}

const struct file_operations event_header_page_fops = {
	.open = tracing_open_generic_tr,
	.read = header_page_read,
	.llseek = default_llseek,
	.release = tracing_release_generic_tr,
};

const struct file_operations event_header_event_fops = {
	.open = tracing_open_generic_tr,
	.read = header_event_read,
	.llseek = default_llseek,
	.release = tracing_release_generic_tr,
};
