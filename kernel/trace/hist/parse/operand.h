/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References in a command to a field of an event or to a variable of a histogram.
 *
 *	[<system>.<event>.]<field>[.<modifier>]
 *	[<system>.<event>.]$<variable>
 *
 * A reference that is a whole key or value can have the modifiers of suffix.h instead.
 *
 * Only the syntax: the compiler finds out which field or variable a reference means.
 */
#ifndef _TRACE_HIST_PARSE_OPERAND_H
#define _TRACE_HIST_PARSE_OPERAND_H

#include "../../trace_diag.h"
#include "../../trace_text.h"
#include "../modifier.h"
#include "suffix.h"

/**
 * struct hist_event_spans - name of an event in a command
 * @system: name of the event's system; empty if the command names no event
 * @event: name of the event in its system
 */
struct hist_event_spans {
	struct trace_span system;
	struct trace_span event;
};

/**
 * struct hist_operand - reference to a field or a variable in a command
 * @span: text of the reference, without the modifiers that are in a struct hist_suffix
 * @event: event of the field or variable; empty if the reference does not name one
 * @is_var: true for a variable, false for a field
 * @name: bare name, without event, '$' and modifier
 * @mod_span: name of the modifier; empty without one
 * @mod: modifier
 * @mod_arg: argument of the modifier: the width of a bucket
 * @linear: arguments of .lhist
 */
struct hist_operand {
	struct trace_span span;
	struct hist_event_spans event;
	bool is_var;
	struct trace_span name;
	struct trace_span mod_span;
	enum hist_mod mod;
	u64 mod_arg;
	struct hist_linear linear;
};

int hist_operand_parse(const char *text, struct trace_span item, struct hist_operand *operand,
		       struct hist_suffix *suffix, struct trace_diag *diag);
int hist_modifier_parse(const char *text, struct trace_span mod, struct hist_operand *operand,
			struct trace_diag *diag);
int hist_event_name_parse(const char *text, struct trace_span item,
			  struct hist_event_spans *name);
bool hist_var_name_is_valid(const char *text, struct trace_span name);

#endif /* _TRACE_HIST_PARSE_OPERAND_H */
