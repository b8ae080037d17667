// SPDX-License-Identifier: GPL-2.0-only
/*
 * Emission of user events: a payload from a program is copied once, validated
 * and passed to all consumers, or is rejected and reaches no consumer.
 *
 * User memory is an allocation of exactly the payload's size, so that
 * AddressSanitizer detects reads outside of it. The test has two instances,
 * whose ring buffers hold one record, and perf.
 */
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/ring_buffer.h>
#include <linux/string.h>
#include <linux/uio.h>

#include "fixture.h"
#include "harness.h"
#include "trace.h"
#include "trace_dynevent_perf.h"
#include "trace_dynevent_tracepoint.h"
#include "user_events/emit.h"
#include "user_events/event.h"

/* Size in bytes of the largest record of the tests. */
#define RECORD_MAX	(USER_RECORD_HEAD + USER_PAYLOAD_MAX + 1)

struct record {
	unsigned int n;		/* how many times the consumer got a record */
	u32 size;		/* size in bytes of the last one */
	u8 bytes[RECORD_MAX];
};

struct trace_buffer {
	size_t max;		/* size in bytes of the largest record that fits */
	bool is_off;
	struct record committed;
	struct {
		struct ring_buffer_event head;
		u8 data[RECORD_MAX];
	} reserved;
};

struct instance {
	struct trace_array tr;
	struct trace_event_file file;
	struct trace_buffer buffer;
	unsigned int n_plain;		/* runs of triggers that need no record */
	unsigned int n_direct;		/* calls of event_hists_call() */
	struct record triggered;	/* record of the triggers that need one */
};

static struct instance instances[2];
static struct trace_event_call call;
static struct tracepoint_func probes[ARRAY_SIZE(instances) + 2];
static struct user_event event;

void user_event_probe(void)
{
}

static struct instance *instance_of(struct trace_event_file *file)
{
	return container_of(file, struct instance, file);
}

static void keep_record(struct record *record, const void *bytes, u32 size)
{
	EXPECT(shim_preempt_count);
	EXPECT(!shim_user_access);
	record->n++;
	record->size = size;
	memcpy(record->bytes, bytes, size);
}

size_t ring_buffer_max_event_size(struct trace_buffer *buffer)
{
	return buffer->max;
}

struct ring_buffer_event *ring_buffer_lock_reserve(struct trace_buffer *buffer, unsigned long len)
{
	EXPECT(len <= buffer->max);
	if (buffer->is_off)
		return NULL;
	buffer->reserved.head.type_len = 0;
	buffer->committed.size = len;
	return &buffer->reserved.head;
}

void *ring_buffer_event_data(struct ring_buffer_event *event)
{
	return event->array;
}

struct ring_buffer_event *trace_buffered_event_get(const struct trace_event_file *file,
						   unsigned long len)
{
	return NULL;
}

void trace_event_buffer_commit(struct trace_event_buffer *fbuffer)
{
	struct record *record = &fbuffer->buffer->committed;

	keep_record(record, fbuffer->entry, record->size);
	if (fbuffer->triggers == TRACE_TRIGGERS_ALL)
		keep_record(&instance_of(fbuffer->trace_file)->triggered, fbuffer->entry,
			    record->size);
}

void event_triggers_before_record(struct trace_event_file *file)
{
	EXPECT(shim_preempt_count);
	instance_of(file)->n_plain++;
}

/* Triggers get no size. They read the fields, here: those of the longest record. */
static u32 emitted_size;

void dyn_event_call_all_triggers(struct trace_event_file *file, struct trace_entry *record)
{
	keep_record(&instance_of(file)->triggered, record, emitted_size);
}

void event_hists_call(struct trace_event_file *file, const void *rec)
{
	keep_record(&instance_of(file)->triggered, rec, emitted_size);
	instance_of(file)->n_direct++;
}

/* Perf: whether a perf event of this CPU takes the record, and the last one */
static bool perf_is_idle;
static struct record perf_record;
static u8 perf_buffer[PERF_MAX_TRACE_SIZE];

struct dyn_event_perf dyn_event_perf_reserve(struct trace_event_call *call, u32 size)
{
	EXPECT(shim_preempt_count);
	EXPECT(size + sizeof(u32) <= PERF_MAX_TRACE_SIZE);
	return (struct dyn_event_perf){
		.record = perf_is_idle ? NULL : perf_buffer, .size = size,
	};
}

