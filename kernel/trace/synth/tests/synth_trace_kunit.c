// SPDX-License-Identifier: GPL-2.0
/*
 * Test the in-kernel API to trace synthetic events (synth/api/trace.c): which calls are rejected,
 * and the exact bytes of the records in the ring buffer.
 *
 * The tests run in process context. Between synth_event_trace_start() and
 * synth_event_trace_end(), preemption is disabled, so code in between must not use assertions
 * or sleep.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/completion.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/trace.h>
#include <linux/vmalloc.h>
#include <linux/workqueue.h>

#include "../../tests/command_kunit.h"
#include "../../trace.h"
#include "../../trace_base.h"
#include "../run/probe.h"
#include "../run/record.h"
#include "synth_test.h"

#define NAME	"kunit_trace"

/* Maximum number of fields of the events in this file. The fields are named a, b, c and d. */
#define VALS_MAX	4

#define X64	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X255	X64 X64 X64 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

enum api {
	LIST,
	ARRAY,
	IN_ORDER,
	BY_NAME,
	N_APIS,
};

static const char *const field_names[VALS_MAX] = { "a", "b", "c", "d" };

/* Trace an event value by value. Return the first error, but always end a started trace. */
static int trace_by_value(struct trace_event_file *file, enum api api, u64 *vals, unsigned int n)
{
	struct synth_event_trace_state state;
	unsigned int i;
	int ret, end;

	ret = synth_event_trace_start(file, &state);
	if (ret)
		return ret;
	for (i = 0; i < n && !ret; i++)
		ret = api == IN_ORDER ?
		      synth_event_add_next_val(vals[i], &state) :
		      synth_event_add_val(field_names[n - 1 - i], vals[n - 1 - i], &state);
	end = synth_event_trace_end(&state);
	return ret ?: end;
}

/* Trace an event through one of the APIs. @vals must have VALS_MAX elements at least. */
static int trace_by_api(struct trace_event_file *file, enum api api, u64 *vals, unsigned int n)
{
	switch (api) {
	case LIST:
		return synth_event_trace(file, n, vals[0], vals[1], vals[2], vals[3]);
	case ARRAY:
		return synth_event_trace_array(file, vals, n);
	default:
		return trace_by_value(file, api, vals, n);
	}
}

/*
 * Fill the ring buffer's memory with a record of nonzero bytes and discard the record. If the next
 * record leaves bytes unwritten, they show up as differences.
 */
static void make_dirty(struct kunit *test, struct trace_event_file *file, u64 *vals, unsigned int n)
{
	KUNIT_EXPECT_EQ(test, synth_event_trace_array(file, vals, n), 0);
	tracing_reset_online_cpus(&file->tr->array_buffer);
}

/* Trace an event with three fields through each API. */
static void fire_three(struct kunit *test, struct trace_event_file *file, u64 *vals, u64 *dirty,
		       const void *expected, u32 size)
{
	int preempt = preempt_count();
	enum api api;

	for (api = 0; api < N_APIS; api++) {
		make_dirty(test, file, dirty, 3);
		KUNIT_EXPECT_EQ_MSG(test, trace_by_api(file, api, vals, 3), 0, "api %d", api);
		KUNIT_EXPECT_EQ_MSG(test, preempt_count(), preempt, "api %d", api);
		synth_test_expect_bytes(test, file, expected, size);
	}
}

/* A number is truncated to the size of its field, and the rest of the slot is 0. */
struct number_case {
	const char *type;
	u64 val;
	union synth_slot slot;
};

static const struct number_case number_cases[] = {
	{ "u8", 0x1ff, { .as_u8 = 0xff } },
	{ "s8", -1ULL, { .as_u8 = 0xff } },
	{ "char", 'A', { .as_u8 = 'A' } },
	{ "unsigned char", 0x180, { .as_u8 = 0x80 } },
	{ "u16", 0x12345, { .as_u16 = 0x2345 } },
	{ "s16", -2ULL, { .as_u16 = 0xfffe } },
	{ "short", -3ULL, { .as_u16 = 0xfffd } },
	{ "u32", 0x123456789, { .as_u32 = 0x23456789 } },
	{ "s32", -4ULL, { .as_u32 = 0xfffffffc } },
	{ "int", S64_MIN, { .as_u32 = 0 } },
	{ "unsigned int", U64_MAX, { .as_u32 = 0xffffffff } },
	{ "pid_t", -1ULL, { .as_u32 = 0xffffffff } },
	{ "gfp_t", 0x100000cc0, { .as_u32 = 0xcc0 } },
	{ "u64", 0x0123456789abcdef, { .as_u64 = 0x0123456789abcdef } },
	{ "s64", S64_MIN, { .as_u64 = 0x8000000000000000 } },
	{ "long", -1ULL, { .as_u64 = ULONG_MAX } },
	{ "unsigned long long", U64_MAX, { .as_u64 = U64_MAX } },
	{ "size_t", 42, { .as_u64 = 42 } },
	{ "void *", 0xffffffff81000000, { .as_u64 = -0x7f000000UL } },
	{ "const char *", 1, { .as_u64 = 1 } },
	{ "struct task_struct *", 2, { .as_u64 = 2 } },

	/* A bool is 1 for every nonzero value, not the lowest bit of the value. */
	{ "bool", 0, { .as_u8 = 0 } },
	{ "bool", 1, { .as_u8 = 1 } },
	{ "bool", 2, { .as_u8 = 1 } },
	{ "bool", 0x100, { .as_u8 = 1 } },
	{ "bool", S64_MIN, { .as_u8 = 1 } },
};

