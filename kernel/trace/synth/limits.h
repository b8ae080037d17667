/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All limits of synthetic events.
 */
#ifndef _TRACE_SYNTH_LIMITS_H
#define _TRACE_SYNTH_LIMITS_H

#include <linux/build_bug.h>
#include <linux/limits.h>
#include <linux/mm.h>

/* Fields of an event. */
#define SYNTH_FIELDS_MAX	64

/* Length of a name, of a struct too; that of an event names a directory as well. */
#define SYNTH_NAME_MAX		NAME_MAX

/* Bytes of a string field, the terminating NUL included; the filters' limit. */
#define SYNTH_STRING_MAX	256

/* Words of a stack trace field: the number of addresses, and the addresses. */
#define SYNTH_STACK_WORDS	16

/* Depth of a pointer type, as in "char **". */
#define SYNTH_STARS_MAX		4

/*
 * Bytes of a record, with all dynamic fields at their longest.  The ring buffer puts
 * an event into one page: 16 bytes of page header, 8 that it keeps free, 8 of event
 * header, 8 for an absolute time stamp.
 */
#define SYNTH_RECORD_MAX	((u32)PAGE_SIZE - 40)

/* Locations in a record are 16 bits wide. */
static_assert(!(SYNTH_RECORD_MAX >> 16));

#endif /* _TRACE_SYNTH_LIMITS_H */
