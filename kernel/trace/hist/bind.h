/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pin what an attached histogram depends on.
 *
 * hist_bind() pins what the actions need: synthetic events and the snapshot. hist_use()
 * keeps the histograms whose entries this one looks up from being removed.
 */
#ifndef _TRACE_HIST_BIND_H
#define _TRACE_HIST_BIND_H

#include "data.h"

int hist_bind(struct hist_trigger_data *data, unsigned int *action);
void hist_unbind(struct hist_trigger_data *data);

void hist_use(struct hist_trigger_data *data);
void hist_unuse(struct hist_trigger_data *data);

#endif /* _TRACE_HIST_BIND_H */
