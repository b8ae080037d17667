// SPDX-License-Identifier: GPL-2.0
/*
 * Resolver of the names in filters of trace events: it classifies the event's fields, and looks
 * up functions and CPUs. It does not depend on the syntax or the execution of filters.
 *
 * Locks: none taken here. The caller ensures that the event is not removed.
 */
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/kallsyms.h>
#include <linux/log2.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../trace.h"
#include "event.h"
#include "program.h"

/* Test whether a C type contains a word. */
static bool has_word(const char *type, const char *word)
{
	size_t len = strlen(word);
	const char *at;

	for (at = type; (at = strstr(at, word)); at += len)
		if ((at == type || at[-1] == ' ') && !isalnum(at[len]) && at[len] != '_')
			return true;
	return false;
}

/* Only these pointers can be compared as strings; all other pointers are numbers. */
static bool is_string_pointer(const char *type)
{
	return !strcmp(type, "char *") || !strcmp(type, "const char *") ||
	       !strcmp(type, "char const *");
}

static bool is_located(const char *type)
{
	return strstarts(type, "__data_loc") || strstarts(type, "__rel_loc");
}

/**
 * filter_assign_type - classify a field by its C type
 * @type: the type, as in the event's format file
 *
 * Context: any.
 * Return: one of the FILTER_* constants in linux/trace_events.h.
 */
int filter_assign_type(const char *type)
{
	if (is_located(type) && has_word(type, "cpumask_t"))
		return FILTER_CPUMASK;
	if (!has_word(type, "char"))
		return FILTER_OTHER;
	if (strstarts(type, "__data_loc"))
		return FILTER_DYN_STRING;
	if (strstarts(type, "__rel_loc"))
		return FILTER_RDYN_STRING;
	if (strchr(type, '*'))
		return is_string_pointer(type) ? FILTER_PTR_STRING : FILTER_OTHER;
	return strchr(type, '[') ? FILTER_STATIC_STRING : FILTER_OTHER;
}

/**
 * trace_field_is_number - test whether a field is an integer that can be loaded directly
 * @field: the field
 *
 * Context: any.
 * Return: false for arrays, for location words, and for sizes other than 1, 2, 4 and 8 bytes.
 */
bool trace_field_is_number(const struct ftrace_event_field *field)
{
	return is_power_of_2(field->size) && field->size <= sizeof(u64) &&
	       !strchr(field->type, '[') && !is_located(field->type);
}

static u8 kind_of(const struct ftrace_event_field *field)
{
	switch (field->filter_type) {
	case FILTER_STATIC_STRING:
		return FILTER_KIND_CHARS;
	case FILTER_DYN_STRING:
		return FILTER_KIND_DYN;
	case FILTER_RDYN_STRING:
		return FILTER_KIND_REL;
	case FILTER_PTR_STRING:
		return FILTER_KIND_POINTER;
	case FILTER_CPUMASK:
		return strstarts(field->type, "__rel_loc") ? FILTER_KIND_REL_MASK :
							     FILTER_KIND_DYN_MASK;
	case FILTER_COMM:
		return FILTER_KIND_COMM;
	case FILTER_CPU:
		return FILTER_KIND_CPU;
	case FILTER_STACKTRACE:
		return FILTER_KIND_OTHER;
	default:
		return trace_field_is_number(field) ? FILTER_KIND_NUMBER : FILTER_KIND_OTHER;
	}
}

static int find_field(const struct filter_resolver *resolver, const char *name,
		      struct filter_field *out)
{
	const struct filter_event_resolver *event =
		container_of(resolver, struct filter_event_resolver, resolver);
	const struct ftrace_event_field *field;

	/* trace_find_event_field() lacks a const, but only compares the name. */
	field = trace_find_event_field(event->call, (char *)name);
	if (!field)
		return -ENOENT;

	*out = (struct filter_field){
		.kind = kind_of(field),
		.is_signed = field->is_signed,
		.offset = field->offset,
		.size = field->size,
	};
	if (out->kind == FILTER_KIND_CPU)
		out->size = sizeof(u32);
	/* A size of 0 means text at the end of the record; it is NUL-terminated. */
	if (out->kind == FILTER_KIND_CHARS && !out->size)
		out->size = PAGE_SIZE;
	return 0;
}

static int function_at(const struct filter_resolver *resolver, unsigned long addr,
		       struct filter_code *out)
{
	unsigned long size, offset;

	if (!kallsyms_lookup_size_offset(addr, &size, &offset) || !size)
		return -ENOENT;
	*out = (struct filter_code){ .start = addr - offset, .len = size };
	return 0;
}

static int find_function(const struct filter_resolver *resolver, const char *name,
			 struct filter_code *out)
{
	unsigned long addr = kallsyms_lookup_name(name);

	return addr ? function_at(resolver, addr, out) : -ENOENT;
}

static int parse_cpus(const struct filter_resolver *resolver, const char *list,
		      struct filter_cpus **out)
{
	unsigned int n = nr_cpu_ids;
	struct filter_cpus *cpus = kzalloc(struct_size(cpus, bits, BITS_TO_LONGS(n)), GFP_KERNEL);
	int ret;

	if (!cpus)
		return -ENOMEM;
	cpus->n = n;
	ret = bitmap_parselist(list, cpus->bits, n);
	if (ret) {
		kfree(cpus);
		return ret == -EOVERFLOW ? -ERANGE : ret;
	}
	*out = cpus;
	return 0;
}

/* Resolver operations for trace events. */
const struct filter_resolver_ops filter_event_resolver_ops = {
	.find_field	= find_field,
	.find_function	= find_function,
	.function_at	= function_at,
	.parse_cpus	= parse_cpus,
};
