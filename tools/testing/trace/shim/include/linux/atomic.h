/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_ATOMIC_H
#define _SHIM_LINUX_ATOMIC_H

#include <linux/types.h>

#define ATOMIC_INIT(i)		{ (i) }
#define ATOMIC64_INIT(i)	{ (i) }

/*
 * Type-generic: the atomic64_ and atomic_long_ names at the end use these as
 * well.
 */
#define shim_atomic(v, builtin, ...)	({ shim_step(); builtin(&(v)->counter, __VA_ARGS__); })

/* A load, a step and a store instead of one operation, see shim_torn. */
#define shim_torn_store(p, expr)							\
({											\
	typeof(*(p)) __was = __atomic_load_n((p), __ATOMIC_RELAXED);			\
											\
	shim_step();									\
	__atomic_store_n((p), (expr), __ATOMIC_RELAXED);				\
	__was;										\
})
#define shim_fetch_add(p, i, order)							\
	(shim_torn & SHIM_ADD ? shim_torn_store(p, __was + (i)) :			\
				__atomic_fetch_add(p, i, order))
#define shim_exchange(p, val, order)							\
	(shim_torn & SHIM_XCHG ? shim_torn_store(p, val) : __atomic_exchange_n(p, val, order))

#define atomic_read(v)			shim_atomic(v, __atomic_load_n, __ATOMIC_RELAXED)
#define atomic_read_acquire(v)		shim_atomic(v, __atomic_load_n, __ATOMIC_ACQUIRE)
#define atomic_set(v, i)		shim_atomic(v, __atomic_store_n, i, __ATOMIC_RELAXED)
#define atomic_set_release(v, i)	shim_atomic(v, __atomic_store_n, i, __ATOMIC_RELEASE)
#define atomic_add(i, v)	((void)shim_atomic(v, shim_fetch_add, i, __ATOMIC_RELAXED))
#define atomic_sub(i, v)	((void)shim_atomic(v, __atomic_fetch_sub, i, __ATOMIC_RELAXED))
#define atomic_or(i, v)		((void)shim_atomic(v, __atomic_fetch_or, i, __ATOMIC_RELAXED))
#define atomic_and(i, v)	((void)shim_atomic(v, __atomic_fetch_and, i, __ATOMIC_RELAXED))
#define atomic_inc(v)		atomic_add(1, v)
#define atomic_dec(v)		atomic_sub(1, v)

#define atomic_fetch_add(i, v)	\
	shim_atomic(v, shim_fetch_add, i, __ATOMIC_SEQ_CST)
#define atomic_add_return(i, v)	\
	shim_atomic(v, __atomic_add_fetch, i, __ATOMIC_SEQ_CST)
#define atomic_xchg(v, i)	\
	shim_atomic(v, shim_exchange, i, __ATOMIC_SEQ_CST)
#define atomic_fetch_inc(v)	atomic_fetch_add(1, v)
#define atomic_inc_return(v)	atomic_add_return(1, v)
#define atomic_dec_return(v)	atomic_add_return(-1, v)
#define atomic_cmpxchg(v, old, new)	cmpxchg(&(v)->counter, old, new)

#define atomic_fetch_add_relaxed(i, v)	\
	shim_atomic(v, shim_fetch_add, i, __ATOMIC_RELAXED)
#define atomic_add_return_relaxed(i, v)	\
	shim_atomic(v, __atomic_add_fetch, i, __ATOMIC_RELAXED)
#define atomic_xchg_relaxed(v, i)	\
	shim_atomic(v, shim_exchange, i, __ATOMIC_RELAXED)
#define atomic_fetch_inc_relaxed(v)	atomic_fetch_add_relaxed(1, v)
#define atomic_inc_return_relaxed(v)	atomic_add_return_relaxed(1, v)
#define atomic_dec_return_relaxed(v)	atomic_add_return_relaxed(-1, v)
#define atomic_cmpxchg_relaxed(v, old, new)	cmpxchg_relaxed(&(v)->counter, old, new)

#define atomic_fetch_add_acquire(i, v)	\
	shim_atomic(v, shim_fetch_add, i, __ATOMIC_ACQUIRE)
#define atomic_add_return_acquire(i, v)	\
	shim_atomic(v, __atomic_add_fetch, i, __ATOMIC_ACQUIRE)
#define atomic_xchg_acquire(v, i)	\
	shim_atomic(v, shim_exchange, i, __ATOMIC_ACQUIRE)
#define atomic_fetch_inc_acquire(v)	atomic_fetch_add_acquire(1, v)
#define atomic_inc_return_acquire(v)	atomic_add_return_acquire(1, v)
#define atomic_dec_return_acquire(v)	atomic_add_return_acquire(-1, v)
#define atomic_cmpxchg_acquire(v, old, new)	cmpxchg_acquire(&(v)->counter, old, new)

