// SPDX-License-Identifier: GPL-2.0
/*
 * The file set_event: list the events that are enabled, and enable or disable events.
 *
 * A write consists of words between blanks, which take effect in their order. Words before an
 * invalid one stay in effect, and the write returns their length; so the next write begins with the
 * invalid word and fails.
 *
 * The last word of a write may be incomplete. If it means events, it takes effect at once. If it is
 * only the start of a name, or names a module that is not loaded, it is kept for the next write.
 * When the file is closed, a kept word is complete; if it means nothing, that is an error of
 * close().
 */
#include <linux/cleanup.h>
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "apply.h"
#include "file.h"
#include "files.h"

/**
 * struct set_event - an open file
 * @tr: the instance
 * @lock: serializes writers; protects the members below
 * @len: length of @word; 0 if no word is incomplete
 * @waits: the incomplete word names a module that is not loaded
 * @word: the incomplete word at the end of the last write
 */
struct set_event {
	struct trace_array *tr;
	struct mutex lock;	/* serializes writers */
	unsigned int len;
	bool waits;
	char word[EVENT_WORD_MAX + 2];
};

static int show_enabled(struct seq_file *m, void *v)
{
	const struct set_event *set = m->private;
	const struct trace_event_file *file;

	guard(mutex)(&event_mutex);
	list_for_each_entry(file, &set->tr->events, list) {
		if (!(file->flags & EVENT_FILE_FL_ENABLED) || !event_is_traceable(file->event_call))
			continue;
		event_file_show_name(m, file);
		seq_putc(m, '\n');
	}
	event_pending_show(m, set->tr);
	return 0;
}

static struct set_event *set_event_of(const struct file *filp)
{
	return ((struct seq_file *)filp->private_data)->private;
}

/* NUL bytes are blanks: a program may write the one at the end of its string. */
static bool is_blank(char c)
{
	return trace_is_blank(c) || !c;
}

static void log_error(const struct set_event *set, const struct trace_diag *diag)
{
	trace_diag_log(set->tr, "set_event", set->word, event_select_messages, diag);
}

/* Append a byte to the word. A word that is too long is cut, but remains too long. */
static void append(struct set_event *set, char c)
{
	if (set->len < sizeof(set->word) - 1)
		set->word[set->len++] = c;
	set->word[set->len] = '\0';
}

/*
 * Let a word take effect. @is_first: the write begins with the word, so an error is one of the
 * whole write and is logged. Return: 0 or a negative errno. The word is used up, except if it is an
 * invalid word after another one: user space writes it again.
 */
static int use_word(struct set_event *set, bool is_first)
{
	struct trace_diag diag = {};
	int ret;

	scoped_guard(mutex, &event_mutex)
		ret = event_select(set->tr, set->word, &diag);
	if (ret && is_first)
		log_error(set, &diag);
	set->len = 0;
	return ret;
}

/*
 * Let the incomplete word at the end of a write take effect, if it means events. Return: 0 if it
 * did or can still be completed, or a negative errno.
 */
static int use_last_word(struct set_event *set, bool is_first)
{
	struct trace_diag diag = {};
	bool is_start;
	int ret;

	scoped_guard(mutex, &event_mutex) {
		ret = event_select_now(set->tr, set->word, &diag, &set->waits);
		is_start = ret && diag.code && event_word_is_start(set->tr, set->word);
	}
	if (is_start || set->waits)
		return 0;
	if (ret && is_first)
		log_error(set, &diag);
	set->len = 0;
	return ret;
}

/*
 * Use the words in @text. @more: the text goes on after @count bytes, so the last word is left for
 * the next call. Return: the number of bytes used, or a negative errno.
 */
static ssize_t use_words(struct set_event *set, const char *text, size_t count, bool more)
{
	/* Place of the current word; it may have begun in an earlier write. */
	size_t start = 0, i;
	int ret;

	for (i = 0; i < count; i++) {
		if (!is_blank(text[i])) {
			if (!set->len)
				start = i;
			append(set, text[i]);
			continue;
		}
		ret = set->len ? use_word(set, !start) : 0;
		if (ret)
			return start ?: ret;
	}
	if (more && start && set->len) {
		set->len = 0;
		return start;
	}
	ret = set->len && !more ? use_last_word(set, !start) : 0;
	return ret ? start ?: ret : count;
}

static ssize_t set_event_write(struct file *filp, const char __user *ubuf, size_t count,
			       loff_t *ppos)
{
	char *text __free(kfree) = NULL;
	size_t len = min(count, PAGE_SIZE);
	struct set_event *set = set_event_of(filp);
	ssize_t ret;

	text = memdup_user(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = tracing_update_buffers(set->tr);
	if (ret)
		return ret;
	guard(mutex)(&set->lock);
	ret = use_words(set, text, len, len < count);
	if (ret > 0)
		*ppos += ret;
	return ret;
}

static struct set_event *create(struct trace_array *tr)
{
	struct set_event *set = kzalloc(sizeof(*set), GFP_KERNEL);

	if (set) {
		set->tr = tr;
		mutex_init(&set->lock);
	}
	return set;
}

static int set_event_open(struct inode *inode, struct file *filp)
{
	struct trace_array *tr = inode->i_private;
	struct set_event *set;
	int ret = tracing_check_open_get_tr(tr);

	if (ret)
		return ret;
	set = create(tr);
	ret = set ? single_open(filp, show_enabled, set) : -ENOMEM;
	if (ret) {
		kfree(set);
		trace_array_put(tr);
		return ret;
	}
	if (filp->f_mode & FMODE_WRITE && filp->f_flags & O_TRUNC) {
		guard(mutex)(&event_mutex);
		event_disable_all(tr);
	}
	return 0;
}

/* Called by each close(); the last one is followed by set_event_release(). */
static int set_event_flush(struct file *filp, fl_owner_t id)
{
	struct set_event *set = set_event_of(filp);

	guard(mutex)(&set->lock);
	return set->len && !set->waits ? -EINVAL : 0;
}

static int set_event_release(struct inode *inode, struct file *filp)
{
	struct set_event *set = set_event_of(filp);

	/* There are no other users any more, so this function does not lock. */
	if (set->len)
		use_word(set, true);
	kfree(set);
	trace_array_put(inode->i_private);
	return single_release(inode, filp);
}

const struct file_operations event_set_event_fops = {
	.open = set_event_open,
	.read = seq_read,
	.write = set_event_write,
	.llseek = seq_lseek,
	.flush = set_event_flush,
	.release = set_event_release,
};
