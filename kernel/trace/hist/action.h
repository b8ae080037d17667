/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handlers and actions: the "onmax" and the "save" in "onmax($lat).save(comm)"; what is
 * compiled of them for people, and for events.
 *
 * One table tells what each handler is called.  Another one tells for each action its name,
 * what may stand in its parentheses, and what is to be done for it at every step of a
 * histogram's life.  Only what it does when an event hits is not there: that is a case in
 * hist/exec.c.
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
 * enum hist_handler - when an action runs
 * @HIST_ON_MATCH: another event's histogram has an entry with the same key
 * @HIST_ON_MAX: a variable is larger than it ever was for this key
 * @HIST_ON_CHANGE: a variable is not what it was last time for this key
 * @HIST_HANDLER_COUNT: how many there are
 */
enum hist_handler {
	HIST_ON_MATCH,
	HIST_ON_MAX,
	HIST_ON_CHANGE,
	HIST_HANDLER_COUNT,
};

/**
 * enum hist_action_kind - what an action does
 * @HIST_ACTION_TRACE: fires a synthetic event
 * @HIST_ACTION_SAVE: saves values beside the entry
 * @HIST_ACTION_SNAPSHOT: takes a snapshot of the instance's ring buffer
 * @HIST_ACTION_COUNT: how many there are
 */
enum hist_action_kind {
	HIST_ACTION_TRACE,
	HIST_ACTION_SAVE,
	HIST_ACTION_SNAPSHOT,
	HIST_ACTION_COUNT,
};

/**
 * struct hist_handler_info - what there is to know about a handler
 * @name: as the user writes it
 * @label: what stands in front of the tracked value, where it is shown
 * @var_name: the name of the variable that remembers it, which nobody can use
 */
struct hist_handler_info {
	const char *name;
	const char *label;
	const char *var_name;
};

extern const struct hist_handler_info hist_handler_info[HIST_HANDLER_COUNT];

/**
 * hist_handler_tracks - does a handler keep track of a variable?
 * @handler: the handler
 *
 * Return: true if so; false if it waits for a match.
 */
static inline bool hist_handler_tracks(enum hist_handler handler)
{
	return handler != HIST_ON_MATCH;
}

/**
 * struct hist_action - an action, for people
 * @handler: when it runs
 * @kind: what it does
 * @text: all of it, as it is written; owned by it
 * @match_system: of onmatch, the event's system; owned by it
 * @match_event: of onmatch, the event's name; owned by it
 * @ref: of the others, the tracked variable: which of var_refs[]
 * @track_idx: the number of the variable that remembers it
 * @is_signed: what is tracked is shown as a signed number
 * @first_save: of save: the first of save_vars[] that it saves
 * @n_saves: how many
 * @event: of trace: the name of the synthetic event; owned by it
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

/* Of an action that needs no match. */
#define HIST_NO_SOURCE	U8_MAX

/**
 * struct hist_act - what is done when an entry was hit
 * @handler: when; &enum hist_handler
 * @kind: what; &enum hist_action_kind
 * @is_signed: the tracked value is compared as a signed number
 * @source: of onmatch: the source that must have an entry of the same key, or
 *	%HIST_NO_SOURCE
 * @tracked: how to get the tracked value, a number
 * @track: which variable of the element remembers it
 * @at: where in the frame's text the arguments or what is saved are put together
 * @n_words: words of them
 * @args: the steps that do that
 * @cell: where what is saved is kept: the tracked value, and what belongs to it
 * @synth: the event to fire
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
 * struct hist_action_ops - what there is to know about a kind of action
 * @name: as the user writes it in front of the parentheses
 * @tracks_only: needs a handler that keeps track of a variable
 * @hides_tracked: a row does not show what is tracked
 * @by_address: of arguments that are bytes, what is handed on is their address
 * @has_cell: keeps something in a cell of the entry
 * @without_params: what is wrong if nothing stands in the parentheses; 0 if nothing is.
 *	&enum hist_diag, as all that is wrong
 * @with_params: what is wrong if something does
 * @not_bound: what is wrong if @bind fails
 * @compile: compile what stands in the parentheses, of which the handler is compiled
 *	already; 0, -EINVAL with the diagnostic filled in, or -ENOMEM.  May sleep
 * @bind: take hold of what it needs and the histogram has not, before that is attached;
 *	0 or a negative errno.  event_mutex is held, as for the two that follow; may sleep
 * @unbind: let go of it, when no event can hit any more; may sleep
 * @begin: from now on the entries are in this map
 * @show: print what belongs to an entry, behind what is tracked: the table, which of its
 *	rows, which of the actions
 *
 * What an action has no need of is left out.
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
