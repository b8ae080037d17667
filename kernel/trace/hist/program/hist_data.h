/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiled histogram: the result of hist_compile().
 *
 *	fields[], var_refs[], field_vars[], save_vars[], actions[]
 *			description of the histogram, printed by show and debug
 *	program		instructions that the event path runs, see program.h
 *	runtime		state while attached, see runtime.h
 *
 *	fields[]: [ hitcount, other values | variables | keys ]
 *		  0 .................................n_vals.....n_fields
 *
 * The description and the program are constant once hist_compile() has returned. This file
 * does not depend on the parser, the compiler or the base kernel's trace.h, and takes no
 * lock.
 */
#ifndef _TRACE_HIST_PROGRAM_HIST_DATA_H
#define _TRACE_HIST_PROGRAM_HIST_DATA_H

#include <linux/container_of.h>
#include <linux/minmax.h>
#include <linux/refcount.h>
#include <linux/types.h>

#include "../../tracing_map.h"
#include "../action.h"
#include "../aggregate.h"
#include "../clock.h"
#include "../field_kind.h"
#include "../limits.h"
#include "../modifier.h"
#include "../overflow.h"
#include "program.h"
#include "runtime.h"
#include "stack_source.h"

/**
 * enum hist_role - role of a field in a histogram
 * @HIST_ROLE_VAL: value, summed up per entry
 * @HIST_ROLE_VAR: variable, field variable or saved value; stored per entry or passed to a
 *	synthetic event
 * @HIST_ROLE_KEY: part of the key that identifies an entry
 */
enum hist_role {
	HIST_ROLE_VAL,
	HIST_ROLE_VAR,
	HIST_ROLE_KEY,
};

/**
 * struct hist_value - type and origin of a field, variable, expression or argument
 * @name: field name, variable reference or text of the expression; owned by this struct
 * @type: C type; owned by this struct
 * @title: title of the column, if the value has an aggregate; owned by this struct
 * @kind: origin and type class
 * @mod: modifier that the command applies, or %HIST_MOD_NONE
 * @mod_arg: argument of the modifier, the bucket size of ``buckets=``
 * @linear: arguments of the modifier ``lhist=``
 * @agg: aggregate that is displayed, or %HIST_AGG_NONE; only for a value
 * @quantile: for %HIST_AGG_QUANTILE, the quantile in 1/%HIST_QUANTILE_ONE; else 0
 * @is_field: value of a field in the event record
 * @is_var: value of a variable
 * @unit: unit, if the value is a time
 * @clock: clock that a time was read from
 * @is_signed: signed integer type
 * @from_subtraction: result of a subtraction or of signed operands, possibly negative even if
 *	@is_signed is false
 * @stacks: for an interned stack trace, index of its source among the stack_sources[] of the
 *	histogram that has the value, plus 1; else 0
 * @size: bytes in the record; for a key, bytes that it occupies in the stored key
 */
struct hist_value {
	const char *name;
	const char *type;
	char *title;
	enum hist_kind kind;
	enum hist_mod mod;
	u64 mod_arg;
	struct hist_linear linear;
	enum hist_agg agg;
	u16 quantile;
	bool is_field;
	bool is_var;
	enum hist_unit unit;
	enum hist_clock clock;
	bool is_signed;
	bool from_subtraction;
	u8 stacks;
	u16 size;
};

/**
 * struct hist_field - key, value or variable of a histogram
 * @value: type and origin
 * @role: role in this histogram
 * @pos: for a key, byte offset in the stored key; for a value, index of the sum in the map, or
 *	of the statistic in the program's stats[]; for a variable, index that hist_debug prints
 *	as var.idx
 * @var_name: for a variable, its name; owned by the field
 * @ref: index into var_refs[] if this variable is a plain copy of another histogram's
 *	variable; else -1
 * @words: for a variable, words of its cell; 0 for a number
 * @slot: for a variable, index among the element's variables, or position of the cell if
 *	@words is not 0
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
 * struct hist_sort - one level of the sort order
 * @field: index into fields[]
 * @descending: largest value first
 */
struct hist_sort {
	u8 field;
	bool descending;
};

