/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SPINLOCK_H
#define _SHIM_LINUX_SPINLOCK_H

#include <linux/bug.h>
#include <linux/irqflags.h>

typedef struct {
	bool is_held;
} arch_spinlock_t;

/* Contention is a bug, and so is taking the lock with interrupts enabled. */
static inline void arch_spin_lock(arch_spinlock_t *lock)
{
	WARN_ON(lock->is_held || !irqs_disabled());
	lock->is_held = true;
}

static inline void arch_spin_unlock(arch_spinlock_t *lock)
{
	WARN_ON(!lock->is_held || !irqs_disabled());
	lock->is_held = false;
}

#endif
