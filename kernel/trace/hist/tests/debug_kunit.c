// SPDX-License-Identifier: GPL-2.0
/*
 * The inside of a histogram, as the "Basic histogram test" of
 * Documentation/trace/histogram-design.rst shows it.
 */
#include <kunit/test.h>

#include "../debug.h"
#include "hist_test.h"

static void expect_debug(struct kunit *test, const char *cmd, const struct fake_event *event,
			 const char *before, const char *after)
{
	struct hist_trigger_data *data = hist_test_compile(test, cmd, event);
	struct seq_file *m = hist_test_seq(test);
	char *expected = kunit_kzalloc(test, PAGE_SIZE, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, expected);
	/* An address is printed hashed, the same way each time. */
	snprintf(expected, PAGE_SIZE, "%shist_data: %p%s", before, data, after);
	hist_debug_show(m, data, &(struct hist_status){ .size = data->size });
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), expected);
}

static void test_basic(struct kunit *test)
{
	expect_debug(test, "hist:keys=common_pid,call_site.sym:"
			   "values=bytes_req,bytes_alloc,hitcount", &fake_kmalloc,
		"# event histogram\n"
		"#\n"
		"# trigger info: hist:keys=common_pid,call_site.sym:"
			"vals=hitcount,bytes_req,bytes_alloc:sort=hitcount:size=2048 [active]\n"
		"#\n"
		"\n",
		"\n"
		"\n"
		"  n_vals: 3\n"
		"  n_keys: 2\n"
		"  n_fields: 5\n"
		"\n"
		"  val fields:\n"
		"\n"
		"    hist_data->fields[0]:\n"
		"      flags:\n"
		"        VAL: HIST_FIELD_FL_HITCOUNT\n"
		"      type: u64\n"
		"      size: 8\n"
		"      is_signed: 0\n"
		"\n"
		"    hist_data->fields[1]:\n"
		"      flags:\n"
		"        VAL: normal u64 value\n"
		"      ftrace_event_field name: bytes_req\n"
		"      type: size_t\n"
		"      size: 8\n"
		"      is_signed: 0\n"
		"\n"
		"    hist_data->fields[2]:\n"
		"      flags:\n"
		"        VAL: normal u64 value\n"
		"      ftrace_event_field name: bytes_alloc\n"
		"      type: size_t\n"
		"      size: 8\n"
		"      is_signed: 0\n"
		"\n"
		"  key fields:\n"
		"\n"
		"    hist_data->fields[3]:\n"
		"      flags:\n"
		"        HIST_FIELD_FL_KEY\n"
		"      ftrace_event_field name: common_pid\n"
		"      type: int\n"
		"      size: 8\n"
		"      is_signed: 1\n"
		"\n"
		"    hist_data->fields[4]:\n"
		"      flags:\n"
		"        HIST_FIELD_FL_KEY\n"
		"      ftrace_event_field name: call_site\n"
		"      type: unsigned long\n"
		"      size: 8\n"
		"      is_signed: 0\n");
}

/* A trace in the record: one field of the event, of the size it has in the key. */
static void test_stack(struct kunit *test)
{
	expect_debug(test, "hist:keys=stack.stacktrace,num_s32", &fake_event,
		"# event histogram\n"
		"#\n"
		"# trigger info: hist:keys=stack.stacktrace,num_s32:"
			"vals=hitcount:sort=hitcount:size=2048 [active]\n"
		"#\n"
		"\n",
		"\n"
		"\n"
		"  n_vals: 1\n"
		"  n_keys: 2\n"
		"  n_fields: 3\n"
		"\n"
		"  val fields:\n"
		"\n"
		"    hist_data->fields[0]:\n"
		"      flags:\n"
		"        VAL: HIST_FIELD_FL_HITCOUNT\n"
		"      type: u64\n"
		"      size: 8\n"
		"      is_signed: 0\n"
		"\n"
		"  key fields:\n"
		"\n"
		"    hist_data->fields[1]:\n"
		"      flags:\n"
		"        HIST_FIELD_FL_KEY\n"
		"      ftrace_event_field name: stack\n"
		"      type: unsigned long[]\n"
		"      size: 128\n"
		"      is_signed: 0\n"
		"\n"
		"    hist_data->fields[2]:\n"
		"      flags:\n"
		"        HIST_FIELD_FL_KEY\n"
		"      ftrace_event_field name: num_s32\n"
		"      type: s32\n"
		"      size: 8\n"
		"      is_signed: 1\n");
}

/* A key that is made from a field is still named after it. */
static void test_derived(struct kunit *test)
{
	expect_debug(test, "hist:keys=num_u64.log2,common_timestamp.usecs", &fake_event,
		"# event histogram\n"
		"#\n"
		"# trigger info: hist:keys=num_u64.log2,common_timestamp.usecs:"
			"vals=hitcount:sort=hitcount:size=2048:clock=global [active]\n"
		"#\n"
		"\n",
		"\n"
		"\n"
		"  n_vals: 1\n"
		"  n_keys: 2\n"
		"  n_fields: 3\n"
		"\n"
		"  val fields:\n"
		"\n"
		"    hist_data->fields[0]:\n"
		"      flags:\n"
		"        VAL: HIST_FIELD_FL_HITCOUNT\n"
		"      type: u64\n"
		"      size: 8\n"
		"      is_signed: 0\n"
		"\n"
		"  key fields:\n"
		"\n"
		"    hist_data->fields[1]:\n"
		"      flags:\n"
		"        HIST_FIELD_FL_KEY\n"
		"      ftrace_event_field name: num_u64\n"
		"      type: u64\n"
		"      size: 8\n"
		"      is_signed: 0\n"
		"\n"
		"    hist_data->fields[2]:\n"
		"      flags:\n"
		"        HIST_FIELD_FL_KEY\n"
		"      type: u64\n"
		"      size: 8\n"
		"      is_signed: 0\n");
}

static struct kunit_case hist_debug_cases[] = {
	KUNIT_CASE(test_basic),
	KUNIT_CASE(test_stack),
	KUNIT_CASE(test_derived),
	{}
};

static struct kunit_suite hist_debug_suite = {
	.name = "hist_debug",
	.test_cases = hist_debug_cases,
};

kunit_test_suite(hist_debug_suite);
