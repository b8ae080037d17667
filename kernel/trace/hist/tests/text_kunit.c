// SPDX-License-Identifier: GPL-2.0
/*
 * Test the text of the hist file, character by character, and the symbols of hist_folded. All else
 * of hist_folded is tested in user space.
 *
 * The lines of hist have the form of the base kernel's Documentation/trace/histogram.rst. Where
 * column widths have changed since that document was written, they are as Linux 6.12 prints them.
 *
 * The tests run in process context. They insert entries into the map directly, with preemption
 * disabled.
 */
#include <kunit/test.h>
#include <linux/kallsyms.h>

#include "../compile/compile.h"
#include "../run/exec.h"
#include "../show/folded.h"
#include "../show/text.h"
#include "kunit_helpers.h"

KUNIT_DEFINE_ACTION_WRAPPER(free_table, hist_table_snapshot_free, struct hist_table_snapshot *);

static struct hist_table_snapshot *take_table(struct kunit *test, struct hist_trigger_data *data,
					      const char *filter, bool paused)
{
	const struct tracing_map *map = rcu_dereference_protected(data->runtime.map, true);
	const struct hist_status status = {
		.filter = filter, .paused = paused, .size = data->size,
	};
	struct hist_table_snapshot *table = hist_table_snapshot_create(data, map, &status, NULL);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, table);
	KUNIT_ASSERT_EQ(test, kunit_add_action_or_reset(test, free_table, table), 0);
	return table;
}

static void expect_rows(struct kunit *test, struct hist_trigger_data *data, const char *expected)
{
	struct hist_table_snapshot *table = take_table(test, data, NULL, false);
	struct seq_file *m = hist_test_seq(test);
	unsigned int i;

	for (i = 0; i < tracing_map_n_all_rows(table->rows); i++)
		hist_show_any_row(m, table, i);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), expected);
}

/* Insert a key and add one value to each of its sums. */
static void count(struct kunit *test, const struct hist_trigger_data *data, const u64 *key,
		  const u64 *sums)
{
	struct tracing_map *map = rcu_dereference_protected(data->runtime.map, true);
	unsigned int i;
	int elt;

	preempt_disable();
	elt = tracing_map_insert(map, key);
	for (i = 0; elt >= 0 && i < data->n_sums; i++)
		tracing_map_add(map, elt, i, sums[i]);
	preempt_enable();
	KUNIT_EXPECT_GE(test, elt, 0);
}

static struct hist_trigger_data *new_histogram(struct kunit *test, const char *text,
					       const struct mock_event *event)
{
	struct hist_trigger_data *data = hist_test_compile(test, text, event);

	hist_test_attach(test, data);
	return data;
}

/* A histogram with one entry, whose key is a number, and the expected line. */
struct row_case {
	const char *text;
	u64 key;
	u64 sums[3];
	const char *line;
};

