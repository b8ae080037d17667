// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folded stacks, the lines of the file hist_folded: keys and stack traces as frames, the value at
 * the end, and the rows of several tables.
 *
 * The shim does not look up symbols: for %ps and %pS, it prints the address and the letter.
 */

#include <linux/err.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/task_work.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "hist/show/tables.h"
#include "hist/tests/fixtures/mock_event.h"
#include "tracing_map.h"
#include "user_task.h"

#define LINES_SIZE	4096

static struct hist_table_snapshot *take_table(struct hist_trigger_data *data)
{
	struct hist_table_snapshot *table =
		hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);

	EXPECT(!IS_ERR(table));
	return table;
}

static const char *print_tables(struct hist_tables *tables)
{
	static char lines[LINES_SIZE];
	struct seq_file m = { .buf = lines, .size = sizeof(lines) };
	void *pos;

	lines[0] = '\0';
	for (pos = hist_tables_seek(tables, 0); pos; pos = hist_tables_next(tables))
		EXPECT_EQ(hist_tables_show_folded(&m, tables), 0);
	EXPECT(!seq_has_overflowed(&m));
	return lines;
}

/* Return the folded stacks of a histogram as a reader sees them who may see addresses, or not. */
static const char *lines_for(struct hist_trigger_data *data, bool shows_addresses)
{
	struct hist_table_snapshot *table = take_table(data);
	struct hist_tables tables = { .n = 1, .tables = &table };
	const char *lines;

	table->shows_addresses = shows_addresses;
	lines = print_tables(&tables);
	hist_table_snapshot_free(table);
	return lines;
}

static const char *lines_of(struct hist_trigger_data *data)
{
	return lines_for(data, false);
}

static void hit(const struct hist_trigger_data *data, const struct mock_record *record)
{
	hist_exec(data, record, _RET_IP_);
}

/* Return the line of one event. */
static const char *line_of(const char *command, const struct mock_record *record)
{
	struct hist_trigger_data *data = attach_hist(command);
	const char *line;

	hit(data, record);
	line = lines_of(data);
	detach_hist(data);
	return line;
}

static void set_stack(unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		shim_stack[i] = 0x1001 + i;
	shim_stack_len = len;
}

/* Each form in which a key can be displayed. Numbers have no padding. */
TEST(keys)
{
	static const struct {
		const char *command, *line;
	} cases[] = {
		{ "hist:keys=num_u8", "200 1\n" },
		{ "hist:keys=num_s8,num_s64,num_u8", "-100;-1;200 1\n" },
		{ "hist:keys=num_u16", "640 1\n" },
		{ "hist:keys=num_u16.hex,num_s8.hex", "280;ffffffffffffff9c 1\n" },
		{ "hist:keys=num_u64", "18446744073709551615 1\n" },
		{ "hist:keys=num_u16.sym", "0x280s 1\n" },
		{ "hist:keys=num_u16.sym-offset,num_u8.symstr", "0x280S;0xc8S 1\n" },
		{ "hist:keys=num_u16.syscall,num_u32.syscall",
		  "unknown_syscall[640];sys_sched_yield 1\n" },
		/* The low half of odd_u64 is that of a system call. */
		{ "hist:keys=num_s64.syscall,odd_u64.syscall",
		  "unknown_syscall[18446744073709551615];unknown_syscall[4294967320] 1\n" },
		{ "hist:keys=num_u16.log2,num_u32.log2", "2^10;2^5 1\n" },
		{ "hist:keys=num_u8.buckets=30,num_s8.buckets=30", "180-209;-120--91 1\n" },
		{ "hist:keys=num_u64.buckets=10", "18446744073709551610-18446744073709551615 1\n" },
		{ "hist:keys=num_u8.lhist=0,1000,30,num_s8.lhist=-99,0,10,num_u16.lhist=0,640,10",
		  "180-209;<_-99;>=_640 1\n" },
		{ "hist:keys=num_u8.lhist=0,205,30", "180-204 1\n" },
		{ "hist:keys=common_timestamp,num_u8+5", "7000000;205 1\n" },
		{ "hist:keys=common_timestamp.usecs", "7000 1\n" },
		{ "hist:keys=$d,num_u8:d=num_s8-1", "-101;200 1\n" },
		{ "hist:keys=common_pid.execname,num_u8", "shim-42;200 1\n" },
		{ "hist:keys=common_pid.execname", "shim-42 1\n" },
		{ "hist:keys=common_comm,text,dyn,rel,ptr,tag",
		  "shim;text;dynamic;relative;pointed_to;{empty} 1\n" },
	};
	struct mock_record record;
	unsigned int i;

	fill_record(&record);
	record.num_u16 = 640;
	record.num_u32 = 24;
	record.num_u64 = U64_MAX;
	record.odd_u64 = (1ULL << 32) + 24;
	for (i = 0; i < SHIM_CLOCKS; i++)
		shim_clocks[i] = 7000000;
	for (i = 0; i < ARRAY_SIZE(cases); i++)
		EXPECT_STREQ(line_of(cases[i].command, &record), cases[i].line);
}

