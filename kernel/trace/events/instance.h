/* SPDX-License-Identifier: GPL-2.0 */
/* Events of instances: add them to instances, and remove them. */
#ifndef _TRACE_EVENTS_INSTANCE_H
#define _TRACE_EVENTS_INSTANCE_H

struct dentry;
struct trace_array;
struct trace_event_call;

int event_instance_create_files(struct trace_array *tr, struct dentry *parent);
void event_instance_remove_files(struct trace_array *tr);
void event_add_to_instances(struct trace_event_call *call);
void event_force_off(const struct trace_event_call *call);
void event_remove(struct trace_event_call *call);
int event_remove_quiescent(struct trace_event_call *call);

#endif /* _TRACE_EVENTS_INSTANCE_H */