/**
 * struct hist_var_ref - reference to a variable
 * @name: name of the variable; owned by this struct
 * @type: C type of the variable; owned by this struct
 * @defining_hist: histogram that defines the variable, with a reference held; NULL if it is the
 *	histogram that contains this var_ref
 * @var_idx: &hist_field.pos of the variable in the defining histogram
 * @size: bytes of the variable
 * @is_signed: signed integer type
 * @lookup: index of the lookup in the program's lookups[]; -1 if @defining_hist is NULL
 * @var_load: index of the variable load in the program's var_loads[]; -1 if @defining_hist is NULL
 */
struct hist_var_ref {
	char *name;
	char *type;
	struct hist_trigger_data *defining_hist;
	u16 var_idx;
	u16 size;
	bool is_signed;
	s16 lookup;
	s16 var_load;
};

/**
 * struct hist_field_var - field that is passed to a synthetic event or saved
 * @value: type and origin of the field
 * @var_idx: index that hist_debug prints as var.idx
 * @pos: for a saved field, byte offset in the cell; the tracked value comes first
 * @room: for a saved field, bytes that it occupies in the cell
 */
struct hist_field_var {
	struct hist_value value;
	u16 var_idx;
	u16 pos;
	u16 room;
};

/**
 * struct hist_action - an action, as it is displayed
 * @handler: handler of the action
 * @kind: kind of the action
 * @text: handler and action as the trigger file shows them; owned by the action
 * @match_system: system of the event of onmatch, else NULL; owned by the action
 * @match_event: name of the event of onmatch, else NULL; owned by the action
 * @ref: index in var_refs[] of the tracked variable; not used for onmatch
 * @track_idx: index, among all variables of the histogram, of the variable that stores the
 *	tracked value; not used for onmatch
 * @is_signed: tracked value is displayed as a signed number
 * @first_save: index in save_vars[] of the first value of a save action
 * @n_saves: number of values of a save action
 * @event: name of the synthetic event of a trace action, else NULL; owned by the action
 *
 * Constant after compilation.
 */
struct hist_action {
	enum hist_handler handler;
	enum hist_action_kind kind;
	char *text;
	char *match_system;
	char *match_event;
	u8 ref;
	u16 track_idx;
	bool is_signed;
	u16 first_save;
	u16 n_saves;
	char *event;
};

/**
 * struct hist_field_var_hist - field-variable histogram on the matched event of onmatch()
 * @data: the field-variable histogram: the keys of @match and one variable that stores a
 *	field. Holds a reference
 * @match: matched histogram, whose keys, filter and size @data copies. Holds a reference
 */
struct hist_field_var_hist {
	struct hist_trigger_data *data;
	struct hist_trigger_data *match;
};

/**
 * struct hist_trigger_data - compiled histogram
 * @program: instructions that the event path runs
 * @runtime: runtime state while attached
 * @is_field_var_hist: this is a field-variable histogram; it is attached and removed together with
 *	the histogram that needs it
 * @fields: hitcount, other values, variables, keys, in this order
 * @n_vals: number of values and variables
 * @n_vars: number of variables
 * @n_keys: number of keys
 * @n_fields: number of values, variables and keys
 * @n_sums: number of sums in the map; values with the same origin share one
 * @n_maxima: number of maxima in the map, which statistics need
 * @pool: number of buckets that the command asks for; 0 for the default. Only with @uses_pool
 * @uses_pool: at least one statistic has buckets
 * @n_map_vars: number of variables in a map element
 * @cell_words: words of all cells of a map element, headers included
 * @n_sorts: number of @sorts, at least one
 * @sorts: sort order of the hist file
 * @n_var_refs: number of @var_refs
 * @n_field_vars: number of @field_vars
 * @n_save_vars: number of @save_vars
 * @n_actions: number of @actions
 * @n_field_var_hists: number of @field_var_hists
 * @var_refs: variable references; allocated array, like the four that follow
 * @field_vars: fields that are passed to synthetic events
 * @save_vars: fields that save() stores
 * @actions: description of the actions, in the order of the program's actions[]
 * @field_var_hists: field-variable histograms that this histogram needs on other events
 * @nohitcount: do not display the hitcount
 * @clock_given: the command names the clock; it is not the default
 * @size: number of entries that the command asks for. The attached map can have another
 *	size, see hist_map_size()
 * @n_stack_sources: number of @stack_sources
 * @stack_sources: sources of the interned stack traces that the histogram takes or loads
 * @overflow: value of overflow= in the command. If the command does not give it, the attached map
 *	can have another value, see hist_map_overflow()
 * @name: value of ``name=``, or NULL
 * @refs: reference count. Held by the trigger, open readers, histograms that use this one,
 *	and struct truncated_hist
 * @next_free: next histogram to free, once @refs is 0; used by hist_data_put() only
 *
 * Constant once compiled, except @runtime, @refs and @next_free.
 */