void dyn_event_perf_submit(struct trace_event_call *call, const struct dyn_event_perf *perf)
{
	keep_record(&perf_record, perf->record, perf->size);
}

/* Define the event, enabled in both instances, which record it and have no triggers. */
static void define(const char *text)
{
	struct trace_diag diag = {};
	unsigned int i;

	event.layout = user_define(text, strlen(text), &diag);
	EXPECT(!IS_ERR(event.layout));
	call.tp = &event.tp;
	for (i = 0; i < ARRAY_SIZE(instances); i++) {
		struct instance *instance = &instances[i];

		memset(instance, 0, sizeof(*instance));
		instance->tr.array_buffer.buffer = &instance->buffer;
		instance->buffer.max = 4000;
		instance->file.event_call = &call;
		instance->file.tr = &instance->tr;
		probes[i] = (struct tracepoint_func){ user_event_probe, &instance->file };
	}
	event.tp.funcs = probes;
}

static void undefine(void)
{
	user_event_layout_free(event.layout);
	EXPECT_EQ(shim_allocs(), 0);
}

/* Number of records that the consumers have got, triggers included. */
static unsigned int n_taken(void)
{
	unsigned int i, n = 0;

	for (i = 0; i < ARRAY_SIZE(instances); i++)
		n += instances[i].buffer.committed.n + instances[i].triggered.n +
		     instances[i].n_plain;
	return n;
}

/* Emit the event from the first @len bytes at @user, where the program has @mapped bytes. */
static int emit_from(const void *user, size_t len, size_t mapped, bool by_iter)
{
	struct iov_iter iter = { .from = user, .count = len };
	struct user_payload payload = { .start = user, .len = len };
	int ret;

	if (by_iter)
		payload = (struct user_payload){ .iter = &iter, .len = len };
	shim_user_memory = user;
	shim_user_memory_end = user + mapped;
	emitted_size = USER_RECORD_HEAD + len;
	ret = user_event_emit(&event, &payload);
	shim_user_memory = NULL;
	EXPECT(!shim_preempt_count);
	EXPECT(!shim_user_access);
	return ret;
}

/* Emit the event with @len bytes of @payload, by write() and by writev(). */
static int emit(const void *payload, size_t len)
{
	void *user = kmemdup(payload, len, GFP_KERNEL);
	int ret = emit_from(user, len, len, false);

	EXPECT_EQ(emit_from(user, len, len, true), ret);
	kfree(user);
	return ret;
}

static void expect_record(const struct record *record, unsigned int n, const void *payload,
			  size_t len, bool with_nul)
{
	EXPECT_EQ(record->n, n);
	EXPECT_EQ(record->size, USER_RECORD_HEAD + len + with_nul);
	EXPECT(!memcmp(record->bytes + USER_RECORD_HEAD, payload, len));
	EXPECT(!with_nul || !record->bytes[USER_RECORD_HEAD + len]);
}

static u8 some_payload[USER_PAYLOAD_MAX + 1];

static void fill_some_payload(void)
{
	unsigned int i;

	for (i = 0; i < sizeof(some_payload); i++)
		some_payload[i] = i * 7 + 1;
}

/* Sizes around those where the payload is copied in another way or to another place. */
static const size_t sizes[] = { 4, 5, 7, 8, 9, 63, 64, 65, 255, 256, 257, 1000, 3000 };

TEST(each_consumer_gets_the_payload)
{
	static const char *const definitions[] = { "e u32 a", "e char[4] a" };
	unsigned int i, with_nul;

	fill_some_payload();
	for (with_nul = 0; with_nul < ARRAY_SIZE(definitions); with_nul++)
		for (i = 0; i < ARRAY_SIZE(sizes); i++) {
			define(definitions[with_nul]);
			instances[1].file.flags = EVENT_FILE_FL_SOFT_DISABLED |
						  EVENT_FILE_FL_TRIGGER_COND;
			EXPECT_EQ(emit(some_payload, sizes[i]), 0);
			expect_record(&instances[0].buffer.committed, 2, some_payload, sizes[i],
				      with_nul);
			expect_record(&instances[1].triggered, 2, some_payload, sizes[i], false);
			EXPECT_EQ(n_taken(), 4);
			undefine();
		}
}

