/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Consumers of user events.
 */
#ifndef _TRACE_USER_EVENTS_ENABLE_CONSUMERS_H
#define _TRACE_USER_EVENTS_ENABLE_CONSUMERS_H

#include <linux/trace_events.h>

int user_event_reg(struct trace_event_call *call, enum trace_reg type, void *data);

#endif /* _TRACE_USER_EVENTS_ENABLE_CONSUMERS_H */
