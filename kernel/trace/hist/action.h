/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handlers and actions: the "onmax" and the "save" of "onmax($lat).save(comm)", and their
 * compiled forms: one for display and one for execution.
 *
 * One table has the name of each handler.  Another one has, for each kind of action, its name,
 * whether it takes parameters, and callbacks for each phase of a histogram's life.  The per-event
 * part of an action is not in the table: hist/exec.c has a case for each kind.
 */
#ifndef _TRACE_HIST_ACTION_H
#define _TRACE_HIST_ACTION_H

#include <linux/limits.h>
#include <linux/types.h>

#include "../trace_text.h"
#include "step.h"

struct hist_compiler;
struct hist_draft;
struct hist_table;
struct hist_trigger_data;
struct seq_file;
struct synth_event;
struct tracing_map;

/**
 * enum hist_handler - condition under which an action runs
 * @HIST_ON_MATCH: the histogram of another event has an entry with the same key
 * @HIST_ON_MAX: a variable exceeds its maximum for the key
 * @HIST_ON_CHANGE: a variable differs from its last value for the key
 * @HIST_HANDLER_COUNT: number of handlers
 */
enum hist_handler {
	HIST_ON_MATCH,
	HIST_ON_MAX,
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
 * struct hist_action - an action, as it is displayed
 * @handler: handler of the action
 * @kind: kind of the action
 * @text: handler and action as the trigger file shows them; owned by the action
 * @match_system: system of the event of onmatch, else NULL; owned by the action
 * @match_event: name of the event of onmatch, else NULL; owned by the action
 * @ref: index in var_refs[] of the tracked variable; not used for onmatch
 * @track_idx: index, among all variables of the histogram, of the variable that stores the
 *	tracked value; not used for onmatch
 * @is_signed: tracked value is displayed as a signed number
 * @first_save: index in save_vars[] of the first value of a save action
 * @n_saves: number of values of a save action
 * @event: name of the synthetic event of a trace action, else NULL; owned by the action
 *
 * Constant after compilation.
 */
struct hist_action {
	enum hist_handler handler;
	enum hist_action_kind kind;
	char *text;
	char *match_system;
	char *match_event;
	u8 ref;
	u16 track_idx;
	bool is_signed;
	u16 first_save;
	u16 n_saves;
	char *event;
};

/* Value of &hist_act.source: the action needs no lookup of its own. */
#define HIST_NO_SOURCE	U8_MAX

/**
 * struct hist_act - action instruction: an action, as it is executed after an entry is updated
 * @handler: &enum hist_handler
 * @kind: &enum hist_action_kind
 * @is_signed: tracked values are compared as signed numbers
 * @source: for onmatch, index in &hist_program.sources of the histogram that must have an entry
 *	with the same key; %HIST_NO_SOURCE without such a condition
 * @tracked: instruction that computes the new value of the tracked variable, a number
 * @track: index of the element's variable that stores the tracked value
 * @at: offset in the bytes of the execution context, in words, of the arguments of the synthetic
 *	event or of the values to save
 * @n_words: number of these words
 * @args: instructions that build these words
 * @cell: position of the element's cell for the saved words: the tracked value and the values
 *	that belong to it
 * @synth: synthetic event of a trace action, else NULL
 *
 * Constant after compilation.
 */
struct hist_act {
	u8 handler;
	u8 kind;
	bool is_signed;
	u8 source;
	struct hist_step tracked;
	u16 track;
	u16 at;
	u16 n_words;
	u16 cell;
	struct hist_code args;
	struct synth_event *synth;
};

/**
 * struct hist_action_ops - properties and callbacks of a kind of action
 * @name: name in commands, in front of the parentheses
 * @tracks_only: the handler must track a variable
 * @hides_tracked: rows do not display the tracked value
 * @by_address: arguments that are bytes are passed by address; the argument of their instruction
 *	is the offset of the bytes
 * @has_cell: the action stores values in a cell of the entry
 * @without_params: error code for an action without parameters, &enum hist_diag; 0 if that is
 *	valid
 * @with_params: error code for an action with parameters; 0 if that is valid
 * @not_bound: error code for a failure of @bind
 * @compile: compile the parameters; the handler is compiled already.  Returns 0, -EINVAL with the
 *	diagnostic filled in, or -ENOMEM.  May sleep
 * @bind: get references to the objects that the action needs, before the histogram is attached.
 *	Returns 0 or a negative errno.  Called with event_mutex held, may sleep
 * @unbind: put these references, when no event can reach the histogram any more.  Called with
 *	event_mutex held, may sleep
 * @begin: prepare for another map, before it is published to events: at attach, and when the
 *	histogram is cleared.  Called with event_mutex held
 * @show: print the saved values of an entry, behind its tracked value.  The arguments are the
 *	output file, the table, the row and the index of the action.  Takes no locks
 *
 * All members but @name are optional.
 */
struct hist_action_ops {
	const char *name;
	bool tracks_only;
	bool hides_tracked;
	bool by_address;
	bool has_cell;
	u8 without_params;
	u8 with_params;
	u8 not_bound;
	int (*compile)(struct hist_compiler *c, struct hist_draft *draft);
	int (*bind)(struct hist_trigger_data *data, const struct hist_act *act);
	void (*unbind)(struct hist_trigger_data *data, const struct hist_act *act);
	void (*begin)(struct hist_trigger_data *data, const struct tracing_map *map);
	void (*show)(struct seq_file *m, const struct hist_table *table, unsigned int row,
		     unsigned int action);
};

extern const struct hist_action_ops hist_action_ops[HIST_ACTION_COUNT];

enum hist_action_kind hist_action_find(const char *text, struct trace_span name);

#endif /* _TRACE_HIST_ACTION_H */
