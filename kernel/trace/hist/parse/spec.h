/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A parsed hist trigger command.
 *
 *	hist:keys=<expression>[,<expression>...][:values=<expression>[,<expression>...]]
 *	    [:<variable>=<expression>[,<variable>=<expression>...]]...
 *	    [:sort=<field>[,<field>]][:size=#entries][:pool=#buckets][:overflow=drop|other|evict]
 *	    [:name=<name>][:clock=<clock>][:<handler>.<action>]...
 *	    [:nohitcount][:pause][:continue][:clear] [if <filter>]
 *
 * The same command with a leading '!' removes the histogram.  The parser knows no events: a field
 * is a name, which the compiler resolves.
 */
#ifndef _TRACE_HIST_PARSE_SPEC_H
#define _TRACE_HIST_PARSE_SPEC_H

#include "../../trace_diag.h"
#include "../../trace_text.h"
#include "../action.h"
#include "../limits.h"
#include "../overflow.h"
#include "expr.h"
#include "operand.h"

/**
 * struct hist_spec_var - definition of a variable
 * @name: name of the variable
 * @expr: value of the variable
 */
struct hist_spec_var {
	struct trace_span name;
	struct hist_expr expr;
};

/**
 * struct hist_spec_sort - sort field
 * @text: text without the suffix and the direction; selects a key or value that is an expression of
 *	this text, possibly in parentheses
 * @field: field; with a modifier, it selects the key or value with the same modifier
 * @suffix: aggregate of a field with the modifier behind it, or all modifiers of a variable or of
 *	an expression in parentheses; its span is empty without them
 * @descending: largest first
 */
struct hist_spec_sort {
	struct trace_span text;
	struct hist_operand field;
	struct hist_suffix suffix;
	bool descending;
};

/**
 * struct hist_spec_action - a handler and its action
 * @span: text of both
 * @handler: handler
 * @handler_arg: text in the parentheses of the handler
 * @match: event of onmatch
 * @var: name of the tracked variable of onmax, onmin and onchange, without '$'
 * @kind: kind of the action
 * @name: name of the action as written
 * @event: name of the synthetic event of a trace action
 * @by_name: the command has the form event(...) instead of trace(event,...)
 * @n_params: number of @params
 * @params: parameters of the action, without the synthetic event; allocated, owned by the spec
 */
struct hist_spec_action {
	struct trace_span span;
	enum hist_handler handler;
	struct trace_span handler_arg;
	struct hist_event_spans match;
	struct trace_span var;
	enum hist_action_kind kind;
	struct trace_span name;
	struct trace_span event;
	bool by_name;
	unsigned int n_params;
	struct hist_operand *params;
};

/**
 * struct hist_spec - a parsed hist trigger command
 * @text: copy of the command, NUL-terminated; all spans refer to it
 * @len: length of @text in bytes
 * @command: the word "hist" with its '!', the position of errors that have no better one
 * @name: name of the histogram; empty without one
 * @clock: name of the clock; empty without one
 * @filter: condition behind "if"; empty without one
 * @pool_at: position of the number of buckets; empty without it
 * @overflow_at: position of the value of overflow=; empty without it
 * @nohitcount_at: position of the word "nohitcount"; empty without it
 * @remove: remove the histogram
 * @nohitcount: do not display the hitcount
 * @pause: attach the histogram paused, or pause the attached one
 * @cont: resume the attached histogram
 * @clear: clear the attached histogram
 * @size: number of entries, a power of two
 * @pool: number of buckets of the pool, a power of two; 0 if the command does not give it
 * @overflow: value of overflow=: how events without a row are handled
 * @n_keys: number of @keys, at least one
 * @n_vals: number of @vals
 * @n_sorts: number of @sorts; 0 means by hitcount
 * @n_vars: number of @vars
 * @n_actions: number of @actions
 * @keys: keys
 * @vals: values as written: they include the hitcount only if the command names it, and the
 *	hitcount then does not count towards %HIST_VALS_MAX
 * @sorts: sort fields
 * @vars: variables, in the order of their definitions
 * @actions: actions, in the order of execution
 *
 * Constant after hist_spec_parse() has returned it.
 */
struct hist_spec {
	char *text;
	u32 len;
	struct trace_span command;
	struct trace_span name;
	struct trace_span clock;
	struct trace_span filter;
	struct trace_span pool_at;
	struct trace_span overflow_at;
	struct trace_span nohitcount_at;
	bool remove;
	bool nohitcount;
	bool pause;
	bool cont;
	bool clear;
	u32 size;
	u32 pool;
	enum hist_overflow overflow;
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

#endif /* _TRACE_HIST_PARSE_SPEC_H */
