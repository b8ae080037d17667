/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All limits of synthetic events.
 */
#ifndef _TRACE_SYNTH_LIMITS_H
#define _TRACE_SYNTH_LIMITS_H

#include <linux/build_bug.h>
#include <linux/limits.h>
#include <linux/mm.h>

/* Number of fields of an event. struct synth_record_plan has one bit per field in a u64. */
#define SYNTH_FIELDS_MAX	64

/*
 * Length of the name of an event, field or struct. An event's name is also the name of a
 * directory.
 */
#define SYNTH_NAME_MAX		NAME_MAX

/* Size in bytes of a string field, including the NUL. Filters have the same limit. */
#define SYNTH_STRING_MAX	256

/* Size of a stack trace field in words: the number of addresses, and the addresses. */
#define SYNTH_STACK_WORDS	16

/* Number of '*' in a pointer type, as in "char **". */
#define SYNTH_POINTER_DEPTH_MAX	4

/*
 * Maximum size in bytes of a record with all dynamic fields at their maximum length. The ring
 * buffer must be able to store an event in one page. It needs 16 bytes for the page header,
 * keeps 8 bytes free, and needs 8 bytes for the event header and 8 for an absolute time stamp.
 */
#define SYNTH_RECORD_MAX	((u32)PAGE_SIZE - 40)

/* struct trace_dynamic_info has 16 bits for an offset. */
static_assert(!(SYNTH_RECORD_MAX >> 16));

#endif /* _TRACE_SYNTH_LIMITS_H */
