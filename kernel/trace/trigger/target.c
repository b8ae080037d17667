// SPDX-License-Identifier: GPL-2.0
/*
 * Find the target event that a command names as SYSTEM:EVENT, and keep it in soft mode. For
 * triggers and for the commands of set_ftrace_filter.
 *
 * Locks: event_mutex is held.
 */
#include <linux/errno.h>
#include <linux/slab.h>

#include "../trace_event_call.h"
#include "../trace_suggest_event.h"
#include "diag.h"
#include "trigger.h"

static int reject_target(const struct trace_array *tr, const char *text, struct trace_span at,
			 struct trace_diag *diag)
{
	struct trace_suggestion suggestion = trace_suggestion_for(text, at);

	trace_suggest_events(&suggestion, tr, ':', true);
	return trace_diag_suggest(diag, TRIGGER_DIAG_NO_EVENT, at, "", &suggestion);
}

/**
 * trigger_find_target - find the target event of a command
 * @tr: instance whose file received the command
 * @text: the command
 * @system: system of the target event in @text
 * @event: name of the target event, behind @system and a colon
 * @target: set to the event in @tr
 * @diag: set to the error
 *
 * Context: may sleep; event_mutex held.
 * Return: 0; -EINVAL with @diag set if no event of this name can be enabled; or -ENOMEM.
 */
int trigger_find_target(struct trace_array *tr, const char *text, struct trace_span system,
			struct trace_span event, struct trace_event_file **target,
			struct trace_diag *diag)
{
	char *system_name = trace_span_dup(text, system), *event_name = trace_span_dup(text, event);
	int ret = -ENOMEM;

	if (system_name && event_name) {
		*target = find_event_file(tr, system_name, event_name);
		system.len = trace_span_end(event) - system.off;
		ret = *target ? 0 : reject_target(tr, text, system, diag);
	}
	kfree(system_name);
	kfree(event_name);
	return ret;
}

/*
 * If the initialization of a module fails, the triggers of its events are removed with the events.
 * So triggers of the same module may refer to its events before the initialization has ended.
 */
static bool can_be_kept(const struct trace_event_file *file, const struct trace_event_file *user)
{
	const struct trace_event_call *call = file->event_call;

	return !event_is_provisional(call) ||
	       (user && event_module(user->event_call) == event_module(call));
}

/**
 * trigger_hold_event - reference an event and let it enter soft mode
 * @file: the event in the instance
 * @user: the event whose trigger refers to it; NULL for a command of set_ftrace_filter
 *
 * Context: may sleep; event_mutex held.
 * Return: 0; -EBUSY if the event is being removed, or if its module is being loaded and is not that
 * of @user; or another negative errno. Nothing has changed after an error. trigger_release_event()
 * undoes it.
 */
int trigger_hold_event(struct trace_event_file *file, const struct trace_event_file *user)
{
	int ret;

	if (!can_be_kept(file, user) || !trace_event_try_get_ref(file->event_call))
		return -EBUSY;
	ret = trace_event_enable_disable(file, 1, 1);
	if (ret)
		trace_event_put_ref(file->event_call);
	return ret;
}

/**
 * trigger_release_event - undo trigger_hold_event()
 * @file: the event in the instance
 *
 * Context: may sleep; event_mutex held.
 */
void trigger_release_event(struct trace_event_file *file)
{
	trace_event_enable_disable(file, 0, 1);
	trace_event_put_ref(file->event_call);
}
