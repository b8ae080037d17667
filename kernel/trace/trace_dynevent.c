// SPDX-License-Identifier: GPL-2.0
/*
 * Registry of dynamic events, and the file dynamic_events.
 *
 * The registry knows the kinds of dynamic events and all existing events. It passes a definition
 * to the kind that accepts it, finds the events that a removal matches, and removes all events.
 * It does not know what an event contains: only the event's kind does.
 *
 * Locks: see trace_dynevent.h.
 */
#include <linux/cleanup.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>

#include "trace_diag.h"
#include "trace_dynevent.h"

/* Maximum number of bytes that one write() processes, up to the last complete line in them. */
#define WRITE_MAX	SZ_64K

/* Errors that the registry reports itself: in lines, in removals, and commands of no kind. */
enum dyn_event_diag {
	DYN_EVENT_DIAG_NONE,
	DYN_EVENT_DIAG_NUL_BYTE,
	DYN_EVENT_DIAG_TOO_LONG,
	DYN_EVENT_DIAG_UNKNOWN_KIND,
	DYN_EVENT_DIAG_BAD_REMOVAL,
	DYN_EVENT_DIAG_NOT_FOUND,
	DYN_EVENT_DIAG_BUSY,
	DYN_EVENT_DIAG_REFUSED,
	DYN_EVENT_DIAG_NO_MEMORY,
};

static const char *const messages[] = {
	[DYN_EVENT_DIAG_NONE]		= "No error",
	[DYN_EVENT_DIAG_NUL_BYTE]	= "A command cannot contain a NUL byte",
	[DYN_EVENT_DIAG_TOO_LONG]	= "Command too long",
	[DYN_EVENT_DIAG_UNKNOWN_KIND]	= "Unknown kind of dynamic event",
	[DYN_EVENT_DIAG_BAD_REMOVAL]	= "Remove events with -:[<system>/]<event>",
	[DYN_EVENT_DIAG_NOT_FOUND]	= "No such event to remove",
	[DYN_EVENT_DIAG_BUSY]		= "Event is in use",
	[DYN_EVENT_DIAG_REFUSED]	= "Event cannot be removed, or not by this process",
	[DYN_EVENT_DIAG_NO_MEMORY]	= "Out of memory",
};

/* Held while a command of a file creates an event. Lock order: before event_mutex. */
DEFINE_MUTEX(dyn_event_ops_mutex);

/* All dynamic events, in the order of their creation; protected by event_mutex. */
LIST_HEAD(dyn_event_list);

/*
 * Registered kinds, in the order of their registration. Protected by dyn_event_ops_mutex; kinds
 * are never removed.
 */
static LIST_HEAD(dyn_event_ops_list);

static int dyn_event_reject(const char *where, const char *command, enum dyn_event_diag code,
			    u32 off, int err)
{
	struct trace_diag diag = {};

	trace_diag_set(&diag, code, (struct trace_span){ .off = off });
	trace_diag_log(NULL, where, command, messages, &diag);
	return err;
}

/**
 * dyn_event_init - initialize the common part of an event
 * @event: the event
 * @kind: operations of the event's kind
 *
 * Context: any.
 * Return: 0, or -EINVAL if @event or @kind is NULL.
 */
int dyn_event_init(struct dyn_event *event, struct dyn_event_operations *kind)
{
	if (!event || !kind)
		return -EINVAL;
	INIT_LIST_HEAD(&event->list);
	event->ops = kind;
	return 0;
}

/**
 * dyn_event_add - add an event to the list of dynamic events
 * @event: the event, initialized by dyn_event_init()
 * @call: the event's trace event. It is marked as dynamic: users of it count their references
 *	with trace_event_dyn_try_get_ref()
 *
 * Context: event_mutex held.
 * Return: 0, or -EINVAL if @event is not initialized.
 */
int dyn_event_add(struct dyn_event *event, struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);

	if (!event || !event->ops)
		return -EINVAL;
	/* The event has files already, whose callbacks read the flags without a lock. */
	WRITE_ONCE(call->flags, call->flags | TRACE_EVENT_FL_DYNAMIC);
	list_add_tail(&event->list, &dyn_event_list);
	return 0;
}

/**
 * dyn_event_remove - remove an event from the list of dynamic events
 * @event: the event; may be initialized but not in the list
 *
 * Context: event_mutex held.
 */
void dyn_event_remove(struct dyn_event *event)
{
	lockdep_assert_held(&event_mutex);

	list_del_init(&event->list);
}

