/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MUTEX_H
#define _SHIM_LINUX_MUTEX_H

#include <linux/bug.h>
#include <linux/cleanup.h>
#include <linux/kernel.h>
#include <linux/sched.h>

struct mutex {
	bool is_held;
	const struct task_struct *holder;
};

#define DEFINE_MUTEX(name)	struct mutex name
#define mutex_init(lock)	(*(lock) = (struct mutex){})
#define mutex_destroy(lock)	WARN_ON((lock)->is_held)

static inline void mutex_lock(struct mutex *lock)
{
	might_sleep();
	while (__atomic_exchange_n(&lock->is_held, true, __ATOMIC_ACQUIRE)) {
		WARN_ON(__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == current);
		shim_yield();
	}
	__atomic_store_n(&lock->holder, current, __ATOMIC_RELAXED);
}

static inline void mutex_unlock(struct mutex *lock)
{
	WARN_ON(lock->holder != current);
	__atomic_store_n(&lock->holder, NULL, __ATOMIC_RELAXED);
	__atomic_store_n(&lock->is_held, false, __ATOMIC_RELEASE);
}

DEFINE_GUARD(mutex, struct mutex *, mutex_lock(_T), mutex_unlock(_T))

#endif
