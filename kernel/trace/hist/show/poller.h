/* SPDX-License-Identifier: GPL-2.0 */
/* Detect changes of an event's histograms, for the poll of hist, hist_folded and hist_raw. */
#ifndef _TRACE_HIST_SHOW_POLLER_H
#define _TRACE_HIST_SHOW_POLLER_H

#include <linux/types.h>

struct file;
struct hist_trigger_data;
struct poll_table_struct;

/**
 * struct hist_poll_state - state of an event's histograms, to detect changes
 * @hits: sum of the hitcounts of all histograms
 * @n: number of histograms
 * @max_generation: largest &hist_runtime.map_generation of the histograms
 *
 * @hits alone does not detect every change: after a clear, the new map can reach the old
 * sum. Each map assignment gets a larger generation than all before. So if @max_generation is
 * equal, all histograms that are attached now were attached before, with the same map. If
 * @n is equal, too, none has been removed.
 */
struct hist_poll_state {
	u64 hits;
	unsigned int n;
	u64 max_generation;
};

/**
 * struct hist_poller - states of an event's histograms that a poll of an open file compares
 * @read: state of the histograms when they were read at offset 0
 * @polled: state of the histograms at the last poll, or at open
 * @is_poller: the file has been polled, so it is counted in hist_slow_path
 *
 * Protected by event_mutex.
 */
struct hist_poller {
	struct hist_poll_state read;
	struct hist_poll_state polled;
	bool is_poller;
};

void hist_poller_open(struct hist_poller *poller, struct file *file);
void hist_poller_release(struct hist_poller *poller);
void hist_poller_begin_read(struct hist_poller *poller);
void hist_poller_add_read(struct hist_poller *poller, const struct hist_trigger_data *data,
			  u64 hits);
__poll_t hist_poller_poll(struct hist_poller *poller, struct file *file,
			  struct poll_table_struct *wait);
void hist_wait_for_change(struct file *file, struct poll_table_struct *wait, bool *is_poller);

#endif /* _TRACE_HIST_SHOW_POLLER_H */
