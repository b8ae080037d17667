// SPDX-License-Identifier: GPL-2.0
/*
 * Test the text of the hist_debug file, which shows the compiled form of a histogram.
 *
 * The expected texts have the form of the section "Basic histogram test" in the base kernel's
 * Documentation/trace/histogram-design.rst. The tests process no event.
 */
#include <kunit/test.h>

#include "../show/debug.h"
#include "kunit_helpers.h"

/* Expected text for one field of a histogram, without its index. */
struct field_shown {
	const char *flag;
	/* NULL if the value is not a field of the event, such as the hitcount. */
	const char *name;
	const char *type;
	unsigned int size;
	unsigned int is_signed;
};

#define KEY(...)	{ "HIST_FIELD_FL_KEY", __VA_ARGS__ }
#define VAL(...)	{ "VAL: normal u64 value", __VA_ARGS__ }
#define HITCOUNT	{ "VAL: HIST_FIELD_FL_HITCOUNT", NULL, "u64", 8, 0 }

struct debug_case {
	const char *text;
	const char *shown;
	unsigned int n_vals;
	unsigned int n_keys;
	struct field_shown fields[5];
};

static const struct debug_case basic = {
	"hist:keys=common_pid,call_site.sym:values=bytes_req,bytes_alloc,hitcount",
	"hist:keys=common_pid,call_site.sym:vals=hitcount,bytes_req,bytes_alloc:sort=hitcount:"
		"size=2048 [active]",
	3, 2, {
		HITCOUNT,
		VAL("bytes_req", "size_t", 8, 0),
		VAL("bytes_alloc", "size_t", 8, 0),
		KEY("common_pid", "int", 8, 1),
		KEY("call_site", "unsigned long", 8, 0),
	},
};

/* A recorded stack trace is shown as one field with the size that it has in the key. */
static const struct debug_case stack = {
	"hist:keys=stack.stacktrace,num_s32",
	"hist:keys=stack.stacktrace,num_s32:vals=hitcount:sort=hitcount:size=2048 [active]",
	1, 2, {
		HITCOUNT,
		KEY("stack", "unsigned long[]", 128, 0),
		KEY("num_s32", "s32", 8, 1),
	},
};

/* A key with a modifier that changes the number still has the name of its field. */
static const struct debug_case derived = {
	"hist:keys=num_u64.log2,common_timestamp.usecs",
	"hist:keys=num_u64.log2,common_timestamp.usecs:vals=hitcount:sort=hitcount:size=2048:"
		"clock=global [active]",
	1, 2, {
		HITCOUNT,
		KEY("num_u64", "u64", 8, 0),
		KEY(NULL, "u64", 8, 0),
	},
};

static void print_fields(struct seq_file *m, const struct debug_case *c, unsigned int from,
			 unsigned int to)
{
	unsigned int i;

	for (i = from; i < to; i++) {
		const struct field_shown *f = &c->fields[i];

		seq_printf(m, "\n    hist_data->fields[%u]:\n      flags:\n        %s\n", i,
			   f->flag);
		if (f->name)
			seq_printf(m, "      ftrace_event_field name: %s\n", f->name);
		seq_printf(m, "      type: %s\n      size: %u\n      is_signed: %u\n", f->type,
			   f->size, f->is_signed);
	}
}

static void expect_debug(struct kunit *test, const struct debug_case *c,
			 const struct mock_event *event)
{
	struct hist_trigger_data *data = hist_test_compile(test, c->text, event);
	struct seq_file *expected = hist_test_seq(test), *m = hist_test_seq(test);
	unsigned int n_fields = c->n_vals + c->n_keys;

	seq_printf(expected, "# event histogram\n#\n# trigger info: %s\n#\n\n", c->shown);
	/* %p prints a hashed address, which is the same for every print of a pointer. */
	seq_printf(expected, "hist_data: %p\n\n", data);
	seq_printf(expected, "  n_vals: %u\n  n_keys: %u\n  n_fields: %u\n", c->n_vals,
		   c->n_keys, n_fields);
	seq_puts(expected, "\n  val fields:\n");
	print_fields(expected, c, 0, c->n_vals);
	seq_puts(expected, "\n  key fields:\n");
	print_fields(expected, c, c->n_vals, n_fields);

	hist_debug_show(m, data, &(struct hist_status){ .size = data->size });
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), hist_test_text(expected));
}

