/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The program of a histogram: how an event record becomes an update of a map element.
 *
 * The compiler creates it and hist/exec.c runs it for each event, section by section:
 *
 *	before	compute the numbers that the key is made of
 *	keys	build the key
 *	gets	find the entry of each defining histogram by the key and load its variables
 *	after	compute the numbers that depend on these variables
 *
 *		--- find or insert the entry, increment the hitcount ---
 *
 *	sums	add to the sums of the entry
 *	sets	store the variables of the entry
 *	acts	run the actions
 *
 * Intermediate numbers are in registers. Registers, strings and stack traces are in the
 * execution context of the event (struct hist_frame). step.h has the instructions, action.h
 * the action instructions.
 *
 * The program is constant once compiled, so events read it without a lock.
 */
#ifndef _TRACE_HIST_PROGRAM_H
#define _TRACE_HIST_PROGRAM_H

#include <linux/types.h>

#include "action.h"
#include "clock.h"
#include "step.h"

struct hist_trigger_data;

/**
 * struct hist_source - lookup of an entry of another histogram
 * @def: the other histogram, normally the defining histogram of a variable. Holds a
 *	reference
 * @first_get: index of its first variable load in the program's gets[]
 * @n_gets: number of variable loads; 0 if onmatch() only requires that the entry exists
 */
struct hist_source {
	struct hist_trigger_data *def;
	u8 first_get;
	u8 n_gets;
};

/**
 * struct hist_get - load of a variable of another histogram
 * @once: the load clears the variable
 * @words: words of the variable's cell; 0 if the variable is a number
 * @slot: index of the variable in the element, or position of the cell if @words is not 0
 * @reg: destination register, for the number or for the address of the bytes
 * @text: for a cell, destination of the bytes, in words from &hist_program.text_at
 */
struct hist_get {
	bool once;
	u16 words;
	u16 slot;
	u16 reg;
	u16 text;
};

/**
 * struct hist_set - store to a variable of the entry
 * @load: instruction that computes the value
 * @words: words of the variable's cell; 0 if the variable is a number
 * @slot: index of the variable in the element, or position of the cell if @words is not 0
 */
struct hist_set {
	struct hist_step load;
	u16 words;
	u16 slot;
};

/**
 * enum hist_way - execution variant of a program
 * @HIST_WAY_ALL: general variant
 * @HIST_WAY_NUMBERS: the key is one number of the record, at least one variable is stored,
 *	all of these are numbers, and at most one variable of another histogram is loaded, a
 *	number
 * @HIST_WAY_COUNT: keys and sums only, no timestamp, execution context on the stack
 * @HIST_WAY_FIELDS: like %HIST_WAY_COUNT, and all keys and sums are numbers of the record
 * @HIST_WAY_FIELD: like %HIST_WAY_FIELDS, with one key
 *
 * The compiler selects the most specialised variant that can run the program.
 */
enum hist_way {
	HIST_WAY_ALL,
	HIST_WAY_NUMBERS,
	HIST_WAY_COUNT,
	HIST_WAY_FIELDS,
	HIST_WAY_FIELD,
};

/**
 * struct hist_program - part of a histogram that is used for each event
 * @way: execution variant, &enum hist_way
 * @key_size: bytes of the key that the map hashes and compares
 * @saves_comm: the comm of the task is stored with the key when an entry is inserted
 * @on_stack: the execution context is on the stack: it is small, and there are no actions
 * @n_sources: number of @sources
 * @n_gets: number of @gets
 * @n_sets: number of @sets
 * @n_acts: number of @acts
 * @clock: clock that is read once per event, or %HIST_CLOCK_NONE if no timestamp is used
 * @regs_at: offset of the registers in the execution context, in words; the key is at
 *	offset 0
 * @text_at: offset of strings, stack traces and arguments in the execution context, in
 *	words
 * @frame_words: size of the execution context, in words
 * @before: section that computes registers for @keys
 * @keys: section that builds the key
 * @after: section that computes registers for @sums, @sets and @acts
 * @sums: section that adds to sums 1 and up; sum 0 is the hitcount and needs no instruction
 * @sources: lookups of entries of other histograms
 * @gets: variable loads, grouped by lookup
 * @sets: variable stores
 * @acts: action instructions
 */
struct hist_program {
	u8 way;
	u16 key_size;
	bool saves_comm;
	bool on_stack;
	u8 n_sources;
	u8 n_gets;
	u8 n_sets;
	u8 n_acts;
	enum hist_clock clock;
	u16 regs_at;
	u16 text_at;
	u16 frame_words;
	struct hist_code before;
	struct hist_code keys;
	struct hist_code after;
	struct hist_code sums;
	struct hist_source *sources;
	struct hist_get *gets;
	struct hist_set *sets;
	struct hist_act *acts;
};

/**
 * hist_program_has_source - check whether a program looks up entries of a histogram
 * @program: the program, compiled or being compiled
 * @def: the other histogram
 *
 * Return: true if @program has a lookup for @def, with or without variable loads.
 */
static inline bool hist_program_has_source(const struct hist_program *program,
					   const struct hist_trigger_data *def)
{
	unsigned int i;

	for (i = 0; i < program->n_sources; i++)
		if (program->sources[i].def == def)
			return true;
	return false;
}

#endif /* _TRACE_HIST_PROGRAM_H */
