/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The program of a histogram: how an event record becomes an update of an entry. An entry of a
 * histogram is an element of its map.
 *
 * The compiler creates it and hist/run/exec.c runs it for each event, section by section:
 *
 *	pre_lookup	compute the numbers that explicit keys of lookups are made of
 *	var_loads	early lookups: load the variables that the key depends on
 *	pre_key		compute the numbers that the key is made of
 *	key		build the key
 *	var_loads	all other lookups: find the entry of each defining histogram, by this
 *			key or by an explicit one, and load its variables
 *	post_lookup	compute the numbers that depend on these variables
 *
 *		--- find or insert the entry, increment the hitcount ---
 *
 *	sums, stats	add to the sums and statistics of the entry
 *	var_stores	store the variables of the entry
 *	actions		run the actions
 *
 * Intermediate numbers are in registers. Registers, strings and stack traces are in the
 * execution context of the event (struct hist_exec_ctx). insn.h has the instructions.
 *
 * The program is constant once compiled, so events read it without a lock.
 */
#ifndef _TRACE_HIST_PROGRAM_PROGRAM_H
#define _TRACE_HIST_PROGRAM_PROGRAM_H

#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/types.h>

#include "../action.h"
#include "../clock.h"
#include "../stats/stat.h"
#include "insn.h"

struct hist_trigger_data;
struct synth_event;

/**
 * struct hist_lookup_key - part of the explicit key of a lookup: one operand in brackets
 * @insn: instruction that loads the operand; @insn.dst is the word of the lookup's key where this
 *	part begins
 * @words: words of the operand if it is a string or a stack trace; 0 for a number
 * @room: words of this part in the keys of the other histogram
 * @bits: bits of the integer type of that key, if a modifier changes the key; else 64
 * @is_signed: that type is signed
 * @sign_differs: either that type or the operand is signed, so numbers with the top bit set differ
 * @transform: transformation of that key, applied to the operand, &enum hist_transform
 * @transform_arg: argument of @transform
 */
struct hist_lookup_key {
	struct hist_insn insn;
	u16 words;
	u16 room;
	u8 bits;
	bool is_signed;
	bool sign_differs;
	u8 transform;
	u64 transform_arg;
};

/**
 * struct hist_lookup - lookup of an entry of another histogram
 * @defining_hist: the other histogram, normally the defining histogram of a variable. Holds a
 *	reference
 * @first_var_load: index of its first variable load in the program's var_loads[]
 * @n_var_loads: number of variable loads; 0 if onmatch() only requires that the entry exists
 * @early: the key of this histogram depends on a variable of this lookup
 * @n_keys: number of @keys; 0 to look up the key of this histogram
 * @key_offset: where the explicit key is built, in words from &hist_program.bytes_offset
 * @keys: parts of the explicit key; owned by the lookup
 * @key_text: operands as the trigger file shows them, or NULL; owned by the lookup
 */
struct hist_lookup {
	struct hist_trigger_data *defining_hist;
	u8 first_var_load;
	u8 n_var_loads;
	bool early;
	u8 n_keys;
	u16 key_offset;
	struct hist_lookup_key *keys;
	char *key_text;
};

/**
 * struct hist_var_load - load of a variable of another histogram
 * @once: the load clears the variable
 * @words: words of the variable's cell; 0 if the variable is a number
 * @slot: index of the variable in the element, or position of the cell if @words is not 0
 * @reg: destination register, for the number or for the address of the bytes
 * @bytes_offset: for a cell, destination of the bytes, in words from &hist_program.bytes_offset
 */
struct hist_var_load {
	bool once;
	u16 words;
	u16 slot;
	u16 reg;
	u16 bytes_offset;
};

/**
 * struct hist_var_store - store to a variable of the entry
 * @insn: instruction that computes the value
 * @words: words of the variable's cell; 0 if the variable is a number
 * @slot: index of the variable in the element, or position of the cell if @words is not 0
 */
struct hist_var_store {
	struct hist_insn insn;
	u16 words;
	u16 slot;
};

/**
 * struct hist_stat_insn - addition to a statistic of the entry
 * @insn: instruction that computes the value
 * @stat: layout of the statistic
 */
struct hist_stat_insn {
	struct hist_insn insn;
	struct hist_stat stat;
};

/* Value of &hist_action_insn.lookup: the action needs no lookup of its own. */
#define HIST_NO_LOOKUP	U8_MAX

/**
 * struct hist_action_insn - action instruction: an action, as it is executed after an entry is
 * updated
 * @handler: &enum hist_handler
 * @kind: &enum hist_action_kind
 * @is_signed: tracked values are compared as signed numbers
 * @lookup: for onmatch, index in &hist_program.lookups of the histogram that must have an entry
 *	with the same key; %HIST_NO_LOOKUP without such a condition
 * @tracked_insn: instruction that computes the new value of the tracked variable, a number
 * @tracked_slot: index of the element's variable that stores the tracked value
 * @bytes_offset: offset in the bytes of the execution context, in words, of the arguments of the
 *	synthetic event or of the values to save
 * @n_words: number of these words
 * @args: instructions that build these words
 * @cell_slot: position of the element's cell for the saved words: the tracked value and the values
 *	that belong to it
 * @synth: synthetic event of a trace action, else NULL
 *
 * Constant after compilation.
 */
struct hist_action_insn {
	u8 handler;
	u8 kind;
	bool is_signed;
	u8 lookup;
	struct hist_insn tracked_insn;
	u16 tracked_slot;
	u16 bytes_offset;
	u16 n_words;
	u16 cell_slot;
	struct hist_section args;
	struct synth_event *synth;
};

