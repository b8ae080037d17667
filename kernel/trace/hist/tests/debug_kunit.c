// SPDX-License-Identifier: GPL-2.0
/*
 * The inside of a histogram, as the "Basic histogram test" of the host's
 * Documentation/trace/histogram-design.rst shows it.
 */
#include <kunit/test.h>

#include "../debug.h"
#include "hist_test.h"

/* What is shown of a field, besides its place. */
struct field_shown {
	const char *flag;
	/* NULL if it is not the event's. */
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

/* A trace in the record: one field of the event, of the size it has in the key. */
static const struct debug_case stack = {
	"hist:keys=stack.stacktrace,num_s32",
	"hist:keys=stack.stacktrace,num_s32:vals=hitcount:sort=hitcount:size=2048 [active]",
	1, 2, {
		HITCOUNT,
		KEY("stack", "unsigned long[]", 128, 0),
		KEY("num_s32", "s32", 8, 1),
	},
};

/* A key that is made from a field is still named after it. */
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
			 const struct fake_event *event)
{
	struct hist_trigger_data *data = hist_test_compile(test, c->text, event);
	struct seq_file *expected = hist_test_seq(test), *m = hist_test_seq(test);
	unsigned int n_fields = c->n_vals + c->n_keys;

	seq_printf(expected, "# event histogram\n#\n# trigger info: %s\n#\n\n", c->shown);
	/* An address is printed hashed, the same way each time. */
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
	expect_debug(test, &basic, &fake_kmalloc);
}

static void test_stack(struct kunit *test)
{
	expect_debug(test, &stack, &fake_event);
}

static void test_derived(struct kunit *test)
{
	expect_debug(test, &derived, &fake_event);
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
