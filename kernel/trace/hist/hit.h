/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Count an event in a histogram, or count it as dropped, and wake up pollers of the hist
 * file.
 *
 * The functions that run an event's triggers call this. exec.c does not know files.
 */
#ifndef _TRACE_HIST_HIT_H
#define _TRACE_HIST_HIT_H

#include "exec.h"
#include "poll.h"

/**
 * hist_trigger_hit - count an event in a histogram and wake up pollers
 * @data: the histogram
 * @record: the event's record
 * @caller: return address of the function that runs the event's triggers, see hist_exec()
 *
 * Context: any, NMI included, with preemption off.
 */
static __always_inline void hist_trigger_hit(const struct hist_trigger_data *data,
					     const void *record, unsigned long caller)
{
	hist_exec(data, record, caller);
	hist_file_changed();
}

/**
 * hist_trigger_missed - count an event whose record could not be allocated
 * @data: the histogram
 *
 * Without a record neither the trigger's filter nor the histogram's key can be evaluated.
 * The event counts as dropped. The caller has checked that the histogram is not paused.
 *
 * Context: any, NMI included, with preemption off.
 */
static inline void hist_trigger_missed(const struct hist_trigger_data *data)
{
	/* Pairs with rcu_assign_pointer() in hist/store.c. */
	struct tracing_map *map = rcu_dereference_sched(data->live.map);

	/* NULL while the histogram is being detached. */
	if (!map)
		return;
	tracing_map_drop(map, TRACING_MAP_DROP_RECORD);
	hist_file_changed();
}

#endif /* _TRACE_HIST_HIT_H */
