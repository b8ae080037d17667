/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instructions of a histogram's program, see program.h.
 *
 * All offsets and sizes are constants. An instruction consists of an opcode to switch on,
 * its operands and its destination.
 */
#ifndef _TRACE_HIST_PROGRAM_INSN_H
#define _TRACE_HIST_PROGRAM_INSN_H

#include <linux/types.h>

#include "../../trace_record_read.h"
#include "../../trace_task.h"
#include "../arith.h"

/**
 * enum hist_op - opcode of an instruction
 * @HIST_OP_U8: integer at offset @src of the record, see &enum trace_number
 * @HIST_OP_S8: like @HIST_OP_U8, sign-extended
 * @HIST_OP_U16: see @HIST_OP_U8
 * @HIST_OP_S16: see @HIST_OP_S8
 * @HIST_OP_U32: see @HIST_OP_U8
 * @HIST_OP_S32: see @HIST_OP_S8
 * @HIST_OP_U64: see @HIST_OP_U8
 * @HIST_OP_TIME: time of the event, read from the histogram's clock
 * @HIST_OP_TIME_USECS: time of the event, converted from nanoseconds to microseconds
 * @HIST_OP_SINCE: time of the event minus register @src2
 * @HIST_OP_SINCE_USECS: time of the event in microseconds minus register @src2
 * @HIST_OP_CPU: number of the current CPU
 * @HIST_OP_TASK: first property of the current task; the opcode of any property is %HIST_OP_TASK
 *	plus its &enum trace_task_number
 * @HIST_OP_CONST: constant @arg
 * @HIST_OP_REG: number in register @src
 * @HIST_OP_ARITH: opcode of the first operator on registers @src and @src2; that of any other is
 *	%HIST_OP_ARITH plus its &enum hist_arith_op. Those below have a name here as well, because
 *	the interpreter computes them without a call
 * @HIST_OP_NEG: see %HIST_ARITH_NEG
 * @HIST_OP_ADD: see %HIST_ARITH_ADD
 * @HIST_OP_SUB: see %HIST_ARITH_SUB
 * @HIST_OP_MUL: see %HIST_ARITH_MUL
 * @HIST_OP_DIV: see %HIST_ARITH_DIV
 * @HIST_OP_SDIV: see %HIST_ARITH_SDIV
 * @HIST_OP_SELECT: register @src2 if register @src is not 0, else register @arg
 * @HIST_OP_STRING: string at offset @src of the record, at most @len bytes
 * @HIST_OP_STRING_NUL: like @HIST_OP_STRING, with a terminating NUL even after @len bytes
 * @HIST_OP_DYN_STRING: string that the __data_loc at offset @src refers to
 * @HIST_OP_REL_STRING: string that the __rel_loc at offset @src refers to
 * @HIST_OP_PTR_STRING: string at the address that is stored at offset @src, in kernel or
 *	user memory
 * @HIST_OP_STRING_AT_REG: string at the address in register @src, in kernel or user memory
 * @HIST_OP_COMM: comm of the current task
 * @HIST_OP_TCOMM: comm of the leader of the current thread group
 * @HIST_OP_STACK: stack trace that the __data_loc at offset @src refers to, widened to one
 *	u64 per entry
 * @HIST_OP_KERNEL_STACK: current kernel stack trace, one u64 per entry
 * @HIST_OP_STACK_WITH_LEN: like @HIST_OP_STACK, in the format of synthetic events: an
 *	unsigned long with the number of entries, then one unsigned long per entry
 * @HIST_OP_KERNEL_STACK_WITH_LEN: like @HIST_OP_KERNEL_STACK, in the format of
 *	@HIST_OP_STACK_WITH_LEN
 * @HIST_OP_INTERRUPTED_STACK: like @HIST_OP_KERNEL_STACK, beginning at the instruction that the
 *	current hard interrupt has interrupted; empty if that was in user mode
 * @HIST_OP_INTERRUPTED_STACK_WITH_LEN: like @HIST_OP_INTERRUPTED_STACK, in the format of
 *	@HIST_OP_STACK_WITH_LEN
 * @HIST_OP_COPY: @len bytes of the execution context, at the address in register @src
 * @HIST_OP_COPY_STACK: counted stack trace in the execution context, at the address in
 *	register @src, widened to one u64 per entry
 * @HIST_OP_STACK_ID: id of the current stack trace in a table of stacks, one u64. @arg is the
 *	address of the &struct hist_stack_source. If @src is not 0, an instruction that has run
 *	before in the program has taken the stack trace, and its id is used again. It produces
 *	bytes and not a number, so that the code for numbers, which most programs use, does not
 *	contain it
 *
 * Instructions below %HIST_OP_STRING produce a number, all other instructions produce
 * bytes. Number opcodes that read the record have the values of &enum trace_number.
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
	HIST_OP_SINCE,
	HIST_OP_SINCE_USECS,
	HIST_OP_CPU,
	HIST_OP_TASK,
	HIST_OP_CONST = HIST_OP_TASK + TRACE_TASK_NUMBERS,
	HIST_OP_REG,
	HIST_OP_ARITH,
	HIST_OP_NEG = HIST_OP_ARITH + HIST_ARITH_NEG,
	HIST_OP_ADD = HIST_OP_ARITH + HIST_ARITH_ADD,
	HIST_OP_SUB = HIST_OP_ARITH + HIST_ARITH_SUB,
	HIST_OP_MUL = HIST_OP_ARITH + HIST_ARITH_MUL,
	HIST_OP_DIV = HIST_OP_ARITH + HIST_ARITH_DIV,
	HIST_OP_SDIV = HIST_OP_ARITH + HIST_ARITH_SDIV,
	HIST_OP_SELECT = HIST_OP_ARITH + HIST_ARITH_COUNT,
	HIST_OP_STRING,
	HIST_OP_STRING_NUL,
	HIST_OP_DYN_STRING,
	HIST_OP_REL_STRING,
	HIST_OP_PTR_STRING,
	HIST_OP_STRING_AT_REG,
	HIST_OP_COMM,
	HIST_OP_TCOMM,
	HIST_OP_STACK,
	HIST_OP_KERNEL_STACK,
	HIST_OP_STACK_WITH_LEN,
	HIST_OP_KERNEL_STACK_WITH_LEN,
	HIST_OP_INTERRUPTED_STACK,
	HIST_OP_INTERRUPTED_STACK_WITH_LEN,
	HIST_OP_COPY,
	HIST_OP_COPY_STACK,
	HIST_OP_STACK_ID,
};

/**
 * hist_op_is_number - check whether an instruction produces a number
 * @op: opcode, &enum hist_op
 *
 * Return: true for a number, false for bytes.
 */