/**
 * hist_action_is_beyond - compare two tracked values in the direction of the handler
 * @act: action
 * @a: first value
 * @b: second value
 *
 * Context: any.
 * Return: true if @a is larger for onmax, or smaller for onmin; false for other handlers.
 */
static inline bool hist_action_is_beyond(const struct hist_action_insn *act, u64 a, u64 b)
{
	if (act->handler != HIST_ON_MAX && act->handler != HIST_ON_MIN)
		return false;
	if (act->handler == HIST_ON_MIN)
		swap(a, b);
	return act->is_signed ? (s64)a > (s64)b : a > b;
}

/**
 * enum hist_variant - execution variant of a program
 * @HIST_VARIANT_GENERAL: general variant
 * @HIST_VARIANT_NUMERIC: the key is one number of the record, at least one variable is stored,
 *	all of these are numbers, and at most one variable of another histogram is loaded, a
 *	number, by this key
 * @HIST_VARIANT_KEYED: exactly one variable of another histogram is loaded, a number, by an
 *	explicit key of one number; all stored variables are numbers; execution context on the
 *	stack
 * @HIST_VARIANT_SUMS_ONLY: keys and sums only, no timestamp, execution context on the stack
 * @HIST_VARIANT_TASK_KEY: like %HIST_VARIANT_SUMS_ONLY; the key is one property of the current
 *	task, not transformed, and all sums and statistics are numbers of the record
 * @HIST_VARIANT_FIELD_KEYS: like %HIST_VARIANT_SUMS_ONLY, and all keys and sums are numbers of the
 *	record
 * @HIST_VARIANT_FIELD_KEY: like %HIST_VARIANT_FIELD_KEYS, with one key
 * @HIST_VARIANT_FIELD_STAT: like %HIST_VARIANT_FIELD_KEY, with one statistic, whose value is not
 *	transformed, and no sums
 *
 * The compiler selects the most specialised variant that can run the program.
 */
enum hist_variant {
	HIST_VARIANT_GENERAL,
	HIST_VARIANT_NUMERIC,
	HIST_VARIANT_KEYED,
	HIST_VARIANT_SUMS_ONLY,
	HIST_VARIANT_TASK_KEY,
	HIST_VARIANT_FIELD_KEYS,
	HIST_VARIANT_FIELD_KEY,
	HIST_VARIANT_FIELD_STAT,
};

/**
 * struct hist_program - part of a histogram that is used for each event
 * @variant: execution variant, &enum hist_variant
 * @key_size: bytes of the key that the map hashes and compares
 * @saves_comm: the comm of the task is stored with the key when an entry is inserted
 * @has_early_lookups: at least one of @lookups is early
 * @fields_only: the program reads only the fields of the record, not its header (common_pid, ...)
 * @on_stack: the execution context is on the stack: it is small, and there are no actions
 * @n_lookups: number of @lookups
 * @n_var_loads: number of @var_loads
 * @n_var_stores: number of @var_stores
 * @n_actions: number of @actions
 * @n_stats: number of @stats
 * @n_updates: number of instructions in @sums and @stats together
 * @clock: clock that is read once per event, or %HIST_CLOCK_NONE if no timestamp is used
 * @regs_offset: offset of the registers in the execution context, in words; the key is at
 *	offset 0
 * @bytes_offset: offset of strings, stack traces and arguments in the execution context, in
 *	words
 * @ctx_words: size of the execution context, in words
 * @pre_lookup: section that computes registers for explicit keys of lookups
 * @pre_key: section that computes registers for @key
 * @key: section that builds the key
 * @post_lookup: section that computes registers for @sums, @var_stores and @actions
 * @sums: section that adds to sums 1 and up; sum 0 is the hitcount and needs no instruction
 * @stats: additions to statistics; values of the same origin share one
 * @lookups: lookups of entries of other histograms
 * @var_loads: variable loads, grouped by lookup
 * @var_stores: variable stores
 * @actions: action instructions
 */
struct hist_program {
	u8 variant;
	u16 key_size;
	bool saves_comm;
	bool has_early_lookups;
	bool fields_only;
	bool on_stack;
	u8 n_lookups;
	u8 n_var_loads;
	u8 n_var_stores;
	u8 n_actions;
	u8 n_stats;
	u8 n_updates;
	enum hist_clock clock;
	u16 regs_offset;
	u16 bytes_offset;
	u16 ctx_words;
	struct hist_section pre_lookup;
	struct hist_section pre_key;
	struct hist_section key;
	struct hist_section post_lookup;
	struct hist_section sums;
	struct hist_stat_insn *stats;
	struct hist_lookup *lookups;
	struct hist_var_load *var_loads;
	struct hist_var_store *var_stores;
	struct hist_action_insn *actions;
};

/**
 * hist_program_has_lookup - check whether a program looks up entries of a histogram
 * @program: the program, compiled or being compiled
 * @defining_hist: the other histogram
 *
 * Return: true if @program has a lookup for @defining_hist, with or without variable loads.
 */
static inline bool hist_program_has_lookup(const struct hist_program *program,
					   const struct hist_trigger_data *defining_hist)
{
	unsigned int i;

	for (i = 0; i < program->n_lookups; i++)
		if (program->lookups[i].defining_hist == defining_hist)
			return true;
	return false;
}

#endif /* _TRACE_HIST_PROGRAM_PROGRAM_H */
