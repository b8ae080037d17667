/* SPDX-License-Identifier: GPL-2.0-only */
/* A small map, and short forms of its operations that fail the test on errors. */
#ifndef _TRACE_MAP_FIXTURE_H
#define _TRACE_MAP_FIXTURE_H

#include <stdlib.h>

#include "harness.h"
#include "tracing_map_snapshot.h"

static const struct tracing_map_config simple = {
	.size = 128, .key_size = 8, .n_sums = 2, .n_vars = 2,
};

static inline struct tracing_map *create(const struct tracing_map_config *cfg)
{
	struct tracing_map *map = tracing_map_create(cfg);

	if (IS_ERR(map)) {
		test_fail(__FILE__, __LINE__, "no map: %ld", PTR_ERR(map));
		exit(1);
	}
	return map;
}

static inline struct tracing_map_snapshot *snapshot(const struct tracing_map *map,
						    const struct tracing_map_sort_key *keys,
						    unsigned int n_keys)
{
	struct tracing_map_snapshot *snap = tracing_map_snapshot(map, keys, n_keys);

	if (IS_ERR(snap)) {
		test_fail(__FILE__, __LINE__, "none: %ld", PTR_ERR(snap));
		exit(1);
	}
	return snap;
}

static inline int insert(struct tracing_map *map, u64 key)
{
	int elt;

	shim_atomic = true;
	elt = tracing_map_insert(map, &key);
	shim_atomic = false;
	return elt;
}

static inline int lookup(struct tracing_map *map, u64 key)
{
	return tracing_map_lookup(map, &key);
}

#endif
