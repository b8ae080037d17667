/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_HASHTABLE_H
#define _SHIM_LINUX_HASHTABLE_H

#include <linux/list.h>
#include <linux/types.h>

/* A single bucket. */
#define DEFINE_HASHTABLE(name, bits)	struct list_head name = LIST_HEAD_INIT(name)

#define hash_add(table, node, key)	({ (void)(key); list_add(&(node)->list, &(table)); })
#define hash_del(node)			list_del(&(node)->list)

#define hash_for_each_possible(table, pos, member, key)				\
	list_for_each_entry(pos, ((void)(key), &(table)), member.list)
#define hash_for_each_possible_safe(table, pos, tmp, member, key)		\
	for (pos = list_first_entry(((void)(key), &(table)), typeof(*pos), member.list);	\
	     &pos->member.list != &(table) &&						\
	     (tmp = list_entry(pos->member.list.next, struct hlist_node, list));		\
	     pos = container_of(tmp, typeof(*pos), member))

#endif
