// SPDX-License-Identifier: GPL-2.0
/*
 * Test the list of histograms that were removed by truncating a trigger file.
 *
 * A later command "!hist:..." for such a histogram succeeds once, for the same event file only.
 * The tests hold event_mutex while they use the list.
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
	/* The test keeps this reference, so event_file_put() never frees the file. */
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

	/* A command without a filter prefers the entry without a filter. */
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

/*
 * An entry holds a reference to its event file, so that no other file gets the same address.
 * hist_emptied_add() drops the entries of event files that are marked as freed.
 */
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

/* The list has at most HIST_EMPTIED_MAX entries; a new entry replaces the oldest one. */
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
