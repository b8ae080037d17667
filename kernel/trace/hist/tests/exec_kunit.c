// SPDX-License-Identifier: GPL-2.0
/*
 * Test the execution of programs on mock records: the words of the key, the sums, and the
 * counts of dropped events.
 *
 * The tests run in process context and disable preemption around the execution. hist_exec()
 * takes no lock and must not fault, even on invalid pointers in a record.
 */
#include <kunit/test.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>

#include "../../tests/command_kunit.h"
#include "../compile/compile.h"
#include "../run/context.h"
#include "../run/exec.h"
#include "../run/notify.h"
#include "kunit_helpers.h"

static struct mock_record *new_record(struct kunit *test)
{
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, record);
	return record;
}

/* Compile a histogram and execute it for one event. */
static struct hist_trigger_data *hit_one(struct kunit *test, const char *text,
					 const struct mock_record *record)
{
	struct hist_trigger_data *data = hist_test_compile(test, text, &mock_event);

	hist_test_attach(test, data);
	hist_test_hit(data, record);
	return data;
}

/* Return the snapshot of a histogram that must have exactly one entry with one hit. */
static struct tracing_map_snapshot *only_row(struct kunit *test,
					     const struct hist_trigger_data *data)
{
	struct tracing_map_snapshot *rows = hist_test_rows(test, data);

	KUNIT_ASSERT_EQ(test, rows->n_rows, 1);
	KUNIT_EXPECT_EQ(test, rows->dropped, 0);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 0), 1);
	return rows;
}

/* Execute a new histogram for one event and return the key of its entry. */
static const u64 *key_of(struct kunit *test, const char *text, const struct mock_record *record)
{
	return tracing_map_row_key(only_row(test, hit_one(test, text, record)), 0);
}

/* An integer in the record, and the expected word of the key and of the sum. */
struct number_case {
	const char *field;
	u64 stored;
	u64 expected;
};

static const struct number_case number_cases[] = {
	{ "num_u8", 0, 0 },
	{ "num_u8", 0x80, 0x80 },
	{ "num_u8", 0xff, 0xff },
	{ "num_s8", 0x7f, 0x7f },
	{ "num_s8", 0x80, -128ULL },
	{ "num_s8", 0xff, -1ULL },
	{ "num_u16", 0x8000, 0x8000 },
	{ "num_u16", 0xffff, 0xffff },
	{ "num_s16", 0x7fff, 0x7fff },
	{ "num_s16", 0x8000, -32768ULL },
	{ "num_u32", 0x80000000, 0x80000000 },
	{ "num_u32", 0xfedcba98, 0xfedcba98 },
	{ "num_s32", 0x7fffffff, 0x7fffffff },
	{ "num_s32", 0x80000000, 0xffffffff80000000 },
	{ "num_s32", -42ULL, -42ULL },
	{ "num_u64", 0x8000000000000000, 0x8000000000000000 },
	{ "num_u64", U64_MAX, U64_MAX },
	{ "num_s64", 0x7fffffffffffffff, 0x7fffffffffffffff },
	{ "num_s64", 0x8000000000000000, 0x8000000000000000 },

	/* Unaligned numbers. */
	{ "odd_u16", 0xfedc, 0xfedc },
	{ "odd_s16", 0xfedc, 0xfffffffffffffedc },
	{ "odd_u32", 0xfedcba98, 0xfedcba98 },
	{ "odd_s32", 0xfedcba98, 0xfffffffffedcba98 },
	{ "odd_u64", 0xfedcba9876543210, 0xfedcba9876543210 },
	{ "odd_s64", 0xfedcba9876543210, 0xfedcba9876543210 },

	{ "common_pid", 0x7fffffff, 0x7fffffff },
	{ "common_pid", -1ULL, -1ULL },
	{ "common_type", 0xffff, 0xffff },
	{ "common_preempt_count", 0xff, 0xff },
};

static void number_desc(const struct number_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %llx", c->field, c->stored);
}

KUNIT_ARRAY_PARAM(number, number_cases, number_desc);

static void test_load_number(struct kunit *test)
{
	const struct number_case *c = test->param_value;
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	char text[64];

	/* Nonzero bytes around the field must not leak into the value. */
	memset(record, 0x5a, sizeof(*record));
	mock_set_number(record, c->field, c->stored);
	snprintf(text, sizeof(text), "hist:keys=%s:vals=%s", c->field, c->field);
	rows = only_row(test, hit_one(test, text, record));
	KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[0], c->expected);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 1), c->expected);
}

