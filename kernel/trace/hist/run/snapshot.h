/* SPDX-License-Identifier: GPL-2.0 */
/* State of the snapshot() action: it takes the snapshot of an instance's ring buffer. */
#ifndef _TRACE_HIST_RUN_SNAPSHOT_H
#define _TRACE_HIST_RUN_SNAPSHOT_H

#include <linux/seqlock.h>
#include <linux/types.h>

#include "../program/program.h"

struct trace_array;
struct tracing_map;

/**
 * struct hist_snapshot - state of a histogram's snapshot() action
 * @act: action instruction that takes the snapshot
 * @tr: the instance
 * @key_words: words of @key
 * @seq: protects the members that follow. Written under the max_lock of @tr with interrupts
 *	off
 * @keys: identify the map that the snapshot belongs to; both halves of a map have the same.
 *	Compared, never dereferenced
 * @taken: a snapshot was taken since hist_snapshot_reset()
 * @val: tracked value that caused it
 * @key: key of the entry that caused it
 *
 * @act, @tr and @key_words are constant after hist_snapshot_new().
 */
struct hist_snapshot {
	const struct hist_action_insn *act;
	struct trace_array *tr;
	u16 key_words;
	seqcount_t seq;
	const struct tracing_map_keys *keys;
	bool taken;
	u64 val;
	u64 key[] __counted_by(key_words);
};

bool hist_snapshot_cond(struct trace_array *tr, void *cond_data);
void hist_snapshot_take(struct hist_snapshot *snapshot, const struct tracing_map *map, u64 val,
			const u64 *key);

#endif /* _TRACE_HIST_RUN_SNAPSHOT_H */
