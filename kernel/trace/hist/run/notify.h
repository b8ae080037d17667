/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Count an event in a histogram, or count it as dropped, and wake up pollers of the hist file.
 *
 * Callable from any context, takes no lock. The functions that run an event's triggers call
 * this. It is separate from exec.h, which must not depend on files: user space can build exec.h.
 */
#ifndef _TRACE_HIST_RUN_NOTIFY_H
#define _TRACE_HIST_RUN_NOTIFY_H

#include <linux/jump_label.h>
#include <linux/trace_events.h>

#include "exec.h"

/*
 * Enabled while at least one open hist file has been polled. While it is disabled, events skip
 * the wakeup.
 */
DECLARE_STATIC_KEY_FALSE(hist_has_pollers);

/**
 * hist_notify_pollers - wake up pollers of the hist files
 *
 * Called after each event that a histogram counts, and after a histogram is attached,
 * cleared or detached.
 *
 * Context: any, NMI included.
 */
static inline void hist_notify_pollers(void)
{
	if (static_branch_unlikely(&hist_has_pollers))
		hist_poll_wakeup();
}

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
	hist_notify_pollers();
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
	/* Pairs with rcu_assign_pointer() in attach/map_owner.c. */
	struct tracing_map *map = rcu_dereference_sched(data->runtime.map);

	/* NULL while the histogram is being detached. */
	if (!map)
		return;
	tracing_map_drop(map, TRACING_MAP_DROP_RECORD);
	hist_notify_pollers();
}

#endif /* _TRACE_HIST_RUN_NOTIFY_H */
