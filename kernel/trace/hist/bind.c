// SPDX-License-Identifier: GPL-2.0
/*
 * Pin what an attached histogram depends on: the synthetic events and the snapshot of its
 * actions (callbacks in action.c), and the histograms whose entries it looks up.
 *
 * event_mutex protects all state here.
 */
#include <linux/lockdep.h>

#include "../trace.h"
#include "bind.h"

static int bind_act(struct hist_trigger_data *data, const struct hist_act *act)
{
	const struct hist_action_ops *ops = &hist_action_ops[act->kind];

	return ops->bind ? ops->bind(data, act) : 0;
}

static void unbind_act(struct hist_trigger_data *data, const struct hist_act *act)
{
	const struct hist_action_ops *ops = &hist_action_ops[act->kind];

	if (ops->unbind)
		ops->unbind(data, act);
}

/**
 * hist_bind - pin what a histogram's actions need
 * @data: the histogram, not reachable by events yet; its live.file is set
 * @action: returns the index of the action that failed
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with all actions unpinned again.
 */
int hist_bind(struct hist_trigger_data *data, unsigned int *action)
{
	const struct hist_program *program = &data->program;
	unsigned int i;
	int ret;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < program->n_acts; i++) {
		ret = bind_act(data, &program->acts[i]);
		if (!ret)
			continue;
		*action = i;
		while (i)
			unbind_act(data, &program->acts[--i]);
		return ret;
	}
	data->live.is_bound = true;
	return 0;
}

/**
 * hist_unbind - release what a histogram's actions need
 * @data: the histogram, which no event can reach any more; need not be bound
 *
 * Context: may sleep, event_mutex held.
 */
void hist_unbind(struct hist_trigger_data *data)
{
	const struct hist_program *program = &data->program;
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; data->live.is_bound && i < program->n_acts; i++)
		unbind_act(data, &program->acts[i]);
	data->live.is_bound = false;
}

static void count_uses(struct hist_trigger_data *data, int n)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < data->program.n_sources; i++)
		data->program.sources[i].def->live.n_users += n;
}

/**
 * hist_use - keep the histograms that a histogram uses from being removed
 * @data: the histogram that uses them, about to be attached
 *
 * Context: event_mutex held.
 */
void hist_use(struct hist_trigger_data *data)
{
	count_uses(data, 1);
}

/**
 * hist_unuse - undo hist_use()
 * @data: the histogram, unlinked from its event
 *
 * The other histograms can be unlinked after this call. Their maps must stay until a grace
 * period has passed, because events may still look up entries.
 *
 * Context: event_mutex held.
 */
void hist_unuse(struct hist_trigger_data *data)
{
	count_uses(data, -1);
}
