// SPDX-License-Identifier: GPL-2.0
/*
 * Test synthetic events as trace events: how they are defined, found and removed, what their
 * format files show, and how their records are printed.
 *
 * The tests run in process context, and take event_mutex to look up events. They print records
 * that they make themselves; they do not emit the events.
 */
#include <kunit/resource.h>
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/compiler.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/trace_seq.h>

#include "../../trace.h"
#include "../run/record.h"
#include "synth_test.h"

#define NAME	"kunit_event"
#define HEAD	sizeof(struct trace_entry)

static struct synth_event *find(const char *name)
{
	guard(mutex)(&event_mutex);
	return find_synth_event(name);
}

static void test_define(struct kunit *test)
{
	struct synth_event *event;

	KUNIT_EXPECT_NULL(test, find(NAME));
	event = synth_test_define(test, NAME " u64 lat; pid_t pid");
	KUNIT_EXPECT_PTR_EQ(test, find(NAME), event);
	KUNIT_EXPECT_STREQ(test, synth_event_name(event), NAME);
	KUNIT_EXPECT_STREQ(test, trace_event_name(&event->call), NAME);
	KUNIT_EXPECT_STREQ(test, event->call.class->system, "synthetic");
	KUNIT_EXPECT_TRUE(test, event->call.flags & TRACE_EVENT_FL_DYNAMIC);
	KUNIT_EXPECT_NULL(test, event->owner);
	KUNIT_EXPECT_PTR_EQ(test, synth_event_of_call(&event->call), event);

	/* A lookup compares the whole name. */
	KUNIT_EXPECT_NULL(test, find("kunit_even"));
	KUNIT_EXPECT_NULL(test, find("kunit_event_"));
	KUNIT_EXPECT_NULL(test, find(""));
	KUNIT_EXPECT_NULL(test, find("sched_switch"));
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
	KUNIT_EXPECT_NULL(test, find(NAME));
}

static void test_define_two(struct kunit *test)
{
	struct synth_event *one = synth_test_define(test, NAME " u64 a");
	struct synth_event *two = synth_test_define(test, NAME "2 u64 a");

	KUNIT_EXPECT_PTR_EQ(test, find(NAME), one);
	KUNIT_EXPECT_PTR_EQ(test, find(NAME "2"), two);
	KUNIT_EXPECT_NE(test, one->call.event.type, two->call.event.type);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), 0);
	KUNIT_EXPECT_PTR_EQ(test, find(NAME "2"), two);
}

/*
 * Definitions as written to synthetic_events or, with @is_dyn, to dynamic_events: the expected
 * result, and the line that dynamic_events shows after "s:synthetic/".
 */
struct form_case {
	const char *desc;
	const char *text;
	bool is_dyn;
	int err;
	const char *shown;
};

