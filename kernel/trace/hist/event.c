// SPDX-License-Identifier: GPL-2.0
/*
 * A trace event as the compiler sees it: its fields, by kind.
 */
#include <linux/log2.h>
#include <linux/string.h>

#include "../trace.h"
#include "event.h"

/* An integer that can be loaded as it is: no array, no location of something else. */
static bool is_number(const struct ftrace_event_field *field)
{
	return is_power_of_2(field->size) && field->size <= sizeof(u64) &&
	       !strchr(field->type, '[') && !strstarts(field->type, "__data_loc") &&
	       !strstarts(field->type, "__rel_loc");
}

static enum hist_kind kind_of(const struct ftrace_event_field *field)
{
	switch (field->filter_type) {
	case FILTER_STATIC_STRING:
		/* Of a char[] at the end of the record, nobody knows the length. */
		return field->size ? HIST_KIND_STRING : HIST_KIND_OTHER;
	case FILTER_DYN_STRING:
		return HIST_KIND_DYN_STRING;
	case FILTER_RDYN_STRING:
		return HIST_KIND_REL_STRING;
	case FILTER_PTR_STRING:
		return HIST_KIND_PTR_STRING;
	case FILTER_COMM:
		return HIST_KIND_COMM;
	case FILTER_CPU:
		return HIST_KIND_CPU;
	case FILTER_STACKTRACE:
		/* One that takes no room in the record is the kernel's at that time. */
		return field->size ? HIST_KIND_STACK : HIST_KIND_KERNEL_STACK;
	case FILTER_CPUMASK:
		return HIST_KIND_OTHER;
	default:
		return is_number(field) ? HIST_KIND_NUMBER : HIST_KIND_OTHER;
	}
}

static int find_field(const struct hist_resolver *resolver, const char *name,
		      struct hist_event_field *out)
{
	const struct hist_event_resolver *event =
		container_of(resolver, struct hist_event_resolver, resolver);
	const struct ftrace_event_field *field;

	/* The host's interface lacks the const; it only compares the name. */
	field = trace_find_event_field(event->call, (char *)name);
	if (!field)
		return -ENOENT;

	*out = (struct hist_event_field){
		.name = field->name,
		.type = field->type,
		.kind = kind_of(field),
		.offset = field->offset,
		.size = field->size,
		.is_signed = field->is_signed,
	};
	return 0;
}

const struct hist_resolver_ops hist_event_resolver_ops = {
	.find_field = find_field,
};
