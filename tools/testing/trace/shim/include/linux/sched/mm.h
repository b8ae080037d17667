/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SCHED_MM_H
#define _SHIM_LINUX_SCHED_MM_H

#include <linux/memcontrol.h>

static inline struct mem_cgroup *set_active_memcg(struct mem_cgroup *memcg)
{
	struct mem_cgroup *old = shim_active_memcg;

	shim_active_memcg = memcg;
	return old;
}

#endif
