// SPDX-License-Identifier: GPL-2.0
/*
 * Attach a compiled histogram to an event. This is the only step with global effects.
 *
 *	filter -> synthetic events and snapshot -> map -> uses of other histograms
 *		-> field-variable histograms -> event
 *
 * No event updates the histogram before the last step. hist_trigger_unlinked() and
 * hist_trigger_release() undo all steps in reverse order, here after a failure and when the
 * trigger is removed.
 *
 * The caller holds event_mutex.
 */
#include <linux/list.h>

#include "../run/notify.h"
#include "attach.h"
#include "cgroup_paths.h"
#include "internal.h"
#include "map_owner.h"

/* Id of the last histogram that was attached. Protected by event_mutex. */
static u64 last_id;

/*
 * A field-variable histogram is attached to the event of the matched histogram, with the
 * same filter. Its map has the size of the matched histogram's map, which for a named
 * histogram may differ from the size that its command asks for.
 */
static int attach_field_var_hist(const struct hist_attach_request *request,
				 const struct hist_field_var_hist *fvh)
{
	const struct hist_runtime *match = &fvh->match->runtime;
	struct hist_attach_request sub = {
		.command = request->command,
		.file = match->file,
		.data = fvh->data,
		.text = match->trigger->filter_str,
		.size = hist_map_size(fvh->match),
	};

	if (sub.text)
		sub.filter = trace_span_all(sub.text);
	return hist_attach(&sub);
}

static int attach_field_var_hists(const struct hist_attach_request *request)
{
	const struct hist_trigger_data *data = request->data;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < data->n_field_var_hists; i++)
		ret = attach_field_var_hist(request, &data->field_var_hists[i]);
	return ret;
}

/* The steps that events and other histograms cannot observe. trigger_free() undoes them. */
static int hist_attach_prepare(struct hist_attach_request *request,
			       struct event_trigger_data *trigger)
{
	struct trace_event_file *file = request->file;
	struct hist_trigger_data *data = request->data;
	int ret;

	data->runtime.file = file;
	data->runtime.id = ++last_id;
	request->error = HIST_ATTACH_FILTER;
	ret = trigger_set_filter(trigger, file, request->text, request->filter,
				 &request->filter_diag);
	if (ret)
		return ret;
	request->error = HIST_ATTACH_CYCLE;
	ret = hist_check_cycle(data, file->event_call);
	if (ret)
		return ret;
	request->error = HIST_ATTACH_ACTION;
	ret = hist_pin(data, &request->failure);
	if (ret)
		return ret;
	request->error = HIST_ATTACH_OTHER;
	ret = hist_pin_arena(&data->program);
	ret = ret ?: hist_cgroup_paths_get(data);
	ret = ret ?: hist_map_attach(data, request->size);
	if (ret == -EOVERFLOW)
		request->error = HIST_ATTACH_STACKS;
	return ret;
}

/**
 * hist_attach - attach a histogram to an event
 * @request: the request
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with all effects undone and the reason in @request.
 */
int hist_attach(struct hist_attach_request *request)
{
	struct hist_trigger_data *data = request->data;
	struct event_trigger_data *trigger;
	LIST_HEAD(unlinked);
	int ret;

	trigger = hist_trigger_new(request->command, data, request->paused);
	if (!trigger)
		return -ENOMEM;

	ret = hist_attach_prepare(request, trigger);
	if (ret) {
		trigger_free(trigger);
		return ret;
	}

	hist_get_dependencies(data);
	ret = attach_field_var_hists(request);
	if (!ret)
		ret = trigger_link(request->file, trigger);
	if (ret) {
		list_add(&trigger->named_list, &unlinked);
		hist_trigger_unlinked(trigger, &unlinked);
		trigger_free_unlinked(&unlinked);
	} else {
		data->runtime.trigger = trigger;
	}
	hist_notify_pollers();
	return ret;
}
