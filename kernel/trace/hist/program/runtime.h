/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runtime state of an attached histogram.
 *
 * The compiled form is constant; everything that changes between attach and release is here. Before
 * attach and after release it holds no references. attach/attach.c, attach/map_owner.c and
 * attach/pin.c maintain it.
 */
#ifndef _TRACE_HIST_PROGRAM_RUNTIME_H
#define _TRACE_HIST_PROGRAM_RUNTIME_H

#include <linux/list.h>
#include <linux/types.h>

struct event_trigger_data;
struct hist_snapshot;
struct hist_map_owner;
struct trace_event_file;
struct tracing_map;

/**
 * struct hist_cut_view - map and pause state of a histogram for events after a cut
 * @map: map that these events use; NULL if it is &hist_runtime.map
 * @sets_paused: the cut pauses or continues the histogram
 * @paused: with @sets_paused, the pause state
 *
 * Written with event_mutex held; an event may write @paused.
 */
struct hist_cut_view {
	struct tracing_map *map;
	bool sets_paused;
	bool paused;
};

/**
 * struct hist_runtime - runtime state of an attached histogram
 * @map: map with the entries; NULL while no event may update or look up entries. RCU-sched:
 *	events read it with preemption off
 * @cut: map and pause state for events after a cut
 * @snapshot: state of the snapshot() action, NULL without one. The pointer is only written while
 *	no event can reach the histogram
 * @owner: owner of the map, shared by all histograms with the same ``name=``. Set at
 *	attach, cleared at release
 * @owner_node: link in the owner's list of users
 * @map_generation: unique number of the map assignment. Each new value of @map gets a number
 *	that no histogram had before
 * @n_dependents: number of attached histograms that load variables of this one or look up its
 *	entries. While it is not 0, neither a command nor truncation
 *	removes this histogram
 * @id: unique number of the histogram, from 1; 0 before it is attached
 * @is_pinned: the references that the actions need are held, see hist_pin()
 * @keeps_cgroups: paths of removed cgroups are kept, see hist_cgroup_paths_get()
 * @trigger: trigger on the event's list; NULL before it is linked and after it is unlinked
 * @file: file of the event in its instance, set before an event can reach the histogram and
 *	cleared when no event can reach it any more
 *
 * All members are written with event_mutex held; events may write @cut.paused, too. Events read
 * @map, @cut and @snapshot, and may read @file. All other readers hold event_mutex.
 */
struct hist_runtime {
	struct tracing_map __rcu *map;
	struct hist_cut_view cut;
	struct hist_snapshot *snapshot;
	struct hist_map_owner *owner;
	struct list_head owner_node;
	u64 map_generation;
	u64 id;
	unsigned int n_dependents;
	bool is_pinned;
	bool keeps_cgroups;
	struct event_trigger_data *trigger;
	struct trace_event_file *file;
};

#endif /* _TRACE_HIST_PROGRAM_RUNTIME_H */
