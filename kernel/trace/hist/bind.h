/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a histogram has to do with others while it is attached.
 *
 * hist_bind() takes hold of what its actions need, synthetic events and the snapshot;
 * hist_use() of the histograms whose variables it uses.
 */
#ifndef _TRACE_HIST_BIND_H
#define _TRACE_HIST_BIND_H

#include "data.h"

int hist_bind(struct hist_trigger_data *data, unsigned int *action);
void hist_unbind(struct hist_trigger_data *data);

void hist_use(struct hist_trigger_data *data);
void hist_unuse(struct hist_trigger_data *data);

#endif /* _TRACE_HIST_BIND_H */