/* No byte of a name can end a frame or a line, and no name is a frame in braces. */
TEST(names)
{
	static const struct {
		const char *text, *frame;
	} cases[] = {
		{ "kworker/0:1", "kworker/0:1" },
		{ "(sd-pam)", "(sd-pam)" },
		{ "a\\012", "a\\012" },
		{ "~!@#$%^&*[]|<>?", "~!@#$%^&*[]|<>?" },
		{ "Web Content", "Web_Content" },
		{ "a;b c", "a_b_c" },
		{ ";", "_" },
		{ " ", "_" },
		{ " a  b ", "_a__b_" },
		{ "a 5\nb 6", "a_5_b_6" },
		{ "\001\t\r\033\037\177", "______" },
		{ "caf\303\251", "caf__" },
		{ "\200\377", "__" },
		{ "{other}", "_other_" },
		{ "{empty}", "_empty_" },
		{ "", "{empty}" },
		/* A string that fills the field has no NUL. */
		{ "0123456789abcde ", "0123456789abcde_" },
	};
	struct mock_record record;
	char line[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		fill_record(&record);
		memcpy(record.text, cases[i].text, min(strlen(cases[i].text) + 1, 16UL));
		snprintf(line, sizeof(line), "%s;7 1\n", cases[i].frame);
		record.num_u8 = 7;
		EXPECT_STREQ(line_of("hist:keys=text,num_u8", &record), line);
	}

	/* The name of the task is in the row, not in the key. */
	strscpy(shim_current.comm, "a;b {c");
	EXPECT_STREQ(line_of("hist:keys=common_pid.execname", &record), "a_b__c-42 1\n");
	strscpy(shim_current.comm, "0123456789abcde");
	EXPECT_STREQ(line_of("hist:keys=common_pid.execname", &record), "0123456789abcde-42 1\n");
}

/* Stack traces follow the other keys, and begin with the outermost frame. */
TEST(stacks)
{
	struct mock_record record;

	fill_record(&record);
	set_stack(3);
	EXPECT_STREQ(line_of("hist:keys=common_stacktrace", &record),
		     "0x1003s;0x1002s;0x1001s 1\n");
	EXPECT_STREQ(line_of("hist:keys=stack", &record), "0x333s;0x222s;0x111s 1\n");
	EXPECT_STREQ(line_of("hist:keys=common_stacktrace,num_u8,text", &record),
		     "200;text;0x1003s;0x1002s;0x1001s 1\n");
	EXPECT_STREQ(line_of("hist:keys=text,stack.stacktrace,num_u8,common_stacktrace", &record),
		     "text;200;0x333s;0x222s;0x111s;0x1003s;0x1002s;0x1001s 1\n");
	set_stack(1);
	EXPECT_STREQ(line_of("hist:keys=common_stacktrace", &record), "0x1001s 1\n");
	/* The longest stack trace has no 0 at its end. */
	set_stack(HIST_STACK_DEPTH);
	EXPECT_STREQ(line_of("hist:keys=common_stacktrace", &record),
		     "0x1010s;0x100fs;0x100es;0x100ds;0x100cs;0x100bs;0x100as;0x1009s;"
		     "0x1008s;0x1007s;0x1006s;0x1005s;0x1004s;0x1003s;0x1002s;0x1001s 1\n");
	set_stack(0);
	EXPECT_STREQ(line_of("hist:keys=common_stacktrace", &record), "{empty} 1\n");
	EXPECT_STREQ(line_of("hist:keys=common_stacktrace,num_u8", &record), "200 1\n");
	EXPECT_STREQ(line_of("hist:keys=common_stacktrace,tag", &record), "{empty} 1\n");
}

