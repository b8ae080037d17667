/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Per-event part of cuts. A cut changes several histograms at one point in time, see attach/cut.c.
 *
 * While a cut is under way, each event is on one side of it: before or after the cut. The event
 * reads hist_cut_done once, before its first histogram, and keeps the value until its last
 * histogram. Events before the cut use the maps and the pause states that are published; events
 * after the cut use those in &hist_runtime.cut.
 *
 * Callable from any context, NMI included, with preemption off.
 */
#ifndef _TRACE_HIST_RUN_CUT_H
#define _TRACE_HIST_RUN_CUT_H

#include <linux/compiler.h>
#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>

#include "../program/runtime.h"

/*
 * Enabled while at least one open file of histograms has been polled, or a cut is under way. While
 * it is disabled, the fast paths do not test for either. A task that enables it waits for a grace
 * period; afterwards no event runs that has found it disabled.
 */
DECLARE_STATIC_KEY_FALSE(hist_slow_path);

/*
 * The cut has been done, and its result is not published yet. Written with event_mutex held; events
 * read it without a lock, see attach/cut.c.
 */
extern bool hist_cut_done;

/* The event that runs on this CPU is after the cut. A nested event has its own value. */
DECLARE_PER_CPU(bool, hist_after_cut);

/**
 * hist_cut_enter - let an event decide on which side of a cut it is
 *
 * Called before the first histogram of the event.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the side of the event that this one has interrupted, for hist_cut_leave().
 */
static inline bool hist_cut_enter(void)
{
	bool interrupted = __this_cpu_read(hist_after_cut);

	/*
	 * Pairs with smp_store_release() in attach/cut.c: an event after the cut sees what was
	 * prepared for it, and an event that finds the cut finished sees what was published.
	 */
	__this_cpu_write(hist_after_cut, smp_load_acquire(&hist_cut_done));
	return interrupted;
}

/**
 * hist_cut_leave - end the part of an event that hist_cut_enter() began
 * @interrupted: result of hist_cut_enter()
 *
 * Context: any, NMI included, with preemption off since hist_cut_enter().
 */
static inline void hist_cut_leave(bool interrupted)
{
	__this_cpu_write(hist_after_cut, interrupted);
}

/**
 * hist_cut_map - get the map of a histogram on the event's side of a cut
 * @runtime: runtime state of the histogram
 *
 * Context: any, NMI included, with preemption off.
 * Return: the map; NULL while the histogram is being detached.
 */
static inline struct tracing_map *hist_cut_map(const struct hist_runtime *runtime)
{
	if (static_branch_unlikely(&hist_slow_path) && __this_cpu_read(hist_after_cut)) {
		struct tracing_map *map = READ_ONCE(runtime->cut.map);

		if (map)
			return map;
	}
	/* Pairs with rcu_assign_pointer() in attach/map_owner.c and attach/interval.c. */
	return rcu_dereference_sched(runtime->map);
}

#endif /* _TRACE_HIST_RUN_CUT_H */
