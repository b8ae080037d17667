// SPDX-License-Identifier: GPL-2.0
/*
 * Test the trace() action with real synthetic events: the stack traces that a histogram passes
 * appear in the record of the event.
 *
 * The unit tests in user space use mock events and 64-bit words. Here the histogram writes and
 * the synthetic event reads stack entries of the kernel's word size, 32 or 64 bits.
 *
 * The tests run in process context and take event_mutex to change triggers.
 */
#include <kunit/test.h>

#include "../../synth/tests/synth_test.h"
#include "../../trace_dynevent_record.h"
#include "../attach/hist_trigger.h"
#include "kunit_helpers.h"

#define FIELDS	"unsigned long[] stack; pid_t pid"

/* Record of the synthetic event with FIELDS, as synth/layout.c lays it out. */
struct stack_record {
	struct trace_dynamic_info stack;
	u32 pad_stack;
	s32 pid;
	u32 pad_pid;
	unsigned long trace[SYNTH_STACK_WORDS];
};

/*
 * Make the action of a histogram trigger a real synthetic event. The mock event "stacks", which
 * the compiler resolved, has the same fields.
 */
static struct trace_event_file *define_and_enable(struct kunit *test,
						  struct hist_trigger_data *data)
{
	struct trace_event_file *file = synth_test_open(test, "kunit_stacks " FIELDS);

	KUNIT_ASSERT_EQ(test, data->program.n_actions, 1);
	data->program.actions[0].synth = synth_event_of_call(file->event_call);
	hist_test_attach(test, data);
	return file;
}

static struct hist_trigger_data *define(struct kunit *test, struct mock_hists *hists,
					const struct mock_event *event, const char *text)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *data = mock_hists_compile(hists, event, text, &diag);

	KUNIT_ASSERT_NOT_ERR_OR_NULL_MSG(test, data, "%s: diagnostic %u at %u", text, diag.code,
					 diag.at.off);
	return data;
}

/* Create a record with a stack trace of @n entries: 0x1001, 0x1002 and so on. */
static struct mock_record *new_record(struct kunit *test, unsigned int n)
{
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
	unsigned long trace[21] = { n };
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, record);
	KUNIT_ASSERT_LT(test, n, ARRAY_SIZE(trace));
	for (i = 1; i <= n; i++)
		trace[i] = 0x1000 + i;
	record->stack = mock_put_data(record, 3, trace, (1 + n) * sizeof(*trace));
	record->common_pid = 7;
	return record;
}

static void expect_stack(struct kunit *test, const struct trace_event_file *file, unsigned int n)
{
	const u16 head = sizeof(struct trace_entry);
	struct stack_record expected = {
		.stack = { .offset = head + offsetof(struct stack_record, trace),
			   .len = (1 + n) * sizeof(long) },
		.pid = 7,
		.trace = { n },
	};
	unsigned int i;

	for (i = 1; i <= n; i++)
		expected.trace[i] = 0x1000 + i;
	synth_test_expect_bytes(test, file, &expected,
				offsetof(struct stack_record, trace[1 + n]));
}

/*
 * Number of entries of a stack trace in the source record, and number of entries in the record
 * of the synthetic event: at most SYNTH_STACK_WORDS - 1.
 */
static const struct {
	unsigned int there, handed_on;
} sizes[] = { { 0, 0 }, { 1, 1 }, { 3, 3 }, { 15, 15 }, { 16, 15 }, { 20, 15 } };

static void test_field(struct kunit *test)
{
	struct mock_hists *hists = hist_test_mock_hists(test);
	struct hist_trigger_data *data =
		define(test, hists, &mock_event,
		       "hist:keys=num_u8:onmatch(mock.event).stacks(stack,common_pid)");
	struct trace_event_file *file = define_and_enable(test, data);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		hist_test_hit(data, new_record(test, sizes[i].there));
		expect_stack(test, file, sizes[i].handed_on);
	}
}

/* Pass a stack trace through a variable of one histogram and a variable of a second one. */
static void test_variable(struct kunit *test)
{
	struct mock_hists *hists = hist_test_mock_hists(test);
	struct hist_trigger_data *source, *between, *data;
	struct trace_event_file *file;
	unsigned int i;

	source = define(test, hists, &mock_source, "hist:keys=num_u8:s=stack");
	between = define(test, hists, &mock_event, "hist:keys=num_u8:t=$s");
	data = define(test, hists, &mock_event,
		      "hist:keys=num_u8:onmatch(mock.event).stacks($t,common_pid)");
	hist_test_attach(test, source);
	hist_test_attach(test, between);
	file = define_and_enable(test, data);

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		hist_test_hit(source, new_record(test, sizes[i].there));
		hist_test_hit(between, new_record(test, 2));
		hist_test_hit(data, new_record(test, 2));
		expect_stack(test, file, sizes[i].handed_on);
	}
}

