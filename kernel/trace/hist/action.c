// SPDX-License-Identifier: GPL-2.0
/* The tables of handlers and actions. */
#include "action.h"
#include "diag.h"

const struct hist_handler_info hist_handler_info[HIST_HANDLER_COUNT] = {
	[HIST_ON_MATCH]	= { .name = "onmatch" },
	[HIST_ON_MAX]	= { .name = "onmax", .label = "max", .var_name = "__max" },
	[HIST_ON_MIN]	= { .name = "onmin", .label = "min", .var_name = "__min" },
	[HIST_ON_CHANGE] = { .name = "onchange", .label = "changed", .var_name = "__change" },
};

const struct hist_action_info hist_action_info[HIST_ACTION_COUNT] = {
	[HIST_ACTION_TRACE] = {
		.name		= "trace",
		.by_address	= true,
	},
	[HIST_ACTION_SAVE] = {
		.name		= "save",
		.tracks_only	= true,
		.saves_fields	= true,
		.without_params	= HIST_DIAG_SAVE_NOTHING,
	},
	[HIST_ACTION_SNAPSHOT] = {
		.name		= "snapshot",
		.tracks_only	= true,
		.hides_tracked	= true,
		.with_params	= HIST_DIAG_SNAPSHOT_PARAM,
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
		if (trace_span_is(text, name, hist_action_info[kind].name))
			break;
	return kind;
}

/**
 * hist_suggest_handler - offer the names of all handlers
 * @suggestion: suggestion for the unknown name of a handler
 */
void hist_suggest_handler(struct trace_suggestion *suggestion)
{
	enum hist_handler handler;

	for (handler = 0; handler < HIST_HANDLER_COUNT; handler++)
		trace_suggest_offer(suggestion, hist_handler_info[handler].name);
}

/**
 * hist_suggest_action - offer the names of all kinds of actions
 * @suggestion: suggestion for the unknown name of an action
 */
void hist_suggest_action(struct trace_suggestion *suggestion)
{
	enum hist_action_kind kind;

	for (kind = 0; kind < HIST_ACTION_COUNT; kind++)
		trace_suggest_offer(suggestion, hist_action_info[kind].name);
}
