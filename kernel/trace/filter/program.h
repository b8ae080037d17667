/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A filter as it runs: one entry for each comparison, and where to go from there.
 *
 *	a == 1 && !(b > 2 || c ~ "x*")
 *
 *	0  a in [1, 1]		true: 1		false: reject
 *	1  b in [3, max]	true: reject	false: 2
 *	2  c like x*		true: reject	false: accept
 *
 * Each entry is left forwards only, so that a filter takes no more steps than it has
 * entries.  What is negated has its ways changed, and needs nothing at run time.
 */
#ifndef _TRACE_FILTER_PROGRAM_H
#define _TRACE_FILTER_PROGRAM_H

#include <linux/types.h>

#include "../trace_record.h"

struct filter_pattern;
struct filter_pointed;

/* Where to go: to an entry, or to an end. */
#define FILTER_ACCEPT	((u16)~0)
#define FILTER_REJECT	((u16)(FILTER_ACCEPT - 1))

/**
 * enum filter_op - what is asked of a value
 * @FILTER_OP_RANGE: is it a number from low to low + span?  Any comparison of two
 *	numbers is such a question, signed or not, and so is "within a function"
 * @FILTER_OP_BITS: has it one of the bits of low?
 * @FILTER_OP_CPU_IN: is it the number of one of the CPUs?
 * @FILTER_OP_TEXT: can it be read, and does it match the pattern, or not if unlike?
 * @FILTER_OP_CPUS_MEET: is it a mask with one of the CPUs in it?
 * @FILTER_OP_CPUS_SAME: is it a mask of these CPUs?
 */
enum filter_op {
	FILTER_OP_RANGE,
	FILTER_OP_BITS,
	FILTER_OP_CPU_IN,
	FILTER_OP_TEXT,
	FILTER_OP_CPUS_MEET,
	FILTER_OP_CPUS_SAME,
};

/**
 * enum filter_source - where a value is
 * @FILTER_SRC_U8: a number in the record, like those that follow
 * @FILTER_SRC_S8: of one byte, signed
 * @FILTER_SRC_U16: of two bytes
 * @FILTER_SRC_S16: of two bytes, signed
 * @FILTER_SRC_U32: of four bytes
 * @FILTER_SRC_S32: of four bytes, signed
 * @FILTER_SRC_U64: of eight bytes, signed or not
 * @FILTER_SRC_CPU: the number of the CPU
 * @FILTER_SRC_CHARS: text in the record
 * @FILTER_SRC_DYN: text or bits in the record, where a word in it says
 * @FILTER_SRC_REL: the same, counted from behind that word
 * @FILTER_SRC_POINTED: text that a pointer in the record points at
 * @FILTER_SRC_POINTED_USER: the same, of the current program
 * @FILTER_SRC_COMM: the current task's name
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
	FILTER_SRC_CHARS,
	FILTER_SRC_DYN,
	FILTER_SRC_REL,
	FILTER_SRC_POINTED,
	FILTER_SRC_POINTED_USER,
	FILTER_SRC_COMM,
};

/**
 * struct filter_cpus - a list of CPUs
 * @n: number of bits
 * @bits: the CPUs
 */
struct filter_cpus {
	u32 n;
	unsigned long bits[];
};

/**
 * struct prog_entry - a comparison of a filter; the host's headers give it this name
 * @op: an enum filter_op
 * @source: an enum filter_source
 * @unlike: for text, what matches the pattern is not meant.  It is not the same as
 *	changing the ways: what a pointer points at may be out of reach, and is then
 *	neither like the pattern nor unlike it
 * @next: where to go if it is false, and if it is true
 * @offset: where the value is in the record
 * @size: bytes of text that the record has room for
 * @low: for numbers, the lowest one, or bits
 * @span: for numbers, by how much the highest is above that
 * @pattern: for text
 * @pointed: for text that a pointer points at, the buffers that it is copied to.  Set by
 *	filter_exec_prepare(), NULL before
 * @cpus: for CPUs
 */
struct prog_entry {
	u8 op;
	u8 source;
	bool unlike;
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
			struct filter_pointed __percpu *pointed;
		};
		const struct filter_cpus *cpus;
	};
};

/**
 * struct filter_program - a filter as it runs; constant once filter_exec_prepare() returned
 * @n_entries: number of @entries, at least one
 * @entries: its comparisons, the first of which comes first
 */
struct filter_program {
	u32 n_entries;
	struct prog_entry entries[];
};

#endif /* _TRACE_FILTER_PROGRAM_H */
