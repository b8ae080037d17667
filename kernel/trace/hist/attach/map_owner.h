/* SPDX-License-Identifier: GPL-2.0 */
/* Owner of a map. All histograms with the same ``name=`` share one owner. */
#ifndef _TRACE_HIST_ATTACH_MAP_OWNER_H
#define _TRACE_HIST_ATTACH_MAP_OWNER_H

#include "../program/hist_data.h"

int hist_map_attach(struct hist_trigger_data *data, u32 size);
void hist_map_unpublish(struct hist_trigger_data *data);
void hist_map_detach(struct hist_trigger_data *data);
int hist_map_clear(struct hist_trigger_data *data);
struct tracing_map *hist_map_get(const struct hist_trigger_data *data);
u32 hist_map_size(const struct hist_trigger_data *data);
u32 hist_map_pool(const struct hist_trigger_data *data);
enum hist_overflow hist_map_overflow(const struct hist_trigger_data *data);

struct tracing_map *hist_map_create(const struct hist_trigger_data *data, u32 size);
struct hist_trigger_data *hist_map_next_user(const struct hist_trigger_data *data,
					     struct hist_trigger_data *user);
const struct hist_trigger_data *hist_map_find_named(const char *name);

#endif /* _TRACE_HIST_ATTACH_MAP_OWNER_H */
