/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How the compiler learns what a name means.
 *
 * The only way in which events reach the compiler, so that it can be run on a
 * table of made-up fields.
 */
#ifndef _TRACE_HIST_RESOLVE_H
#define _TRACE_HIST_RESOLVE_H

#include <linux/types.h>

#include "kind.h"

/**
 * struct hist_event_field - a field of an event, or a special one
 * @name: its name; lives at least as long as the event
 * @type: its type in C; lives at least as long as the event
 * @kind: what it is
 * @offset: where it is in the record, in bytes
 * @size: how much of the record it takes, in bytes
 * @is_signed: it is a signed integer
 */
struct hist_event_field {
	const char *name;
	const char *type;
	enum hist_kind kind;
	u16 offset;
	u16 size;
	bool is_signed;
};

struct hist_resolver;

/**
 * struct hist_resolver_ops - what the compiler asks about the event
 * @find_field: look up a field of the event by name and describe it in @out;
 *	0 or -ENOENT.  Asked before a name is taken for that of a special field,
 *	so that an event's own field of that name is found
 */
struct hist_resolver_ops {
	int (*find_field)(const struct hist_resolver *resolver, const char *name,
			  struct hist_event_field *out);
};

/**
 * struct hist_resolver - an event, for the compiler; embedded in the real thing
 * @ops: how to ask
 */
struct hist_resolver {
	const struct hist_resolver_ops *ops;
};

#endif /* _TRACE_HIST_RESOLVE_H */
