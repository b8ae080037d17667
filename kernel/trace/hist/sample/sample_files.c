// SPDX-License-Identifier: GPL-2.0
/*
 * The files hist_sample_hz and hist_sample_cpus, at the top of tracefs. They are not in instances:
 * the timers are those of the whole machine.
 */
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../../trace.h"
#include "sample.h"
#include "spec.h"

/**
 * struct sample_file - what distinguishes one of the files
 * @name: name of the file
 * @show: print the value
 * @set: parse a value and put it into effect. @text is NUL-terminated and may have further NUL
 *	bytes. If it is rejected, @diag is filled in; return 0, -EINVAL or -ENOMEM
 */
struct sample_file {
	const char *name;
	void (*show)(struct seq_file *m);
	int (*set)(const char *text, u32 len, struct trace_diag *diag);
};

static int set_hz(const char *text, u32 len, struct trace_diag *diag)
{
	unsigned int hz;
	int ret = hist_sample_parse_hz(text, len, &hz, diag);

	if (!ret)
		hist_sample_set_hz(hz);
	return ret;
}

static int parse_and_set_cpus(const char *text, struct trace_span word, struct cpumask *cpus,
			      struct trace_diag *diag)
{
	/* Nothing follows the word but blanks. */
	int ret = cpulist_parse(text + word.off, cpus);

	if (ret == -EINVAL || (!ret && cpumask_empty(cpus)))
		return trace_diag_set(diag, HIST_SAMPLE_DIAG_BAD_CPUS, word);
	/* Another error means that a number is too large. */
	if (ret || hist_sample_set_cpus(cpus))
		return trace_diag_set(diag, HIST_SAMPLE_DIAG_NO_CPU, word);
	return 0;
}

static int set_cpus(const char *text, u32 len, struct trace_diag *diag)
{
	struct trace_span word;
	cpumask_var_t cpus;
	int ret;

	ret = hist_sample_parse_word(text, len, HIST_SAMPLE_DIAG_BAD_CPUS, &word, diag);
	if (ret)
		return ret;
	if (!alloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	ret = parse_and_set_cpus(text, word, cpus, diag);
	free_cpumask_var(cpus);
	return ret;
}

static const struct sample_file hz_file = {
	.name	= "hist_sample_hz",
	.show	= hist_sample_show_hz,
	.set	= set_hz,
};

static const struct sample_file cpus_file = {
	.name	= "hist_sample_cpus",
	.show	= hist_sample_show_cpus,
	.set	= set_cpus,
};

static int sample_file_show(struct seq_file *m, void *v)
{
	const struct sample_file *file = m->private;

	file->show(m);
	return 0;
}

static int sample_file_open(struct inode *inode, struct file *filp)
{
	int ret = tracing_check_open_get_tr(NULL);

	return ret ?: single_open(filp, sample_file_show, inode->i_private);
}

/*
 * Copy at most one byte more than the limit; that byte makes the parser reject the value as too
 * long.
 */
static ssize_t sample_file_write(struct file *filp, const char __user *ubuf, size_t cnt,
				 loff_t *ppos)
{
	char *text __free(kfree) = NULL;
	const struct sample_file *file = file_inode(filp)->i_private;
	size_t len = min_t(size_t, cnt, HIST_SAMPLE_TEXT_MAX + 1);
	struct trace_diag diag = {};
	int ret;

	if (!cnt)
		return 0;
	text = memdup_user_nul(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = file->set(text, len, &diag);
	trace_diag_log(NULL, file->name, text, hist_sample_diag_messages, &diag);
	if (ret)
		return ret;
	*ppos += cnt;
	return cnt;
}

static const struct file_operations sample_fops = {
	.open		= sample_file_open,
	.read		= seq_read,
	.write		= sample_file_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static __init void create_file(const struct sample_file *file)
{
	/* The files are never freed, and their data is only read. */
	trace_create_file(file->name, TRACE_MODE_WRITE, NULL, (void *)file, &sample_fops);
}

static __init int hist_sample_make_files(void)
{
	int ret = hist_sample_init();

	ret = ret ?: tracing_init_dentry();
	if (ret)
		return ret;
	create_file(&hz_file);
	create_file(&cpus_file);
	return 0;
}
fs_initcall(hist_sample_make_files);