/* A field with a modifier, the stored value, and the expected word of the key. */
static const struct number_case transformed_cases[] = {
	/* The exponent of the smallest power of two that is not less than the value; 0 for 0. */
	{ "num_u64.log2", 0, 0 },
	{ "num_u64.log2", 1, 0 },
	{ "num_u64.log2", 2, 1 },
	{ "num_u64.log2", 3, 2 },
	{ "num_u64.log2", 4, 2 },
	{ "num_u64.log2", 5, 3 },
	{ "num_u64.log2", 1ULL << 32, 32 },
	{ "num_u64.log2", (1ULL << 32) + 1, 33 },
	{ "num_u64.log2", 1ULL << 63, 63 },
	{ "num_u64.log2", (1ULL << 63) + 1, 64 },
	{ "num_u64.log2", U64_MAX, 64 },
	{ "num_u8.log2", 255, 8 },
	{ "num_s8.log2", 127, 7 },
	{ "num_s32.log2", -1ULL, 64 },

	{ "num_u64.buckets=10", 0, 0 },
	{ "num_u64.buckets=10", 9, 0 },
	{ "num_u64.buckets=10", 10, 10 },
	{ "num_u64.buckets=10", U64_MAX, 18446744073709551610ULL },
	{ "num_u64.buckets=1", 7, 7 },
	{ "num_u64.buckets=18446744073709551615", U64_MAX - 1, 0 },
	{ "num_u64.buckets=18446744073709551615", U64_MAX, U64_MAX },
	{ "num_u8.buckets=100", 255, 200 },

	/* Buckets of negative numbers have the same width: the division rounds down. */
	{ "num_s64.buckets=10", 9, 0 },
	{ "num_s64.buckets=10", 10, 10 },
	{ "num_s64.buckets=10", 0, 0 },
	{ "num_s64.buckets=10", -1ULL, -10ULL },
	{ "num_s64.buckets=10", -10ULL, -10ULL },
	{ "num_s64.buckets=10", -11ULL, -20ULL },
	{ "num_s64.buckets=1", -5ULL, -5ULL },
	{ "num_s64.buckets=8", 1ULL << 63, 1ULL << 63 },
	{ "num_s8.buckets=3", -128ULL, -129ULL },
	{ "num_s8.buckets=3", 127, 126 },
	{ "num_s16.buckets=4096", -1ULL, -4096ULL },

	/* These modifiers change the display only, not the key. */
	{ "num_s64.hex", -5ULL, -5ULL },
	{ "num_u64.sym", 0xffffffff81000000, 0xffffffff81000000 },
	{ "num_u64.sym-offset", 3, 3 },
	{ "num_u64.symstr", 3, 3 },
	{ "num_s64.syscall", -1ULL, -1ULL },
	{ "common_pid.execname", 12, 12 },
};

KUNIT_ARRAY_PARAM(transformed, transformed_cases, number_desc);

static void test_transformed_number(struct kunit *test)
{
	const struct number_case *c = test->param_value;
	struct mock_record *record = new_record(test);
	char text[64], name[16];

	strscpy(name, c->field);
	*strchr(name, '.') = '\0';
	mock_set_number(record, name, c->stored);
	snprintf(text, sizeof(text), "hist:keys=%s", c->field);
	KUNIT_EXPECT_EQ(test, key_of(test, text, record)[0], c->expected);
}

/* Sums have 64 bits and a sign, independent of the size of the field; they wrap around. */
static void test_sums(struct kunit *test)
{
	static const char text[] = "hist:keys=num_u8:vals=num_s8,num_u32,num_u64";
	struct hist_trigger_data *data = hist_test_compile(test, text, &mock_event);
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;

	hist_test_attach(test, data);
	mock_set_number(record, "num_s8", -100ULL);
	mock_set_number(record, "num_u32", U32_MAX);
	mock_set_number(record, "num_u64", 1ULL << 63);
	hist_test_hit(data, record);
	hist_test_hit(data, record);
	hist_test_hit(data, record);

	rows = hist_test_rows(test, data);
	KUNIT_ASSERT_EQ(test, rows->n_rows, 1);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 0), 3);
	KUNIT_EXPECT_EQ(test, (s64)tracing_map_row_sum(rows, 0, 1), -300);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 2), 3ULL * U32_MAX);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 3), 1ULL << 63);
}

