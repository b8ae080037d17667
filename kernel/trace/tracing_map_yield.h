/* SPDX-License-Identifier: GPL-2.0-only */
/* Let other tasks run during long loops over the elements of a map or the rows of a snapshot. */
#ifndef _TRACING_MAP_YIELD_H
#define _TRACING_MAP_YIELD_H

#include <linux/compiler.h>
#include <linux/sched.h>
#include <linux/types.h>

/**
 * tracing_map_yield_at - Let other tasks run at each 1024th step of a loop
 * @i: index of the step
 *
 * Context: process context, may sleep.
 */
static inline void tracing_map_yield_at(u32 i)
{
	if (unlikely(!(i % 1024)))
		cond_resched();
}

#endif /* _TRACING_MAP_YIELD_H */
