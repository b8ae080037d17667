// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of handlers and of actions, and what actions have to do with events and
 * instances.
 *
 * What only a large one needs is in a file of its own: trace and save are compiled in
 * compile_action.c, snapshot.c knows how a snapshot is taken.  No action knows another.
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

/* trace: the event must not be removed before who fires it. */
static int bind_event(struct hist_trigger_data *data, const struct hist_act *act)
{
	return trace_event_try_get_ref(&act->synth->call) ? 0 : -ENODEV;
}

static void unbind_event(struct hist_trigger_data *data, const struct hist_act *act)
{
	trace_event_put_ref(&act->synth->call);
}

static int compile_snapshot(struct hist_compiler *c, struct hist_draft *draft)
{
	const struct hist_act *act;

	for (act = c->data->program.acts; act < draft->act; act++)
		if (act->kind == HIST_ACTION_SNAPSHOT)
			return hist_diag_set(c->diag, HIST_DIAG_SNAPSHOT_TWICE,
					     draft->spec->span);
	return 0;
}

/* A trigger would ask the histogram for its snapshots, and get none. */
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
 * hist_action_find - look up an action
 * @text: the whole command
 * @name: the action's name
 *
 * Return: the action, or HIST_ACTION_COUNT if there is none of that name.
 */
enum hist_action_kind hist_action_find(const char *text, struct trace_span name)
{
	enum hist_action_kind kind;

	for (kind = 0; kind < HIST_ACTION_COUNT; kind++)
		if (trace_span_is(text, name, hist_action_ops[kind].name))
			break;
	return kind;
}
