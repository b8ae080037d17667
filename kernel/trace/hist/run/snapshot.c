// SPDX-License-Identifier: GPL-2.0
/*
 * Take the snapshot of an instance's ring buffer for the snapshot() action of a histogram.
 *
 * An instance has one snapshot, and one histogram at a time may take it. The base kernel
 * calls hist_snapshot_cond() with the max_lock of the instance held and interrupts off, and never
 * in an NMI. So the state that hist_snapshot_cond() writes has a single writer.
 */
#include <linux/seqlock.h>
#include <linux/string.h>

#include "../../trace.h"
#include "../action.h"
#include "snapshot.h"

/**
 * struct snapshot_request - request for a snapshot
 * @snapshot: state of the histogram's snapshot() action
 * @map: map in which the event was counted
 * @val: tracked value
 * @key: key of the entry
 */
struct snapshot_request {
	struct hist_snapshot *snapshot;
	const struct tracing_map *map;
	u64 val;
	const u64 *key;
};

/*
 * Each key has its own maximum or minimum, but the instance has one snapshot, so it is taken for
 * the largest or smallest value of all keys. A request from an event that still uses the map from
 * before a clear is ignored.
 */
static bool hist_snapshot_needed(const struct hist_snapshot *snapshot,
				 const struct snapshot_request *request)
{
	if (request->map->keys != snapshot->keys)
		return false;
	if (!snapshot->taken || snapshot->act->handler == HIST_ON_CHANGE)
		return true;
	return hist_action_is_beyond(snapshot->act, request->val, snapshot->val);
}

/**
 * hist_snapshot_cond - decide whether the base kernel takes a snapshot of an instance
 * @tr: the instance
 * @cond_data: struct snapshot_request, or NULL if another caller asks for a snapshot, which is
 *	refused
 *
 * Context: any but NMI, with the max_lock of the instance held and interrupts off.
 * Return: true to take the snapshot; the state then describes it.
 */
bool hist_snapshot_cond(struct trace_array *tr, void *cond_data)
{
	const struct snapshot_request *request = cond_data;
	struct hist_snapshot *snapshot;

	if (!request || !hist_snapshot_needed(request->snapshot, request))
		return false;

	snapshot = request->snapshot;
	raw_write_seqcount_begin(&snapshot->seq);
	snapshot->taken = true;
	snapshot->val = request->val;
	memcpy(snapshot->key, request->key, snapshot->key_words * sizeof(u64));
	raw_write_seqcount_end(&snapshot->seq);
	return true;
}

/**
 * hist_snapshot_take - take a snapshot if the tracked value requires one
 * @snapshot: state of the histogram
 * @map: map in which the event was counted
 * @val: tracked value
 * @key: key of the entry
 *
 * Context: any, with preemption off. In an NMI the base kernel takes no snapshot and writes
 * a message to the trace.
 */
void hist_snapshot_take(struct hist_snapshot *snapshot, const struct tracing_map *map, u64 val,
			const u64 *key)
{
	struct snapshot_request request = { snapshot, map, val, key };

	tracing_snapshot_cond(snapshot->tr, &request);
}
