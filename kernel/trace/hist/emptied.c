// SPDX-License-Identifier: GPL-2.0
/*
 * What was in a trigger file that somebody has emptied.
 *
 * "echo '!hist:...' > trigger": the shell's '>' empties the file when it opens it,
 * and with that removes all histograms, before the command comes.  The command has
 * then reached its aim and is no mistake.  So histograms that were removed like
 * that are remembered, for who opened the file, until he names them, somebody adds
 * others, or too many have come since.  A histogram that was not there is not
 * among them: to remove that one is a mistake all the same.
 *
 * All here is protected by event_mutex.
 */
#include <linux/lockdep.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trace.h"
#include "emptied.h"

/**
 * struct emptied - a histogram that is not there any more
 * @list: in the list of them, the oldest first
 * @file: its event.  Held, so that no other one gets the same address
 * @opener: the process that has emptied the trigger file.  Held for the same reason
 * @data: the histogram, without entries
 * @filter: its filter, or NULL
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

/* Whose event is gone cannot be named any more. */
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
 * hist_emptied_add - remember a histogram
 * @file: its event, whose trigger file the current process empties
 * @data: the histogram
 * @filter: its filter, or NULL
 *
 * Without memory, it is forgotten; to remove it once more is then a mistake.
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
 * hist_emptied_take - was a histogram there before the current process emptied the file?
 * @file: the event
 * @wanted: the histogram that is to be removed
 *
 * Context: event_mutex held.
 * Return: true if it was; it will not be another time.
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
 * hist_emptied_forget - forget what was there before a trigger file was emptied
 * @file: the event
 *
 * Context: event_mutex held.
 */
void hist_emptied_forget(const struct trace_event_file *file)
{
	struct emptied *gone, *next;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_safe(gone, next, &all_emptied, list)
		if (gone->file == file)
			forget(gone);
}
