/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parser of trigger commands:
 *
 *	[!]command[:system:event][:count] [if filter]
 *
 * With "!", the command is a removal, and the text after the target event is ignored. The
 * command hist has its own grammar, see hist/parse/spec.h.
 */
#ifndef _TRACE_TRIGGER_SPEC_H
#define _TRACE_TRIGGER_SPEC_H

#include "diag.h"

/* The error log stores the position of the caret in a u16. */
#define TRIGGER_TEXT_MAX	65535

/**
 * struct trigger_spec - a parsed trigger command
 * @text: text that all spans refer to; not owned
 * @command: name of the command
 * @system: system of the target event, if the command has one
 * @event: name of the target event
 * @count_at: position of the count; empty in a removal
 * @filter: the filter, without the "if"; empty without a filter, and in a removal
 * @count: maximum number of times that the trigger runs; 0 for no limit, and in a removal
 * @remove: the command is a removal
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
int trigger_spec_parse(struct trigger_spec *spec, const char *text, u32 len, bool has_target,
		       struct trace_diag *diag);

#endif /* _TRACE_TRIGGER_SPEC_H */
