/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The steps of a histogram's program, see program.h.
 *
 * All places are fixed: a step is a small number to switch on, where to get something
 * from and where to put it.
 */
#ifndef _TRACE_HIST_STEP_H
#define _TRACE_HIST_STEP_H

#include <linux/types.h>

#include "../trace_record.h"

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

#endif /* _TRACE_HIST_STEP_H */
