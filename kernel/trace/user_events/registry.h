/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The set of all user events.
 */
#ifndef _TRACE_USER_EVENTS_REGISTRY_H
#define _TRACE_USER_EVENTS_REGISTRY_H

#include <linux/types.h>

struct seq_file;
struct user_event;

extern unsigned int user_events_max;

int user_event_find_or_create(const char *text, bool is_multi, struct user_event **event);
int user_event_log_too_long(char *text);
void user_event_release(struct user_event *event);
int user_events_delete(const char *name);
void user_events_reclaim(void);
void user_events_show(struct seq_file *m);
int user_events_registry_init(void);

#endif /* _TRACE_USER_EVENTS_REGISTRY_H */
