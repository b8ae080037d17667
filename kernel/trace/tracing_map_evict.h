/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Eviction: remove the keys of a nearly full map that have counted least, and add their sums to the
 * other element. "Eviction" in tracing_map.h has the argument why no count and no variable is lost.
 *
 *	eviction = tracing_map_evict_begin(map);		may fail, changes nothing then
 *	wait for a grace period
 *	if (tracing_map_evict_choose(eviction)) {
 *		wait for a grace period
 *		if (tracing_map_evict_confirm(eviction))
 *			wait for a grace period
 *	}
 *	tracing_map_evict_finish(eviction, pending);
 *
 * The users of a map serialize these calls with each other, with all readers of the map and with
 * those of its intervals. Events run at the same time.
 */
#ifndef _TRACING_MAP_EVICT_H
#define _TRACING_MAP_EVICT_H

#include "tracing_map_interval.h"

/* An eviction begins when 7/8 of the rows are in use, and leaves 5/8 of them. */
#define TRACING_MAP_EVICT_AT(size)	((size) / 8 * 7)
#define TRACING_MAP_EVICT_TO(size)	((size) / 8 * 5)

struct tracing_map_eviction;

bool tracing_map_evict_possible(const struct tracing_map *map);
struct tracing_map_eviction *tracing_map_evict_begin(struct tracing_map *map);
bool tracing_map_evict_choose(struct tracing_map_eviction *eviction);
bool tracing_map_evict_confirm(struct tracing_map_eviction *eviction);
u32 tracing_map_evict_finish(struct tracing_map_eviction *eviction,
			     struct tracing_map_counts *pending);

bool tracing_map_evict_wanted(struct tracing_map *map);
bool tracing_map_evict_rearm(struct tracing_map *map);
void tracing_map_evict_counts(struct tracing_map *map, struct tracing_map_counts *counts);
u64 tracing_map_evict_error(const struct tracing_map *map, u32 elt);
u64 tracing_map_n_evicted(const struct tracing_map *map);
u64 tracing_map_n_refused(const struct tracing_map *map);

/* For tracing_map.c, tracing_map_interval.c and tracing_map_usage.c */
int tracing_map_evict_create(struct tracing_map *map, const struct tracing_map_evict_config *cfg);
void tracing_map_evict_destroy(struct tracing_map *map);
void tracing_map_evict_clear(struct tracing_map *map);
u64 tracing_map_evict_number(const struct tracing_map *map);
size_t tracing_map_evict_bytes(const struct tracing_map *map);

#endif /* _TRACING_MAP_EVICT_H */
