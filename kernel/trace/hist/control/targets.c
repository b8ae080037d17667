// SPDX-License-Identifier: GPL-2.0
/*
 * Find the histograms of a command: all of an instance, or the ones that the command names.
 *
 * A table that several instances share is only changed if the command gives its name. Otherwise a
 * command for one instance would change the tables of another one unnoticed.
 *
 * event_mutex protects the histograms, trace_types_lock the list of instances.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/slab.h>

#include "../../trace.h"
#include "../../trace_suggest_event.h"
#include "../attach/hist_trigger.h"
#include "../attach/map_owner.h"
#include "diag.h"
#include "targets.h"

/**
 * struct target_search - search for the histograms of a command
 * @targets: the histograms found so far, with room for those of all instances
 * @spec: the command
 * @tr: the instance that it was written to
 * @diag: error in the command
 * @at: the current target in the text; the verb if the command has no targets
 * @found: at least one histogram was found since this was set to false
 */
struct target_search {
	struct hist_targets *targets;
	const struct hist_control_spec *spec;
	struct trace_array *tr;
	struct trace_diag *diag;
	struct trace_span at;
	bool found;
};

/**
 * hist_is_shared - check whether histograms of several instances share a table
 * @data: an attached histogram
 *
 * Context: event_mutex held.
 * Return: true if so.
 */
bool hist_is_shared(const struct hist_trigger_data *data)
{
	const struct trace_array *tr = data->runtime.file->tr;
	struct hist_trigger_data *user;

	for (user = hist_map_next_user(data, NULL); user; user = hist_map_next_user(data, user))
		if (user->runtime.file->tr != tr)
			return true;
	return false;
}

static unsigned int count_all_hists(void)
{
	const struct event_trigger_data *trigger;
	const struct trace_event_file *file;
	const struct trace_array *tr;
	unsigned int n = 0;

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		list_for_each_entry(file, &tr->events, list)
			list_for_each_entry(trigger, &file->triggers, list)
				n += !!hist_of(trigger);
	return n;
}

static void add_hist(struct target_search *search, struct hist_trigger_data *data)
{
	struct hist_targets *targets = search->targets;
	unsigned int i;

	search->found = true;
	for (i = 0; i < targets->n; i++)
		if (targets->hists[i] == data)
			return;
	targets->hists[targets->n++] = data;
}

static int reject(struct target_search *search, enum hist_control_diag code, int err)
{
	trace_diag_set(search->diag, code, search->at);
	return err;
}

/* Reject an unknown name, and suggest a similar one. */
static int reject_name(struct target_search *search, enum hist_control_diag code,
		       const char *prefix, const struct trace_suggestion *suggestion)
{
	trace_diag_suggest(search->diag, code, search->at, prefix, suggestion);
	return -ENOENT;
}

/* Add a histogram that the command did not give by its name. Return: 0 or -EBUSY. */
static int add_unshared(struct target_search *search, struct hist_trigger_data *data)
{
	if (!hist_is_shared(data)) {
		add_hist(search, data);
		return 0;
	}
	scnprintf(search->diag->hint, sizeof(search->diag->hint), "name=%s", data->name);
	return reject(search, HIST_CONTROL_DIAG_SHARED, -EBUSY);
}

/*
 * Check whether a command leaves out a histogram that it does not name: pausing an event does not
 * pause its field-variable histograms. If a later command resumed the histograms of the user, the
 * variables of field-variable histograms would keep old values.
 */
static bool is_left_out(const struct target_search *search, const struct hist_trigger_data *data)
{
	return search->spec->verb == HIST_VERB_PAUSE && data->is_field_var_hist;
}

/* Add all histograms of an event. Return: 0 or -EBUSY. */
static int add_event(struct target_search *search, const struct trace_event_file *file)
{
	struct event_trigger_data *trigger;
	int ret = 0;

	list_for_each_entry(trigger, &file->triggers, list) {
		struct hist_trigger_data *data = hist_of(trigger);

		if (data && is_left_out(search, data))
			search->found = true;
		else if (!ret && data)
			ret = add_unshared(search, data);
	}
	return ret;
}

/* Add all histograms of the instance. Return: 0 or -EBUSY. */
static int add_instance(struct target_search *search)
{
	const struct trace_event_file *file;
	int ret = 0;

	list_for_each_entry(file, &search->tr->events, list)
		ret = ret ?: add_event(search, file);
	return ret;
}

