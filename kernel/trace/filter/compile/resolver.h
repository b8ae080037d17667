/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiler's view of events: it resolves all names in a filter through these operations, so
 * tests can compile filters for made-up events.
 */
#ifndef _TRACE_FILTER_RESOLVER_H
#define _TRACE_FILTER_RESOLVER_H

#include <linux/types.h>

struct filter_cpus;
struct filter_resolver;
struct trace_suggestion;

/**
 * enum filter_kind - kind of a field
 * @FILTER_KIND_OTHER: cannot be compared
 * @FILTER_KIND_NUMBER: number of 1, 2, 4 or 8 bytes
 * @FILTER_KIND_CPU: number of the current CPU; not in the record
 * @FILTER_KIND_TASK: number that is a property of the current task; not in the record
 * @FILTER_KIND_CHARS: text in the record, at a fixed offset
 * @FILTER_KIND_DYN: text in the record, found through a location word (__data_loc)
 * @FILTER_KIND_REL: text in the record, found through a relative location word (__rel_loc)
 * @FILTER_KIND_POINTER: pointer to text
 * @FILTER_KIND_COMM: name of the current task; not in the record
 * @FILTER_KIND_TCOMM: name of the leader of the current thread group; not in the record
 * @FILTER_KIND_DYN_MASK: CPU mask in the record, found through a location word
 * @FILTER_KIND_REL_MASK: CPU mask in the record, found through a relative location word
 */
enum filter_kind {
	FILTER_KIND_OTHER,
	FILTER_KIND_NUMBER,
	FILTER_KIND_CPU,
	FILTER_KIND_TASK,
	FILTER_KIND_CHARS,
	FILTER_KIND_DYN,
	FILTER_KIND_REL,
	FILTER_KIND_POINTER,
	FILTER_KIND_COMM,
	FILTER_KIND_TCOMM,
	FILTER_KIND_DYN_MASK,
	FILTER_KIND_REL_MASK,
};

/**
 * struct filter_field - a field of an event
 * @kind: kind of the field, an &enum filter_kind
 * @is_signed: for numbers: the number is signed
 * @offset: offset in the record; for a property of the current task, its &enum trace_task_number
 * @size: size in bytes
 */
struct filter_field {
	u8 kind;
	bool is_signed;
	u32 offset;
	u32 size;
};

/**
 * struct filter_function_range - address range of a function
 * @start: start address
 * @len: size in bytes, at least 1
 */
struct filter_function_range {
	unsigned long start;
	unsigned long len;
};

/**
 * struct filter_resolver_ops - operations of a resolver
 * @find_field: find a field by its name. Returns 0 or -ENOENT
 * @suggest_field: offer the names of all fields to a suggestion
 * @find_function: find a function by its name. Returns 0 or -ENOENT
 * @function_at: find the function that contains an address. Returns 0 or -ENOENT
 * @parse_cpus: parse a list of CPUs into a new struct filter_cpus, to be freed with kfree().
 *	Returns 0, -EINVAL, -ERANGE for a CPU number beyond the possible CPUs, or -ENOMEM
 *
 * All operations are called while a filter is compiled and may sleep.
 */
struct filter_resolver_ops {
	int (*find_field)(const struct filter_resolver *resolver, const char *name,
			  struct filter_field *out);
	void (*suggest_field)(const struct filter_resolver *resolver,
			      struct trace_suggestion *suggestion);
	int (*find_function)(const struct filter_resolver *resolver, const char *name,
			     struct filter_function_range *out);
	int (*function_at)(const struct filter_resolver *resolver, unsigned long addr,
			   struct filter_function_range *out);
	int (*parse_cpus)(const struct filter_resolver *resolver, const char *list,
			  struct filter_cpus **out);
};

/**
 * struct filter_resolver - resolver of the names in a filter; embedded in a larger struct
 * @ops: operations of the resolver
 * @restricted: the filter must not reveal kernel memory or addresses. A process without CAP_PERFMON
 *	chooses the pointers that a system call's event records, and counts which records pass
 */
struct filter_resolver {
	const struct filter_resolver_ops *ops;
	bool restricted;
};

#endif /* _TRACE_FILTER_RESOLVER_H */
