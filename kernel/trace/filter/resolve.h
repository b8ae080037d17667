/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the names in a filter mean.
 *
 * Compiling asks through these functions, so that it runs as well on events that tests
 * made up.
 */
#ifndef _TRACE_FILTER_RESOLVE_H
#define _TRACE_FILTER_RESOLVE_H

#include <linux/types.h>

struct filter_cpus;
struct filter_resolver;

/**
 * enum filter_kind - what a field is
 * @FILTER_KIND_OTHER: nothing that can be compared
 * @FILTER_KIND_NUMBER: a number of 1, 2, 4 or 8 bytes
 * @FILTER_KIND_CPU: the number of the CPU, which takes no room in the record
 * @FILTER_KIND_CHARS: text in the record
 * @FILTER_KIND_DYN: text in the record, where a word in it says
 * @FILTER_KIND_REL: the same, counted from behind that word
 * @FILTER_KIND_POINTER: a pointer to text
 * @FILTER_KIND_COMM: the current task's name, which takes no room in the record
 * @FILTER_KIND_DYN_MASK: a CPU mask in the record, where a word in it says
 * @FILTER_KIND_REL_MASK: the same, counted from behind that word
 */
enum filter_kind {
	FILTER_KIND_OTHER,
	FILTER_KIND_NUMBER,
	FILTER_KIND_CPU,
	FILTER_KIND_CHARS,
	FILTER_KIND_DYN,
	FILTER_KIND_REL,
	FILTER_KIND_POINTER,
	FILTER_KIND_COMM,
	FILTER_KIND_DYN_MASK,
	FILTER_KIND_REL_MASK,
};

/**
 * struct filter_field - a field of an event
 * @kind: an enum filter_kind
 * @is_signed: for numbers
 * @offset: where it is in the record
 * @size: its bytes
 */
struct filter_field {
	u8 kind;
	bool is_signed;
	u32 offset;
	u32 size;
};

/**
 * struct filter_code - where a function is
 * @start: its address
 * @len: its bytes, at least one
 */
struct filter_code {
	unsigned long start;
	unsigned long len;
};

/**
 * struct filter_resolver_ops - the questions
 * @find_field: find a field by its name: 0 or -ENOENT
 * @find_function: find a function by its name: 0 or -ENOENT
 * @function_at: find the function that an address is in: 0 or -ENOENT
 * @parse_cpus: read a list of CPUs into a new struct filter_cpus, to be given to kfree():
 *	0, -EINVAL, -ERANGE if there is no such CPU, -ENOMEM
 */
struct filter_resolver_ops {
	int (*find_field)(const struct filter_resolver *resolver, const char *name,
			  struct filter_field *out);
	int (*find_function)(const struct filter_resolver *resolver, const char *name,
			     struct filter_code *out);
	int (*function_at)(const struct filter_resolver *resolver, unsigned long addr,
			   struct filter_code *out);
	int (*parse_cpus)(const struct filter_resolver *resolver, const char *list,
			  struct filter_cpus **out);
};

/**
 * struct filter_resolver - whom to ask
 * @ops: the questions
 */
struct filter_resolver {
	const struct filter_resolver_ops *ops;
};

#endif /* _TRACE_FILTER_RESOLVE_H */
