/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A histogram while it is attached to an event.
 *
 * What the compiler makes does not change.  All that does is here, and empty before and
 * after: attach.c, store.c and bind.c fill it in, and take it away again.
 */
#ifndef _TRACE_HIST_LIVE_H
#define _TRACE_HIST_LIVE_H

#include <linux/list.h>
#include <linux/types.h>

struct event_trigger_data;
struct hist_snapshot;
struct hist_store;
struct trace_event_file;
struct tracing_map;

/**
 * struct hist_live - what a histogram has while it is attached
 * @map: its entries, as events find them; NULL while nobody may hit or look them up.
 *	RCU-sched
 * @snapshot: what its snapshot was taken for, of a histogram that takes any.  Written
 *	while no event can hit
 * @store: whose entries they are, shared with others of the same name; given at
 *	attach, gone when the trigger is
 * @store_node: in the list of the store's users
 * @generation: another number whenever @map is another one, and never one that any
 *	histogram had before
 * @n_users: attached histograms that use variables of this one, or wait for its
 *	entries
 * @is_bound: what its actions need is held, see hist_bind()
 * @trigger: the trigger that it hangs on, from when that is on its event's list until it
 *	is taken off; NULL while it is on none
 * @file: the event's file that the trigger is in, from before an event can hit it until
 *	none can any more
 *
 * All of it is written under event_mutex.  Events read @map and @snapshot, and may read
 * @file; all else is read under event_mutex as well.
 */
struct hist_live {
	struct tracing_map __rcu *map;
	struct hist_snapshot *snapshot;
	struct hist_store *store;
	struct list_head store_node;
	u64 generation;
	unsigned int n_users;
	bool is_bound;
	struct event_trigger_data *trigger;
	struct trace_event_file *file;
};

#endif /* _TRACE_HIST_LIVE_H */
