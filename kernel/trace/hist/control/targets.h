/* SPDX-License-Identifier: GPL-2.0 */
/* Find the histograms of a command. */
#ifndef _TRACE_HIST_CONTROL_TARGETS_H
#define _TRACE_HIST_CONTROL_TARGETS_H

#include "../program/hist_data.h"
#include "spec.h"

struct trace_array;

/**
 * struct hist_targets - histograms that a command acts on
 * @n: number of @hists
 * @hists: the histograms, each once; valid while event_mutex is held
 */
struct hist_targets {
	unsigned int n;
	struct hist_trigger_data **hists;
};

int hist_targets_find(struct hist_targets *targets, const struct hist_control_spec *spec,
		      struct trace_array *tr, struct trace_diag *diag);
void hist_targets_free(struct hist_targets *targets);
bool hist_is_shared(const struct hist_trigger_data *data);

#endif /* _TRACE_HIST_CONTROL_TARGETS_H */
