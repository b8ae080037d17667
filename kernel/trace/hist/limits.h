/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All limits of hist triggers.  Assertions at the end check that they fit each other, and the
 * limits of the map and of synthetic events.
 */
#ifndef _TRACE_HIST_LIMITS_H
#define _TRACE_HIST_LIMITS_H

#include <linux/build_bug.h>
#include <linux/types.h>

#include "../synth/limits.h"
#include "../tracing_map.h"

/* Numbers of keys, values and sort fields in one trigger. */
#define HIST_KEYS_MAX		8
#define HIST_VALS_MAX		16
#define HIST_SORT_MAX		TRACING_MAP_SORT_KEYS_MAX

/* Variables, actions, used variables, and parameters of one action. */
#define HIST_VARS_MAX		16
#define HIST_ACTIONS_MAX	8
#define HIST_REFS_MAX		64
#define HIST_PARAMS_MAX		SYNTH_FIELDS_MAX

/* The hitcount is a field of every histogram, even if the command does not name it. */
#define HIST_FIELDS_MAX		(HIST_KEYS_MAX + HIST_VALS_MAX + HIST_VARS_MAX + 1)

/*
 * Operands of one expression, its operators, and nested parentheses and unary operators.  Fields,
 * variables and numbers are operands, inside brackets as well.
 */
#define HIST_EXPR_OPERANDS_MAX	32
#define HIST_EXPR_OPS_MAX	64
#define HIST_EXPR_DEPTH_MAX	16

/* Binary operators of an expression of constants, the limit of the base kernel. */
#define HIST_EXPR_CONST_OPS_MAX	3

/* Entries of a histogram.  A requested size is rounded up to a power of two. */
#define HIST_SIZE_MIN		TRACING_MAP_SIZE_MIN
#define HIST_SIZE_MAX		TRACING_MAP_SIZE_MAX
#define HIST_SIZE_DEFAULT	2048

/*
 * Buckets of the pool that percentiles and distributions use, and the default number for each
 * entry, up to the maximum.  A requested number is rounded up to a power of two.
 */
#define HIST_POOL_MIN		128
#define HIST_POOL_MAX		2097152
#define HIST_POOL_PER_ROW	16

/*
 * Bytes of the whole key, bytes of one string, and addresses in one stack trace.  In a key, a
 * string of variable length and a stack trace always take the full size.  A char array takes its
 * own size, which only the size of the key limits.
 */
#define HIST_KEY_MAX		1024
#define HIST_STR_MAX		256
#define HIST_STACK_DEPTH	16

/*
 * Interned stack traces: addresses in a trace, the default number for user stacks, and the number
 * of different traces (user or kernel stack, and depth) in one histogram.
 */
#define HIST_DEPTH_MAX		127
#define HIST_USER_STACK_DEPTH	32
#define HIST_STACK_SOURCES_MAX	4

/*
 * Smallest and largest size of a table of stacks, and bytes of its keys. A table has as many
 * entries as the histogram within these limits.
 */
#define HIST_STACKS_MIN		2048
#define HIST_STACKS_MAX		131072
#define HIST_STACKS_BYTES_MAX	(64UL << 20)

/* Registers of a program: one for each loaded variable, operand and result of an operator. */
#define HIST_REGS_MAX		256

/* Other histograms in which one histogram can look up entries. */
#define HIST_LOOKUPS_MAX	8

/*
 * The execution context of an event holds the key, the registers and the bytes of strings and
 * stack traces, in words of 64 bits.  Contexts of up to %HIST_STACK_CTX_WORDS words are on the
 * kernel stack.  Larger ones, and those of histograms with actions, come from a per-CPU arena of
 * %HIST_NESTING_MAX contexts of the maximum size, because an event can interrupt another one, or
 * an action can emit another event.  An event that is nested deeper is counted as dropped.  The
 * ring buffer allows more levels, see NEST_LEVELS_MAX in ring_buffer.c.
 */
#define HIST_STACK_CTX_WORDS	16
#define HIST_CTX_WORDS_MAX	1024
#define HIST_NESTING_MAX	5

/*
 * Length of the longest chain of synthetic events, in which a histogram of each event emits the
 * next one.  A histogram that would make a longer chain is rejected, in the same way as a cycle,
 * regardless of the order in which the histograms are attached.  Each event of a chain is nested
 * in the one before it, and the first one in an event that no action emits.
 */
#define HIST_CHAIN_MAX		3

/* Bytes of a command. */
#define HIST_TEXT_MAX		65535

static_assert(HIST_KEY_MAX >= 2 * HIST_STR_MAX + HIST_STACK_DEPTH * sizeof(u64));
static_assert(HIST_KEY_MAX <= TRACING_MAP_KEY_MAX);
static_assert(HIST_VALS_MAX + 1 <= TRACING_MAP_SUMS_MAX);
/* A variable of an entry stores a number of the command, or the tracked value of an action. */
static_assert(HIST_VARS_MAX + HIST_ACTIONS_MAX <= TRACING_MAP_VARS_MAX);
/* An arena has a context for each event of a chain, unless the chain interrupts another event. */
static_assert(HIST_CHAIN_MAX + 1 <= HIST_NESTING_MAX);
static_assert(HIST_SIZE_DEFAULT >= HIST_SIZE_MIN && HIST_SIZE_DEFAULT <= HIST_SIZE_MAX);
/* Rounding a size up to a power of two must not exceed the maximum. */
static_assert(!(HIST_SIZE_MIN & (HIST_SIZE_MIN - 1)) && !(HIST_SIZE_MAX & (HIST_SIZE_MAX - 1)));
static_assert(!(HIST_POOL_MIN & (HIST_POOL_MIN - 1)) && !(HIST_POOL_MAX & (HIST_POOL_MAX - 1)));
/* The default pool of the smallest histogram must be allowed. */
static_assert(HIST_POOL_PER_ROW * HIST_SIZE_MIN >= HIST_POOL_MIN);
/* The default pool of the largest histogram, before it is limited, must fit in 32 bits. */
static_assert(HIST_SIZE_MAX < (1ULL << 32) / HIST_POOL_PER_ROW);
/* The error log stores the offset of the caret in a u16. */
static_assert(HIST_TEXT_MAX <= (u16)~0);

#endif /* _TRACE_HIST_LIMITS_H */
