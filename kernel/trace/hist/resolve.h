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
struct hist_trigger_data;
struct synth_event;
struct synth_layout;

/**
 * struct hist_var_found - a variable
 * @def: the histogram that defines it; no reference is taken
 * @field: which of its fields it is
 */
struct hist_var_found {
	struct hist_trigger_data *def;
	unsigned int field;
};

/**
 * struct hist_event_id - an event by its name
 * @system: its system
 * @event: its name in the system
 */
struct hist_event_id {
	const char *system;
	const char *event;
};

/**
 * struct hist_resolver_ops - what the compiler asks about the event and its neighbours
 * @find_field: look up a field of the event by name and describe it in @out;
 *	0 or -ENOENT.  Asked before a name is taken for that of a special field,
 *	so that an event's own field of that name is found
 * @is_event: is the event called that?
 * @find_other_field: the same as @find_field, of another event; -ENODEV if there is no
 *	such event
 * @find_var: look up a variable that histograms of the same instance define, of one
 *	event or, if that is NULL, of any; 0, -ENOENT, or -ENOTUNIQ if there are several
 * @find_match: look for a histogram of another event whose keys fit, see
 *	hist_data_keys_fit(): the first one whose variables are used already, or else the
 *	first one; 0, -ENODEV if there is no such event, -ENOENT if it has no histogram,
 *	-EINVAL if none fits
 * @find_synth: look up a synthetic event and its fields; NULL if there is none of that
 *	name
 *
 * All but the first are asked with event_mutex held, where there is one.
 */
struct hist_resolver_ops {
	int (*find_field)(const struct hist_resolver *resolver, const char *name,
			  struct hist_event_field *out);
	bool (*is_event)(const struct hist_resolver *resolver, const struct hist_event_id *id);
	int (*find_other_field)(const struct hist_resolver *resolver,
				const struct hist_event_id *of, const char *name,
				struct hist_event_field *out);
	int (*find_var)(const struct hist_resolver *resolver, const struct hist_event_id *of,
			const char *name, struct hist_var_found *out);
	int (*find_match)(const struct hist_resolver *resolver, const struct hist_event_id *of,
			  const struct hist_trigger_data *user, struct hist_trigger_data **out);
	const struct synth_layout *(*find_synth)(const struct hist_resolver *resolver,
						 const char *name, struct synth_event **event);
};

/**
 * struct hist_resolver - an event, for the compiler; embedded in the real thing
 * @ops: how to ask
 * @lenient: the histogram is compiled to find one that is there already: what it names
 *	elsewhere is not looked up, since the names may mean something else by now, or
 *	nothing
 */
struct hist_resolver {
	const struct hist_resolver_ops *ops;
	bool lenient;
};

#endif /* _TRACE_HIST_RESOLVE_H */
