/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Eviction: make room in a nearly full map. "Eviction" in tracing_map.h has the argument why no
 * count and no variable is lost.
 *
 * To evict an element is to take its key out of the table of slots, to add its sums, maxima and
 * buckets to those of the other element, and to make it free for another key. An eviction evicts
 * its victims: elements whose keys have counted least.
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
 *
 * This file is the interface. tracing_map_evict.c has what inserts and readers call,
 * tracing_map_eviction.c the steps above, tracing_map_evict_counts.c the addition to the other
 * element, and tracing_map_evict_state.h the state that these three share.
 */
#ifndef _TRACING_MAP_EVICT_H
#define _TRACING_MAP_EVICT_H

#include "tracing_map_interval.h"

/* An eviction begins when the map has 7/8 of &tracing_map.size keys, and leaves 5/8 of it. */
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
