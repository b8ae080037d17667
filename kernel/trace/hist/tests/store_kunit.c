// SPDX-License-Identifier: GPL-2.0
/*
 * Test the owner of a map: histograms with the same name= share one map, and clearing keeps
 * its size.
 *
 * The tests hold event_mutex while they use the functions of store.h.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>

#include "../../trace.h"
#include "../store.h"
#include "hist_test.h"

/* An assertion ends the thread and would leave event_mutex locked, so only use expectations. */
static bool join(struct kunit *test, struct hist_trigger_data *data)
{
	int ret = hist_store_join(data, data->size);

	KUNIT_EXPECT_EQ(test, ret, 0);
	return !ret;
}

/* The first histogram of a name determines the size of the map. The compiled sizes stay. */
static void test_size(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=256", &fake_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=1024", &fake_event);

	guard(mutex)(&event_mutex);
	if (!join(test, first))
		return;
	if (!join(test, second)) {
		hist_store_leave(first);
		return;
	}
	KUNIT_EXPECT_PTR_EQ(test, hist_store_map(first), hist_store_map(second));
	KUNIT_EXPECT_EQ(test, hist_store_size(first), 256);
	KUNIT_EXPECT_EQ(test, hist_store_size(second), 256);
	KUNIT_EXPECT_EQ(test, second->size, 1024);

	/* The size survives the removal of the first histogram and a clear. */
	hist_store_leave(first);
	KUNIT_EXPECT_EQ(test, hist_store_clear(second), 0);
	KUNIT_EXPECT_EQ(test, hist_store_size(second), 256);
	KUNIT_EXPECT_EQ(test, hist_store_map(second)->size, 256);
	hist_store_leave(second);

	/* When the last histogram of a name is gone, the next one determines the size again. */
	if (!join(test, second))
		return;
	KUNIT_EXPECT_EQ(test, hist_store_size(second), 1024);
	hist_store_leave(second);
}

/* Whenever a histogram gets another map, its generation becomes larger than all before. */
static void test_generation(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128", &fake_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128", &fake_event);
	u64 before;

	guard(mutex)(&event_mutex);
	if (!join(test, first))
		return;
	before = first->live.generation;
	if (!join(test, second)) {
		hist_store_leave(first);
		return;
	}
	KUNIT_EXPECT_EQ(test, first->live.generation, before);
	KUNIT_EXPECT_GT(test, second->live.generation, before);

	before = second->live.generation;
	KUNIT_EXPECT_EQ(test, hist_store_clear(first), 0);
	KUNIT_EXPECT_GT(test, first->live.generation, before);
	KUNIT_EXPECT_GT(test, second->live.generation, before);

	before = max(first->live.generation, second->live.generation);
	hist_store_leave(first);
	if (join(test, first)) {
		KUNIT_EXPECT_GT(test, first->live.generation, before);
		hist_store_leave(first);
	}
	hist_store_leave(second);
}

static struct kunit_case hist_store_cases[] = {
	KUNIT_CASE(test_size),
	KUNIT_CASE(test_generation),
	{}
};

static struct kunit_suite hist_store_suite = {
	.name = "hist_store",
	.test_cases = hist_store_cases,
};

kunit_test_suite(hist_store_suite);