static void number_desc(const struct number_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %llx", c->type, c->val);
}

KUNIT_ARRAY_PARAM(number, number_cases, number_desc);

static void test_number(struct kunit *test)
{
	const struct number_case *c = test->param_value;
	u64 vals[VALS_MAX] = { U64_MAX, c->val, U64_MAX };
	union synth_slot expected[] = {
		{ .as_u64 = U64_MAX }, c->slot, { .as_u64 = U64_MAX },
	};
	u64 dirty[] = { 0, ~c->val, 0 };
	char definition[80];

	snprintf(definition, sizeof(definition), NAME " u64 a; %s b; u64 c", c->type);
	fire_three(test, synth_test_open(test, definition), vals, dirty, expected,
		   sizeof(expected));
}

/* A string is truncated to the size of its field, and the rest of the slot is 0. */
struct string_case {
	const char *desc;
	unsigned int room;
	const char *text;
	const char *stored;
};

#define NOWHERE	((const char *)TRACE_TEST_NOWHERE)

static const struct string_case string_cases[] = {
	{ "empty", 8, "", "" },
	{ "short", 8, "abc", "abc" },
	{ "just fits", 8, "abcdefg", "abcdefg" },
	{ "as long as the field", 8, "abcdefgh", "abcdefg" },
	{ "longer than the field", 8, "abcdefghijklmnopqrstuvwxyz", "abcdefg" },
	{ "field of one byte", 1, "abc", "" },
	{ "field that ends within a word", 5, "abcdefgh", "abcd" },
	{ "field of some words", 20, "clackers", "clackers" },
	{ "bytes that are no text", 8, "\xff\x01\n", "\xff\x01\n" },
	{ "longest", 256, X255, X255 },
	{ "longer than the longest field", 256, X255 "y", X255 },
	{ "NULL", 8, NULL, "(null)" },
	{ "NULL in a short field", 3, NULL, "(n" },
	{ "unreadable", 8, NOWHERE, "(fault)" },
	{ "unreadable in a long field", 16, NOWHERE, "(fault)" },
	{ "unreadable in a short field", 4, NOWHERE, "(fa" },
	{ "unreadable in a field of one byte", 1, NOWHERE, "" },
	{ "in the first page", 16, (const char *)1UL, "(fault)" },
	{ "in the last byte", 16, (const char *)ULONG_MAX, "(fault)" },
};

KUNIT_ARRAY_PARAM_DESC(string, string_cases, desc);

static void test_string(struct kunit *test)
{
	const struct string_case *c = test->param_value;
	u64 vals[VALS_MAX] = { U64_MAX, (unsigned long)c->text, U64_MAX };
	u64 dirty[] = { 0, (unsigned long)X255, 0 };
	u32 slot = ALIGN(c->room, sizeof(u64));
	u8 *expected = kunit_kzalloc(test, slot + 2 * sizeof(u64), GFP_KERNEL);
	char definition[80];

	KUNIT_ASSERT_NOT_NULL(test, expected);
	memset(expected, 0xff, sizeof(u64));
	memcpy(expected + sizeof(u64), c->stored, strlen(c->stored));
	memset(expected + sizeof(u64) + slot, 0xff, sizeof(u64));

	snprintf(definition, sizeof(definition), NAME " u64 a; char[%u] b; u64 c", c->room);
	fire_three(test, synth_test_open(test, definition), vals, dirty, expected,
		   slot + 2 * sizeof(u64));
}

KUNIT_DEFINE_ACTION_WRAPPER(free_memory, vfree, const void *);

/* Return the address of the last @bytes bytes before an unmapped page. */
static void *before_hole(struct kunit *test, u32 bytes)
{
	void *page = vzalloc(PAGE_SIZE);

	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_memory, page), 0);
	return page + PAGE_SIZE - bytes;
}

