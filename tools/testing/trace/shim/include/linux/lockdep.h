/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_LOCKDEP_H
#define _SHIM_LINUX_LOCKDEP_H

#include <linux/mutex.h>

#define lockdep_assert_held(lock)	\
	WARN_ON(!__atomic_load_n(&(lock)->is_held, __ATOMIC_RELAXED))

/* Another thread may hold the lock: the shim does not know the owner. */
#define lockdep_assert_not_held(lock)	((void)(lock))

#endif
