/* SPDX-License-Identifier: GPL-2.0 */
/* Offer the names of trace events and of their fields to a suggestion. */
#ifndef _TRACE_SUGGEST_EVENT_H
#define _TRACE_SUGGEST_EVENT_H

#include <linux/types.h>

struct trace_array;
struct trace_event_call;
struct trace_suggestion;

void trace_suggest_fields(struct trace_suggestion *suggestion, struct trace_event_call *call);
void trace_suggest_events(struct trace_suggestion *suggestion, const struct trace_array *tr,
			  char separator, bool can_enable);
void trace_suggest_event_names(struct trace_suggestion *suggestion, const struct trace_array *tr);

#endif /* _TRACE_SUGGEST_EVENT_H */
