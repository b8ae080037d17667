/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Interval: what a histogram counted between two points in time.
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
 * @cleared: what was counted in the beginning was discarded, because the histogram was cleared
 * @merged: includes an earlier interval that was not read to its end
 * @epoch: number of times that the map had been cleared
 * @counts: what was counted; NULL if nothing was
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

#endif /* _TRACE_HIST_PROGRAM_INTERVAL_H */
