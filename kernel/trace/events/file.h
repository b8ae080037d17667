/* SPDX-License-Identifier: GPL-2.0 */
/* Events in an instance. */
#ifndef _TRACE_EVENTS_FILE_H
#define _TRACE_EVENTS_FILE_H

#include "core.h"

struct seq_file;

struct trace_event_file *event_file_create(struct trace_event_call *call, struct trace_array *tr);
void event_file_unlink(struct trace_event_file *file, struct list_head *removed);
void event_files_destroy(struct list_head *removed);
void event_file_show_name(struct seq_file *m, const struct trace_event_file *file);
bool event_file_is_wanted(const struct trace_event_call *call, const struct trace_array *tr);

#endif /* _TRACE_EVENTS_FILE_H */
