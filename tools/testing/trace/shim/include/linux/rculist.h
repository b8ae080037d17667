/* SPDX-License-Identifier: GPL-2.0-only */
/* Each pointer that readers follow, or that is changed under them, is a step. */
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

/* A reader may still be there, and goes on to the next entry. */
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

/* What readers hold may be told as a last argument. */
#define list_for_each_entry_rcu(pos, head, member, ...)					\
	for (pos = list_entry_rcu((head)->next, typeof(*pos), member);			\
	     &pos->member != (head);							\
	     pos = list_entry_rcu(pos->member.next, typeof(*pos), member))

#endif
