/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory and counters of a map, for a list of all maps. */
#ifndef _TRACING_MAP_USAGE_H
#define _TRACING_MAP_USAGE_H

#include "tracing_map_interval.h"

u32 tracing_map_n_keys(const struct tracing_map *map);
size_t tracing_map_bytes(const struct tracing_map *map);
u64 tracing_map_other_sum(const struct tracing_map *map, unsigned int i);
u64 tracing_map_half_total(const struct tracing_map *half, unsigned int i);
u64 tracing_map_counts_total(const struct tracing_map *map,
			     const struct tracing_map_counts *counts, unsigned int i);

#endif /* _TRACING_MAP_USAGE_H */
