// SPDX-License-Identifier: GPL-2.0
/*
 * Test the owner of a map: histograms with the same name= share one map, clearing keeps its size,
 * intervals are taken from one stream and follow evictions, and cuts replace its map.
 *
 * The tests hold event_mutex while they use the functions of attach/map_owner.h.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/delay.h>

#include "../../trace.h"
#include "../../tracing_map_evict.h"
#include "../attach/cut.h"
#include "../attach/interval.h"
#include "../attach/map_owner.h"
#include "../attach/owner.h"
#include "kunit_helpers.h"

/* An assertion ends the thread and would leave event_mutex locked, so only use expectations. */
static bool join(struct kunit *test, struct hist_trigger_data *data)
{
	int ret = hist_map_attach(data, data->size);

	KUNIT_EXPECT_EQ(test, ret, 0);
	return !ret;
}

/* Let two histograms share a map. Return: false if this failed, with no histogram attached. */
static bool join_both(struct kunit *test, struct hist_trigger_data *first,
		      struct hist_trigger_data *second)
{
	if (!join(test, first))
		return false;
	if (join(test, second))
		return true;
	hist_map_detach(first);
	return false;
}

/* The first histogram of a name determines the size of the map. The compiled sizes stay. */
static void test_named_map_size(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=256", &mock_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=1024", &mock_event);

	guard(mutex)(&event_mutex);
	if (!join_both(test, first, second))
		return;
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
	if (!join_both(test, first, second))
		return;
	KUNIT_EXPECT_EQ(test, hist_map_pool(second), 1024);
	KUNIT_EXPECT_EQ(test, hist_map_clear(second), 0);
	KUNIT_EXPECT_EQ(test, hist_map_pool(first), 1024);
	KUNIT_EXPECT_EQ(test, hist_map_get(first)->pool->size, 1024);
	hist_map_detach(first);
	hist_map_detach(second);
}

/* The first histogram of a name determines overflow=, also of the map after a clear. */
static void test_named_map_overflow(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128:overflow=other",
				  &mock_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128", &mock_event);

	guard(mutex)(&event_mutex);
	if (!join_both(test, first, second))
		return;
	KUNIT_EXPECT_EQ(test, hist_map_overflow(second), HIST_OVERFLOW_OTHER);
	hist_map_detach(first);
	KUNIT_EXPECT_EQ(test, hist_map_clear(second), 0);
	KUNIT_EXPECT_EQ(test, hist_map_overflow(second), HIST_OVERFLOW_OTHER);
	KUNIT_EXPECT_TRUE(test, hist_map_get(second)->has_other);
	hist_map_detach(second);

	if (!join(test, second))
		return;
	KUNIT_EXPECT_EQ(test, hist_map_overflow(second), HIST_OVERFLOW_DEFAULT);
	KUNIT_EXPECT_FALSE(test, hist_map_get(second)->has_other);
	hist_map_detach(second);
}

/* A histogram that does not give overflow= shares the evictions of the first one of its name. */
static void test_named_map_evict(struct kunit *test)
{
	struct hist_trigger_data *first =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128:overflow=evict",
				  &mock_event);
	struct hist_trigger_data *second =
		hist_test_compile(test, "hist:keys=num_u8:name=kunit:size=128", &mock_event);

	guard(mutex)(&event_mutex);
	if (!join_both(test, first, second))
		return;
	KUNIT_EXPECT_EQ(test, hist_map_overflow(second), HIST_OVERFLOW_EVICT);
	KUNIT_EXPECT_TRUE(test, hist_map_get(second)->has_other);
	KUNIT_EXPECT_NOT_NULL(test, hist_map_get(second)->keys->evict);
	KUNIT_EXPECT_EQ(test, hist_map_clear(second), 0);
	KUNIT_EXPECT_NOT_NULL(test, hist_map_get(first)->keys->evict);
	hist_map_detach(first);
	KUNIT_EXPECT_NOT_NULL(test, hist_map_get(second)->keys->evict);
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