static const struct row_case row_cases[] = {
	/* Numbers as keys. */
	{ "hist:keys=bytes_req", 168, { 3 },
	  "{ bytes_req:        168 } hitcount:          3\n" },
	{ "hist:keys=call_site:vals=bytes_req", 18446744072106379007ULL, { 1, 176 },
	  "{ call_site: 18446744072106379007 } hitcount:          1  bytes_req:        176\n" },
	{ "hist:keys=node", -22ULL, { 2 },
	  "{ node:        -22 } hitcount:          2\n" },
	/* The longest numbers that are padded, and the shortest ones that are not. */
	{ "hist:keys=bytes_req", 999999999, { 9999999999 },
	  "{ bytes_req:  999999999 } hitcount: 9999999999\n" },
	{ "hist:keys=bytes_req", 10000000000, { 10000000000 },
	  "{ bytes_req: 10000000000 } hitcount: 10000000000\n" },
	{ "hist:keys=node", -99999999LL, { 100 },
	  "{ node:  -99999999 } hitcount:        100\n" },
	{ "hist:keys=node", -999999999LL, { 99 },
	  "{ node: -999999999 } hitcount:         99\n" },
	{ "hist:keys=node", -1000000000LL, { 10 },
	  "{ node: -1000000000 } hitcount:         10\n" },
	{ "hist:keys=node", S64_MIN, { 0 },
	  "{ node: -9223372036854775808 } hitcount:          0\n" },
	{ "hist:keys=accounted", 1, { 2 },
	  "{ accounted:          1 } hitcount:          2\n" },

	/* Modifiers of keys. */
	{ "hist:keys=bytes_req.hex", 0x1a0, { 6 },
	  "{ bytes_req: 1a0 } hitcount:          6\n" },
	{ "hist:keys=call_site.hex:vals=bytes_req", 0xffffffffa026b291, { 1, 433 },
	  "{ call_site: ffffffffa026b291 } hitcount:          1  bytes_req:        433\n" },
	{ "hist:keys=bytes_req.sym", 0xa8, { 3 },
	  "{ bytes_req: [a8] 0xa8                                          } "
	  "hitcount:          3\n" },
	{ "hist:keys=bytes_req.sym-offset", 0x280, { 3 },
	  "{ bytes_req: [280] 0x280                                                   } "
	  "hitcount:          3\n" },
	{ "hist:keys=bytes_req.syscall", 640, { 3 },
	  "{ bytes_req: unknown_syscall               [640] } hitcount:          3\n" },
#ifdef CONFIG_X86_64
	{ "hist:keys=bytes_req.syscall", 24, { 20 },
	  "{ bytes_req: sys_sched_yield               [ 24] } hitcount:         20\n" },
#endif
	{ "hist:keys=bytes_req.log2", 8, { 3 },
	  "{ bytes_req: ~ 2^8  } hitcount:          3\n" },
	{ "hist:keys=bytes_req.log2", 47, { 2 },
	  "{ bytes_req: ~ 2^47 } hitcount:          2\n" },
	{ "hist:keys=bytes_req.log2", 0, { 151 },
	  "{ bytes_req: ~ 2^0  } hitcount:        151\n" },
	{ "hist:keys=bytes_req.buckets=32", 160, { 3 },
	  "{ bytes_req: ~ 160-191 } hitcount:          3\n" },
	{ "hist:keys=bytes_req.buckets=10", 140540870291450, { 1 },
	  "{ bytes_req: ~ 140540870291450-140540870291459 } hitcount:          1\n" },
	{ "hist:keys=node.buckets=10", -10ULL, { 4 },
	  "{ node: ~ -10--1 } hitcount:          4\n" },
	/* The last bucket ends at the maximum of the type instead of wrapping around. */
	{ "hist:keys=bytes_req.buckets=10", U64_MAX - 5, { 1 },
	  "{ bytes_req: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n" },
	{ "hist:keys=bytes_req.buckets=18446744073709551615", U64_MAX, { 1 },
	  "{ bytes_req: ~ 18446744073709551615-18446744073709551615 } hitcount:          1\n" },
	{ "hist:keys=node.buckets=10", S64_MAX - 7, { 1 },
	  "{ node: ~ 9223372036854775800-9223372036854775807 } hitcount:          1\n" },
	{ "hist:keys=node.buckets=10", S64_MIN, { 1 },
	  "{ node: ~ -9223372036854775808--9223372036854775801 } hitcount:          1\n" },
	{ "hist:keys=node.buckets=18446744073709551615", S64_MIN, { 1 },
	  "{ node: ~ -9223372036854775808--1 } hitcount:          1\n" },
	{ "hist:keys=node.buckets=18446744073709551615", 0, { 1 },
	  "{ node: ~ 0-9223372036854775807 } hitcount:          1\n" },
	{ "hist:keys=common_timestamp", 8380744448, { 1 },
	  "{ common_timestamp: 8380744448 } hitcount:          1\n" },
	{ "hist:keys=common_timestamp.usecs", 8858368, { 1 },
	  "{ common_timestamp:    8858368 } hitcount:          1\n" },
	{ "hist:keys=cpu", 1, { 20 },
	  "{ common_cpu:          1 } hitcount:         20\n" },

	/* Values. */
	{ "hist:keys=bytes_alloc:vals=bytes_req.hex", 192, { 3, 0x1f8 },
	  "{ bytes_alloc:        192 } hitcount:          3  bytes_req:        1f8\n" },
	{ "hist:keys=bytes_alloc:vals=node", 192, { 3, -228ULL },
	  "{ bytes_alloc:        192 } hitcount:          3  node:       -228\n" },
	{ "hist:keys=bytes_alloc:vals=bytes_req,call_site", 64, { 1, 22345678901, U64_MAX },
	  "{ bytes_alloc:         64 } hitcount:          1  bytes_req: 22345678901  "
	  "call_site: 18446744073709551615\n" },
	{ "hist:keys=bytes_alloc:vals=bytes_req:nohitcount", 64, { 1, 5 },
	  "{ bytes_alloc:         64 }  bytes_req:          5\n" },
	{ "hist:keys=bytes_alloc.hex:vals=bytes_req.hex:nohitcount", 64, { 1, 5 },
	  "{ bytes_alloc: 40 }  bytes_req:          5\n" },
	{ "hist:keys=bytes_alloc:vals=hitcount.hex", 64, { 31 },
	  "{ bytes_alloc:         64 } hitcount:         31  hitcount:         1f\n" },

	/* A single entry has 100 percent, or 0 percent if the sum is 0. */
	{ "hist:keys=bytes_alloc:vals=bytes_req.percent,bytes_req.graph", 64, { 1, 7 },
	  "{ bytes_alloc:         64 } hitcount:          1  bytes_req (%): 100.00  "
	  "bytes_req: ####################\n" },
	{ "hist:keys=bytes_alloc:vals=bytes_req.percent,bytes_req.graph", 64, { 1, 0 },
	  "{ bytes_alloc:         64 } hitcount:          1  bytes_req (%):   0.00  "
	  "bytes_req:                     \n" },
	{ "hist:keys=bytes_alloc:vals=bytes_req.percent,bytes_req.graph", 64, { 1, U64_MAX },
	  "{ bytes_alloc:         64 } hitcount:          1  bytes_req (%): 100.00  "
	  "bytes_req: ####################\n" },
};