/* Triggers that need the record get it from the ring buffer, or from the copy if that is off. */
TEST(triggers_run_once)
{
	fill_some_payload();
	define("e u32 a");
	instances[0].file.flags = EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND;
	instances[1].file.flags = EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND;
	instances[1].buffer.is_off = true;
	EXPECT_EQ(emit(some_payload, 100), 0);
	expect_record(&instances[0].triggered, 2, some_payload, 100, false);
	expect_record(&instances[1].triggered, 2, some_payload, 100, false);
	EXPECT_EQ(n_taken(), 6);
	undefine();

	define("e u32 a");
	instances[0].file.flags = EVENT_FILE_FL_TRIGGER_MODE;
	instances[1].file.flags = EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_SOFT_DISABLED;
	EXPECT_EQ(emit(some_payload, 100), 0);
	EXPECT_EQ(instances[0].n_plain, 2);
	EXPECT_EQ(instances[1].n_plain, 2);
	EXPECT_EQ(n_taken(), 6);
	/* Triggers that need no record are sufficient as a consumer. */
	event.tp.funcs = &probes[1];
	EXPECT_EQ(emit(some_payload, 100), 0);
	EXPECT_EQ(n_taken(), 8);
	undefine();
}

/* Histograms that read only fields get the copy, unless the event is recorded. */
TEST(histograms_run_directly)
{
	const unsigned long direct = EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND |
				     EVENT_FILE_FL_DIRECT;

	fill_some_payload();
	define("e u32 a");
	instances[0].file.flags = direct | EVENT_FILE_FL_SOFT_DISABLED;
	instances[1].file.flags = direct;
	EXPECT_EQ(emit(some_payload, 100), 0);
	expect_record(&instances[0].triggered, 2, some_payload, 100, false);
	expect_record(&instances[1].triggered, 2, some_payload, 100, false);
	EXPECT_EQ(instances[0].n_direct, 2);
	EXPECT_EQ(instances[1].n_direct, 0);
	EXPECT_EQ(n_taken(), 6);
	undefine();
}

/* Perf gets the same payload without the NUL, and has a limit of its own. */
TEST(perf_gets_the_payload)
{
	const size_t max = PERF_MAX_TRACE_SIZE - sizeof(u32) - USER_RECORD_HEAD;

	fill_some_payload();
	define("e char[4] a");
	probes[2] = (struct tracepoint_func){ user_event_probe, &event.call };
	EXPECT_EQ(emit(some_payload, 100), 0);
	expect_record(&perf_record, 2, some_payload, 100, false);
	expect_record(&instances[0].buffer.committed, 2, some_payload, 100, true);
	EXPECT_EQ(n_taken(), 4);

	event.tp.funcs = &probes[2];
	EXPECT_EQ(emit(some_payload, max), 0);
	expect_record(&perf_record, 4, some_payload, max, false);
	EXPECT_EQ(emit(some_payload, max + 1), -E2BIG);
	/* The event is enabled, even if no perf event of this CPU takes it. */
	perf_is_idle = true;
	EXPECT_EQ(emit(some_payload, 100), 0);
	EXPECT_EQ(perf_record.n, 4);
	undefine();
}

TEST(unreadable_payload_reaches_no_consumer)
{
	unsigned int i, by_iter;
	size_t mapped;
	void *user;

	fill_some_payload();
	define("e u32 a");
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		user = kmemdup(some_payload, sizes[i], GFP_KERNEL);
		for (by_iter = 0; by_iter < 2; by_iter++)
			for (mapped = 0; mapped < sizes[i]; mapped += 1 + sizes[i] / 70)
				EXPECT_EQ(emit_from(user, sizes[i], mapped, by_iter), -EFAULT);
		kfree(user);
	}
	/* An address of the kernel. */
	EXPECT_EQ(emit_from((void *)-4096UL, 8, 8, false), -EFAULT);
	EXPECT_EQ(n_taken(), 0);
	undefine();
}

