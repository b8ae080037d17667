// SPDX-License-Identifier: GPL-2.0
/*
 * The filter files of events and of subsystems.
 *
 * A filter that is replaced is freed after a grace period. A filter that is rejected changes
 * nothing: the event keeps its current filter, and its filter file shows the error. filter.c
 * creates the filters.
 *
 * Locks: event_mutex, for all functions.
 */
#include <linux/build_bug.h>
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

#include "../trace_base.h"
#include "filter.h"
#include "limits.h"

/* Bytes of a message, the filter in force and the words around them. */
#define REST_MAX	(256 + FILTER_FILE_TEXT_MAX)

static_assert(2 * FILTER_FILE_SHOWN_MAX + REST_MAX < TRACE_SEQ_BUFFER_SIZE);

/* events/filter_files.c copies this much of a longer text. */
static_assert(FILTER_FILE_TEXT_MAX < SZ_4K);

/* Return the current filter of an event's file. Context: event_mutex held. */
static struct trace_filter *filter_of_file(const struct trace_event_file *file)
{
	return trace_filter_of(rcu_dereference_protected(file->filter,
							 lockdep_is_held(&event_mutex)));
}

/*
 * Format the text that a filter file shows for a rejected filter: the filter in one line, a caret
 * under the error, and the message. If the filter is longer than what is shown of it, it ends with
 * dots, which the caret points at if the error is in the rest.
 */
static char *format_error(const char *text, const struct trace_diag *diag)
{
	u32 len = strnlen(text, FILTER_FILE_SHOWN_MAX + 1), caret = diag->at.off;
	const char *dots = "";
	char hint[TRACE_DIAG_HINT_MAX];
	char *line, *error_text;

	if (len > FILTER_FILE_SHOWN_MAX) {
		len = FILTER_FILE_SHOWN_MAX;
		caret = min(caret, len);
		dots = "...";
	}
	line = kmemdup_nul(text, len, GFP_KERNEL);
	if (!line)
		return NULL;
	trace_text_flatten(line);
	trace_diag_format_hint(diag, hint);
	error_text = kasprintf(GFP_KERNEL, "%s%s\n%*s^\nparse_error: %s%s\n", line, dots,
			       (int)caret, "", filter_diag_messages[diag->code], hint);
	kfree(line);
	return error_text;
}

static bool is_clear_command(const char *text)
{
	return trace_span_is(text, trace_span_trim(text, trace_span_all(text)), "0");
}

/*
 * Replace the filter of an event, or remove it. A concurrent event runs the old or the new
 * filter; if it finds no filter, it passes.
 *
 * Return: the old filter, which events may run until the next grace period.
 */
static struct trace_filter *replace_filter(struct trace_event_file *file,
					   struct trace_filter *filter)
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

/* Free replaced filters after one grace period for all of them. */
static void free_retired(struct list_head *retired)
{
	if (list_empty(retired))
		return;
	trace_events_synchronize();
	free_list(retired);
}

/**
 * struct filter_change - a write to a filter file
 * @text: text of the filter
 * @created: new filters, one for each event that accepts the text
 * @retired: filters that the new ones replace
 * @diag: error in the text
 */
struct filter_change {
	const char *text;
	struct list_head created;
	struct list_head retired;
	struct trace_diag diag;
};

/*
 * Check the length of the text, and cut off its trailing blanks. Blanks count: the text can be the
 * start of a longer one, and must not become another filter.
 */
static int prepare_text(struct filter_change *change, char *text)
{
	size_t len = strlen(text);

	change->text = text;
	if (len > FILTER_FILE_TEXT_MAX)
		return filter_diag_set(&change->diag, FILTER_DIAG_FILE_TOO_LONG,
				       (struct trace_span){ FILTER_FILE_TEXT_MAX, 1 });
	trace_text_chomp(text, len);
	return 0;
}

static int create_for_event(struct filter_change *change, struct trace_event_file *file,
			    struct trace_diag *diag)
{
	struct event_filter *host;

	host = trace_filter_new(file->event_call, change->text, trace_span_all(change->text), diag);
	if (IS_ERR(host))
		return PTR_ERR(host);
	trace_filter_of(host)->file = file;
	list_add_tail(&trace_filter_of(host)->list, &change->created);
	return 0;
}

static void clear_event(struct filter_change *change, struct trace_event_file *file)
{
	struct trace_filter *old = replace_filter(file, NULL);

	if (old)
		list_add_tail(&old->list, &change->retired);
}

static void publish_filters(struct filter_change *change)
{
	struct trace_filter *filter, *next;

	list_for_each_entry_safe(filter, next, &change->created, list) {
		struct trace_filter *old = replace_filter(filter->file, filter);

		list_del(&filter->list);
		if (old)
			list_add_tail(&old->list, &change->retired);
	}
	free_retired(&change->retired);
}

/*
 * Store the error text in the current filter, which stays in effect. Without a filter, create an
 * object that only holds the text.
 */