static __always_inline bool hist_op_is_number(u8 op)
{
	return op < HIST_OP_STRING;
}

/**
 * hist_op_is_field - check whether an instruction reads a number from the record
 * @op: opcode, &enum hist_op
 *
 * Return: true if it does.
 */
static __always_inline bool hist_op_is_field(u8 op)
{
	return op <= HIST_OP_U64;
}

/**
 * hist_op_is_task - check whether an instruction reads a property of the current task
 * @op: opcode, &enum hist_op
 *
 * Return: true if it does, and its result is a number.
 */
static __always_inline bool hist_op_is_task(u8 op)
{
	return op >= HIST_OP_TASK && op < HIST_OP_TASK + TRACE_TASK_NUMBERS;
}

/**
 * hist_op_is_time - check whether an instruction reads the time of the event
 * @op: opcode, &enum hist_op
 *
 * Return: true if it does.
 */
static inline bool hist_op_is_time(u8 op)
{
	return op >= HIST_OP_TIME && op <= HIST_OP_SINCE_USECS;
}

/**
 * struct hist_insn - instruction
 * @op: opcode, &enum hist_op
 * @transform: transform that is applied to the number, &enum hist_transform
 * @src: offset in the record, or source register
 * @dst: destination: word of the key or of the saved values, register, sum, or argument of
 *	a synthetic event. For the value of a variable that has a cell: where its bytes are
 *	built, in words from &hist_program.bytes_offset
 * @len: bytes of the result
 * @src2: second source register of an arithmetic instruction, or the register that
 *	%HIST_OP_SINCE and %HIST_OP_SINCE_USECS subtract
 * @arg: bucket size, constant, or third source register. For an argument that is passed by
 *	address: where its bytes are built, in words from &hist_program.bytes_offset
 */
struct hist_insn {
	u8 op;
	u8 transform;
	u16 src;
	u16 dst;
	union {
		u16 len;
		u16 src2;
	};
	u64 arg;
};

/**
 * struct hist_section - program section: instructions that run in order
 * @n: number of @insns
 * @insns: the instructions; owned by the program
 */
struct hist_section {
	unsigned int n;
	struct hist_insn *insns;
};

#endif /* _TRACE_HIST_PROGRAM_INSN_H */
