// SPDX-License-Identifier: GPL-2.0
/*
 * What the KUnit tests of the histogram core have in common.
 */
#include <kunit/resource.h>
#include <linux/cleanup.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "../../trace.h"
#include "../arena.h"
#include "../compile.h"
#include "../describe.h"
#include "../exec.h"
#include "hist_test.h"

/* Longer than whatever a test prints. */
#define SEQ_SIZE	8192

KUNIT_DEFINE_ACTION_WRAPPER(free_spec, hist_spec_free, struct hist_spec *);
KUNIT_DEFINE_ACTION_WRAPPER(put_data, hist_data_put, struct hist_trigger_data *);
KUNIT_DEFINE_ACTION_WRAPPER(destroy_map, tracing_map_destroy, struct tracing_map *);
KUNIT_DEFINE_ACTION_WRAPPER(free_rows, tracing_map_snapshot_free,
			    struct tracing_map_snapshot *);

KUNIT_DEFINE_ACTION_WRAPPER(free_world, fake_world_exit, struct fake_world *);

/**
 * hist_test_world - make a world without histograms
 * @test: the test
 *
 * Return: the world.
 */
struct fake_world *hist_test_world(struct kunit *test)
{
	struct fake_world *world = kunit_kzalloc(test, sizeof(*world), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, world);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_world, world), 0);
	KUNIT_ASSERT_EQ(test, fake_world_init(world), 0);
	return world;
}

/**
 * hist_test_event - make an event with all that a command can refer to around it
 * @test: the test
 *
 * Return: fake_event, in the world of fake_world_populate().
 */
struct fake_event *hist_test_event(struct kunit *test)
{
	struct fake_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	struct fake_world *world = hist_test_world(test);

	KUNIT_ASSERT_NOT_NULL(test, event);
	KUNIT_ASSERT_EQ(test, fake_world_populate(world), 0);
	*event = fake_in_world(&fake_event, world);
	return event;
}

/**
 * hist_test_parse - parse a command that is right
 * @test: the test, which ends here if it is wrong
 * @text: the command
 *
 * Return: its spec.
 */
struct hist_spec *hist_test_parse(struct kunit *test, const char *text)
{
	struct trace_diag diag = {};
	struct hist_spec *spec = hist_spec_parse(text, strlen(text), &diag);

	KUNIT_ASSERT_NOT_ERR_OR_NULL_MSG(test, spec, "%s: diagnostic %u at %u", text,
					 diag.code, diag.at.off);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_spec, spec), 0);
	KUNIT_EXPECT_EQ_MSG(test, diag.code, 0, "%s", text);
	return spec;
}

/**
 * hist_test_compile - compile a command that is right
 * @test: the test, which ends here if it is wrong
 * @text: the command
 * @event: the event it is for
 *
 * Return: the histogram, without a map.
 */
struct hist_trigger_data *hist_test_compile(struct kunit *test, const char *text,
					    const struct fake_event *event)
{
	struct hist_spec *spec = hist_test_parse(test, text);
	struct trace_diag diag = {};
	struct hist_trigger_data *data = hist_compile(spec, &event->resolver, &diag);

	KUNIT_ASSERT_NOT_ERR_OR_NULL_MSG(test, data, "%s: diagnostic %u at %u", text,
					 diag.code, diag.at.off);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, put_data, data), 0);
	KUNIT_EXPECT_EQ_MSG(test, diag.code, 0, "%s", text);
	return data;
}

/**
 * hist_test_describe - show a histogram as the trigger file does
 * @test: the test
 * @text: the command it was made from, which has its filter
 * @data: the histogram
 * @paused: it is paused
 *
 * Return: what is shown.
 */
char *hist_test_describe(struct kunit *test, const char *text,
			 const struct hist_trigger_data *data, bool paused)
{
	struct hist_spec *spec = hist_test_parse(test, text);
	struct hist_status status = { .paused = paused, .size = data->size };
	struct seq_file *m = hist_test_seq(test);
	char *filter;

	if (spec->filter.len) {
		filter = kunit_kzalloc(test, spec->filter.len + 1, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, filter);
		memcpy(filter, spec->text + spec->filter.off, spec->filter.len);
		status.filter = filter;
	}
	hist_describe(m, data, &status);
	hist_test_text(m);
	return m->buf;
}

/**
 * hist_test_attach - give a histogram a map
 * @test: the test
 * @data: the histogram
 *
 * Return: the map.
 */
struct tracing_map *hist_test_attach(struct kunit *test, struct hist_trigger_data *data)
{
	struct tracing_map *map = hist_data_create_map(data, data->size);
	int ret;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, map);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, destroy_map, map), 0);
	/* No assertion with the mutex held: it ends the thread, and it would be held for good. */
	scoped_guard(mutex, &event_mutex)
		ret = hist_arena_prepare(&data->program);
	KUNIT_ASSERT_EQ(test, ret, 0);
	rcu_assign_pointer(data->live.map, map);
	return map;
}

/**
 * hist_test_hit - let an event hit a histogram
 * @data: the histogram, attached
 * @record: the event's record
 */
void hist_test_hit(const struct hist_trigger_data *data, const void *record)
{
	preempt_disable();
	hist_exec(data, record, _RET_IP_);
	preempt_enable();
}

/**
 * hist_test_rows - read what a histogram has counted
 * @test: the test
 * @data: the histogram, attached
 *
 * Return: its entries, in the order in which they came.
 */
struct tracing_map_snapshot *hist_test_rows(struct kunit *test,
					    const struct hist_trigger_data *data)
{
	const struct tracing_map *map = rcu_dereference_protected(data->live.map, true);
	struct tracing_map_snapshot *rows = tracing_map_snapshot(map, NULL, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, rows);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_rows, rows), 0);
	return rows;
}

/**
 * hist_test_seq - make a file to print to
 * @test: the test
 *
 * Return: the file.
 */
struct seq_file *hist_test_seq(struct kunit *test)
{
	struct seq_file *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->size = SEQ_SIZE;
	m->buf = kunit_kzalloc(test, m->size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m->buf);
	return m;
}

/**
 * hist_test_text - what was printed so far; what comes next begins anew
 * @m: where to, from hist_test_seq()
 *
 * Return: the text, good until more is printed.
 */
const char *hist_test_text(struct seq_file *m)
{
	m->buf[min(m->count, m->size - 1)] = '\0';
	m->count = 0;
	return m->buf;
}