static const struct form_case form_cases[] = {
	{ "one field", NAME " int a", false, 0, NAME "\tint a" },
	{ "semicolon at the end", NAME " int a;", false, 0, NAME "\tint a" },
	{ "blanks", "  " NAME "\tint  a ;  char [8]b", false, -EINVAL },
	{ "many blanks", "  " NAME "\tint  a ;   u64\tb  ", false, 0, NAME "\tint a; u64 b" },
	{ "array behind the name", NAME " char a[8]", false, 0, NAME "\tchar[8] a" },
	{ "dynamic array behind the name", NAME " char a[]", false, 0, NAME "\tchar[] a" },
	{ "pointer", NAME " const char*a; struct task_struct **b", false, 0,
	  NAME "\tconst char * a; struct task_struct ** b" },
	{ "stack", NAME " unsigned long[] a", false, 0, NAME "\tunsigned long[] a" },
	{ "no field", NAME, false, -EINVAL },
	{ "nothing", "", false, -EINVAL },
	{ "no such type", NAME " integer a", false, -EINVAL },

	{ "dynamic_events", "s:" NAME " int a", true, 0, NAME "\tint a" },
	{ "dynamic_events, with system", "s:synthetic/" NAME " int a; u64 b", true, 0,
	  NAME "\tint a; u64 b" },
	{ "dynamic_events, other system", "s:other/" NAME " int a", true, -EINVAL },
	{ "dynamic_events, no name", "s: int a", true, -EINVAL },
	{ "dynamic_events, system only", "s:synthetic/ int a", true, -EINVAL },
	{ "dynamic_events, no field", "s:" NAME, true, -EINVAL },
	{ "dynamic_events, nothing", "s:", true, -EINVAL },
	{ "dynamic_events, unknown kind", "kunit_s:" NAME " int a", true, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(form, form_cases, desc);

static void delete_event(void *unused)
{
	synth_event_delete(NAME);
}

/* Return the line that dynamic_events shows for an event. */
static const char *shown(struct kunit *test, struct synth_event *event)
{
	struct seq_file m = { .size = SZ_1K };
	int ret;

	m.buf = kunit_kzalloc(test, m.size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	scoped_guard(mutex, &event_mutex)
		ret = event->devent.ops->show(&m, &event->devent);
	KUNIT_EXPECT_EQ(test, ret, 0);
	KUNIT_ASSERT_LT(test, m.count, m.size);
	return m.buf;
}

/* The shown line without its newline is a command that defines an equal event. */
static void expect_shown(struct kunit *test, const char *expected)
{
	struct synth_event *event = find(NAME);
	char *command, text[128];

	KUNIT_ASSERT_NOT_NULL(test, event);
	snprintf(text, sizeof(text), "s:synthetic/%s\n", expected);
	command = kunit_kstrdup(test, shown(test, event), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, command);
	KUNIT_EXPECT_STREQ(test, command, text);

	KUNIT_ASSERT_EQ(test, synth_event_delete(NAME), 0);
	*strchrnul(command, '\n') = '\0';
	KUNIT_ASSERT_EQ(test, dyn_event_create(command, NULL), 0);
	KUNIT_EXPECT_STREQ(test, shown(test, find(NAME)), text);
}

static void test_form(struct kunit *test)
{
	const struct form_case *c = test->param_value;
	int ret = c->is_dyn ? dyn_event_create(c->text, NULL) : synth_event_define(c->text, NULL);

	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, delete_event, NULL), 0);
	KUNIT_EXPECT_EQ(test, ret, c->err);
	if (c->shown)
		expect_shown(test, c->shown);
	else
		KUNIT_EXPECT_NULL(test, find(NAME));
}

/* Removal commands as written to dynamic_events. */
struct removal_case {
	const char *text;
	int err;
};

static const struct removal_case removal_cases[] = {
	{ "-:" NAME, 0 },
	{ "-:synthetic/" NAME, 0 },
	{ "-:synthetic." NAME, 0 },
	{ "!s:" NAME, 0 },
	{ "!s:synthetic/" NAME " u64 a", 0 },
	/* The removal compares the name only, not the fields. */
	{ "-:" NAME " int b; int c", 0 },
	{ "-:kunit_even", -ENOENT },
	{ "-:kunit_event_", -ENOENT },
	{ "-:other/" NAME, -ENOENT },
	{ "-:/" NAME, -ENOENT },
	{ "-" NAME, -EINVAL },
};

static void removal_desc(const struct removal_case *c, char *desc)
{
	strscpy(desc, c->text, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(removal, removal_cases, removal_desc);

static void test_removal(struct kunit *test)
{
	const struct removal_case *c = test->param_value;

	synth_test_define(test, NAME " u64 a");
	KUNIT_EXPECT_EQ(test, dyn_event_release(c->text, NULL), c->err);
	KUNIT_EXPECT_EQ(test, synth_test_exists(NAME), c->err != 0);
}

static void test_name_taken(struct kunit *test)
{
	struct synth_event *event = synth_test_define(test, NAME " u64 a");

	KUNIT_EXPECT_EQ(test, synth_event_define(NAME " u64 a", NULL), -EEXIST);
	KUNIT_EXPECT_EQ(test, synth_event_define(NAME " int b; int c", NULL), -EEXIST);
	KUNIT_EXPECT_EQ(test, dyn_event_create("s:" NAME " int b", NULL), -EEXIST);
	KUNIT_EXPECT_PTR_EQ(test, find(NAME), event);
	KUNIT_EXPECT_EQ(test, event->layout->n_fields, 1);
}

/*
 * A probe event can be created in the system "synthetic". It is not a synthetic event, but its
 * name cannot be used for one.
 */
static void test_name_taken_by_probe(struct kunit *test)
{
	if (!IS_ENABLED(CONFIG_KPROBE_EVENTS))
		kunit_skip(test, "there are no probe events");

	KUNIT_ASSERT_EQ(test, dyn_event_create("p:synthetic/" NAME " vfs_read", NULL), 0);
	KUNIT_EXPECT_NULL(test, find(NAME));
	KUNIT_EXPECT_EQ(test, synth_event_define(NAME " u64 a", NULL), -EEXIST);
	KUNIT_EXPECT_EQ(test, synth_event_delete(NAME), -ENOENT);
	KUNIT_EXPECT_EQ(test, dyn_event_release("-:synthetic/" NAME, NULL), 0);

	/* A probe event of the same name in another system does not conflict. */
	KUNIT_ASSERT_EQ(test, dyn_event_create("p:kunit/" NAME " vfs_read", NULL), 0);
	synth_test_define(test, NAME " u64 a");
	KUNIT_EXPECT_EQ(test, dyn_event_release("-:kunit/" NAME, NULL), 0);
	KUNIT_EXPECT_NOT_NULL(test, find(NAME));
}

/* A field between two others: its entry in the format file and its part of print_fmt. */
struct field_case {
	const char *type;
	const char *shown;
	u32 size;
	bool is_signed;
	const char *format;
	const char *argument;
};

#define NUMBER	"REC->b"

static const struct field_case field_cases[] = {
	{ "u8", "u8", 1, false, "%u", NUMBER },
	{ "s8", "s8", 1, true, "%hhd", NUMBER },
	{ "char", "char", 1, true, "%hhd", NUMBER },
	{ "unsigned char", "unsigned char", 1, false, "%u", NUMBER },
	{ "u16", "u16", 2, false, "%u", NUMBER },
	{ "s16", "s16", 2, true, "%hd", NUMBER },
	{ "short", "short", 2, true, "%hd", NUMBER },
	{ "unsigned short", "unsigned short", 2, false, "%u", NUMBER },
	{ "u32", "u32", 4, false, "%u", NUMBER },
	{ "s32", "s32", 4, true, "%d", NUMBER },
	{ "int", "int", 4, true, "%d", NUMBER },
	{ "unsigned int", "unsigned int", 4, false, "%u", NUMBER },
	{ "u64", "u64", 8, false, "%llu", NUMBER },
	{ "s64", "s64", 8, true, "%lld", NUMBER },
	{ "long", "long", sizeof(long), true, "%ld", NUMBER },
	{ "unsigned long", "unsigned long", sizeof(long), false, "%lu", NUMBER },
	{ "long long", "long long", 8, true, "%lld", NUMBER },
	{ "unsigned long long", "unsigned long long", 8, false, "%llu", NUMBER },
	{ "size_t", "size_t", sizeof(size_t), false, "%zu", NUMBER },
	{ "pid_t", "pid_t", 4, true, "%d", NUMBER },
	{ "gfp_t", "gfp_t", 4, false, "%x", NUMBER },
	{ "bool", "bool", 1, false, "%d", NUMBER },
	{ "void *", "void *", sizeof(void *), false, "0x%lx", NUMBER },
	{ "const  struct  foo**", "const struct foo **", sizeof(void *), false, "0x%lx", NUMBER },

	{ "char[1]", "char[1]", 1, true, "%s", NUMBER },
	{ "char[16]", "char[16]", 16, true, "%s", NUMBER },
	{ "unsigned char[13]", "unsigned char[13]", 13, false, "%s", NUMBER },
	{ "char[256]", "char[256]", 256, true, "%s", NUMBER },
	{ "char[]", "__data_loc char[]", 4, true, "%s", "__get_str(b)" },
	{ "long[]", "__data_loc long[]", 4, true, "%s", "__get_stacktrace(b)" },
	{ "unsigned long[]", "__data_loc unsigned long[]", 4, false, "%s",
	  "__get_stacktrace(b)" },
};

static void field_desc(const struct field_case *c, char *desc)
{
	strscpy(desc, c->type, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(field, field_cases, field_desc);

static void expect_field(struct kunit *test, struct synth_event *event, char *name,
			 const char *type, u32 offset, u32 size, bool is_signed)
{
	struct ftrace_event_field *field;

	field = trace_find_event_field(&event->call, name);
	KUNIT_ASSERT_NOT_NULL(test, field);
	KUNIT_EXPECT_STREQ(test, field->type, type);
	KUNIT_EXPECT_EQ(test, field->offset, offset);
	KUNIT_EXPECT_EQ(test, field->size, size);
	KUNIT_EXPECT_EQ(test, (bool)field->is_signed, is_signed);
}

static void test_field(struct kunit *test)
{
	const struct field_case *c = test->param_value;
	struct synth_event *event;
	char text[128];

	snprintf(text, sizeof(text), NAME " u16 a; %s b; int c", c->type);
	event = synth_test_define(test, text);
	expect_field(test, event, "a", "u16", HEAD, 2, false);
	expect_field(test, event, "b", c->shown, HEAD + 8, c->size, c->is_signed);
	expect_field(test, event, "c", "int", HEAD + 8 + ALIGN(c->size, 8), 4, true);
	KUNIT_EXPECT_NULL(test, trace_find_event_field(&event->call, "d"));

	snprintf(text, sizeof(text), "\"a=%%u b=%s c=%%d\", REC->a, %s, REC->c", c->format,
		 c->argument);
	KUNIT_EXPECT_STREQ(test, event->call.print_fmt, text);
}

/* Filters and histograms use these members to find out the kind of a field. */
static void test_filter_types(struct kunit *test)
{
	struct synth_event *event =
		synth_test_define(test, NAME " char[16] a; char[] b; u64 c; long[] d");

	KUNIT_EXPECT_EQ(test, trace_find_event_field(&event->call, "a")->filter_type,
			FILTER_STATIC_STRING);
	KUNIT_EXPECT_EQ(test, trace_find_event_field(&event->call, "a")->len, 16);
	KUNIT_EXPECT_EQ(test, trace_find_event_field(&event->call, "b")->filter_type,
			FILTER_DYN_STRING);
	KUNIT_EXPECT_FALSE(test, is_string_field(trace_find_event_field(&event->call, "c")));
	KUNIT_EXPECT_EQ(test, trace_find_event_field(&event->call, "d")->filter_type,
			FILTER_STACKTRACE);
}

/* Print a record as the trace file does. */
static const char *printed(struct kunit *test, struct synth_event *event, void *record, u32 size)
{
	struct trace_iterator *iter = kunit_kzalloc(test, sizeof(*iter), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, iter);
	trace_seq_init(&iter->seq);
	iter->ent = record;
	iter->ent_size = size;
	KUNIT_EXPECT_EQ(test, event->call.event.funcs->trace(iter, 0, &event->call.event),
			TRACE_TYPE_HANDLED);
	KUNIT_EXPECT_FALSE(test, trace_seq_has_overflowed(&iter->seq));
	return seq_buf_str(&iter->seq.seq);
}

/* A number in a slot and its expected text. */
struct print_case {
	const char *type;
	union synth_slot slot;
	const char *text;
};

/* Nonzero bits beyond the field in its slot, which must not affect the printed number. */
#define DIRT	0x5a5a5a5a00000000ULL

static const struct print_case print_cases[] = {
	{ "u8", { .as_u64 = DIRT | 0xff }, "255" },
	{ "s8", { .as_u64 = DIRT | 0xff }, "-1" },
	{ "s8", { .as_u64 = DIRT | 0x80 }, "-128" },
	{ "s8", { .as_u64 = DIRT | 0x7f }, "127" },
	{ "char", { .as_u64 = 'A' }, "65" },
	{ "char", { .as_u64 = 0xff }, "-1" },
	{ "unsigned char", { .as_u64 = 0xff }, "255" },
	{ "bool", { .as_u64 = 0 }, "0" },
	{ "bool", { .as_u64 = 1 }, "1" },
	{ "u16", { .as_u64 = DIRT | 0xffff }, "65535" },
	{ "s16", { .as_u64 = DIRT | 0xfffe }, "-2" },
	{ "u32", { .as_u64 = DIRT | 0xffffffff }, "4294967295" },
	{ "int", { .as_u64 = DIRT | 0x80000000 }, "-2147483648" },
	{ "pid_t", { .as_u64 = DIRT | 1234 }, "1234" },
	{ "u64", { .as_u64 = U64_MAX }, "18446744073709551615" },
	{ "s64", { .as_u64 = 1ULL << 63 }, "-9223372036854775808" },
	{ "unsigned long", { .as_u64 = 1ULL << 31 }, "2147483648" },
#if BITS_PER_LONG == 64
	{ "unsigned long", { .as_u64 = 1ULL << 63 }, "9223372036854775808" },
#endif
	{ "size_t", { .as_u64 = 42 }, "42" },
	{ "void *", { .as_u64 = 0xdeadbeef }, "0xdeadbeef" },
	{ "struct foo **", { .as_u64 = 0 }, "0x0" },
	{ "gfp_t", { .as_u64 = (__force u32)GFP_KERNEL }, "cc0 (GFP_KERNEL)" },
	{ "gfp_t", { .as_u64 = (__force u32)__GFP_ZERO }, "100 (__GFP_ZERO)" },
	{ "gfp_t", { .as_u64 = (__force u32)(GFP_ATOMIC | __GFP_ZERO) },
	  "920 (GFP_ATOMIC|__GFP_ZERO)" },
};

static void print_desc(const struct print_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %s", c->type, c->text);
}

KUNIT_ARRAY_PARAM(print, print_cases, print_desc);

struct slots {
	struct trace_entry ent;
	union synth_slot slot[3];
	char data[40];
};

static void test_print_number(struct kunit *test)
{
	const struct print_case *c = test->param_value;
	struct slots record = { .slot = { { .as_u64 = 1 }, c->slot, { .as_u64 = 3 } } };
	struct synth_event *event;
	char text[128];

	snprintf(text, sizeof(text), NAME " u64 first; %s val; u64 last", c->type);
	event = synth_test_define(test, text);
	snprintf(text, sizeof(text), NAME ": first=1 val=%s last=3\n", c->text);
	KUNIT_EXPECT_STREQ(test, printed(test, event, &record, offsetof(struct slots, data)),
			   text);
}

/* A string that fills its field has no NUL. */
static void test_print_string(struct kunit *test)
{
	struct synth_event *event = synth_test_define(test, NAME " char[8] a; char[5] b; u8 c");
	struct slots record = { .slot[2].as_u64 = 7 };
	u32 size = offsetof(struct slots, data);

	KUNIT_EXPECT_STREQ(test, printed(test, event, &record, size), NAME ": a= b= c=7\n");
	memcpy(&record.slot[0], "thneed\0x", 8);
	memcpy(&record.slot[1], "ab cd\0xx", 8);
	KUNIT_EXPECT_STREQ(test, printed(test, event, &record, size),
			   NAME ": a=thneed b=ab cd c=7\n");
	memcpy(&record.slot[0], "12345678", 8);
	memcpy(&record.slot[1], "12345678", 8);
	KUNIT_EXPECT_STREQ(test, printed(test, event, &record, size),
			   NAME ": a=12345678 b=12345 c=7\n");
}

/* A record that is too short for its slots is printed as incomplete. */
static void test_print_truncated(struct kunit *test)
{
	struct synth_event *event = synth_test_define(test, NAME " u64 a; u64 b; u64 c");
	struct slots record = { .slot = { { .as_u64 = 1 }, { .as_u64 = 2 }, { .as_u64 = 3 } } };
	u32 whole = offsetof(struct slots, data), size;

	for (size = 0; size < whole; size++)
		KUNIT_EXPECT_STREQ_MSG(test, printed(test, event, &record, size),
				       NAME ": (incomplete)\n", "%u bytes", size);
	KUNIT_EXPECT_STREQ(test, printed(test, event, &record, whole), NAME ": a=1 b=2 c=3\n");
	/* The ring buffer may round up the size of a record. */
	KUNIT_EXPECT_STREQ(test, printed(test, event, &record, whole + 4),
			   NAME ": a=1 b=2 c=3\n");
}

/*
 * The location word of a dynamic string, with an offset from the start of the record, and the
 * expected text. A location beyond the record must not be read.
 */
struct location_case {
	const char *desc;
	int offset;
	u16 len;
	const char *text;
};

#define DATA	((int)offsetof(struct slots, data))
#define SIZE	((int)sizeof(struct slots))

static const struct location_case location_cases[] = {
	{ "empty", DATA, 0, "" },
	{ "a NUL only", DATA + 5, 1, "" },
	{ "a string", DATA, 6, "hello" },
	{ "a string without its NUL", DATA, 5, "hello" },
	{ "more than the string", DATA, 40, "hello" },
	{ "up to the end of the record", SIZE - 4, 4, "last" },
	{ "at the end of the record", SIZE, 0, "" },
	{ "one byte beyond the record", SIZE - 4, 5, "" },
	{ "behind the record", SIZE, 1, "" },
	{ "far away", U16_MAX, U16_MAX, "" },
	{ "longer than the record", DATA, U16_MAX, "" },
};

KUNIT_ARRAY_PARAM_DESC(location, location_cases, desc);

static void test_print_location(struct kunit *test)
{
	const struct location_case *c = test->param_value;
	struct synth_event *event = synth_test_define(test, NAME " u64 a; char[] b; u64 c");
	struct slots *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
	char text[64];

	KUNIT_ASSERT_NOT_NULL(test, record);
	record->slot[1].as_loc = (struct trace_dynamic_info){
		.offset = c->offset, .len = c->len,
	};
	memcpy(record->data, "hello", 6);
	memcpy(record->data + sizeof(record->data) - 4, "last", 4);
	snprintf(text, sizeof(text), NAME ": a=0 b=%s c=0\n", c->text);
	KUNIT_EXPECT_STREQ(test, printed(test, event, record, sizeof(*record)), text);
}

/*
 * The location word of a stack trace, and the number of entries that must be printed. The first
 * word at the location is the number of entries.
 */
struct stack_case {
	const char *desc;
	int offset;
	u16 len;
	unsigned int n_printed;
};

#define LONGS(n)	((int)((n) * sizeof(long)))
/* Offset of the stack trace, which ends at the end of the record. */
#define STACK		(SIZE - LONGS(5))

static const struct stack_case stack_cases[] = {
	{ "empty", STACK, LONGS(1), 0 },
	{ "one", STACK, LONGS(2), 1 },
	{ "four, up to the end of the record", STACK, LONGS(5), 4 },
	{ "without the number", STACK, 0, 0 },
	{ "with half a word", STACK, LONGS(5) / 2, 1 },
	{ "beyond the record", STACK, LONGS(6), 0 },
	{ "far away", U16_MAX, 40, 0 },
};

KUNIT_ARRAY_PARAM_DESC(stack, stack_cases, desc);

/* A stack trace ends its line; the last field must not add an empty line. */
static void test_print_stack(struct kunit *test)
{
	const struct stack_case *c = test->param_value;
	struct slots *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
	char *text = kunit_kzalloc(test, SZ_2K, GFP_KERNEL);
	unsigned long addr[5], some_code = (unsigned long)synth_test_define;
	struct synth_event *event;
	unsigned int i;
	size_t len;

	KUNIT_ASSERT_NOT_NULL(test, record);
	KUNIT_ASSERT_NOT_NULL(test, text);
	addr[0] = 4;
	/* Hide the address from the compiler, which must not fold an offset into a relocation. */
	OPTIMIZER_HIDE_VAR(some_code);
	for (i = 1; i < ARRAY_SIZE(addr); i++)
		addr[i] = some_code + i;
	memcpy((char *)record + STACK, addr, sizeof(addr));
	record->slot[0].as_loc = (struct trace_dynamic_info){
		.offset = c->offset, .len = c->len,
	};
	record->slot[2] = record->slot[0];

	len = scnprintf(text, SZ_2K, NAME ": st=STACK:\n");
	for (i = 1; i <= c->n_printed; i++)
		len += scnprintf(text + len, SZ_2K - len, "=> %pS\n", (void *)addr[i]);
	len += scnprintf(text + len, SZ_2K - len, "a=0 last=STACK:\n");
	for (i = 1; i <= c->n_printed; i++)
		len += scnprintf(text + len, SZ_2K - len, "=> %pS\n", (void *)addr[i]);

	event = synth_test_define(test, NAME " long[] st; u64 a; long[] last");
	KUNIT_EXPECT_STREQ(test, printed(test, event, record, sizeof(*record)), text);
}

static struct kunit_case synth_event_cases[] = {
	KUNIT_CASE(test_define),
	KUNIT_CASE(test_define_two),
	KUNIT_CASE_PARAM(test_form, form_gen_params),
	KUNIT_CASE_PARAM(test_removal, removal_gen_params),
	KUNIT_CASE(test_name_taken),
	KUNIT_CASE(test_name_taken_by_probe),
	KUNIT_CASE_PARAM(test_field, field_gen_params),
	KUNIT_CASE(test_filter_types),
	KUNIT_CASE_PARAM(test_print_number, print_gen_params),
	KUNIT_CASE(test_print_string),
	KUNIT_CASE(test_print_truncated),
	KUNIT_CASE_PARAM(test_print_location, location_gen_params),
	KUNIT_CASE_PARAM(test_print_stack, stack_gen_params),
	{}
};

static struct kunit_suite synth_event_suite = {
	.name = "synth_event",
	.init = synth_test_init,
	.test_cases = synth_event_cases,
};

kunit_test_suite(synth_event_suite);