/* The maximum number of keys and values. */
static void test_max_fields(struct kunit *test)
{
	static const char text[] = "hist:"
		"keys=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64:"
		"vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
		"odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type";
	static const char * const names[] = {
		"num_u8", "num_s8", "num_u16", "num_s16", "num_u32", "num_s32", "num_u64",
		"num_s64", "odd_u16", "odd_s16", "odd_u32", "odd_s32", "odd_u64", "odd_s64",
		"common_pid", "common_type",
	};
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		mock_set_number(record, names[i], i + 1);
	rows = only_row(test, hit_one(test, text, record));
	for (i = 0; i < HIST_KEYS_MAX; i++)
		KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[i], i + 1);
	KUNIT_ASSERT_EQ(test, rows->n_sums, HIST_VALS_MAX + 1);
	for (i = 0; i < HIST_VALS_MAX; i++)
		KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, i + 1), i + 1);
}

/* Where the record of a case holds the string. */
enum string_location { IN_TEXT, IN_TAG, IN_BIG, BY_DYN, BY_REL, BY_PTR };

struct string_case {
	const char *field;
	enum string_location place;
	/* Length of the string, and length of the part that the key must hold. */
	unsigned int len;
	unsigned int kept;
	/* Length in the location word of the field; the NUL may be beyond it. */
	unsigned int room;
};

static const struct string_case string_cases[] = {
	{ "text", IN_TEXT, 0, 0 },
	{ "text", IN_TEXT, 5, 5 },
	{ "text", IN_TEXT, 15, 15 },
	/* The string fills the field and has no NUL. */
	{ "text", IN_TEXT, 16, 16 },
	{ "tag", IN_TAG, 2, 2 },
	{ "tag", IN_TAG, 3, 3 },
	{ "big", IN_BIG, 199, 199 },
	{ "big", IN_BIG, 200, 200 },

	{ "dyn", BY_DYN, 0, 0, 0 },
	{ "dyn", BY_DYN, 0, 0, 1 },
	{ "dyn", BY_DYN, 5, 5, 6 },
	{ "dyn", BY_DYN, 5, 5, 5 },
	{ "dyn", BY_DYN, 5, 3, 3 },
	{ "dyn", BY_DYN, 254, 254, 255 },
	{ "dyn", BY_DYN, 255, 255, 256 },
	{ "dyn", BY_DYN, 256, 255, 257 },
	{ "dyn", BY_DYN, 600, 255, 601 },
	{ "dyn2", BY_DYN, 600, 255, 600 },
	{ "rel", BY_REL, 0, 0, 1 },
	{ "rel", BY_REL, 7, 7, 8 },
	{ "rel", BY_REL, 7, 6, 6 },
	{ "rel2", BY_REL, 600, 255, 601 },
	{ "ptr", BY_PTR, 0, 0 },
	{ "ptr", BY_PTR, 7, 7 },
	{ "ptr", BY_PTR, 255, 255 },
	{ "ptr", BY_PTR, 256, 255 },
	{ "ptr", BY_PTR, 600, 255 },
};

static void string_desc(const struct string_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %u of %u", c->field, c->room, c->len);
}

KUNIT_ARRAY_PARAM(string, string_cases, string_desc);

static void put_string(struct mock_record *record, const struct string_case *c,
		       const char *string)
{
	u32 loc = mock_put_data(record, 1, string, c->len + 1) & 0xffff;

	loc |= c->room << 16;
	switch (c->place) {
	case IN_TEXT:
		memcpy(record->text, string, min(c->len + 1, sizeof(record->text)));
		break;
	case IN_TAG:
		memcpy(record->tag, string, min(c->len + 1, sizeof(record->tag)));
		break;
	case IN_BIG:
		memcpy(record->big, string, min(c->len + 1, sizeof(record->big)));
		break;
	case BY_DYN:
		record->dyn = loc;
		record->dyn2 = loc;
		break;
	case BY_REL:
		record->rel = mock_relative(loc, offsetof(struct mock_record, rel));
		record->rel2 = mock_relative(loc, offsetof(struct mock_record, rel2));
		break;
	case BY_PTR:
		record->ptr = string;
		break;
	}
}

