// SPDX-License-Identifier: GPL-2.0
/*
 * Attaching a histogram to an event: the one step that has effects.
 *
 *	filter -> events and snapshot -> entries -> other histograms -> helpers -> event
 *
 * Nothing hits the histogram before the last of them, and each is undone, in reverse
 * order, by hist_trigger_close() and hist_trigger_release(), which do so at removal as well.
 */
#include <linux/list.h>

#include "arena.h"
#include "attach.h"
#include "bind.h"
#include "circle.h"
#include "poll.h"

/*
 * It stands beside the histogram whose keys it has, with the same filter, and with as many
 * entries: of a named one, that may be another number than it asked for.
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

/* What can fail without anybody having noticed. */
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
 * @attach: which one, where and how
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with nothing left of it and @attach filled in.
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
