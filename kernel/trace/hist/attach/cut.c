// SPDX-License-Identifier: GPL-2.0
/*
 * Cuts: pause, continue, clear, or end the interval of several histograms at one point in time.
 *
 * The point in time is one store, to hist_cut_done:
 *
 *	prepare the maps for events after the cut	may fail, changes nothing then
 *	enable hist_slow_path, wait for a grace period
 *	hist_cut_done = true				the cut
 *	wait for a grace period
 *	publish the maps and the pause states, hist_cut_done = false
 *	wait for a grace period
 *	free the replaced maps, disable hist_slow_path
 *
 * - Each event reads hist_cut_done once in an instance, before its first histogram (run/cut.h). So
 *   all its histograms there are on the same side of the cut, including those in which it looks up
 *   entries. An event that several instances count is handled once in each of them.
 * - All events read it: after the first grace period, no event runs that has not found
 *   hist_slow_path enabled.
 * - If event 1 happens before event 2 and is after the cut, so is event 2: it cannot read an older
 *   value of hist_cut_done than event 1 did. It may read the value false that is stored when the
 *   cut is published. Then it sees the published maps and pause states as well, because the store
 *   has release semantics and the read has acquire semantics. An event that finds hist_slow_path
 *   disabled sees them because of the third grace period.
 * - After the second grace period, no event before the cut runs. The halves that are published then
 *   count the events after the cut. The halves that they replace have counted all events before it.
 * - After the third grace period, no event uses &hist_runtime.cut, so it can be reset.
 *
 * event_mutex is held from beginning to end. So no histogram is attached, changed or removed during
 * a cut, and there is one cut at a time.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/preempt.h>
#include <linux/tracepoint.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "../run/clock.h"
#include "../run/cut.h"
#include "../run/notify.h"
#include "cut.h"
#include "internal.h"
#include "interval.h"
#include "map_owner.h"
#include "owner.h"
#include "stacks.h"

/**
 * struct hist_cut - a cut that is under way
 * @verb: the verb of the command
 * @targets: histograms that it was requested for
 * @n: number of @targets
 * @owners: owners of the maps that it replaces, linked by &hist_map_owner.cut_node
 * @now: time of the cut by each clock that the owners' streams use
 */
struct hist_cut {
	enum hist_verb verb;
	struct hist_trigger_data *const *targets;
	unsigned int n;
	struct list_head owners;
	u64 now[HIST_CLOCK_COUNT];
};

static bool replaces_maps(const struct hist_cut *cut)
{
	return cut->verb == HIST_VERB_CLEAR || cut->verb == HIST_VERB_DELTA;
}

/* Prepare the map that the users of an owner have after the cut. Return: 0 or -ENOMEM. */
static int prepare_owner(struct hist_cut *cut, struct hist_map_owner *owner)
{
	struct tracing_map *after;

	int ret;

	if (owner->after_cut)
		return 0;
	after = cut->verb == HIST_VERB_CLEAR ? hist_map_create_empty(owner) :
					       hist_interval_prepare_freeze(owner);
	if (IS_ERR(after))
		return PTR_ERR(after);
	ret = cut->verb == HIST_VERB_CLEAR ? hist_stacks_prepare_clear(owner) : 0;
	if (ret) {
		tracing_map_destroy(after);
		return ret;
	}
	owner->after_cut = after;
	list_add_tail(&owner->cut_node, &cut->owners);
	return 0;
}

/* Free what was prepared, after an error. */
static void cancel_cut(struct hist_cut *cut)
{
	struct hist_map_owner *owner, *next;

	list_for_each_entry_safe(owner, next, &cut->owners, cut_node) {
		if (cut->verb == HIST_VERB_CLEAR) {
			tracing_map_destroy(owner->after_cut);
			hist_stacks_finish_clear(owner);
		} else {
			hist_interval_cancel_freeze(owner);
		}
		owner->after_cut = NULL;
		list_del(&owner->cut_node);
	}
}

/*
 * Allocate what the cut needs, for all targets or for none, and make the halves empty that will be
 * published. Return: 0 or -ENOMEM.
 */
static int prepare_cut(struct hist_cut *cut)
{
	struct hist_map_owner *owner;
	unsigned int i;
	int ret = 0;

	if (!replaces_maps(cut))
		return 0;
	for (i = 0; !ret && i < cut->n; i++)
		ret = prepare_owner(cut, cut->targets[i]->runtime.owner);
	if (ret) {
		cancel_cut(cut);
		return ret;
	}
	if (cut->verb == HIST_VERB_DELTA)
		list_for_each_entry(owner, &cut->owners, cut_node)
			hist_interval_start_freeze(owner);
	return 0;
}

/*
 * Read the clock of each stream, and let events from now on be after the cut. Each clock is read
 * once, so that tables with the same clock have the same time.
 */
