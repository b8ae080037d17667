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
 * All places are fixed: a step is a small number to switch on, where to get something
 * from and where to put it.  Numbers on their way are in registers, one after the other
 * in the frame of the hit; text and stack traces are in the frame as well.
 */
#ifndef _TRACE_HIST_PROGRAM_H
#define _TRACE_HIST_PROGRAM_H

#include <linux/types.h>

#include "../trace_record.h"
#include "action.h"
#include "clock.h"
#include "limits.h"

struct hist_snapshot;
struct hist_trigger_data;
struct synth_event;

/**
 * enum hist_op - how a step of a program gets what it stores
 * @HIST_OP_U8: integer at @src of the record, see &enum trace_number
 * @HIST_OP_S8: see @HIST_OP_U8
 * @HIST_OP_U16: see @HIST_OP_U8
 * @HIST_OP_S16: see @HIST_OP_S8
 * @HIST_OP_U32: see @HIST_OP_U8
 * @HIST_OP_S32: see @HIST_OP_S8
 * @HIST_OP_U64: see @HIST_OP_U8
 * @HIST_OP_TIME: the time at which the event hit, as the clock tells it
 * @HIST_OP_TIME_USECS: the same, made microseconds of nanoseconds
 * @HIST_OP_CPU: the CPU's number
 * @HIST_OP_CONST: the number @arg
 * @HIST_OP_REG: register @src, which holds a number
 * @HIST_OP_NEG: minus register @src
 * @HIST_OP_ADD: register @src plus register @len
 * @HIST_OP_SUB: register @src minus register @len
 * @HIST_OP_MUL: register @src times register @len
 * @HIST_OP_DIV: register @src divided by register @len, unsigned; 2^64-1 if that is 0
 * @HIST_OP_SDIV: the same, signed; -1 if that is 0
 * @HIST_OP_STRING: up to @len bytes at @src
 * @HIST_OP_STRING_NUL: the same, and a NUL in any case
 * @HIST_OP_DYN_STRING: bytes that a __data_loc at @src points to
 * @HIST_OP_REL_STRING: bytes that a __rel_loc at @src points to
 * @HIST_OP_PTR_STRING: bytes at the address that stands at @src
 * @HIST_OP_REG_STRING: bytes at the address in register @src, which may be anybody's
 * @HIST_OP_COMM: the current task's name
 * @HIST_OP_STACK: the stack trace that a __data_loc at @src points to, each entry a u64
 * @HIST_OP_KERNEL_STACK: the kernel's stack, the same way
 * @HIST_OP_STACK_COUNTED: as @HIST_OP_STACK, but as a synthetic event takes it: unsigned
 *	longs, with the number of entries in front
 * @HIST_OP_KERNEL_STACK_COUNTED: as @HIST_OP_KERNEL_STACK, the same way
 * @HIST_OP_REF: the @len bytes that register @src, which holds an address, points to
 * @HIST_OP_REF_STACK: as @HIST_OP_STACK, of the counted one that register @src points to
 *
 * The result is a number, or it is bytes, see hist_op_is_number().
 */
enum hist_op {
	HIST_OP_U8 = TRACE_U8,
	HIST_OP_S8 = TRACE_S8,
	HIST_OP_U16 = TRACE_U16,
	HIST_OP_S16 = TRACE_S16,
	HIST_OP_U32 = TRACE_U32,
	HIST_OP_S32 = TRACE_S32,
	HIST_OP_U64 = TRACE_U64,
	HIST_OP_TIME,
	HIST_OP_TIME_USECS,
	HIST_OP_CPU,
	HIST_OP_CONST,
	HIST_OP_REG,
	HIST_OP_NEG,
	HIST_OP_ADD,
	HIST_OP_SUB,
	HIST_OP_MUL,
	HIST_OP_DIV,
	HIST_OP_SDIV,
	HIST_OP_STRING,
	HIST_OP_STRING_NUL,
	HIST_OP_DYN_STRING,
	HIST_OP_REL_STRING,
	HIST_OP_PTR_STRING,
	HIST_OP_REG_STRING,
	HIST_OP_COMM,
	HIST_OP_STACK,
	HIST_OP_KERNEL_STACK,
	HIST_OP_STACK_COUNTED,
	HIST_OP_KERNEL_STACK_COUNTED,
	HIST_OP_REF,
	HIST_OP_REF_STACK,
};

/**
 * hist_op_is_number - does a step get a number?
 * @op: &enum hist_op of the step
 *
 * Return: true if so; false if it gets bytes.
 */
static __always_inline bool hist_op_is_number(u8 op)
{
	return op < HIST_OP_STRING;
}

/**
 * hist_op_is_field - does a step get a number of the record?
 * @op: &enum hist_op of the step
 *
 * Return: true if so.
 */
static __always_inline bool hist_op_is_field(u8 op)
{
	return op <= HIST_OP_U64;
}

/**
 * struct hist_step - one step of a program
 * @op: &enum hist_op
 * @map: what is made of a number before it is stored, &enum hist_map_fn
 * @src: where in the record, or which register
 * @dst: where to put the result: a word of the key or of what is saved, a register,
 *	a sum, an argument of an event; of the value of a variable, where in the frame's
 *	text its bytes stand on their way
 * @len: bytes of the result, if it is not a number; the second register
 * @arg: the bucket size, the constant; of bytes that have an address, where in the
 *	frame's text they stand, in words
 */
struct hist_step {
	u8 op;
	u8 map;
	u16 src;
	u16 dst;
	u16 len;
	u64 arg;
};

/**
 * struct hist_code - steps that are run one after the other
 * @n: number of @steps
 * @steps: the steps; owned by the program
 */
struct hist_code {
	unsigned int n;
	struct hist_step *steps;
};

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

/* Of an action that needs no match. */
#define HIST_NO_SOURCE	U8_MAX

/**
 * struct hist_act - what is done when an entry was hit
 * @handler: when; &enum hist_handler
 * @kind: what; &enum hist_action_kind
 * @is_signed: the tracked value is compared as a signed number
 * @source: of onmatch: the source that must have an entry of the same key, or
 *	%HIST_NO_SOURCE
 * @tracked: how to get the tracked value, a number
 * @track: which variable of the element remembers it
 * @at: where in the frame's text the arguments or what is saved are put together
 * @n_words: words of them
 * @args: the steps that do that
 * @cell: where what is saved is kept: the tracked value, and what belongs to it
 * @synth: the event to fire
 * @snapshot: what there is to know about the snapshot; owned by the histogram
 */
struct hist_act {
	u8 handler;
	u8 kind;
	bool is_signed;
	u8 source;
	struct hist_step tracked;
	u16 track;
	u16 at;
	u16 n_words;
	u16 cell;
	struct hist_code args;
	struct synth_event *synth;
	struct hist_snapshot *snapshot;
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

#endif /* _TRACE_HIST_PROGRAM_H */
