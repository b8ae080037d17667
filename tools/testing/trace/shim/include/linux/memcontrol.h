/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory cgroups count the allocations that are charged to them, and can refuse more. */
#ifndef _SHIM_LINUX_MEMCONTROL_H
#define _SHIM_LINUX_MEMCONTROL_H

#include <linux/types.h>

#define CONFIG_MEMCG	1

struct mem_cgroup {
	/* references, and allocations with __GFP_ACCOUNT */
	unsigned long refs, charges;
	/* allocations with __GFP_ACCOUNT fail */
	bool refuses;
};

extern struct mem_cgroup *root_mem_cgroup;

/* cgroup of the calling thread; NULL for the root, and what set_active_memcg() has set */
extern __thread struct mem_cgroup *shim_memcg, *shim_active_memcg;

static inline struct mem_cgroup *get_mem_cgroup_from_current(void)
{
	struct mem_cgroup *memcg = shim_memcg ?: root_mem_cgroup;

	__atomic_fetch_add(&memcg->refs, 1, __ATOMIC_RELAXED);
	return memcg;
}

static inline void mem_cgroup_put(struct mem_cgroup *memcg)
{
	if (memcg)
		__atomic_fetch_sub(&memcg->refs, 1, __ATOMIC_RELAXED);
}

#endif
