// SPDX-License-Identifier: GPL-2.0
/*
 * Test the owner of a map: histograms with the same name= share one map, and clearing keeps
 * its size.
 *
 * The tests hold event_mutex while they use the functions of attach/map_owner.h.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>

#include "../../trace.h"
#include "../attach/map_owner.h"
#include "kunit_helpers.h"

/* An assertion ends the thread and would leave event_mutex locked, so only use expectations. */
static bool join(struct kunit *test, struct hist_trigger_data *data)
{
	int ret = hist_map_attach(data, data->size);

	KUNIT_EXPECT_EQ(test, ret, 0);
	return !ret;
}

/* The first histogram of a name determines the size of the map. The compiled sizes stay. */
static void test_named_map_size(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=256", &mock_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=1024", &mock_event);

	guard(mutex)(&event_mutex);
	if (!join(test, first))
		return;
	if (!join(test, second)) {
		hist_map_detach(first);
		return;
	}
	KUNIT_EXPECT_PTR_EQ(test, hist_map_get(first), hist_map_get(second));
	KUNIT_EXPECT_EQ(test, hist_map_size(first), 256);
	KUNIT_EXPECT_EQ(test, hist_map_size(second), 256);
	KUNIT_EXPECT_EQ(test, second->size, 1024);

	/* The size survives the removal of the first histogram and a clear. */
	hist_map_detach(first);
	KUNIT_EXPECT_EQ(test, hist_map_clear(second), 0);
	KUNIT_EXPECT_EQ(test, hist_map_size(second), 256);
	KUNIT_EXPECT_EQ(test, hist_map_get(second)->size, 256);
	hist_map_detach(second);

	/* When the last histogram of a name is gone, the next one determines the size again. */
	if (!join(test, second))
		return;
	KUNIT_EXPECT_EQ(test, hist_map_size(second), 1024);
	hist_map_detach(second);
}

/* The first histogram of a name determines the pool, also of the map after a clear. */
static void test_named_map_pool(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:vals=num_u64.p50:name=kunit:pool=1024",
				  &mock_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:vals=num_u64.p50:name=kunit:pool=128",
				  &mock_event);

	guard(mutex)(&event_mutex);
	if (!join(test, first))
		return;
	if (!join(test, second)) {
		hist_map_detach(first);
		return;
	}
	KUNIT_EXPECT_EQ(test, hist_map_pool(second), 1024);
	KUNIT_EXPECT_EQ(test, hist_map_clear(second), 0);
	KUNIT_EXPECT_EQ(test, hist_map_pool(first), 1024);
	KUNIT_EXPECT_EQ(test, hist_map_get(first)->pool->size, 1024);
	hist_map_detach(first);
	hist_map_detach(second);
}

/* Whenever a histogram gets another map, its generation becomes larger than all before. */
static void test_map_generation(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128", &mock_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128", &mock_event);
	u64 before;

	guard(mutex)(&event_mutex);
	if (!join(test, first))
		return;
	before = first->runtime.map_generation;
	if (!join(test, second)) {
		hist_map_detach(first);
		return;
	}
	KUNIT_EXPECT_EQ(test, first->runtime.map_generation, before);
	KUNIT_EXPECT_GT(test, second->runtime.map_generation, before);

	before = second->runtime.map_generation;
	KUNIT_EXPECT_EQ(test, hist_map_clear(first), 0);
	KUNIT_EXPECT_GT(test, first->runtime.map_generation, before);
	KUNIT_EXPECT_GT(test, second->runtime.map_generation, before);

	before = max(first->runtime.map_generation, second->runtime.map_generation);
	hist_map_detach(first);
	if (join(test, first)) {
		KUNIT_EXPECT_GT(test, first->runtime.map_generation, before);
		hist_map_detach(first);
	}
	hist_map_detach(second);
}

static struct kunit_case hist_map_owner_cases[] = {
	KUNIT_CASE(test_named_map_size),
	KUNIT_CASE(test_named_map_pool),
	KUNIT_CASE(test_map_generation),
	{}
};

static struct kunit_suite hist_map_owner_suite = {
	.name = "hist_map_owner",
	.test_cases = hist_map_owner_cases,
};

kunit_test_suite(hist_map_owner_suite);
