/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Select events: the words that are written to set_event.
 *
 *	word	:= [ "!" ] events [ ":mod:" module ]
 *	events	:= name | [ system ] ":" [ event ] | ""
 *
 * A single name is that of an event or of a system. Each name may be a glob, but has no colon. An
 * empty name means all. "!" disables the events. Words without events and without a module are
 * invalid.
 *
 * Pure code: no locks, no allocation, no types of tracing.
 */
#ifndef _TRACE_EVENTS_SELECT_H
#define _TRACE_EVENTS_SELECT_H

#include <linux/types.h>

#include "../trace_diag.h"

/* Largest length of a word in bytes: three names and the separators between them. */
#define EVENT_WORD_MAX	255

/* Error codes; select.c has their messages. */
enum event_select_diag {
	EVENT_SELECT_OK,
	EVENT_SELECT_NO_NAME,
	EVENT_SELECT_TOO_LONG,
	EVENT_SELECT_EXTRA_COLON,
	EVENT_SELECT_NO_MODULE_NAME,
	EVENT_SELECT_NO_EVENT,
	EVENT_SELECT_NO_EVENT_OF_MODULE,
	EVENT_SELECT_DIAG_COUNT,
};

extern const char *const event_select_messages[EVENT_SELECT_DIAG_COUNT];

/**
 * struct event_selection - events that a word means
 * @disable: disable the events instead of enabling them
 * @system: name or glob of their system; NULL for any
 * @event: name or glob of the events; NULL for any
 * @either: name or glob of a system or an event; NULL for any
 * @module: name or glob of the module that has the events; NULL for any events, built-in or not
 *
 * The strings are parts of the word.
 */
struct event_selection {
	bool disable;
	const char *system;
	const char *event;
	const char *either;
	const char *module;
};

int event_selection_parse(struct event_selection *selection, char *word, struct trace_diag *diag);
bool event_selection_matches(const struct event_selection *selection, const char *system,
			     const char *event, const char *module);

#endif /* _TRACE_EVENTS_SELECT_H */
