/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory for enablers that is allocated before user_events_lock is taken.
 */
#ifndef _TRACE_USER_EVENTS_ENABLE_RESERVE_H
#define _TRACE_USER_EVENTS_ENABLE_RESERVE_H

#include <linux/list.h>
#include <linux/types.h>

struct user_enabler;
struct user_event_mm;

/**
 * struct user_enabler_reserve - memory for enablers
 * @mm: memory for the per-mm state, or NULL
 * @enablers: memory for enablers, linked by @in_pending
 * @n: number of @enablers
 *
 * The reserve belongs to the task that registers a bit or forks. No lock protects it.
 */
struct user_enabler_reserve {
	struct user_event_mm *mm;
	struct list_head enablers;
	size_t n;
};

void user_enabler_reserve_init(struct user_enabler_reserve *reserve);
bool user_enabler_reserve_fill(struct user_enabler_reserve *reserve, size_t n);
void user_enabler_reserve_free(struct user_enabler_reserve *reserve);
struct user_event_mm *user_enabler_reserve_take_mm(struct user_enabler_reserve *reserve);
struct user_enabler *user_enabler_reserve_take(struct user_enabler_reserve *reserve);
void user_enabler_reserve_put(struct user_enabler_reserve *reserve, struct user_enabler *enabler);

#endif /* _TRACE_USER_EVENTS_ENABLE_RESERVE_H */
