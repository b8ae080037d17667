/* SPDX-License-Identifier: GPL-2.0 */
/* Filter the events of an instance by task. */
#ifndef _TRACE_EVENTS_PID_FILTER_H
#define _TRACE_EVENTS_PID_FILTER_H

struct trace_array;

void event_pid_filters_clear(struct trace_array *tr);

#endif /* _TRACE_EVENTS_PID_FILTER_H */