/* Count @n events with a key. */
static void count_key(const struct hist_trigger_data *data, u64 key, unsigned int n)
{
	struct tracing_map *map = hist_map_get(data);
	int elt;

	guard(preempt)();
	elt = tracing_map_insert(map, &key);
	tracing_map_add(map, elt, 0, n);
}

/* Count @n events with the key 1. */
static void count_events(const struct hist_trigger_data *data, unsigned int n)
{
	count_key(data, 1, n);
}

/* End an interval and wait for the events in it. */
static void cut(struct kunit *test, struct hist_trigger_data *data)
{
	KUNIT_EXPECT_EQ(test, hist_interval_prepare(data), 0);
	hist_interval_cut(data);
	synchronize_rcu();
}

/* Take an interval that must have @n events. The caller frees its counts. */
static void take(struct kunit *test, struct hist_trigger_data *data,
		 struct hist_interval *interval, u64 n)
{
	const u64 *words;

	KUNIT_EXPECT_EQ(test, hist_interval_take(data, interval), 0);
	KUNIT_EXPECT_EQ(test, !!interval->counts, !!n);
	words = interval->counts ? tracing_map_counts_words(interval->counts, 1, 0) : NULL;
	KUNIT_EXPECT_EQ(test, words ? *words : 0, n);
	KUNIT_EXPECT_LE(test, interval->from, interval->to);
}

static void cut_and_take(struct kunit *test, struct hist_trigger_data *data,
			 struct hist_interval *interval, u64 n)
{
	cut(test, data);
	take(test, data, interval, n);
}

static void consume(struct hist_interval *interval)
{
	tracing_map_counts_free(interval->counts);
}

/* Run a test of intervals with two histograms that share a map, and with the locks held. */
static void run_with_locks(struct kunit *test,
			   void (*run)(struct kunit *test, struct hist_trigger_data *first,
				       struct hist_trigger_data *second))
{
	static const char text[] = "hist:keys=num_u8:name=kunit:size=128";
	struct hist_trigger_data *first = hist_test_compile(test, text, &mock_event);
	struct hist_trigger_data *second = hist_test_compile(test, text, &mock_event);

	hist_interval_lock();
	mutex_lock(&event_mutex);
	if (join(test, first) && join(test, second))
		run(test, first, second);
	if (second->runtime.owner)
		hist_map_detach(second);
	if (first->runtime.owner)
		hist_map_detach(first);
	mutex_unlock(&event_mutex);
	hist_interval_unlock();
}

/* Events that are counted after the preparation of a first, empty interval are in the next one. */
static void check_first_interval(struct kunit *test, struct hist_trigger_data *first,
				 struct hist_trigger_data *second)
{
	struct hist_interval empty, next;
	u64 counted;

	KUNIT_EXPECT_EQ(test, hist_interval_prepare(first), 0);
	ndelay(1000);
	counted = hist_stream_now(&first->runtime.owner->stream);
	count_events(second, 3);
	hist_interval_cut(first);
	take(test, first, &empty, 0);
	KUNIT_EXPECT_LT(test, empty.to, counted);
	cut_and_take(test, first, &next, 3);
	KUNIT_EXPECT_LT(test, next.from, counted);
	KUNIT_EXPECT_GE(test, next.to, counted);
	consume(&next);
}

static void check_stream(struct kunit *test, struct hist_trigger_data *first,
			 struct hist_trigger_data *second)
{
	struct hist_interval one, two;
	u64 generation = first->runtime.map_generation;

	KUNIT_EXPECT_FALSE(test, hist_interval_is_ready(first));
	count_events(first, 5);
	KUNIT_EXPECT_TRUE(test, hist_interval_is_ready(second));
	cut_and_take(test, second, &one, 5);
	KUNIT_EXPECT_EQ(test, one.number, 1);
	KUNIT_EXPECT_FALSE(test, hist_interval_is_ready(first));
	KUNIT_EXPECT_PTR_EQ(test, rcu_dereference_protected(first->runtime.map, true),
			    rcu_dereference_protected(second->runtime.map, true));
	KUNIT_EXPECT_PTR_EQ(test, hist_map_get(first),
			    rcu_dereference_protected(first->runtime.map, true));
	KUNIT_EXPECT_EQ(test, first->runtime.map_generation, generation);

