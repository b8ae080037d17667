// SPDX-License-Identifier: GPL-2.0
/*
 * Test synthetic events with perf as a consumer, alone or together with a trace instance.
 *
 * The tests create kernel perf events on the tracepoint of a synthetic event, one per CPU, and
 * compare the raw records. They run in process context; the overflow handler take_record() runs in
 * the context of the emitting code.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/sizes.h>

#include "../../trace.h"
#include "../../trace_dynevent_perf.h"
#include "synth_test.h"

#define NAME	"kunit_perf"

/* Size of the header of a record, which perf shares with all trace events. */
#define HEAD	sizeof(struct trace_entry)

/*
 * A perf consumer: one perf event per online CPU, because the test thread may migrate, the number
 * of records since the last check, and a copy of the last record of any CPU.
 */
struct consumer {
	struct perf_event *events[NR_CPUS];
	atomic_t n_records;
	u16 type;
	u32 size;
	u8 data[256] __aligned(8);
};

static void take_record(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	struct consumer *consumer = event->overflow_handler_context;
	const struct perf_raw_frag *frag;

	atomic_inc(&consumer->n_records);
	if (!data->raw)
		return;
	frag = &data->raw->frag;
	consumer->size = frag->size;
	memcpy(consumer->data, frag->data, min(frag->size, sizeof(consumer->data)));
	consumer->type = ((struct trace_entry *)consumer->data)->type;
}

static void close_consumer(void *data)
{
	struct consumer *consumer = data;
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		if (consumer->events[cpu])
			perf_event_release_kernel(consumer->events[cpu]);
		consumer->events[cpu] = NULL;
	}
}

static struct consumer *open_consumer(struct kunit *test, const struct synth_event *event)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = event->call.event.type,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
	};
	struct consumer *consumer = kunit_kzalloc(test, sizeof(*consumer), GFP_KERNEL);
	unsigned int cpu;

	KUNIT_ASSERT_NOT_NULL(test, consumer);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, close_consumer, consumer), 0);
	for_each_online_cpu(cpu) {
		struct perf_event *perf;

		perf = perf_event_create_kernel_counter(&attr, cpu, NULL, take_record, consumer);
		KUNIT_ASSERT_NOT_ERR_OR_NULL(test, perf);
		consumer->events[cpu] = perf;
	}
	return consumer;
}

/* Expect exactly one record since the last check, and compare its contents. */
static void expect_received(struct kunit *test, struct consumer *consumer,
			    const struct synth_event *event, const void *expected, u32 size)
{
	KUNIT_EXPECT_EQ(test, atomic_xchg(&consumer->n_records, 0), 1);
	KUNIT_EXPECT_EQ(test, consumer->type, event->call.event.type);
	KUNIT_ASSERT_GE(test, consumer->size, HEAD + size);
	/* Perf stores a u32 length in front of the record; both together are 8-byte aligned. */
	KUNIT_EXPECT_EQ(test, consumer->size, ALIGN(HEAD + size + 4, 8) - 4);
	KUNIT_EXPECT_MEMEQ(test, consumer->data + HEAD, expected, size);
	memset(consumer->data, 0, sizeof(consumer->data));
}

static void expect_no_record(struct kunit *test, struct consumer *consumer)
{
	KUNIT_EXPECT_EQ(test, atomic_read(&consumer->n_records), 0);
}

static int fire_in_order(struct trace_event_file *file, const u64 *vals, unsigned int n)
{
	struct synth_event_trace_state state;
	unsigned int i;
	int ret;

	ret = synth_event_trace_start(file, &state);
	for (i = 0; i < n && !ret; i++)
		ret = synth_event_add_next_val(vals[i], &state);
	return synth_event_trace_end(&state) ?: ret;
}

static int fire_last_by_name(struct trace_event_file *file, u64 val)
{
	struct synth_event_trace_state state;
	int ret;

	ret = synth_event_trace_start(file, &state);
	ret = ret ?: synth_event_add_val("c", val, &state);
	return synth_event_trace_end(&state) ?: ret;
}

/*
 * Emit the event through each of the four APIs. Perf must get every record; the trace instance
 * must get every record if @recorded, and none otherwise.
 */
