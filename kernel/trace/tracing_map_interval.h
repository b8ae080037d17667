/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Intervals of a map: exchange its halves and take what one of them has counted. "Halves" in
 * tracing_map.h has the argument why each event is in exactly one interval.
 *
 *	spare = tracing_map_spare(map);			may fail, changes nothing then
 *	publish spare in place of map			events that start now use it
 *	wait for a grace period				no event uses map any more
 *	counts = tracing_map_drain(map, pending);	may fail and be repeated
 *
 * The users of a map serialize these calls with each other and with all readers of the map. Events
 * run at the same time.
 */
#ifndef _TRACING_MAP_INTERVAL_H
#define _TRACING_MAP_INTERVAL_H

#include "tracing_map.h"

/**
 * struct tracing_map_counts - Counts of a map in one interval
 *
 * Owned by the caller that got it. It has no references to the map. It is constant, except for
 * @next and for what tracing_map_evict_counts() changes.
 */
struct tracing_map_counts {
	/** @next: Next one in a list of the owner, or NULL. */
	struct tracing_map_counts *next;
	/** @n_elts: Number of elements in @words; all others counted nothing. */
	u32 n_elts;
	/** @words: Sums and maxima of each element, &tracing_map.n_words for each. */
	u64 *words;
	/** @dropped: Dropped events, by reason. */
	u64 dropped[TRACING_MAP_DROP_REASONS];
	/** @buckets: Counts of the buckets in the pool; NULL without a pool. */
	struct tracing_map_counts *buckets;
	/** @evictions: Number of evictions whose victims @words does not have any more. */
	u64 evictions;
};

struct tracing_map *tracing_map_spare(struct tracing_map *map);
struct tracing_map_counts *tracing_map_counts_for(const struct tracing_map *half);
void tracing_map_drain_to(struct tracing_map *half, struct tracing_map_counts *counts,
			  const struct tracing_map_counts *pending);
struct tracing_map_counts *tracing_map_drain(struct tracing_map *half,
					     const struct tracing_map_counts *pending);
bool tracing_map_has_counts(const struct tracing_map *half);
void tracing_map_counts_free(struct tracing_map_counts *counts);

/* For tracing_map.c and tracing_map_evict.c */
void tracing_map_combine_words(const struct tracing_map *map, u64 *to, const u64 *from);
void tracing_map_total_free(const struct tracing_map *map, struct tracing_map_counts *total);

/**
 * tracing_map_counts_words - Get the words that an element counted in an interval
 * @counts: the counts
 * @n_words: number of words of an element of the map
 * @elt: the element
 *
 * Context: any.
 * Return: the words, or NULL if the element counted nothing.
 */
static inline const u64 *tracing_map_counts_words(const struct tracing_map_counts *counts,
						  u32 n_words, u32 elt)
{
	return elt < counts->n_elts ? &counts->words[(unsigned long)elt * n_words] : NULL;
}

#endif /* _TRACING_MAP_INTERVAL_H */
