// SPDX-License-Identifier: GPL-2.0
/*
 * Direct path: run the histograms of an event that is not recorded, on a record without a header.
 * See trace_event_way() in the base kernel's headers, which a patch of ours adds, and
 * update_cond_flag(), which decides when an event may take this path.
 *
 * Any context, NMI included, with preemption off.
 */
#include <linux/export.h>
#include <linux/instruction_pointer.h>
#include <linux/rculist.h>

#include "../../filter/filter.h"
#include "../../trigger/trigger.h"
#include "notify.h"

/*
 * Check whether to run a trigger. The list may have triggers that need the header of the record or
 * are no histograms: such a trigger was linked or unlinked while this event was executing. The
 * event precedes the link, or follows the unlinking, so the trigger is skipped.
 */
static __always_inline bool is_active(const struct event_trigger_data *trigger, const bool slow)
{
	return trigger_is_direct(trigger) &&
	       !(slow ? hist_is_paused(trigger) : READ_ONCE(trigger->paused));
}

static __always_inline void run_hists(struct trace_event_file *file, const void *rec,
				      unsigned long caller, const bool slow)
{
	const struct event_trigger_data *trigger;

	list_for_each_entry_rcu(trigger, &file->triggers, list, rcu_read_lock_sched_held()) {
		const struct event_filter *filter = rcu_dereference_sched(trigger->filter);

		if (!is_active(trigger, slow) || (filter && !trace_filter_passes(filter, rec)))
			continue;
		if (slow)
			hist_exec_slow(trigger->private_data, rec, caller);
		else
			hist_exec(trigger->private_data, rec, caller);
	}
}

/* Run the histograms of an event, with their filters. */
static noinline void run_all_hists(struct trace_event_file *file, const void *rec,
				   unsigned long caller)
{
	run_hists(file, rec, caller, false);
}

/* The same on one side of a cut, and wake up pollers. */
static noinline void run_all_hists_slow(struct trace_event_file *file, const void *rec,
					unsigned long caller)
{
	const bool interrupted = hist_cut_enter();

	run_hists(file, rec, caller, true);
	hist_cut_leave(interrupted);
}

/**
 * event_hists_call_from - run the histograms of an event on the direct path (%TRACE_EVENT_DIRECT)
 * @file: the event in an instance
 * @rec: the event's record, in any memory. Its fields are filled in, its header is not
 * @caller: return address on the stack; stack traces start above it
 *
 * Common case: the event has one trigger, without a filter. The program is then called last, so
 * that the compiler saves no registers.
 *
 * Context: any, NMI included, with preemption off.
 */
__always_inline void event_hists_call_from(struct trace_event_file *file, const void *rec,
					   unsigned long caller)
{
	const struct list_head *first = READ_ONCE(file->triggers.next);
	const struct event_trigger_data *trigger =
		list_entry(first, struct event_trigger_data, list);

	if (static_branch_unlikely(&hist_slow_path))
		run_all_hists_slow(file, rec, caller);
	else if (likely(first != &file->triggers && READ_ONCE(first->next) == &file->triggers &&
			is_active(trigger, false) && !rcu_access_pointer(trigger->filter)))
		hist_exec(trigger->private_data, rec, caller);
	else
		run_all_hists(file, rec, caller);
}

/**
 * event_hists_call - run the histograms of an event on the direct path (%TRACE_EVENT_DIRECT)
 * @file: the event in an instance
 * @rec: the event's record, see event_hists_call_from()
 *
 * Stack traces start at the caller of the calling function.
 *
 * Context: any, NMI included, with preemption off.
 */
void event_hists_call(struct trace_event_file *file, const void *rec)
{
	event_hists_call_from(file, rec, _RET_IP_);
}
EXPORT_SYMBOL_GPL(event_hists_call);
