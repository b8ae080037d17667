/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of the base kernel's kernel/trace/trace_output.h that the code under
 * test needs. Printing a record is the base kernel's job and must not happen
 * here.
 */
#ifndef _SHIM_TRACE_OUTPUT_H
#define _SHIM_TRACE_OUTPUT_H

#include <linux/bug.h>
#include <linux/trace_events.h>

unsigned int trace_event_user_types_quarantined(void);
void trace_event_types_reclaim(void);

static inline enum print_line_t print_event_fields(struct trace_iterator *iter,
						   struct trace_event *event)
{
	BUG();
	return TRACE_TYPE_HANDLED;
}

#endif
