/* SPDX-License-Identifier: GPL-2.0 */
/* Values of overflow=: how a histogram handles an event for which its table has no row. */
#ifndef _TRACE_HIST_OVERFLOW_H
#define _TRACE_HIST_OVERFLOW_H

#include <linux/types.h>

#include "../trace_suggest.h"
#include "../trace_text.h"

/**
 * enum hist_overflow - values of the parameter overflow=
 * @HIST_OVERFLOW_DEFAULT: the command does not give it; the same as @HIST_OVERFLOW_DROP
 * @HIST_OVERFLOW_DROP: count the event as dropped
 * @HIST_OVERFLOW_OTHER: count the event, with its values and statistics, in the row { other }
 * @HIST_OVERFLOW_EVICT: the same, and remove rows with few events when the table is nearly full
 * @HIST_OVERFLOW_COUNT: number of entries, @HIST_OVERFLOW_DEFAULT included
 */
enum hist_overflow {
	HIST_OVERFLOW_DEFAULT,
	HIST_OVERFLOW_DROP,
	HIST_OVERFLOW_OTHER,
	HIST_OVERFLOW_EVICT,
	HIST_OVERFLOW_COUNT,
};

/**
 * hist_overflows_same - check whether two values of overflow= mean the same
 * @a: first value
 * @b: second value
 *
 * Return: true if so.
 */
static inline bool hist_overflows_same(enum hist_overflow a, enum hist_overflow b)
{
	return (a ?: HIST_OVERFLOW_DROP) == (b ?: HIST_OVERFLOW_DROP);
}

const char *hist_overflow_name(enum hist_overflow overflow);
enum hist_overflow hist_overflow_find(const char *text, struct trace_span name);
void hist_suggest_overflow(struct trace_suggestion *suggestion);

#endif /* _TRACE_HIST_OVERFLOW_H */