static void test_basic(struct kunit *test)
{
	expect_debug(test, &basic, &mock_kmalloc);
}

static void test_stack(struct kunit *test)
{
	expect_debug(test, &stack, &mock_event);
}

static void test_derived(struct kunit *test)
{
	expect_debug(test, &derived, &mock_event);
}

#define FIELD(n)	"\n    hist_data->fields[" #n "]:\n      flags:\n"
#define FLAG(flag)	"        " flag "\n"
#define OF(name)	"      ftrace_event_field name: " name "\n"
#define NAME(name)	"      var.name: " name "\n"
#define INDEX(n)	"      var.idx (into tracing_map_elt.vars[]): " #n "\n"
#define REF_INDEX(n)	"      var_ref_idx (into hist_data->var_refs[]): " #n "\n"
#define TYPE(type, size, is_signed)					\
	"      type: " type "\n      size: " #size "\n      is_signed: " #is_signed "\n"

/* A reference to a variable; %p is the address of the defining histogram. */
#define USE(name, idx, n, type)						\
	"      flags:\n" FLAG("HIST_FIELD_FL_VAR_REF")			\
	"      name: " name "\n" INDEX(idx)				\
	"      var.hist_data: %p\n" REF_INDEX(n) type
#define VAR_REF(n)	"\n    hist_data->var_refs[" #n "]:\n"
#define FIELD_VAR(array, n, name, idx, type)				\
	"\n    hist_data->" array "[" #n "]:\n\n"			\
	"      " array "[" #n "].var:\n      flags:\n" FLAG("HIST_FIELD_FL_VAR") \
	NAME(name) INDEX(idx)						\
	"\n      " array "[" #n "].val:\n" OF(name) type
#define TRACK_REF(n)	"\n    hist_data->actions[" #n "].track_data.var_ref:\n"
#define TRACK_VAR(n, name, idx)						\
	"\n    hist_data->actions[" #n "].track_data.track_var:\n      flags:\n" \
	FLAG("HIST_FIELD_FL_VAR") NAME(name) INDEX(idx) TYPE("u64", 8, 0)

/* Print the lines before the value fields. */
static void print_head(struct seq_file *m, const struct hist_trigger_data *data,
		       const char *shown)
{
	seq_printf(m, "# event histogram\n#\n# trigger info: %s\n#\n\n", shown);
	seq_printf(m, "hist_data: %p\n\n", data);
}

static void test_variables(struct kunit *test)
{
	static const char text[] = "hist:keys=num_u8:vals=$v:a=num_u64,b=$v,c=num_s64-1,d=$a";
	const struct mock_event *event = hist_test_event(test);
	struct hist_trigger_data *data = hist_test_compile(test, text, event);
	struct seq_file *expected = hist_test_seq(test), *m = hist_test_seq(test);

	print_head(expected, data,
		   "hist:keys=num_u8:vals=hitcount,$v:a=num_u64,b=$v,c=num_s64-1,d=$a:"
		   "sort=hitcount:size=2048 [active]");
	seq_printf(expected, "  n_vals: 6\n  n_keys: 1\n  n_fields: 7\n\n  val fields:\n"
		   FIELD(0) FLAG("VAL: HIST_FIELD_FL_HITCOUNT") TYPE("u64", 8, 0)
		   FIELD(1) FLAG("VAL: normal u64 value") TYPE("u64", 8, 0)
		   FIELD(2) FLAG("HIST_FIELD_FL_VAR") OF("num_u64") NAME("a") INDEX(0)
		   TYPE("u64", 8, 0)
		   FIELD(3) FLAG("HIST_FIELD_FL_VAR") FLAG("HIST_FIELD_FL_ALIAS") NAME("b") INDEX(1)
		   REF_INDEX(0) TYPE("u64", 8, 0)
		   FIELD(4) FLAG("HIST_FIELD_FL_VAR") NAME("c") INDEX(2) TYPE("s64", 8, 1)
		   FIELD(5) FLAG("HIST_FIELD_FL_VAR") NAME("d") INDEX(3) TYPE("u64", 8, 0)
		   "\n  key fields:\n"
		   FIELD(6) FLAG("HIST_FIELD_FL_KEY") OF("num_u8") TYPE("u8", 8, 0)
		   "\n  variable reference fields:\n"
		   VAR_REF(0) USE("v", 0, 0, TYPE("u64", 8, 0)),
		   event->hists->hists[0].data);

	hist_debug_show(m, data, &(struct hist_status){ .size = data->size });
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), hist_test_text(expected));
}

