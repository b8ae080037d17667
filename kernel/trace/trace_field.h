/* SPDX-License-Identifier: GPL-2.0 */
/* Classify the fields of trace events. */
#ifndef _TRACE_FIELD_H
#define _TRACE_FIELD_H

#include <linux/types.h>

struct ftrace_event_field;

bool trace_field_is_number(const struct ftrace_event_field *field);

#endif /* _TRACE_FIELD_H */
