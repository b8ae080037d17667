/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Histograms that run on made-up events, and what they do besides counting.
 */
#ifndef _TRACE_HIST_RUN_H
#define _TRACE_HIST_RUN_H

#include "hist/tests/fake_world.h"
#include "hist/tests/scenario.h"

/* The instance whose snapshots are taken. */
extern struct trace_array hist_run_instance;

/* Whether anybody listens to synthetic events, as by default. */
extern bool hist_run_is_heard;

/* The synthetic events fired since it was asked last, a line "<event> <field>=<value>..." each. */
const char *hist_run_fired(void);

/*
 * Make a histogram, and its helpers, ready to be hit; 0, -ENOMEM, or -EBUSY if another one
 * takes the snapshots, with all undone.
 */
int hist_run_attach(struct hist_trigger_data *data, u32 size);
/* Undo that; the histogram itself stays. */
void hist_run_detach(struct hist_trigger_data *data);

/* The rows of a histogram as they are read, or why not; good until it is asked again. */
const char *hist_run_rows(struct hist_trigger_data *data);

/* How scenarios are run here. */
extern const struct scenario_ops hist_run_ops;
/* Run one; what it shows, fires, and how many snapshots it takes is in @shown. */
int hist_run_scenario(const struct scenario *scenario, char *shown, size_t size);

#endif
