/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Count an event in a histogram, or that the histogram missed it, and wake up pollers of
 * the hist file.
 *
 * Called by the functions that run an event's triggers; exec.c knows nothing of files.
 */
#ifndef _TRACE_HIST_HIT_H
#define _TRACE_HIST_HIT_H

#include "exec.h"
#include "poll.h"

/**
 * hist_trigger_hit - count a hit
 * @data: the histogram
 * @record: the event's record
 * @caller: see hist_exec()
 *
 * Context: any, NMI included, preemption off.
 */
static __always_inline void hist_trigger_hit(const struct hist_trigger_data *data,
					     const void *record, unsigned long caller)
{
	hist_exec(data, record, caller);
	hist_file_changed();
}

/**
 * hist_trigger_missed - count an event whose record could not be made
 * @data: the histogram
 *
 * Without a record neither the trigger's filter nor the histogram's key can be evaluated.
 * The event counts as dropped.  The caller has checked that the histogram is not paused.
 *
 * Context: any, NMI included, preemption off.
 */
static inline void hist_trigger_missed(const struct hist_trigger_data *data)
{
	/* Pairs with rcu_assign_pointer() in hist/store.c. */
	struct tracing_map *map = rcu_dereference_sched(data->live.map);

	/* NULL: the histogram is about to be detached. */
	if (!map)
		return;
	tracing_map_drop(map, TRACING_MAP_DROP_RECORD);
	hist_file_changed();
}

#endif /* _TRACE_HIST_HIT_H */
