// SPDX-License-Identifier: GPL-2.0
/*
 * Resolver of the compiler (see compile/resolver.h) for trace events: fields of an event, and the
 * events, variables, histograms and synthetic events around it in the same instance.
 *
 * All lookups except hist_resolver_find_field() need event_mutex. They take no reference.
 */
#include <linux/string.h>

#include "../../trace.h"
#include "../../trace_field.h"
#include "../../trace_suggest.h"
#include "../../trace_suggest_event.h"
#include "../../trace_synth.h"
#include "../program/compare.h"
#include "../sample/event.h"
#include "event_resolver.h"
#include "hist_trigger.h"
#include "map_owner.h"

static enum hist_kind hist_field_kind(const struct ftrace_event_field *field)
{
	switch (field->filter_type) {
	case FILTER_STATIC_STRING:
		/* The length of a char[] at the end of the record is unknown. */
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
		/*
		 * Size 0 means that the stack trace is not in the record but is taken when
		 * the event fires.
		 */
		return field->size ? HIST_KIND_STACK : HIST_KIND_KERNEL_STACK;
	case FILTER_CPUMASK:
		return HIST_KIND_OTHER;
	default:
		return trace_field_is_number(field) ? HIST_KIND_NUMBER : HIST_KIND_OTHER;
	}
}

static const struct hist_event_resolver *event_resolver(const struct hist_resolver *resolver)
{
	return container_of(resolver, struct hist_event_resolver, resolver);
}

static int find_field_in_event(struct trace_event_call *call, const char *name,
			       struct hist_event_field *out)
{
	const struct ftrace_event_field *field;

	/* trace_find_event_field() lacks the const, but only compares the name. */
	field = trace_find_event_field(call, (char *)name);
	if (!field)
		return -ENOENT;

	*out = (struct hist_event_field){
		.name = field->name,
		.type = field->type,
		.kind = hist_field_kind(field),
		.offset = field->offset,
		.size = field->size,
		.is_signed = field->is_signed,
	};
	return 0;
}

static int hist_resolver_find_field(const struct hist_resolver *resolver, const char *name,
				    struct hist_event_field *out)
{
	return find_field_in_event(event_resolver(resolver)->file->event_call, name, out);
}

static bool hist_resolver_is_own_event(const struct hist_resolver *resolver,
				       const struct hist_event_name *id)
{
	struct trace_event_call *call = event_resolver(resolver)->file->event_call;

	return !strcmp(call->class->system, id->system) &&
	       !strcmp(trace_event_name(call), id->event);
}

/*
 * Find an event of the same instance, also one that cannot be enabled: ftrace:print has
 * triggers.
 */
static struct trace_event_file *find_event_of_instance(const struct hist_resolver *resolver,
						       const struct hist_event_name *id)
{
	lockdep_assert_held(&event_mutex);
	return __find_event_file(event_resolver(resolver)->file->tr, id->system, id->event);
}

static int hist_resolver_find_event_field(const struct hist_resolver *resolver,
					  const struct hist_event_name *of, const char *name,
					  struct hist_event_field *out)
{
	const struct trace_event_file *file = find_event_of_instance(resolver, of);

	return file ? find_field_in_event(file->event_call, name, out) : -ENODEV;
}

static bool hist_resolver_is_sample(const struct hist_resolver *resolver,
				    const struct hist_event_name *of)
{
	const struct trace_event_file *file =
		of ? find_event_of_instance(resolver, of) : event_resolver(resolver)->file;

	return file && hist_sample_is_event(file->event_call);
}

static bool find_var_in_hist(struct hist_trigger_data *data, const char *name,
			     struct hist_var_definition *out)
{
	unsigned int i;

	for (i = hist_n_display_vals(data); i < data->n_vals; i++) {
		if (strcmp(data->fields[i].var_name, name))
			continue;
		*out = (struct hist_var_definition){ data, i };
		return true;
	}
	return false;
}

/*
 * Count the variables called @name. Variables of field-variable histograms cannot be
 * referenced by name.
 */
static unsigned int count_vars(const struct trace_event_file *file, const char *name,
			       struct hist_var_definition *out)
{
	struct event_trigger_data *trigger;
	unsigned int n = 0;

	list_for_each_entry(trigger, &file->triggers, list) {
		struct hist_trigger_data *data = hist_of(trigger);

		if (data && !data->is_field_var_hist)
			n += find_var_in_hist(data, name, out);
	}
	return n;
}

