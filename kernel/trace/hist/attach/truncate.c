// SPDX-License-Identifier: GPL-2.0
/*
 * Remember the histograms that were removed by truncating a trigger file, so that a later
 * ``!hist:...`` of one succeeds.
 *
 * In "echo '!hist:...' > trigger" the shell truncates the file when it opens it, which
 * removes all unused histograms of the event before the command arrives. The user gets what
 * the command asks for, so the command must not fail. A ``!hist:...`` of a histogram that
 * was not attached still fails.
 *
 * A removed histogram is remembered for the process that truncated the file, until
 *
 * - that process removes it with ``!hist:...``,
 * - a hist command other than a removal is written to the trigger file of the event,
 * - the trigger file is truncated again, which removes a histogram,
 * - %HIST_TRUNCATED_MAX more histograms have been removed by truncation, or
 * - a histogram is removed by truncation after the event was removed.
 *
 * event_mutex protects all state here.
 */
#include <linux/lockdep.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../trace.h"
#include "truncate.h"

/**
 * struct truncated_hist - histogram that was removed by truncation
 * @list: link in truncated_hists, oldest first
 * @file: event of the histogram. Holds a reference, so the address is not reused
 * @opener: process (thread group) that truncated the file. Holds a reference for the same
 *	reason
 * @data: the histogram, detached from its map. Holds a reference
 * @filter: copy of the filter text, or NULL
 */
struct truncated_hist {
	struct list_head list;
	struct trace_event_file *file;
	struct pid *opener;
	struct hist_trigger_data *data;
	char *filter;
};

static LIST_HEAD(truncated_hists);
static unsigned int n_truncated;

static void forget_truncated(struct truncated_hist *entry)
{
	list_del(&entry->list);
	n_truncated--;
	event_file_put(entry->file);
	put_pid(entry->opener);
	hist_data_put(entry->data);
	kfree(entry->filter);
	kfree(entry);
}

/*
 * Drop the entries of removed events, which no command can name any more, and the oldest
 * entry if the list is full.
 */
static void evict_entries(void)
{
	struct truncated_hist *entry, *next;

	list_for_each_entry_safe(entry, next, &truncated_hists, list)
		if (entry->file->flags & EVENT_FILE_FL_FREED)
			forget_truncated(entry);

	if (n_truncated == HIST_TRUNCATED_MAX)
		forget_truncated(list_first_entry(&truncated_hists, struct truncated_hist, list));
}

/**
 * hist_truncated_add - remember a histogram that truncation removes
 * @file: event of the histogram, whose trigger file the current process truncates
 * @data: the histogram
 * @filter: text of its filter, or NULL
 *
 * If there is no memory, the histogram is not remembered, and a later ``!hist:...`` fails.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_truncated_add(struct trace_event_file *file, struct hist_trigger_data *data,
			const char *filter)
{
	struct truncated_hist *entry = kzalloc(sizeof(*entry), GFP_KERNEL);

	lockdep_assert_held(&event_mutex);

	if (!entry)
		return;
	entry->filter = kstrdup(filter, GFP_KERNEL);
	if (filter && !entry->filter) {
		kfree(entry);
		return;
	}

	evict_entries();
	event_file_get(file);
	entry->file = file;
	entry->opener = get_pid(task_tgid(current));
	entry->data = hist_data_get(data);
	list_add_tail(&entry->list, &truncated_hists);
	n_truncated++;
}

static struct truncated_hist *find_truncated(const struct trace_event_file *file,
					     const struct hist_match *match,
					     bool (*matches)(const struct hist_match *match,
							     const struct hist_trigger_data *data,
							     const char *filter))
{
	struct truncated_hist *entry;

	list_for_each_entry(entry, &truncated_hists, list)
		if (entry->file == file && entry->opener == task_tgid(current) &&
		    matches(match, entry->data, entry->filter))
			return entry;
	return NULL;
}

static bool consume(struct truncated_hist *entry)
{
	if (!entry)
		return false;
	forget_truncated(entry);
	return true;
}

/**
 * hist_truncated_consume_exact - find and forget a histogram that the current process removed by
 * truncation, and that a command describes completely
 * @file: event of the histogram
 * @match: command that removes the histogram
 *
 * Context: may sleep, event_mutex held.
 * Return: true if there was one. It is forgotten, so the next call does not find it.
 */
bool hist_truncated_consume_exact(const struct trace_event_file *file,
				  const struct hist_match *match)
{
	lockdep_assert_held(&event_mutex);

	return consume(find_truncated(file, match, hist_matches));
}

/**
 * hist_truncated_consume - find and forget a histogram that the current process removed by
 * truncation
 * @file: event of the histogram
 * @match: command that removes the histogram
 *
 * An exact match is preferred to a match that leaves out parts of the command.
 *
 * Context: may sleep, event_mutex held.
 * Return: true if there was one. It is forgotten, so the next call does not find it.
 */
bool hist_truncated_consume(const struct trace_event_file *file, const struct hist_match *match)
{
	return hist_truncated_consume_exact(file, match) ||
	       consume(find_truncated(file, match, hist_may_match));
}

/**
 * hist_truncated_forget - forget all histograms of an event
 * @file: the event
 *
 * Context: may sleep, event_mutex held.
 */
void hist_truncated_forget(const struct trace_event_file *file)
{
	struct truncated_hist *entry, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(entry, next, &truncated_hists, list)
		if (entry->file == file)
			forget_truncated(entry);
}
