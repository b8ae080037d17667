/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Consumers of user events.
 */
#ifndef _TRACE_USER_EVENTS_LISTEN_H
#define _TRACE_USER_EVENTS_LISTEN_H

#include <linux/trace_events.h>

int user_event_listen(struct trace_event_call *call, enum trace_reg type, void *data);

#endif /* _TRACE_USER_EVENTS_LISTEN_H */
