/* SPDX-License-Identifier: GPL-2.0 */
/* Owner of a map and stream of its intervals. Private to hist/attach/ and its tests. */
#ifndef _TRACE_HIST_ATTACH_OWNER_H
#define _TRACE_HIST_ATTACH_OWNER_H

#include <linux/list.h>
#include <linux/types.h>

#include "../clock.h"
#include "../limits.h"
#include "../overflow.h"

struct hist_stacks;
struct hist_trigger_data;
struct tracing_map;
struct tracing_map_counts;

/**
 * struct hist_stream - intervals of a map
 * @n_taken: number of intervals that were taken
 * @epoch: unique number of the map; each map of each owner gets another one
 * @clock: clock of all times: that of the timestamps of the owner's first histogram, if it has any
 * @start: begin of the interval that the next reader takes
 * @cut: its end, once hist_interval_prepare(), hist_interval_cut() or hist_interval_freeze() has
 *	set it
 * @cut_half: half of the map that counted this interval and is not published any more; NULL if the
 *	published half still counts it
 * @reserve: memory for the counts of @cut_half, while a cut is prepared
 * @pending: intervals that were given back, or frozen and not read; merged into the next one taken
 * @pending_from: earliest begin of @pending
 * @pending_cleared: an interval in @pending followed a clear
 * @cleared: the map was cleared since the last interval was taken
 *
 * Protected by event_mutex.
 */
struct hist_stream {
	u64 n_taken;
	u64 epoch;
	enum hist_clock clock;
	u64 start;
	u64 cut;
	struct tracing_map *cut_half;
	struct tracing_map_counts *reserve;
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
 * @overflow: value of overflow= in the command of the first user; constant. The command of each
 *	other user gives the same value or none
 * @map: the half of the current map that is published; hist_map_clear() replaces the map
 * @after_cut: the map that replaces @map in a cut, and then the map that was replaced; NULL without
 *	a cut
 * @cut_node: link in the cut's list of owners, if @after_cut is not NULL
 * @evict_node: link in the list of owners of evict.c, if @overflow is %HIST_OVERFLOW_EVICT
 * @evict_next: time of the next eviction at the earliest, in jiffies
 * @evict_delay: time until the next try if no row can be evicted, in jiffies
 * @stream: intervals of @map
 * @other_stacks: while a clear is under way, the tables of stacks that replace those of the users,
 *	and then the tables that were replaced, by source; else NULL
 *
 * Protected by event_mutex.
 */
struct hist_map_owner {
	struct list_head list;
	struct list_head users;
	u32 size;
	u32 pool;
	enum hist_overflow overflow;
	struct tracing_map *map;
	struct tracing_map *after_cut;
	struct list_head cut_node;
	struct list_head evict_node;
	u64 evict_next;
	unsigned long evict_delay;
	struct hist_stream stream;
	struct hist_stacks *other_stacks[HIST_STACK_SOURCES_MAX];
};

struct hist_trigger_data *hist_map_first_user(const struct hist_map_owner *owner);
struct hist_map_owner *hist_map_find_owner(const struct hist_trigger_data *data);

struct tracing_map *hist_map_create_empty(const struct hist_map_owner *owner);
void hist_map_publish_empty(struct hist_map_owner *owner, struct tracing_map *map, u64 now);

#endif /* _TRACE_HIST_ATTACH_OWNER_H */
