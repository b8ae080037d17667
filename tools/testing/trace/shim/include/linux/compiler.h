/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_COMPILER_H
#define _SHIM_LINUX_COMPILER_H

#include <shim.h>

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)

#ifndef __always_inline
#define __always_inline		inline __attribute__((__always_inline__))
#endif
#ifndef __packed
#define __packed		__attribute__((__packed__))
#endif
#ifndef __aligned
#define __aligned(x)		__attribute__((__aligned__(x)))
#endif
#define noinline		__attribute__((__noinline__))
#define notrace
#define __maybe_unused		__attribute__((__unused__))
#define __must_check		__attribute__((__warn_unused_result__))
#define __printf(a, b)		__attribute__((__format__(printf, a, b)))
#define __counted_by(m)
#define __uninitialized
#define fallthrough		__attribute__((__fallthrough__))
#define __init
#define __exit
#define __user
#define __kernel
#define __iomem
#define __rcu
#define __percpu
#define __force
#define __must_hold(x)
#define __acquires(x)
#define __releases(x)

/*
 * shim_step_hook runs before every access that another context can observe, see
 * shim.h.
 */
#define READ_ONCE(x)							\
({									\
	shim_step();							\
	__atomic_load_n(&(x), __ATOMIC_RELAXED);			\
})
#define WRITE_ONCE(x, val)						\
do {									\
	shim_step();							\
	__atomic_store_n(&(x), (val), __ATOMIC_RELAXED);		\
} while (0)
#define smp_load_acquire(p)						\
({									\
	shim_step();							\
	__atomic_load_n((p), __ATOMIC_ACQUIRE);				\
})
#define smp_store_release(p, val)					\
do {									\
	shim_step();							\
	__atomic_store_n((p), (val), __ATOMIC_RELEASE);			\
} while (0)
#define barrier()							\
do {									\
	__asm__ __volatile__("" : : : "memory");			\
	shim_step();							\
} while (0)
#define smp_mb()							\
do {									\
	shim_step();							\
	__atomic_thread_fence(__ATOMIC_SEQ_CST);			\
} while (0)
#define smp_rmb()							\
do {									\
	shim_step();							\
	__atomic_thread_fence(__ATOMIC_ACQUIRE);			\
} while (0)
#define smp_wmb()							\
do {									\
	shim_step();							\
	__atomic_thread_fence(__ATOMIC_RELEASE);			\
} while (0)

#endif