	cut_and_take(test, first, &two, 0);
	KUNIT_EXPECT_EQ(test, two.number, 2);
	KUNIT_EXPECT_EQ(test, two.from, one.to);
	KUNIT_EXPECT_EQ(test, tracing_map_total(hist_map_get(first), 0), 5);
	consume(&one);
	consume(&two);
}

static void check_give_back(struct kunit *test, struct hist_trigger_data *first,
			    struct hist_trigger_data *second)
{
	struct hist_interval one, two, three;

	count_events(first, 5);
	cut_and_take(test, first, &one, 5);
	count_events(first, 2);
	cut_and_take(test, first, &two, 2);
	hist_interval_give_back(first, &two);
	hist_interval_give_back(second, &one);
	KUNIT_EXPECT_NULL(test, one.counts);
	KUNIT_EXPECT_TRUE(test, hist_interval_is_ready(first));
	cut_and_take(test, first, &three, 7);
	KUNIT_EXPECT_TRUE(test, three.merged);
	KUNIT_EXPECT_EQ(test, three.from, one.from);
	KUNIT_EXPECT_EQ(test, tracing_map_total(hist_map_get(first), 0), 7);
	consume(&three);

	/* The time of an empty interval is a part of the next one, too. */
	cut_and_take(test, first, &one, 0);
	hist_interval_give_back(first, &one);
	count_events(first, 1);
	cut_and_take(test, first, &two, 1);
	KUNIT_EXPECT_EQ(test, two.from, one.from);
	consume(&two);
}

/* A clear between cut and take discards the cut; one after the take discards the interval. */
static void check_clear(struct kunit *test, struct hist_trigger_data *first,
			struct hist_trigger_data *second)
{
	struct hist_interval one, two, three;

	count_events(first, 5);
	cut(test, first);
	KUNIT_EXPECT_EQ(test, hist_map_clear(first), 0);
	count_events(first, 3);
	take(test, first, &one, 0);
	KUNIT_EXPECT_TRUE(test, one.cleared);
	cut_and_take(test, first, &two, 3);
	KUNIT_EXPECT_FALSE(test, two.cleared);
	KUNIT_EXPECT_EQ(test, hist_map_clear(second), 0);
	hist_interval_give_back(first, &two);
	count_events(first, 1);
	cut_and_take(test, first, &three, 1);
	KUNIT_EXPECT_TRUE(test, three.cleared);
	KUNIT_EXPECT_FALSE(test, three.merged);
	consume(&three);
}

/* The other histogram keeps the map, and so what was cut and what is given back. */
static void check_removal(struct kunit *test, struct hist_trigger_data *first,
			  struct hist_trigger_data *second)
{
	struct hist_interval one, two, three;

	count_events(first, 5);
	cut(test, first);
	hist_map_unpublish(first);
	hist_map_detach(first);
	KUNIT_EXPECT_EQ(test, hist_interval_take(first, &one), -ENODEV);
	cut_and_take(test, second, &two, 5);
	hist_interval_give_back(first, &two);
	cut_and_take(test, second, &three, 5);
	KUNIT_EXPECT_TRUE(test, three.merged);
	consume(&three);
}

/* Another map of the same name does not get the interval. */
static void check_other_map(struct kunit *test, struct hist_trigger_data *first,
			    struct hist_trigger_data *second)
{
	struct hist_interval one;

	count_events(first, 5);
	cut_and_take(test, first, &one, 5);
	hist_map_detach(second);
	hist_map_detach(first);
	if (!join(test, second))
		return;
	hist_interval_give_back(first, &one);
	KUNIT_EXPECT_NULL(test, one.counts);
	KUNIT_EXPECT_FALSE(test, hist_interval_is_ready(second));
}