static void row_desc(const struct row_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %llx", c->text, c->key);
}

KUNIT_ARRAY_PARAM(row, row_cases, row_desc);

static void test_row(struct kunit *test)
{
	const struct row_case *c = test->param_value;
	struct hist_trigger_data *data = new_histogram(test, c->text, &mock_kmalloc);

	count(test, data, &c->key, c->sums);
	expect_rows(test, data, c->line);
}

/* Addresses of symbols vary, so the case has a format for the address and the symbol. */
struct symbol_case {
	const char *text;
	const char *format;
	bool address;
	bool offset;
};

static const struct symbol_case symbol_cases[] = {
	{ "hist:keys=call_site.sym", "{ call_site: [%lx] %-45s } hitcount:          1\n",
	  .address = true },
	{ "hist:keys=call_site.sym-offset", "{ call_site: [%lx] %-55s } hitcount:          1\n",
	  .address = true, .offset = true },
	{ "hist:keys=call_site.symstr", "{ call_site: %-50s } hitcount:          1\n",
	  .offset = true },
};

static void symbol_desc(const struct symbol_case *c, char *desc)
{
	strscpy(desc, c->text, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(symbol, symbol_cases, symbol_desc);

static void test_symbol(struct kunit *test)
{
	const struct symbol_case *c = test->param_value;
	struct hist_trigger_data *data = new_histogram(test, c->text, &mock_kmalloc);
	char *expected = kunit_kzalloc(test, 512, GFP_KERNEL);
	unsigned long addr = (unsigned long)hist_exec_general + 1;
	char symbol[KSYM_SYMBOL_LEN];
	u64 one = 1, key = addr;

	KUNIT_ASSERT_NOT_NULL(test, expected);
	sprint_symbol(symbol, addr);
	KUNIT_ASSERT_TRUE(test, strstarts(symbol, "hist_exec_general+0x1/0x"));
	if (!c->offset)
		*strchr(symbol, '+') = '\0';
	if (c->address)
		snprintf(expected, 512, c->format, addr, symbol);
	else
		snprintf(expected, 512, c->format, symbol);

	count(test, data, &key, &one);
	expect_rows(test, data, expected);
}

static void test_two_keys(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=common_pid,bytes_req.log2:vals=bytes_alloc",
			      &mock_kmalloc);

	count(test, data, (u64 []){ 72, 12 }, (u64 []){ 1, 4096 });
	expect_rows(test, data, "{ common_pid:         72, bytes_req: ~ 2^12 } "
		    "hitcount:          1  bytes_alloc:       4096\n");
}

static void test_execname(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=common_pid.execname", &mock_kmalloc);
	union {
		u64 words[3];
		struct {
			u64 pid;
			char comm[TASK_COMM_LEN];
		};
	} key = {};

	key.pid = 472;
	strscpy(key.comm, "sh");
	count(test, data, key.words, (u64 []){ 5 });
	key.pid = 8703;
	/* A string that fills the field has no NUL. */
	memcpy(key.comm, "dbus-daemon-laun", sizeof(key.comm));
	count(test, data, key.words, (u64 []){ 49 });
	expect_rows(test, data,
		    "{ common_pid: sh              [       472] } hitcount:          5\n"
		    "{ common_pid: dbus-daemon-laun[      8703] } hitcount:         49\n");
}

static void test_strings(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=text:vals=num_u8.hex:sort=text", &mock_event);
	union {
		u64 words[2];
		char text[16];
	} key = {};

	strscpy(key.text, "/proc/self/exe");
	count(test, data, key.words, (u64 []){ 6, 0xf55 });
	memset(&key, 0, sizeof(key));
	count(test, data, key.words, (u64 []){ 1, 0 });
	/* A string that fills the field has no NUL. */
	memcpy(key.text, "/bin/0123456789a", sizeof(key.text));
	count(test, data, key.words, (u64 []){ 2, 1 });
	expect_rows(test, data,
		    "{ text:                                                    } "
		    "hitcount:          1  num_u8:          0\n"
		    "{ text: /bin/0123456789a                                   } "
		    "hitcount:          2  num_u8:          1\n"
		    "{ text: /proc/self/exe                                     } "
		    "hitcount:          6  num_u8:        f55\n");
}

/*
 * A string and its expected text in a table. In the C literals of the expected texts, "\\" is
 * one backslash.
 */
static const struct string_case {
	const char *text;
	const char *shown;
} string_cases[] = {
	/* Ordinary names are printed as they are. */
	{ "ksoftirqd/0", "ksoftirqd/0" },
	{ "kworker/0:1", "kworker/0:1" },
	{ "Web Content", "Web Content" },
	{ "(sd-pam)", "(sd-pam)" },
	{ "a,b;c=d\"e\"", "a,b;c=d\"e\"" },
	{ "~!@#$%^&*[]|<>?", "~!@#$%^&*[]|<>?" },
	{ "name: value", "name: value" },
	/* Control characters, including the first and the last one. */
	{ "a\n{ x", "a\\012\\173 x" },
	{ "\001\t\r\033\037", "\\001\\011\\015\\033\\037" },
	{ "~\177", "~\\177" },
	/* Bytes beyond ASCII are escaped, although isprint() accepts those of Latin-1. */
	{ "\200\233\240\300\377", "\\200\\233\\240\\300\\377" },
	{ "caf\303\251", "caf\\303\\251" },
	/* The escape character itself. */
	{ "a\\012", "a\\134012" },
	/* Braces. */
	{ "x } hitcount: 9", "x \\175 hitcount: 9" },
	{ "${HOME}", "$\\173HOME\\175" },
	/* A comma at the end or before a space ends a key. */
	{ "a, b: c", "a\\054 b: c" },
	{ "a,", "a\\054" },
	{ ",a", ",a" },
	/* Two spaces end a saved field, and a string is padded with spaces. */
	{ " a", "\\040a" },
	{ "a ", "a\\040" },
	{ "a  b: 1", "a \\040b: 1" },
	{ "   ", "\\040\\040\\040" },
};

static void string_desc(const struct string_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s", c->shown);
}

KUNIT_ARRAY_PARAM(string, string_cases, string_desc);

/* An escaped string is padded like any other, as a key, as a saved field and as a comm. */
static void test_escaped_string(struct kunit *test)
{
	const struct string_case *c = test->param_value;
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=text:v=num_u8:onmax($v).save(text)", &mock_event);
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
	union {
		u64 words[3];
		struct {
			u64 pid;
			char comm[TASK_COMM_LEN];
		};
	} key = { .pid = 7 };
	char expected[200];

	KUNIT_ASSERT_NOT_NULL(test, record);
	memcpy(record->text, c->text, strnlen(c->text, sizeof(record->text)));
	hist_test_hit(data, record);
	scnprintf(expected, sizeof(expected),
		  "{ text: %-50s } hitcount:          1\n\tmax:          0  text: %-32s\n",
		  c->shown, c->shown);
	expect_rows(test, data, expected);

	data = new_histogram(test, "hist:keys=common_pid.execname", &mock_kmalloc);
	memcpy(key.comm, c->text, strnlen(c->text, sizeof(key.comm)));
	count(test, data, key.words, (u64 []){ 1 });
	scnprintf(expected, sizeof(expected),
		  "{ common_pid: %-16s[         7] } hitcount:          1\n", c->shown);
	expect_rows(test, data, expected);
}

/* A stack trace ends at its first 0 and is shown with one line per entry. */
static void test_stacks(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=common_stacktrace", &mock_event);
	u64 key[HIST_STACK_DEPTH + 1] = { 0x51, 0x52, 0, 0x53 };

	count(test, data, key, (u64 []){ 71 });
	expect_rows(test, data, "{ common_stacktrace:\n"
				"         0x51\n"
				"         0x52\n"
				"} hitcount:         71\n");

	/* A recorded stack trace begins in the line of its field name. */
	data = new_histogram(test, "hist:keys=stack.stacktrace,num_s32", &mock_event);
	key[HIST_STACK_DEPTH] = 61;
	count(test, data, key, (u64 []){ 1 });
	expect_rows(test, data, "{ stack.stacktrace         0x51\n"
				"         0x52\n"
				", num_s32:         61} hitcount:          1\n");
}

/*
 * A folded stack has its outermost frame first. Symbols have an offset only where a key asks for
 * it. An address without a symbol is printed as a number.
 */
static void test_folded_stack(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=num_u64.symstr,stack.stacktrace,num_s64.sym",
			      &mock_event);
	const unsigned long exec = (unsigned long)hist_exec_general + 1;
	const unsigned long show = (unsigned long)hist_show_folded + 1;
	u64 key[HIST_STACK_DEPTH + 2] = { exec, exec, show, 0x51 };
	char *expected = kunit_kzalloc(test, 1024, GFP_KERNEL);
	struct seq_file *m = hist_test_seq(test);
	char symbol[KSYM_SYMBOL_LEN];

	KUNIT_ASSERT_NOT_NULL(test, expected);
	sprint_symbol(symbol, exec);
	KUNIT_ASSERT_TRUE(test, strstarts(symbol, "hist_exec_general+0x1/0x"));
	snprintf(expected, 1024, "%s;hist_show_folded;0x51;hist_show_folded;hist_exec_general 3\n",
		 symbol);

	key[HIST_STACK_DEPTH + 1] = show;
	count(test, data, key, (u64 []){ 3 });
	hist_show_folded(m, take_table(test, data, NULL, false), 0);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), expected);
}

