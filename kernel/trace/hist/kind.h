/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a field is, and what can be asked about that.  The order of the kinds means
 * nothing.
 */
#ifndef _TRACE_HIST_KIND_H
#define _TRACE_HIST_KIND_H

#include <linux/types.h>

/**
 * enum hist_kind - where a field's value comes from and what it is
 * @HIST_KIND_NUMBER: an integer of 1, 2, 4 or 8 bytes in the record
 * @HIST_KIND_STRING: a char array in the record
 * @HIST_KIND_DYN_STRING: elsewhere in the record, at an offset from its start
 * @HIST_KIND_REL_STRING: the same, the offset counting from behind the field
 * @HIST_KIND_PTR_STRING: at an address that the record holds
 * @HIST_KIND_STACK: long[] elsewhere in the record, its first element the number
 *	of the others
 * @HIST_KIND_OTHER: anything else in the record; of no use in a histogram
 * @HIST_KIND_HITCOUNT: 1
 * @HIST_KIND_TIMESTAMP: the time, by the histogram's clock, in its units
 * @HIST_KIND_CPU: the number of the CPU
 * @HIST_KIND_COMM: the name of the current task
 * @HIST_KIND_KERNEL_STACK: the kernel's stack, down from where the event hit
 * @HIST_KIND_EXPR: a number that is computed, or given
 * @HIST_KIND_VAR: the number that a variable holds
 */
enum hist_kind {
	HIST_KIND_NUMBER,
	HIST_KIND_STRING,
	HIST_KIND_DYN_STRING,
	HIST_KIND_REL_STRING,
	HIST_KIND_PTR_STRING,
	HIST_KIND_STACK,
	HIST_KIND_OTHER,
	HIST_KIND_HITCOUNT,
	HIST_KIND_TIMESTAMP,
	HIST_KIND_CPU,
	HIST_KIND_COMM,
	HIST_KIND_KERNEL_STACK,
	HIST_KIND_EXPR,
	HIST_KIND_VAR,
};

/**
 * enum hist_unit - what a time is in
 * @HIST_UNIT_NONE: it is none
 * @HIST_UNIT_CLOCK: whatever the clock counts in
 * @HIST_UNIT_USECS: microseconds, or the same where the clock does not count nanoseconds
 *
 * Times of different units cannot be computed with, nor looked up by one another.
 */
enum hist_unit {
	HIST_UNIT_NONE,
	HIST_UNIT_CLOCK,
	HIST_UNIT_USECS,
};

/**
 * hist_kind_is_number - can a field of this kind be added up?
 * @kind: the kind
 *
 * Return: true if it can.
 */
static inline bool hist_kind_is_number(enum hist_kind kind)
{
	switch (kind) {
	case HIST_KIND_NUMBER:
	case HIST_KIND_HITCOUNT:
	case HIST_KIND_TIMESTAMP:
	case HIST_KIND_CPU:
	case HIST_KIND_EXPR:
	case HIST_KIND_VAR:
		return true;
	default:
		return false;
	}
}

/**
 * hist_kind_is_string - is a field of this kind text?
 * @kind: the kind
 *
 * Return: true if it is.
 */
static inline bool hist_kind_is_string(enum hist_kind kind)
{
	switch (kind) {
	case HIST_KIND_STRING:
	case HIST_KIND_DYN_STRING:
	case HIST_KIND_REL_STRING:
	case HIST_KIND_PTR_STRING:
	case HIST_KIND_COMM:
		return true;
	default:
		return false;
	}
}

/**
 * hist_kind_is_stack - is a field of this kind a stack trace?
 * @kind: the kind
 *
 * Return: true if it is.
 */
static inline bool hist_kind_is_stack(enum hist_kind kind)
{
	return kind == HIST_KIND_STACK || kind == HIST_KIND_KERNEL_STACK;
}

/**
 * hist_kind_is_special - does no record hold this?
 * @kind: the kind
 *
 * Return: true if so; false if it is a field of the event's own.
 */
static inline bool hist_kind_is_special(enum hist_kind kind)
{
	switch (kind) {
	case HIST_KIND_HITCOUNT:
	case HIST_KIND_TIMESTAMP:
	case HIST_KIND_CPU:
	case HIST_KIND_COMM:
	case HIST_KIND_KERNEL_STACK:
	case HIST_KIND_EXPR:
	case HIST_KIND_VAR:
		return true;
	default:
		return false;
	}
}

#endif /* _TRACE_HIST_KIND_H */
