// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit helpers of the tests of synthetic events.
 *
 * The suites share one trace instance, which synth_test_create_instance() creates and
 * synth_test_remove_instance() removes; KUnit runs one suite at a time. Each test gets KUnit
 * actions that disable and delete its events, and that check for leftover events at the very end.
 *
 * The functions take event_mutex where they look up events, and run in process context.
 */
#include <kunit/resource.h>
#include <linux/cleanup.h>
#include <linux/ring_buffer.h>
#include <linux/string.h>
#include <linux/trace.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "synth_test.h"

#define INSTANCE	"kunit_synth"

static struct trace_array *instance;

/* Last KUnit action of a test: it was added first, and actions run in reverse order. */
static void expect_nothing_left(void *data)
{
	struct trace_event_call *call;
	struct kunit *test = data;

	guard(mutex)(&event_mutex);
	list_for_each_entry(call, &ftrace_events, list) {
		if (strcmp(call->class->system, SYNTH_SYSTEM))
			continue;
		KUNIT_EXPECT_FALSE_MSG(test, str_has_prefix(trace_event_name(call),
							    SYNTH_TEST_PREFIX),
				       "%s is still there", trace_event_name(call));
	}
}

static void drop_records(void *data)
{
	tracing_reset_online_cpus(&instance->array_buffer);
}

/**
 * synth_test_init - Initialize a test of synthetic events
 * @test: test that starts
 *
 * Make the test fail if an event with %SYNTH_TEST_PREFIX exists when it ends, and discard the
 * records that it leaves in the instance.
 *
 * Return: 0, or a negative errno.
 */
int synth_test_init(struct kunit *test)
{
	int ret = kunit_add_action(test, expect_nothing_left, test);

	if (!ret && instance)
		ret = kunit_add_action(test, drop_records, NULL);
	return ret;
}

/**
 * synth_test_create_instance - Create the trace instance that the tests record in
 * @suite: suite that starts
 *
 * Return: 0, or a negative errno.
 */
int synth_test_create_instance(struct kunit_suite *suite)
{
	instance = trace_array_get_by_name(INSTANCE, SYNTH_SYSTEM);
	if (!instance)
		return -ENOMEM;
	/* The tests need no comms, and recording them would enable sched_switch as well. */
	instance->trace_flags &= ~TRACE_ITER(RECORD_CMD);
	return 0;
}

/**
 * synth_test_remove_instance - Remove the instance of synth_test_create_instance()
 * @suite: suite that ends
 */
void synth_test_remove_instance(struct kunit_suite *suite)
{
	if (!instance)
		return;
	trace_array_put(instance);
	WARN_ON(trace_array_destroy(instance));
	instance = NULL;
}

/**
 * synth_test_instance - Return the trace instance of the tests
 *
 * Return: The instance, or NULL if the suite has not created it.
 */
struct trace_array *synth_test_instance(void)
{
	return instance;
}

/**
 * synth_test_exists - Check whether a synthetic event exists
 * @name: name of the event
 *
 * Context: Process context. Takes event_mutex.
 * Return: true if there is a synthetic event of that name.
 */
bool synth_test_exists(const char *name)
{
	guard(mutex)(&event_mutex);
	return find_synth_event(name);
}

static void delete_event(void *name)
{
	synth_event_delete(name);
}

/**
 * synth_test_define - Define a synthetic event that is deleted when the test ends
 * @test: running test; ends here if the definition is rejected
 * @definition: definition of the event, "NAME FIELD[; FIELD...]"
 *
 * Context: Process context. Takes event_mutex.
 * Return: The event.
 */
struct synth_event *synth_test_define(struct kunit *test, const char *definition)
{
	size_t len = strcspn(definition, " ");
	char *name = kunit_kzalloc(test, len + 1, GFP_KERNEL);
	struct synth_event *event;

	KUNIT_ASSERT_NOT_NULL(test, name);
	memcpy(name, definition, len);
	KUNIT_ASSERT_EQ_MSG(test, synth_event_define(definition, NULL), 0, "%s", definition);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, delete_event, name), 0);

	scoped_guard(mutex, &event_mutex)
		event = find_synth_event(name);
	KUNIT_ASSERT_NOT_NULL(test, event);
	return event;
}

static void put_file(void *file)
{
	trace_put_event_file(file);
}