/* An interval is given back between a cut that found nothing and its take. */
static void check_late_give_back(struct kunit *test, struct hist_trigger_data *first,
				 struct hist_trigger_data *second)
{
	struct hist_interval one, two, three;

	KUNIT_EXPECT_EQ(test, hist_map_clear(first), 0);
	count_events(first, 5);
	cut_and_take(test, first, &one, 5);
	KUNIT_EXPECT_TRUE(test, one.cleared);
	cut(test, first);
	hist_interval_give_back(first, &one);
	take(test, first, &two, 0);
	KUNIT_EXPECT_FALSE(test, two.cleared);
	KUNIT_EXPECT_FALSE(test, two.merged);
	KUNIT_EXPECT_EQ(test, two.from, one.to);
	cut_and_take(test, second, &three, 5);
	KUNIT_EXPECT_TRUE(test, three.cleared);
	KUNIT_EXPECT_TRUE(test, three.merged);
	KUNIT_EXPECT_EQ(test, three.from, one.from);
	consume(&three);
}

/* A histogram that is being detached must not get a map again. */
static void check_unpublished(struct kunit *test, struct hist_trigger_data *first,
			      struct hist_trigger_data *second)
{
	struct hist_interval interval;

	count_events(first, 5);
	hist_map_unpublish(first);
	cut_and_take(test, second, &interval, 5);
	KUNIT_EXPECT_NULL(test, rcu_dereference_protected(first->runtime.map, true));
	KUNIT_EXPECT_PTR_EQ(test, rcu_dereference_protected(second->runtime.map, true),
			    hist_map_get(second));
	consume(&interval);
}

/* A cut ends the interval of the whole name; a second one merges what was not taken. */
static void check_cut_delta(struct kunit *test, struct hist_trigger_data *first,
			    struct hist_trigger_data *second)
{
	struct hist_interval one, two, three;

	count_events(first, 5);
	KUNIT_EXPECT_EQ(test, hist_cut(HIST_VERB_DELTA, &first, 1), 0);
	KUNIT_EXPECT_PTR_EQ(test, rcu_dereference_protected(first->runtime.map, true),
			    rcu_dereference_protected(second->runtime.map, true));
	KUNIT_EXPECT_NULL(test, first->runtime.cut.map);
	KUNIT_EXPECT_NULL(test, second->runtime.cut.map);
	count_events(second, 2);
	cut_and_take(test, second, &one, 5);
	KUNIT_EXPECT_FALSE(test, one.merged);
	KUNIT_EXPECT_EQ(test, hist_interval_get_status(first).unread, 2);
	KUNIT_EXPECT_EQ(test, hist_cut(HIST_VERB_DELTA, &second, 1), 0);
	KUNIT_EXPECT_TRUE(test, hist_interval_get_status(first).is_frozen);
	count_events(first, 3);
	KUNIT_EXPECT_EQ(test, hist_cut(HIST_VERB_DELTA, &first, 1), 0);
	KUNIT_EXPECT_EQ(test, hist_cut(HIST_VERB_DELTA, &first, 1), 0);
	/* However many intervals were not read, their counts take memory once. */
	KUNIT_EXPECT_NOT_NULL(test, first->runtime.owner->stream.pending);
	KUNIT_EXPECT_NULL(test, first->runtime.owner->stream.pending->next);
	count_events(first, 7);
	cut_and_take(test, first, &two, 5);
	KUNIT_EXPECT_TRUE(test, two.merged);
	KUNIT_EXPECT_EQ(test, two.from, one.to);
	cut_and_take(test, first, &three, 7);
	KUNIT_EXPECT_FALSE(test, three.merged);
	KUNIT_EXPECT_EQ(test, three.from, two.to);
	KUNIT_EXPECT_EQ(test, three.number, 3);
	KUNIT_EXPECT_EQ(test, tracing_map_total(hist_map_get(first), 0), 17);
	consume(&one);
	consume(&two);
	consume(&three);
}

