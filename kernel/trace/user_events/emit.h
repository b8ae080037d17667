/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Emit a user event: pass the payload to all consumers.
 */
#ifndef _TRACE_USER_EVENTS_EMIT_H
#define _TRACE_USER_EVENTS_EMIT_H

#include <linux/types.h>

struct iov_iter;
struct user_event;

/**
 * struct user_payload - payload of an event in the memory of a program
 * @iter: the payload, or NULL if it is at @start
 * @start: the payload, contiguous, if @iter is NULL
 * @len: size in bytes
 */
struct user_payload {
	struct iov_iter *iter;
	const void __user *start;
	size_t len;
};

int user_event_emit(struct user_event *event, const struct user_payload *payload);

#endif /* _TRACE_USER_EVENTS_EMIT_H */