/* .percent is relative to the total, .graph to the largest value; both are rounded down. */
static void test_percent_and_graph(struct kunit *test)
{
	static const struct {
		u64 key;
		u64 sums[2];
	} rows[] = {
		{ 192, { 3, 504 } },
		{ 512, { 6, 2496 } },
		{ 96, { 8, 576 } },
		{ 32, { 30, 704 } },
		{ 4096, { 40, 46080 } },
	};
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=bytes_alloc:"
			      "vals=bytes_req.percent,bytes_req.graph,hitcount.percent",
			      &mock_kmalloc);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		count(test, data, &rows[i].key, rows[i].sums);
	expect_rows(test, data,
		    "{ bytes_alloc:        192 } hitcount:          3  "
		    "bytes_req (%):   1.00  bytes_req:                       "
		    "hitcount (%):   3.44\n"
		    "{ bytes_alloc:        512 } hitcount:          6  "
		    "bytes_req (%):   4.95  bytes_req: #                     "
		    "hitcount (%):   6.89\n"
		    "{ bytes_alloc:         96 } hitcount:          8  "
		    "bytes_req (%):   1.14  bytes_req:                       "
		    "hitcount (%):   9.19\n"
		    "{ bytes_alloc:         32 } hitcount:         30  "
		    "bytes_req (%):   1.39  bytes_req:                       "
		    "hitcount (%):  34.48\n"
		    "{ bytes_alloc:       4096 } hitcount:         40  "
		    "bytes_req (%):  91.50  bytes_req: ####################  "
		    "hitcount (%):  45.97\n");
}