static void fire_and_expect(struct kunit *test, struct trace_event_file *file,
			    struct consumer *consumer, bool recorded)
{
	const struct synth_event *event = synth_event_of_call(file->event_call);
	struct {
		u64 a;
		char b[16];
		u64 c;
	} record = { 0xfe, "slinky", 3 }, last_only = { .c = 4 }, *expected;
	u64 vals[] = { 0x1fe, (unsigned long)"slinky", 3 };
	int preempt = preempt_count();
	unsigned int i;
	int ret;

	for (i = 0; i < 4; i++) {
		expected = i < 3 ? &record : &last_only;
		if (i == 0)
			ret = synth_event_trace(file, 3, vals[0], vals[1], vals[2]);
		else if (i == 1)
			ret = synth_event_trace_array(file, vals, 3);
		else if (i == 2)
			ret = fire_in_order(file, vals, 3);
		else
			ret = fire_last_by_name(file, 4);
		KUNIT_EXPECT_EQ_MSG(test, ret, 0, "way %u", i);
		KUNIT_EXPECT_EQ_MSG(test, preempt_count(), preempt, "way %u", i);
		expect_received(test, consumer, event, expected, sizeof(*expected));
		if (recorded)
			synth_test_expect_bytes(test, file, expected, sizeof(*expected));
		else
			synth_test_expect_none(test);
	}
}

static void test_perf(struct kunit *test)
{
	struct synth_event *event = synth_test_define(test, NAME " u8 a; char[11] b; u64 c");
	struct trace_event_file *file = synth_test_get_file(test, NAME);
	struct consumer *consumer = open_consumer(test, event);

	fire_and_expect(test, file, consumer, false);
	synth_test_enable(test, NAME);
	fire_and_expect(test, file, consumer, true);
	synth_test_put_file(test, file);
	fire_and_expect(test, file, consumer, false);

	/* The instance still records the event after perf has closed its events. */
	synth_test_enable(test, NAME);
	kunit_release_action(test, close_consumer, consumer);
	KUNIT_EXPECT_EQ(test, synth_event_trace(file, 3, 1ULL, (u64)(unsigned long)"x", 2ULL), 0);
	expect_no_record(test, consumer);
	KUNIT_EXPECT_NOT_NULL(test, synth_test_only(test, file));
}

/* Perf gets the event even if tracing is off in the instance that has enabled it. */
static void test_perf_tracing_off(struct kunit *test)
{
	struct trace_event_file *file =
		synth_test_open(test, NAME " unsigned char a; char[16] b; u64 c");
	struct consumer *consumer = open_consumer(test, synth_event_of_call(file->event_call));

	tracer_tracing_off(file->tr);
	fire_and_expect(test, file, consumer, false);
	tracer_tracing_on(file->tr);
	fire_and_expect(test, file, consumer, true);
}

/* The size of a perf record depends on the values of the dynamic fields. */
static void test_perf_dynamic(struct kunit *test)
{
	struct synth_event *event = synth_test_define(test, NAME " char[] a; u64 b");
	struct trace_event_file *file = synth_test_get_file(test, NAME);
	struct consumer *consumer = open_consumer(test, event);
	struct {
		struct trace_dynamic_info a;
		u32 pad;
		u64 b;
		char text[6];
	} __packed expected = { { .offset = HEAD + 16, .len = 6 }, 0, 7, "Snood" };
	u64 vals[] = { (unsigned long)"Snood", 7 };
	u32 size = sizeof(expected);

	KUNIT_EXPECT_EQ(test, synth_event_trace(file, 2, vals[0], vals[1]), 0);
	expect_received(test, consumer, event, &expected, size);
	KUNIT_EXPECT_EQ(test, synth_event_trace_array(file, vals, 2), 0);
	expect_received(test, consumer, event, &expected, size);
	KUNIT_EXPECT_EQ(test, fire_in_order(file, vals, 2), -EINVAL);
	expect_no_record(test, consumer);
}

