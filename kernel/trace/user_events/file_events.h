/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Table of the events that were registered through one open user_events_data, by their index.
 */
#ifndef _TRACE_USER_EVENTS_FILE_EVENTS_H
#define _TRACE_USER_EVENTS_FILE_EVENTS_H

#include <linux/types.h>

struct user_event;
struct user_event_file;

struct user_event_file *user_event_file_create(void);
void user_event_file_free(struct user_event_file *file);

int user_event_file_add(struct user_event_file *file, struct user_event *event);
struct user_event *user_event_file_get(const struct user_event_file *file, u32 index);

#endif /* _TRACE_USER_EVENTS_FILE_EVENTS_H */
