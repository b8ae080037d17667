// SPDX-License-Identifier: GPL-2.0
/*
 * What the KUnit tests of synthetic events have in common.
 */
#include <kunit/resource.h>
#include <linux/cleanup.h>
#include <linux/ring_buffer.h>
#include <linux/string.h>
#include <linux/trace.h>

#include "../../trace.h"
#include "synth_test.h"

#define INSTANCE	"kunit_synth"

static struct trace_array *instance;

/* Runs after all that a test has put off to its end. */
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
 * synth_test_init - begin a test
 * @test: the test, which fails if it leaves an event behind
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
 * synth_test_make_instance - make the trace instance that the tests record in
 * @suite: the tests
 *
 * Return: 0, or a negative errno.
 */
int synth_test_make_instance(struct kunit_suite *suite)
{
	instance = trace_array_get_by_name(INSTANCE, SYNTH_SYSTEM);
	if (!instance)
		return -ENOMEM;
	/* Names of tasks are not needed, and would have another event switched on. */
	instance->trace_flags &= ~TRACE_ITER_RECORD_CMD;
	return 0;
}

/**
 * synth_test_remove_instance - remove what synth_test_make_instance() made
 * @suite: the tests
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
 * synth_test_instance - the trace instance of the tests
 *
 * Return: the instance.
 */
struct trace_array *synth_test_instance(void)
{
	return instance;
}

/**
 * synth_test_exists - is there an event of a name?
 * @name: the name
 *
 * Return: true if so.
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
 * synth_test_define - define an event for the time of a test
 * @test: the test, which ends here if the definition is wrong
 * @definition: the event, its name first
 *
 * Return: the event.
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
 * synth_test_hold - hold on to an event in the instance of the tests
 * @test: the test, at whose end the event is let go
 * @name: the event
 *
 * Return: its file.
 */
struct trace_event_file *synth_test_hold(struct kunit *test, const char *name)
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
 * synth_test_enable - record an event in the instance of the tests
 * @test: the test, at whose end the event is disabled and let go
 * @name: the event
 *
 * Return: its file.
 */
struct trace_event_file *synth_test_enable(struct kunit *test, const char *name)
{
	struct trace_event_file *file = synth_test_hold(test, name);

	KUNIT_ASSERT_EQ(test, trace_array_set_clr_event(file->tr, SYNTH_SYSTEM, name, true), 0);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, disable, file), 0);
	return file;
}

/**
 * synth_test_open - define an event and record it
 * @test: the test, at whose end the event is removed
 * @definition: the event, its name first
 *
 * Return: its file in the instance of the tests.
 */
struct trace_event_file *synth_test_open(struct kunit *test, const char *definition)
{
	return synth_test_enable(test, synth_event_name(synth_test_define(test, definition)));
}

/**
 * synth_test_let_go - disable an event and let go of it before the end of a test
 * @test: the test
 * @file: its file, from synth_test_enable() or synth_test_open()
 */
void synth_test_let_go(struct kunit *test, struct trace_event_file *file)
{
	kunit_release_action(test, disable, file);
	kunit_release_action(test, put_file, file);
}

/**
 * synth_test_read - take the oldest record of any CPU out of an instance
 * @test: the test
 * @tr: the instance
 *
 * Return: the record, or NULL if there is none.
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
 * synth_test_expect_none - nothing stands in the instance of the tests
 * @test: the test, which fails if something does
 */
void synth_test_expect_none(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, ring_buffer_empty(instance->array_buffer.buffer));
}

/**
 * synth_test_only - take the only record out of an instance
 * @test: the test, which ends here if there is none
 * @file: the event in the instance
 *
 * Return: the record.
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
 * synth_test_expect_bytes - take the only record out of an instance and look at it
 * @test: the test, which fails if the record is not as expected
 * @file: the event in the instance
 * @expected: what stands in the record behind struct trace_entry
 * @size: bytes of it
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
