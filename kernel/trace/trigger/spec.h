/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trigger command as its user wrote it:
 *
 *	[!]command[:system:event][:count] [if filter]
 *
 * With "!", the command is a removal, and the rest behind the event is ignored.  The command hist
 * has a grammar of its own, in hist/spec.h.
 */
#ifndef _TRACE_TRIGGER_SPEC_H
#define _TRACE_TRIGGER_SPEC_H

#include "diag.h"

/* A caret's place is a u16 in the error log. */
#define TRIGGER_TEXT_MAX	65535

/**
 * struct trigger_spec - a command, taken apart
 * @text: the text that all spans mean, not owned
 * @command: the command's name
 * @system: the subsystem of the event it is about, if it is about one
 * @event: that event's name
 * @count_at: where the count stands; empty in a removal
 * @filter: the filter, without the if; empty without a filter, and in a removal
 * @count: how often it may act; 0 if there is no limit, and in a removal
 * @remove: it is to be removed
 */
struct trigger_spec {
	const char *text;
	struct trace_span command;
	struct trace_span system;
	struct trace_span event;
	struct trace_span count_at;
	struct trace_span filter;
	unsigned long count;
	bool remove;
};

int trigger_spec_name(const char *text, u32 len, struct trace_span *name,
		      struct trace_diag *diag);
int trigger_spec_parse(struct trigger_spec *spec, const char *text, u32 len, bool about_event,
		       struct trace_diag *diag);

#endif /* _TRACE_TRIGGER_SPEC_H */
