/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every limit of the histogram triggers, in one place.
 */
#ifndef _TRACE_HIST_LIMITS_H
#define _TRACE_HIST_LIMITS_H

#include <linux/build_bug.h>
#include <linux/types.h>

#include "../tracing_map.h"

/* What one trigger may name. */
#define HIST_KEYS_MAX		8
#define HIST_VALS_MAX		16
#define HIST_SORT_MAX		TRACING_MAP_SORT_KEYS_MAX

/* The hitcount is there whether it is named or not. */
#define HIST_FIELDS_MAX		(HIST_KEYS_MAX + HIST_VALS_MAX + 1)

/* Entries of a histogram; what the user asks for is rounded up to a power of two. */
#define HIST_SIZE_MIN		TRACING_MAP_SIZE_MIN
#define HIST_SIZE_MAX		TRACING_MAP_SIZE_MAX
#define HIST_SIZE_DEFAULT	2048

/* Bytes of a key: all fields together, and strings and stacks of any length. */
#define HIST_KEY_MAX		TRACING_MAP_KEY_MAX
#define HIST_STR_MAX		256
#define HIST_STACK_DEPTH	16

/*
 * A key up to this size is put together on the stack.  Longer ones use a buffer
 * of the CPU, one for each event that may interrupt another on it; an event
 * nested deeper than that counts as dropped.
 */
#define HIST_NARROW_KEY_MAX	64
#define HIST_NESTING_MAX	4

/* A command: the trigger file takes less than a page at a time. */
#define HIST_TEXT_MAX		65535

static_assert(HIST_KEY_MAX >= 2 * HIST_STR_MAX + HIST_STACK_DEPTH * sizeof(u64));
static_assert(HIST_VALS_MAX + 1 <= TRACING_MAP_SUMS_MAX);
static_assert(HIST_SIZE_DEFAULT >= HIST_SIZE_MIN && HIST_SIZE_DEFAULT <= HIST_SIZE_MAX);
/* What is asked for is rounded up to a power of two and must not become too large. */
static_assert(!(HIST_SIZE_MIN & (HIST_SIZE_MIN - 1)) && !(HIST_SIZE_MAX & (HIST_SIZE_MAX - 1)));
/* A caret's place is a u16 in the error log. */
static_assert(HIST_TEXT_MAX <= (u16)~0);

#endif /* _TRACE_HIST_LIMITS_H */
