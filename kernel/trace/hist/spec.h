/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the user wrote: a hist trigger command, taken apart.
 *
 *	hist:keys=<expression>[,<expression>...][:values=<expression>[,<expression>...]]
 *	    [:<variable>=<expression>[,<variable>=<expression>...]]...
 *	    [:sort=<field>[,<field>]][:size=#entries][:name=<name>][:clock=<clock>]
 *	    [:<handler>.<action>]...[:nohitcount][:pause][:continue][:clear] [if <filter>]
 *
 * and the same with '!' in front, to remove one.  A spec knows no event: a
 * field is a name in it, and it is the compiler that finds out what it means.
 */
#ifndef _TRACE_HIST_SPEC_H
#define _TRACE_HIST_SPEC_H

#include "../trace_diag.h"
#include "../trace_text.h"
#include "action.h"
#include "expr.h"
#include "limits.h"
#include "operand.h"

/**
 * struct hist_spec_var - a variable as it was defined
 * @name: its name
 * @expr: its value
 */
struct hist_spec_var {
	struct trace_span name;
	struct hist_expr expr;
};

/**
 * struct hist_spec_sort - a sort field as it was named
 * @text: all of it but the direction, for a key or value that is an expression
 * @field: the field; with a modifier it means the key or value that has the same
 * @descending: largest first
 */
struct hist_spec_sort {
	struct trace_span text;
	struct hist_operand field;
	bool descending;
};

/**
 * struct hist_spec_action - a handler and its action as they were named
 * @span: all of it
 * @handler: the handler
 * @of: what stands in its parentheses
 * @match: of onmatch, the event
 * @var: of the others, the variable
 * @kind: the action
 * @name: its name
 * @event: the synthetic event
 * @by_name: the event was given as the action's name
 * @n_params: number of @params
 * @params: what stands in the action's parentheses, the event left out; allocated
 */
struct hist_spec_action {
	struct trace_span span;
	enum hist_handler handler;
	struct trace_span of;
	struct hist_event_name match;
	struct trace_span var;
	enum hist_action_kind kind;
	struct trace_span name;
	struct trace_span event;
	bool by_name;
	unsigned int n_params;
	struct hist_operand *params;
};

/**
 * struct hist_spec - a hist trigger command, taken apart
 * @text: the spec's own copy of the command, terminated; all spans lie in it
 * @len: its length
 * @command: "hist" with its '!', for errors that have no better place
 * @name: the histogram's name, empty if it has none
 * @clock: the clock's name, empty if none is given
 * @filter: the condition behind "if", empty if there is none
 * @nohitcount_at: the word "nohitcount", empty if it is not there
 * @remove: remove the histogram instead of making it
 * @nohitcount: do not show the hitcount
 * @pause: start paused, or pause the histogram that is there
 * @cont: continue the histogram that is there
 * @clear: clear the histogram that is there
 * @size: number of entries, a power of two
 * @n_keys: number of @keys
 * @n_vals: number of @vals
 * @n_sorts: number of @sorts; 0 means by hitcount
 * @n_vars: number of @vars
 * @n_actions: number of @actions
 * @keys: the keys, as named
 * @vals: the values, as named, hitcount only if it was, and then besides the others
 * @sorts: the order, as named
 * @vars: the variables, in the order of their definitions
 * @actions: the actions, in the order in which they run
 *
 * Constant once hist_spec_parse() has returned it.
 */
struct hist_spec {
	char *text;
	u32 len;
	struct trace_span command;
	struct trace_span name;
	struct trace_span clock;
	struct trace_span filter;
	struct trace_span nohitcount_at;
	bool remove;
	bool nohitcount;
	bool pause;
	bool cont;
	bool clear;
	u32 size;
	unsigned int n_keys;
	unsigned int n_vals;
	unsigned int n_sorts;
	unsigned int n_vars;
	unsigned int n_actions;
	struct hist_expr keys[HIST_KEYS_MAX];
	struct hist_expr vals[HIST_VALS_MAX + 1];
	struct hist_spec_sort sorts[HIST_SORT_MAX];
	struct hist_spec_var vars[HIST_VARS_MAX];
	struct hist_spec_action actions[HIST_ACTIONS_MAX];
};

struct hist_spec *hist_spec_parse(const char *text, size_t len, struct trace_diag *diag);
void hist_spec_free(struct hist_spec *spec);

int hist_spec_parse_action(struct hist_spec *spec, struct trace_span item,
			   struct trace_diag *diag);
bool hist_spec_is_action(const char *text, struct trace_span item);

#endif /* _TRACE_HIST_SPEC_H */
