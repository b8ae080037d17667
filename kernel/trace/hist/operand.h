/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a user names: a field of an event, or a variable of a histogram.
 *
 *	[<system>.<event>.]<field>[.<modifier>]
 *	[<system>.<event>.]$<variable>
 */
#ifndef _TRACE_HIST_OPERAND_H
#define _TRACE_HIST_OPERAND_H

#include "../trace_diag.h"
#include "../trace_text.h"
#include "modifier.h"

/**
 * struct hist_event_name - an event as it was named
 * @system: its system; empty if no event was named
 * @event: its name in the system
 */
struct hist_event_name {
	struct trace_span system;
	struct trace_span event;
};

/**
 * struct hist_operand - a field or a variable as it was named
 * @span: all of it
 * @of: the event whose it is, if that was said
 * @is_var: a variable
 * @name: the name alone
 * @mod_span: the modifier's name; empty if there is none
 * @mod: the modifier
 * @mod_arg: its number: the bucket size
 */
struct hist_operand {
	struct trace_span span;
	struct hist_event_name of;
	bool is_var;
	struct trace_span name;
	struct trace_span mod_span;
	enum hist_mod mod;
	u64 mod_arg;
};

int hist_operand_parse(const char *text, struct trace_span item, struct hist_operand *operand,
		       struct trace_diag *diag);
int hist_modifier_parse(const char *text, struct trace_span mod, struct hist_operand *operand,
			struct trace_diag *diag);
int hist_event_name_parse(const char *text, struct trace_span item,
			  struct hist_event_name *name);
bool hist_var_name_is_valid(const char *text, struct trace_span name);

#endif /* _TRACE_HIST_OPERAND_H */
