/* SPDX-License-Identifier: GPL-2.0 */
/* Merge rows whose user stacks are resolved to the same code. */
#ifndef _TRACE_HIST_SHOW_MERGE_STACKS_H
#define _TRACE_HIST_SHOW_MERGE_STACKS_H

struct hist_trigger_data;
struct tracing_map;
struct tracing_map_merge;
struct tracing_map_snapshot;

int hist_merge_stacks(const struct hist_trigger_data *data, const struct tracing_map *map,
		      struct tracing_map_snapshot *rows, const struct tracing_map_merge *merge);

#endif /* _TRACE_HIST_SHOW_MERGE_STACKS_H */
