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

static __always_inline void *reserve(struct trace_event_buffer *fbuffer,
				     struct trace_event_file *file, unsigned long len)
{
	struct ring_buffer_event *event;
	struct trace_entry *entry;
	unsigned int trace_ctx;

	trace_ctx = trace_ctx_in_probe();
	fbuffer->trace_ctx = trace_ctx;
	fbuffer->trace_file = file;
	event = trace_buffered_event_get(file, len);
	if (!event)
		return reserve_in_ring_buffer(fbuffer, file, len);

	entry = (struct trace_entry *)&event->array[1];
	tracing_generic_entry_update(entry, file->event_call->event.type, trace_ctx);
	fbuffer->buffer = file->tr->array_buffer.buffer;
	fbuffer->event = event;
	fbuffer->entry = entry;
	fbuffer->regs = NULL;
	return entry;
}

static noinline void *reserve_unless_pid_ignored(struct trace_event_buffer *fbuffer,
						 struct trace_event_file *file, unsigned long len)
{
	if (trace_event_ignore_this_pid(file))
		return NULL;
	return reserve(fbuffer, file, len);
}

/**
 * trace_event_buffer_reserve - reserve the record of an event
 * @fbuffer: filled in for trace_event_buffer_commit()
 * @trace_file: the event in an instance
 * @len: size of the record in bytes
 *
 * An event that may be discarded, because of a filter or because only its triggers use it, is
 * written to the scratch buffer of the CPU. The compiler saves no registers for this case: all
 * others are tail calls.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the record, whose header is filled in; NULL if the event is not recorded.
 */
void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *trace_file, unsigned long len)
{
	if (unlikely(trace_file->flags & EVENT_FILE_FL_PID_FILTER))
		return reserve_unless_pid_ignored(fbuffer, trace_file, len);
	return reserve(fbuffer, trace_file, len);
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve);
