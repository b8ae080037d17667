// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of handlers and actions, the callbacks of the snapshot action, and the references
 * of the trace action to its event.
 *
 * Larger callbacks have their own files: compile_action.c compiles trace and save, snapshot.c
 * takes snapshots, show.c prints saved values.  No action depends on another one.  event_mutex
 * protects the callbacks for attached histograms.
 */
#include <linux/err.h>

#include "../trace.h"
#include "../trace_synth.h"
#include "../trigger/trigger.h"
#include "compiler.h"
#include "diag.h"
#include "show.h"
#include "snapshot.h"

const struct hist_handler_info hist_handler_info[HIST_HANDLER_COUNT] = {
	[HIST_ON_MATCH]	= { .name = "onmatch" },
	[HIST_ON_MAX]	= { .name = "onmax", .label = "max", .var_name = "__max" },
	[HIST_ON_CHANGE] = { .name = "onchange", .label = "changed", .var_name = "__change" },
};

/* A reference keeps the synthetic event from being removed before the histogram that emits it. */
static int bind_event(struct hist_trigger_data *data, const struct hist_act *act)
{
	return trace_event_try_get_ref(&act->synth->call) ? 0 : -ENODEV;
}

static void unbind_event(struct hist_trigger_data *data, const struct hist_act *act)
{
	trace_event_put_ref(&act->synth->call);
}

/* One histogram has one snapshot, so that it can have only one action that takes it. */
static int compile_snapshot(struct hist_compiler *c, struct hist_draft *draft)
{
	const struct hist_act *act;

	for (act = c->data->program.acts; act < draft->act; act++)
		if (act->kind == HIST_ACTION_SNAPSHOT)
			return hist_diag_set(c->diag, HIST_DIAG_SNAPSHOT_TWICE,
					     draft->spec->span);
	return 0;
}

/*
 * While a histogram takes the snapshots of an instance, its condition rejects all other requests.
 * A snapshot trigger in the same instance would have no effect, so refuse to combine the two.
 */
static int bind_snapshot(struct hist_trigger_data *data, const struct hist_act *act)
{
	struct hist_snapshot *snapshot = ERR_PTR(-EBUSY);
	struct trace_array *tr = data->live.file->tr;

	if (!trigger_takes_snapshots(tr))
		snapshot = hist_snapshot_new(act, data->program.key_size / sizeof(u64), tr);
	if (IS_ERR(snapshot))
		return PTR_ERR(snapshot);
	data->live.snapshot = snapshot;
	return 0;
}

static void unbind_snapshot(struct hist_trigger_data *data, const struct hist_act *act)
{
	hist_snapshot_free(data->live.snapshot);
	data->live.snapshot = NULL;
}

static void begin_snapshot(struct hist_trigger_data *data, const struct tracing_map *map)
{
	hist_snapshot_begin(data->live.snapshot, map);
}

const struct hist_action_ops hist_action_ops[HIST_ACTION_COUNT] = {
	[HIST_ACTION_TRACE] = {
		.name		= "trace",
		.by_address	= true,
		.not_bound	= HIST_DIAG_NO_SYNTH,
		.compile	= hist_compile_trace,
		.bind		= bind_event,
		.unbind		= unbind_event,
	},
	[HIST_ACTION_SAVE] = {
		.name		= "save",
		.tracks_only	= true,
		.has_cell	= true,
		.without_params	= HIST_DIAG_SAVE_NOTHING,
		.compile	= hist_compile_save,
		.show		= hist_show_saved,
	},
	[HIST_ACTION_SNAPSHOT] = {
		.name		= "snapshot",
		.tracks_only	= true,
		.hides_tracked	= true,
		.with_params	= HIST_DIAG_SNAPSHOT_PARAM,
		.not_bound	= HIST_DIAG_SNAPSHOT_BUSY,
		.compile	= compile_snapshot,
		.bind		= bind_snapshot,
		.unbind		= unbind_snapshot,
		.begin		= begin_snapshot,
	},
};

/**
 * hist_action_find - look up an action by name
 * @text: the whole command
 * @name: name of the action
 *
 * Return: the kind of the action, or HIST_ACTION_COUNT if the name is unknown.
 */
enum hist_action_kind hist_action_find(const char *text, struct trace_span name)
{
	enum hist_action_kind kind;

	for (kind = 0; kind < HIST_ACTION_COUNT; kind++)
		if (trace_span_is(text, name, hist_action_ops[kind].name))
			break;
	return kind;
}
