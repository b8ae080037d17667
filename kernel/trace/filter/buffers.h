/* SPDX-License-Identifier: GPL-2.0 */
/* Per-CPU buffers into which filters copy text before they match it. */
#ifndef _TRACE_FILTER_BUFFERS_H
#define _TRACE_FILTER_BUFFERS_H

#include "limits.h"
#include "program.h"

/**
 * struct filter_ptr_string_buffers - buffers of one CPU for text that is read through a pointer
 * @level: number of buffers in use. Only this CPU writes to it. An event that interrupts the
 *	current user restores it, so no atomic operation is needed
 * @text: buffers, one for each nested event
 */
struct filter_ptr_string_buffers {
	unsigned int level;
	char text[FILTER_NESTING_MAX][FILTER_PTR_STRING_MAX];
};

int filter_alloc_buffers(struct filter_program *program);

#endif /* _TRACE_FILTER_BUFFERS_H */
