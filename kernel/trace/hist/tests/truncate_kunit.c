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
#include "../attach/truncate.h"
#include "kunit_helpers.h"

static struct trace_event_file *make_file(struct kunit *test)
{
	struct trace_event_file *file = kunit_kzalloc(test, sizeof(*file), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, file);
	/* The test keeps this reference, so event_file_put() never frees the file. */
	refcount_set(&file->ref, 1);
	return file;
}

static struct hist_match match_of(struct kunit *test, const char *text)
{
	const struct hist_spec *spec = hist_test_parse(test, text);

	return (struct hist_match){
		.text = spec->text,
		.filter = spec->filter,
		.data = hist_test_compile(test, text, &mock_event),
	};
}

static void test_remove_after_truncation(struct kunit *test)
{
	struct trace_event_file *file = make_file(test), *other = make_file(test);
	struct hist_trigger_data *data = hist_test_compile(test, "hist:keys=num_u8", &mock_event);
	const struct hist_match plain = match_of(test, "!hist:keys=num_u8");
	const struct hist_match filtered = match_of(test, "!hist:keys=num_u8 if num_s8 > 0");
	const struct hist_match typo = match_of(test, "!hist:keys=num_s8");

	guard(mutex)(&event_mutex);
	KUNIT_EXPECT_FALSE(test, hist_truncated_consume(file, &plain));

	hist_truncated_add(file, data, NULL);
	KUNIT_EXPECT_FALSE(test, hist_truncated_consume(other, &plain));
	KUNIT_EXPECT_FALSE(test, hist_truncated_consume(file, &typo));
	KUNIT_EXPECT_FALSE(test, hist_truncated_consume(file, &filtered));
	KUNIT_EXPECT_TRUE(test, hist_truncated_consume(file, &plain));
	KUNIT_EXPECT_FALSE(test, hist_truncated_consume(file, &plain));

	hist_truncated_add(file, data, "num_s8 > 0");
	KUNIT_EXPECT_TRUE(test, hist_truncated_consume(file, &filtered));
	hist_truncated_add(file, data, "num_s8 > 0");
	KUNIT_EXPECT_FALSE(test, hist_truncated_consume_exact(file, &plain));
	KUNIT_EXPECT_TRUE(test, hist_truncated_consume(file, &plain));

	/* A command without a filter prefers the entry without a filter. */
	hist_truncated_add(file, data, "num_s8 > 0");
	hist_truncated_add(file, data, NULL);
	KUNIT_EXPECT_TRUE(test, hist_truncated_consume(file, &plain));
	KUNIT_EXPECT_TRUE(test, hist_truncated_consume(file, &filtered));

	hist_truncated_add(file, data, NULL);
	hist_truncated_add(other, data, NULL);
	hist_truncated_forget(file);
	KUNIT_EXPECT_FALSE(test, hist_truncated_consume(file, &plain));
	KUNIT_EXPECT_TRUE(test, hist_truncated_consume(other, &plain));
}

/*
 * An entry holds a reference to its event file, so that no other file gets the same address.
 * hist_truncated_add() drops the entries of event files that are marked as freed.
 */
static void test_event_reference(struct kunit *test)
{
	struct trace_event_file *file = make_file(test), *other = make_file(test);
	struct hist_trigger_data *data = hist_test_compile(test, "hist:keys=num_u8", &mock_event);
	const struct hist_match plain = match_of(test, "!hist:keys=num_u8");

	guard(mutex)(&event_mutex);
	hist_truncated_add(file, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 2);
	KUNIT_EXPECT_TRUE(test, hist_truncated_consume(file, &plain));
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1);

	hist_truncated_add(file, data, NULL);
	file->flags |= EVENT_FILE_FL_FREED;
	hist_truncated_add(other, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1);
	hist_truncated_forget(other);
	KUNIT_EXPECT_EQ(test, refcount_read(&other->ref), 1);
}

/* The list has at most HIST_TRUNCATED_MAX entries; a new entry replaces the oldest one. */
static void test_oldest_entry_evicted(struct kunit *test)
{
	struct trace_event_file *file = make_file(test), *other = make_file(test);
	struct hist_trigger_data *data = hist_test_compile(test, "hist:keys=num_u8", &mock_event);
	unsigned int i;

	guard(mutex)(&event_mutex);
	hist_truncated_add(other, data, NULL);
	for (i = 0; i < HIST_TRUNCATED_MAX - 1; i++)
		hist_truncated_add(file, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&other->ref), 2);
	hist_truncated_add(file, data, NULL);
	KUNIT_EXPECT_EQ(test, refcount_read(&other->ref), 1);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1 + HIST_TRUNCATED_MAX);
	hist_truncated_forget(file);
	KUNIT_EXPECT_EQ(test, refcount_read(&file->ref), 1);
}

static struct kunit_case hist_truncate_cases[] = {
	KUNIT_CASE(test_remove_after_truncation),
	KUNIT_CASE(test_event_reference),
	KUNIT_CASE(test_oldest_entry_evicted),
	{}
};

static struct kunit_suite hist_truncate_suite = {
	.name = "hist_truncate",
	.test_cases = hist_truncate_cases,
};

kunit_test_suite(hist_truncate_suite);
