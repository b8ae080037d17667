/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What will run: a compiled histogram.
 *
 *	fields[], var_refs[], field_vars[], save_vars[], actions[]
 *			what the histogram is made of, for people: show, debug
 *	program		how to get there from a record, for exec
 *
 *	fields[]: [ hitcount, other values | variables | keys ]
 *		  0 .................................n_vals.....n_fields
 *
 * Both are made by hist_compile() and constant from then on.
 *
 *	live		what it has while it is attached, see live.h
 */
#ifndef _TRACE_HIST_DATA_H
#define _TRACE_HIST_DATA_H

#include <linux/container_of.h>
#include <linux/refcount.h>
#include <linux/types.h>

#include "../tracing_map.h"
#include "action.h"
#include "clock.h"
#include "kind.h"
#include "limits.h"
#include "live.h"
#include "modifier.h"
#include "program.h"

/**
 * enum hist_role - what a field of a histogram is there for
 * @HIST_ROLE_VAL: to be added up
 * @HIST_ROLE_VAR: to be remembered, or handed on
 * @HIST_ROLE_KEY: to tell entries apart
 */
enum hist_role {
	HIST_ROLE_VAL,
	HIST_ROLE_VAR,
	HIST_ROLE_KEY,
};

/**
 * struct hist_value - what something is that can be counted, remembered or handed on
 * @name: what it is called, or the expression that it comes from; owned by it
 * @type: its type in C; owned by it
 * @kind: what it is
 * @mod: how the user wants it
 * @mod_arg: the modifier's number: the bucket size
 * @is_field: a field of the event's own
 * @is_var: what a variable holds
 * @unit: of a time: in what it is
 * @clock: of a time: by which clock
 * @is_signed: a signed integer
 * @is_difference: a number that came from a subtraction, and may be below zero
 *	whatever its type says
 * @size: bytes of the record, of a value; bytes of the key's storage, of a key
 */
struct hist_value {
	const char *name;
	const char *type;
	enum hist_kind kind;
	enum hist_mod mod;
	u64 mod_arg;
	bool is_field;
	bool is_var;
	enum hist_unit unit;
	enum hist_clock clock;
	bool is_signed;
	bool is_difference;
	u16 size;
};

/**
 * struct hist_field - a key, a value or a variable of a histogram
 * @value: what it is
 * @role: which of them
 * @pos: of a key: its place in the key, in bytes; of a value: the map's sum; of a
 *	variable: its number among all that are remembered
 * @var_name: of a variable: its name; owned by the field
 * @ref: of a variable that is another histogram's under a name of its own: which of
 *	var_refs[]; else -1
 * @words: of a variable: words of its cell; 0 if it is a number
 * @slot: of a variable: which of the map's, or where its cell is
 */
struct hist_field {
	struct hist_value value;
	enum hist_role role;
	u16 pos;
	char *var_name;
	s16 ref;
	u16 words;
	u16 slot;
};

/**
 * struct hist_sort - one level of the order
 * @field: index into fields[]
 * @descending: largest first
 */
struct hist_sort {
	u8 field;
	bool descending;
};

/**
 * struct hist_var_ref - a use of a variable
 * @name: the variable's name; owned by it
 * @type: its type; owned by it
 * @def: the histogram that defines it; NULL if it is the one that uses it.  Holds a
 *	reference
 * @var_idx: its number there
 * @size: its size
 * @is_signed: it is a signed integer
 * @get: how it is got, index into the program's gets; -1 if it is this histogram's own
 */
struct hist_var_ref {
	char *name;
	char *type;
	struct hist_trigger_data *def;
	u16 var_idx;
	u16 size;
	bool is_signed;
	s16 get;
};

/**
 * struct hist_field_var - a field that is handed on or saved as if it were a variable
 * @value: the field
 * @var_idx: its number among all that are remembered
 * @pos: of one that is saved: its place in the cell, in bytes, behind the tracked value
 * @room: the bytes that it takes there
 */
struct hist_field_var {
	struct hist_value value;
	u16 var_idx;
	u16 pos;
	u16 room;
};

/**
 * struct hist_helper - a histogram that another one needs on the event that it matches
 * @data: the histogram: the same keys, and a variable for a field of that event
 * @match: the histogram whose keys, filter and size it has.  Holds a reference
 */
