/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the KUnit tests of synthetic events have in common: events that are removed at
 * the end of the test, and a trace instance to record them in.
 */
#ifndef _TRACE_SYNTH_TEST_H
#define _TRACE_SYNTH_TEST_H

#include <kunit/test.h>
#include <linux/trace_events.h>

#include "../../trace_synth.h"

/* All events of the tests begin like this. */
#define SYNTH_TEST_PREFIX	"kunit_"

/**
 * struct synth_test_record - a record as the ring buffer holds it
 * @size: bytes of it, which the ring buffer may have rounded up
 * @type: number of the event
 * @data: the record
 */
struct synth_test_record {
	u32 size;
	u16 type;
	u8 data[PAGE_SIZE] __aligned(8);
};

int synth_test_init(struct kunit *test);
int synth_test_make_instance(struct kunit_suite *suite);
void synth_test_remove_instance(struct kunit_suite *suite);
struct trace_array *synth_test_instance(void);

bool synth_test_exists(const char *name);
struct synth_event *synth_test_define(struct kunit *test, const char *definition);
struct trace_event_file *synth_test_hold(struct kunit *test, const char *name);
struct trace_event_file *synth_test_enable(struct kunit *test, const char *name);
struct trace_event_file *synth_test_open(struct kunit *test, const char *definition);
void synth_test_let_go(struct kunit *test, struct trace_event_file *file);

const struct synth_test_record *synth_test_read(struct kunit *test, struct trace_array *tr);
const struct synth_test_record *synth_test_only(struct kunit *test,
						const struct trace_event_file *file);
void synth_test_expect_none(struct kunit *test);
void synth_test_expect_bytes(struct kunit *test, const struct trace_event_file *file,
			     const void *expected, u32 size);

#endif /* _TRACE_SYNTH_TEST_H */