/* The location of a dynamic field refers to data outside of the payload, or text has no NUL. */
TEST(invalid_payload_reaches_no_consumer)
{
	u8 payload[8] = {};
	u32 loc;

	define("e __rel_loc char[] a");
	loc = 5 << 16;
	memcpy(payload, &loc, sizeof(loc));
	EXPECT_EQ(emit(payload, sizeof(payload)), -EFAULT);
	loc = 4 << 16;
	memcpy(payload, &loc, sizeof(loc));
	memset(payload + 4, 'x', 4);
	EXPECT_EQ(emit(payload, sizeof(payload)), -EFAULT);
	EXPECT_EQ(n_taken(), 0);
	payload[7] = '\0';
	EXPECT_EQ(emit(payload, sizeof(payload)), 0);
	EXPECT_EQ(n_taken(), 4);
	undefine();
}

TEST(size_of_payload_is_limited)
{
	fill_some_payload();
	define("e u32 a; u32 b");
	EXPECT_EQ(emit(some_payload, 0), -EINVAL);
	EXPECT_EQ(emit(some_payload, 7), -EINVAL);
	EXPECT_EQ(emit(some_payload, USER_PAYLOAD_MAX + 1), -E2BIG);
	EXPECT_EQ(n_taken(), 0);
	EXPECT_EQ(emit(some_payload, 8), 0);

	instances[0].file.flags = EVENT_FILE_FL_SOFT_DISABLED | EVENT_FILE_FL_TRIGGER_COND;
	EXPECT_EQ(emit(some_payload, USER_PAYLOAD_MAX), 0);
	expect_record(&instances[0].triggered, 2, some_payload, USER_PAYLOAD_MAX, false);
	undefine();

	/* An event without fields has an empty payload. */
	define("e");
	EXPECT_EQ(emit(some_payload, 0), 0);
	EXPECT_EQ(n_taken(), 4);
	undefine();
}

/* Triggers run even if the ring buffer cannot hold the record, which is not recorded then. */
TEST(record_too_large_for_the_ring_buffer)
{
	const size_t max = 4000 - USER_RECORD_HEAD;

	fill_some_payload();
	define("e u32 a");
	instances[0].file.flags = EVENT_FILE_FL_TRIGGER_MODE;
	instances[1].file.flags = EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND;
	EXPECT_EQ(emit(some_payload, max + 1), 0);
	EXPECT_EQ(instances[0].n_plain, 2);
	expect_record(&instances[1].triggered, 2, some_payload, max + 1, false);
	EXPECT_EQ(n_taken(), 4);
	EXPECT_EQ(emit(some_payload, max), 0);
	EXPECT_EQ(n_taken(), 12);
	undefine();
}

/* If no consumer can take a record, the write fails. The NUL behind text counts. */
TEST(record_too_large_for_all_consumers)
{
	const size_t max = 4000 - USER_RECORD_HEAD;

	fill_some_payload();
	define("e u32 a");
	EXPECT_EQ(emit(some_payload, max + 1), -E2BIG);
	EXPECT_EQ(n_taken(), 0);
	EXPECT_EQ(emit(some_payload, max), 0);
	EXPECT_EQ(n_taken(), 4);
	undefine();

	define("e char[4] a");
	EXPECT_EQ(emit(some_payload, max), -E2BIG);
	EXPECT_EQ(n_taken(), 0);
	/* One consumer is enough. */
	instances[0].buffer.max++;
	EXPECT_EQ(emit(some_payload, max), 0);
	EXPECT_EQ(n_taken(), 2);
	undefine();
}

TEST(event_without_consumers_is_refused)
{
	fill_some_payload();
	define("e u32 a");
	event.tp.funcs = NULL;
	EXPECT_EQ(emit(some_payload, 4), -EBADF);
	/* Stubs of removed probes are not consumers. Their data may be freed. */
	event.tp.funcs = probes;
	probes[0] = (struct tracepoint_func){ fill_some_payload, (void *)1 };
	probes[1] = probes[0];
	EXPECT_EQ(emit(some_payload, 4), -EBADF);
	EXPECT_EQ(n_taken(), 0);
	undefine();
}

TEST(large_payload_needs_memory)
{
	void *user = kmemdup(some_payload, 257, GFP_KERNEL);

	define("e u32 a");
	shim_fail_nth(1);
	EXPECT_EQ(emit_from(user, 257, 257, false), -ENOMEM);
	EXPECT(shim_failed());
	EXPECT_EQ(n_taken(), 0);
	/* A small one is copied to the stack. */
	shim_fail_nth(1);
	EXPECT_EQ(emit_from(user, 256, 256, false), 0);
	EXPECT(!shim_failed());
	kfree(user);
	undefine();
}
