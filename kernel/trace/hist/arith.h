/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arithmetic of expressions.
 *
 * The parser computes operators on constants with these functions, and the interpreter computes
 * all other operators with them when an event occurs.  Both therefore agree.
 *
 * All operations are defined: they work on 64 bits modulo 2^64, division by zero and shifts by any
 * number have a result, and comparisons and logical operators give 0 or 1.
 */
#ifndef _TRACE_HIST_ARITH_H
#define _TRACE_HIST_ARITH_H

#include <linux/types.h>

/**
 * enum hist_arith_op - operators on one number or on two numbers, a and b
 * @HIST_ARITH_NEG: -a
 * @HIST_ARITH_NOT: complement of the bits of a
 * @HIST_ARITH_LOGICAL_NOT: 1 if a is 0, else 0
 * @HIST_ARITH_ADD: a plus b
 * @HIST_ARITH_SUB: a minus b
 * @HIST_ARITH_MUL: a times b
 * @HIST_ARITH_DIV: a divided by b; U64_MAX if b is 0
 * @HIST_ARITH_SDIV: a divided by b, signed; -1 if b is 0
 * @HIST_ARITH_MOD: remainder of %HIST_ARITH_DIV; a if b is 0
 * @HIST_ARITH_SMOD: remainder of %HIST_ARITH_SDIV, with the sign of a; a if b is 0
 * @HIST_ARITH_SHL: a shifted left by b; 0 if b is 64 or more, or negative
 * @HIST_ARITH_SHR: a shifted right by b; 0 if b is 64 or more, or negative
 * @HIST_ARITH_SSHR: like %HIST_ARITH_SHR, copies the sign of a: -1 instead of 0 for a negative
 *	number
 * @HIST_ARITH_AND: bits of both
 * @HIST_ARITH_OR: bits of any of both
 * @HIST_ARITH_XOR: bits of exactly one of both
 * @HIST_ARITH_LOGICAL_AND: 1 if neither is 0, else 0
 * @HIST_ARITH_LOGICAL_OR: 0 if both are 0, else 1
 * @HIST_ARITH_EQ: 1 if both are equal, else 0
 * @HIST_ARITH_NE: 0 if both are equal, else 1
 * @HIST_ARITH_LT: 1 if a is less than b, else 0
 * @HIST_ARITH_SLT: like %HIST_ARITH_LT, signed
 * @HIST_ARITH_LE: 1 if a is less than or equal to b, else 0
 * @HIST_ARITH_SLE: like %HIST_ARITH_LE, signed
 * @HIST_ARITH_GT: 1 if a is greater than b, else 0
 * @HIST_ARITH_SGT: like %HIST_ARITH_GT, signed
 * @HIST_ARITH_GE: 1 if a is greater than or equal to b, else 0
 * @HIST_ARITH_SGE: like %HIST_ARITH_GE, signed
 * @HIST_ARITH_COUNT: number of operators
 */
enum hist_arith_op {
	HIST_ARITH_NEG,
	HIST_ARITH_NOT,
	HIST_ARITH_LOGICAL_NOT,
	HIST_ARITH_ADD,
	HIST_ARITH_SUB,
	HIST_ARITH_MUL,
	HIST_ARITH_DIV,
	HIST_ARITH_SDIV,
	HIST_ARITH_MOD,
	HIST_ARITH_SMOD,
	HIST_ARITH_SHL,
	HIST_ARITH_SHR,
	HIST_ARITH_SSHR,
	HIST_ARITH_AND,
	HIST_ARITH_OR,
	HIST_ARITH_XOR,
	HIST_ARITH_LOGICAL_AND,
	HIST_ARITH_LOGICAL_OR,
	HIST_ARITH_EQ,
	HIST_ARITH_NE,
	HIST_ARITH_LT,
	HIST_ARITH_SLT,
	HIST_ARITH_LE,
	HIST_ARITH_SLE,
	HIST_ARITH_GT,
	HIST_ARITH_SGT,
	HIST_ARITH_GE,
	HIST_ARITH_SGE,
	HIST_ARITH_COUNT,
};

u64 hist_div_u64(u64 a, u64 b);
u64 hist_div_s64(u64 a, u64 b);
u64 hist_arith(enum hist_arith_op op, u64 a, u64 b);

#endif /* _TRACE_HIST_ARITH_H */
