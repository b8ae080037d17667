// SPDX-License-Identifier: GPL-2.0
/*
 * Emit user events: pass the payload to all consumers, that is instances and perf.
 *
 * The payload is copied from the program exactly once, before anything else is done. The
 * program could change it at any time, and its pages may have to be faulted in. With a copy,
 * the validated data is the emitted data, all consumers get the same data, and no reserved
 * record must be discarded because of a fault.
 *
 * The consumers are the probes of the event's tracepoint. Their data is the trace_event_call
 * for perf and the trace_event_file for an instance. The probe functions are never called.
 *
 * This file does not know through which file and index the event was found. It takes no locks;
 * consumers are called with preemption off.
 */
#include <linux/cleanup.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/uio.h>

#include "../trace.h"
#include "../trace_base.h"
#include "../trace_dynevent_perf.h"
#include "../trace_dynevent_reserve.h"
#include "../trace_dynevent_tracepoint.h"
#include "emit.h"
#include "event.h"

/* Maximum size in bytes of a payload that is copied to the stack. */
#define SMALL_PAYLOAD	256

/* Maximum size in bytes of a payload that is copied word by word. */
#define FEW_WORDS	64

/*
 * Records up to this size in bytes fit into every ring buffer, regardless of its sub-buffer
 * size.
 */
#define SMALL_RECORD	1024

/**
 * struct record - the data for the consumers
 * @entry: head of the record; dyn_event_call_triggers() fills it in for each instance
 * @payload: data behind the head
 * @len: size of @payload in bytes
 * @size: size of head and payload in bytes
 * @with_nul: @size, plus 1 if the event has text, for the NUL behind the payload
 */
struct record {
	struct trace_entry *entry;
	const void *payload;
	u32 len;
	u32 size;
	u32 with_nul;
};

static_assert(sizeof(struct trace_entry) == USER_RECORD_HEAD);

/* Check whether the ring buffer of an instance can hold a record of @size bytes. */
static bool record_fits(const struct trace_array *tr, u32 size)
{
	return size <= SMALL_RECORD ||
	       size <= ring_buffer_max_event_size(READ_ONCE(tr->array_buffer.buffer));
}

/* The code for a ring buffer is apart, so that an event that needs none saves fewer registers. */
static noinline struct trace_entry *user_event_reserve(struct trace_event_buffer *fbuffer,
						       struct trace_event_file *file, size_t size)
{
	return dyn_event_reserve(fbuffer, file, size);
}

/*
 * Run the triggers of an event whose record does not fit into the ring buffer.
 *
 * Return: false if it has none.
 */
static noinline bool emit_to_triggers(struct trace_event_file *file, const struct record *record)
{
	if (!(READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_MODE))
		return false;
	if (trace_event_triggers_begin(file) == TRACE_TRIGGERS_ALL)
		dyn_event_call_triggers(file, record->entry);
	return true;
}

/*
 * Record an event in an instance, or only run its triggers there. Triggers of a recorded event
 * read the record in the ring buffer. Event probes among them read text up to a NUL, even
 * beyond the end of a field, so a NUL follows the payload.
 *
 * Return: false if the ring buffer cannot hold a record of this size and there are no triggers.
 */
static bool emit_to_file(struct trace_event_file *file, const struct record *record)
{
	struct trace_event_buffer fbuffer;
	struct trace_entry *entry;

	if (trace_trigger_soft_disabled(file))
		return true;
	if (dyn_event_triggers_only(file)) {
		dyn_event_call_triggers(file, record->entry);
		return true;
	}
	if (!record_fits(file->tr, record->with_nul))
		return emit_to_triggers(file, record);
	fbuffer.triggers = trace_event_triggers_begin(file);
	/* A snapshot, which a trigger may have just taken, exchanges the instance's buffers. */
	fbuffer.buffer = READ_ONCE(file->tr->array_buffer.buffer);
	entry = user_event_reserve(&fbuffer, file, record->with_nul);
	if (entry) {
		memcpy(entry + 1, record->payload, record->with_nul - USER_RECORD_HEAD);
		trace_event_buffer_commit(&fbuffer);
	} else if (fbuffer.triggers == TRACE_TRIGGERS_ALL) {
		/*
		 * Triggers run for every event, even if the ring buffer does not take the
		 * record.
		 */
		dyn_event_call_triggers(file, record->entry);
	}
	return true;
}

/*
 * Pass an event to perf.
 *
 * Return: false if the record is too large for perf.
 */