/* A negative value counts as 0 in its own percentage and in the total. */
static void test_negative_percent(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=bytes_alloc:vals=node.percent,node.graph",
			      &mock_kmalloc);

	count(test, data, (u64 []){ 1 }, (u64 []){ 1, -50ULL });
	count(test, data, (u64 []){ 2 }, (u64 []){ 2, 10 });
	count(test, data, (u64 []){ 3 }, (u64 []){ 3, 30 });
	expect_rows(test, data,
		    "{ bytes_alloc:          1 } hitcount:          1  "
		    "node (%):   0.00  node:                     \n"
		    "{ bytes_alloc:          2 } hitcount:          2  "
		    "node (%):  25.00  node: ######              \n"
		    "{ bytes_alloc:          3 } hitcount:          3  "
		    "node (%):  75.00  node: ####################\n");
}

/* If the total of all sums exceeds 64 bits, percentages are relative to U64_MAX. */
static void test_percent_overflow(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=bytes_alloc:vals=bytes_req.percent",
			      &mock_kmalloc);

	count(test, data, (u64 []){ 1 }, (u64 []){ 1, 1ULL << 63 });
	count(test, data, (u64 []){ 2 }, (u64 []){ 2, (1ULL << 63) + 1 });
	count(test, data, (u64 []){ 3 }, (u64 []){ 3, 5 });
	expect_rows(test, data,
		    "{ bytes_alloc:          1 } hitcount:          1  "
		    "bytes_req (%):  50.00\n"
		    "{ bytes_alloc:          2 } hitcount:          2  "
		    "bytes_req (%):  50.00\n"
		    "{ bytes_alloc:          3 } hitcount:          3  "
		    "bytes_req (%):   0.00\n");

	data = new_histogram(test, "hist:keys=bytes_alloc:vals=node.percent", &mock_kmalloc);
	count(test, data, (u64 []){ 1 }, (u64 []){ 1, S64_MAX });
	count(test, data, (u64 []){ 2 }, (u64 []){ 2, S64_MAX });
	count(test, data, (u64 []){ 3 }, (u64 []){ 3, S64_MAX });
	count(test, data, (u64 []){ 4 }, (u64 []){ 4, S64_MIN });
	expect_rows(test, data,
		    "{ bytes_alloc:          1 } hitcount:          1  node (%):  49.99\n"
		    "{ bytes_alloc:          2 } hitcount:          2  node (%):  49.99\n"
		    "{ bytes_alloc:          3 } hitcount:          3  node (%):  49.99\n"
		    "{ bytes_alloc:          4 } hitcount:          4  node (%):   0.00\n");
}

