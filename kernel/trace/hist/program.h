/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a histogram gets from a record to its entry: a flat program, made by the
 * compiler and run by hist/exec.c, in this order:
 *
 *	before	numbers that the key is made of
 *	keys	the key
 *	refs	variables of other histograms, found by the key
 *	after	numbers that are made of them
 *		--- the entry is found or made, and is hit ---
 *	sums	what is added to it
 *	vars	what it is to remember
 *	acts	what else is to be done
 *
 * Numbers on their way are in registers, one after the other in the frame of the hit;
 * text and stack traces are in the frame as well.  The steps are in step.h, the acts in
 * action.h.
 */
#ifndef _TRACE_HIST_PROGRAM_H
#define _TRACE_HIST_PROGRAM_H

#include <linux/types.h>

#include "action.h"
#include "clock.h"
#include "step.h"

struct hist_trigger_data;

/**
 * struct hist_source - another histogram, whose variables are got
 * @def: the histogram; holds a reference
 * @first_get: its variables in the program's gets
 * @n_gets: how many of them; 0 if it just must have an entry
 */
struct hist_source {
	struct hist_trigger_data *def;
	u8 first_get;
	u8 n_gets;
};

/**
 * struct hist_get - get a variable of another histogram
 * @once: the variable is unset by that
 * @words: of a cell, its words; 0 if the variable is a number
 * @slot: which variable of the element, or where its cell is
 * @reg: the register that gets the number, or the address of the text
 * @text: of a cell, where in the frame's text it is put, in words
 */
struct hist_get {
	bool once;
	u16 words;
	u16 slot;
	u16 reg;
	u16 text;
};

/**
 * struct hist_set - set a variable of the entry
 * @load: how to get the value
 * @words: of a cell, its words; 0 if the variable is a number
 * @slot: which variable of the element, or where its cell is
 */
struct hist_set {
	struct hist_step load;
	u16 words;
	u16 slot;
};

/**
 * enum hist_way - how much there is to do for an event, and so which way to go
 * @HIST_WAY_ALL: anything
 * @HIST_WAY_NUMBERS: the key is a number of the record, nothing that is remembered is text,
 *	and at most one variable of another histogram is needed
 * @HIST_WAY_COUNT: the frame is on the stack, and there is nothing but keys and sums, none
 *	of which is a time
 * @HIST_WAY_FIELDS: the same, and all of them are numbers of the record
 * @HIST_WAY_FIELD: the same, with one key
 */
enum hist_way {
	HIST_WAY_ALL,
	HIST_WAY_NUMBERS,
	HIST_WAY_COUNT,
	HIST_WAY_FIELDS,
	HIST_WAY_FIELD,
};

/**
 * struct hist_program - the per-event half of a histogram
 * @way: &enum hist_way
 * @key_size: bytes of key that the map compares
 * @saves_comm: the task's name is stored beside a new entry's key
 * @on_stack: the frame is small enough for the stack, and no other event is fired
 * @n_sources: number of @sources
 * @n_gets: number of @gets
 * @n_sets: number of @sets
 * @n_acts: number of @acts
 * @clock: the clock of this histogram, or HIST_CLOCK_NONE if it needs no time
 * @regs_at: where in the frame the registers are, in words; the key is at its start
 * @text_at: the same of text
 * @frame_words: words of the frame
 * @before: puts numbers into registers for @keys
 * @keys: puts the key together
 * @after: puts numbers into registers for what comes then
 * @sums: adds to sums 1 and up; sum 0 is the hitcount and needs no step
 * @sources: other histograms
 * @gets: how their variables are got, those of a source one after the other
 * @sets: the variables of the entry
 * @acts: the actions
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
 * hist_program_has_source - are variables of a histogram got by a program?
 * @program: the program, which may be in the making
 * @def: the histogram
 *
 * Return: true if so, or if it just must have an entry.
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
