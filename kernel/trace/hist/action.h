/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handlers and actions: the "onmax" and the "save" in "onmax($lat).save(comm)".
 */
#ifndef _TRACE_HIST_ACTION_H
#define _TRACE_HIST_ACTION_H

#include <linux/types.h>

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

#endif /* _TRACE_HIST_ACTION_H */
