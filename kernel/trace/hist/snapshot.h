/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Snapshots of an instance's ring buffer, taken by a histogram.
 */
#ifndef _TRACE_HIST_SNAPSHOT_H
#define _TRACE_HIST_SNAPSHOT_H

#include <linux/seqlock.h>
#include <linux/types.h>

#include "action.h"

struct trace_array;
struct tracing_map;

/**
 * struct hist_snapshot - a histogram that takes the snapshot of an instance
 * @act: which action takes it
 * @tr: the instance
 * @key_words: words of a key
 * @seq: what follows is written within it, under the max_lock of @tr
 * @map: the entries that one is taken for; only compared
 * @taken: one was taken for these
 * @val: the tracked value that it was taken for
 * @key: the key of the entry
 */
struct hist_snapshot {
	const struct hist_act *act;
	struct trace_array *tr;
	u16 key_words;
	seqcount_t seq;
	const struct tracing_map *map;
	bool taken;
	u64 val;
	u64 key[] __counted_by(key_words);
};

struct hist_snapshot *hist_snapshot_new(const struct hist_act *act, unsigned int key_words,
					struct trace_array *tr);
void hist_snapshot_free(struct hist_snapshot *snapshot);
void hist_snapshot_begin(struct hist_snapshot *snapshot, const struct tracing_map *map);
void hist_snapshot_take(struct hist_snapshot *snapshot, const struct tracing_map *map, u64 val,
			const u64 *key);
bool hist_snapshot_read(struct hist_snapshot *snapshot, u64 *val, u64 *key);

#endif /* _TRACE_HIST_SNAPSHOT_H */
