/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KUnit helpers of the tests of synthetic events: events that are removed at the end of the test,
 * and a trace instance that records them.
 *
 * All functions run in process context and may sleep. They end the test with an assertion if
 * they fail, so a test must not call them with a lock held.
 */
#ifndef _TRACE_SYNTH_TEST_H
#define _TRACE_SYNTH_TEST_H

#include <kunit/test.h>
#include <linux/trace_events.h>

#include "../../trace_synth.h"

/* Prefix of the names of all events that the tests define. */
#define SYNTH_TEST_PREFIX	"kunit_"

/**
 * struct synth_test_record - Copy of a record from the ring buffer
 * @size: size of the record in bytes; the ring buffer may have rounded it up
 * @type: type number of the event, from the &struct trace_entry of the record
 * @data: contents of the record, starting with its &struct trace_entry
 */
struct synth_test_record {
	u32 size;
	u16 type;
	u8 data[PAGE_SIZE] __aligned(8);
};

int synth_test_init(struct kunit *test);
int synth_test_create_instance(struct kunit_suite *suite);
void synth_test_remove_instance(struct kunit_suite *suite);
struct trace_array *synth_test_instance(void);

bool synth_test_exists(const char *name);
struct synth_event *synth_test_define(struct kunit *test, const char *definition);
struct trace_event_file *synth_test_get_file(struct kunit *test, const char *name);
struct trace_event_file *synth_test_enable(struct kunit *test, const char *name);
struct trace_event_file *synth_test_open(struct kunit *test, const char *definition);
void synth_test_put_file(struct kunit *test, struct trace_event_file *file);

const struct synth_test_record *synth_test_read(struct kunit *test, struct trace_array *tr);
const struct synth_test_record *synth_test_only(struct kunit *test,
						const struct trace_event_file *file);
void synth_test_expect_none(struct kunit *test);
void synth_test_expect_bytes(struct kunit *test, const struct trace_event_file *file,
			     const void *expected, u32 size);

#endif /* _TRACE_SYNTH_TEST_H */