/* A string without a NUL before an unmapped page. */
static void test_string_breaks_off(struct kunit *test)
{
	struct {
		u64 a;
		char b[16];
		u64 c;
	} expected = { 1, "(fault)", 3 };
	u64 dirty[] = { 0, (unsigned long)X64, 0 };
	char *text = before_hole(test, 4);
	u64 vals[VALS_MAX] = { 1, (unsigned long)text, 3 };
	struct trace_event_file *file;

	file = synth_test_open(test, NAME " u64 a; char[16] b; u64 c");
	memcpy(text, "abcd", 4);
	fire_three(test, file, vals, dirty, &expected, sizeof(expected));

	/* A string whose NUL is the last mapped byte can be read. */
	text[3] = '\0';
	memcpy(expected.b, "abc\0\0\0\0", 8);
	fire_three(test, file, vals, dirty, &expected, sizeof(expected));
}

/* A dynamic string, the expected bytes after the slots, and their number with the NUL. */
struct dynamic_case {
	const char *desc;
	const char *text;
	const char *stored;
	u16 len;
};

static const struct dynamic_case dynamic_cases[] = {
	{ "empty", "", "", 1 },
	{ "short", "abc", "abc", 4 },
	{ "a word", "abcdefg", "abcdefg", 8 },
	{ "longest", X255, X255, 256 },
	{ "too long", X255 "yyyyyyyy", X255, 256 },
	{ "NULL", NULL, "(null)", 7 },
	{ "unreadable", NOWHERE, "(fault)", 8 },
};

KUNIT_ARRAY_PARAM_DESC(dynamic, dynamic_cases, desc);

/* The string of a case is in the fields a and c; d is a short string after it. */
struct dynamic_record {
	struct trace_dynamic_info a;
	u32 pad_a;
	u64 b;
	struct trace_dynamic_info c;
	u32 pad_c;
	struct trace_dynamic_info d;
	u32 pad_d;
	char data[600];
};

static void test_dynamic_string(struct kunit *test)
{
	const struct dynamic_case *c = test->param_value;
	u16 begin = sizeof(struct trace_entry) + offsetof(struct dynamic_record, data);
	struct dynamic_record *expected = kunit_kzalloc(test, sizeof(*expected), GFP_KERNEL);
	u64 text = (unsigned long)c->text, end = (unsigned long)"end";
	u64 vals[VALS_MAX] = { text, 0x1234, text, end };
	u64 dirty[] = { (unsigned long)X255, U64_MAX, (unsigned long)X255, (unsigned long)X255 };
	struct trace_event_file *file;
	enum api api;

	KUNIT_ASSERT_NOT_NULL(test, expected);
	expected->a = (struct trace_dynamic_info){ .offset = begin, .len = c->len };
	expected->b = 0x1234;
	expected->c = (struct trace_dynamic_info){ .offset = begin + c->len, .len = c->len };
	expected->d = (struct trace_dynamic_info){ .offset = begin + 2 * c->len, .len = 4 };
	memcpy(expected->data, c->stored, c->len);
	memcpy(expected->data + c->len, c->stored, c->len);
	memcpy(expected->data + 2 * c->len, "end", 4);

	file = synth_test_open(test, NAME " char[] a; u16 b; char[] c; unsigned char d[]");
	for (api = LIST; api <= ARRAY; api++) {
		make_dirty(test, file, dirty, 4);
		KUNIT_EXPECT_EQ(test, trace_by_api(file, api, vals, 4), 0);
		synth_test_expect_bytes(test, file, expected,
					offsetof(struct dynamic_record, data) + 2 * c->len + 4);
	}
	KUNIT_EXPECT_EQ(test, trace_by_api(file, IN_ORDER, vals, 4), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, trace_by_api(file, BY_NAME, vals, 4), -EOPNOTSUPP);
	synth_test_expect_none(test);
}

/*
 * A stack trace: the number of entries in its first word (@count), the number of readable entries,
 * and the number of entries in the record. If fewer entries than @kept are readable, all entries
 * in the record are 0.
 */
struct stack_case {
	const char *desc;
	unsigned long count;
	unsigned int readable;
	unsigned int kept;
};

static const struct stack_case stack_cases[] = {
	{ "empty", 0, 0, 0 },
	{ "one", 1, 1, 1 },
	{ "some", 3, 3, 3 },
	{ "as many as there is room for", 15, 15, 15 },
	{ "one too many", 16, 16, 15 },
	{ "many", 100, 100, 15 },
	{ "endless", ULONG_MAX, 15, 15 },
	{ "the last is not there", 8, 7, 8 },
	{ "none is there", 8, 0, 8 },
	{ "the last that is kept is not there", 100, 14, 15 },
};

KUNIT_ARRAY_PARAM_DESC(stack, stack_cases, desc);

