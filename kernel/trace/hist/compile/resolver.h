/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The compiler's view of events, histograms and synthetic events.
 *
 * The compiler learns about them through struct hist_resolver_ops only, so that tests can run it
 * on made-up events.
 */
#ifndef _TRACE_HIST_COMPILE_RESOLVER_H
#define _TRACE_HIST_COMPILE_RESOLVER_H

#include <linux/types.h>

#include "../field_kind.h"

/**
 * struct hist_event_field - field of an event, or a built-in field
 * @name: name of the field; valid for at least the lifetime of the event
 * @type: C type of the field; valid for at least the lifetime of the event
 * @kind: kind of the field
 * @offset: offset in the record, in bytes; for a property of the current task, its &enum
 *	trace_task_number
 * @size: size in the record, in bytes
 * @is_signed: signed integer
 * @is_interrupted: kernel stack trace that begins at the interrupted instruction; the compiler sets
 *	it in fields of events for which &hist_resolver_ops.is_sample is true
 */
struct hist_event_field {
	const char *name;
	const char *type;
	enum hist_kind kind;
	u16 offset;
	u16 size;
	bool is_signed;
	bool is_interrupted;
};

struct hist_resolver;
struct hist_trigger_data;
struct synth_event;
struct synth_layout;
struct trace_suggestion;

/**
 * struct hist_var_definition - definition of a variable
 * @defining_hist: histogram that defines the variable; not a reference
 * @field: index of the variable in the fields[] of @defining_hist
 */
struct hist_var_definition {
	struct hist_trigger_data *defining_hist;
	unsigned int field;
};

/**
 * struct hist_event_name - name of an event
 * @system: name of the event's system
 * @event: name of the event in its system
 */
struct hist_event_name {
	const char *system;
	const char *event;
};

/**
 * struct hist_resolver_ops - the compiler's queries
 * @find_field: look up a field of the event by name and describe it in @out; returns 0 or
 *	-ENOENT.  The compiler asks before it looks for a built-in field, so that the event's own
 *	field of the same name is found
 * @is_own_event: check whether the event has a name
 * @find_event_field: like @find_field for another event; returns -ENODEV if that event does not
 *	exist
 * @is_sample: check whether an event, or the histogram's own event if the event is NULL, is a
 *	sample: a hard interrupt fires it for the code that it has interrupted
 * @find_var: look up a variable by name, among the histograms of one event in the same instance,
 *	or of all events if the event is NULL; returns 0, -ENOENT, or -ENOTUNIQ if several
 *	histograms define it
 * @find_matching_hist: look up a histogram of another event whose keys are compatible, see
 *	hist_data_keys_compatible(), preferably one that @user looks up already, else the first one;
 *	returns 0, -ENODEV if that event does not exist, -ENOENT if it has no histogram, -EINVAL
 *	if it has histograms but none with compatible keys
 * @evicts_rows: check whether the table of an attached histogram has overflow=evict
 * @find_synth_event: look up a synthetic event by name; returns its fields, or NULL if the event
 *	does not exist
 * @suggest_field: offer the names of the fields of another event to a suggestion, or of the
 *	histogram's own event if the event is NULL; offers nothing if the other event does not exist
 * @suggest_var: offer the names of the variables that @find_var finds, without '$'
 * @suggest_event: offer the names of all events in the same instance, as <system>.<event>
 * @suggest_synth_event: offer the names of all synthetic events
 *
 * Callers hold event_mutex for all but @find_field, if the resolver is that of a real event.
 */
struct hist_resolver_ops {
	int (*find_field)(const struct hist_resolver *resolver, const char *name,
			  struct hist_event_field *out);
	bool (*is_own_event)(const struct hist_resolver *resolver,
			     const struct hist_event_name *id);
	int (*find_event_field)(const struct hist_resolver *resolver,
				const struct hist_event_name *of, const char *name,
				struct hist_event_field *out);
	bool (*is_sample)(const struct hist_resolver *resolver, const struct hist_event_name *of);
	int (*find_var)(const struct hist_resolver *resolver, const struct hist_event_name *of,
			const char *name, struct hist_var_definition *out);
	int (*find_matching_hist)(const struct hist_resolver *resolver,
				  const struct hist_event_name *of,
				  const struct hist_trigger_data *user,
				  struct hist_trigger_data **out);
	bool (*evicts_rows)(const struct hist_trigger_data *data);
	const struct synth_layout *(*find_synth_event)(const struct hist_resolver *resolver,
						       const char *name,
						       struct synth_event **event);
	void (*suggest_field)(const struct hist_resolver *resolver,
			      const struct hist_event_name *of,
			      struct trace_suggestion *suggestion);
	void (*suggest_var)(const struct hist_resolver *resolver, const struct hist_event_name *of,
			    struct trace_suggestion *suggestion);
	void (*suggest_event)(const struct hist_resolver *resolver,
			      struct trace_suggestion *suggestion);
	void (*suggest_synth_event)(const struct hist_resolver *resolver,
				    struct trace_suggestion *suggestion);
};

/**
 * struct hist_resolver - the event to compile for; embedded in the implementation's object
 * @ops: queries
 * @skip_lookups: compile only to match an attached histogram: do not look up other histograms and
 *	other events, except for synthetic ones; since the attached histogram was compiled, their
 *	names may have become those of other objects, or of none
 */
struct hist_resolver {
	const struct hist_resolver_ops *ops;
	bool skip_lookups;
};

#endif /* _TRACE_HIST_COMPILE_RESOLVER_H */
