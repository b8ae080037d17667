/* SPDX-License-Identifier: GPL-2.0 */
/* Reserve the records of dynamic events in the ring buffer of an instance. */
#ifndef _TRACE_DYNEVENT_RESERVE_H
#define _TRACE_DYNEVENT_RESERVE_H

#include <linux/ring_buffer.h>
#include <linux/trace_events.h>

#include "trace.h"

/*
 * Like ring_buffer_event_data(), but without a call for a small record that has no time stamp of
 * its own.
 */
static __always_inline void *dyn_event_entry(struct ring_buffer_event *event)
{
	if (likely(event->type_len && event->type_len <= RINGBUF_TYPE_DATA_TYPE_LEN_MAX))
		return event->array;
	return ring_buffer_event_data(event);
}

/**
 * dyn_event_reserve - reserve a record in the CPU's scratch buffer or in an instance's ring buffer
 * @fbuffer: the caller sets @fbuffer->buffer, the instance's ring buffer, and @fbuffer->triggers,
 *	the result of trace_event_triggers_begin(); this function fills in the rest for
 *	trace_event_buffer_commit()
 * @file: the event's file in the instance
 * @len: size of the record in bytes
 *
 * Unlike trace_event_buffer_reserve(), this function uses no temporary buffer if the ring buffer
 * refuses the record: the caller then runs the triggers on a record in its own memory. Inline,
 * because most of it is short and the caller knows a part of @fbuffer.
 *
 * Context: any, NMI included, preemption off.
 * Return: the record, or NULL if the event ignores the current task (set_event_pid) or the ring
 * buffer does not take the record.
 */
static __always_inline void *dyn_event_reserve(struct trace_event_buffer *fbuffer,
					       struct trace_event_file *file, unsigned long len)
{
	int type = file->event_call->event.type;

	if (file->flags & EVENT_FILE_FL_PID_FILTER && trace_event_ignore_this_pid(file))
		return NULL;

	fbuffer->trace_ctx = trace_ctx_in_probe();
	fbuffer->trace_file = file;
	fbuffer->regs = NULL;
	fbuffer->event = trace_buffered_event_get(file, len);
	if (fbuffer->event) {
		fbuffer->entry = &fbuffer->event->array[1];
		tracing_generic_entry_update(fbuffer->entry, type, fbuffer->trace_ctx);
		return fbuffer->entry;
	}
	fbuffer->event = ring_buffer_lock_reserve(fbuffer->buffer, len);
	if (!fbuffer->event)
		return NULL;
	fbuffer->entry = dyn_event_entry(fbuffer->event);
	tracing_generic_entry_update(fbuffer->entry, type, fbuffer->trace_ctx);
	return fbuffer->entry;
}

#endif /* _TRACE_DYNEVENT_RESERVE_H */