struct stack_record {
	struct trace_dynamic_info a;
	u32 pad_a;
	struct trace_dynamic_info b;
	u32 pad_b;
	char text[4];
	char pad_text[4];
	unsigned long stack[SYNTH_STACK_WORDS];
};

/* The stack trace must be aligned, although it follows a string of 4 bytes. */
static void expect_stack(struct kunit *test, u64 stack, unsigned int kept, bool readable)
{
	static unsigned long dirt[SYNTH_STACK_WORDS] = { 15, [1 ... 15] = ULONG_MAX };
	u64 dirty[] = { (unsigned long)X64, (unsigned long)dirt };
	u16 head = sizeof(struct trace_entry);
	struct stack_record expected = {
		.a = { .offset = head + offsetof(struct stack_record, text), .len = 4 },
		.b = { .offset = head + offsetof(struct stack_record, stack),
		       .len = (1 + kept) * sizeof(long) },
		.text = "odd",
		.stack = { kept },
	};
	u64 vals[VALS_MAX] = { (unsigned long)"odd", stack };
	struct trace_event_file *file;
	unsigned int i;
	enum api api;

	for (i = 1; i <= kept && readable; i++)
		expected.stack[i] = 0x1000 + i;
	file = synth_test_open(test, NAME " char[] a; unsigned long[] b");
	for (api = LIST; api <= ARRAY; api++) {
		make_dirty(test, file, dirty, 2);
		KUNIT_EXPECT_EQ(test, trace_by_api(file, api, vals, 2), 0);
		synth_test_expect_bytes(test, file, &expected,
					offsetof(struct stack_record, stack[1 + kept]));
	}
	KUNIT_EXPECT_EQ(test, trace_by_api(file, IN_ORDER, vals, 2), -EOPNOTSUPP);
}

static void test_stack(struct kunit *test)
{
	const struct stack_case *c = test->param_value;
	unsigned long *stack = before_hole(test, (1 + c->readable) * sizeof(long));
	unsigned int i;

	stack[0] = c->count;
	for (i = 1; i <= c->readable; i++)
		stack[i] = 0x1000 + i;
	expect_stack(test, (unsigned long)stack, c->kept, c->readable >= c->kept);
}

static void test_no_stack(struct kunit *test)
{
	expect_stack(test, 0, 0, false);
}

static void test_unreadable_stack(struct kunit *test)
{
	expect_stack(test, TRACE_TEST_NOWHERE, 0, false);
}

static void test_wrong_number_of_vals(struct kunit *test)
{
	static const unsigned int wrong[] = {
		0, 1, 2, 4, SYNTH_FIELDS_MAX, SYNTH_FIELDS_MAX + 1, UINT_MAX,
	};
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a; u64 b; u64 c");
	u64 *vals = kunit_kcalloc(test, SYNTH_FIELDS_MAX, sizeof(*vals), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, vals);
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		/* trace_by_api() passes VALS_MAX arguments, so do not claim to pass more. */
		if (wrong[i] <= VALS_MAX || wrong[i] > SYNTH_FIELDS_MAX)
			KUNIT_EXPECT_EQ(test, trace_by_api(file, LIST, vals, wrong[i]), -EINVAL);
		KUNIT_EXPECT_EQ(test, trace_by_api(file, ARRAY, vals, wrong[i]), -EINVAL);
	}
	synth_test_expect_none(test);
}

static void expect_no_event(struct kunit *test, struct trace_event_file *file)
{
	struct synth_event_trace_state state;
	u64 vals[VALS_MAX] = { 1, 2, 3 };
	int preempt = preempt_count();

	KUNIT_EXPECT_EQ(test, trace_by_api(file, LIST, vals, 3), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_by_api(file, ARRAY, vals, 3), -EINVAL);
	memset(&state, 0xff, sizeof(state));
	KUNIT_EXPECT_EQ(test, synth_event_trace_start(file, &state), -EINVAL);
	/* A failed start leaves the state closed. */
	KUNIT_EXPECT_EQ(test, synth_event_add_next_val(1, &state), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_add_val("a", 1, &state), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_trace_end(&state), -EINVAL);
	KUNIT_EXPECT_EQ(test, preempt_count(), preempt);
}

static void test_wrong_file(struct kunit *test)
{
	struct trace_event_file *other = trace_get_event_file(NULL, "sched", "sched_switch");

	expect_no_event(test, NULL);
	expect_no_event(test, ERR_PTR(-EINVAL));
	expect_no_event(test, ERR_PTR(-ENOENT));
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, other);
	expect_no_event(test, other);
	trace_put_event_file(other);
}