struct hist_helper {
	struct hist_trigger_data *data;
	struct hist_trigger_data *match;
};

/**
 * struct hist_trigger_data - a compiled histogram
 * @program: the per-event half
 * @live: what it has while it is attached
 * @is_helper: made for another histogram, and goes with it
 * @fields: what it is made of: the values, the hitcount first, the variables, the keys
 * @n_vals: number of values and variables
 * @n_vars: number of variables
 * @n_keys: number of keys
 * @n_fields: number of all
 * @n_sums: number of sums in the map; values of the same source share one
 * @n_map_vars: number of variables in the map
 * @cell_words: words of the map's cells
 * @n_sorts: number of @sorts, at least one
 * @sorts: the order in which entries are shown
 * @n_var_refs: number of @var_refs
 * @n_field_vars: number of @field_vars
 * @n_save_vars: number of @save_vars
 * @n_actions: number of @actions
 * @n_helpers: number of @helpers
 * @var_refs: the variables that it uses; allocated, as those that follow
 * @field_vars: the fields that it hands to synthetic events
 * @save_vars: the fields that it saves
 * @actions: the actions, for people; the program's acts are in the same order
 * @helpers: the histograms that it needs on other events
 * @nohitcount: do not show the hitcount
 * @clock_given: the clock was named, not chosen by default
 * @size: number of entries that were asked for; the store may be of another size,
 *	see hist_store_size()
 * @name: the histogram's name, or NULL
 * @refs: held by the trigger, by open readers, and by histograms that use it
 * @next_unused: of those without a reference, the one that is freed after it
 *
 * Constant once compiled but for @live, @refs and @next_unused.
 */
struct hist_trigger_data {
	struct hist_program program;
	struct hist_live live;
	bool is_helper;
	struct hist_field fields[HIST_FIELDS_MAX];
	unsigned int n_vals;
	unsigned int n_vars;
	unsigned int n_keys;
	unsigned int n_fields;
	unsigned int n_sums;
	unsigned int n_map_vars;
	unsigned int cell_words;
	unsigned int n_sorts;
	struct hist_sort sorts[HIST_SORT_MAX];
	unsigned int n_var_refs;
	unsigned int n_field_vars;
	unsigned int n_save_vars;
	unsigned int n_actions;
	unsigned int n_helpers;
	struct hist_var_ref *var_refs;
	struct hist_field_var *field_vars;
	struct hist_field_var *save_vars;
	struct hist_action *actions;
	struct hist_helper *helpers;
	bool nohitcount;
	bool clock_given;
	u32 size;
	char *name;
	refcount_t refs;
	struct hist_trigger_data *next_unused;
};

/**
 * hist_value_below_zero - can a number be below zero?
 * @value: what it is
 *
 * Its type alone does not tell: a difference can, whatever it is one of.
 *
 * Return: true if it can, so that it is compared, divided and shown as a signed number.
 */
static inline bool hist_value_below_zero(const struct hist_value *value)
{
	return value->is_signed || value->is_difference;
}

/**
 * hist_live_of - what the histogram of a program has while it is attached
 * @program: the program
 *
 * Return: that.
 */
static inline const struct hist_live *hist_live_of(const struct hist_program *program)
{
	return &container_of(program, struct hist_trigger_data, program)->live;
}

/**
 * hist_n_shown - how many values a histogram shows
 * @data: the histogram
 *
 * Return: the number of values without the variables, which stand behind them.
 */
static inline unsigned int hist_n_shown(const struct hist_trigger_data *data)
{
	return data->n_vals - data->n_vars;
}

/**
 * hist_data_get - take a reference
 * @data: the histogram, to which the caller has a reference or which is attached
 *
 * Return: @data.
 */
static inline struct hist_trigger_data *hist_data_get(struct hist_trigger_data *data)
{
	refcount_inc(&data->refs);
	return data;
}

struct hist_trigger_data *hist_data_new(void);
void hist_data_put(struct hist_trigger_data *data);

struct tracing_map *hist_data_create_map(const struct hist_trigger_data *data, u32 size);

void hist_value_clear(struct hist_value *value);
int hist_value_copy(struct hist_value *to, const struct hist_value *from);

#endif /* _TRACE_HIST_DATA_H */
