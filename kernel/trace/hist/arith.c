// SPDX-License-Identifier: GPL-2.0
/*
 * Arithmetic of expressions, see arith.h.
 *
 * Pure.  Any context, NMI included.
 */
#include <linux/limits.h>
#include <linux/math64.h>

#include "arith.h"

/* Bits of a number.  A shift by as many or more moves all of them out. */
#define NUMBER_BITS	64

/**
 * hist_div_u64 - divide unsigned numbers
 * @a: dividend
 * @b: divisor
 *
 * Context: any.
 * Return: the quotient, or the largest number if @b is 0.
 */
u64 hist_div_u64(u64 a, u64 b)
{
	return b ? div64_u64(a, b) : U64_MAX;
}

/**
 * hist_div_s64 - divide signed numbers
 * @a: dividend
 * @b: divisor
 *
 * The smallest s64 has no positive counterpart, and dividing it by -1 may trap.
 *
 * Context: any.
 * Return: the quotient, or -1 if @b is 0.
 */
u64 hist_div_s64(u64 a, u64 b)
{
	if (!b)
		return U64_MAX;
	return b == U64_MAX ? -a : div64_s64(a, b);
}

/* The remainder has the sign of the dividend.  Without a divisor, it is the dividend. */
static u64 remainder_of(u64 a, u64 b, u64 quotient)
{
	return b ? a - quotient * b : a;
}

static u64 shift_left(u64 a, u64 by)
{
	return by < NUMBER_BITS ? a << by : 0;
}

static u64 shift_right(u64 a, u64 by)
{
	return by < NUMBER_BITS ? a >> by : 0;
}

static u64 shift_right_signed(s64 a, u64 by)
{
	if (by >= NUMBER_BITS)
		return a < 0 ? U64_MAX : 0;
	return a >> by;
}

/* Compare numbers.  Only comparisons get here. */
static bool compare(enum hist_arith_op op, u64 a, u64 b)
{
	switch (op) {
	case HIST_ARITH_EQ:
		return a == b;
	case HIST_ARITH_NE:
		return a != b;
	case HIST_ARITH_LT:
		return a < b;
	case HIST_ARITH_SLT:
		return (s64)a < (s64)b;
	case HIST_ARITH_LE:
		return a <= b;
	case HIST_ARITH_SLE:
		return (s64)a <= (s64)b;
	case HIST_ARITH_GT:
		return a > b;
	case HIST_ARITH_SGT:
		return (s64)a > (s64)b;
	case HIST_ARITH_GE:
		return a >= b;
	default:
		return (s64)a >= (s64)b;
	}
}

/**
 * hist_arith - compute an operator
 * @op: operator
 * @a: first operand
 * @b: second operand; ignored by an operator with one operand
 *
 * Context: any, NMI included.
 * Return: the result.
 */
u64 hist_arith(enum hist_arith_op op, u64 a, u64 b)
{
	switch (op) {
	case HIST_ARITH_NEG:
		return -a;
	case HIST_ARITH_NOT:
		return ~a;
	case HIST_ARITH_LOGICAL_NOT:
		return !a;
	case HIST_ARITH_ADD:
		return a + b;
	case HIST_ARITH_SUB:
		return a - b;
	case HIST_ARITH_MUL:
		return a * b;
	case HIST_ARITH_DIV:
		return hist_div_u64(a, b);
	case HIST_ARITH_SDIV:
		return hist_div_s64(a, b);
	case HIST_ARITH_MOD:
		return remainder_of(a, b, hist_div_u64(a, b));
	case HIST_ARITH_SMOD:
		return remainder_of(a, b, hist_div_s64(a, b));
	case HIST_ARITH_SHL:
		return shift_left(a, b);
	case HIST_ARITH_SHR:
		return shift_right(a, b);
	case HIST_ARITH_SSHR:
		return shift_right_signed(a, b);
	case HIST_ARITH_AND:
		return a & b;
	case HIST_ARITH_OR:
		return a | b;
	case HIST_ARITH_XOR:
		return a ^ b;
	case HIST_ARITH_LOGICAL_AND:
		return a && b;
	case HIST_ARITH_LOGICAL_OR:
		return a || b;
	default:
		return compare(op, a, b);
	}
}
