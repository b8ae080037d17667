/* SPDX-License-Identifier: GPL-2.0 */
/* Detect cycles and overlong chains of synthetic events. */
#ifndef _TRACE_HIST_CIRCLE_H
#define _TRACE_HIST_CIRCLE_H

struct hist_trigger_data;
struct trace_event_call;

int hist_find_circle(const struct hist_trigger_data *data, const struct trace_event_call *call);

#endif /* _TRACE_HIST_CIRCLE_H */
