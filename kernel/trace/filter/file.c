// SPDX-License-Identifier: GPL-2.0
/*
 * The filter files of events and of subsystems.
 *
 * Whoever replaces a filter waits until nobody can be running it any more.  What is
 * rejected changes nothing: the event keeps the filter that it has, and its file tells what
 * was wrong.  How a filter is made of a text is known to filter.c.
 *
 * Locks: event_mutex, for all of it.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "filter.h"

/* The host shows no more than two pages of a filter file. */
#define CARET_MAX	(PAGE_SIZE / 2)

/* The filter of an event's file.  Context: event_mutex held. */
static struct trace_filter *filter_of_file(const struct trace_event_file *file)
{
	return trace_filter_of(rcu_dereference_protected(file->filter,
							 lockdep_is_held(&event_mutex)));
}

/*
 * What a filter file shows of a filter that was rejected, with a caret under the mistake
 * unless that is too far to the right.  For a caret, all of the filter must be on one line.
 */
static char *complain(const char *text, const struct trace_diag *diag)
{
	const char *message = filter_diag_messages[diag->code];
	char *line, *complaint = NULL;

	line = kstrdup(text, GFP_KERNEL);
	if (!line)
		return NULL;
	trace_text_flatten(line);
	if (diag->at.off <= CARET_MAX)
		complaint = kasprintf(GFP_KERNEL, "%s\n%*s^\nparse_error: %s\n", line,
				      (int)diag->at.off, "", message);
	else
		complaint = kasprintf(GFP_KERNEL, "%s\nparse_error: %s\n", line, message);
	kfree(line);
	return complaint;
}

static void chomp(char *text)
{
	trace_text_chomp(text, strlen(text));
}

static bool is_clearing(const char *text)
{
	return trace_span_is(text, trace_span_trim(text, trace_span_all(text)), "0");
}

/*
 * Give an event another filter, or none.  A match that goes on meanwhile runs the old one
 * or the new one, and if it finds none it lets the event pass.
 *
 * Return: the old one, which may still be running.
 */
static struct trace_filter *exchange(struct trace_event_file *file, struct trace_filter *filter)
{
	struct trace_filter *old = filter_of_file(file);

	if (filter && filter->program) {
		trace_buffered_event_enable();
		filter->buffered = true;
		rcu_assign_pointer(file->filter, &filter->host);
		set_bit(EVENT_FILE_FL_FILTERED_BIT, &file->flags);
	} else {
		clear_bit(EVENT_FILE_FL_FILTERED_BIT, &file->flags);
		rcu_assign_pointer(file->filter, filter ? &filter->host : NULL);
	}
	return old;
}

static void free_list(struct list_head *filters)
{
	struct trace_filter *filter, *next;

	list_for_each_entry_safe(filter, next, filters, list)
		free_event_filter(&filter->host);
}

/* Wait but once for all that may still be running. */
static void free_retired(struct list_head *retired)
{
	if (list_empty(retired))
		return;
	tracepoint_synchronize_unregister();
	free_list(retired);
}

/**
 * struct filter_change - what is written to a filter file
 * @text: the filter
 * @made: the filters that are made of it, one for each event that can have it
 * @retired: those that they replace
 * @diag: what is wrong with it
 */
struct filter_change {
	const char *text;
	struct list_head made;
	struct list_head retired;
	struct trace_diag diag;
};

static int make_for(struct filter_change *change, struct trace_event_file *file,
		    struct trace_diag *diag)
{
	struct event_filter *host;

	host = trace_filter_new(file->event_call, change->text, trace_span_all(change->text), diag);
	if (IS_ERR(host))
		return PTR_ERR(host);
	trace_filter_of(host)->file = file;
	list_add_tail(&trace_filter_of(host)->list, &change->made);
	return 0;
}

static void clear_for(struct filter_change *change, struct trace_event_file *file)
{
	struct trace_filter *old = exchange(file, NULL);

	if (old)
		list_add_tail(&old->list, &change->retired);
}

static void put_in_force(struct filter_change *change)
{
	struct trace_filter *filter, *next;

	list_for_each_entry_safe(filter, next, &change->made, list) {
		struct trace_filter *old = exchange(filter->file, filter);

		list_del(&filter->list);
		if (old)
			list_add_tail(&old->list, &change->retired);
	}
	free_retired(&change->retired);
}

/* The filter in force, if there is one, stays as it is. */
static void note_complaint(struct trace_event_file *file, const struct filter_change *change)
{
	struct trace_filter *filter = filter_of_file(file);

	if (!filter) {
		filter = kzalloc(sizeof(*filter), GFP_KERNEL);
		if (!filter)
			return;
		exchange(file, filter);
	}
	kfree(filter->complaint);
	filter->complaint = complain(change->text, &change->diag);
}

