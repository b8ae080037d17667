/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Growth of a large map: a worker maps the memory of elements before inserts need them. "Growth" in
 * tracing_map.h has the argument.
 */
#ifndef _TRACING_MAP_GROW_H
#define _TRACING_MAP_GROW_H

#include "tracing_map.h"

/* Number of elements whose memory is mapped at a time. */
#define TRACING_MAP_CHUNK_ELTS		8192U

struct tracing_map_grow *tracing_map_grow_create(struct tracing_map_keys *keys, u32 n_elts);
void tracing_map_grow_stop(struct tracing_map_grow *grow);
void tracing_map_grow_destroy(struct tracing_map_grow *grow);
void *tracing_map_grow_alloc(struct tracing_map_grow *grow, unsigned int elt_bits,
			     unsigned int n_copies, size_t distance, int node);
void tracing_map_grow_free(struct tracing_map_grow *grow, const void *start);

#endif /* _TRACING_MAP_GROW_H */