static bool emit_to_perf(struct trace_event_call *call, const struct record *record)
{
	struct dyn_event_perf perf;

	/* Perf stores a u32 in front of the record. */
	if (record->size + sizeof(u32) > PERF_MAX_TRACE_SIZE)
		return false;
	perf = dyn_event_perf_reserve(call, record->size);
	if (perf.record) {
		memcpy(perf.record + USER_RECORD_HEAD, record->payload, record->len);
		dyn_event_perf_submit(call, &perf);
	}
	return true;
}

/*
 * Emit an event to all consumers.
 *
 * Return: 0; -E2BIG if the record is too large for all consumers; -EBADF if the event is not
 * enabled.
 */
static int emit_to_all(struct user_event *event, const struct record *record)
{
	const struct tracepoint_func *probe;
	bool taken = false, refused = false;

	guard(preempt_notrace)();
	tracepoint_funcs_guard();
	probe = dyn_event_probes(&event->tp);
	for (; probe && probe->func; probe++) {
		bool ok;

		if (READ_ONCE(probe->func) != user_event_probe)
			continue;
		if (probe->data == &event->call)
			ok = emit_to_perf(&event->call, record);
		else
			ok = emit_to_file(probe->data, record);
		taken |= ok;
		refused |= !ok;
	}
	if (taken)
		return 0;
	/* The event may have been disabled while the payload was copied. */
	return refused ? -E2BIG : -EBADF;
}

/*
 * Copy a few words from user memory, one by one. copy_from_user() takes several times the
 * instructions for them: it also checks the destination, which is on the stack here and large
 * enough.
 */
static bool copy_words(void *to, const void __user *from, size_t len)
{
	might_fault();
	if (!user_read_access_begin(from, len))
		return false;
	for (; len >= sizeof(long); len -= sizeof(long), to += sizeof(long), from += sizeof(long))
		unsafe_get_user(*(long *)to, (const long __user *)from, fault);
	for (; len; len--, to++, from++)
		unsafe_get_user(*(u8 *)to, (const u8 __user *)from, fault);
	user_read_access_end();
	return true;
fault:
	user_read_access_end();
	return false;
}

/* Return: false if the payload cannot be read. */
static bool copy_payload(void *to, const struct user_payload *from)
{
	if (from->iter)
		return copy_from_iter_full(to, from->len, from->iter);
	if (IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) && from->len <= FEW_WORDS)
		return copy_words(to, from->start, from->len);
	return !copy_from_user(to, from->start, from->len);
}

static int emit_copied(struct user_event *event, void *buf, const struct user_payload *from)
{
	void *payload = buf + USER_RECORD_HEAD;
	size_t len = from->len;
	struct record record = {
		.entry = buf, .payload = payload, .len = len, .size = USER_RECORD_HEAD + len,
		.with_nul = USER_RECORD_HEAD + len + event->layout->has_text,
	};

	if (!copy_payload(payload, from))
		return -EFAULT;
	/* NUL for event probes, see emit_to_file(). */
	((char *)payload)[len] = '\0';
	if (!user_event_payload_is_valid(event->layout, payload, len))
		return -EFAULT;
	return emit_to_all(event, &record);
}

/**
 * user_event_emit - emit an event with a payload from a program
 * @event: the event, to which the caller has a reference
 * @payload: the fields, followed by dynamic data
 *
 * Context: may sleep.
 * Return: 0; -EINVAL if the payload is shorter than the fields; -EBADF if the event is not
 * enabled; -E2BIG if the payload is too large for all consumers; -EFAULT if the payload cannot
 * be read, a dynamic field points outside of it, or a string has no NUL at its end; -ENOMEM.
 */
int user_event_emit(struct user_event *event, const struct user_payload *payload)
{
	u8 small[USER_RECORD_HEAD + SMALL_PAYLOAD + 1] __uninitialized __aligned(sizeof(u64));
	size_t len = payload->len;
	void *large;
	int ret;

	if (len < event->layout->min_size)
		return -EINVAL;
	if (!dyn_event_has_probes(&event->tp))
		return -EBADF;
	if (len <= SMALL_PAYLOAD)
		return emit_copied(event, small, payload);
	if (len > USER_PAYLOAD_MAX)
		return -E2BIG;

	large = kvmalloc(USER_RECORD_HEAD + len + 1, GFP_KERNEL_ACCOUNT);
	if (!large)
		return -ENOMEM;
	ret = emit_copied(event, large, payload);
	kvfree(large);
	return ret;
}
