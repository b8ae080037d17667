// SPDX-License-Identifier: GPL-2.0
/*
 * Memory for enablers that is allocated before user_events_lock is taken.
 *
 * An allocation that is charged to a cgroup above its memory.high sleeps, up to two seconds for
 * each 64 pages. A task that holds user_events_lock must not sleep for so long: a task that enables
 * a user event waits for this lock with event_mutex held. The process can choose memory.high and
 * the number of its enablers.
 *
 * Locks: none.
 */
#include <linux/lockdep.h>
#include <linux/rbtree.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "../event.h"
#include "mm.h"
#include "reserve.h"
#include "write.h"

/**
 * user_enabler_reserve_init - initialize an empty reserve
 * @reserve: the reserve
 *
 * Context: any.
 */
void user_enabler_reserve_init(struct user_enabler_reserve *reserve)
{
	*reserve = (struct user_enabler_reserve){ .enablers = LIST_HEAD_INIT(reserve->enablers) };
}

/**
 * user_enabler_reserve_fill - allocate memory for a per-mm state and enablers
 * @reserve: the reserve; memory that it has already is kept
 * @n: number of enablers that it must have
 *
 * Context: may sleep for a long time. The caller holds no lock that other processes need.
 * Return: true; or false if memory is exhausted.
 */
bool user_enabler_reserve_fill(struct user_enabler_reserve *reserve, size_t n)
{
	lockdep_assert_not_held(&user_events_lock);

	if (!reserve->mm)
		reserve->mm = kzalloc(sizeof(*reserve->mm), GFP_KERNEL_ACCOUNT);
	if (!reserve->mm)
		return false;
	while (reserve->n < n) {
		struct user_enabler *enabler = kzalloc(sizeof(*enabler), GFP_KERNEL_ACCOUNT);

		if (!enabler)
			return false;
		user_enabler_reserve_put(reserve, enabler);
		cond_resched();
	}
	return true;
}

/**
 * user_enabler_reserve_free - free the memory that was not taken
 * @reserve: the reserve
 *
 * Context: may sleep.
 */
void user_enabler_reserve_free(struct user_enabler_reserve *reserve)
{
	while (reserve->n) {
		kfree(user_enabler_reserve_take(reserve));
		cond_resched();
	}
	kfree(reserve->mm);
}

/**
 * user_enabler_reserve_take_mm - take the memory for a per-mm state
 * @reserve: the reserve, which was filled
 *
 * Context: any.
 * Return: the memory, all 0, to be freed with kfree().
 */
struct user_event_mm *user_enabler_reserve_take_mm(struct user_enabler_reserve *reserve)
{
	struct user_event_mm *em = reserve->mm;

	reserve->mm = NULL;
	return em;
}

/**
 * user_enabler_reserve_take - take the memory for an enabler
 * @reserve: the reserve, which has one
 *
 * Context: any.
 * Return: the memory, all 0 apart from an empty @in_pending, to be freed with kfree().
 */
struct user_enabler *user_enabler_reserve_take(struct user_enabler_reserve *reserve)
{
	struct user_enabler *enabler;

	enabler = list_first_entry(&reserve->enablers, struct user_enabler, in_pending);
	list_del_init(&enabler->in_pending);
	reserve->n--;
	return enabler;
}

/**
 * user_enabler_reserve_put - add memory for an enabler
 * @reserve: the reserve
 * @enabler: the memory, all 0 apart from its lists
 *
 * Context: any.
 */
void user_enabler_reserve_put(struct user_enabler_reserve *reserve, struct user_enabler *enabler)
{
	list_add(&enabler->in_pending, &reserve->enablers);
	reserve->n++;
}
