/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every limit of the histogram triggers, in one place.
 */
#ifndef _TRACE_HIST_LIMITS_H
#define _TRACE_HIST_LIMITS_H

#include <linux/build_bug.h>
#include <linux/types.h>

#include "../synth/limits.h"
#include "../tracing_map.h"

/* What one trigger may name. */
#define HIST_KEYS_MAX		8
#define HIST_VALS_MAX		16
#define HIST_SORT_MAX		TRACING_MAP_SORT_KEYS_MAX

#define HIST_VARS_MAX		16
#define HIST_ACTIONS_MAX	8
#define HIST_REFS_MAX		64
#define HIST_PARAMS_MAX		SYNTH_FIELDS_MAX

/* The hitcount is there whether it is named or not. */
#define HIST_FIELDS_MAX		(HIST_KEYS_MAX + HIST_VALS_MAX + HIST_VARS_MAX + 1)

/* Of one expression: operators with two sides, and parentheses within parentheses. */
#define HIST_EXPR_OPS_MAX	3
#define HIST_EXPR_DEPTH_MAX	4

/* Entries of a histogram; what the user asks for is rounded up to a power of two. */
#define HIST_SIZE_MIN		TRACING_MAP_SIZE_MIN
#define HIST_SIZE_MAX		TRACING_MAP_SIZE_MAX
#define HIST_SIZE_DEFAULT	2048

/* Bytes of a key: all fields together, and strings and stacks of any length. */
#define HIST_KEY_MAX		TRACING_MAP_KEY_MAX
#define HIST_STR_MAX		256
#define HIST_STACK_DEPTH	16

/* Numbers on their way, at the same time. */
#define HIST_REGS_MAX		256

/* Other histograms whose variables one can use. */
#define HIST_SOURCES_MAX	8

/*
 * A frame holds the key, numbers and text of one event.  Frames of up to
 * %HIST_STACK_FRAME_WORDS are on the stack.  Larger ones, and those of histograms with
 * actions, are taken from the arena of the CPU, which has %HIST_NESTING_MAX frames of the
 * largest size: as many events may interrupt or fire one another at a time, and an event
 * nested deeper counts as dropped.  The ring buffer allows more levels, NEST_LEVELS_MAX.
 */
#define HIST_STACK_FRAME_WORDS	16
#define HIST_FRAME_WORDS_MAX	1024
#define HIST_NESTING_MAX	5

/*
 * Events that may follow from one another, whichever of their histograms came first; one
 * more is rejected as a circle is.  Each is nested in the one that it follows from, and all
 * of them in one that nobody has fired.
 */
#define HIST_CHAIN_MAX		3

/* A command. */
#define HIST_TEXT_MAX		65535

static_assert(HIST_KEY_MAX >= 2 * HIST_STR_MAX + HIST_STACK_DEPTH * sizeof(u64));
static_assert(HIST_VALS_MAX + 1 <= TRACING_MAP_SUMS_MAX);
/* Each event of a chain that is accepted gets a frame, unless the chain interrupts another. */
static_assert(HIST_CHAIN_MAX + 1 <= HIST_NESTING_MAX);
static_assert(HIST_SIZE_DEFAULT >= HIST_SIZE_MIN && HIST_SIZE_DEFAULT <= HIST_SIZE_MAX);
/* What is asked for is rounded up to a power of two and must not become too large. */
static_assert(!(HIST_SIZE_MIN & (HIST_SIZE_MIN - 1)) && !(HIST_SIZE_MAX & (HIST_SIZE_MAX - 1)));
/* A caret's place is a u16 in the error log. */
static_assert(HIST_TEXT_MAX <= (u16)~0);

#endif /* _TRACE_HIST_LIMITS_H */
