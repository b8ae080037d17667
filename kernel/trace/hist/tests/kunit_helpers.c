// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit helpers of the histogram tests: environments, commands, maps and seq_files.
 *
 * The functions run in process context and may sleep, except for hist_test_hit(). They register
 * a KUnit action for each object, so that it is freed when the test ends. A failed assertion
 * ends the test thread, so a caller must not hold a lock. hist_test_attach() takes event_mutex.
 */
#include <kunit/resource.h>
#include <linux/cleanup.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "../../trace.h"
#include "../attach/internal.h"
#include "../attach/map_owner.h"
#include "../attach/stacks.h"
#include "../compile/compile.h"
#include "../show/describe.h"
#include "../run/exec.h"
#include "kunit_helpers.h"

/* Size of the seq_file buffer in bytes. No test prints more. */
#define SEQ_SIZE	8192

KUNIT_DEFINE_ACTION_WRAPPER(free_spec, hist_spec_free, struct hist_spec *);
KUNIT_DEFINE_ACTION_WRAPPER(put_data, hist_data_put, struct hist_trigger_data *);
KUNIT_DEFINE_ACTION_WRAPPER(destroy_map, tracing_map_destroy, struct tracing_map *);
KUNIT_DEFINE_ACTION_WRAPPER(free_rows, tracing_map_snapshot_free,
			    struct tracing_map_snapshot *);

KUNIT_DEFINE_ACTION_WRAPPER(free_hists, mock_hists_exit, struct mock_hists *);

/**
 * hist_test_mock_hists - Create an environment without histograms
 * @test: test that owns the environment
 *
 * Return: The environment.
 */
struct mock_hists *hist_test_mock_hists(struct kunit *test)
{
	struct mock_hists *hists = kunit_kzalloc(test, sizeof(*hists), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, hists);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_hists, hists), 0);
	KUNIT_ASSERT_EQ(test, mock_hists_init(hists), 0);
	return hists;
}

/**
 * hist_test_event - Create a mock event with a populated environment
 * @test: test that owns the event and the environment
 *
 * Return: A copy of mock_event in the environment of mock_hists_populate().
 */
struct mock_event *hist_test_event(struct kunit *test)
{
	struct mock_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	struct mock_hists *hists = hist_test_mock_hists(test);

	KUNIT_ASSERT_NOT_NULL(test, event);
	KUNIT_ASSERT_EQ(test, mock_hists_populate(hists), 0);
	*event = mock_event_with_hists(&mock_event, hists);
	return event;
}

/**
 * hist_test_parse - Parse a valid command
 * @test: test that owns the spec; ends here if the parser rejects @text
 * @text: command, NUL-terminated
 *
 * Return: The spec.
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
 * hist_test_compile - Parse and compile a valid command
 * @test: test that holds a reference to the histogram; ends here if @text is rejected
 * @text: command, NUL-terminated
 * @event: event of the command
 *
 * Return: The histogram, without a map.
 */
struct hist_trigger_data *hist_test_compile(struct kunit *test, const char *text,
					    const struct mock_event *event)
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
 * hist_test_describe - Print a histogram as the trigger file does
 * @test: test that owns the text
 * @text: command that @data was compiled from; only its filter is used
 * @data: compiled histogram
 * @paused: whether to print the histogram as paused
 *
 * Return: The printed text, NUL-terminated.
 */
char *hist_test_describe(struct kunit *test, const char *text,
			 const struct hist_trigger_data *data, bool paused)
{
	struct hist_spec *spec = hist_test_parse(test, text);
	struct hist_status status = {
		.paused = paused,
		.size = data->size,
		.pool = hist_pool_size(data, data->size),
		.overflow = data->overflow,
	};
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

static void detach_stacks(void *data)
{
	guard(mutex)(&event_mutex);
	hist_stacks_detach(data);
}

/**
 * hist_test_attach - Create a map for a histogram and make it ready for events
 * @test: test that owns the map
 * @data: histogram without a map
 *
 * The histogram is not attached to an event; hist_test_hit() executes it directly.
 *
 * Context: Process context. Takes event_mutex.
 * Return: The map.
 */
struct tracing_map *hist_test_attach(struct kunit *test, struct hist_trigger_data *data)
{
	struct tracing_map *map = hist_map_create(data, data->size);
	int ret;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, map);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, destroy_map, map), 0);
	/* An assertion ends the thread and would leave event_mutex locked, so assert later. */
	scoped_guard(mutex, &event_mutex)
		ret = hist_pin_arena(&data->program) ?:
		      hist_stacks_attach(data, NULL, data->size);
	KUNIT_ASSERT_EQ(test, ret, 0);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, detach_stacks, data), 0);
	rcu_assign_pointer(data->runtime.map, map);
	return map;
}

/**
 * hist_test_hit - Execute a histogram for one event
 * @data: histogram, after hist_test_attach()
 * @record: record of the event
 *
 * Context: Any. Disables preemption during the call, as the tracepoint does.
 */
void hist_test_hit(const struct hist_trigger_data *data, const void *record)
{
	preempt_disable();
	hist_exec(data, record, _RET_IP_);
	preempt_enable();
}

/**
 * hist_test_rows - Take a snapshot of the map of a histogram
 * @test: test that owns the snapshot
 * @data: histogram, after hist_test_attach()
 *
 * Return: The unsorted snapshot: rows are in the order of the first insert of their keys.
 */
struct tracing_map_snapshot *hist_test_rows(struct kunit *test,
					    const struct hist_trigger_data *data)
{
	const struct tracing_map *map = rcu_dereference_protected(data->runtime.map, true);
	struct tracing_map_snapshot *rows = tracing_map_snapshot(map, NULL, 0);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, rows);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_rows, rows), 0);
	return rows;
}

/**
 * hist_test_seq - Create a seq_file with a buffer and without a file behind it
 * @test: test that owns the seq_file
 *
 * Return: The seq_file.
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
 * hist_test_text - Return the text printed to a seq_file and reset the seq_file
 * @m: seq_file from hist_test_seq()
 *
 * Return: The text, NUL-terminated and valid until the next print to @m.
 */
const char *hist_test_text(struct seq_file *m)
{
	m->buf[min(m->count, m->size - 1)] = '\0';
	m->count = 0;
	return m->buf;
}