#define atomic_fetch_add_release(i, v)	\
	shim_atomic(v, shim_fetch_add, i, __ATOMIC_RELEASE)
#define atomic_add_return_release(i, v)	\
	shim_atomic(v, __atomic_add_fetch, i, __ATOMIC_RELEASE)
#define atomic_xchg_release(v, i)	\
	shim_atomic(v, shim_exchange, i, __ATOMIC_RELEASE)
#define atomic_fetch_inc_release(v)	atomic_fetch_add_release(1, v)
#define atomic_inc_return_release(v)	atomic_add_return_release(1, v)
#define atomic_dec_return_release(v)	atomic_add_return_release(-1, v)
#define atomic_cmpxchg_release(v, old, new)	cmpxchg_release(&(v)->counter, old, new)

#define xchg(p, val)									\
({											\
	shim_step();									\
	shim_exchange((p), (val), __ATOMIC_SEQ_CST);					\
})

/* A failed cmpxchg implies no ordering. */
#define shim_cmpxchg(p, old, new, order)						\
({											\
	typeof(*(p)) __old = (old);							\
											\
	shim_step();									\
	if (!(shim_torn & SHIM_CMPXCHG))						\
		__atomic_compare_exchange_n((p), &__old, (new), false, (order),		\
					    __ATOMIC_RELAXED);				\
	else if (__atomic_load_n((p), __ATOMIC_RELAXED) == __old)			\
		__old = shim_torn_store((p), (new));					\
	else										\
		__old = __atomic_load_n((p), __ATOMIC_RELAXED);				\
	__old;										\
})
#define cmpxchg(p, old, new)		shim_cmpxchg(p, old, new, __ATOMIC_SEQ_CST)
#define cmpxchg_relaxed(p, old, new)	shim_cmpxchg(p, old, new, __ATOMIC_RELAXED)
#define cmpxchg_acquire(p, old, new)	shim_cmpxchg(p, old, new, __ATOMIC_ACQUIRE)
#define cmpxchg_release(p, old, new)	shim_cmpxchg(p, old, new, __ATOMIC_RELEASE)

#define atomic_long_read	atomic_read
#define atomic_long_set		atomic_set
#define atomic_long_inc		atomic_inc
#define atomic_long_dec_return	atomic_dec_return

#define atomic64_read	atomic_read
#define atomic64_read_acquire	atomic_read_acquire
#define atomic64_set	atomic_set
#define atomic64_set_release	atomic_set_release
#define atomic64_add	atomic_add
#define atomic64_sub	atomic_sub
#define atomic64_or	atomic_or
#define atomic64_and	atomic_and
#define atomic64_inc	atomic_inc
#define atomic64_dec	atomic_dec
#define atomic64_fetch_add	atomic_fetch_add
#define atomic64_add_return	atomic_add_return
#define atomic64_xchg	atomic_xchg
#define atomic64_fetch_inc	atomic_fetch_inc
#define atomic64_inc_return	atomic_inc_return
#define atomic64_dec_return	atomic_dec_return
#define atomic64_cmpxchg	atomic_cmpxchg
#define atomic64_fetch_add_relaxed	atomic_fetch_add_relaxed
#define atomic64_add_return_relaxed	atomic_add_return_relaxed
#define atomic64_xchg_relaxed	atomic_xchg_relaxed
#define atomic64_fetch_inc_relaxed	atomic_fetch_inc_relaxed
#define atomic64_inc_return_relaxed	atomic_inc_return_relaxed
#define atomic64_dec_return_relaxed	atomic_dec_return_relaxed
#define atomic64_cmpxchg_relaxed	atomic_cmpxchg_relaxed
#define atomic64_fetch_add_acquire	atomic_fetch_add_acquire
#define atomic64_add_return_acquire	atomic_add_return_acquire
#define atomic64_xchg_acquire	atomic_xchg_acquire
#define atomic64_fetch_inc_acquire	atomic_fetch_inc_acquire
#define atomic64_inc_return_acquire	atomic_inc_return_acquire
#define atomic64_dec_return_acquire	atomic_dec_return_acquire
#define atomic64_cmpxchg_acquire	atomic_cmpxchg_acquire
#define atomic64_fetch_add_release	atomic_fetch_add_release
#define atomic64_add_return_release	atomic_add_return_release
#define atomic64_xchg_release	atomic_xchg_release
#define atomic64_fetch_inc_release	atomic_fetch_inc_release
#define atomic64_inc_return_release	atomic_inc_return_release
#define atomic64_dec_return_release	atomic_dec_return_release
#define atomic64_cmpxchg_release	atomic_cmpxchg_release

#endif
