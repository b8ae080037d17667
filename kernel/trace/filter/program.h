/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiled form of a filter: one entry per predicate, each with two branch targets.
 *
 *	a == 1 && !(b > 2 || c ~ "x*")
 *
 *	0  a in [1, 1]		true: 1		false: reject
 *	1  b in [3, max]	true: reject	false: 2
 *	2  c like x*		true: reject	false: accept
 *
 * All branches go forward, so a filter runs each entry at most once. Negation exchanges branch
 * targets at compile time and costs nothing at run time.
 */
#ifndef _TRACE_FILTER_PROGRAM_H
#define _TRACE_FILTER_PROGRAM_H

#include <linux/types.h>

#include "../trace_record_read.h"
#include "../trace_task.h"

struct filter_pattern;
struct filter_ptr_string_buffers;

/* Branch targets that end the filter; all other values are indexes of entries. */
#define FILTER_ACCEPT	((u16)~0)
#define FILTER_REJECT	((u16)(FILTER_ACCEPT - 1))

/**
 * enum filter_op - test that an entry applies to its value
 * @FILTER_OP_RANGE: number is in [low, low + span]. All comparisons of numbers, signed and
 *	unsigned, are compiled to this test, as is the .function modifier
 * @FILTER_OP_BITS: number has at least one bit of low
 * @FILTER_OP_CPU_IN: number is one of the CPUs
 * @FILTER_OP_TEXT: text can be read, and matches the pattern; if negate_match is set, can be read
 *	and does not match
 * @FILTER_OP_CPUS_INTERSECT: CPU mask contains at least one of the CPUs
 * @FILTER_OP_CPUS_EQUAL: CPU mask is equal to the CPUs
 */
enum filter_op {
	FILTER_OP_RANGE,
	FILTER_OP_BITS,
	FILTER_OP_CPU_IN,
	FILTER_OP_TEXT,
	FILTER_OP_CPUS_INTERSECT,
	FILTER_OP_CPUS_EQUAL,
};

/**
 * enum filter_source - location and type of the value of an entry
 * @FILTER_SRC_U8: number in the record: one byte, unsigned
 * @FILTER_SRC_S8: number in the record: one byte, signed
 * @FILTER_SRC_U16: number in the record: two bytes, unsigned
 * @FILTER_SRC_S16: number in the record: two bytes, signed
 * @FILTER_SRC_U32: number in the record: four bytes, unsigned
 * @FILTER_SRC_S32: number in the record: four bytes, signed
 * @FILTER_SRC_U64: number in the record: eight bytes, signed or unsigned
 * @FILTER_SRC_CPU: number of the current CPU
 * @FILTER_SRC_TASK: first property of the current task; the source of any property is
 *	%FILTER_SRC_TASK plus its &enum trace_task_number
 * @FILTER_SRC_CHARS: text in the record, at a fixed offset
 * @FILTER_SRC_DYN: text or CPU mask in the record, found through a location word (__data_loc)
 * @FILTER_SRC_REL: text or CPU mask in the record, found through a location word that is relative
 *	to its own end (__rel_loc)
 * @FILTER_SRC_PTR_STRING: text in kernel memory, at the address in the record
 * @FILTER_SRC_USER_PTR_STRING: text in memory of the current process, at the address in the record
 * @FILTER_SRC_COMM: name of the current task
 * @FILTER_SRC_TCOMM: name of the leader of the current thread group
 */
enum filter_source {
	FILTER_SRC_U8 = TRACE_U8,
	FILTER_SRC_S8 = TRACE_S8,
	FILTER_SRC_U16 = TRACE_U16,
	FILTER_SRC_S16 = TRACE_S16,
	FILTER_SRC_U32 = TRACE_U32,
	FILTER_SRC_S32 = TRACE_S32,
	FILTER_SRC_U64 = TRACE_U64,
	FILTER_SRC_CPU,
	FILTER_SRC_TASK,
	FILTER_SRC_CHARS = FILTER_SRC_TASK + TRACE_TASK_NUMBERS,
	FILTER_SRC_DYN,
	FILTER_SRC_REL,
	FILTER_SRC_PTR_STRING,
	FILTER_SRC_USER_PTR_STRING,
	FILTER_SRC_COMM,
	FILTER_SRC_TCOMM,
};

/**
 * filter_source_is_task - check whether a value is a number that is a property of the current task
 * @source: source of the value, an &enum filter_source
 *
 * Return: true if it is.
 */
static inline bool filter_source_is_task(u8 source)
{
	return source >= FILTER_SRC_TASK && source < FILTER_SRC_TASK + TRACE_TASK_NUMBERS;
}

/**
 * struct filter_cpus - a set of CPUs
 * @n: number of bits in @bits
 * @bits: the CPUs
 */
struct filter_cpus {
	u32 n;
	unsigned long bits[];
};

/**
 * struct prog_entry - a compiled predicate; the base kernel's headers use this name
 * @op: the test, an &enum filter_op
 * @source: location and type of the value, an &enum filter_source
 * @negate_match: for text: text that matches the pattern fails the test. This differs from
 *	exchanged branch targets if a pointer cannot be read: the test fails with and without
 *	@negate_match
 * @next: branch targets if the test is false ([0]) and true ([1])
 * @offset: offset of the value in the record
 * @size: maximum number of bytes of text in the record
 * @low: for numbers: lowest number of the range, or bits to test
 * @span: for numbers: difference between the highest and the lowest number of the range
 * @pattern: for text: the pattern, owned by the entry
 * @buffers: for text that a pointer refers to: per-CPU buffers that the text is copied to. Set by
 *	filter_alloc_buffers(), NULL before
 * @cpus: for CPUs: the set to compare with, owned by the entry
 */
struct prog_entry {
	u8 op;
	u8 source;
	bool negate_match;
	u16 next[2];
	u32 offset;
	u32 size;
	union {
		struct {
			u64 low;
			u64 span;
		};
		struct {
			const struct filter_pattern *pattern;
			struct filter_ptr_string_buffers __percpu *buffers;
		};
		const struct filter_cpus *cpus;
	};
};

/**
 * struct filter_program - a compiled filter; constant after filter_alloc_buffers()
 * @n_entries: number of @entries, at least 1
 * @entries: predicates in the order of the text; execution starts at the first one
 */
struct filter_program {
	u32 n_entries;
	struct prog_entry entries[];
};

#endif /* _TRACE_FILTER_PROGRAM_H */
