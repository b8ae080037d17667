/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every pointer that RCU readers follow, or that changes under them, is
 * accessed with a marked access, before which shim_step_hook runs.
 */
#ifndef _SHIM_LINUX_RCULIST_H
#define _SHIM_LINUX_RCULIST_H

#include <linux/list.h>
#include <linux/rcupdate.h>

static inline void list_add_rcu(struct list_head *entry, struct list_head *head)
{
	entry->next = head->next;
	entry->prev = head;
	smp_store_release(&head->next, entry);
	entry->next->prev = entry;
}

static inline void list_add_tail_rcu(struct list_head *entry, struct list_head *head)
{
	entry->next = head;
	entry->prev = head->prev;
	smp_store_release(&head->prev->next, entry);
	head->prev = entry;
}

/* Readers may still be at @entry, so its next pointer stays valid. */
static inline void list_del_rcu(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	WRITE_ONCE(entry->prev->next, entry->next);
	entry->prev = NULL;
}

#define list_entry_rcu(p, type, member)							\
({											\
	struct list_head *__p = READ_ONCE(p);						\
											\
	list_entry(__p, type, member);							\
})

/* The optional last argument, a lockdep condition, is ignored. */
#define list_for_each_entry_rcu(pos, head, member, ...)					\
	for (pos = list_entry_rcu((head)->next, typeof(*pos), member);			\
	     &pos->member != (head);							\
	     pos = list_entry_rcu(pos->member.next, typeof(*pos), member))

#endif