static void test_string(struct kunit *test)
{
	const struct string_case *c = test->param_value;
	struct mock_record *record = new_record(test);
	char *string = kunit_kzalloc(test, 1024, GFP_KERNEL);
	const struct hist_trigger_data *data;
	const char *key;
	char text[64];
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, string);
	for (i = 0; i < c->len; i++)
		string[i] = 'a' + i % 26;
	/* The bytes after the string must be nonzero. */
	memset(record, 0x5a, sizeof(*record));
	put_string(record, c, string);

	/* A second key field after the string, which the string must not overwrite. */
	snprintf(text, sizeof(text), "hist:keys=%s,num_u64", c->field);
	record->num_u64 = 0x0123456789abcdef;
	data = hit_one(test, text, record);
	key = (const char *)tracing_map_row_key(only_row(test, data), 0);

	KUNIT_EXPECT_MEMEQ(test, key, string, c->kept);
	KUNIT_EXPECT_NULL(test, memchr_inv(key + c->kept, 0, data->fields[1].value.size - c->kept));
	KUNIT_EXPECT_EQ(test, *(const u64 *)(key + data->fields[1].value.size), 0x0123456789abcdef);
}

/* Equal strings make equal keys, independent of the bytes after the NUL in the record. */
static void test_equal_strings(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=text,dyn,rel", &mock_event);
	struct mock_record *record = new_record(test);
	unsigned int i;
	u32 loc;

	hist_test_attach(test, data);
	for (i = 0; i < 3; i++) {
		memset(record, 'A' + i, sizeof(*record));
		loc = mock_put_data(record, 10 * i, "same", 5);
		strscpy(record->text, "same");
		record->dyn = loc;
		record->rel = mock_relative(loc, offsetof(struct mock_record, rel));
		hist_test_hit(data, record);
	}
	KUNIT_EXPECT_EQ(test, hist_test_rows(test, data)->n_rows, 1);

	strscpy(record->text, "other");
	hist_test_hit(data, record);
	KUNIT_EXPECT_EQ(test, hist_test_rows(test, data)->n_rows, 2);
}

/* Two dynamic strings of one record are separate parts of the key. */
static void test_two_dynamic_strings(struct kunit *test)
{
	struct mock_record *record = new_record(test);
	const char *key;

	record->dyn = mock_put_data(record, 0, "first", 6);
	record->dyn2 = mock_put_data(record, 6, "the second", 11);
	key = (const char *)key_of(test, "hist:keys=dyn,dyn2", record);
	KUNIT_EXPECT_STREQ(test, key, "first");
	KUNIT_EXPECT_STREQ(test, key + HIST_STR_MAX, "the second");
}

/* An invalid pointer makes an empty string and must not cause an oops. */
static void test_bad_pointer(struct kunit *test)
{
	/* On 32 bits, the kernel's address space begins directly at TASK_SIZE_MAX. */
	const unsigned long end = IS_ENABLED(CONFIG_64BIT) ? TASK_SIZE_MAX : TASK_SIZE_MAX - 2;
	const unsigned long addrs[] = { 0, 1, 0xfff, TASK_SIZE_MAX - 1, end,
					TRACE_TEST_NOWHERE, ULONG_MAX };
	struct mock_record *record = new_record(test);
	const u64 *key;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(addrs); i++) {
		record->ptr = (const char *)addrs[i];
		key = key_of(test, "hist:keys=ptr", record);
		KUNIT_EXPECT_NULL_MSG(test, memchr_inv(key, 0, HIST_STR_MAX), "%lx", addrs[i]);
	}
}

/*
 * A recorded stack trace: words in the record (@n_words, from the location word), the number of
 * entries that its first word claims (@count), and the number of entries that the key must hold.
 */
struct stack_case {
	unsigned int n_words;
	unsigned long count;
	unsigned int kept;
};

static const struct stack_case stack_cases[] = {
	{ 0, 0, 0 },
	{ 1, 0, 0 },
	{ 1, 5, 0 },
	{ 4, 0, 0 },
	{ 4, 3, 3 },
	{ 4, 2, 2 },
	{ 4, 4, 3 },
	{ 4, ULONG_MAX, 3 },
	{ 17, 16, 16 },
	{ 18, 17, 16 },
	{ 65, 64, 16 },
	{ 65, BIT(BITS_PER_LONG / 2), 16 },
};

