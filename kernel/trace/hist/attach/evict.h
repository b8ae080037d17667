/* SPDX-License-Identifier: GPL-2.0 */
/* Evict rows from nearly full tables of histograms with ``overflow=evict``. */
#ifndef _TRACE_HIST_ATTACH_EVICT_H
#define _TRACE_HIST_ATTACH_EVICT_H

struct hist_map_owner;
struct hist_trigger_data;
struct tracing_map_evict_config;

void hist_evict_configure(const struct hist_trigger_data *data,
			  struct tracing_map_evict_config *cfg);
void hist_evict_add(struct hist_map_owner *owner);
void hist_evict_reset(struct hist_map_owner *owner);
void hist_evict_remove(struct hist_map_owner *owner);

#endif /* _TRACE_HIST_ATTACH_EVICT_H */
