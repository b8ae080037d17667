/* SPDX-License-Identifier: GPL-2.0 */
/* Owner of a map and stream of its intervals. Private to map_owner.c and interval.c. */
#ifndef _TRACE_HIST_ATTACH_OWNER_H
#define _TRACE_HIST_ATTACH_OWNER_H

#include <linux/list.h>
#include <linux/types.h>

struct hist_trigger_data;
struct tracing_map;
struct tracing_map_counts;

/**
 * struct hist_stream - intervals of a map
 * @n_taken: number of intervals that were taken
 * @epoch: unique number of the map; each map of each owner gets another one
 * @start: begin of the interval that the next reader takes
 * @cut: its end, once hist_interval_cut() has set it
 * @cut_half: half of the map that counted this interval and is not published any more; NULL if the
 *	published half still counts it
 * @pending: intervals that were given back, to be merged into the next one that has counts
 * @pending_from: earliest begin of @pending
 * @pending_cleared: an interval in @pending followed a clear
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
	u64 pending_from;
	bool pending_cleared;
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

struct hist_map_owner *hist_map_find_owner(const struct hist_trigger_data *data);

#endif /* _TRACE_HIST_ATTACH_OWNER_H */
