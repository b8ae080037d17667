// SPDX-License-Identifier: GPL-2.0
/*
 * Memory for the records of dynamic events: space in an instance's ring buffer, or memory of the
 * CPU if the record does not go to a ring buffer or does not fit in it.
 *
 * No locks. dyn_event_reserve() runs per event in any context.
 */
#include <linux/atomic.h>
#include <linux/percpu.h>

#include "trace.h"
#include "trace_dynevent_record.h"

/* Shared by all events. Allocated for the first event that needs it, never freed. */
static struct dyn_event_scratch __percpu *shared;

/**
 * dyn_event_scratch_create - get the memory of all CPUs, and allocate it on the first call
 *
 * The caller stores the pointer in its event before it publishes the event. Probes find the
 * pointer through the tracepoint's list of probes, which rcu_assign_pointer() publishes. This
 * address dependency orders the allocation before their reads.
 *
 * Context: may sleep.
 * Return: the memory of all CPUs, which is never freed, or NULL.
 */
struct dyn_event_scratch __percpu *dyn_event_scratch_create(void)
{
	struct dyn_event_scratch __percpu *scratch;

	/* Pairs with cmpxchg_release() below: the zeroed memory is visible before the pointer. */
	scratch = smp_load_acquire(&shared);
	if (scratch)
		return scratch;
	scratch = alloc_percpu(struct dyn_event_scratch);
	if (!scratch)
		return NULL;
	/* Not all architectures have a cmpxchg() that accepts a __percpu pointer. */
	if (cmpxchg_release((__force void **)&shared, NULL, (__force void *)scratch))
		free_percpu(scratch);
	/* A failed cmpxchg orders nothing. This pairs with the cmpxchg that succeeded. */
	return smp_load_acquire(&shared);
}

/**
 * dyn_event_reserve - reserve a record in an instance's ring buffer
 * @fbuffer: the caller sets @fbuffer->buffer, the instance's ring buffer, and @fbuffer->triggers,
 *	the result of trace_event_triggers_begin(); this function fills in the rest for
 *	trace_event_buffer_commit()
 * @file: the event's file in the instance
 * @len: size of the record in bytes
 *
 * Replaces trace_event_buffer_reserve() for callers that have their own memory for a record that
 * the ring buffer does not take.
 *
 * Context: any, NMI included, preemption off.
 * Return: the record, or NULL if the event ignores the current task (set_event_pid) or the ring
 * buffer does not take the record.
 */
void *dyn_event_reserve(struct trace_event_buffer *fbuffer, struct trace_event_file *file,
			unsigned long len)
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
	fbuffer->entry = ring_buffer_event_data(fbuffer->event);
	tracing_generic_entry_update(fbuffer->entry, type, fbuffer->trace_ctx);
	return fbuffer->entry;
}