/* User stacks follow the other keys. Behind them are the kernel stacks, which they have called. */
TEST(interned_stacks)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=common_stacktrace.depth=20,common_ustacktrace.build,num_u8");
	struct mock_record record;

	fill_record(&record);
	set_stack(2);
	user_task_new(1, 0x1000);
	user_task.mappings[1].file = "a;b c";
	user_task_set_stack(0, 0, 5);
	user_task.stack[0] = 0x1001;
	user_task.stack[1] = 0x7f0002;
	user_task.stack[2] = 0x500003;
	user_task.stack[3] = 0x600004;
	user_task.stack[4] = 0xdead0000;
	hit(data, &record);
	EXPECT_STREQ(lines_for(data, true), "200;0xdead0000;0x600004;0x500003;0x7f0002;0x1001;"
					    "0x1002s;0x1001s 1\n");
	EXPECT_STREQ(lines_for(data, false), "200;0x0;0x0;0x0;0x0;0x0;0x1002s;0x1001s 1\n");
	task_work_run();
	EXPECT_STREQ(lines_for(data, true),
		     "200;0xdead0000;[vdso];[anon];a_b_c+0x2;prog+0x2001_(ababab);"
		     "0x1002s;0x1001s 1\n");
	EXPECT_STREQ(lines_for(data, false),
		     "200;0x0;[vdso];[anon];a_b_c+0x2;prog+0x2001_(ababab);"
		     "0x1002s;0x1001s 1\n");

	/* The same stack of another process. */
	user_task.identity[0]++;
	hit(data, &record);
	task_work_run();
	EXPECT_STREQ(lines_for(data, false),
		     "200;0x0;[vdso];[anon];a_b_c+0x2;prog+0x2001_(ababab);"
		     "0x1002s;0x1001s 2\n");
	detach_hist(data);
}

/* Stacks of the largest depth have no 0 at their end. A stack that could not be taken is empty. */
TEST(interned_stacks_of_each_length)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=common_ustacktrace.depth=2,common_stacktrace.depth=1:"
			    "sort=hitcount.descending");
	struct mock_record record;

	fill_record(&record);
	set_stack(0);
	user_task_new(1, 0x1000);
	user_task.no_user = true;
	hit(data, &record);
	EXPECT_STREQ(lines_of(data), "{empty} 1\n");
	set_stack(3);
	hit(data, &record);
	hit(data, &record);
	EXPECT_STREQ(lines_of(data), "0x1001s 2\n{empty} 1\n");
	user_task_set_stack(0x1000, 16, 3);
	hit(data, &record);
	hit(data, &record);
	hit(data, &record);
	task_work_run();
	EXPECT_STREQ(lines_of(data),
		     "prog+0x2010;prog+0x2000;0x1001s 3\n0x1001s 2\n{empty} 1\n");
	detach_hist(data);
}

/* The first value that is a number, otherwise the hitcount; always as a decimal number. */
TEST(values)
{
	static const struct {
		const char *command, *line;
	} cases[] = {
		{ "hist:keys=num_u8", "3 4\n" },
		{ "hist:keys=num_u8:vals=num_u16", "3 1000\n" },
		{ "hist:keys=num_u8:vals=hitcount,num_u16", "3 1000\n" },
		{ "hist:keys=num_u8:vals=num_u16,num_s8", "3 1000\n" },
		{ "hist:keys=num_u8:vals=num_s8,num_u16:nohitcount", "3 -20\n" },
		{ "hist:keys=num_u8:vals=num_u16.hex", "3 1000\n" },
		{ "hist:keys=num_u8:vals=num_u16.percent,num_s8", "3 1000\n" },
		{ "hist:keys=num_u8:vals=num_u16.graph,num_s8", "3 1000\n" },
		{ "hist:keys=num_u8:vals=hitcount.hex,num_u16", "3 4\n" },
		{ "hist:keys=num_u8:vals=num_u16.sum,num_s8", "3 1000\n" },
		{ "hist:keys=num_u8:vals=num_u16.avg,num_u16", "3 250\n" },
		{ "hist:keys=num_u8:vals=num_u16.max.hex", "3 400\n" },
		{ "hist:keys=num_u8:vals=num_s8.p50,num_u16", "3 -6\n" },
		{ "hist:keys=num_u8:vals=num_s8.min", "3 -8\n" },
		{ "hist:keys=num_u8:vals=num_u16.dist,num_u16", "3 1000\n" },
		{ "hist:keys=num_u8:vals=num_u16.dist", "3 4\n" },
		{ "hist:keys=num_u8:vals=num_u16.dist:nohitcount", "3 4\n" },
		{ "hist:keys=num_u8:v=num_u16:vals=$v", "3 1000\n" },
		/* Variables are no values. */
		{ "hist:keys=num_u8:v=num_u16", "3 4\n" },
	};
	struct mock_record record = { .num_u8 = 3 };
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hist_trigger_data *data = attach_hist(cases[i].command);

		for (k = 1; k <= 4; k++) {
			record.num_u16 = k * 100;
			record.num_s8 = -2 * k;
			hit(data, &record);
		}
		EXPECT_STREQ(lines_of(data), cases[i].line);
		detach_hist(data);
	}
}