static void stack_desc(const struct stack_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%lx in %u", c->count, c->n_words);
}

KUNIT_ARRAY_PARAM(stack, stack_cases, stack_desc);

static void test_recorded_stack(struct kunit *test)
{
	const struct stack_case *c = test->param_value;
	struct mock_record *record = new_record(test);
	unsigned long trace[65];
	const u64 *key;
	unsigned int i;

	trace[0] = c->count;
	for (i = 1; i < ARRAY_SIZE(trace); i++)
		trace[i] = 0x1000 + i;
	/* Offset 3 makes the stack trace unaligned. */
	record->stack = mock_put_data(record, 3, trace, sizeof(trace)) & 0xffff;
	record->stack |= c->n_words * sizeof(long) << 16;

	key = key_of(test, "hist:keys=stack", record);
	for (i = 0; i < c->kept; i++)
		KUNIT_EXPECT_EQ(test, key[i], 0x1001 + i);
	for (; i < HIST_STACK_DEPTH; i++)
		KUNIT_EXPECT_EQ(test, key[i], 0);
}

/*
 * Recurse @depth times, so that the stack has enough frames, then execute the histogram. The calls
 * at even and at odd depths have different return addresses.
 */
static noinline unsigned int hit_from_deep(const struct hist_trigger_data *data,
					   const struct mock_record *record,
					   unsigned long *trace, unsigned int room,
					   unsigned int depth)
{
	unsigned int n;

	if (depth % 2) {
		n = hit_from_deep(data, record, trace, room, depth - 1);
		barrier();
	} else if (depth) {
		n = hit_from_deep(data, record, trace, room, depth - 1);
	} else {
		n = stack_trace_save(trace, room, 0);
		preempt_disable();
		hist_exec(data, record, _RET_IP_);
		preempt_enable();
	}
	/* Prevent a tail call, which would remove the frame. */
	barrier();
	return n;
}

/*
 * The key omits all entries up to the return address that the caller of hist_exec() passes. In this
 * test, it is the second entry of a stack trace.
 */
static void test_kernel_stack(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=common_stacktrace", &mock_event);
	struct mock_record *record = new_record(test);
	unsigned long trace[32] = {};
	const u64 *key;
	unsigned int i, n;

	hist_test_attach(test, data);
	n = hit_from_deep(data, record, trace, ARRAY_SIZE(trace), 20);
	KUNIT_ASSERT_GT(test, n, 2 + HIST_STACK_DEPTH);
	KUNIT_EXPECT_NE(test, trace[2], trace[3]);
	key = tracing_map_row_key(only_row(test, data), 0);
	for (i = 0; i < HIST_STACK_DEPTH; i++)
		KUNIT_EXPECT_EQ_MSG(test, key[i], trace[2 + i], "entry %u: %pS, not %pS", i,
				    (void *)(unsigned long)key[i], (void *)trace[2 + i]);
}

static void test_comm(struct kunit *test)
{
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	const u64 *key;
	char comm[TASK_COMM_LEN] = {};

	strscpy(comm, current->comm);
	key = key_of(test, "hist:keys=common_comm", record);
	KUNIT_EXPECT_MEMEQ(test, key, comm, TASK_COMM_LEN);

	/* .execname stores the comm beside the key, in the on-stack and in the arena variant. */
	record->common_pid = 1234;
	rows = only_row(test, hit_one(test, "hist:keys=common_pid.execname", record));
	KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[0], 1234);
	KUNIT_EXPECT_MEMEQ(test, tracing_map_row_aux(rows, 0), comm, TASK_COMM_LEN);
	rows = only_row(test, hit_one(test, "hist:keys=dyn,common_pid.execname", record));
	KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[HIST_STR_MAX / sizeof(u64)], 1234);
	KUNIT_EXPECT_MEMEQ(test, tracing_map_row_aux(rows, 0), comm, TASK_COMM_LEN);
}

static void test_cpu(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=common_cpu:vals=cpu", &mock_event);
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	unsigned int cpu;

	hist_test_attach(test, data);
	migrate_disable();
	cpu = smp_processor_id();
	hist_test_hit(data, record);
	migrate_enable();
	rows = only_row(test, data);
	KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[0], cpu);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 1), cpu);
}

struct time_case {
	const char *clock;
	bool in_ns;
};

