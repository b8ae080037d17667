/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Per-mm state: the address spaces of processes that have enablers.
 */
#ifndef _TRACE_USER_EVENTS_ENABLE_MM_H
#define _TRACE_USER_EVENTS_ENABLE_MM_H

#include <linux/list.h>
#include <linux/rbtree_types.h>
#include <linux/refcount.h>
#include <linux/types.h>
#include <linux/uidgid_types.h>
#include <linux/workqueue.h>

struct mm_struct;
struct task_struct;

/**
 * struct user_event_mm - per-mm state of user_events
 * @mm: the address space, referenced with mmgrab(). It may have no users, see mm.c.
 * @uid: user whose process registered the first enabler, or forked with an enabler. It selects the
 *	queue of @work.
 * @by_mm: entry in the hash table of all per-mm states
 * @enablers: enablers of the address space, ordered by the positions of their bits; may be empty,
 *	see drop_empty_state() in address.c
 * @n_enablers: number of @enablers
 * @pending: enablers whose bits @work must write
 * @work: writes the bits that could not be written at once
 * @refs: number of references: one while a task is the owner task, one while @work is queued or
 *	runs
 * @rcu: delays the free until user_event_mm_exists() has returned on all CPUs
 *
 * @mm and @uid are constant, @refs is atomic. user_events_lock protects the other members.
 */
struct user_event_mm {
	struct mm_struct *mm;
	kuid_t uid;
	struct hlist_node by_mm;
	struct rb_root enablers;
	size_t n_enablers;
	struct list_head pending;
	struct work_struct work;
	refcount_t refs;
	struct rcu_head rcu;
};

struct user_event_mm *user_event_mm_find(const struct mm_struct *mm);
bool user_event_mm_exists(const struct mm_struct *mm);
void user_event_mm_add(struct user_event_mm *em, struct mm_struct *mm, struct task_struct *task,
		       work_func_t work);
bool user_event_mm_transfer(struct user_event_mm *em);
void user_event_mm_remove(struct user_event_mm *em);
void user_event_mm_put(struct user_event_mm *em);

#endif /* _TRACE_USER_EVENTS_ENABLE_MM_H */
