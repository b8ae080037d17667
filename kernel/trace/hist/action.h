/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handlers and actions: the "onmax" and the "save" of "onmax($lat).save(comm)".
 *
 * One table has the names of the handlers, another one the names and properties of the actions.
 * Neither has callbacks. Each phase has a switch or a table of its own: compile/action.c compiles
 * the parameters, attach/pin.c pins the objects that an action needs, run/actions.c runs the
 * action, and show/text.c prints what it has saved.
 */
#ifndef _TRACE_HIST_ACTION_H
#define _TRACE_HIST_ACTION_H

#include <linux/types.h>

#include "../trace_suggest.h"
#include "../trace_text.h"

/**
 * enum hist_handler - condition under which an action runs
 * @HIST_ON_MATCH: the histogram of another event has an entry with the same key
 * @HIST_ON_MAX: a variable exceeds its maximum for the key
 * @HIST_ON_MIN: a variable falls below its minimum for the key
 * @HIST_ON_CHANGE: a variable differs from its last value for the key
 * @HIST_HANDLER_COUNT: number of handlers
 */
enum hist_handler {
	HIST_ON_MATCH,
	HIST_ON_MAX,
	HIST_ON_MIN,
	HIST_ON_CHANGE,
	HIST_HANDLER_COUNT,
};

/**
 * enum hist_action_kind - kind of an action
 * @HIST_ACTION_TRACE: emit a synthetic event
 * @HIST_ACTION_SAVE: save values in the entry
 * @HIST_ACTION_SNAPSHOT: take a snapshot of the instance's ring buffer
 * @HIST_ACTION_COUNT: number of kinds
 */
enum hist_action_kind {
	HIST_ACTION_TRACE,
	HIST_ACTION_SAVE,
	HIST_ACTION_SNAPSHOT,
	HIST_ACTION_COUNT,
};

/**
 * struct hist_handler_info - properties of a handler
 * @name: name in commands
 * @label: text in front of the tracked value, where a row displays it
 * @var_name: name that hist_debug shows for the variable that stores the tracked value;
 *	commands cannot refer to that variable
 */
struct hist_handler_info {
	const char *name;
	const char *label;
	const char *var_name;
};

extern const struct hist_handler_info hist_handler_info[HIST_HANDLER_COUNT];

/**
 * hist_handler_tracks - check whether a handler tracks a variable
 * @handler: handler
 *
 * Return: true if so; false for onmatch.
 */
static inline bool hist_handler_tracks(enum hist_handler handler)
{
	return handler != HIST_ON_MATCH;
}

/**
 * struct hist_action_info - properties of a kind of action
 * @name: name in commands, in front of the parentheses
 * @tracks_only: the handler must track a variable
 * @hides_tracked: rows do not display the tracked value
 * @by_address: arguments that are bytes are passed by address; the argument of their instruction
 *	is the offset of the bytes
 * @saves_fields: the action stores its parameters in a cell of the entry
 * @without_params: error code for an action without parameters, &enum hist_diag; 0 if that is
 *	valid
 * @with_params: error code for an action with parameters; 0 if that is valid
 */
struct hist_action_info {
	const char *name;
	bool tracks_only;
	bool hides_tracked;
	bool by_address;
	bool saves_fields;
	u8 without_params;
	u8 with_params;
};

extern const struct hist_action_info hist_action_info[HIST_ACTION_COUNT];

void hist_suggest_handler(struct trace_suggestion *suggestion);
void hist_suggest_action(struct trace_suggestion *suggestion);
enum hist_action_kind hist_action_find(const char *text, struct trace_span name);

#endif /* _TRACE_HIST_ACTION_H */