/* A cut that clears discards an interval that was ended and not taken. */
static void check_cut_clear(struct kunit *test, struct hist_trigger_data *first,
			    struct hist_trigger_data *second)
{
	const u64 generation = second->runtime.map_generation;
	struct hist_interval one;

	count_events(first, 5);
	KUNIT_EXPECT_EQ(test, hist_cut(HIST_VERB_DELTA, &first, 1), 0);
	count_events(first, 1);
	KUNIT_EXPECT_EQ(test, hist_cut(HIST_VERB_CLEAR, &first, 1), 0);
	KUNIT_EXPECT_EQ(test, tracing_map_total(hist_map_get(second), 0), 0);
	KUNIT_EXPECT_GT(test, second->runtime.map_generation, generation);
	KUNIT_EXPECT_FALSE(test, hist_interval_is_ready(first));
	count_events(second, 2);
	cut_and_take(test, first, &one, 2);
	KUNIT_EXPECT_TRUE(test, one.cleared);
	consume(&one);
}

/**
 * struct locked_case - test with two histograms that share a map
 * @name: name of the test
 * @run: the test, called with event_mutex and the lock of hist_interval_lock() held
 */
struct locked_case {
	const char *name;
	void (*run)(struct kunit *test, struct hist_trigger_data *first,
		    struct hist_trigger_data *second);
};

static const struct locked_case locked_cases[] = {
	{ "interval_first", check_first_interval },
	{ "interval_stream", check_stream },
	{ "interval_give_back", check_give_back },
	{ "interval_clear", check_clear },
	{ "interval_removal", check_removal },
	{ "interval_other_map", check_other_map },
	{ "interval_late_give_back", check_late_give_back },
	{ "cut_delta", check_cut_delta },
	{ "cut_clear", check_cut_clear },
	{ "interval_unpublished", check_unpublished },
};

