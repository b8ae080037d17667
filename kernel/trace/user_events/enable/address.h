/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Enablers: enable bits in the memory of processes, which show whether an event is enabled.
 */
#ifndef _TRACE_USER_EVENTS_ENABLE_ADDRESS_H
#define _TRACE_USER_EVENTS_ENABLE_ADDRESS_H

#include <linux/types.h>

struct user_enable_bit;
struct user_event;

int user_enabler_add(struct user_event *event, const struct user_enable_bit *bit);
int user_enabler_remove(unsigned long addr, u8 nr);

#endif /* _TRACE_USER_EVENTS_ENABLE_ADDRESS_H */
