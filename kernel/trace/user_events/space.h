/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Address spaces of processes that have enablers.
 */
#ifndef _TRACE_USER_EVENTS_SPACE_H
#define _TRACE_USER_EVENTS_SPACE_H

#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/types.h>
#include <linux/uidgid_types.h>
#include <linux/workqueue.h>

struct mm_struct;
struct task_struct;

/**
 * struct user_event_mm - an address space with enablers
 * @mm: the address space; it may have no users any more, but is not freed
 * @owner: user of the process that has registered the first enabler, or was forked with one
 * @by_mm: among all of them
 * @enablers: its enablers; none after the last task has left
 * @work: writes the bits that could not be written at once
 * @refs: one as long as a task has it, one while @work is queued or runs
 *
 * Protected by user_events_lock, but for @mm and @owner, which are const, and @refs.
 */
struct user_event_mm {
	struct mm_struct *mm;
	kuid_t owner;
	struct hlist_node by_mm;
	struct list_head enablers;
	struct work_struct work;
	refcount_t refs;
};

struct user_event_mm *user_space_find(const struct mm_struct *mm);
struct user_event_mm *user_space_make(struct mm_struct *mm, struct task_struct *keeper,
				      work_func_t work);
bool user_space_hand_on(struct user_event_mm *em);
void user_space_end(struct user_event_mm *em);
void user_space_put(struct user_event_mm *em);

#endif /* _TRACE_USER_EVENTS_SPACE_H */
