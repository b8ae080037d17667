/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A bit in the memory of a process that is kept the way an event is, and writing it.
 */
#ifndef _TRACE_USER_EVENTS_ENABLER_WRITE_H
#define _TRACE_USER_EVENTS_ENABLER_WRITE_H

#include <linux/list.h>
#include <linux/types.h>

#include "bit.h"

struct user_event;
struct user_event_mm;
struct work_struct;

/* How often a page that was brought in may be gone again before its bit could be written. */
#define ENABLER_TRIES	10

/**
 * struct user_enabler - a bit that is kept the way an event is
 * @in_event: among the enablers of @event
 * @in_mm: among the enablers of @mm
 * @event: the event, of which it is a user
 * @mm: the address space
 * @where: the bit
 * @is_due: whether the work of @mm is to write it
 * @tries: how often that did not succeed
 */
struct user_enabler {
	struct list_head in_event;
	struct list_head in_mm;
	struct user_event *event;
	struct user_event_mm *mm;
	struct user_bit where;
	bool is_due;
	u8 tries;
};

void user_enabler_refresh(struct user_enabler *enabler);
void user_enablers_update(struct user_event *event);
void user_enablers_write_due(struct work_struct *work);
int user_enablers_init(void);

#endif /* _TRACE_USER_EVENTS_ENABLER_WRITE_H */
