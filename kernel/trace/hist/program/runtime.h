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
 * struct hist_runtime - runtime state of an attached histogram
 * @map: map with the entries; NULL while no event may update or look up entries. RCU-sched:
 *	events read it with preemption off
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
 * @is_pinned: the references that the actions need are held, see hist_pin()
 * @trigger: trigger on the event's list; NULL before it is linked and after it is unlinked
 * @file: file of the event in its instance, set before an event can reach the histogram and
 *	cleared when no event can reach it any more
 *
 * All members are written with event_mutex held. Events read @map and @snapshot, and may
 * read @file. All other readers hold event_mutex.
 */
struct hist_runtime {
	struct tracing_map __rcu *map;
	struct hist_snapshot *snapshot;
	struct hist_map_owner *owner;
	struct list_head owner_node;
	u64 map_generation;
	unsigned int n_dependents;
	bool is_pinned;
	struct event_trigger_data *trigger;
	struct trace_event_file *file;
};

#endif /* _TRACE_HIST_PROGRAM_RUNTIME_H */
