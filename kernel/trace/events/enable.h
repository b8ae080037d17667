/* SPDX-License-Identifier: GPL-2.0 */
/* Enable and disable events. */
#ifndef _TRACE_EVENTS_ENABLE_H
#define _TRACE_EVENTS_ENABLE_H

#include "core.h"

/**
 * event_file_in_soft_mode - check whether an event has users of soft mode
 * @file: the event in an instance
 *
 * Context: event_mutex held.
 * Return: true if so.
 */
static inline bool event_file_in_soft_mode(const struct trace_event_file *file)
{
	return atomic_read(&file->sm_ref);
}

bool event_file_records(const struct trace_event_file *file);
int event_file_set_enabled(struct trace_event_file *file, bool enable);
void event_file_force_off(struct trace_event_file *file);

#endif /* _TRACE_EVENTS_ENABLE_H */