static void test_key_and_aggregate(struct kunit *test)
{
	static const char text[] = "hist:keys=num_u8:vals=$v[num_u16].p99";
	const struct mock_event *event = hist_test_event(test);
	struct hist_trigger_data *data = hist_test_compile(test, text, event);
	struct seq_file *expected = hist_test_seq(test), *m = hist_test_seq(test);

	print_head(expected, data,
		   "hist:keys=num_u8:vals=hitcount,$v[num_u16].p99:sort=hitcount:size=2048:"
		   "pool=32768 [active]");
	seq_printf(expected, "  n_vals: 2\n  n_keys: 1\n  n_fields: 3\n\n  val fields:\n"
		   FIELD(0) FLAG("VAL: HIST_FIELD_FL_HITCOUNT") TYPE("u64", 8, 0)
		   FIELD(1) FLAG("VAL: normal u64 value")
		   "      aggregate: v[num_u16].p99\n" TYPE("u64", 8, 0)
		   "\n  key fields:\n"
		   FIELD(2) FLAG("HIST_FIELD_FL_KEY") OF("num_u8") TYPE("u8", 8, 0)
		   "\n  variable reference fields:\n"
		   VAR_REF(0) "      flags:\n" FLAG("HIST_FIELD_FL_VAR_REF")
		   "      name: v\n      key: num_u16\n" INDEX(0)
		   "      var.hist_data: %p\n" REF_INDEX(0) TYPE("u64", 8, 0),
		   event->hists->hists[0].data);

	hist_debug_show(m, data, &(struct hist_status){ .size = data->size, .pool = 32768 });
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), hist_test_text(expected));
}

static void test_actions(struct kunit *test)
{
	static const char text[] = "hist:keys=num_u8:m=num_u64:onmax($m).save(num_s8,text):"
		"onmatch(mock.source).lat($v,common_pid):onchange($m).snapshot()";
	const struct mock_event *event = hist_test_event(test);
	struct hist_trigger_data *data = hist_test_compile(test, text, event);
	struct seq_file *expected = hist_test_seq(test), *m = hist_test_seq(test);

	print_head(expected, data,
		   "hist:keys=num_u8:vals=hitcount:m=num_u64:sort=hitcount:size=2048:"
		   "onmax($m).save(num_s8,text):onmatch(mock.source).lat($v,common_pid):"
		   "onchange($m).snapshot() [active]");
	seq_printf(expected, "  n_vals: 2\n  n_keys: 1\n  n_fields: 3\n\n  val fields:\n"
		   FIELD(0) FLAG("VAL: HIST_FIELD_FL_HITCOUNT") TYPE("u64", 8, 0)
		   FIELD(1) FLAG("HIST_FIELD_FL_VAR") OF("num_u64") NAME("m") INDEX(0)
		   TYPE("u64", 8, 0)
		   "\n  key fields:\n"
		   FIELD(2) FLAG("HIST_FIELD_FL_KEY") OF("num_u8") TYPE("u8", 8, 0)
		   "\n  variable reference fields:\n"
		   VAR_REF(0) USE("m", 0, 0, TYPE("u64", 8, 0))
		   VAR_REF(1) USE("v", 0, 1, TYPE("u64", 8, 0))
		   VAR_REF(2) USE("common_pid", 4, 2, TYPE("int", 4, 0))
		   "\n  field variables:\n"
		   FIELD_VAR("field_vars", 0, "common_pid", 4, TYPE("int", 4, 1))
		   "\n  action tracking variables (for onmax()/onchange()/onmatch()):\n"
		   TRACK_REF(0) USE("m", 0, 0, TYPE("u64", 8, 0)) TRACK_VAR(0, "__max", 1)
		   "\n    hist_data->actions[1].match_data.event_system: mock\n"
		   "    hist_data->actions[1].match_data.event: source\n"
		   TRACK_REF(2) USE("m", 0, 0, TYPE("u64", 8, 0)) TRACK_VAR(2, "__change", 5)
		   "\n  save action variables (save() params):\n"
		   FIELD_VAR("save_vars", 0, "num_s8", 2, TYPE("s8", 1, 1))
		   FIELD_VAR("save_vars", 1, "text", 3, TYPE("char[16]", 16, 1)),
		   data, event->hists->hists[0].data, data, data, data);

	hist_debug_show(m, data, &(struct hist_status){ .size = data->size });
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), hist_test_text(expected));
}