/**
 * apply_event_filter - set or clear the filter of an event
 * @file: the event in an instance
 * @filter_string: the filter, or "0" for none
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -EINVAL or -ENOMEM with the event's filter as it was, an entry in the
 * error log and the reason in the event's filter file.
 */
int apply_event_filter(struct trace_event_file *file, char *filter_string)
{
	struct filter_change change = {
		.text = filter_string,
		.made = LIST_HEAD_INIT(change.made),
		.retired = LIST_HEAD_INIT(change.retired),
	};
	int ret = 0;

	lockdep_assert_held(&event_mutex);

	chomp(filter_string);
	if (is_clearing(filter_string))
		clear_for(&change, file);
	else
		ret = make_for(&change, file, &change.diag);
	if (!ret) {
		put_in_force(&change);
		return 0;
	}
	trace_filter_log(file->tr, file->event_call->class->system,
			 trace_event_name(file->event_call), filter_string, &change.diag, ret);
	note_complaint(file, &change);
	return ret;
}

/* The mistake that most of the filter comes before is the most telling one. */
static void keep_furthest(struct trace_diag *furthest, const struct trace_diag *diag)
{
	if (!furthest->code || diag->at.off > furthest->at.off)
		*furthest = *diag;
}

static int make_for_all(struct filter_change *change, struct trace_subsystem_dir *dir)
{
	struct trace_event_file *file;
	int ret;

	list_for_each_entry(file, &dir->tr->events, list) {
		struct trace_diag diag = {};

		if (file->system != dir)
			continue;
		ret = make_for(change, file, &diag);
		if (ret == -ENOMEM) {
			free_list(&change->made);
			return ret;
		}
		if (ret)
			keep_furthest(&change->diag, &diag);
	}
	return list_empty(&change->made) ? -EINVAL : 0;
}

static void clear_for_all(struct filter_change *change, struct trace_subsystem_dir *dir)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &dir->tr->events, list)
		if (file->system == dir)
			clear_for(change, file);
}

/* The host makes a filter for each subsystem, and frees the text of it. */
static void set_subsystem_complaint(struct event_subsystem *system, char *complaint)
{
	kfree(system->filter->filter_string);
	system->filter->filter_string = complaint;
}

/**
 * apply_subsystem_event_filter - set or clear the filters of all events of a subsystem
 * @dir: the subsystem in an instance
 * @filter_string: the filter, or "0" for none
 *
 * Events that cannot have the filter keep the one that they have.
 *
 * Context: may sleep, takes event_mutex.
 * Return: 0, -ENODEV if the subsystem is gone, or -EINVAL if no event can have the
 * filter, or -ENOMEM, with all filters as they were, an entry in the error log and the
 * reason in the subsystem's filter file.
 */
int apply_subsystem_event_filter(struct trace_subsystem_dir *dir, char *filter_string)
{
	struct filter_change change = {
		.text = filter_string,
		.made = LIST_HEAD_INIT(change.made),
		.retired = LIST_HEAD_INIT(change.retired),
	};
	struct event_subsystem *system = dir->subsystem;
	int ret = 0;

	guard(mutex)(&event_mutex);
	if (!dir->nr_events)
		return -ENODEV;

	chomp(filter_string);
	if (is_clearing(filter_string))
		clear_for_all(&change, dir);
	else
		ret = make_for_all(&change, dir);
	if (!ret) {
		put_in_force(&change);
		set_subsystem_complaint(system, NULL);
		return 0;
	}
	trace_filter_log(dir->tr, system->name, NULL, filter_string, &change.diag, ret);
	set_subsystem_complaint(system, complain(filter_string, &change.diag));
	return ret;
}

/**
 * print_event_filter - show the filter of an event
 * @file: the event in an instance
 * @s: where to
 *
 * Context: event_mutex held.
 */
void print_event_filter(struct trace_event_file *file, struct trace_seq *s)
{
	const struct trace_filter *filter = filter_of_file(file);
	const char *text = filter ? filter->host.filter_string : NULL;

	if (filter && filter->complaint) {
		trace_seq_puts(s, filter->complaint);
		trace_seq_printf(s, "in force: %s\n", text ?: "none");
		return;
	}
	trace_seq_printf(s, "%s\n", text ?: "none");
}

/**
 * print_subsystem_event_filter - show what a subsystem's filter file is for
 * @system: the subsystem
 * @s: where to
 *
 * Context: may sleep, takes event_mutex.
 */
void print_subsystem_event_filter(struct event_subsystem *system, struct trace_seq *s)
{
	guard(mutex)(&event_mutex);
	if (system->filter->filter_string) {
		trace_seq_puts(s, system->filter->filter_string);
		return;
	}
	trace_seq_puts(s, "# A filter that is written here is set for each event of this\n"
			  "# subsystem that has its fields; 0 clears the filters of all.\n");
}
