// SPDX-License-Identifier: GPL-2.0
/*
 * What was in a trigger file that was emptied: remembered for as long as it says,
 * of this event and no other.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>

#include "../../trace.h"
#include "../emptied.h"
#include "hist_test.h"

static struct trace_event_file *make_file(struct kunit *test)
{
	struct trace_event_file *file = kunit_kzalloc(test, sizeof(*file), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, file);
	/* The test's own, so that it is never freed by who puts it. */
	refcount_set(&file->ref, 1);
	return file;
}

static struct hist_wanted wanted(struct kunit *test, const char *text)
{
	return (struct hist_wanted){
		.spec = hist_test_parse(test, text),
		.data = hist_test_compile(test, text, &fake_event),
	};
}

static void test_what_was_there(struct kunit *test)
{
	struct trace_event_file *file = make_file(test), *other = make_file(test);
	struct hist_trigger_data *data = hist_test_compile(test, "hist:keys=num_u8", &fake_event);
	const struct hist_wanted plain = wanted(test, "!hist:keys=num_u8");
	const struct hist_wanted filtered = wanted(test, "!hist:keys=num_u8 if num_s8 > 0");
	const struct hist_wanted typo = wanted(test, "!hist:keys=num_s8");

	guard(mutex)(&event_mutex);
	KUNIT_EXPECT_FALSE(test, hist_emptied_take(file, &plain));

	hist_emptied_add(file, data, NULL);
	KUNIT_EXPECT_FALSE(test, hist_emptied_take(other, &plain));
	KUNIT_EXPECT_FALSE(test, hist_emptied_take(file, &typo));
	KUNIT_EXPECT_FALSE(test, hist_emptied_take(file, &filtered));
	KUNIT_EXPECT_TRUE(test, hist_emptied_take(file, &plain));
	KUNIT_EXPECT_FALSE(test, hist_emptied_take(file, &plain));

	hist_emptied_add(file, data, "num_s8 > 0");
	KUNIT_EXPECT_TRUE(test, hist_emptied_take(file, &filtered));
	hist_emptied_add(file, data, "num_s8 > 0");
	KUNIT_EXPECT_TRUE(test, hist_emptied_take(file, &plain));

	/* The one that is meant to the letter, if there is one. */
	hist_emptied_add(file, data, "num_s8 > 0");
	hist_emptied_add(file, data, NULL);
	KUNIT_EXPECT_TRUE(test, hist_emptied_take(file, &plain));
	KUNIT_EXPECT_TRUE(test, hist_emptied_take(file, &filtered));

	hist_emptied_add(file, data, NULL);
	hist_emptied_add(other, data, NULL);
	hist_emptied_forget(file);
	KUNIT_EXPECT_FALSE(test, hist_emptied_take(file, &plain));
	KUNIT_EXPECT_TRUE(test, hist_emptied_take(other, &plain));
}

/* While an event is remembered its address is its own, and then it is let go of. */
static void test_event_is_held(struct kunit *test)
{
	struct trace_event_file *file = make_file(test), *other = make_file(test);
	struct hist_trigger_data *data = hist_test_compile(test, "hist:keys=num_u8", &fake_event);
	const struct hist_wanted plain = wanted(test, "!hist:keys=num_u8");

	guard(mutex)(&event_mutex);
	hist_emptied_add(file, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 2);
	KUNIT_EXPECT_TRUE(test, hist_emptied_take(file, &plain));
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1);

	hist_emptied_add(file, data, NULL);
	file->flags |= EVENT_FILE_FL_FREED;
	hist_emptied_add(other, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1);
	hist_emptied_forget(other);
	KUNIT_EXPECT_EQ(test, refcount_read(&other->ref), 1);
}

/* There is an end to what is remembered; the oldest goes first. */
static void test_room(struct kunit *test)
{
	struct trace_event_file *file = make_file(test), *other = make_file(test);
	struct hist_trigger_data *data = hist_test_compile(test, "hist:keys=num_u8", &fake_event);
	unsigned int i;

	guard(mutex)(&event_mutex);
	hist_emptied_add(other, data, NULL);
	for (i = 0; i < HIST_EMPTIED_MAX - 1; i++)
		hist_emptied_add(file, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&other->ref), 2);
	hist_emptied_add(file, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&other->ref), 1);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1 + HIST_EMPTIED_MAX);
	hist_emptied_forget(file);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1);
}

static struct kunit_case hist_emptied_cases[] = {
	KUNIT_CASE(test_what_was_there),
	KUNIT_CASE(test_event_is_held),
	KUNIT_CASE(test_room),
	{}
};

static struct kunit_suite hist_emptied_suite = {
	.name = "hist_emptied",
	.test_cases = hist_emptied_cases,
};

kunit_test_suite(hist_emptied_suite);