static int hist_resolver_find_var(const struct hist_resolver *resolver,
				  const struct hist_event_name *of, const char *name,
				  struct hist_var_definition *out)
{
	const struct trace_event_file *file;
	unsigned int n = 0;

	lockdep_assert_held(&event_mutex);

	if (of) {
		file = find_event_of_instance(resolver, of);
		n = file ? count_vars(file, name, out) : 0;
	} else {
		list_for_each_entry(file, &event_resolver(resolver)->file->tr->events, list)
			n += count_vars(file, name, out);
	}
	if (n > 1)
		return -ENOTUNIQ;
	return n ? 0 : -ENOENT;
}

/* Prefer a histogram whose entries the program looks up already. */
static int hist_resolver_find_matching_hist(const struct hist_resolver *resolver,
					    const struct hist_event_name *of,
					    const struct hist_trigger_data *user,
					    struct hist_trigger_data **out)
{
	const struct trace_event_file *file = find_event_of_instance(resolver, of);
	const struct event_trigger_data *trigger;
	int ret = -ENOENT;

	if (!file)
		return -ENODEV;
	list_for_each_entry(trigger, &file->triggers, list) {
		struct hist_trigger_data *data = hist_of(trigger);

		if (!data || data->is_field_var_hist)
			continue;
		if (!hist_data_keys_compatible(data, user)) {
			ret = ret ? -EINVAL : 0;
			continue;
		}
		if (ret)
			*out = data;
		ret = 0;
		if (!hist_program_has_lookup(&user->program, data))
			continue;
		*out = data;
		break;
	}
	return ret;
}

/* The table of a name can have another overflow= than the command of a histogram that uses it. */
static bool hist_resolver_evicts_rows(const struct hist_trigger_data *data)
{
	return hist_map_overflow(data) == HIST_OVERFLOW_EVICT;
}

static const struct synth_layout *
hist_resolver_find_synth_event(const struct hist_resolver *resolver, const char *name,
			       struct synth_event **event)
{
	*event = find_synth_event(name);
	return *event ? (*event)->layout : NULL;
}

static void hist_resolver_suggest_field(const struct hist_resolver *resolver,
					const struct hist_event_name *of,
					struct trace_suggestion *suggestion)
{
	const struct trace_event_file *file =
		of ? find_event_of_instance(resolver, of) : event_resolver(resolver)->file;

	if (file)
		trace_suggest_fields(suggestion, file->event_call);
}

static void suggest_vars_of_event(const struct trace_event_file *file,
				  struct trace_suggestion *suggestion)
{
	struct event_trigger_data *trigger;
	unsigned int i;

	list_for_each_entry(trigger, &file->triggers, list) {
		const struct hist_trigger_data *data = hist_of(trigger);

		if (!data || data->is_field_var_hist)
			continue;
		for (i = hist_n_display_vals(data); i < data->n_vals; i++)
			trace_suggest_offer(suggestion, data->fields[i].var_name);
	}
}

static void hist_resolver_suggest_var(const struct hist_resolver *resolver,
				      const struct hist_event_name *of,
				      struct trace_suggestion *suggestion)
{
	const struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	if (of) {
		file = find_event_of_instance(resolver, of);
		if (file)
			suggest_vars_of_event(file, suggestion);
		return;
	}
	list_for_each_entry(file, &event_resolver(resolver)->file->tr->events, list)
		suggest_vars_of_event(file, suggestion);
}

static void hist_resolver_suggest_event(const struct hist_resolver *resolver,
					struct trace_suggestion *suggestion)
{
	trace_suggest_events(suggestion, event_resolver(resolver)->file->tr, '.', false);
}

static void hist_resolver_suggest_synth_event(const struct hist_resolver *resolver,
					      struct trace_suggestion *suggestion)
{
	suggest_synth_events(suggestion);
}

const struct hist_resolver_ops hist_event_resolver_ops = {
	.find_field		= hist_resolver_find_field,
	.is_own_event		= hist_resolver_is_own_event,
	.find_event_field	= hist_resolver_find_event_field,
	.is_sample		= hist_resolver_is_sample,
	.find_var		= hist_resolver_find_var,
	.find_matching_hist	= hist_resolver_find_matching_hist,
	.evicts_rows		= hist_resolver_evicts_rows,
	.find_synth_event	= hist_resolver_find_synth_event,
	.suggest_field		= hist_resolver_suggest_field,
	.suggest_var		= hist_resolver_suggest_var,
	.suggest_event		= hist_resolver_suggest_event,
	.suggest_synth_event	= hist_resolver_suggest_synth_event,
};