/**
 * synth_test_get_file - Get the event file of an event in the instance of the tests
 * @test: test that holds the reference; it is put when the test ends
 * @name: name of the event
 *
 * Return: The event file.
 */
struct trace_event_file *synth_test_get_file(struct kunit *test, const char *name)
{
	struct trace_event_file *file = trace_get_event_file(INSTANCE, SYNTH_SYSTEM, name);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, file);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, put_file, file), 0);
	return file;
}

static void disable(void *data)
{
	struct trace_event_file *file = data;

	trace_array_set_clr_event(file->tr, SYNTH_SYSTEM, trace_event_name(file->event_call),
				  false);
}

/**
 * synth_test_enable - Get and enable an event in the instance of the tests
 * @test: running test; the event is disabled and its file put when it ends
 * @name: name of the event
 *
 * Return: The event file.
 */
struct trace_event_file *synth_test_enable(struct kunit *test, const char *name)
{
	struct trace_event_file *file = synth_test_get_file(test, name);

	KUNIT_ASSERT_EQ(test, trace_array_set_clr_event(file->tr, SYNTH_SYSTEM, name, true), 0);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, disable, file), 0);
	return file;
}

/**
 * synth_test_open - Define an event and enable it in the instance of the tests
 * @test: running test; the event is disabled and deleted when it ends
 * @definition: definition of the event, "NAME FIELD[; FIELD...]"
 *
 * Return: The event file in the instance of the tests.
 */
struct trace_event_file *synth_test_open(struct kunit *test, const char *definition)
{
	return synth_test_enable(test, synth_event_name(synth_test_define(test, definition)));
}

/**
 * synth_test_put_file - Disable an event and put its file before the test ends
 * @test: running test
 * @file: event file from synth_test_enable() or synth_test_open()
 */
void synth_test_put_file(struct kunit *test, struct trace_event_file *file)
{
	kunit_release_action(test, disable, file);
	kunit_release_action(test, put_file, file);
}

/**
 * synth_test_read - Consume the oldest record of the first CPU that has one
 * @test: test that owns the copy of the record
 * @tr: instance to read
 *
 * Return: A copy of the record, or NULL if the instance has no record.
 */
const struct synth_test_record *synth_test_read(struct kunit *test, struct trace_array *tr)
{
	struct synth_test_record *record;
	unsigned int cpu;

	for_each_online_cpu(cpu) {
		struct ring_buffer_event *event;

		event = ring_buffer_consume(tr->array_buffer.buffer, cpu, NULL, NULL);
		if (!event)
			continue;
		record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, record);
		record->size = ring_buffer_event_length(event);
		KUNIT_ASSERT_LE(test, record->size, sizeof(record->data));
		memcpy(record->data, ring_buffer_event_data(event), record->size);
		record->type = ((struct trace_entry *)record->data)->type;
		return record;
	}
	return NULL;
}

/**
 * synth_test_expect_none - Expect that the instance of the tests has no record
 * @test: running test
 */
void synth_test_expect_none(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, ring_buffer_empty(instance->array_buffer.buffer));
}

/**
 * synth_test_only - Consume the only record of an instance
 * @test: running test; ends here if there is no record, and fails if there are more
 * @file: event file of the expected event in the instance
 *
 * Return: A copy of the record.
 */
const struct synth_test_record *synth_test_only(struct kunit *test,
						const struct trace_event_file *file)
{
	const struct synth_test_record *record = synth_test_read(test, file->tr);

	KUNIT_ASSERT_NOT_NULL(test, record);
	KUNIT_EXPECT_EQ(test, record->type, file->event_call->event.type);
	KUNIT_EXPECT_TRUE(test, ring_buffer_empty(file->tr->array_buffer.buffer));
	return record;
}

/**
 * synth_test_expect_bytes - Consume the only record of an instance and compare it
 * @test: running test; fails if the record differs
 * @file: event file of the expected event in the instance
 * @expected: expected contents after the &struct trace_entry
 * @size: size of @expected in bytes
 */
void synth_test_expect_bytes(struct kunit *test, const struct trace_event_file *file,
			     const void *expected, u32 size)
{
	const struct synth_test_record *record = synth_test_only(test, file);
	u32 head = sizeof(struct trace_entry);

	KUNIT_ASSERT_GE(test, record->size, head + size);
	KUNIT_EXPECT_LT(test, record->size, head + size + sizeof(u64));
	KUNIT_EXPECT_MEMEQ(test, record->data + head, expected, size);
}
