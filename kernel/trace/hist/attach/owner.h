/* SPDX-License-Identifier: GPL-2.0 */
/* Owner of a map and stream of its intervals. Private to map_owner.c and interval.c. */
#ifndef _TRACE_HIST_ATTACH_OWNER_H
#define _TRACE_HIST_ATTACH_OWNER_H

#include <linux/list.h>
#include <linux/types.h>

struct tracing_map;
struct tracing_map_counts;

/**
 * struct hist_stream - intervals of a map
 * @n_taken: number of intervals that were taken
 * @epoch: number of times that the map was cleared
 * @start: time when the next interval began
 * @cut: time when it ended, if @cut_half is set or a cut found nothing to count
 * @cut_half: half of the map that counted the next interval and is not published any more; NULL if
 *	the published half still counts it
 * @pending: intervals that were taken and given back
 * @cleared: the map was cleared since the last interval was taken
 *
 * Protected by event_mutex.
 */
struct hist_stream {
	u64 n_taken;
	u64 epoch;
	u64 start;
	u64 cut;
	struct tracing_map *cut_half;
	struct tracing_map_counts *pending;
	bool cleared;
};

/**
 * struct hist_map_owner - owner of a map
 * @list: link in named_owners; empty list if the histogram has no name
 * @users: histograms that share the map, at least one
 * @size: number of entries that the first user asked for; constant
 * @pool: number of buckets of the first user's map, 0 without a pool; constant
 * @map: the half of the current map that is published; hist_map_clear() replaces the map
 * @stream: intervals of @map
 *
 * Protected by event_mutex.
 */
struct hist_map_owner {
	struct list_head list;
	struct list_head users;
	u32 size;
	u32 pool;
	struct tracing_map *map;
	struct hist_stream stream;
};

#endif /* _TRACE_HIST_ATTACH_OWNER_H */