static void do_cut(struct hist_cut *cut)
{
	const struct hist_map_owner *owner;

	preempt_disable();
	list_for_each_entry(owner, &cut->owners, cut_node) {
		enum hist_clock clock = owner->stream.clock;

		if (!cut->now[clock])
			cut->now[clock] = hist_clock_read(clock);
	}
	/* Pairs with smp_load_acquire() in run/cut.h and run/pause.c. */
	smp_store_release(&hist_cut_done, true);
	preempt_enable();
}

/* Set what events after the cut use. No event reads it yet. */
static void set_views(struct hist_cut *cut)
{
	struct hist_trigger_data *data;
	struct hist_map_owner *owner;
	unsigned int i;

	list_for_each_entry(owner, &cut->owners, cut_node) {
		/* Events before the cut may use them, too: their map is destroyed unread. */
		if (cut->verb == HIST_VERB_CLEAR)
			hist_stacks_publish_clear(owner);
		list_for_each_entry(data, &owner->users, runtime.owner_node) {
			if (cut->verb == HIST_VERB_CLEAR)
				hist_reset_actions(data, owner->after_cut);
			WRITE_ONCE(data->runtime.cut.map, owner->after_cut);
		}
	}
	for (i = 0; i < cut->n && !replaces_maps(cut); i++) {
		struct hist_cut_view *view = &cut->targets[i]->runtime.cut;

		WRITE_ONCE(view->paused, cut->verb == HIST_VERB_PAUSE);
		WRITE_ONCE(view->sets_paused, true);
	}
}

/* Publish the pause state of a histogram. An event after the cut may change it at the same time. */
static void publish_paused(struct hist_trigger_data *data)
{
	const struct hist_cut_view *view = &data->runtime.cut;
	bool paused;

	do {
		paused = READ_ONCE(view->paused);
		WRITE_ONCE(data->runtime.trigger->paused, paused);
		/*
		 * Pairs with smp_mb() in set_paused(): either this loop sees the event's write of
		 * view->paused, or the event writes trigger->paused after the write above.
		 */
		smp_mb();
	} while (READ_ONCE(view->paused) != paused);
}

/*
 * Publish what events after the cut use. Afterwards, &hist_map_owner.after_cut is the map that was
 * replaced.
 */
static void publish_cut(struct hist_cut *cut)
{
	struct hist_map_owner *owner;
	unsigned int i;

	list_for_each_entry(owner, &cut->owners, cut_node) {
		struct tracing_map *before = owner->map;
		u64 now = cut->now[owner->stream.clock];

		if (cut->verb == HIST_VERB_CLEAR)
			hist_map_publish_empty(owner, owner->after_cut, now);
		else
			hist_interval_freeze(owner, owner->after_cut, now);
		owner->after_cut = before;
	}
	for (i = 0; i < cut->n && !replaces_maps(cut); i++)
		publish_paused(cut->targets[i]);
}

/* Clean up, when no event uses the views and the replaced maps any more. */
static void finish_cut(struct hist_cut *cut)
{
	struct hist_map_owner *owner, *next;
	struct hist_trigger_data *data;
	unsigned int i;

	list_for_each_entry_safe(owner, next, &cut->owners, cut_node) {
		list_for_each_entry(data, &owner->users, runtime.owner_node)
			WRITE_ONCE(data->runtime.cut.map, NULL);
		if (cut->verb == HIST_VERB_CLEAR) {
			tracing_map_destroy(owner->after_cut);
			hist_stacks_finish_clear(owner);
		}
		owner->after_cut = NULL;
		list_del(&owner->cut_node);
	}
	for (i = 0; i < cut->n; i++)
		WRITE_ONCE(cut->targets[i]->runtime.cut.sets_paused, false);
}

/**
 * hist_cut - pause, continue, clear, or end the interval of histograms at one point in time
 * @verb: the verb
 * @targets: attached histograms, each at most once. HIST_VERB_CLEAR and HIST_VERB_DELTA act on all
 *	histograms that share a map with one of them
 * @n: number of @targets
 *
 * If event 1 happens before event 2 and comes after the cut, so does event 2, and each event is on
 * one side of the cut in all histograms of an instance.
 *
 * Context: may sleep; event_mutex held, and the lock of hist_interval_lock() for HIST_VERB_DELTA.
 * Return: 0; or -ENOMEM, with nothing changed.
 */
int hist_cut(enum hist_verb verb, struct hist_trigger_data *const *targets, unsigned int n)
{
	struct hist_cut cut = {
		.verb = verb,
		.targets = targets,
		.n = n,
		.owners = LIST_HEAD_INIT(cut.owners),
	};
	int ret;

	lockdep_assert_held(&event_mutex);

	if (!n)
		return 0;
	ret = prepare_cut(&cut);
	if (ret)
		return ret;
	static_branch_inc(&hist_slow_path);
	trace_events_synchronize();

	set_views(&cut);
	do_cut(&cut);
	trace_events_synchronize();

	publish_cut(&cut);
	/* Pairs with the same as in do_cut(). */
	smp_store_release(&hist_cut_done, false);
	trace_events_synchronize();

	finish_cut(&cut);
	static_branch_dec(&hist_slow_path);
	hist_notify_pollers();
	return 0;
}