/* Saved fields are shown like keys, except that strings have another column width. */
static void test_saved_values(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=num_u8:m=num_s16:onmax($m).save("
			      "num_u64.hex,num_s32.syscall,num_u16.sym,text,stack,num_s8)",
			      &mock_event);
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
	const unsigned long trace[] = { 2, 0x51, 0x52 };

	KUNIT_ASSERT_NOT_NULL(test, record);
	record->num_s16 = -3;
	record->num_u64 = 0xabc;
	record->num_s32 = -1;
	record->num_u16 = 0xa8;
	record->num_s8 = -7;
	strscpy(record->text, "fifteen letters");
	record->stack = mock_put_data(record, 0, trace, sizeof(trace));
	hist_test_hit(data, record);
	/* This value is smaller than the maximum, so save() does not run. */
	record->num_s16 = -4;
	record->num_u64 = 0;
	hist_test_hit(data, record);

	expect_rows(test, data,
		    "{ num_u8:          0 } hitcount:          2\n"
		    "\tmax:         -3  num_u64: abc  "
		    "num_s32: unknown_syscall               [18446744073709551615]  "
		    "num_u16: [a8] 0xa8                                           "
		    "text: fifteen letters                   "
		    "stack.stacktrace         0x51\n"
		    "         0x52\n"
		    "  num_s8:         -7\n");
}

/* Stack traces from variables, of this or of another histogram, are shown like any other. */
static void test_saved_stacks(struct kunit *test)
{
	struct mock_hists *hists = hist_test_mock_hists(test);
	const struct mock_event event = mock_event_with_hists(&mock_event, hists);
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);
	const unsigned long first[] = { 2, 0x51, 0x52 }, second[] = { 1, 0x61 };
	struct hist_trigger_data *source, *data;
	struct trace_diag diag = {};

	KUNIT_ASSERT_NOT_NULL(test, record);
	source = mock_hists_compile(hists, &mock_source, "hist:keys=num_u8:s=stack", &diag);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, source);
	hist_test_attach(test, source);
	data = new_histogram(test, "hist:keys=num_u8:t=$s,o=stack,m=num_u16:"
			     "onmax($m).save(num_s8,$s,$t,$o,num_u16)", &event);

	record->stack = mock_put_data(record, 0, first, sizeof(first));
	hist_test_hit(source, record);
	record->stack = mock_put_data(record, 0, second, sizeof(second));
	record->num_s8 = -7;
	hist_test_hit(data, record);
	expect_rows(test, data,
		    "{ num_u8:          0 } hitcount:          1\n"
		    "\tmax:          0  num_s8:         -7  "
		    "s.stacktrace         0x51\n"
		    "         0x52\n"
		    "  t.stacktrace         0x51\n"
		    "         0x52\n"
		    "  o.stacktrace         0x61\n"
		    "  num_u16:          0\n");
}

/* A sort order and the expected order of the rows. */
struct order_case {
	const char *text;
	/* Keys of the rows in the expected order. All keys are numbers. */
	s64 order[4];
};

static const struct order_case order_cases[] = {
	/* The entries -20, 5, -1 and 7 have 4, 3, 2 and 1 hits and the values 0, 9, -9 and 9. */
	{ "hist:keys=num_s8:vals=num_s16", { 7, -1, 5, -20 } },
	{ "hist:keys=num_s8:vals=num_s16:sort=hitcount.descending", { -20, 5, -1, 7 } },
	{ "hist:keys=num_s8:vals=num_s16:sort=num_s8", { -20, -1, 5, 7 } },
	{ "hist:keys=num_s8:vals=num_s16:sort=num_s8.descending", { 7, 5, -1, -20 } },
	{ "hist:keys=num_s8:vals=num_s16:sort=num_s16", { -1, -20, 5, 7 } },
	{ "hist:keys=num_s8:vals=num_s16:sort=num_s16,hitcount", { -1, -20, 7, 5 } },
	{ "hist:keys=num_s8:vals=num_s16:sort=num_s16.descending,hitcount.descending",
	  { 5, 7, -20, -1 } },
	{ "hist:keys=num_u64:vals=num_s16:sort=num_u64", { 5, 7, -20, -1 } },
};

