/* SPDX-License-Identifier: GPL-2.0 */
/* Owner of a map. All histograms with the same ``name=`` share one owner. */
#ifndef _TRACE_HIST_STORE_H
#define _TRACE_HIST_STORE_H

#include "data.h"

int hist_store_join(struct hist_trigger_data *data, u32 size);
void hist_store_hide(struct hist_trigger_data *data);
void hist_store_leave(struct hist_trigger_data *data);
int hist_store_clear(struct hist_trigger_data *data);
struct tracing_map *hist_store_map(const struct hist_trigger_data *data);
u32 hist_store_size(const struct hist_trigger_data *data);

const struct hist_trigger_data *hist_store_find(const char *name);

#endif /* _TRACE_HIST_STORE_H */
