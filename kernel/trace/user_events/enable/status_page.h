/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The status page: enable bits that every program can map.
 */
#ifndef _TRACE_USER_EVENTS_ENABLE_STATUS_PAGE_H
#define _TRACE_USER_EVENTS_ENABLE_STATUS_PAGE_H

#include <linux/init.h>
#include <linux/types.h>

struct vm_area_struct;

u32 user_event_status_alloc(void);
void user_event_status_free(u32 bit);
void user_event_status_update(u32 bit, bool on);
unsigned int user_event_status_max(void);
int user_event_status_mmap(struct vm_area_struct *vma);
int user_event_status_init(void);

#endif /* _TRACE_USER_EVENTS_ENABLE_STATUS_PAGE_H */