/**
 * dyn_event_register - register a kind of dynamic event
 * @kind: operations of the kind, all of them set; must never be freed
 *
 * Context: may sleep; takes dyn_event_ops_mutex.
 * Return: 0, or -EINVAL if an operation is missing.
 */
int dyn_event_register(struct dyn_event_operations *kind)
{
	if (!kind || !kind->create || !kind->show || !kind->is_busy || !kind->free || !kind->match)
		return -EINVAL;

	guard(mutex)(&dyn_event_ops_mutex);
	list_add_tail(&kind->list, &dyn_event_ops_list);
	return 0;
}

/* Try each kind until one accepts the command. */
static int create_any(const char *command)
{
	struct dyn_event_operations *kind;

	list_for_each_entry(kind, &dyn_event_ops_list, list) {
		int ret = kind->create(command);

		if (ret != -ECANCELED)
			return ret;
	}
	return -ECANCELED;
}

/**
 * dyn_event_create - create the event that a command defines
 * @command: the command
 * @kind: kind of event, or NULL to try all kinds
 *
 * Context: may sleep; takes dyn_event_ops_mutex.
 * Return: 0; -ECANCELED if @command does not define an event of @kind; -EINVAL if @kind is NULL
 * and no kind accepts @command; or the error of the kind that accepted it.
 */
int dyn_event_create(const char *command, struct dyn_event_operations *kind)
{
	int ret;

	scoped_guard(mutex, &dyn_event_ops_mutex)
		ret = kind ? kind->create(command) : create_any(command);

	if (ret == -ECANCELED)
		dyn_event_reject("dynamic_events", command, DYN_EVENT_DIAG_UNKNOWN_KIND, 0, ret);
	return ret == -ECANCELED && !kind ? -EINVAL : ret;
}

/*
 * Split a command into its words, NUL-terminated. argv_split() cannot be used: it splits at
 * isspace(), which matches a byte of some UTF-8 characters, see trace_is_blank().
 *
 * Return: the words, to be freed with kvfree(), or NULL.
 */
static char **split_words(const char *command, int *n)
{
	struct trace_span all = trace_span_all(command), word;
	struct trace_cursor cur = trace_cursor_over(command, all);
	char **words, *text;

	for (*n = 0; trace_next_word(&cur, &word); ++*n)
		;
	words = kvmalloc(size_add(array_size(*n, sizeof(*words)), all.len + 1), GFP_KERNEL);
	if (!words)
		return NULL;

	text = memcpy(words + *n, command, all.len + 1);
	cur = trace_cursor_over(command, all);
	for (*n = 0; trace_next_word(&cur, &word); ++*n) {
		words[*n] = text + word.off;
		text[trace_span_end(word)] = '\0';
	}
	return words;
}

/*
 * Parse "-:[SYSTEM/]EVENT" or "![KIND]:[SYSTEM/]EVENT" and cut it in place. A '.' may replace the
 * '/'. EVENT may be empty after a SYSTEM.
 */
static int parse_removal(char *word, const char **system, const char **event)
{
	char *name = strchr(word, ':');
	char *end;

	if (!name || (*word == '-' && name != word + 1) || (*word != '-' && *word != '!'))
		return -EINVAL;
	if (!*++name)
		return -EINVAL;

	end = strpbrk(name, "/.");
	if (!end) {
		*system = NULL;
		*event = name;
		return 0;
	}
	*end = '\0';
	*system = name;
	*event = end + 1;
	return 0;
}

/* Remove all events that match, up to the first one that cannot be removed. */
static int remove_matching(struct dyn_event_operations *kind, const char *system,
			   const char *event, int argc, const char **argv)
{
	struct dyn_event *pos, *next;
	int ret = -ENOENT;

	guard(mutex)(&event_mutex);
	for_each_dyn_event_safe(pos, next) {
		if (kind && pos->ops != kind)
			continue;
		if (!pos->ops->match(system, event, argc, argv, pos))
			continue;
		ret = pos->ops->free(pos);
		if (ret)
			break;
	}
	return ret;
}

/**
 * dyn_event_release - remove events
 * @command: "-:[SYSTEM/]EVENT [ARGUMENTS]", or the definition of the event after a "!"
 * @kind: kind of event, or NULL for all kinds
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -EINVAL if @command is not a removal; -ENOENT if no event matches; -EBUSY if an
 * event is in use; -ENOMEM; or another error of the event's kind.
 */
