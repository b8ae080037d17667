/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Count an event in a histogram, or count it as dropped, and wake up pollers of the hist file.
 *
 * Callable from any context, takes no lock. The functions that run an event's triggers call
 * this. It is separate from exec.h, which must not depend on files and triggers.
 */
#ifndef _TRACE_HIST_RUN_NOTIFY_H
#define _TRACE_HIST_RUN_NOTIFY_H

#include <linux/trace_events.h>

#include "../../trace.h"
#include "cut.h"
#include "exec.h"

/*
 * Set by each poll of a hist file, cleared by the change that wakes up the pollers. The wakeup is
 * an interrupt, which causes events of its own. If they were counted and caused the next wakeup,
 * the interrupts would leave no time for the pollers. So the next wakeup needs a poller that has
 * run.
 */
extern bool hist_wakeup_armed;

/**
 * hist_arm_wakeup - let the next change wake up pollers
 *
 * The caller waits for the wakeup already, and reads the state of its histograms after this call.
 *
 * Context: any.
 */
static inline void hist_arm_wakeup(void)
{
	WRITE_ONCE(hist_wakeup_armed, true);
	/*
	 * Pairs with smp_mb() in hist_notify_pollers(): either the poller sees a change, or the
	 * change sees the flag.
	 */
	smp_mb();
}

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
	if (!static_branch_unlikely(&hist_slow_path))
		return;
	/* Pairs with hist_arm_wakeup(). */
	smp_mb();
	if (!READ_ONCE(hist_wakeup_armed))
		return;
	WRITE_ONCE(hist_wakeup_armed, false);
	hist_poll_wakeup();
}

/**
 * hist_exec_slow - count an event in a histogram and wake up pollers, on the slow path
 * @data: the histogram
 * @record: the event's record
 * @caller: return address into the event's probe, see hist_exec()
 *
 * The slow path is taken while %hist_slow_path is enabled.
 *
 * Context: any, NMI included, with preemption off; between hist_cut_enter() and hist_cut_leave().
 */
static inline void hist_exec_slow(const struct hist_trigger_data *data, const void *record,
				  unsigned long caller)
{
	hist_exec_on(data, hist_cut_map(&data->runtime), record, caller);
	hist_notify_pollers();
}

/**
 * hist_is_paused - test whether a histogram is paused, on the event's side of a cut
 * @trigger: trigger of the histogram
 *
 * Context: any, NMI included, with preemption off; between hist_cut_enter() and hist_cut_leave().
 * Return: true if it is.
 */
static inline bool hist_is_paused(const struct event_trigger_data *trigger)
{
	const struct hist_trigger_data *data = trigger->private_data;
	const struct hist_cut_view *view = &data->runtime.cut;

	if (__this_cpu_read(hist_after_cut) && READ_ONCE(view->sets_paused))
		return READ_ONCE(view->paused);
	return READ_ONCE(trigger->paused);
}

/**
 * hist_trigger_missed - count an event whose record could not be allocated
 * @data: the histogram
 *
 * Without a record neither the trigger's filter nor the histogram's key can be evaluated.
 * The event counts as dropped. The caller has checked that the histogram is not paused.
 *
 * Context: any, NMI included, with preemption off; between hist_cut_enter() and hist_cut_leave().
 */
static inline void hist_trigger_missed(const struct hist_trigger_data *data)
{
	struct tracing_map *map = hist_cut_map(&data->runtime);

	/* NULL while the histogram is being detached. */
	if (!map)
		return;
	tracing_map_drop(map, TRACING_MAP_DROP_RECORD);
	hist_notify_pollers();
}

#endif /* _TRACE_HIST_RUN_NOTIFY_H */
