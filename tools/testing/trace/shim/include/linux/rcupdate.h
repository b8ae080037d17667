/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pointers are published with release and read with acquire semantics. There is
 * no grace period.
 */
#ifndef _SHIM_LINUX_RCUPDATE_H
#define _SHIM_LINUX_RCUPDATE_H

#include <linux/cleanup.h>
#include <linux/compiler.h>

#define rcu_dereference(p)			smp_load_acquire(&(p))
#define rcu_dereference_sched(p)		rcu_dereference(p)
#define rcu_dereference_raw(p)			rcu_dereference(p)
#define rcu_dereference_protected(p, cond)	(p)
#define rcu_access_pointer(p)			READ_ONCE(p)
#define rcu_assign_pointer(p, val)		smp_store_release(&(p), val)
#define RCU_INIT_POINTER(p, val)		WRITE_ONCE(p, val)
#define synchronize_rcu()			barrier()
#define rcu_read_lock()				barrier()
#define rcu_read_unlock()			barrier()
#define __guard_of_rcu()			rcu_read_lock()

struct rcu_head {
};

/* A test of code that frees memory in this way defines the function. */
void shim_kfree_rcu(void *p);
#define kfree_rcu(p, member)			shim_kfree_rcu(p)
#define kvfree_rcu(p, member)			shim_kfree_rcu(p)

#endif
