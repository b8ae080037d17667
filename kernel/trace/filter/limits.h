/* SPDX-License-Identifier: GPL-2.0 */
/* Limits of filters. */
#ifndef _TRACE_FILTER_LIMITS_H
#define _TRACE_FILTER_LIMITS_H

#include <linux/build_bug.h>
#include <linux/types.h>

/* Bytes of a field name, and of a string to compare with. */
#define FILTER_NAME_MAX		255
#define FILTER_STR_MAX		255

/* Bytes that are read of text that a pointer refers to. */
#define FILTER_PTR_STRING_MAX	1024

/*
 * Number of events on one CPU whose filters can read text through a pointer at the same time. The
 * event of a softirq, of a hardirq or of an NMI can interrupt a filter, so four events of these
 * contexts and of a task can be nested. The fifth is to spare.
 */
#define FILTER_NESTING_MAX	5

/*
 * Bytes of the text that is written to a filter file. The file shows the last error and the filter
 * in force, in a struct trace_seq, which has almost 8 KiB on all architectures.
 */
#define FILTER_FILE_TEXT_MAX	4095

/* Bytes of a rejected text that a filter file shows. The caret can be as far to the right. */
#define FILTER_FILE_SHOWN_MAX	1024

/* The error log stores the position of the caret in a u16. */
#define FILTER_TEXT_MAX		65535

/*
 * Predicates of a filter. The shortest predicate with an operator is five bytes: "a<1||". A
 * filter has fewer than twice as many nodes. The index of a node is a u16, as is a branch target
 * with its two special values.
 */
#define FILTER_PREDICATES_MAX	(FILTER_TEXT_MAX / 5 + 1)

static_assert(2 * FILTER_PREDICATES_MAX < (u16)~0 - 1);

#endif /* _TRACE_FILTER_LIMITS_H */