static int find_id(struct target_search *search, const struct hist_target *target)
{
	const struct event_trigger_data *trigger;
	const struct trace_event_file *file;

	list_for_each_entry(file, &search->tr->events, list)
		list_for_each_entry(trigger, &file->triggers, list)
			if (hist_of(trigger) && hist_of(trigger)->runtime.id == target->id)
				return add_unshared(search, hist_of(trigger));
	return reject(search, HIST_CONTROL_DIAG_NO_ID, -ENOENT);
}

/* Return the event that a target names, NULL if there is none, or ERR_PTR(-ENOMEM). */
static const struct trace_event_file *look_up_event(const struct target_search *search,
						    const struct hist_target *target)
{
	char *system = trace_span_dup(search->spec->text, target->system);
	char *event = trace_span_dup(search->spec->text, target->name);
	const struct trace_event_file *file = ERR_PTR(-ENOMEM);

	if (system && event)
		file = __find_event_file(search->tr, system, event);
	kfree(system);
	kfree(event);
	return file;
}

static int find_event(struct target_search *search, const struct hist_target *target)
{
	const struct trace_event_file *file = look_up_event(search, target);
	struct trace_suggestion suggestion;
	int ret;

	if (IS_ERR(file))
		return PTR_ERR(file);
	if (!file) {
		suggestion = trace_suggestion_for(search->spec->text, target->at);
		trace_suggest_events(&suggestion, search->tr, ':', false);
		return reject_name(search, HIST_CONTROL_DIAG_NO_EVENT, "", &suggestion);
	}
	search->found = false;
	ret = add_event(search, file);
	if (!ret && !search->found)
		return reject(search, HIST_CONTROL_DIAG_NO_HIST, -ENOENT);
	return ret;
}

/* Return a histogram of the instance with a name, or NULL with similar names suggested. */
static struct hist_trigger_data *find_named(const struct target_search *search,
					    struct trace_span name,
					    struct trace_suggestion *suggestion)
{
	const struct event_trigger_data *trigger;
	const struct trace_event_file *file;

	list_for_each_entry(file, &search->tr->events, list) {
		list_for_each_entry(trigger, &file->triggers, list) {
			struct hist_trigger_data *data = hist_of(trigger);

			if (!data || !data->name)
				continue;
			if (trace_span_is(search->spec->text, name, data->name))
				return data;
			trace_suggest_offer(suggestion, data->name);
		}
	}
	return NULL;
}

static int find_name(struct target_search *search, const struct hist_target *target)
{
	struct trace_suggestion suggestion = trace_suggestion_for(search->spec->text, target->name);
	struct hist_trigger_data *user, *named = find_named(search, target->name, &suggestion);

	if (!named)
		return reject_name(search, HIST_CONTROL_DIAG_NO_NAME, "name=", &suggestion);
	for (user = hist_map_next_user(named, NULL); user; user = hist_map_next_user(named, user))
		add_hist(search, user);
	return 0;
}

static int find_target(struct target_search *search, const struct hist_target *target)
{
	search->at = target->at;
	switch (target->kind) {
	case HIST_TARGET_ID:
		return find_id(search, target);
	case HIST_TARGET_EVENT:
		return find_event(search, target);
	default:
		return find_name(search, target);
	}
}

/**
 * hist_targets_find - find the histograms of a command
 * @targets: filled in; to be freed with hist_targets_free() after success
 * @spec: the command
 * @tr: the instance that it was written to
 * @diag: filled in with the error and its position, if the command is rejected
 *
 * Context: may sleep; event_mutex and trace_types_lock held.
 * Return: 0; -ENOENT if a target names nothing; -EBUSY if a table is shared with another instance;
 * or -ENOMEM.
 */
int hist_targets_find(struct hist_targets *targets, const struct hist_control_spec *spec,
		      struct trace_array *tr, struct trace_diag *diag)
{
	struct target_search search = {
		.targets = targets,
		.spec = spec,
		.tr = tr,
		.diag = diag,
		.at = spec->verb_at,
	};
	unsigned int i;
	int ret;

	lockdep_assert_held(&event_mutex);
	lockdep_assert_held(&trace_types_lock);

	targets->n = 0;
	targets->hists = kvcalloc(count_all_hists() ?: 1, sizeof(*targets->hists), GFP_KERNEL);
	if (!targets->hists)
		return -ENOMEM;
	ret = spec->n_targets ? 0 : add_instance(&search);
	for (i = 0; !ret && i < spec->n_targets; i++) {
		ret = find_target(&search, &spec->targets[i]);
		cond_resched();
	}
	if (ret)
		hist_targets_free(targets);
	return ret;
}

/**
 * hist_targets_free - free the result of hist_targets_find()
 * @targets: the histograms
 */
void hist_targets_free(struct hist_targets *targets)
{
	kvfree(targets->hists);
}
