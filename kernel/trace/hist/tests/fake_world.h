/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What made-up events have around them: histograms that were compiled before, and
 * synthetic events.
 */
#ifndef _TRACE_HIST_FAKE_WORLD_H
#define _TRACE_HIST_FAKE_WORLD_H

#include "../../trace_diag.h"
#include "fake_event.h"

struct synth_layout;

#define FAKE_DEFS_MAX	32
#define FAKE_SYNTHS_MAX	8

/**
 * struct fake_synth - a synthetic event that is nothing but its fields; what the compiler
 * takes for a &struct synth_event, which it does not look into
 * @name: its name
 * @layout: its fields
 */
struct fake_synth {
	char *name;
	struct synth_layout *layout;
};

/**
 * struct fake_def - a histogram that others can refer to
 * @event: its event
 * @data: the histogram; the world holds a reference
 */
struct fake_def {
	const struct fake_event *event;
	struct hist_trigger_data *data;
};

/**
 * struct fake_world - what the histogram that is compiled can refer to
 * @n_defs: number of @defs
 * @n_synths: number of @synths
 * @defs: histograms
 * @synths: synthetic events
 */
struct fake_world {
	unsigned int n_defs;
	unsigned int n_synths;
	struct fake_def defs[FAKE_DEFS_MAX];
	struct fake_synth synths[FAKE_SYNTHS_MAX];
};

int fake_world_init(struct fake_world *world);
int fake_world_populate(struct fake_world *world);
void fake_world_exit(struct fake_world *world);

struct fake_event fake_in_world(const struct fake_event *event, struct fake_world *world);
struct hist_trigger_data *fake_define(struct fake_world *world, const struct fake_event *event,
				      const char *text, struct trace_diag *diag);

#endif /* _TRACE_HIST_FAKE_WORLD_H */
