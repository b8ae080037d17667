/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SCHED_MM_H
#define _SHIM_LINUX_SCHED_MM_H

#include <linux/memcontrol.h>
#include <linux/mm_types.h>

static inline struct mem_cgroup *set_active_memcg(struct mem_cgroup *memcg)
{
	struct mem_cgroup *old = shim_active_memcg;

	shim_active_memcg = memcg;
	return old;
}

static inline void mmget(struct mm_struct *mm)
{
	mm->users++;
}

/* Defined by the test, which frees the address space with its last user. */
void mmput(struct mm_struct *mm);

#endif
