/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How large filters may be.
 */
#ifndef _TRACE_FILTER_LIMITS_H
#define _TRACE_FILTER_LIMITS_H

#include <linux/build_bug.h>
#include <linux/types.h>

/* Bytes of a name or of a string to compare with. */
#define FILTER_NAME_MAX		255
#define FILTER_STR_MAX		255

/* What is read of a string that a pointer points at. */
#define FILTER_POINTED_MAX	1024

/*
 * Filters that look at what a pointer points at, in events that interrupt or fire one
 * another: the ring buffer takes no more either.
 */
#define FILTER_NESTING_MAX	5

/* A caret's place is a u16 in the error log. */
#define FILTER_TEXT_MAX		65535

/*
 * Comparisons in a filter: "a<1||a<1||...".  The numbers of nodes, of which there are twice
 * as many, and two values more, have 16 bits.
 */
#define FILTER_TERMS_MAX	(FILTER_TEXT_MAX / 5 + 1)

static_assert(2 * FILTER_TERMS_MAX < (u16)~0 - 1);

#endif /* _TRACE_FILTER_LIMITS_H */
