// SPDX-License-Identifier: GPL-2.0
/*
 * Reserve the record of an event: the part of the event core that runs for each event.
 *
 * Any context, including NMI. Tracepoints call their probes with preemption off.
 */
#include <linux/export.h>

#include "../trace.h"

/* Reserve a record in the ring buffer. Return: the record, or NULL if the ring buffer is off. */
static noinline void *reserve_in_ring_buffer(struct trace_event_buffer *fbuffer,
					     struct trace_event_file *file, unsigned long len)
{
	fbuffer->event = trace_event_buffer_lock_reserve(&fbuffer->buffer, file,
							 file->event_call->event.type, len,
							 fbuffer->trace_ctx, fbuffer->triggers);
	if (!fbuffer->event)
		return NULL;
	fbuffer->regs = NULL;
	fbuffer->entry = ring_buffer_event_data(fbuffer->event);
	return fbuffer->entry;
}

/*
 * Reserve a record that only histograms need: it has no header. Return: NULL if the scratch buffer
 * is in use.
 */
static void *reserve_without_header(struct trace_event_buffer *fbuffer,
				    struct trace_event_file *file, unsigned long len)
{
	struct ring_buffer_event *event = trace_buffered_event_get(file, len);

	if (!event)
		return NULL;
	fbuffer->trace_file = file;
	fbuffer->triggers = TRACE_TRIGGERS_DIRECT;
	fbuffer->event = event;
	fbuffer->entry = &event->array[1];
	return fbuffer->entry;
}

static __always_inline void *reserve(struct trace_event_buffer *fbuffer,
				     struct trace_event_file *file, unsigned long len,
				     enum trace_event_triggers triggers)
{
	struct ring_buffer_event *event;
	struct trace_entry *entry;
	unsigned int trace_ctx;

	trace_ctx = trace_ctx_in_probe();
	fbuffer->trace_ctx = trace_ctx;
	fbuffer->trace_file = file;
	fbuffer->triggers = triggers;
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

/* Reserve the record of an event that has triggers, a PID filter, or both. */
static noinline void *reserve_by_flags(struct trace_event_buffer *fbuffer,
				       struct trace_event_file *file, unsigned long len)
{
	enum trace_event_triggers triggers;
	void *entry = NULL;

	if (trace_event_way(file) == TRACE_EVENT_DIRECT)
		entry = reserve_without_header(fbuffer, file, len);
	if (entry)
		return entry;
	triggers = trace_event_triggers_begin(file);
	if (READ_ONCE(file->flags) & EVENT_FILE_FL_PID_FILTER && trace_event_ignore_this_pid(file))
		return NULL;
	return reserve(fbuffer, file, len, triggers);
}

/**
 * trace_event_buffer_reserve - reserve the record of an event
 * @fbuffer: filled in for trace_event_buffer_commit()
 * @trace_file: the event in an instance
 * @len: size of the record in bytes
 *
 * An event that may be discarded, because of a filter or because only its triggers use it, is
 * written to the scratch buffer of the CPU. The compiler saves no registers for this case: all
 * others are tail calls. For %TRACE_EVENT_DIRECT, the header is not filled in. If no trigger needs
 * the record, the triggers run here.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the record; NULL if the event is not recorded.
 */
void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *trace_file, unsigned long len)
{
	/* Events read the flags while a command changes them. */
	if (unlikely(READ_ONCE(trace_file->flags) &
		     (EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND |
		      EVENT_FILE_FL_PID_FILTER)))
		return reserve_by_flags(fbuffer, trace_file, len);
	return reserve(fbuffer, trace_file, len, TRACE_TRIGGERS_NONE);
}
EXPORT_SYMBOL_GPL(trace_event_buffer_reserve);
