/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the user wrote: a hist trigger command, taken apart.
 *
 *	hist:keys=<field>[,<field>...][:values=<field>[,<field>...]]
 *	    [:sort=<field>[,<field>]][:size=#entries][:name=<name>][:clock=<clock>]
 *	    [:nohitcount][:pause][:continue][:clear] [if <filter>]
 *
 * and the same with '!' in front, to remove one.  A spec knows no event: a
 * field is a name in it, and it is the compiler that finds out what it means.
 */
#ifndef _TRACE_HIST_SPEC_H
#define _TRACE_HIST_SPEC_H

#include "../trace_diag.h"
#include "../trace_text.h"
#include "limits.h"
#include "modifier.h"

/**
 * struct hist_spec_field - a field as it was named
 * @span: all of it, modifier included
 * @name: the name alone
 * @mod_span: the modifier's name; empty if there is none
 * @mod: the modifier
 * @mod_arg: its number: the bucket size
 */
struct hist_spec_field {
	struct trace_span span;
	struct trace_span name;
	struct trace_span mod_span;
	enum hist_mod mod;
	u64 mod_arg;
};

/**
 * struct hist_spec_sort - a sort field as it was named
 * @field: the field; with a modifier it means the key or value that has the same
 * @descending: largest first
 */
struct hist_spec_sort {
	struct hist_spec_field field;
	bool descending;
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
 * @keys: the keys, as named
 * @vals: the values, as named, hitcount only if it was, and then besides the others
 * @sorts: the order, as named
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
	struct hist_spec_field keys[HIST_KEYS_MAX];
	struct hist_spec_field vals[HIST_VALS_MAX + 1];
	struct hist_spec_sort sorts[HIST_SORT_MAX];
};

struct hist_spec *hist_spec_parse(const char *text, size_t len, struct trace_diag *diag);
void hist_spec_free(struct hist_spec *spec);

#endif /* _TRACE_HIST_SPEC_H */
