/* SPDX-License-Identifier: GPL-2.0-only */
/* Maps that evict keys, and short forms of the steps of an eviction. */
#ifndef _TRACE_MAP_EVICT_FIXTURE_H
#define _TRACE_MAP_EVICT_FIXTURE_H

#include <linux/workqueue.h>

#include "fixture.h"
#include "tracing_map_evict_state.h"

/* An eviction of a map with 128 rows begins with 7/8 of them, and leaves 5/8. */
#define SIZE	128U
#define AT	112U
#define TO	80U

/* Number of times that the work item of the maps has run. */
static unsigned int works;

static inline void count_work(struct work_struct *work)
{
	works++;
}

static struct delayed_work evict_work = { .work.func = count_work };
static const struct tracing_map_evict_config evict = { .work = &evict_work };

static const struct tracing_map_config evicting = {
	.size = SIZE, .key_size = 8, .n_sums = 2, .n_maxima = 1, .has_other = true, .evict = &evict,
};

static const struct tracing_map_config evicting_vars = {
	.size = SIZE, .key_size = 8, .n_sums = 2, .n_maxima = 1, .has_other = true, .evict = &evict,
	.n_vars = 2,
};

/* Count an event with value @val in an element. */
static inline void count_value(struct tracing_map *map, int elt, u64 val)
{
	shim_atomic = true;
	tracing_map_add(map, elt, 0, 1);
	tracing_map_add(map, elt, 1, val);
	EXPECT(tracing_map_raise(map, elt, tracing_map_own_words(map, elt), 2, val));
	shim_atomic = false;
}

/* Count an event with a key and value @key. Return: its element. */
static inline int hit(struct tracing_map *map, u64 key)
{
	int elt = insert(map, key);

	count_value(map, elt, key);
	return elt;
}

/* Hit each key from @first to @end - 1 @n times. */
static inline void hit_keys(struct tracing_map *map, u64 first, u64 end, unsigned int n)
{
	unsigned int i;

	for (; first < end; first++)
		for (i = 0; i < n; i++)
			hit(map, first);
}

/* Run the work that is queued. Return: whether the work item of the maps has run. */
static inline bool run_work(void)
{
	unsigned int before = works;

	while (shim_run_work(false))
		;
	return works > before;
}

static inline struct tracing_map_eviction *begin(struct tracing_map *map)
{
	struct tracing_map_eviction *eviction = tracing_map_evict_begin(map);

	if (!eviction) {
		test_fail(__FILE__, __LINE__, "no eviction");
		exit(1);
	}
	return eviction;
}

/* Run an eviction without events between its steps. Return: number of keys that it has removed. */
static inline u32 run_eviction(struct tracing_map *map, struct tracing_map_counts *pending)
{
	struct tracing_map_eviction *eviction = begin(map);

	if (tracing_map_evict_choose(eviction))
		tracing_map_evict_confirm(eviction);
	return tracing_map_evict_finish(eviction, pending);
}

/* Return the sum @i of the other element. */
static inline u64 other_sum(struct tracing_map *map, unsigned int i)
{
	return tracing_map_sum(map, TRACING_MAP_OTHER, i);
}

static inline u64 hash_of(const struct tracing_map *map, u64 key)
{
	return tracing_map_hash(map, &key, 1);
}

/* Return the bound of the class of a key. */
static inline u64 bound_of(const struct tracing_map *map, u64 key)
{
	const struct tracing_map_bound *bound =
		tracing_map_bound_of_hash(map->keys->evict, hash_of(map, key));

	return bound->evicted + atomic64_read(&bound->direct);
}

/* Return the element that an insert of a key finds, or -ENOENT. */
static inline int find_row(const struct tracing_map *map, u64 key)
{
	return tracing_map_find(map, &key, 1, hash_of(map, key));
}

static inline int find_var(const struct tracing_map *map, u64 key)
{
	return tracing_map_find_var(map, &key, 1, hash_of(map, key));
}

static inline int find_condemned(const struct tracing_map *map, u64 key)
{
	return tracing_map_condemned(map, &key, hash_of(map, key));
}

/* Return the error of a key, which must be in the map. */
static inline u64 error_of(struct tracing_map *map, u64 key)
{
	int elt = find_row(map, key);

	EXPECT(elt > 0);
	return elt > 0 ? tracing_map_evict_error(map, elt) : 0;
}

#endif