static void locked_desc(const struct locked_case *locked, char *desc)
{
	strscpy(desc, locked->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(locked, locked_cases, locked_desc);

static void test_locked(struct kunit *test)
{
	const struct locked_case *locked = test->param_value;

	run_with_locks(test, locked->run);
}

/* Return the number of events in an interval, and set @other to those in { other }. */
static u64 count_interval(const struct hist_interval *interval, u64 *other)
{
	const u64 *words;
	u32 elt = 0;
	u64 n = 0;

	*other = 0;
	while (interval->counts && (words = tracing_map_counts_words(interval->counts, 1, elt))) {
		n += *words;
		*other += elt == TRACING_MAP_OTHER ? *words : 0;
		elt++;
	}
	return n;
}

/* Evict rows. No event runs, so there is nothing to wait for. Return: their number. */
static u32 evict(struct kunit *test, const struct hist_trigger_data *data)
{
	struct tracing_map *map = hist_map_get(data);
	struct tracing_map_eviction *eviction = tracing_map_evict_begin(map);

	KUNIT_EXPECT_NOT_NULL(test, eviction);
	if (!eviction)
		return 0;
	if (tracing_map_evict_choose(eviction))
		tracing_map_evict_confirm(eviction);
	return tracing_map_evict_finish(eviction, data->runtime.owner->stream.pending);
}

/* Rows with one event are evicted before those with two, also from intervals that were taken. */
static void check_eviction(struct kunit *test, struct hist_trigger_data *data)
{
	struct hist_interval one, two;
	u64 key, other;

	/* 7/8 of 128 rows. */
	for (key = 0; key < 112; key++)
		count_key(data, key, key < 32 ? 1 : 2);
	KUNIT_EXPECT_TRUE(test, tracing_map_evict_wanted(hist_map_get(data)));
	cut(test, data);
	KUNIT_EXPECT_EQ(test, hist_interval_take(data, &one), 0);
	KUNIT_EXPECT_EQ(test, count_interval(&one, &other), 32 + 2 * 80);
	KUNIT_EXPECT_EQ(test, other, 0);

	/* 5/8 of 128 rows are left. */
	KUNIT_EXPECT_EQ(test, evict(test, data), 32);
	KUNIT_EXPECT_EQ(test, tracing_map_n_evicted(hist_map_get(data)), 32);
	KUNIT_EXPECT_EQ(test, tracing_map_total(hist_map_get(data), 0), 32 + 2 * 80);
	KUNIT_EXPECT_EQ(test, tracing_map_sum(hist_map_get(data), TRACING_MAP_OTHER, 0), 32);
	for (key = 0; key < 112; key++)
		KUNIT_EXPECT_EQ(test, tracing_map_lookup(hist_map_get(data), &key) >= 0, key >= 32);

	hist_interval_give_back(data, &one);
	count_key(data, 5, 7);
	cut(test, data);
	KUNIT_EXPECT_EQ(test, hist_interval_take(data, &two), 0);
	KUNIT_EXPECT_TRUE(test, two.merged);
	KUNIT_EXPECT_EQ(test, count_interval(&two, &other), 32 + 2 * 80 + 7);
	KUNIT_EXPECT_EQ(test, other, 32);
	key = 5;
	KUNIT_EXPECT_GE(test, tracing_map_evict_error(hist_map_get(data),
						      tracing_map_lookup(hist_map_get(data), &key)),
			1);
	consume(&two);

	KUNIT_EXPECT_EQ(test, hist_map_clear(data), 0);
	KUNIT_EXPECT_EQ(test, tracing_map_n_evicted(hist_map_get(data)), 0);
}

/* The work item is queued as well. It waits for the locks, and then finds no table. */
static void test_eviction(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=num_u16:size=128:overflow=evict", &mock_event);

	hist_interval_lock();
	mutex_lock(&event_mutex);
	if (join(test, data)) {
		check_eviction(test, data);
		hist_map_detach(data);
	}
	mutex_unlock(&event_mutex);
	hist_interval_unlock();
}

/* Limbs are carried to the next limb, except the last one of each sum. */
static void test_carries(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=num_u8:vals=num_u32,num_u64.avg,num_s64.stddev",
				  &mock_event);
	DECLARE_BITMAP(expected, TRACING_MAP_SUMS_MAX) = {};
	struct tracing_map *map = hist_map_create(data, 128);
	const struct hist_stat_insn *stats = data->program.stats;
	unsigned int i;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, map);
	KUNIT_EXPECT_EQ(test, data->program.n_stats, 2);
	for (i = 0; i < data->program.n_stats; i++) {
		const struct hist_stat *stat = &stats[i].stat;

		/* The sum has two limbs; the sum of squares, behind it, has three. */
		__set_bit(stat->sum_word, expected);
		if (stat->flags & HIST_STAT_SQUARES) {
			__set_bit(stat->sum_word + 2, expected);
			__set_bit(stat->sum_word + 3, expected);
		}
	}
	KUNIT_EXPECT_EQ(test, bitmap_weight(expected, TRACING_MAP_SUMS_MAX), 4);
	KUNIT_EXPECT_TRUE(test, bitmap_equal(map->keys->carries, expected, TRACING_MAP_SUMS_MAX));
	tracing_map_destroy(map);
}

static struct kunit_case hist_map_owner_cases[] = {
	KUNIT_CASE(test_named_map_size),
	KUNIT_CASE(test_named_map_pool),
	KUNIT_CASE(test_named_map_overflow),
	KUNIT_CASE(test_named_map_evict),
	KUNIT_CASE(test_map_generation),
	KUNIT_CASE_PARAM(test_locked, locked_gen_params),
	KUNIT_CASE(test_eviction),
	KUNIT_CASE(test_carries),
	{}
};

static struct kunit_suite hist_map_owner_suite = {
	.name = "hist_map_owner",
	.test_cases = hist_map_owner_cases,
};

kunit_test_suite(hist_map_owner_suite);
