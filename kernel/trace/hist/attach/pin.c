// SPDX-License-Identifier: GPL-2.0
/*
 * Pin what an attached histogram depends on: the synthetic events and the snapshot of its
 * actions, the memory for execution contexts, and the histograms whose entries it looks up.
 *
 * event_mutex protects all state here. Per-event code needs no reference of its own: an event
 * can reach the histogram only while these references are held.
 */
#include <linux/err.h>
#include <linux/lockdep.h>
#include <linux/percpu.h>
#include <linux/tracepoint.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "../../trace_synth.h"
#include "../../trigger/trigger.h"
#include "../diag.h"
#include "../run/arena.h"
#include "internal.h"
#include "snapshot_action.h"

/* A reference keeps the synthetic event from being removed before the histogram that emits it. */
static int pin_synth_event(struct hist_trigger_data *data, const struct hist_action_insn *act)
{
	return trace_event_try_get_ref(&act->synth->call) ? 0 : -ENODEV;
}

static void unpin_synth_event(struct hist_trigger_data *data, const struct hist_action_insn *act)
{
	trace_event_put_ref(&act->synth->call);
}

/*
 * While a histogram takes the snapshots of an instance, its condition rejects all other requests.
 * A snapshot trigger in the same instance would have no effect, so refuse to combine the two.
 */
static int pin_snapshot(struct hist_trigger_data *data, const struct hist_action_insn *act)
{
	struct hist_snapshot *snapshot = ERR_PTR(-EBUSY);
	struct trace_array *tr = data->runtime.file->tr;

	if (!trigger_takes_snapshots(tr))
		snapshot = hist_snapshot_new(act, data->program.key_size / sizeof(u64), tr);
	if (IS_ERR(snapshot))
		return PTR_ERR(snapshot);
	data->runtime.snapshot = snapshot;
	return 0;
}

static void unpin_snapshot(struct hist_trigger_data *data, const struct hist_action_insn *act)
{
	hist_snapshot_free(data->runtime.snapshot);
	data->runtime.snapshot = NULL;
}

/**
 * struct hist_pin_ops - how the objects of a kind of action are pinned
 * @pin: get references to them. Returns 0 or a negative errno
 * @unpin: put these references
 * @error: error code for a failure of @pin
 *
 * Kinds of action that depend on no object have no entry. All callbacks may sleep and are called
 * with event_mutex held, while no event can reach the histogram.
 */
struct hist_pin_ops {
	int (*pin)(struct hist_trigger_data *data, const struct hist_action_insn *act);
	void (*unpin)(struct hist_trigger_data *data, const struct hist_action_insn *act);
	enum hist_diag error;
};

static const struct hist_pin_ops hist_pin_ops[HIST_ACTION_COUNT] = {
	[HIST_ACTION_TRACE] = {
		.pin	= pin_synth_event,
		.unpin	= unpin_synth_event,
		.error	= HIST_DIAG_NO_SYNTH,
	},
	[HIST_ACTION_SNAPSHOT] = {
		.pin	= pin_snapshot,
		.unpin	= unpin_snapshot,
		.error	= HIST_DIAG_SNAPSHOT_BUSY,
	},
};

static int pin_action(struct hist_trigger_data *data, const struct hist_action_insn *act)
{
	const struct hist_pin_ops *ops = &hist_pin_ops[act->kind];

	return ops->pin ? ops->pin(data, act) : 0;
}

static void unpin_actions(struct hist_trigger_data *data, unsigned int n)
{
	while (n) {
		const struct hist_action_insn *act = &data->program.actions[--n];

		if (hist_pin_ops[act->kind].unpin)
			hist_pin_ops[act->kind].unpin(data, act);
	}
}

/**
 * hist_pin - pin what a histogram's actions need
 * @data: the histogram, not reachable by events yet; its runtime.file is set
 * @failure: returns the action that failed, and the error code
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with all actions unpinned again.
 */
int hist_pin(struct hist_trigger_data *data, struct hist_pin_failure *failure)
{
	const struct hist_program *program = &data->program;
	unsigned int i;
	int ret;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < program->n_actions; i++) {
		ret = pin_action(data, &program->actions[i]);
		if (ret) {
			failure->action = i;
			failure->error = hist_pin_ops[program->actions[i].kind].error;
			unpin_actions(data, i);
			return ret;
		}
	}
	data->runtime.is_pinned = true;
	return 0;
}

/**
 * hist_unpin - release what a histogram's actions need
 * @data: the histogram, which no event can reach any more; need not be pinned
 *
 * Context: may sleep, event_mutex held.
 */
void hist_unpin(struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);

	if (data->runtime.is_pinned)
		unpin_actions(data, data->program.n_actions);
	data->runtime.is_pinned = false;
}

/**
 * hist_reset_actions - prepare the actions for another map
 * @data: the histogram; its actions are pinned
 * @map: the map, not yet published to events of this histogram
 *
 * Called at attach, and when the histogram is cleared. A snapshot that was taken for the
 * previous map does not belong to the new one.
 *
 * Context: event_mutex held.
 */
void hist_reset_actions(struct hist_trigger_data *data, const struct tracing_map *map)
{
	lockdep_assert_held(&event_mutex);

	if (data->runtime.snapshot)
		hist_snapshot_reset(data->runtime.snapshot, map);
}

/**
 * hist_pin_arena - allocate the execution contexts that a program needs
 * @program: the program of a histogram that is not attached yet
 *
 * The memory is allocated for the first histogram that needs it and never freed.
 *
 * Events read hist_arenas[] without a barrier. The grace period at the end orders the writes
 * of the pointers before the publication of the histogram by rcu_assign_pointer() in
 * map_owner.c. An event that sees the histogram started after the grace period began,
 * so it sees the pointers.
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -ENOMEM; the memory allocated so far is kept for the next call.
 */
int hist_pin_arena(const struct hist_program *program)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	/* The levels are allocated in ascending order, so the last one implies all others. */
	if (program->on_stack || hist_arenas[HIST_NESTING_MAX - 1])
		return 0;

	for (i = 0; i < HIST_NESTING_MAX; i++) {
		if (!hist_arenas[i])
			hist_arenas[i] = alloc_percpu(struct hist_arena_ctx);
		if (!hist_arenas[i])
			return -ENOMEM;
	}
	trace_events_synchronize();
	return 0;
}

static void add_dependents(struct hist_trigger_data *data, int n)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < data->program.n_lookups; i++)
		data->program.lookups[i].defining_hist->runtime.n_dependents += n;
}

/**
 * hist_get_dependencies - keep the histograms that a histogram uses from being removed
 * @data: the histogram that uses them, about to be attached
 *
 * Context: event_mutex held.
 */
void hist_get_dependencies(struct hist_trigger_data *data)
{
	add_dependents(data, 1);
}

/**
 * hist_put_dependencies - undo hist_get_dependencies()
 * @data: the histogram, unlinked from its event
 *
 * The other histograms can be unlinked after this call. Their maps must stay until a grace
 * period has passed, because events may still look up entries.
 *
 * Context: event_mutex held.
 */
void hist_put_dependencies(struct hist_trigger_data *data)
{
	add_dependents(data, -1);
}