struct hist_trigger_data {
	struct hist_program program;
	struct hist_runtime runtime;
	bool is_field_var_hist;
	struct hist_field fields[HIST_FIELDS_MAX];
	unsigned int n_vals;
	unsigned int n_vars;
	unsigned int n_keys;
	unsigned int n_fields;
	unsigned int n_sums;
	unsigned int n_maxima;
	u32 pool;
	bool uses_pool;
	unsigned int n_map_vars;
	unsigned int cell_words;
	unsigned int n_sorts;
	struct hist_sort sorts[HIST_SORT_MAX];
	unsigned int n_var_refs;
	unsigned int n_field_vars;
	unsigned int n_save_vars;
	unsigned int n_actions;
	unsigned int n_field_var_hists;
	struct hist_var_ref *var_refs;
	struct hist_field_var *field_vars;
	struct hist_field_var *save_vars;
	struct hist_action *actions;
	struct hist_field_var_hist *field_var_hists;
	bool nohitcount;
	bool clock_given;
	u32 size;
	unsigned int n_stack_sources;
	struct hist_stack_source stack_sources[HIST_STACK_SOURCES_MAX];
	enum hist_overflow overflow;
	char *name;
	refcount_t refs;
	struct hist_trigger_data *next_free;
};

/**
 * hist_value_may_be_negative - check whether a value can be negative
 * @value: the value
 *
 * The result of a subtraction can be negative even if its type is unsigned.
 *
 * Return: true if the value must be compared, divided and displayed as a signed number.
 */
static inline bool hist_value_may_be_negative(const struct hist_value *value)
{
	return value->is_signed || value->from_subtraction;
}

/**
 * hist_value_has_stat - check whether a displayed value is computed from a statistic
 * @value: the value
 *
 * Return: true for a statistic, false for a sum.
 */
static inline bool hist_value_has_stat(const struct hist_value *value)
{
	return value->agg > HIST_AGG_SUM;
}

/**
 * hist_value_is_interned - check whether a value is the id of an interned stack trace
 * @value: the value
 *
 * Return: true if so.
 */
static inline bool hist_value_is_interned(const struct hist_value *value)
{
	return value->stacks;
}

/**
 * hist_pool_size - get the number of buckets of a histogram's map
 * @data: the histogram
 * @size: number of entries of the map
 *
 * Return: the number of buckets, 0 if no statistic needs them.
 */
static inline u32 hist_pool_size(const struct hist_trigger_data *data, u32 size)
{
	if (!data->uses_pool)
		return 0;
	return data->pool ?: min_t(u32, size * HIST_POOL_PER_ROW, HIST_POOL_MAX);
}

/**
 * hist_runtime_of - get the runtime state of the histogram that contains a program
 * @program: program that is embedded in a struct hist_trigger_data
 *
 * Context: any.
 * Return: the runtime state.
 */
static inline const struct hist_runtime *hist_runtime_of(const struct hist_program *program)
{
	return &container_of(program, struct hist_trigger_data, program)->runtime;
}

/**
 * hist_n_display_vals - count the values that a histogram displays
 * @data: the histogram
 *
 * Return: number of values without the variables, which follow them in fields[].
 */
static inline unsigned int hist_n_display_vals(const struct hist_trigger_data *data)
{
	return data->n_vals - data->n_vars;
}

/**
 * hist_data_get - take a reference to a histogram
 * @data: the histogram; attached, or the caller already holds a reference
 *
 * Context: any.
 * Return: @data.
 */
static inline struct hist_trigger_data *hist_data_get(struct hist_trigger_data *data)
{
	refcount_inc(&data->refs);
	return data;
}

struct hist_trigger_data *hist_data_new(void);
void hist_data_put(struct hist_trigger_data *data);

void hist_value_clear(struct hist_value *value);
int hist_value_copy(struct hist_value *to, const struct hist_value *from);

#endif /* _TRACE_HIST_PROGRAM_HIST_DATA_H */