/* Rejected calls emit nothing to perf. */
static void test_perf_refused(struct kunit *test)
{
	struct synth_event *event = synth_test_define(test, NAME " u64 a; u64 b; u64 c");
	struct trace_event_file *file = synth_test_get_file(test, NAME);
	struct consumer *consumer = open_consumer(test, event);
	struct synth_event_trace_state state;
	int preempt = preempt_count();
	int too_many, mixed;

	KUNIT_EXPECT_EQ(test, synth_event_trace(file, 2, 1ULL, 2ULL), -EINVAL);
	expect_no_record(test, consumer);

	/* The event has a consumer, so the functions check their arguments. */
	KUNIT_ASSERT_EQ(test, synth_event_trace_start(file, &state), 0);
	synth_event_add_next_val(1, &state);
	mixed = synth_event_add_val("c", 2, &state);
	synth_event_add_next_val(2, &state);
	synth_event_add_next_val(3, &state);
	too_many = synth_event_add_next_val(4, &state);
	KUNIT_EXPECT_EQ(test, synth_event_trace_end(&state), 0);
	KUNIT_EXPECT_EQ(test, mixed, -EINVAL);
	KUNIT_EXPECT_EQ(test, too_many, -EINVAL);
	expect_received(test, consumer, event, (u64 []){ 1, 2, 3 }, 3 * sizeof(u64));
	KUNIT_EXPECT_EQ(test, synth_event_trace_end(&state), -EINVAL);
	KUNIT_EXPECT_EQ(test, preempt_count(), preempt);
	expect_no_record(test, consumer);
}

/* Submit a record of @size bytes to perf. Return: false if perf rejects the size. */
static bool submit(struct synth_event *event, u32 size)
{
	struct dyn_event_perf perf;

	guard(preempt_notrace)();
	perf = dyn_event_perf_reserve(&event->call, size);
	if (!perf.record)
		return false;
	memset(perf.record + HEAD, 0, size - HEAD);
	dyn_event_perf_submit(&event->call, &perf);
	return true;
}

/*
 * On architectures with large pages, a record may exceed PERF_MAX_TRACE_SIZE. It must be dropped
 * before it reaches perf, which would warn.
 */
static void test_perf_size(struct kunit *test)
{
	static const u32 too_large[] = {
		PERF_MAX_TRACE_SIZE - 3, PERF_MAX_TRACE_SIZE, PERF_MAX_TRACE_SIZE + 8, SZ_64K,
	};
	struct synth_event *event = synth_test_define(test, NAME " u64 a");
	struct consumer *consumer = open_consumer(test, event);
	int preempt = preempt_count();
	unsigned int i;

	KUNIT_EXPECT_TRUE(test, submit(event, PERF_MAX_TRACE_SIZE - 4));
	KUNIT_EXPECT_EQ(test, atomic_xchg(&consumer->n_records, 0), 1);
	KUNIT_EXPECT_EQ(test, consumer->size, PERF_MAX_TRACE_SIZE - 4);

	for (i = 0; i < ARRAY_SIZE(too_large); i++)
		KUNIT_EXPECT_FALSE_MSG(test, submit(event, too_large[i]), "%u", too_large[i]);
	KUNIT_EXPECT_EQ(test, preempt_count(), preempt);
	expect_no_record(test, consumer);
	/* Perf still accepts other records. */
	KUNIT_EXPECT_TRUE(test, submit(event, HEAD + sizeof(u64)));
	expect_received(test, consumer, event, &(u64){ 0 }, sizeof(u64));
}

static void test_perf_keeps_event(struct kunit *test)
{
	struct consumer *consumer = open_consumer(test, synth_test_define(test, NAME " u64 a"));

	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), -EBUSY);
	KUNIT_EXPECT_TRUE(test, synth_test_exists(NAME));
	kunit_release_action(test, close_consumer, consumer);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
}

static struct kunit_case synth_perf_cases[] = {
	KUNIT_CASE(test_perf),
	KUNIT_CASE(test_perf_tracing_off),
	KUNIT_CASE(test_perf_dynamic),
	KUNIT_CASE(test_perf_refused),
	KUNIT_CASE(test_perf_size),
	KUNIT_CASE(test_perf_keeps_event),
	{}
};

static struct kunit_suite synth_perf_suite = {
	.name = "synth_perf",
	.suite_init = synth_test_create_instance,
	.suite_exit = synth_test_remove_instance,
	.init = synth_test_init,
	.test_cases = synth_perf_cases,
};

kunit_test_suite(synth_perf_suite);
