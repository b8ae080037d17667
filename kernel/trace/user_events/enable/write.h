/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct user_enabler, and functions that write its bit to user memory.
 */
#ifndef _TRACE_USER_EVENTS_ENABLE_WRITE_H
#define _TRACE_USER_EVENTS_ENABLE_WRITE_H

#include <linux/list.h>
#include <linux/rbtree_types.h>
#include <linux/types.h>

#include "enable_bit.h"

struct user_event;
struct user_event_mm;
struct work_struct;

/*
 * Maximum number of attempts to write a bit if its page is gone again each time after it was
 * faulted in.
 */
#define ENABLER_ATTEMPTS_MAX	10

/**
 * struct user_enabler - an enable bit in the memory of a process
 * @in_event: entry in the list of enablers of @event
 * @in_mm: node in the tree of enablers of @mm
 * @in_pending: entry in the list of pending enablers of @mm; empty if the work of @mm need not
 *	write the bit
 * @event: the event, to which the enabler has a reference
 * @mm: per-mm state of the process
 * @bit: the bit
 * @attempts: number of failed attempts of the work
 *
 * @event, @mm and @bit are constant. user_events_lock protects the other members. An enabler is
 * freed as soon as it is removed from its lists and the tree, so a pointer to it is valid only as
 * long as the lock is held.
 */
struct user_enabler {
	struct list_head in_event;
	struct rb_node in_mm;
	struct list_head in_pending;
	struct user_event *event;
	struct user_event_mm *mm;
	struct user_enable_bit bit;
	u8 attempts;
};

unsigned long user_enablers_deadline(void);
void user_enabler_refresh(struct user_enabler *enabler, unsigned long deadline);
void user_enablers_update(struct user_event *event);
void user_enablers_write_pending(struct work_struct *work);
int user_enablers_init(void);

#endif /* _TRACE_USER_EVENTS_ENABLE_WRITE_H */
