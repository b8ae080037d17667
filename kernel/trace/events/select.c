// SPDX-License-Identifier: GPL-2.0
/* Select events, see select.h. Pure. */
#include <linux/glob.h>
#include <linux/string.h>

#include "select.h"

const char *const event_select_messages[EVENT_SELECT_DIAG_COUNT] = {
	[EVENT_SELECT_OK]		= "No error",
	[EVENT_SELECT_NO_NAME]		= "Name of an event expected",
	[EVENT_SELECT_TOO_LONG]		= "Name is too long (limit: 255 bytes)",
	[EVENT_SELECT_EXTRA_COLON]	= "Too many colons (valid: SYSTEM:EVENT[:mod:MODULE])",
	[EVENT_SELECT_NO_MODULE_NAME]	= "Name of a module expected",
	[EVENT_SELECT_NO_EVENT]		= "No such event",
	[EVENT_SELECT_NO_EVENT_OF_MODULE] = "The module has no such event",
};

/* Offset of a part of the word. */
static struct trace_span span_at(const char *word, const char *part, u32 len)
{
	return (struct trace_span){ .off = part - word, .len = len };
}

/* An empty name and "*" mean any. */
static const char *name_or_any(const char *name)
{
	return *name && strcmp(name, "*") ? name : NULL;
}

/* Cut ":mod:MODULE" off. Return: 0 or -EINVAL. */
static int parse_module(struct event_selection *selection, char *word, char *events,
			struct trace_diag *diag)
{
	static const char mark[] = ":mod:";
	char *at = strstr(events, mark), *extra;

	if (!at)
		return 0;
	*at = '\0';
	selection->module = at + strlen(mark);
	if (!*selection->module)
		return trace_diag_set(diag, EVENT_SELECT_NO_MODULE_NAME,
				      span_at(word, selection->module, 0));
	extra = strchr(selection->module, ':');
	if (extra)
		return trace_diag_set(diag, EVENT_SELECT_EXTRA_COLON, span_at(word, extra, 1));
	return 0;
}

/**
 * event_selection_parse - parse a word
 * @selection: set to the events that the word means
 * @word: the word, NUL-terminated, without blanks; changed, and referenced by @selection
 * @diag: filled in if the word is invalid
 *
 * Context: any.
 * Return: 0, or -EINVAL with @diag filled in.
 */
int event_selection_parse(struct event_selection *selection, char *word, struct trace_diag *diag)
{
	char *events = word, *colon, *extra;
	size_t len = strlen(word);

	*selection = (struct event_selection){};
	if (len > EVENT_WORD_MAX)
		return trace_diag_set(diag, EVENT_SELECT_TOO_LONG, span_at(word, word, len));
	if (*events == '!') {
		selection->disable = true;
		events++;
	}
	if (!*events)
		return trace_diag_set(diag, EVENT_SELECT_NO_NAME, span_at(word, events, 0));
	if (parse_module(selection, word, events, diag))
		return -EINVAL;

	colon = strchr(events, ':');
	if (!colon) {
		selection->either = name_or_any(events);
		return 0;
	}
	extra = strchr(colon + 1, ':');
	if (extra)
		return trace_diag_set(diag, EVENT_SELECT_EXTRA_COLON, span_at(word, extra, 1));
	*colon = '\0';
	selection->system = name_or_any(events);
	selection->event = name_or_any(colon + 1);
	return 0;
}

/**
 * event_selection_matches - check whether a word means an event
 * @selection: the parsed word
 * @system: name of the event's system
 * @event: name of the event
 * @module: name of the event's module; NULL if it has none
 *
 * Context: any.
 * Return: true if so.
 */
bool event_selection_matches(const struct event_selection *selection, const char *system,
			     const char *event, const char *module)
{
	if (selection->module && (!module || !glob_match(selection->module, module)))
		return false;
	if (selection->either && !glob_match(selection->either, system) &&
	    !glob_match(selection->either, event))
		return false;
	return (!selection->system || glob_match(selection->system, system)) &&
	       (!selection->event || glob_match(selection->event, event));
}
