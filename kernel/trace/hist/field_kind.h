/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kinds of fields and units of times, and predicates on kinds.
 *
 * The parser, the compiler and the display share these.  No code depends on the order of the
 * kinds.
 */
#ifndef _TRACE_HIST_FIELD_KIND_H
#define _TRACE_HIST_FIELD_KIND_H

#include <linux/types.h>

/**
 * enum hist_kind - origin and type of a field's value
 * @HIST_KIND_NUMBER: integer of 1, 2, 4 or 8 bytes in the record
 * @HIST_KIND_STRING: char array of fixed size in the record
 * @HIST_KIND_DYN_STRING: string elsewhere in the record, found by a __data_loc: an offset from
 *	the start of the record
 * @HIST_KIND_REL_STRING: string elsewhere in the record, found by a __rel_loc: an offset from
 *	the end of the field
 * @HIST_KIND_PTR_STRING: string at an address that the record holds
 * @HIST_KIND_STACK: array of long elsewhere in the record, found by a __data_loc; the first
 *	element is the number of entries that follow
 * @HIST_KIND_OTHER: any other field of the record; a histogram cannot use it
 * @HIST_KIND_HITCOUNT: number of events: 1 for each event
 * @HIST_KIND_TIMESTAMP: time of the event, read from the histogram's clock
 * @HIST_KIND_CPU: number of the current CPU
 * @HIST_KIND_TASK: number that is a property of the current task, see &enum trace_task_number
 * @HIST_KIND_CGROUP: id of the cgroup of the current task
 * @HIST_KIND_COMM: name of the current task
 * @HIST_KIND_TCOMM: name of the leader of the current thread group
 * @HIST_KIND_KERNEL_STACK: kernel stack trace, beginning at the event
 * @HIST_KIND_USER_STACK: user stack trace of the current task
 * @HIST_KIND_EXPR: number that is computed from an expression, or a constant
 * @HIST_KIND_VAR: number that a variable holds
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
	HIST_KIND_TASK,
	HIST_KIND_CGROUP,
	HIST_KIND_COMM,
	HIST_KIND_TCOMM,
	HIST_KIND_KERNEL_STACK,
	HIST_KIND_USER_STACK,
	HIST_KIND_EXPR,
	HIST_KIND_VAR,
};

/**
 * enum hist_unit - unit of a time
 * @HIST_UNIT_NONE: value is not a time
 * @HIST_UNIT_CLOCK: unit of the histogram's clock
 * @HIST_UNIT_USECS: microseconds; if the clock does not count nanoseconds, the clock's own unit
 *
 * An expression cannot combine times of different units, and a key in one unit cannot look up
 * entries whose key is in another one. Only an operand in brackets is converted to microseconds if
 * the key that it is compared with has them.
 */
enum hist_unit {
	HIST_UNIT_NONE,
	HIST_UNIT_CLOCK,
	HIST_UNIT_USECS,
};

/**
 * hist_kind_is_number - check whether fields of a kind are numbers
 * @kind: kind of the field
 *
 * Numbers can be summed up, computed with and tracked.
 *
 * Return: true for a number, false for a string, a stack trace or an unusable field.
 */
static inline bool hist_kind_is_number(enum hist_kind kind)
{
	switch (kind) {
	case HIST_KIND_NUMBER:
	case HIST_KIND_HITCOUNT:
	case HIST_KIND_TIMESTAMP:
	case HIST_KIND_CPU:
	case HIST_KIND_TASK:
	case HIST_KIND_CGROUP:
	case HIST_KIND_EXPR:
	case HIST_KIND_VAR:
		return true;
	default:
		return false;
	}
}

/**
 * hist_kind_is_string - check whether fields of a kind are strings
 * @kind: kind of the field
 *
 * Return: true for a string.
 */
static inline bool hist_kind_is_string(enum hist_kind kind)
{
	switch (kind) {
	case HIST_KIND_STRING:
	case HIST_KIND_DYN_STRING:
	case HIST_KIND_REL_STRING:
	case HIST_KIND_PTR_STRING:
	case HIST_KIND_COMM:
	case HIST_KIND_TCOMM:
		return true;
	default:
		return false;
	}
}

/**
 * hist_kind_is_stack - check whether fields of a kind are stack traces
 * @kind: kind of the field
 *
 * Return: true for a stack trace.
 */
static inline bool hist_kind_is_stack(enum hist_kind kind)
{
	return kind == HIST_KIND_STACK || kind == HIST_KIND_KERNEL_STACK ||
	       kind == HIST_KIND_USER_STACK;
}

/**
 * hist_kind_is_builtin - check whether fields of a kind are built in
 * @kind: kind of the field
 *
 * A built-in field is not stored in the record: it is read or computed when the event occurs.
 *
 * Return: true for a built-in field, an expression or a variable; false for a field of the
 * record.
 */
static inline bool hist_kind_is_builtin(enum hist_kind kind)
{
	switch (kind) {
	case HIST_KIND_HITCOUNT:
	case HIST_KIND_TIMESTAMP:
	case HIST_KIND_CPU:
	case HIST_KIND_TASK:
	case HIST_KIND_CGROUP:
	case HIST_KIND_COMM:
	case HIST_KIND_TCOMM:
	case HIST_KIND_KERNEL_STACK:
	case HIST_KIND_USER_STACK:
	case HIST_KIND_EXPR:
	case HIST_KIND_VAR:
		return true;
	default:
		return false;
	}
}

#endif /* _TRACE_HIST_FIELD_KIND_H */