/* A field of a field-variable histogram is shown as a variable of another histogram. */
static void test_field_var_hist(struct kunit *test)
{
	static const char text[] = "hist:keys=num_u8,num_s8:onmatch(mock.source).lat("
		"mock.source.num_u64,common_pid)";
	const struct mock_event *event = hist_test_event(test);
	struct hist_trigger_data *data = hist_test_compile(test, text, event);
	struct seq_file *expected = hist_test_seq(test), *m = hist_test_seq(test);
	const struct hist_trigger_data *fvh;

	KUNIT_ASSERT_EQ(test, data->n_field_var_hists, 1);
	fvh = data->field_var_hists[0].data;
	KUNIT_EXPECT_PTR_EQ(test, data->field_var_hists[0].match, event->hists->hists[0].data);
	KUNIT_EXPECT_TRUE(test, fvh->is_field_var_hist);
	KUNIT_EXPECT_FALSE(test, data->is_field_var_hist);

	print_head(expected, fvh,
		   "hist:keys=num_u8:vals=hitcount:synthetic_num_u64=num_u64:sort=hitcount:"
		   "size=2048 [active]");
	seq_puts(expected, "  n_vals: 2\n  n_keys: 1\n  n_fields: 3\n\n  val fields:\n"
		 FIELD(0) FLAG("VAL: HIST_FIELD_FL_HITCOUNT") TYPE("u64", 8, 0)
		 FIELD(1) FLAG("HIST_FIELD_FL_VAR") OF("num_u64") NAME("synthetic_num_u64") INDEX(0)
		 TYPE("u64", 8, 0)
		 "\n  key fields:\n"
		 FIELD(2) FLAG("HIST_FIELD_FL_KEY") OF("num_u8") TYPE("u8", 8, 0));
	hist_debug_show(m, fvh, &(struct hist_status){ .size = fvh->size });
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), hist_test_text(expected));

	print_head(expected, data,
		   "hist:keys=num_u8,num_s8:vals=hitcount:sort=hitcount:size=2048:"
		   "onmatch(mock.source).lat(mock.source.num_u64,common_pid) [active]");
	seq_printf(expected, "  n_vals: 1\n  n_keys: 2\n  n_fields: 3\n\n  val fields:\n"
		   FIELD(0) FLAG("VAL: HIST_FIELD_FL_HITCOUNT") TYPE("u64", 8, 0)
		   "\n  key fields:\n"
		   FIELD(1) FLAG("HIST_FIELD_FL_KEY") OF("num_u8") TYPE("u8", 8, 0)
		   FIELD(2) FLAG("HIST_FIELD_FL_KEY") OF("num_s8") TYPE("s8", 8, 1)
		   "\n  variable reference fields:\n"
		   VAR_REF(0) USE("synthetic_num_u64", 0, 0, TYPE("u64", 8, 0))
		   VAR_REF(1) USE("common_pid", 0, 1, TYPE("int", 4, 0))
		   "\n  field variables:\n"
		   FIELD_VAR("field_vars", 0, "common_pid", 0, TYPE("int", 4, 1))
		   "\n  action tracking variables (for onmax()/onchange()/onmatch()):\n"
		   "\n    hist_data->actions[0].match_data.event_system: mock\n"
		   "    hist_data->actions[0].match_data.event: source\n",
		   fvh, data);
	hist_debug_show(m, data, &(struct hist_status){ .size = data->size });
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), hist_test_text(expected));
}

static struct kunit_case hist_debug_cases[] = {
	KUNIT_CASE(test_basic),
	KUNIT_CASE(test_stack),
	KUNIT_CASE(test_derived),
	KUNIT_CASE(test_variables),
	KUNIT_CASE(test_key_and_aggregate),
	KUNIT_CASE(test_actions),
	KUNIT_CASE(test_field_var_hist),
	{}
};

static struct kunit_suite hist_debug_suite = {
	.name = "hist_debug",
	.test_cases = hist_debug_cases,
};

kunit_test_suite(hist_debug_suite);