int dyn_event_release(const char *command, struct dyn_event_operations *kind)
{
	const char *system, *event;
	u32 off;
	char **argv;
	int argc;
	int ret;

	argv = split_words(command, &argc);
	if (!argv)
		return dyn_event_reject("dynamic_events", command, DYN_EVENT_DIAG_NO_MEMORY, 0,
					-ENOMEM);

	off = trace_span_trim(command, trace_span_all(command)).off;
	ret = argc ? parse_removal(argv[0], &system, &event) : -EINVAL;
	if (ret) {
		dyn_event_reject("dynamic_events", command, DYN_EVENT_DIAG_BAD_REMOVAL, off, ret);
	} else {
		off += (system ?: event) - argv[0];
		ret = remove_matching(kind, system, event, argc - 1, (const char **)argv + 1);
		if (ret == -ENOENT)
			dyn_event_reject("dynamic_events", command, DYN_EVENT_DIAG_NOT_FOUND, off,
					 ret);
		else if (ret == -EBUSY)
			dyn_event_reject("dynamic_events", command, DYN_EVENT_DIAG_BUSY, off, ret);
		else if (ret)
			dyn_event_reject("dynamic_events", command, DYN_EVENT_DIAG_REFUSED, off,
					 ret);
	}
	kvfree(argv);
	return ret;
}

/**
 * dyn_events_release_all - remove all events
 * @kind: kind of events, or NULL for all kinds
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -EBUSY if an event is in use, and then no event is removed; or the error of the
 * first event that could not be removed, which stays together with the events after it.
 */
int dyn_events_release_all(struct dyn_event_operations *kind)
{
	struct dyn_event *pos, *next;
	int ret = 0;

	guard(mutex)(&event_mutex);
	for_each_dyn_event(pos)
		if ((!kind || pos->ops == kind) && pos->ops->is_busy(pos))
			return -EBUSY;

	for_each_dyn_event_safe(pos, next) {
		if (kind && pos->ops != kind)
			continue;
		ret = pos->ops->free(pos);
		if (ret)
			break;
	}
	return ret;
}

/**
 * dyn_event_seq_start - start listing dynamic events
 * @file: the file
 * @pos: index of the first event to list
 *
 * Context: may sleep; takes event_mutex, which dyn_event_seq_stop() releases.
 * Return: list entry of a struct dyn_event, or NULL.
 */
void *dyn_event_seq_start(struct seq_file *file, loff_t *pos)
{
	mutex_lock(&event_mutex);
	return seq_list_start(&dyn_event_list, *pos);
}

/**
 * dyn_event_seq_next - advance to the next dynamic event
 * @file: the file
 * @shown: the current event
 * @pos: index of the current event; incremented
 *
 * Context: event_mutex held since dyn_event_seq_start().
 * Return: list entry of a struct dyn_event, or NULL.
 */
void *dyn_event_seq_next(struct seq_file *file, void *shown, loff_t *pos)
{
	return seq_list_next(shown, &dyn_event_list, pos);
}

/**
 * dyn_event_seq_stop - stop listing dynamic events
 * @file: the file
 * @shown: the current event, or NULL
 *
 * Context: releases event_mutex.
 */
void dyn_event_seq_stop(struct seq_file *file, void *shown)
{
	mutex_unlock(&event_mutex);
}

/**
 * dyn_event_open_list - open a file that lists events and accepts definitions
 * @file: the file
 * @kind: kind of events, or NULL for all kinds
 * @seq_ops: operations that list the events
 *
 * Opening the file for writing with O_TRUNC, as the shell's '>' does, removes all events of
 * @kind.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0, or a negative errno: -EBUSY if an event is in use and cannot be removed.
 */