/* Pass the kernel stack. The key of the same event has the expected entries. */
static void test_kernel_stack(struct kunit *test)
{
	struct mock_hists *hists = hist_test_mock_hists(test);
	struct hist_trigger_data *data =
		define(test, hists, &mock_event, "hist:keys=common_stacktrace:"
		       "onmatch(mock.event).stacks(common_stacktrace,common_pid)");
	struct trace_event_file *file = define_and_enable(test, data);
	const struct synth_test_record *record;
	const struct stack_record *fired;
	struct tracing_map_snapshot *rows;
	unsigned int i, n = 0;
	const u64 *key;

	hist_test_hit(data, new_record(test, 2));
	rows = hist_test_rows(test, data);
	KUNIT_ASSERT_EQ(test, rows->n_rows, 1);
	key = tracing_map_row_key(rows, 0);
	while (n < SYNTH_STACK_WORDS - 1 && key[n])
		n++;
	KUNIT_EXPECT_GT(test, n, 0);

	record = synth_test_only(test, file);
	fired = (const void *)record->data + sizeof(struct trace_entry);
	KUNIT_ASSERT_EQ(test, fired->stack.len, (1 + n) * sizeof(long));
	KUNIT_EXPECT_EQ(test, fired->trace[0], n);
	for (i = 0; i < n; i++)
		KUNIT_EXPECT_EQ_MSG(test, fired->trace[1 + i], key[i], "entry %u", i);
}

#define LARGE	"kunit_large u64 a; char[256] b; char[256] c; char[256] d; char[256] e; "	\
		"char[256] f; char[256] g; char[256] h; char[256] i; char[256] j; "	\
		"char[256] k; char[256] l; char[256] m; char[256] n; char[256] o"
#define LARGE_SIZE	(sizeof(struct trace_entry) + 8 + 14 * 256)
#define N_LARGE		(DYN_EVENT_SCRATCH_SIZE / LARGE_SIZE)

/* Run a command as a write to the trigger file of the event does. */
static int run_trigger(struct trace_event_file *file, const char *text)
{
	char command[32];

	strscpy(command, text);
	guard(mutex)(&event_mutex);
	return trigger_process_regex(file, command);
}

/*
 * Start nested traces of an event until the memory for records is exhausted, and two more. End
 * them in reverse order (@last_first) or in the order of their start.
 */
static int fire_large(struct trace_event_file *file, bool last_first)
{
	struct synth_event_trace_state state[N_LARGE + 2];
	int ret = 0, i, n = ARRAY_SIZE(state);

	for (i = 0; i < n; i++) {
		ret = ret ?: synth_event_trace_start(file, &state[i]);
		ret = ret ?: synth_event_add_next_val(1, &state[i]);
	}
	for (i = 0; i < n; i++)
		ret = synth_event_trace_end(&state[last_first ? n - 1 - i : i]) ?: ret;
	return ret;
}

/*
 * If the event is not recorded in the ring buffer and there is no memory for a temporary record,
 * the histogram counts the event as dropped (TRACING_MAP_DROP_RECORD).
 */
static void test_record_allocation_failure(struct kunit *test)
{
	struct trace_event_file *file;
	struct hist_trigger_data *data;
	struct tracing_map *map;
	unsigned int n;

	synth_test_define(test, LARGE);
	file = synth_test_get_file(test, "kunit_large");
	KUNIT_ASSERT_EQ(test, run_trigger(file, "hist:keys=a"), 0);
	scoped_guard(mutex, &event_mutex) {
		data = hist_of(list_first_entry(&file->triggers, struct event_trigger_data, list));
		map = rcu_dereference_protected(data->runtime.map, true);
	}

	for (n = 1; n <= 4; n++) {
		KUNIT_EXPECT_EQ(test, fire_large(file, n % 2), 0);
		KUNIT_EXPECT_EQ(test, tracing_map_total(map, 0), n * N_LARGE);
		KUNIT_EXPECT_EQ(test, tracing_map_dropped_for(map, TRACING_MAP_DROP_RECORD),
				n * 2);
	}

	/* A paused histogram does not count drops. */
	KUNIT_EXPECT_EQ(test, run_trigger(file, "hist:keys=a:pause"), 0);
	KUNIT_EXPECT_EQ(test, fire_large(file, true), 0);
	KUNIT_EXPECT_EQ(test, tracing_map_dropped_for(map, TRACING_MAP_DROP_RECORD), 8);
	KUNIT_EXPECT_EQ(test, run_trigger(file, "!hist:keys=a"), 0);
}

static struct kunit_case hist_trace_action_cases[] = {
	KUNIT_CASE(test_field),
	KUNIT_CASE(test_variable),
	KUNIT_CASE(test_kernel_stack),
	KUNIT_CASE(test_record_allocation_failure),
	{}
};

static struct kunit_suite hist_trace_action_suite = {
	.name = "hist_trace_action",
	.suite_init = synth_test_create_instance,
	.suite_exit = synth_test_remove_instance,
	.init = synth_test_init,
	.test_cases = hist_trace_action_cases,
};

kunit_test_suite(hist_trace_action_suite);
