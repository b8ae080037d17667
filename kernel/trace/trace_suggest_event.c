// SPDX-License-Identifier: GPL-2.0
/*
 * Offer the names of trace events and of their fields to a suggestion; see trace_suggest.h.
 *
 * Locks: none taken here; each function says which lock its caller holds.
 */
#include <linux/array_size.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/sprintf.h>

#include "trace.h"
#include "trace_event_call.h"
#include "trace_suggest.h"
#include "trace_suggest_event.h"

/* Fields that the event core finds for every event. Their list is private to the core. */
static const char *const fields_of_all_events[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid", "common_cpu",
	"cpu", "CPU", "comm", "COMM", "stacktrace", "STACKTRACE",
};

/**
 * trace_suggest_fields - offer the names of an event's fields
 * @suggestion: suggestion for the unknown name of a field
 * @call: the event
 *
 * Context: may sleep. The caller ensures that the event is not removed.
 */
void trace_suggest_fields(struct trace_suggestion *suggestion, struct trace_event_call *call)
{
	const struct ftrace_event_field *field;
	unsigned int i;

	/* The list begins with the last field of the record. */
	list_for_each_entry_reverse(field, trace_get_fields(call), link)
		trace_suggest_offer(suggestion, field->name);
	for (i = 0; i < ARRAY_SIZE(fields_of_all_events); i++)
		trace_suggest_offer(suggestion, fields_of_all_events[i]);
}

/**
 * trace_suggest_events - offer the names of an instance's events
 * @suggestion: suggestion for the unknown name of an event, with its system
 * @tr: the instance
 * @separator: character between system and event
 * @can_enable: offer only events that can be enabled
 *
 * Context: may sleep; event_mutex held.
 */
void trace_suggest_events(struct trace_suggestion *suggestion, const struct trace_array *tr,
			  char separator, bool can_enable)
{
	/* Names that do not fit are cut, but remain too long to be compared. */
	char name[TRACE_SUGGEST_NAME_MAX + 2];
	const struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->events, list) {
		if (can_enable && !event_is_traceable(file->event_call))
			continue;
		scnprintf(name, sizeof(name), "%s%c%s", file->event_call->class->system, separator,
			  trace_event_name(file->event_call));
		trace_suggest_offer(suggestion, name);
	}
}

/**
 * trace_suggest_event_names - offer the names of an instance's events and systems
 * @suggestion: suggestion for an unknown name
 * @tr: the instance
 *
 * Only events that can be enabled are offered.
 *
 * Context: may sleep; event_mutex held.
 */
void trace_suggest_event_names(struct trace_suggestion *suggestion, const struct trace_array *tr)
{
	const struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry(file, &tr->events, list) {
		if (!event_is_traceable(file->event_call))
			continue;
		trace_suggest_offer(suggestion, trace_event_name(file->event_call));
		trace_suggest_offer(suggestion, file->event_call->class->system);
	}
}
