/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reader of the intervals of an event's histograms: what hist_delta and hist_delta_raw share.
 *
 * A file takes an interval of each histogram, makes tables of them, and drops both when a read has
 * returned 0. If the file is closed before that, the intervals are given back and are part of the
 * next ones. Both files take from the same streams.
 */
#ifndef _TRACE_HIST_SHOW_DELTA_READER_H
#define _TRACE_HIST_SHOW_DELTA_READER_H

#include <linux/mutex.h>
#include <linux/types.h>

struct file;
struct hist_delta_part;
struct hist_delta_reader;
struct hist_interval;
struct hist_trigger_data;
struct poll_table_struct;
struct trace_event_file;

/**
 * struct hist_delta_ops - tables of a file that shows intervals
 * @alloc: allocate memory for this number of tables. Called at most once before @free. Return: 0 or
 *	-ENOMEM
 * @add: append the table of an interval. The histogram is attached. Return: 0 or -ENOMEM
 * @free: free all tables and the memory for them; there may be none
 *
 * All of them may sleep. @alloc and @add are called with event_mutex held.
 */
struct hist_delta_ops {
	int (*alloc)(struct hist_delta_reader *reader, unsigned int n);
	int (*add)(struct hist_delta_reader *reader, const struct trace_event_file *event_file,
		   struct hist_trigger_data *data, const struct hist_interval *interval);
	void (*free)(struct hist_delta_reader *reader);
};

/**
 * struct hist_delta_reader - open file that shows intervals
 * @ops: tables of the file
 * @file: the open file
 * @lock: protects @n_parts, @parts and the tables. Taken before event_mutex and the lock of the
 *	seq_file
 * @n_parts: number of @parts
 * @parts: the intervals that were taken and are not consumed; NULL without
 * @is_poller: the file has been polled, so it is counted in hist_slow_path. Protected by
 *	event_mutex
 */
struct hist_delta_reader {
	const struct hist_delta_ops *ops;
	struct file *file;
	/* A read and the consumption at its end are one step. */
	struct mutex lock;
	unsigned int n_parts;
	struct hist_delta_part *parts;
	bool is_poller;
};

void hist_delta_init(struct hist_delta_reader *reader, const struct hist_delta_ops *ops,
		     struct file *file);
int hist_delta_take(struct hist_delta_reader *reader);
void hist_delta_consume(struct hist_delta_reader *reader);
void hist_delta_release(struct hist_delta_reader *reader);
__poll_t hist_delta_poll(struct hist_delta_reader *reader, struct poll_table_struct *wait);

#endif /* _TRACE_HIST_SHOW_DELTA_READER_H */
