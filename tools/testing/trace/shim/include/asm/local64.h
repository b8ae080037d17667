/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_ASM_LOCAL64_H
#define _SHIM_ASM_LOCAL64_H

#include <linux/types.h>

typedef struct {
	s64 v;
} local64_t;

#define LOCAL64_INIT(i)	{ (i) }

static inline s64 local64_read(const local64_t *l)
{
	return READ_ONCE(l->v);
}

static inline void local64_set(local64_t *l, s64 i)
{
	WRITE_ONCE(l->v, i);
}

/*
 * A single unlocked instruction, as in the kernel: simulated interrupts cannot
 * tear it, but threads that wrongly share a CPU lose counts, which the test
 * detects. The preceding read makes the access visible to the sanitizers, which
 * ignore inline assembly.
 */
static inline void local64_add(s64 i, local64_t *l)
{
	(void)READ_ONCE(l->v);
#ifdef __x86_64__
	__asm__ __volatile__("addq %1, %0" : "+m" (l->v) : "er" (i));
#else
	__atomic_fetch_add(&l->v, i, __ATOMIC_RELAXED);
#endif
}

static inline void local64_inc(local64_t *l)
{
	local64_add(1, l);
}

#endif
