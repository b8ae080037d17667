// SPDX-License-Identifier: GPL-2.0
/*
 * What a histogram has to do with others while it is attached: histograms whose variables
 * it uses, and which cannot be removed before it; what its actions need, see action.c.
 *
 * All here is protected by event_mutex.
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
 * hist_bind - take hold of what a histogram's actions need
 * @data: the histogram, which no event can hit yet; where it will hang is known
 * @action: where to put which of the actions failed
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno with nothing left of it.
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
 * hist_unbind - let go of what a histogram's actions need
 * @data: the histogram, which no event can hit any more
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
 * hist_use - let nobody remove the histograms that one needs
 * @data: the one, about to be attached
 *
 * Context: event_mutex held.
 */
void hist_use(struct hist_trigger_data *data)
{
	count_uses(data, 1);
}

/**
 * hist_unuse - undo hist_use()
 * @data: the histogram that needed others, off its event's list
 *
 * Events may still be looking into the others until a grace period has passed.
 *
 * Context: event_mutex held.
 */
void hist_unuse(struct hist_trigger_data *data)
{
	count_uses(data, -1);
}
