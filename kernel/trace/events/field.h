/* SPDX-License-Identifier: GPL-2.0 */
/* Fields of events. */
#ifndef _TRACE_EVENTS_FIELD_H
#define _TRACE_EVENTS_FIELD_H

#include <linux/list.h>

struct seq_file;
struct trace_event_call;

int event_fields_define(struct trace_event_call *call);
void event_fields_destroy(struct trace_event_call *call);
void event_fields_show_common(struct seq_file *m);
void event_fields_show_own(struct seq_file *m, struct trace_event_call *call);

#endif /* _TRACE_EVENTS_FIELD_H */
