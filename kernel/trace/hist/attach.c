// SPDX-License-Identifier: GPL-2.0
/*
 * Attach a compiled histogram to an event. This is the only step with global effects.
 *
 *	filter -> synthetic events and snapshot -> map -> uses of other histograms
 *		-> field-variable histograms -> event
 *
 * No event updates the histogram before the last step. hist_trigger_close() and
 * hist_trigger_release() undo all steps in reverse order, here after a failure and when the
 * trigger is removed.
 *
 * The caller holds event_mutex.
 */
#include <linux/list.h>

#include "arena.h"
#include "attach.h"
#include "bind.h"
#include "circle.h"
#include "poll.h"

/*
 * A field-variable histogram is attached to the event of the matched histogram, with the
 * same filter. Its map has the size of the matched histogram's map, which for a named
 * histogram may differ from the size that its command asks for.
 */
static int attach_helper(const struct hist_attach *attach, const struct hist_helper *helper)
{
	const struct hist_live *match = &helper->match->live;
	struct hist_attach sub = {
		.command = attach->command,
		.file = match->file,
		.data = helper->data,
		.text = match->trigger->filter_str,
		.size = hist_store_size(helper->match),
	};

	if (sub.text)
		sub.filter = trace_span_all(sub.text);
	return hist_attach(&sub);
}

static int attach_helpers(const struct hist_attach *attach)
{
	const struct hist_trigger_data *data = attach->data;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < data->n_helpers; i++)
		ret = attach_helper(attach, &data->helpers[i]);
	return ret;
}

/* The steps that events and other histograms cannot observe. trigger_free() undoes them. */
static int prepare(struct hist_attach *attach, struct event_trigger_data *trigger)
{
	struct trace_event_file *file = attach->file;
	struct hist_trigger_data *data = attach->data;
	int ret;

	data->live.file = file;
	attach->fault = HIST_ATTACH_FILTER;
	ret = trigger_set_filter(trigger, file, attach->text, attach->filter,
				 &attach->filter_diag);
	if (ret)
		return ret;
	attach->fault = HIST_ATTACH_CIRCLE;
	ret = hist_find_circle(data, file->event_call);
	if (ret)
		return ret;
	attach->fault = HIST_ATTACH_ACTION;
	ret = hist_bind(data, &attach->action);
	if (ret)
		return ret;
	attach->fault = HIST_ATTACH_OTHER;
	ret = hist_arena_prepare(&data->program);
	return ret ?: hist_store_join(data, attach->size);
}

/**
 * hist_attach - attach a histogram to an event
 * @attach: the request
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with all effects undone and the reason in @attach.
 */
int hist_attach(struct hist_attach *attach)
{
	struct hist_trigger_data *data = attach->data;
	struct event_trigger_data *trigger;
	LIST_HEAD(unlinked);
	int ret;

	trigger = hist_trigger_new(attach->command, data, attach->paused);
	if (!trigger)
		return -ENOMEM;

	ret = prepare(attach, trigger);
	if (ret) {
		trigger_free(trigger);
		return ret;
	}

	hist_use(data);
	ret = attach_helpers(attach);
	if (!ret)
		ret = trigger_link(attach->file, trigger);
	if (ret) {
		list_add(&trigger->named_list, &unlinked);
		hist_trigger_close(trigger, &unlinked);
		trigger_free_unlinked(&unlinked);
	} else {
		data->live.trigger = trigger;
	}
	hist_file_changed();
	return ret;
}
