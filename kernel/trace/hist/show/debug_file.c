// SPDX-License-Identifier: GPL-2.0
/* The file hist_debug of an event: the compiled form of its histograms. */
#include <linux/cleanup.h>
#include <linux/seq_file.h>

#include "../../trace.h"
#include "../attach/hist_trigger.h"
#include "debug.h"
#include "hist_file.h"

static void print_all(struct seq_file *m, const struct trace_event_file *of)
{
	struct event_trigger_data *trigger;
	const char *between = "";

	list_for_each_entry(trigger, &of->triggers, list) {
		struct hist_status status;

		if (!hist_of(trigger))
			continue;
		status = hist_status_of(trigger);
		seq_puts(m, between);
		hist_debug_show(m, hist_of(trigger), &status);
		between = "\n\n";
	}
}

/* seq_file callback: the private data is the open file. */
static int hist_debug_file_print(struct seq_file *m, void *unused)
{
	const struct trace_event_file *of;

	guard(mutex)(&event_mutex);
	of = event_file_file(m->private);
	if (of)
		print_all(m, of);
	return of ? 0 : -ENODEV;
}

static int hist_debug_file_open(struct inode *inode, struct file *opened)
{
	int ret = hist_open_event_file(inode, opened);

	if (ret)
		return ret;
	ret = single_open(opened, hist_debug_file_print, opened);
	if (ret)
		tracing_release_file_tr(inode, opened);
	return ret;
}

const struct file_operations event_hist_debug_fops = {
	.release	= tracing_single_release_file_tr,
	.llseek		= seq_lseek,
	.read		= seq_read,
	.open		= hist_debug_file_open,
};
