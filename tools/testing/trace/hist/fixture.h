/* SPDX-License-Identifier: GPL-2.0-only */
/* Run histograms on mock events and observe their side effects. */
#ifndef _TRACE_HIST_FIXTURE_H
#define _TRACE_HIST_FIXTURE_H

#include "hist/tests/fixtures/mock_hists.h"
#include "hist/tests/fixtures/scenario.h"

/* Instance whose snapshots are counted. */
extern struct trace_array hist_run_instance;

/* Whether synthetic events have consumers; true by default. */
extern bool hist_run_synth_enabled;

/*
 * Return the synthetic events fired since the last call, one line "<event>
 * <field>=<value>..." each.
 */
const char *hist_run_fired(void);

/* Call hist_pin_arena() with event_mutex held. */
int hist_run_pin_arena(const struct hist_trigger_data *data);

/*
 * Attach a histogram and its field-variable histograms. Return: 0, -ENOMEM, or
 * -EBUSY if another histogram takes the snapshots; on error everything is
 * undone.
 */
int hist_run_attach(struct hist_trigger_data *data, u32 size);
/* Detach a histogram. The caller still owns @data. */
void hist_run_detach(struct hist_trigger_data *data);

/*
 * Return the rows of a histogram as text, or the reason why they cannot be
 * read. The text is valid until the next call.
 */
const char *hist_run_rows(struct hist_trigger_data *data);

/* Operations by which scenario_run() runs a scenario in user space. */
extern const struct scenario_ops hist_run_ops;
/*
 * Run a scenario. @shown receives its output, the synthetic events that it
 * fires, and the number of snapshots.
 */
int hist_run_scenario(const struct scenario *scenario, char *shown, size_t size);

#endif