int dyn_event_open_list(struct file *file, struct dyn_event_operations *kind,
			const struct seq_operations *seq_ops)
{
	int ret;

	ret = security_locked_down(LOCKDOWN_TRACEFS);
	ret = ret ?: tracing_check_open_get_tr(NULL);
	if (!ret && (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		ret = dyn_events_release_all(kind);
	return ret ?: seq_open(file, seq_ops);
}

/* Run one line, NUL-terminated. Skip a comment after '#', and skip a blank line. */
static int dyn_event_run_line(char *line, size_t len, const char *where,
			      int (*run)(const char *line))
{
	if (strlen(line) != len)
		return dyn_event_reject(where, line, DYN_EVENT_DIAG_NUL_BYTE, strlen(line),
					-EINVAL);

	*strchrnul(line, '#') = '\0';
	return *trace_skip_blanks(line) ? run(line) : 0;
}

/**
 * dyn_event_write_lines - run each line of a write to a file of definitions
 * @buffer: the text
 * @count: size of the text in bytes
 * @where: name of the file, for the error log
 * @run: called for each line that is not blank, without its newline and comment
 *
 * The last line need not end with a newline. A write() of more than 64 KiB is processed up to the
 * last complete line in it; user space writes the rest again.
 *
 * Context: may sleep.
 * Return: number of bytes processed, which may be less than @count; the error of the first line
 * that failed, after the lines before it have been run; -E2BIG if the first line is longer than 64
 * KiB; -EFAULT; or -ENOMEM.
 */
ssize_t dyn_event_write_lines(const char __user *buffer, size_t count, const char *where,
			      int (*run)(const char *line))
{
	size_t size = min_t(size_t, count, WRITE_MAX);
	size_t done = 0;
	char *text;
	int ret = 0;

	text = memdup_user_nul(buffer, size);
	if (IS_ERR(text))
		return PTR_ERR(text);

	while (done < size && !ret) {
		char *line = text + done;
		char *end = memchr(line, '\n', size - done);

		if (!end && size < count)
			break;
		end = end ?: text + size;
		*end = '\0';
		done = min_t(size_t, end - text + 1, size);
		ret = dyn_event_run_line(line, end - line, where, run);
	}
	if (size && !done) {
		/* 80 bytes are enough to recognize the line in the error log. */
		text[80] = '\0';
		ret = dyn_event_reject(where, text, DYN_EVENT_DIAG_TOO_LONG, 0, -E2BIG);
	}
	kfree(text);
	return ret ?: done;
}

static int dyn_event_run_command(const char *line)
{
	line = trace_skip_blanks(line);
	if (*line == '-' || *line == '!')
		return dyn_event_release(line, NULL);
	return dyn_event_create(line, NULL);
}

static ssize_t dyn_event_write(struct file *file, const char __user *buffer, size_t count,
			       loff_t *ppos)
{
	return dyn_event_write_lines(buffer, count, "dynamic_events", dyn_event_run_command);
}

static int dyn_event_seq_show(struct seq_file *m, void *v)
{
	struct dyn_event *ev = v;

	return ev->ops->show(m, ev);
}

static const struct seq_operations dyn_event_seq_ops = {
	.start	= dyn_event_seq_start,
	.next	= dyn_event_seq_next,
	.stop	= dyn_event_seq_stop,
	.show	= dyn_event_seq_show,
};

static int dyn_event_open(struct inode *inode, struct file *file)
{
	return dyn_event_open_list(file, NULL, &dyn_event_seq_ops);
}

static const struct file_operations dyn_event_fops = {
	.owner		= THIS_MODULE,
	.open		= dyn_event_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release,
	.write		= dyn_event_write,
};

static __init int dyn_event_make_file(void)
{
	int ret = tracing_init_dentry();

	if (ret)
		return ret;
	trace_create_file("dynamic_events", TRACE_MODE_WRITE, NULL, NULL, &dyn_event_fops);
	return 0;
}
fs_initcall(dyn_event_make_file);

/**
 * trace_event_dyn_try_get_ref - get a reference to a dynamic event
 * @call: its trace event, found with event_mutex held
 *
 * An event with references cannot be removed.
 *
 * Context: event_mutex held since @call was found.
 * Return: true.
 */
bool trace_event_dyn_try_get_ref(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);

	atomic_inc(&call->refcnt);
	return true;
}

/* Called after the last reference of an event is put. Set at boot, constant after. */
static void (*put_callback)(void);

/**
 * dyn_event_set_put_callback - set a callback for the last put of an event's references
 * @callback: called by trace_event_dyn_put_ref() for events of all kinds; must not sleep
 *
 * Only user_events needs this: its events are removed when their last reference is gone.
 *
 * Context: boot, before the first event is created.
 */
void __init dyn_event_set_put_callback(void (*callback)(void))
{
	put_callback = callback;
}

/**
 * trace_event_dyn_put_ref - put a reference to a dynamic event
 * @call: its trace event
 *
 * Context: any but NMI.
 */
void trace_event_dyn_put_ref(struct trace_event_call *call)
{
	int left = atomic_dec_if_positive(&call->refcnt);

	WARN_ON_ONCE(left < 0);
	if (!left && put_callback)
		put_callback();
}

/**
 * trace_event_dyn_busy - test whether a dynamic event has references
 * @call: its trace event
 *
 * Context: any. The result can only be relied on while event_mutex is held.
 * Return: true if the event has references.
 */
bool trace_event_dyn_busy(struct trace_event_call *call)
{
	return atomic_read(&call->refcnt) > 0;
}