static void order_desc(const struct order_case *c, char *desc)
{
	strscpy(desc, c->text, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(order, order_cases, order_desc);

static void test_sort_order(struct kunit *test)
{
	const struct order_case *c = test->param_value;
	struct hist_trigger_data *data = new_histogram(test, c->text, &mock_event);
	struct hist_table_snapshot *table;
	unsigned int i;

	count(test, data, (u64 []){ -20ULL }, (u64 []){ 4, 0 });
	count(test, data, (u64 []){ 5 }, (u64 []){ 3, 9 });
	count(test, data, (u64 []){ -1ULL }, (u64 []){ 2, -9ULL });
	count(test, data, (u64 []){ 7 }, (u64 []){ 1, 9 });
	table = take_table(test, data, NULL, false);
	KUNIT_ASSERT_EQ(test, table->rows->n_rows, ARRAY_SIZE(c->order));
	for (i = 0; i < ARRAY_SIZE(c->order); i++)
		KUNIT_EXPECT_EQ_MSG(test, (s64)tracing_map_row_key(table->rows, i)[0],
				    c->order[i], "row %u", i);
}

/* The header above the entries, with filter and state, and the totals below them. */
static void test_complete_table(struct kunit *test)
{
	struct hist_trigger_data *data =
		new_histogram(test, "hist:keys=bytes_req:vals=bytes_alloc:size=128",
			      &mock_kmalloc);
	struct seq_file *m = hist_test_seq(test);
	struct hist_table_snapshot *table;
	u64 key;

	for (key = 1; key <= 130; key++) {
		struct tracing_map *map = rcu_dereference_protected(data->runtime.map, true);

		preempt_disable();
		tracing_map_insert(map, &key);
		preempt_enable();
	}
	key = 1;
	count(test, data, &key, (u64 []){ 94, 0 });

	table = take_table(test, data, "bytes_req > 100", true);
	hist_show_header(m, table);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m),
		"# event histogram\n"
		"#\n"
		"# trigger info: hist:keys=bytes_req:vals=hitcount,bytes_alloc:sort=hitcount:"
			"size=128 if bytes_req > 100 [paused]\n"
		"#\n"
		"\n");
	hist_show_totals(m, table);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m),
		"\n"
		"Totals:\n"
		"    Hits: 94\n"
		"    Entries: 128\n"
		"    Dropped: 2\n"
		"        no free row: 2\n");
}

/* Each drop reason with a nonzero count has a line. "Dropped" is the total of all reasons. */
static void test_drop_reasons(struct kunit *test)
{
	static const struct {
		enum tracing_map_drop_reason reason;
		unsigned int times;
		const char *expected;
	} drops[] = {
		{ TRACING_MAP_DROP_RECORD, 4, "    Dropped: 4\n"
			"        no record: 4\n" },
		{ TRACING_MAP_DROP_FRAME, 3, "    Dropped: 7\n"
			"        no frame: 3\n        no record: 4\n" },
		{ TRACING_MAP_DROP_NESTED, 2, "    Dropped: 9\n"
			"        nested too deeply: 2\n        no frame: 3\n"
			"        no record: 4\n" },
		{ TRACING_MAP_DROP_FULL, 1, "    Dropped: 10\n"
			"        no free row: 1\n        nested too deeply: 2\n"
			"        no frame: 3\n        no record: 4\n" },
		{ TRACING_MAP_DROP_CHUNK, 5, "    Dropped: 15\n"
			"        no free row: 1\n        nested too deeply: 2\n"
			"        no frame: 3\n        no record: 4\n"
			"        chunk not ready: 5\n" },
		{ TRACING_MAP_DROP_BUSY, 6, "    Dropped: 21\n"
			"        no free row: 1\n        nested too deeply: 2\n"
			"        no frame: 3\n        no record: 4\n"
			"        chunk not ready: 5\n        variable busy: 6\n" },
	};
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=bytes_req", &mock_kmalloc);
	struct tracing_map *map = hist_test_attach(test, data);
	struct seq_file *m = hist_test_seq(test);
	char expected[200];
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(drops); i++) {
		preempt_disable();
		for (k = 0; k < drops[i].times; k++)
			tracing_map_drop(map, drops[i].reason);
		preempt_enable();

		scnprintf(expected, sizeof(expected),
			  "\nTotals:\n    Hits: 0\n    Entries: 0\n%s", drops[i].expected);
		hist_show_totals(m, take_table(test, data, NULL, false));
		KUNIT_EXPECT_STREQ(test, hist_test_text(m), expected);
	}
}

