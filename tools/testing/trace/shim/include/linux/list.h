/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_LIST_H
#define _SHIM_LINUX_LIST_H

#include <linux/compiler.h>
#include <linux/container_of.h>
#include <linux/types.h>

struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node {
	struct list_head list;
};

#define LIST_HEAD_INIT(name)	{ &(name), &(name) }
#define LIST_HEAD(name)		struct list_head name = LIST_HEAD_INIT(name)

static inline void INIT_LIST_HEAD(struct list_head *head)
{
	head->next = head;
	head->prev = head;
}

static inline void list_add(struct list_head *entry, struct list_head *head)
{
	entry->next = head->next;
	entry->prev = head;
	head->next->prev = entry;
	head->next = entry;
}

static inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
	list_add(entry, head->prev);
}

/* NULL pointers poison the entry: following them crashes. */
static inline void list_del(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
	entry->next = NULL;
	entry->prev = NULL;
}

static inline void list_del_init(struct list_head *entry)
{
	list_del(entry);
	INIT_LIST_HEAD(entry);
}

static inline void list_splice_tail_init(struct list_head *list, struct list_head *head)
{
	if (list->next == list)
		return;
	list->next->prev = head->prev;
	head->prev->next = list->next;
	list->prev->next = head;
	head->prev = list->prev;
	INIT_LIST_HEAD(list);
}

static inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	list_splice_tail_init(list, head->next);
}

static inline void list_move(struct list_head *entry, struct list_head *head)
{
	list_del(entry);
	list_add(entry, head);
}

static inline void list_move_tail(struct list_head *entry, struct list_head *head)
{
	list_del(entry);
	list_add_tail(entry, head);
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

static inline bool list_is_last(const struct list_head *entry, const struct list_head *head)
{
	return entry->next == head;
}

#define list_entry(p, type, member)		container_of(p, type, member)
#define list_first_entry(head, type, member)	list_entry((head)->next, type, member)
#define list_last_entry(head, type, member)	list_entry((head)->prev, type, member)
#define list_first_entry_or_null(head, type, member)	\
	(list_empty(head) ? NULL : list_first_entry(head, type, member))
#define list_next_entry(pos, member)	list_entry((pos)->member.next, typeof(*(pos)), member)

#define list_for_each_entry(pos, head, member)					\
	for (pos = list_first_entry(head, typeof(*pos), member);		\
	     &pos->member != (head); pos = list_next_entry(pos, member))
#define list_for_each_entry_reverse(pos, head, member)				\
	for (pos = list_last_entry(head, typeof(*pos), member);			\
	     &pos->member != (head);						\
	     pos = list_entry((pos)->member.prev, typeof(*(pos)), member))
#define list_for_each_entry_safe(pos, n, head, member)				\
	for (pos = list_first_entry(head, typeof(*pos), member),		\
	     n = list_next_entry(pos, member);					\
	     &pos->member != (head); pos = n, n = list_next_entry(n, member))

static inline size_t list_count_nodes(struct list_head *head)
{
	struct list_head *pos;
	size_t n = 0;

	for (pos = head->next; pos != head; pos = pos->next)
		n++;
	return n;
}

#endif
