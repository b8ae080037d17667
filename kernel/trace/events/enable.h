/* SPDX-License-Identifier: GPL-2.0 */
/* Enable and disable events. */
#ifndef _TRACE_EVENTS_ENABLE_H
#define _TRACE_EVENTS_ENABLE_H

#include "core.h"

bool event_file_records(const struct trace_event_file *file);
int event_file_set_enabled(struct trace_event_file *file, bool enable);
void event_file_force_off(struct trace_event_file *file);

#endif /* _TRACE_EVENTS_ENABLE_H */