/* A row whose value is unknown has no line; one whose percentile is partial has. */
TEST(unknown_values)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:vals=num_u64.stddev,num_u8:sort=num_u8");
	struct mock_record record = { .num_u8 = 1, .num_u64 = U64_MAX };
	char text[8] = "";
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	struct hist_table_snapshot *table;
	unsigned long rescheds;
	u64 i;

	/* Two squares of the largest number exceed 128 bits. */
	hit(data, &record);
	hit(data, &record);
	/* Other tasks can run while rows are skipped. */
	table = take_table(data);
	rescheds = shim_rescheds;
	hist_show_folded(&m, table, 0);
	EXPECT_EQ(m.count, 0);
	EXPECT_EQ(shim_rescheds, rescheds + 1);
	hist_table_snapshot_free(table);
	EXPECT_STREQ(lines_of(data), "");
	record = (struct mock_record){ .num_u8 = 2, .num_u64 = 5 };
	hit(data, &record);
	EXPECT_STREQ(lines_of(data), "2 0\n");
	/* The row is being changed while it is read. */
	tracing_map_words_begin(data->runtime.map, 1);
	EXPECT_STREQ(lines_of(data), "");
	tracing_map_words_end(data->runtime.map, 1);
	EXPECT_STREQ(lines_of(data), "2 0\n");
	detach_hist(data);

	data = attach_hist("hist:keys=num_u8:vals=num_u64.p1:size=128:pool=128");
	for (i = 0; i < 2000; i++) {
		record.num_u64 = i * i * i;
		hit(data, &record);
	}
	EXPECT(strstr(hist_run_rows(data), " (partial)\n"));
	EXPECT(!strncmp(lines_of(data), "2 ", 2));
	detach_hist(data);
}

/* Rows are sorted as in hist. The events without a row come last. */
TEST(rows)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u16:vals=num_s8:sort=num_u16.descending:size=128:"
			    "overflow=other");
	struct mock_record record = { .num_s8 = -3 };
	const char *line;
	int i;

	for (i = 0; i < 130; i++) {
		record.num_u16 = i;
		hit(data, &record);
	}
	line = lines_of(data);
	for (i = 127; i >= 0; i--) {
		char expected[16];

		snprintf(expected, sizeof(expected), "%d -3\n", i);
		EXPECT(!strncmp(line, expected, strlen(expected)));
		line += strlen(expected);
	}
	EXPECT_STREQ(line, "{other} -6\n");
	detach_hist(data);
}

/* Tables follow each other. A table without rows has no line, wherever it is. */
TEST(several_tables)
{
	struct hist_trigger_data *empty = attach_hist("hist:keys=num_u8");
	struct hist_trigger_data *one = attach_hist("hist:keys=num_u8:vals=num_u16");
	struct hist_trigger_data *two = attach_hist("hist:keys=num_u8,num_u16:sort=num_u16");
	struct hist_table_snapshot *first, *second, *third;
	struct mock_record record = { .num_u8 = 1, .num_u16 = 20 };
	struct hist_tables tables = {};

	EXPECT_STREQ(print_tables(&tables), "");
	first = take_table(empty);
	hit(one, &record);
	hit(two, &record);
	record.num_u16 = 30;
	hit(two, &record);
	second = take_table(one);
	third = take_table(two);

	tables.tables = (struct hist_table_snapshot *[]){ first, second, first, third, first };
	tables.n = 1;
	EXPECT_STREQ(print_tables(&tables), "");
	tables.n = 5;
	EXPECT_STREQ(print_tables(&tables), "1 20\n1;20 1\n1;30 1\n");
	hist_table_snapshot_free(first);
	hist_table_snapshot_free(second);
	hist_table_snapshot_free(third);
	detach_hist(empty);
	detach_hist(one);
	detach_hist(two);
}

/* Print a row into buffers of all sizes: it is complete, or the file has overflowed. */
TEST(small_buffers)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=text,common_pid.execname,common_stacktrace,num_s8,tag");
	struct mock_record record;
	struct hist_table_snapshot *table;
	size_t size, complete = 0;
	char expected[100];

	fill_record(&record);
	set_stack(3);
	hit(data, &record);
	strscpy(expected, lines_of(data));
	EXPECT_STREQ(expected, "text;shim-42;-100;{empty};0x1003s;0x1002s;0x1001s 1\n");
	table = take_table(data);
	for (size = 1; size < sizeof(expected); size++) {
		/* Behind another row. */
		size_t before = size % 5;
		struct seq_file m = { .buf = malloc(size + before), .size = size + before,
				      .count = before };

		memset(m.buf, '#', before);
		hist_show_folded(&m, table, 0);
		if (!seq_has_overflowed(&m)) {
			EXPECT_EQ(m.count - before, strlen(expected));
			EXPECT(!memcmp(m.buf + before, expected, strlen(expected)));
			complete++;
		}
		free(m.buf);
	}
	EXPECT_EQ(complete, sizeof(expected) - 1 - strlen(expected));
	hist_table_snapshot_free(table);
	detach_hist(data);
}
