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
 * - the trigger file is truncated again and contains histograms,
 * - %HIST_EMPTIED_MAX more histograms have been removed by truncation, or
 * - the event is removed.
 *
 * event_mutex protects all state here.
 */
#include <linux/lockdep.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trace.h"
#include "emptied.h"

/**
 * struct emptied - histogram that was removed by truncation
 * @list: link in all_emptied, oldest first
 * @file: event of the histogram. Holds a reference, so the address is not reused
 * @opener: process (thread group) that truncated the file. Holds a reference for the same
 *	reason
 * @data: the histogram, detached from its map. Holds a reference
 * @filter: copy of the filter text, or NULL
 */
struct emptied {
	struct list_head list;
	struct trace_event_file *file;
	struct pid *opener;
	struct hist_trigger_data *data;
	char *filter;
};

static LIST_HEAD(all_emptied);
static unsigned int n_emptied;

static void forget(struct emptied *gone)
{
	list_del(&gone->list);
	n_emptied--;
	event_file_put(gone->file);
	put_pid(gone->opener);
	hist_data_put(gone->data);
	kfree(gone->filter);
	kfree(gone);
}

/*
 * Drop the entries of removed events, which no command can name any more, and the oldest
 * entry if the list is full.
 */
static void make_room(void)
{
	struct emptied *gone, *next;

	list_for_each_entry_safe(gone, next, &all_emptied, list)
		if (gone->file->flags & EVENT_FILE_FL_FREED)
			forget(gone);

	if (n_emptied == HIST_EMPTIED_MAX)
		forget(list_first_entry(&all_emptied, struct emptied, list));
}

/**
 * hist_emptied_add - remember a histogram that truncation removes
 * @file: event of the histogram, whose trigger file the current process truncates
 * @data: the histogram
 * @filter: text of its filter, or NULL
 *
 * If there is no memory, the histogram is not remembered, and a later ``!hist:...`` fails.
 *
 * Context: may sleep, event_mutex held.
 */
void hist_emptied_add(struct trace_event_file *file, struct hist_trigger_data *data,
		      const char *filter)
{
	struct emptied *gone = kzalloc(sizeof(*gone), GFP_KERNEL);

	lockdep_assert_held(&event_mutex);

	if (!gone)
		return;
	gone->filter = kstrdup(filter, GFP_KERNEL);
	if (filter && !gone->filter) {
		kfree(gone);
		return;
	}

	make_room();
	event_file_get(file);
	gone->file = file;
	gone->opener = get_pid(task_tgid(current));
	gone->data = hist_data_get(data);
	list_add_tail(&gone->list, &all_emptied);
	n_emptied++;
}

static struct emptied *find(const struct trace_event_file *file,
			    const struct hist_wanted *wanted,
			    bool (*fits)(const struct hist_wanted *wanted,
					 const struct hist_trigger_data *data,
					 const char *filter))
{
	struct emptied *gone;

	list_for_each_entry(gone, &all_emptied, list)
		if (gone->file == file && gone->opener == task_tgid(current) &&
		    fits(wanted, gone->data, gone->filter))
			return gone;
	return NULL;
}

/**
 * hist_emptied_take - find and forget a histogram that the current process removed by
 * truncation
 * @file: event of the histogram
 * @wanted: command that removes the histogram
 *
 * An exact match is preferred to a match that leaves out parts of the command.
 *
 * Context: may sleep, event_mutex held.
 * Return: true if there was one. It is forgotten, so the next call does not find it.
 */
bool hist_emptied_take(const struct trace_event_file *file, const struct hist_wanted *wanted)
{
	struct emptied *gone;

	lockdep_assert_held(&event_mutex);

	gone = find(file, wanted, hist_is_wanted) ?: find(file, wanted, hist_may_be_wanted);
	if (!gone)
		return false;
	forget(gone);
	return true;
}

/**
 * hist_emptied_forget - forget all histograms of an event
 * @file: the event
 *
 * Context: may sleep, event_mutex held.
 */
void hist_emptied_forget(const struct trace_event_file *file)
{
	struct emptied *gone, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(gone, next, &all_emptied, list)
		if (gone->file == file)
			forget(gone);
}