/* A table snapshot does not change after its creation and outlives the histogram. */
static void test_table_is_a_copy(struct kunit *test)
{
	struct trace_diag diag = {};
	struct hist_spec *spec = hist_test_parse(test, "hist:keys=bytes_req");
	struct hist_trigger_data *data = hist_compile(spec, &mock_kmalloc.resolver, &diag);
	struct seq_file *m = hist_test_seq(test);
	char filter[] = "node > 0";
	struct hist_table_snapshot *table;
	struct tracing_map *map;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, data);
	map = hist_test_attach(test, data);
	count(test, data, (u64 []){ 24 }, (u64 []){ 20 });
	table = take_table(test, data, filter, false);
	memset(filter, 'x', sizeof(filter) - 1);
	count(test, data, (u64 []){ 24 }, (u64 []){ 1 });
	tracing_map_clear(map);
	hist_data_put(data);

	hist_show_row(m, table, 0);
	hist_show_totals(m, table);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m),
		"{ bytes_req:         24 } hitcount:         20\n"
		"\n"
		"Totals:\n"
		"    Hits: 20\n"
		"    Entries: 1\n"
		"    Dropped: 0\n");
	KUNIT_EXPECT_STREQ(test, table->status.filter, "node > 0");
}

static void expect_interval(struct kunit *test, struct hist_trigger_data *data,
			    const struct hist_interval *interval, const char *expected)
{
	const struct tracing_map *map = rcu_dereference_protected(data->runtime.map, true);
	const struct hist_status status = { .size = data->size };
	struct seq_file *m = hist_test_seq(test);
	struct hist_table_snapshot *table;

	table = hist_table_snapshot_create(data, map, &status, interval);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, table);
	hist_show_header(m, table);
	hist_show_totals(m, table);
	hist_table_snapshot_free(table);
	KUNIT_EXPECT_STREQ(test, hist_test_text(m), expected);
}

/* The interval has no counts, although the map has. */
static void test_interval(struct kunit *test)
{
	struct hist_trigger_data *data = new_histogram(test, "hist:keys=bytes_req", &mock_kmalloc);
	struct hist_interval interval = {
		.number = 7, .from = 5, .to = 12000000340ULL, .clock = HIST_CLOCK_MONO,
	};

	count(test, data, (u64 []){ 24 }, (u64 []){ 20 });
	expect_interval(test, data, &interval,
		"# event histogram\n"
		"#\n"
		"# trigger info: hist:keys=bytes_req:vals=hitcount:sort=hitcount:size=2048 [active]\n"
		"# interval: 7 from 0.000000005 to 12.000000340 mono\n"
		"#\n\n"
		"\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
	interval.clock = HIST_CLOCK_COUNTER;
	interval.cleared = true;
	interval.merged = true;
	expect_interval(test, data, &interval,
		"# event histogram\n"
		"#\n"
		"# trigger info: hist:keys=bytes_req:vals=hitcount:sort=hitcount:size=2048 [active]\n"
		"# interval: 7 from 5 to 12000000340 counter [cleared] [merged]\n"
		"#\n\n"
		"\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n");
}

static struct kunit_case hist_text_cases[] = {
	KUNIT_CASE_PARAM(test_row, row_gen_params),
	KUNIT_CASE_PARAM(test_symbol, symbol_gen_params),
	KUNIT_CASE(test_two_keys),
	KUNIT_CASE(test_execname),
	KUNIT_CASE(test_strings),
	KUNIT_CASE_PARAM(test_escaped_string, string_gen_params),
	KUNIT_CASE(test_stacks),
	KUNIT_CASE(test_folded_stack),
	KUNIT_CASE(test_percent_and_graph),
	KUNIT_CASE(test_negative_percent),
	KUNIT_CASE(test_percent_overflow),
	KUNIT_CASE(test_saved_values),
	KUNIT_CASE(test_saved_stacks),
	KUNIT_CASE_PARAM(test_sort_order, order_gen_params),
	KUNIT_CASE(test_complete_table),
	KUNIT_CASE(test_drop_reasons),
	KUNIT_CASE(test_table_is_a_copy),
	KUNIT_CASE(test_interval),
	{}
};

static struct kunit_suite hist_text_suite = {
	.name = "hist_text",
	.test_cases = hist_text_cases,
};

kunit_test_suite(hist_text_suite);
