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
	s64 was = READ_ONCE(l->v);

	if (shim_torn & SHIM_LOCAL) {
		WRITE_ONCE(l->v, was + i);
		return;
	}
#ifdef __x86_64__
	__asm__ __volatile__("addq %1, %0" : "+m" (l->v) : "er" (i));
#else
	__atomic_fetch_add(&l->v, i, __ATOMIC_RELAXED);
#endif
}

/* Unlocked as well, except that xchg with memory is always atomic on x86. */
static inline s64 local64_add_return(s64 i, local64_t *l)
{
	(void)READ_ONCE(l->v);
#ifdef __x86_64__
	s64 old = i;

	__asm__ __volatile__("xaddq %0, %1" : "+r" (old), "+m" (l->v));
	return old + i;
#else
	return __atomic_add_fetch(&l->v, i, __ATOMIC_RELAXED);
#endif
}

static inline s64 local64_xchg(local64_t *l, s64 i)
{
	shim_step();
	return __atomic_exchange_n(&l->v, i, __ATOMIC_RELAXED);
}

static inline s64 local64_cmpxchg(local64_t *l, s64 old, s64 new)
{
	(void)READ_ONCE(l->v);
#ifdef __x86_64__
	__asm__ __volatile__("cmpxchgq %2, %1" : "+a" (old), "+m" (l->v) : "r" (new) : "cc");
#else
	__atomic_compare_exchange_n(&l->v, &old, new, false, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED);
#endif
	return old;
}

static inline void local64_inc(local64_t *l)
{
	local64_add(1, l);
}

#endif
