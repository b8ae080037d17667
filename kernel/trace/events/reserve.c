// SPDX-License-Identifier: GPL-2.0
/*
 * Reserve the record of an event: the part of the event core that runs for each event.
 *
 * Any context, NMI included. Tracepoints call their probes with preemption off.
 */
#include <linux/export.h>

#include "../trace.h"

/* Reserve a record in the ring buffer. Return: the record, or NULL if the ring buffer is off. */
static noinline void *reserve_in_ring_buffer(struct trace_event_buffer *fbuffer,
					     struct trace_event_file *file, unsigned long len)
{
	fbuffer->event = trace_event_buffer_lock_reserve(&fbuffer->buffer, file,
							 file->event_call->event.type, len,
							 fbuffer->trace_ctx);
	if (!fbuffer->event)
		return NULL;
	fbuffer->regs = NULL;
	fbuffer->entry = ring_buffer_event_data(fbuffer->event);
	return fbuffer->entry;
}

/**
 * trace_event_buffer_reserve - reserve the record of an event
 * @fbuffer: filled in for trace_event_buffer_commit()
 * @trace_file: the event in an instance
 * @len: size of the record in bytes
 *
 * An event that may be discarded, because of a filter or because only its triggers use it, is
 * written to the scratch buffer of the CPU.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the record, whose header is filled in; NULL if the event is not recorded.
 */
void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *trace_file, unsigned long len)
{
	if (unlikely(trace_file->flags & EVENT_FILE_FL_PID_FILTER) &&
	    trace_event_ignore_this_pid(trace_file))
		return NULL;

	fbuffer->trace_ctx = trace_ctx_in_probe();
	fbuffer->trace_file = trace_file;
	fbuffer->event = trace_buffered_event_get(trace_file, len);
	if (!fbuffer->event)
		return reserve_in_ring_buffer(fbuffer, trace_file, len);

	fbuffer->buffer = trace_file->tr->array_buffer.buffer;
	fbuffer->regs = NULL;
	fbuffer->entry = &fbuffer->event->array[1];
	tracing_generic_entry_update(fbuffer->entry, trace_file->event_call->event.type,
				     fbuffer->trace_ctx);
	return fbuffer->entry;
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve);
