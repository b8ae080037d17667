// SPDX-License-Identifier: GPL-2.0
/*
 * Resolver of the names in filters of trace events: it finds the event's fields, and looks up
 * functions and CPUs. It does not depend on the syntax or the execution of filters.
 *
 * Locks: none taken here. The caller ensures that the event is not removed.
 */
#include <linux/bitmap.h>
#include <linux/cpumask.h>
#include <linux/kallsyms.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../trace.h"
#include "../../trace_field.h"
#include "../../trace_suggest.h"
#include "../../trace_suggest_event.h"
#include "../../trace_task.h"
#include "../program.h"
#include "event_resolver.h"

static u8 filter_kind_of(const struct ftrace_event_field *field)
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

static struct trace_event_call *event_of(const struct filter_resolver *resolver)
{
	return container_of(resolver, struct filter_event_resolver, resolver)->call;
}

static int find_task_field(const char *name, struct filter_field *out)
{
	const struct trace_task_field *field = trace_task_find_field(name);

	/* The event core has other names of this field. */
	if (!strcmp(name, "common_comm")) {
		*out = (struct filter_field){ .kind = FILTER_KIND_COMM };
		return 0;
	}
	if (!field)
		return -ENOENT;
	*out = (struct filter_field){
		.kind = field->id == TRACE_TASK_TCOMM ? FILTER_KIND_TCOMM : FILTER_KIND_TASK,
		.is_signed = field->is_signed,
		.offset = field->id,
		.size = field->size,
	};
	return 0;
}

static int filter_event_find_field(const struct filter_resolver *resolver, const char *name,
				   struct filter_field *out)
{
	const struct ftrace_event_field *field;

	/* trace_find_event_field() lacks a const, but only compares the name. */
	field = trace_find_event_field(event_of(resolver), (char *)name);
	if (!field)
		return find_task_field(name, out);

	*out = (struct filter_field){
		.kind = filter_kind_of(field),
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

static void filter_event_suggest_field(const struct filter_resolver *resolver,
				       struct trace_suggestion *suggestion)
{
	trace_suggest_fields(suggestion, event_of(resolver));
	trace_task_suggest_fields(suggestion);
	trace_suggest_offer(suggestion, "common_comm");
}

static int filter_event_function_at(const struct filter_resolver *resolver, unsigned long addr,
				    struct filter_function_range *out)
{
	unsigned long size, offset;

	if (!kallsyms_lookup_size_offset(addr, &size, &offset) || !size)
		return -ENOENT;
	*out = (struct filter_function_range){ .start = addr - offset, .len = size };
	return 0;
}

static int filter_event_find_function(const struct filter_resolver *resolver, const char *name,
				      struct filter_function_range *out)
{
	unsigned long addr = kallsyms_lookup_name(name);

	return addr ? filter_event_function_at(resolver, addr, out) : -ENOENT;
}

static int filter_event_parse_cpus(const struct filter_resolver *resolver, const char *list,
				   struct filter_cpus **out)
{
	unsigned int n = nr_cpu_ids;
	struct filter_cpus *cpus;
	int ret;

	cpus = kzalloc(struct_size(cpus, bits, BITS_TO_LONGS(n)), GFP_KERNEL_ACCOUNT);
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
	.find_field	= filter_event_find_field,
	.suggest_field	= filter_event_suggest_field,
	.find_function	= filter_event_find_function,
	.function_at	= filter_event_function_at,
	.parse_cpus	= filter_event_parse_cpus,
};
