/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Environment of the mock events: compiled histograms and synthetic events that a command can
 * refer to.
 *
 * The environment takes the place of the instance: the mock resolver searches it for variables,
 * matching histograms and synthetic events. KUnit and user-space tests share it. There is no
 * lock; a test uses its environment from one thread.
 */
#ifndef _TRACE_HIST_FAKE_WORLD_H
#define _TRACE_HIST_FAKE_WORLD_H

#include "../../trace_diag.h"
#include "fake_event.h"

struct synth_layout;

#define FAKE_DEFS_MAX	32
#define FAKE_SYNTHS_MAX	8

/**
 * struct fake_synth - Mock synthetic event: a name and a record layout
 * @name: name of the event, owned
 * @layout: record layout with the fields, owned
 *
 * The compiler receives a pointer to this struct as a &struct synth_event, which it never
 * dereferences.
 */
struct fake_synth {
	char *name;
	struct synth_layout *layout;
};

/**
 * struct fake_def - Compiled histogram that later commands can refer to
 * @event: event of the histogram
 * @data: compiled histogram; holds a reference
 */
struct fake_def {
	const struct fake_event *event;
	struct hist_trigger_data *data;
};

/**
 * struct fake_world - Histograms and synthetic events that a command can refer to
 * @n_defs: number of @defs
 * @n_synths: number of @synths
 * @defs: histograms in the order of their definition; later ones may refer to earlier ones
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
