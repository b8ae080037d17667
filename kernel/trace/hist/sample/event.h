/* SPDX-License-Identifier: GPL-2.0 */
/* The event hist:timer_sample. */
#ifndef _TRACE_HIST_SAMPLE_EVENT_H
#define _TRACE_HIST_SAMPLE_EVENT_H

#include <linux/types.h>

struct trace_event_call;

bool hist_sample_is_event(const struct trace_event_call *call);

#endif /* _TRACE_HIST_SAMPLE_EVENT_H */