static void test_no_state(struct kunit *test)
{
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a");
	int preempt = preempt_count();

	KUNIT_EXPECT_EQ(test, synth_event_trace_start(file, NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_add_next_val(1, NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_add_val("a", 1, NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_trace_end(NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, preempt_count(), preempt);
	synth_test_expect_none(test);
}

static void test_dynamic_is_not_open(struct kunit *test)
{
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a; char[] b");
	struct synth_event_trace_state state;

	KUNIT_EXPECT_EQ(test, synth_event_trace_start(file, &state), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, synth_event_add_next_val(1, &state), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_add_val("a", 1, &state), -EINVAL);
	KUNIT_EXPECT_EQ(test, synth_event_trace_end(&state), -EINVAL);
	synth_test_expect_none(test);
}

/*
 * A sequence of calls that trace an event value by value. Each letter of the script is a call:
 *
 *	s	synth_event_trace_start()
 *	n	synth_event_add_next_val()
 *	a, b, c	synth_event_add_val() with this field name
 *	x	synth_event_add_val() with an unknown field name
 *	0	synth_event_add_val() with NULL as field name
 *	e	synth_event_trace_end()
 *
 * The value of a call is its index in the script, from 0. Each character of the results is '.' for
 * 0 or '!' for -EINVAL.
 */
struct script_case {
	const char *desc;
	const char *script;
	const char *results;
	u64 vals[3];
};

static int step(char what, u64 val, struct trace_event_file *file,
		struct synth_event_trace_state *state)
{
	char name[] = { what, '\0' };

	switch (what) {
	case 's':
		return synth_event_trace_start(file, state);
	case 'n':
		return synth_event_add_next_val(val, state);
	case '0':
		return synth_event_add_val(NULL, val, state);
	case 'e':
		return synth_event_trace_end(state);
	default:
		return synth_event_add_val(name, val, state);
	}
}

/* Make the calls of a script. Preemption may be disabled between them, so check results later. */
static void run_script(struct trace_event_file *file, const char *script, char *results)
{
	struct synth_event_trace_state state = {};
	unsigned int i;

	for (i = 0; script[i]; i++)
		switch (step(script[i], i, file, &state)) {
		case 0:
			results[i] = '.';
			break;
		case -EINVAL:
			results[i] = '!';
			break;
		default:
			results[i] = '?';
		}
	results[i] = '\0';
}

static const struct script_case script_cases[] = {
	{ "in order", "snnne", ".....", { 1, 2, 3 } },
	{ "by name", "sabce", ".....", { 1, 2, 3 } },
	{ "by name, the last first", "scbae", ".....", { 3, 2, 1 } },

	{ "nothing", "se", "..", { 0, 0, 0 } },
	{ "the first only", "sne", "...", { 1, 0, 0 } },
	{ "the last only", "sce", "...", { 0, 0, 1 } },
	{ "without the one between", "sace", "....", { 1, 0, 2 } },

	{ "one too many", "snnnne", "....!.", { 1, 2, 3 } },
	{ "many too many", "snnnnnne", "....!!!.", { 1, 2, 3 } },
	{ "a name after the first", "snbe", "..!.", { 1, 0, 0 } },
	{ "a name between", "snbnne", "..!...", { 1, 3, 4 } },
	{ "a name after all", "snnnae", "....!.", { 1, 2, 3 } },
	{ "next after a name", "sbne", "..!.", { 0, 1, 0 } },
	{ "next between names", "scnae", "..!..", { 3, 0, 1 } },
	{ "unknown field", "sxe", ".!.", { 0, 0, 0 } },
	{ "unknown field between", "saxbe", "..!..", { 1, 3, 0 } },
	{ "no field name", "sa0be", "..!..", { 1, 3, 0 } },

	{ "after the end", "snnnenabce", ".....!!!!!", { 1, 2, 3 } },
	{ "end twice", "saee", "...!", { 1, 0, 0 } },
	{ "before the start", "nabesnnne", "!!!!.....", { 5, 6, 7 } },
};

KUNIT_ARRAY_PARAM_DESC(script, script_cases, desc);

static void test_script(struct kunit *test)
{
	const struct script_case *c = test->param_value;
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a; u64 b; u64 c");
	u64 dirty[] = { U64_MAX, U64_MAX, U64_MAX };
	int preempt = preempt_count();
	char results[16];

	make_dirty(test, file, dirty, 3);
	run_script(file, c->script, results);
	KUNIT_EXPECT_STREQ(test, results, c->results);
	KUNIT_EXPECT_EQ(test, preempt_count(), preempt);
	synth_test_expect_bytes(test, file, c->vals, sizeof(c->vals));
}

/* Expect that calls succeed but record nothing. */
static void expect_not_recorded(struct kunit *test, struct trace_event_file *file)
{
	static const char script[] = "snnnnaxenaesabcenaes";
	u64 vals[VALS_MAX] = { 1, 2, 3 };
	int preempt = preempt_count();
	char results[sizeof(script)];
	enum api api;

	for (api = 0; api < N_APIS; api++)
		KUNIT_EXPECT_EQ_MSG(test, trace_by_api(file, api, vals, 3), 0, "api %d", api);
	KUNIT_EXPECT_EQ(test, trace_by_api(file, LIST, vals, 2), -EINVAL);
	KUNIT_EXPECT_EQ(test, trace_by_api(file, ARRAY, vals, 4), -EINVAL);

	/* Without a consumer, values are not checked, but the state is opened and closed. */
	run_script(file, script, results);
	KUNIT_EXPECT_STREQ(test, results, "........!!!.....!!!.");
	KUNIT_EXPECT_EQ(test, preempt_count(), preempt);
	synth_test_expect_none(test);
}

static void expect_recorded(struct kunit *test, struct trace_event_file *file)
{
	u64 vals[VALS_MAX] = { 1, 2, 3 }, dirty[] = { 0, 0, 0 };

	fire_three(test, file, vals, dirty, vals, 3 * sizeof(u64));
}

static void test_disabled(struct kunit *test)
{
	struct trace_event_file *file;

	synth_test_define(test, NAME " u64 a; u64 b; u64 c");
	file = synth_test_get_file(test, NAME);
	expect_not_recorded(test, file);
	expect_recorded(test, synth_test_enable(test, NAME));
	synth_test_put_file(test, file);
	expect_not_recorded(test, synth_test_get_file(test, NAME));
}

static int set_soft_mode(struct trace_event_file *file, bool on)
{
	guard(mutex)(&event_mutex);
	return trace_event_enable_disable(file, on, 1);
}

/* Soft mode, in which the tracepoint is enabled but the event is not recorded, as for triggers. */
static void test_soft_disabled(struct kunit *test)
{
	struct trace_event_file *file;

	synth_test_define(test, NAME " u64 a; u64 b; u64 c");
	file = synth_test_get_file(test, NAME);
	KUNIT_ASSERT_EQ(test, set_soft_mode(file, true), 0);
	KUNIT_EXPECT_TRUE(test, file->flags & EVENT_FILE_FL_ENABLED);
	expect_not_recorded(test, file);

	clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	expect_recorded(test, file);
	set_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	expect_not_recorded(test, file);
	KUNIT_EXPECT_EQ(test, set_soft_mode(file, false), 0);
	KUNIT_EXPECT_FALSE(test, file->flags & EVENT_FILE_FL_ENABLED);
}

static void test_tracing_off(struct kunit *test)
{
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a; u64 b; u64 c");

	tracer_tracing_off(file->tr);
	expect_not_recorded(test, file);
	tracer_tracing_on(file->tr);
	expect_recorded(test, file);
}

/* Work item that disables the event from another CPU. */
struct disabler {
	struct work_struct work;
	struct trace_array *tr;
	int ret;
	struct completion done;
};

static void disable_event(struct work_struct *work)
{
	struct disabler *disabler = container_of(work, struct disabler, work);

	disabler->ret = trace_array_set_clr_event(disabler->tr, SYNTH_SYSTEM, NAME, false);
	complete(&disabler->done);
}

/* The caller has disabled preemption, so busy-wait for the work item. */
static bool disable_elsewhere(struct disabler *disabler)
{
	unsigned long timeout = jiffies + 30 * HZ;

	schedule_work_on(cpumask_any_but(cpu_online_mask, smp_processor_id()), &disabler->work);
	while (!completion_done(&disabler->done))
		if (time_after(jiffies, timeout))
			return false;
	return true;
}

/* An event that is disabled between start and end is still recorded; the next one is not. */
static void test_disabled_in_between(struct kunit *test)
{
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a; u64 b; u64 c");
	u64 expected[] = { 1, 2, 3 };
	struct synth_event_trace_state state;
	struct disabler *disabler;
	bool disabled;
	int ret;

	if (num_online_cpus() < 2)
		kunit_skip(test, "there is but one CPU");
	disabler = kunit_kzalloc(test, sizeof(*disabler), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, disabler);
	disabler->tr = file->tr;
	init_completion(&disabler->done);
	INIT_WORK(&disabler->work, disable_event);

	ret = synth_event_trace_start(file, &state);
	ret = ret ?: synth_event_add_next_val(1, &state);
	disabled = disable_elsewhere(disabler);
	ret = ret ?: synth_event_add_next_val(2, &state);
	ret = ret ?: synth_event_add_next_val(3, &state);
	ret = synth_event_trace_end(&state) ?: ret;
	flush_work(&disabler->work);

	KUNIT_EXPECT_TRUE(test, disabled);
	KUNIT_EXPECT_EQ(test, disabler->ret, 0);
	KUNIT_EXPECT_EQ(test, ret, 0);
	synth_test_expect_bytes(test, file, expected, sizeof(expected));
	expect_not_recorded(test, file);
}

/* Nesting levels that the ring buffer allows, see NEST_LEVELS_MAX in ring_buffer.c. */
#define NEST_LEVELS	7

/* Start nested traces of an event, one more than the ring buffer allows, and end them. */
static int fire_nested(struct trace_event_file *file, unsigned long *overrun)
{
	struct trace_buffer *buffer = file->tr->array_buffer.buffer;
	struct synth_event_trace_state state[NEST_LEVELS + 1];
	unsigned long before;
	int ret = 0, i, cpu;

	guard(preempt_notrace)();
	cpu = smp_processor_id();
	before = ring_buffer_nest_overrun_cpu(buffer, cpu);
	for (i = 0; i <= NEST_LEVELS; i++) {
		ret = ret ?: synth_event_trace_start(file, &state[i]);
		ret = ret ?: synth_event_add_next_val(i, &state[i]);
	}
	*overrun = ring_buffer_nest_overrun_cpu(buffer, cpu) - before;
	while (i--)
		ret = synth_event_trace_end(&state[i]) ?: ret;
	return ret;
}

/* The ring buffer counts the excess trace as an overrun, and its nesting state is restored. */
static void test_nested(struct kunit *test)
{
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a");
	const struct synth_test_record *record;
	unsigned long overrun;
	int round;
	u64 i, val;

	for (round = 0; round < 3; round++) {
		KUNIT_EXPECT_EQ(test, fire_nested(file, &overrun), 0);
		KUNIT_EXPECT_EQ(test, overrun, 1);
		for (i = 0; i < NEST_LEVELS; i++) {
			record = synth_test_read(test, file->tr);
			KUNIT_ASSERT_NOT_NULL(test, record);
			memcpy(&val, record->data + sizeof(struct trace_entry), sizeof(val));
			KUNIT_EXPECT_EQ(test, val, i);
		}
		synth_test_expect_none(test);
	}
}

static void destroy_instance(void *tr)
{
	trace_array_put(tr);
	WARN_ON(trace_array_destroy(tr));
}

/* Create a second instance, which is removed when the test ends. */
static struct trace_array *second_instance(struct kunit *test)
{
	struct trace_array *tr = trace_array_get_by_name("kunit_synth2", SYNTH_SYSTEM);

	KUNIT_ASSERT_NOT_NULL(test, tr);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, destroy_instance, tr), 0);
	tr->trace_flags &= ~TRACE_ITER(RECORD_CMD);
	return tr;
}

/* The in-kernel API traces an event in the instance of the given file only. */
static void test_two_instances(struct kunit *test)
{
	struct trace_event_file *file = synth_test_open(test, NAME " u64 a; u64 b; u64 c");
	struct trace_array *second = second_instance(test);
	const struct synth_test_record *record;
	u64 vals[VALS_MAX] = { 1, 2, 3 };

	KUNIT_ASSERT_EQ(test, trace_array_set_clr_event(second, SYNTH_SYSTEM, NAME, true), 0);
	expect_recorded(test, file);
	KUNIT_EXPECT_NULL(test, synth_test_read(test, second));

	/* synth_emit(), which histograms use, traces the event in all instances. */
	preempt_disable();
	synth_emit(synth_event_of_call(file->event_call), vals);
	preempt_enable();
	synth_test_expect_bytes(test, file, vals, 3 * sizeof(u64));
	record = synth_test_read(test, second);
	KUNIT_EXPECT_NULL(test, synth_test_read(test, second));
	trace_array_set_clr_event(second, SYNTH_SYSTEM, NAME, false);
	KUNIT_ASSERT_NOT_NULL(test, record);
	KUNIT_EXPECT_EQ(test, record->type, file->event_call->event.type);
	KUNIT_EXPECT_MEMEQ(test, record->data + sizeof(struct trace_entry), vals,
			   3 * sizeof(u64));
}

/* A record of SYNTH_RECORD_MAX bytes: strings of 256 bytes, and one that fills the rest. */
struct longest_case {
	const char *desc;
	const char *type;
	u32 long_field;
	u32 last_field;
	bool is_dynamic;
};

static const struct longest_case longest_cases[] = {
	{ "fixed", "char[256]", SYNTH_STRING_MAX, 208, false },
	{ "dynamic", "char[]", 8 + SYNTH_STRING_MAX, 88, true },
};

KUNIT_ARRAY_PARAM_DESC(longest, longest_cases, desc);

#define LONGEST_FIELDS	16

static const char *longest_definition(struct kunit *test, const struct longest_case *c,
				      unsigned int last)
{
	char *text = kunit_kzalloc(test, SZ_1K, GFP_KERNEL);
	unsigned int i;
	size_t len;

	KUNIT_ASSERT_NOT_NULL(test, text);
	len = scnprintf(text, SZ_1K, NAME);
	for (i = 0; i < LONGEST_FIELDS - 1; i++)
		len += scnprintf(text + len, SZ_1K - len, " %s f%u;", c->type, i);
	scnprintf(text + len, SZ_1K - len, " char[%u] last", last);
	return text;
}

/* Expect a record of SYNTH_RECORD_MAX bytes in which every string has its maximum length. */
static void expect_longest(struct kunit *test, struct trace_event_file *file,
			   const struct longest_case *c, const char *x)
{
	u32 head = sizeof(struct trace_entry), n = LONGEST_FIELDS - 1, i;
	const struct synth_test_record *record = synth_test_only(test, file);
	u32 slot = c->is_dynamic ? 8 : SYNTH_STRING_MAX;
	const u8 *data = record->data + head;

	KUNIT_EXPECT_EQ(test, record->size, SYNTH_RECORD_MAX);
	for (i = 0; i < n; i++) {
		const struct trace_dynamic_info *loc = (void *)(data + i * slot);
		u32 at = c->is_dynamic ? n * slot + c->last_field + i * SYNTH_STRING_MAX :
					 i * slot;

		if (c->is_dynamic) {
			KUNIT_EXPECT_EQ(test, loc->offset, head + at);
			KUNIT_EXPECT_EQ(test, loc->len, SYNTH_STRING_MAX);
		}
		KUNIT_EXPECT_MEMEQ(test, data + at, x, SYNTH_STRING_MAX);
	}
	KUNIT_EXPECT_MEMEQ(test, data + n * slot, x, c->last_field - 1);
	KUNIT_EXPECT_EQ(test, data[n * slot + c->last_field - 1], 0);
}

static void test_longest(struct kunit *test)
{
	const struct longest_case *c = test->param_value;
	u32 size = (LONGEST_FIELDS - 1) * c->long_field + c->last_field;
	u64 vals[LONGEST_FIELDS];
	struct trace_event_file *file;
	int whole;

	KUNIT_ASSERT_EQ(test, sizeof(struct trace_entry) + size, SYNTH_RECORD_MAX);
	KUNIT_EXPECT_EQ(test, synth_event_define(longest_definition(test, c, c->last_field + 1),
						 NULL), -EINVAL);
	file = synth_test_open(test, longest_definition(test, c, c->last_field));
	memset64(vals, (unsigned long)X255, LONGEST_FIELDS);

	/* The second round uses absolute timestamps, which take room in front of the record. */
	for (whole = 0; whole <= 1; whole++) {
		ring_buffer_set_time_stamp_abs(file->tr->array_buffer.buffer, whole);
		KUNIT_EXPECT_EQ(test, trace_by_api(file, ARRAY, vals, LONGEST_FIELDS), 0);
		expect_longest(test, file, c, X255);
		if (c->is_dynamic)
			continue;
		KUNIT_EXPECT_EQ(test, trace_by_api(file, IN_ORDER, vals, LONGEST_FIELDS), 0);
		expect_longest(test, file, c, X255);
	}
	ring_buffer_set_time_stamp_abs(file->tr->array_buffer.buffer, false);
}

static struct kunit_case synth_trace_cases[] = {
	KUNIT_CASE_PARAM(test_number, number_gen_params),
	KUNIT_CASE_PARAM(test_string, string_gen_params),
	KUNIT_CASE(test_string_breaks_off),
	KUNIT_CASE_PARAM(test_dynamic_string, dynamic_gen_params),
	KUNIT_CASE_PARAM(test_stack, stack_gen_params),
	KUNIT_CASE(test_no_stack),
	KUNIT_CASE(test_unreadable_stack),
	KUNIT_CASE(test_wrong_number_of_vals),
	KUNIT_CASE(test_wrong_file),
	KUNIT_CASE(test_no_state),
	KUNIT_CASE(test_dynamic_is_not_open),
	KUNIT_CASE_PARAM(test_script, script_gen_params),
	KUNIT_CASE(test_disabled),
	KUNIT_CASE(test_soft_disabled),
	KUNIT_CASE(test_tracing_off),
	KUNIT_CASE(test_disabled_in_between),
	KUNIT_CASE(test_nested),
	KUNIT_CASE(test_two_instances),
	KUNIT_CASE_PARAM(test_longest, longest_gen_params),
	{}
};

static struct kunit_suite synth_trace_suite = {
	.name = "synth_trace",
	.suite_init = synth_test_create_instance,
	.suite_exit = synth_test_remove_instance,
	.init = synth_test_init,
	.test_cases = synth_trace_cases,
};

kunit_test_suite(synth_trace_suite);
