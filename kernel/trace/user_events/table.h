/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Table of the events that were registered through one open user_events_data, by their index.
 */
#ifndef _TRACE_USER_EVENTS_TABLE_H
#define _TRACE_USER_EVENTS_TABLE_H

#include <linux/types.h>

struct user_event;
struct user_table;

struct user_table *user_table_make(void);
void user_table_free(struct user_table *table);

int user_table_add(struct user_table *table, struct user_event *event);
struct user_event *user_table_get(const struct user_table *table, u32 index);

#endif /* _TRACE_USER_EVENTS_TABLE_H */
