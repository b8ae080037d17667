/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handlers and actions: the "onmax" and the "save" in "onmax($lat).save(comm)"; what is
 * compiled of them for people, and for events.
 */
#ifndef _TRACE_HIST_ACTION_H
#define _TRACE_HIST_ACTION_H

#include <linux/limits.h>
#include <linux/types.h>

#include "step.h"

struct hist_snapshot;
struct synth_event;

/**
 * enum hist_handler - when an action runs
 * @HIST_ON_MATCH: another event's histogram has an entry with the same key
 * @HIST_ON_MAX: a variable is larger than it ever was for this key
 * @HIST_ON_CHANGE: a variable is not what it was last time for this key
 */
enum hist_handler {
	HIST_ON_MATCH,
	HIST_ON_MAX,
	HIST_ON_CHANGE,
};

/**
 * enum hist_action_kind - what an action does
 * @HIST_ACTION_TRACE: fires a synthetic event
 * @HIST_ACTION_SAVE: saves values beside the entry
 * @HIST_ACTION_SNAPSHOT: takes a snapshot of the instance's ring buffer
 */
enum hist_action_kind {
	HIST_ACTION_TRACE,
	HIST_ACTION_SAVE,
	HIST_ACTION_SNAPSHOT,
};

/**
 * hist_handler_name - what a handler is called in a command
 * @handler: the handler
 *
 * Return: its name.
 */
static inline const char *hist_handler_name(enum hist_handler handler)
{
	static const char *const names[] = {
		[HIST_ON_MATCH]		= "onmatch",
		[HIST_ON_MAX]		= "onmax",
		[HIST_ON_CHANGE]	= "onchange",
	};

	return names[handler];
}

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
 * @snapshot: what there is to know about the snapshot; owned by the histogram
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
	struct hist_snapshot *snapshot;
};

#endif /* _TRACE_HIST_ACTION_H */
