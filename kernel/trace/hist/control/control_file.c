// SPDX-License-Identifier: GPL-2.0
/*
 * The file hist_control of an instance: list its histograms, and pause, continue, clear or end the
 * interval of several of them at one point in time.
 *
 * Each write is one command and one cut, see attach/cut.c.
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../../trace.h"
#include "../../trigger/trigger.h"
#include "../attach/cut.h"
#include "../attach/interval.h"
#include "diag.h"
#include "list.h"
#include "spec.h"
#include "targets.h"

static int hist_control_show(struct seq_file *m, void *v)
{
	guard(mutex)(&event_mutex);
	hist_list(m, m->private);
	return 0;
}

/* Find the histograms and do the cut. */
static int run_command(const struct hist_control_spec *spec, struct trace_array *tr,
		       struct trace_diag *diag)
{
	struct hist_targets targets;
	int ret;

	guard(mutex)(&event_mutex);
	scoped_guard(mutex, &trace_types_lock)
		ret = hist_targets_find(&targets, spec, tr, diag);
	if (ret)
		return ret;
	ret = hist_cut(spec->verb, targets.hists, targets.n);
	hist_targets_free(&targets);
	return ret;
}

static int execute(struct trace_array *tr, const char *text, u32 len, struct trace_diag *diag)
{
	struct hist_control_spec spec;
	int ret;

	ret = hist_control_parse(&spec, text, len, diag);
	if (!ret && spec.verb == HIST_VERB_DELTA) {
		/* No reader of hist_delta is between its cut and the end of its grace period. */
		hist_interval_lock();
		ret = run_command(&spec, tr, diag);
		hist_interval_unlock();
	} else if (!ret) {
		ret = run_command(&spec, tr, diag);
	}
	hist_control_spec_free(&spec);
	return ret;
}

/*
 * Copy at most one byte more than the limit; that byte makes the parser reject the command as too
 * long.
 */
static ssize_t hist_control_write(struct file *filp, const char __user *ubuf, size_t cnt,
				  loff_t *ppos)
{
	struct trace_array *tr = file_inode(filp)->i_private;
	size_t len = min_t(size_t, cnt, HIST_CONTROL_TEXT_MAX + 1);
	struct trace_diag diag = {};
	char *text;
	int ret;

	if (!cnt)
		return 0;
	text = memdup_user_nul(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = execute(tr, text, len, &diag);
	if (ret == -ENOMEM)
		diag = (struct trace_diag){ .code = HIST_CONTROL_DIAG_NO_MEMORY };
	trace_diag_log(tr, "hist_control", text, hist_control_diag_messages, &diag);
	kfree(text);
	if (ret)
		return ret;
	*ppos += cnt;
	return cnt;
}

/* An open file keeps its instance from being removed. */
static int hist_control_open(struct inode *inode, struct file *filp)
{
	struct trace_array *tr = inode->i_private;
	int ret = tracing_check_open_get_tr(tr);

	if (ret || !(filp->f_mode & FMODE_READ))
		return ret;
	ret = single_open(filp, hist_control_show, tr);
	if (ret)
		trace_array_put(tr);
	return ret;
}

static int hist_control_release(struct inode *inode, struct file *filp)
{
	trace_array_put(inode->i_private);
	return filp->f_mode & FMODE_READ ? single_release(inode, filp) : 0;
}

const struct file_operations hist_control_fops = {
	.open		= hist_control_open,
	.read		= seq_read,
	.write		= hist_control_write,
	.llseek		= tracing_lseek,
	.release	= hist_control_release,
};
