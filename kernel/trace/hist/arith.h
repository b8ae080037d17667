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

#include "program/insn.h"

u64 hist_div_u64(u64 a, u64 b);
u64 hist_div_s64(u64 a, u64 b);
u64 hist_arith(u8 op, u64 a, u64 b);

#endif /* _TRACE_HIST_ARITH_H */