static void store_error(struct trace_event_file *file, const struct filter_change *change)
{
	struct trace_filter *filter = filter_of_file(file);

	if (!filter) {
		filter = kzalloc(sizeof(*filter), GFP_KERNEL);
		if (!filter)
			return;
		replace_filter(file, filter);
	}
	kfree(filter->error_text);
	filter->error_text = format_error(change->text, &change->diag);
}

/**
 * apply_event_filter - set or clear the filter of an event
 * @file: the event in an instance
 * @filter_string: text of the filter, or "0" to clear it; trailing blanks are cut off. A text of
 *	more than %FILTER_FILE_TEXT_MAX bytes is rejected
 *
 * Context: may sleep; event_mutex held.
 * Return: 0, -EINVAL or -ENOMEM. On error, the event keeps its current filter, and the reason is
 * in the error log and in the event's filter file.
 */
int apply_event_filter(struct trace_event_file *file, char *filter_string)
{
	struct filter_change change = {
		.created = LIST_HEAD_INIT(change.created),
		.retired = LIST_HEAD_INIT(change.retired),
	};
	int ret;

	lockdep_assert_held(&event_mutex);

	ret = prepare_text(&change, filter_string);
	if (!ret && is_clear_command(filter_string))
		clear_event(&change, file);
	else if (!ret)
		ret = create_for_event(&change, file, &change.diag);
	if (!ret) {
		publish_filters(&change);
		return 0;
	}
	trace_filter_log(file->tr, file->event_call->class->system,
			 trace_event_name(file->event_call), filter_string, &change.diag, ret);
	store_error(file, &change);
	return ret;
}

/*
 * Of the errors for several events, keep the one that is furthest to the right: most of the
 * filter is valid for that event.
 */
static void keep_last_error(struct trace_diag *last, const struct trace_diag *diag)
{
	if (!last->code || diag->at.off > last->at.off)
		*last = *diag;
}

static int create_for_subsystem(struct filter_change *change, struct trace_subsystem_dir *dir)
{
	struct trace_event_file *file;
	int ret;

	list_for_each_entry(file, &dir->tr->events, list) {
		struct trace_diag diag = {};

		if (file->system != dir)
			continue;
		ret = create_for_event(change, file, &diag);
		if (ret == -ENOMEM) {
			free_list(&change->created);
			return ret;
		}
		if (ret)
			keep_last_error(&change->diag, &diag);
	}
	return list_empty(&change->created) ? -EINVAL : 0;
}

static void clear_subsystem(struct filter_change *change, struct trace_subsystem_dir *dir)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &dir->tr->events, list)
		if (file->system == dir)
			clear_event(change, file);
}

/* The event core allocates a filter for each subsystem, and frees its text. */
static void set_subsystem_error(struct event_subsystem *system, char *error_text)
{
	kfree(system->filter->filter_string);
	system->filter->filter_string = error_text;
}

/**
 * apply_subsystem_event_filter - set or clear the filters of all events of a subsystem
 * @dir: the subsystem in an instance
 * @filter_string: text of the filter, or "0" to clear the filters; trailing blanks are cut off. A
 *	text of more than %FILTER_FILE_TEXT_MAX bytes is rejected
 *
 * Events that do not accept the filter keep their current filter.
 *
 * Context: may sleep; takes event_mutex.
 * Return: 0; -ENODEV if the subsystem has been removed; -EINVAL if no event accepts the filter;
 * or -ENOMEM. On -EINVAL and -ENOMEM, all filters are unchanged, and the reason is in the error
 * log and in the subsystem's filter file.
 */
int apply_subsystem_event_filter(struct trace_subsystem_dir *dir, char *filter_string)
{
	struct filter_change change = {
		.created = LIST_HEAD_INIT(change.created),
		.retired = LIST_HEAD_INIT(change.retired),
	};
	struct event_subsystem *system = dir->subsystem;
	int ret;

	guard(mutex)(&event_mutex);
	if (!dir->nr_events)
		return -ENODEV;

	ret = prepare_text(&change, filter_string);
	if (!ret && is_clear_command(filter_string))
		clear_subsystem(&change, dir);
	else if (!ret)
		ret = create_for_subsystem(&change, dir);
	if (!ret) {
		publish_filters(&change);
		set_subsystem_error(system, NULL);
		return 0;
	}
	trace_filter_log(dir->tr, system->name, NULL, filter_string, &change.diag, ret);
	set_subsystem_error(system, format_error(filter_string, &change.diag));
	return ret;
}

/**
 * print_event_filter - show the filter of an event
 * @file: the event in an instance
 * @s: output
 *
 * Context: event_mutex held.
 */
void print_event_filter(struct trace_event_file *file, struct trace_seq *s)
{
	const struct trace_filter *filter = filter_of_file(file);
	const char *text = filter ? filter->host.filter_string : NULL;

	if (filter && filter->error_text) {
		trace_seq_puts(s, filter->error_text);
		trace_seq_printf(s, "in force: %s\n", text ?: "none");
		return;
	}
	trace_seq_printf(s, "%s\n", text ?: "none");
}

/**
 * print_subsystem_event_filter - show the last error of a subsystem's filter file, or its usage
 * @system: the subsystem
 * @s: output
 *
 * Context: may sleep; takes event_mutex.
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
