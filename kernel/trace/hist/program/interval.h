/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interval: the counts of a histogram between two points in time.
 *
 * Functions that print an interval take this struct, so they do not need to know map owners.
 */
#ifndef _TRACE_HIST_PROGRAM_INTERVAL_H
#define _TRACE_HIST_PROGRAM_INTERVAL_H

#include <linux/types.h>

#include "../../tracing_map_interval.h"
#include "../clock.h"

/**
 * struct hist_interval - interval of a histogram
 * @number: number in the stream of intervals, from 1
 * @from: time when it began
 * @to: time when it ended
 * @clock: clock of the times
 * @cleared: the histogram was cleared, and earlier counts that were not read were discarded
 * @merged: includes an earlier interval that was not read to its end
 * @epoch: &hist_stream.epoch of the map
 * @counts: the counts; NULL if they are all 0
 */
struct hist_interval {
	u64 number;
	u64 from;
	u64 to;
	enum hist_clock clock;
	bool cleared;
	bool merged;
	u64 epoch;
	struct tracing_map_counts *counts;
};

/**
 * struct hist_interval_status - the interval that the next reader takes
 * @number: its number
 * @from: time when it began
 * @clock: clock of @from
 * @is_frozen: it has ended, by ``delta`` or by a reader, and is not taken yet
 * @unread: hits that are in no taken interval; those of an interval given back count again
 */
struct hist_interval_status {
	u64 number;
	u64 from;
	enum hist_clock clock;
	bool is_frozen;
	u64 unread;
};

#endif /* _TRACE_HIST_PROGRAM_INTERVAL_H */