static const struct time_case time_cases[] = {
	{ "local", true },
	{ "global", true },
	{ "counter", false },
	{ "uptime", false },
	{ "perf", true },
	{ "mono", true },
	{ "mono_raw", true },
	{ "boot", true },
	{ "tai", true },
};

static void time_desc(const struct time_case *c, char *desc)
{
	strscpy(desc, c->clock, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(time, time_cases, time_desc);

/* An event reads its clock once: all timestamps in keys and values are equal. */
static void test_time(struct kunit *test)
{
	const struct time_case *c = test->param_value;
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	struct hist_trigger_data *data;
	u64 before, after, now, usecs;
	char text[128];

	snprintf(text, sizeof(text),
		 "hist:keys=common_timestamp,common_timestamp.usecs:"
		 "vals=common_timestamp,common_timestamp.usecs:clock=%s", c->clock);
	data = hist_test_compile(test, text, &mock_event);
	KUNIT_EXPECT_STREQ(test, hist_clock_name(data->program.clock), c->clock);
	KUNIT_EXPECT_EQ(test, hist_clock_in_ns(data->program.clock), c->in_ns);

	hist_test_attach(test, data);
	/* The local clock may differ between CPUs. */
	preempt_disable();
	before = hist_clock_read(data->program.clock);
	hist_test_hit(data, record);
	after = hist_clock_read(data->program.clock);
	preempt_enable();

	rows = only_row(test, data);
	now = tracing_map_row_key(rows, 0)[0];
	usecs = c->in_ns ? div_u64(now, NSEC_PER_USEC) : now;
	KUNIT_EXPECT_GE(test, now, before);
	KUNIT_EXPECT_LE(test, now, after);
	KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[1], usecs);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 1), now);
	KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, 0, 2), usecs);
}

/* An event with a new key is only counted as dropped if the map is full. */
static void test_full_map(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=num_u32:size=128:vals=num_u32", &mock_event);
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	unsigned int i;

	hist_test_attach(test, data);
	for (i = 0; i < 200; i++) {
		record->num_u32 = i;
		hist_test_hit(data, record);
	}
	rows = hist_test_rows(test, data);
	KUNIT_ASSERT_EQ(test, rows->n_rows, 128);
	KUNIT_EXPECT_EQ(test, rows->dropped, 200 - 128);
	for (i = 0; i < rows->n_rows; i++) {
		KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, i, 0), 1);
		KUNIT_EXPECT_EQ(test, tracing_map_row_sum(rows, i, 1), i);
	}
}

/* An event without a record is counted as dropped, unless the map is already unpublished. */
static void test_missed_record(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=num_u32", &mock_event);
	struct tracing_map *map = hist_test_attach(test, data);

	preempt_disable();
	hist_trigger_missed(data);
	hist_trigger_missed(data);
	RCU_INIT_POINTER(data->runtime.map, NULL);
	hist_trigger_missed(data);
	preempt_enable();

	KUNIT_EXPECT_EQ(test, tracing_map_dropped_for(map, TRACING_MAP_DROP_RECORD), 2);
	KUNIT_EXPECT_EQ(test, tracing_map_dropped(map), 2);
	KUNIT_EXPECT_EQ(test, tracing_map_total(map, 0), 0);
}

static struct kunit_case hist_exec_cases[] = {
	KUNIT_CASE_PARAM(test_load_number, number_gen_params),
	KUNIT_CASE_PARAM(test_transformed_number, transformed_gen_params),
	KUNIT_CASE(test_sums),
	KUNIT_CASE(test_max_fields),
	KUNIT_CASE_PARAM(test_string, string_gen_params),
	KUNIT_CASE(test_equal_strings),
	KUNIT_CASE(test_two_dynamic_strings),
	KUNIT_CASE(test_bad_pointer),
	KUNIT_CASE_PARAM(test_recorded_stack, stack_gen_params),
	KUNIT_CASE(test_kernel_stack),
	KUNIT_CASE(test_comm),
	KUNIT_CASE(test_cpu),
	KUNIT_CASE_PARAM(test_time, time_gen_params),
	KUNIT_CASE(test_full_map),
	KUNIT_CASE(test_missed_record),
	{}
};

static struct kunit_suite hist_exec_suite = {
	.name = "hist_exec",
	.test_cases = hist_exec_cases,
};

kunit_test_suite(hist_exec_suite);
