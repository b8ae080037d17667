/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MUTEX_H
#define _SHIM_LINUX_MUTEX_H

#include <linux/bug.h>
#include <linux/cleanup.h>
#include <linux/kernel.h>

struct mutex {
	bool is_held;
};

#define DEFINE_MUTEX(name)	struct mutex name

/* Tests take mutexes in one thread only, so contention is a bug. */
static inline void mutex_lock(struct mutex *lock)
{
	might_sleep();
	WARN_ON(lock->is_held);
	lock->is_held = true;
}

static inline void mutex_unlock(struct mutex *lock)
{
	WARN_ON(!lock->is_held);
	lock->is_held = false;
}

DEFINE_GUARD(mutex, struct mutex *, mutex_lock(_T), mutex_unlock(_T))

#endif
