// SPDX-License-Identifier: GPL-2.0
/*
 * Handing what a program wrote to who listens: instances and perf.
 *
 * The payload is copied from the program once, before anything else is done with it.  The
 * program could change it meanwhile, and its pages may have to be brought in; what is
 * checked is what is emitted, all listeners get the same, and nothing is begun that would
 * have to be taken back.
 *
 * Who listens is what the event's tracepoint says: perf with the trace event, instances
 * with their file of it.  The probes themselves are never called.
 *
 * By which file and index the event was found is not known here.
 */
#include <linux/cleanup.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "../trace.h"
#include "../trace_dynevent_call.h"
#include "../trace_dynevent_perf.h"
#include "../trace_dynevent_record.h"
#include "emit.h"
#include "event.h"

/* A payload up to here is copied to the stack. */
#define SMALL_PAYLOAD	256

/* A record up to here fits wherever records go, whatever their buffers are set to. */
#define SMALL_RECORD	1024

/**
 * struct record - what listeners are to get
 * @entry: the head, which is filled in for each of them
 * @payload: what is behind it
 * @len: bytes of @payload
 * @size: bytes of both
 * @with_nul: bytes of both and of the NUL behind them, if the event has text
 */
struct record {
	struct trace_entry *entry;
	const void *payload;
	u32 len;
	u32 size;
	u32 with_nul;
};

static_assert(sizeof(struct trace_entry) == USER_RECORD_HEAD);

/*
 * Triggers of an event that is recorded are given the record.  Event probes among them read
 * text up to a NUL, wherever the event says that it ends.
 *
 * Return: false if the instance's buffer cannot hold such a record.
 */
static bool emit_to_file(struct trace_event_file *file, const struct record *record)
{
	struct trace_event_buffer fbuffer;
	struct trace_entry *entry;

	if (trace_trigger_soft_disabled(file))
		return true;
	if (dyn_event_for_triggers_only(file)) {
		dyn_event_call_triggers(file, record->entry);
		return true;
	}
	if (record->with_nul > SMALL_RECORD &&
	    record->with_nul > ring_buffer_max_event_size(file->tr->array_buffer.buffer))
		return false;

	fbuffer.buffer = READ_ONCE(file->tr->array_buffer.buffer);
	entry = dyn_event_reserve(&fbuffer, file, record->with_nul);
	if (entry) {
		memcpy(entry + 1, record->payload, record->with_nul - USER_RECORD_HEAD);
		trace_event_buffer_commit(&fbuffer);
	} else if (READ_ONCE(file->flags) & EVENT_FILE_FL_TRIGGER_COND) {
		/* Triggers see each event, whether or not the ring buffer takes it. */
		dyn_event_call_triggers(file, record->entry);
	}
	return true;
}

/* Return: false if perf cannot take such a record. */
static bool emit_to_perf(struct trace_event_call *call, const struct record *record)
{
	struct dyn_event_perf perf;

	/* A u32 goes before it. */
	if (record->size + sizeof(u32) > PERF_MAX_TRACE_SIZE)
		return false;
	perf = dyn_event_perf_reserve(call, record->size);
	if (perf.record) {
		memcpy(perf.record + USER_RECORD_HEAD, record->payload, record->len);
		dyn_event_perf_submit(call, &perf);
	}
	return true;
}

/* Return: 0, -E2BIG if none of those who listen can take such a record, -EBADF without any. */
static int emit_to_all(struct user_event *event, const struct record *record)
{
	const struct tracepoint_func *probe;
	bool taken = false, refused = false;

	guard(preempt_notrace)();
	probe = dyn_event_listeners(&event->tp);
	for (; probe && probe->func; probe++) {
		bool ok;

		if (READ_ONCE(probe->func) != user_probe)
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
	/* They may have ceased to since the payload was asked for. */
	return refused ? -E2BIG : -EBADF;
}

static int emit_copied(struct user_event *event, void *buf, size_t len, struct iov_iter *from)
{
	void *payload = buf + USER_RECORD_HEAD;
	struct record record = {
		.entry = buf, .payload = payload, .len = len, .size = USER_RECORD_HEAD + len,
		.with_nul = USER_RECORD_HEAD + len + event->layout->has_text,
	};

	if (!copy_from_iter_full(payload, len, from))
		return -EFAULT;
	/* For event probes, see emit_to_file(). */
	((char *)payload)[len] = '\0';
	if (!user_payload_is_valid(event->layout, payload, len))
		return -EFAULT;
	return emit_to_all(event, &record);
}

/**
 * user_event_emit - emit an event
 * @event: the event, which the caller is a user of
 * @payload: its fields and, behind them, dynamic data
 *
 * Context: may sleep.
 * Return: 0; -EINVAL if the payload is shorter than the fields; -EBADF if nobody listens;
 * -E2BIG if it is longer than anybody who listens can take; -EFAULT if it cannot be read,
 * or has dynamic data outside of itself or a string that does not end; -ENOMEM.
 */
int user_event_emit(struct user_event *event, struct iov_iter *payload)
{
	u8 small[USER_RECORD_HEAD + SMALL_PAYLOAD + 1] __uninitialized __aligned(sizeof(u64));
	size_t len = iov_iter_count(payload);
	void *large;
	int ret;

	if (len < event->layout->min_size)
		return -EINVAL;
	if (!dyn_event_has_listeners(&event->tp))
		return -EBADF;
	if (len <= SMALL_PAYLOAD)
		return emit_copied(event, small, len, payload);
	if (len > USER_PAYLOAD_MAX)
		return -E2BIG;

	large = kvmalloc(USER_RECORD_HEAD + len + 1, GFP_KERNEL_ACCOUNT);
	if (!large)
		return -ENOMEM;
	ret = emit_copied(event, large, len, payload);
	kvfree(large);
	return ret;
}
