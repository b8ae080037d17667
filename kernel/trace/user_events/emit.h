/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Emit a user event: pass the payload to all consumers.
 */
#ifndef _TRACE_USER_EVENTS_EMIT_H
#define _TRACE_USER_EVENTS_EMIT_H

#include <linux/types.h>

struct iov_iter;
struct user_event;

int user_event_emit(struct user_event *event, struct iov_iter *payload);

#endif /* _TRACE_USER_EVENTS_EMIT_H */
