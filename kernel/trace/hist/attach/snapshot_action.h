/* SPDX-License-Identifier: GPL-2.0 */
/* The snapshot() action while its histogram is attached, without its per-event part. */
#ifndef _TRACE_HIST_ATTACH_SNAPSHOT_ACTION_H
#define _TRACE_HIST_ATTACH_SNAPSHOT_ACTION_H

#include <linux/types.h>

struct hist_action_insn;
struct hist_snapshot;
struct trace_array;
struct tracing_map;

struct hist_snapshot *hist_snapshot_new(const struct hist_action_insn *act, unsigned int key_words,
					struct trace_array *tr);
void hist_snapshot_free(struct hist_snapshot *snapshot);
void hist_snapshot_reset(struct hist_snapshot *snapshot, const struct tracing_map *map);
bool hist_snapshot_read(struct hist_snapshot *snapshot, u64 *val, u64 *key);

#endif /* _TRACE_HIST_ATTACH_SNAPSHOT_ACTION_H */
