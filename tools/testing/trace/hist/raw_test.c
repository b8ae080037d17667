// SPDX-License-Identifier: GPL-2.0-only
/*
 * Raw tables: write histograms in the format of hist_raw, read them with the reader of
 * tools/tracing/hist, and compare the result with the text of hist. The reader must reject damaged
 * tables.
 */

#include <linux/err.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/task_work.h>
#include <linux/uaccess.h>
#include <stdlib.h>

#include "../../../tracing/hist/raw_table.h"
#include "../../../tracing/hist/raw_text.h"
#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "hist/tests/fixtures/mock_event.h"
#include "hist/tests/fixtures/mock_hists.h"
#include "raw_fixture.h"
#include "tracing_map.h"
#include "user_task.h"

static struct raw_file read_one(struct hist_trigger_data *data,
				const struct hist_interval *interval)
{
	struct hist_raw_tables tables = {};
	struct raw_file file;

	EXPECT_EQ(hist_raw_tables_alloc(&tables, 1), 0);
	EXPECT_EQ(raw_add(&tables, data, interval), 0);
	file = raw_read(&tables, SIZE_MAX);
	hist_raw_tables_free(&tables);
	return file;
}

/* Return what the reader prints, with sorted lines. */
static char *print_table(const struct raw_table *table)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	raw_print(out, table);
	fclose(out);
	raw_sort_lines(text);
	return text;
}

static void expect_same_text(struct hist_trigger_data *data, const struct hist_interval *interval)
{
	struct raw_file file = read_one(data, interval);
	char *expected = raw_expected_text(data, interval);
	struct raw_table table;

	if (raw_table_open(&table, file.bytes, file.size)) {
		test_fail(__FILE__, __LINE__, "%s", table.error);
	} else {
		char *text = print_table(&table);

		EXPECT_EQ(table.header.table_size, file.size);
		EXPECT_STREQ(text, expected);
		free(text);
	}
	free(expected);
	free(file.bytes);
}

TEST(reader_prints_text_of_hist)
{
	unsigned int i;

	for (i = 0; i < raw_n_commands; i++) {
		struct hist_trigger_data *data = attach_hist(raw_commands[i]);

		expect_same_text(data, NULL);
		raw_count_events(data);
		expect_same_text(data, NULL);
		detach_hist(data);
	}
}

/* An unprivileged reader gets no address, neither of stacks nor of frames without a file. */
TEST(addresses_of_user_code)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace,num_s8");
	struct raw_table table;
	struct raw_file file;
	bool shown = true;
	unsigned int i, n;

	raw_count_events(data);
	do {
		raw_shows_addresses = shown;
		expect_same_text(data, NULL);
		file = read_one(data, NULL);
		EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
		for (i = n = 0; i < table.sections[TRACE_HIST_SECTION_FRAMES].n; i++)
			n += !raw_frame(&table, i).file && raw_frame(&table, i).offset;
		EXPECT_EQ(!!n, shown);
		EXPECT(table.sections[TRACE_HIST_SECTION_FILES].n == 2);
		free(file.bytes);
		shown = !shown;
	} while (!shown);
	raw_shows_addresses = true;
	detach_hist(data);
}

/* Write a file to the directory of the environment variable RAW_DIR. */
static void write_file(unsigned int i, const char *suffix, const void *bytes, size_t size)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%u.%s", getenv("RAW_DIR"), i, suffix);
	file = fopen(path, "wb");
	EXPECT(file && fwrite(bytes, 1, size, file) == size && !fclose(file));
}

/*
 * Write tables, and the text that a reader must print for them, for a machine with another byte
 * order. The script read-big-endian reads them.
 */
TEST(tables_for_another_machine)
{
	unsigned int i;

	for (i = 0; getenv("RAW_DIR") && i < raw_n_commands; i++) {
		struct hist_trigger_data *data = attach_hist(raw_commands[i]);
		struct raw_file file;
		char *text;

		raw_count_events(data);
		file = read_one(data, NULL);
		text = raw_expected_text(data, NULL);
		write_file(i, "raw", file.bytes, file.size);
		write_file(i, "txt", text, strlen(text));
		free(text);
		free(file.bytes);
		detach_hist(data);
	}
}

/* Two squares of the largest number exceed 128 bits. A torn sum has no average. */
TEST(unknown_aggregates)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:vals=num_u64.avg,num_u64.stddev,num_u64.min");
	struct mock_record record = { .num_u8 = 1, .num_u64 = U64_MAX };

	hist_exec(data, &record, _RET_IP_);
	hist_exec(data, &record, _RET_IP_);
	record.num_u8 = 2;
	hist_exec(data, &record, _RET_IP_);
	expect_same_text(data, NULL);
	tracing_map_words_begin(data->runtime.map, 1);
	expect_same_text(data, NULL);
	tracing_map_words_end(data->runtime.map, 1);
	detach_hist(data);
}

/* A reader between the insert and the first value. */
TEST(row_without_value)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:vals=num_s64.min,num_s64.max,num_s64.p50");
	const u64 key = 7;

	EXPECT(tracing_map_insert(data->runtime.map, &key) >= 0);
	expect_same_text(data, NULL);
	tracing_map_add(data->runtime.map, 0, 0, 1);
	expect_same_text(data, NULL);
	detach_hist(data);
}

TEST(interval_has_its_times_and_marks)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:vals=num_u64.avg,num_u64.p90,num_u32");
	struct hist_interval interval = {
		.number = 3, .from = 1000000005, .to = 2999999999, .clock = HIST_CLOCK_MONO,
		.cleared = true,
	};
	struct tracing_map *half = data->runtime.map, *spare;

	expect_same_text(data, &interval);
	raw_count_events(data);
	spare = tracing_map_spare(half);
	EXPECT(!IS_ERR(spare));
	data->runtime.map = spare;
	interval.counts = tracing_map_drain(half, NULL);
	EXPECT(!IS_ERR(interval.counts));
	interval.merged = true;
	expect_same_text(data, &interval);

	interval.clock = HIST_CLOCK_COUNTER;
	interval.cleared = false;
	expect_same_text(data, &interval);
	tracing_map_counts_free(interval.counts);

	/* The half that counts now is empty, but the table has everything. */
	expect_same_text(data, NULL);
	data->runtime.map = half;
	detach_hist(data);
}

static void expect_field(const struct raw_table *table, unsigned int i, const char *name,
			 const char *type, const char *modifier, const char *aggregate,
			 const struct trace_hist_field *expected)
{
	const struct trace_hist_field field = raw_field(table, i);

	EXPECT_STREQ(raw_string(table, field.name), name);
	EXPECT_STREQ(raw_string(table, field.type), type);
	EXPECT_STREQ(raw_string(table, field.modifier), modifier);
	EXPECT_STREQ(raw_string(table, field.aggregate), aggregate);
	EXPECT_EQ(field.role, expected->role);
	EXPECT_EQ(field.kind, expected->kind);
	EXPECT_EQ(field.flags, expected->flags);
	EXPECT_EQ(field.size, expected->size);
	EXPECT_EQ(field.statistic, expected->statistic);
	EXPECT_EQ(field.quantile, expected->quantile);
	EXPECT(!memcmp(field.args, expected->args, sizeof(field.args)));
}

/* Every member of the descriptions, for a table with each kind of field. */
TEST(descriptions_of_fields)
{
	static const struct trace_hist_field fields[] = {
		{ .role = TRACE_HIST_ROLE_KEY, .kind = TRACE_HIST_KIND_NUMBER,
		  .flags = TRACE_HIST_FIELD_SIGNED, .size = 8,
		  .statistic = TRACE_HIST_NO_STATISTIC, .args = { -100, 95, 10 } },
		{ .role = TRACE_HIST_ROLE_KEY, .kind = TRACE_HIST_KIND_STRING, .size = 16,
		  .statistic = TRACE_HIST_NO_STATISTIC },
		{ .role = TRACE_HIST_ROLE_KEY, .kind = TRACE_HIST_KIND_STACK, .size = 128,
		  .statistic = TRACE_HIST_NO_STATISTIC },
		{ .role = TRACE_HIST_ROLE_VALUE, .kind = TRACE_HIST_KIND_NUMBER, .size = 8,
		  .statistic = TRACE_HIST_NO_STATISTIC },
		{ .role = TRACE_HIST_ROLE_VALUE, .kind = TRACE_HIST_KIND_NUMBER, .size = 8,
		  .statistic = TRACE_HIST_NO_STATISTIC },
		{ .role = TRACE_HIST_ROLE_VALUE, .kind = TRACE_HIST_KIND_NUMBER,
		  .flags = TRACE_HIST_FIELD_SIGNED, .quantile = 9990 },
		{ .role = TRACE_HIST_ROLE_VALUE, .kind = TRACE_HIST_KIND_NUMBER, .statistic = 1 },
		{ .role = TRACE_HIST_ROLE_FLAGS, .kind = TRACE_HIST_KIND_NUMBER, .size = 8,
		  .statistic = TRACE_HIST_NO_STATISTIC },
	};
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_s64.lhist=-100,95,10,text,stack:"
			    "vals=num_u32.hex,num_s8.p999,num_u64.avg.hex");
	struct raw_file file;
	struct raw_table table;

	raw_count_events(data);
	file = read_one(data, NULL);
	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	EXPECT_EQ(table.sections[TRACE_HIST_SECTION_FIELDS].n, ARRAY_SIZE(fields));
	expect_field(&table, 0, "num_s64", "s64", "lhist", "", &fields[0]);
	expect_field(&table, 1, "text", "char[16]", "", "", &fields[1]);
	expect_field(&table, 2, "stack", "unsigned long[]", "stacktrace", "", &fields[2]);
	expect_field(&table, 3, "hitcount", "u64", "", "", &fields[3]);
	expect_field(&table, 4, "num_u32", "u32", "hex", "", &fields[4]);
	expect_field(&table, 5, "num_s8", "s8", "", "p999", &fields[5]);
	expect_field(&table, 6, "num_u64", "u64", "hex", "avg", &fields[6]);
	expect_field(&table, 7, "flags", "", "", "", &fields[7]);
	EXPECT_STREQ(raw_string(&table, table.header.system), "mock");
	EXPECT_STREQ(raw_string(&table, table.header.event), "event");
	EXPECT_EQ(table.header.hits, 300);
	EXPECT_EQ(table.header.size, data->size);
	EXPECT_EQ(table.header.other, 0);
	free(file.bytes);
	detach_hist(data);
}

/* Read the raw table of a command, which can use variables of mock_hists. */
static struct raw_file read_command(const struct mock_event *event, const char *command,
				    struct raw_table *table)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *data;
	struct hist_spec *spec;
	struct raw_file file;

	data = compile_command(command, event, &diag, &spec);
	EXPECT(!IS_ERR(data));
	hist_spec_free(spec);
	EXPECT_EQ(hist_run_attach(data, data->size), 0);
	file = read_one(data, NULL);
	EXPECT_EQ(raw_table_open(table, file.bytes, file.size), 0);
	detach_hist(data);
	return file;
}

/* Check the unit of the first value, which is behind the key and the hitcount. */
static void expect_unit(const struct mock_event *event, const char *command, const char *unit)
{
	struct raw_table table;
	struct raw_file file = read_command(event, command, &table);

	EXPECT_STREQ(raw_string(&table, raw_field(&table, 2).unit), unit);
	free(file.bytes);
}

static void expect_clock(const struct mock_event *event, const char *command, const char *clock,
			 u32 flags)
{
	struct raw_table table;
	struct raw_file file = read_command(event, command, &table);

	EXPECT_STREQ(raw_string(&table, table.header.clock), clock);
	EXPECT_EQ(table.header.flags & TRACE_HIST_CLOCK_NSECS, flags);
	free(file.bytes);
}

/* The clock of the header is that of the histogram's own timestamps. */
TEST(clock_of_table)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	expect_clock(&event, "hist:keys=common_timestamp:clock=mono", "mono",
		     TRACE_HIST_CLOCK_NSECS);
	expect_clock(&event, "hist:keys=common_timestamp:clock=counter", "counter", 0);
	expect_clock(&event, "hist:keys=num_u8", "", 0);
	expect_clock(&event, "hist:keys=num_u8:vals=$ts", "", 0);
	mock_hists_exit(&hists);
}

/* A time in a variable of another histogram has the unit of that histogram's clock. */
TEST(units_of_times)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	expect_unit(&event, "hist:keys=num_u8:vals=common_timestamp", "nsecs");
	expect_unit(&event, "hist:keys=num_u8:vals=common_timestamp.usecs", "usecs");
	expect_unit(&event, "hist:keys=num_u8:vals=common_timestamp:clock=counter", "ticks");
	expect_unit(&event, "hist:keys=num_u8:vals=$ts", "nsecs");
	expect_unit(&event, "hist:keys=num_u8:vals=$us", "usecs");
	expect_unit(&event, "hist:keys=num_u8:vals=$cnt", "ticks");
	expect_unit(&event, "hist:keys=num_u8:vals=num_u32", "");
	mock_hists_exit(&hists);
}

/* Keys have the addresses of a stack trace, as many as were recorded. */
TEST(stack_trace_has_addresses)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=stack:vals=num_u8");
	struct mock_record record;
	struct raw_file file;
	struct raw_table table;
	char *text;

	fill_record(&record);
	hist_exec(data, &record, _RET_IP_);
	file = read_one(data, NULL);
	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	text = print_table(&table);
	EXPECT(strstr(text, "\n         0x333\n"));
	EXPECT(strstr(text, "         0x111\n         0x222\n         0x333\n"));
	EXPECT(!strstr(text, "0x0"));
	EXPECT(strstr(text, "} hitcount:          1  num_u8:        200\n"));
	free(text);
	free(file.bytes);
	detach_hist(data);
}

/* The rows of a table are those of the histogram, byte for byte. */
TEST(row_has_key_and_sums)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=num_s8:vals=num_u64");
	struct mock_record record = { .num_s8 = -3, .num_u64 = 0x123456789abcdef };
	struct raw_file file;
	struct raw_table table;
	u64 row[4];

	hist_exec(data, &record, _RET_IP_);
	hist_exec(data, &record, _RET_IP_);
	file = read_one(data, NULL);
	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	EXPECT_EQ(table.header.n_rows, 1);
	EXPECT_EQ(table.sections[TRACE_HIST_SECTION_ROWS].entry_size, sizeof(row));
	memcpy(row, raw_row(&table, 0), sizeof(row));
	EXPECT_EQ(row[0], -3);
	EXPECT_EQ(row[1], 2);
	EXPECT_EQ(row[2], 2 * 0x123456789abcdef);
	EXPECT_EQ(row[3], 0);
	EXPECT(!table.sections[TRACE_HIST_SECTION_STATISTICS].entries);
	EXPECT(!table.sections[TRACE_HIST_SECTION_BUCKETS].entries);
	free(file.bytes);
	detach_hist(data);
}

/* Several tables in one file, read with buffers of each size. */
TEST(any_buffer_size)
{
	struct hist_trigger_data *one = attach_hist(raw_commands[1]);
	struct hist_trigger_data *two = attach_hist(raw_commands[15]);
	struct hist_raw_tables tables = {};
	struct raw_file whole, file;
	struct raw_table table;
	size_t room;

	raw_count_events(one);
	EXPECT_EQ(hist_raw_tables_alloc(&tables, 3), 0);
	file = raw_read(&tables, 100);
	EXPECT_EQ(file.size, 0);
	free(file.bytes);
	EXPECT_EQ(raw_add(&tables, one, NULL), 0);
	EXPECT_EQ(hist_raw_tables_last_hits(&tables), 300);
	EXPECT_EQ(raw_add(&tables, two, NULL), 0);
	EXPECT_EQ(hist_raw_tables_last_hits(&tables), 0);
	EXPECT_EQ(raw_add(&tables, one, NULL), 0);
	whole = raw_read(&tables, SIZE_MAX);
	for (room = 1; room < 200; room++) {
		file = raw_read(&tables, room);
		EXPECT_EQ(file.size, whole.size);
		EXPECT(!memcmp(file.bytes, whole.bytes, whole.size));
		free(file.bytes);
	}
	EXPECT_EQ(raw_table_open(&table, whole.bytes, whole.size), 0);
	EXPECT_EQ(table.header.hits, 300);
	room = table.header.table_size;
	EXPECT_EQ(raw_table_open(&table, whole.bytes + room, whole.size - room), 0);
	EXPECT_EQ(table.header.hits, 0);
	EXPECT_EQ(2 * room + table.header.table_size, whole.size);
	free(whole.bytes);
	hist_raw_tables_free(&tables);
	detach_hist(one);
	detach_hist(two);
}

TEST(unwritable_buffer)
{
	struct hist_trigger_data *data = attach_hist(raw_commands[0]);
	struct hist_raw_tables tables = {};
	loff_t pos = 0;
	char buf[100];

	EXPECT_EQ(hist_raw_tables_alloc(&tables, 1), 0);
	EXPECT_EQ(raw_add(&tables, data, NULL), 0);
	shim_user_room = 60;
	EXPECT_EQ(hist_raw_tables_read(&tables, buf, sizeof(buf), &pos), 60);
	EXPECT_EQ(pos, 60);
	EXPECT_EQ(hist_raw_tables_read(&tables, buf, sizeof(buf), &pos), -EFAULT);
	EXPECT_EQ(pos, 60);
	shim_user_room = SIZE_MAX;
	hist_raw_tables_free(&tables);
	detach_hist(data);
}

#define STACKS	"hist:keys=num_u8,common_ustacktrace.build,common_stacktrace.depth=2:" \
		"vals=num_u64.p50:size=128"

/* Fail each allocation of a table in turn. */
TEST(failed_allocations)
{
	struct hist_trigger_data *data = attach_hist(STACKS);
	unsigned long n, allocs;
	struct hist_raw_tables tables = {};

	raw_count_events(data);
	allocs = shim_allocs();
	shim_fail_nth(1);
	EXPECT_EQ(hist_raw_tables_alloc(&tables, 1), -ENOMEM);
	EXPECT(shim_failed());
	EXPECT_EQ(hist_raw_tables_alloc(&tables, 1), 0);
	for (n = 1;; n++) {
		int ret;

		shim_fail_nth(n);
		ret = raw_add(&tables, data, NULL);
		if (!shim_failed())
			break;
		EXPECT_EQ(ret, -ENOMEM);
		EXPECT_EQ(tables.n, 0);
		EXPECT_EQ(shim_allocs(), allocs + 1);
	}
	/* The table, its rows, statistics, stacks and head, and buffers. */
	EXPECT(n > 18);
	EXPECT_EQ(tables.n, 1);
	hist_raw_tables_free(&tables);
	EXPECT_EQ(shim_allocs(), allocs);
	detach_hist(data);
}

/* A command that is longer than the first buffers for its text. */
TEST(long_command)
{
	static char filter[20000];
	struct hist_trigger_data *data = attach_hist(raw_commands[0]);
	const char *usual = raw_filter;
	size_t len;

	raw_filter = filter;
	memset(filter, '(', sizeof(filter) - 1);
	expect_same_text(data, NULL);
	/* Around the sizes of the buffers. */
	for (len = 4000; len < 4100; len++) {
		raw_filter = filter + sizeof(filter) - 1 - len;
		expect_same_text(data, NULL);
	}
	raw_filter = usual;
	detach_hist(data);
}

/* Open a copy whose memory ends with the table, and print it if it is valid. */
static int open_copy(const unsigned char *bytes, size_t size)
{
	unsigned char *copy = malloc(size ?: 1);
	struct raw_table table;
	int ret;

	memcpy(copy, bytes, size);
	ret = raw_table_open(&table, copy, size);
	if (!ret)
		free(print_table(&table));
	else
		EXPECT(table.error && *table.error);
	free(copy);
	return ret;
}

static struct raw_file make_file(const char *command)
{
	struct hist_trigger_data *data = attach_hist(command);
	struct mock_record record;
	struct raw_file file;

	fill_record(&record);
	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hist_exec(data, &record, _RET_IP_);
	record.num_u8++;
	hist_exec(data, &record, _RET_IP_);
	task_work_run();
	file = read_one(data, NULL);
	detach_hist(data);
	return file;
}

/* A table of every kind of field and section. */
#define ALL_PARTS	"hist:keys=num_u8,text,stack,common_pid.execname,num_s64.lhist=-9,9,2:" \
			"vals=num_u16.hex,num_s64.p50,num_u64.stddev,num_s8.dist:size=128"

static void truncate_table(const char *command)
{
	struct raw_file file = make_file(command);
	size_t size;

	EXPECT_EQ(open_copy(file.bytes, file.size), 0);
	for (size = 0; size < file.size; size++)
		EXPECT_EQ(open_copy(file.bytes, size), -1);
	free(file.bytes);
}

TEST(truncated_table)
{
	truncate_table(ALL_PARTS);
	truncate_table(STACKS);
}

/* Store a number of @size bytes. */
static void put_number(unsigned char *at, u64 number, size_t size)
{
	const u16 two = number;
	const u32 four = number;

	if (size == 1)
		*at = number;
	else
		memcpy(at, size == 2 ? (void *)&two : size == 4 ? (void *)&four : &number, size);
}

/* Overwrite each word with numbers that a wrong length, offset or count may be. */
static void damage_table(const char *command)
{
	static const u64 numbers[] = {
		0, 1, 7, 8, 16, 0x7fffffff, 0xffffffff, 0x7fffffff00000000, U64_MAX, U64_MAX - 7,
		BIT_ULL(63), 0x100000000, 0x0000001000000010,
	};
	struct raw_file file = make_file(command);
	unsigned int i, size, n_rejected = 0;
	size_t pos;

	for (size = 2; size <= 8; size *= 2) {
		for (pos = 0; pos + size <= file.size; pos += size) {
			unsigned char saved[8];

			memcpy(saved, file.bytes + pos, size);
			for (i = 0; i < ARRAY_SIZE(numbers); i++) {
				put_number(file.bytes + pos, numbers[i], size);
				n_rejected += !!open_copy(file.bytes, file.size);
			}
			memcpy(file.bytes + pos, saved, size);
		}
	}
	EXPECT(n_rejected > 1000);
	EXPECT_EQ(open_copy(file.bytes, file.size), 0);
	free(file.bytes);
}

TEST(damaged_table)
{
	damage_table(ALL_PARTS);
	damage_table(STACKS);
}

/* Overwrite a number of the header or of a section, and expect this error. */
static void expect_error(struct raw_file *file, size_t pos, u64 number, size_t size,
			 const char *error)
{
	unsigned char saved[8];
	struct raw_table table;

	memcpy(saved, file->bytes + pos, size);
	put_number(file->bytes + pos, number, size);
	EXPECT_EQ(raw_table_open(&table, file->bytes, file->size), -1);
	EXPECT_STREQ(table.error ?: "", error);
	memcpy(file->bytes + pos, saved, size);
}

/* Return the position of a section, whose entries are 16 bytes behind it. */
static size_t section_pos(const struct raw_file *file, unsigned int type)
{
	struct raw_table table;

	EXPECT_EQ(raw_table_open(&table, file->bytes, file->size), 0);
	return table.sections[type].entries - file->bytes - sizeof(struct trace_hist_section);
}

/* Return the position of the first value among the fields: the hitcount. */
static size_t hitcount_pos(const struct raw_file *file)
{
	struct raw_table table;
	u64 i = 0;

	EXPECT_EQ(raw_table_open(&table, file->bytes, file->size), 0);
	while (raw_field(&table, i).role != TRACE_HIST_ROLE_VALUE)
		i++;
	return section_pos(file, TRACE_HIST_SECTION_FIELDS) + i * sizeof(struct trace_hist_field);
}

#define HEADER(member)	offsetof(struct trace_hist_header, member)
#define SECTION(member)	offsetof(struct trace_hist_section, member)
#define FIELD(member)	(16 + offsetof(struct trace_hist_field, member))

TEST(errors_name_what_is_wrong)
{
	struct raw_file file = make_file(ALL_PARTS);
	size_t fields = section_pos(&file, TRACE_HIST_SECTION_FIELDS);
	size_t strings = section_pos(&file, TRACE_HIST_SECTION_STRINGS);
	size_t rows = section_pos(&file, TRACE_HIST_SECTION_ROWS);
	size_t buckets = section_pos(&file, TRACE_HIST_SECTION_BUCKETS);
	size_t drops = section_pos(&file, TRACE_HIST_SECTION_DROPS);

	expect_error(&file, HEADER(magic), 0, 4, "no table begins here");
	expect_error(&file, HEADER(version), 2, 2, "unknown version of the format");
	expect_error(&file, HEADER(header_size), 88, 2,
		     "wrong size of the header or of the table");
	expect_error(&file, HEADER(header_size), 97, 2,
		     "wrong size of the header or of the table");
	expect_error(&file, HEADER(table_size), 88, 8, "wrong size of the header or of the table");
	expect_error(&file, HEADER(table_size), file.size + 8, 8, "file ends in a table");
	expect_error(&file, HEADER(table_size), U64_MAX, 8, "file ends in a table");
	expect_error(&file, HEADER(n_rows), 3, 4, "wrong number of rows");
	expect_error(&file, HEADER(command), 0xfffffff0, 4,
		     "header refers to a string that does not exist");
	expect_error(&file, fields + SECTION(size), U64_MAX - 20, 8, "table ends in a section");
	expect_error(&file, fields + SECTION(entry_size), 0, 4, "wrong size of an entry");
	expect_error(&file, fields + SECTION(entry_size), 8, 4,
		     "entries of a section are too short");
	expect_error(&file, fields + SECTION(type), 99, 4,
		     "table has no strings, no fields or no rows");
	expect_error(&file, fields + SECTION(type), TRACE_HIST_SECTION_ROWS, 4,
		     "table has a section twice");
	expect_error(&file, rows + SECTION(type), 100, 4,
		     "table has no strings, no fields or no rows");
	expect_error(&file, strings + 16, 'x', 1, "wrong strings");
	expect_error(&file, fields + FIELD(offset), 0x10000, 4, "field is not in the row");
	expect_error(&file, fields + FIELD(size), 0xffffffff, 4, "field is not in the row");
	expect_error(&file, fields + FIELD(size), 4, 4, "field is not in the row");
	expect_error(&file, fields + FIELD(name), 0x10000, 4,
		     "field refers to a string that does not exist");
	expect_error(&file, fields + FIELD(statistic), 9, 4,
		     "field refers to a statistic that does not exist");
	expect_error(&file, fields + FIELD(statistic), 1, 4, "statistic is not a value");
	expect_error(&file, drops + 16, 0x10000, 4,
		     "reason refers to a string that does not exist");
	expect_error(&file, section_pos(&file, TRACE_HIST_SECTION_STATISTICS) + SECTION(type), 100,
		     4, "wrong number of statistics");
	expect_error(&file, buckets + 16 + offsetof(struct trace_hist_bucket, row), 2, 4,
		     "wrong bucket");
	expect_error(&file, buckets + 16 + offsetof(struct trace_hist_bucket, statistic), 3, 2,
		     "wrong bucket");
	expect_error(&file, buckets + 16 + offsetof(struct trace_hist_bucket, bucket), 3, 2,
		     "wrong bucket");
	expect_error(&file, HEADER(table_size), sizeof(struct trace_hist_header) + 8, 8,
		     "table ends in the begin of a section");
	expect_error(&file, hitcount_pos(&file) + FIELD(kind), TRACE_HIST_KIND_STRING, 4,
		     "value is not a number");
	file.size = 8;
	expect_error(&file, HEADER(magic), TRACE_HIST_MAGIC, 4,
		     "file ends in the header of a table");
	free(file.bytes);
}

TEST(table_without_a_value)
{
	struct raw_file file = make_file("hist:keys=num_u8");

	expect_error(&file, hitcount_pos(&file) + FIELD(role), TRACE_HIST_ROLE_KEY, 4,
		     "table has no hitcount");
	free(file.bytes);
}

TEST(errors_of_stacks)
{
	struct raw_file file = make_file(STACKS);
	size_t fields = section_pos(&file, TRACE_HIST_SECTION_FIELDS);
	size_t stacks = section_pos(&file, TRACE_HIST_SECTION_STACKS);
	size_t frames = section_pos(&file, TRACE_HIST_SECTION_FRAMES);
	size_t files = section_pos(&file, TRACE_HIST_SECTION_FILES);
	size_t rows = section_pos(&file, TRACE_HIST_SECTION_ROWS);

	expect_error(&file, stacks + 16 + offsetof(struct trace_hist_stack, first), 99, 4,
		     "stack has frames that do not exist");
	expect_error(&file, stacks + 16 + offsetof(struct trace_hist_stack, n), U32_MAX, 4,
		     "stack has frames that do not exist");
	expect_error(&file, frames + 16 + offsetof(struct trace_hist_frame, file), 99, 4,
		     "frame refers to a file that does not exist");
	expect_error(&file, files + 16 + offsetof(struct trace_hist_file, name), 0x10000, 4,
		     "file refers to a string that does not exist");
	expect_error(&file, files + 16 + offsetof(struct trace_hist_file, build_id_size), 21, 4,
		     "build id is too long");
	/* The first key is num_u8. */
	expect_error(&file, rows + 16 + 8, 99, 8, "row refers to a stack that does not exist");
	expect_error(&file, fields + 16 + sizeof(struct trace_hist_field) +
		     offsetof(struct trace_hist_field, size), 16, 4, "field is not in the row");
	expect_error(&file, stacks + SECTION(entry_size), 8, 4,
		     "entries of a section are too short");
	free(file.bytes);
}

/* A later kernel may add a section and append members to the header and to entries. */
TEST(additions_are_skipped)
{
	struct raw_file file = make_file("hist:keys=num_u8:vals=num_u16");
	unsigned char *later = calloc(1, file.size + 8 + 40);
	const struct trace_hist_section section = { .type = 1000, .entry_size = 3, .size = 21 };
	size_t size = file.size + 8 + 40;
	struct raw_table table, old;
	u16 header_size = 104;
	u64 table_size = size;

	memcpy(later, file.bytes, 96);
	memcpy(later + HEADER(header_size), &header_size, 2);
	memcpy(later + HEADER(table_size), &table_size, 8);
	memcpy(later + 104, &section, 16);
	memcpy(later + 104 + 40, file.bytes + 96, file.size - 96);
	EXPECT_EQ(raw_table_open(&old, file.bytes, file.size), 0);
	EXPECT_EQ(raw_table_open(&table, later, size), 0);
	if (!table.error) {
		char *a = print_table(&old), *b = print_table(&table);

		EXPECT_STREQ(b, a);
		free(a);
		free(b);
	}
	free(later);
	free(file.bytes);
}

/* The row of the events whose keys have no row. */
TEST(row_of_other_events)
{
	struct raw_file file = make_file("hist:keys=num_u8:vals=num_u16");
	const u64 flags = TRACE_HIST_ROW_OTHER, other = 1;
	struct raw_table table;
	char *text;

	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	EXPECT(table.flags > 0);
	memcpy((void *)raw_row(&table, 1) + table.flags, &flags, 8);
	memcpy(file.bytes + HEADER(other), &other, 8);
	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	text = print_table(&table);
	EXPECT(strstr(text, "{ other } hitcount:          1  num_u16:          0\n"));
	EXPECT(strstr(text, "    Entries: 1\n"));
	free(text);
	free(file.bytes);
}

/* Return the offset of the field "error" in a row, or -1. */
static long error_offset(const struct raw_table *table)
{
	long offset = -1;
	uint64_t i;

	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FIELDS].n; i++) {
		const struct trace_hist_field field = raw_field(table, i);

		if (field.role != TRACE_HIST_ROLE_ERROR)
			continue;
		EXPECT_STREQ(raw_string(table, field.name), "error");
		EXPECT_EQ(field.kind, TRACE_HIST_KIND_NUMBER);
		EXPECT_EQ(field.size, 8);
		EXPECT_EQ(offset, -1);
		offset = field.offset;
	}
	return offset;
}

/* Test whether a table has a row with these numbers: key, hitcount and error. */
static bool has_row(const struct raw_table *table, u64 key, u64 hits, u64 error)
{
	unsigned int i;

	for (i = 0; i < table->header.n_rows; i++)
		if (raw_row_number(table, i, 0) == key &&
		    raw_row_number(table, i, table->hitcount) == hits &&
		    raw_row_number(table, i, error_offset(table)) == error)
			return true;
	return false;
}

/* Rows of a table that evicts have an error; those of others, and of an interval, have none. */
TEST(errors_of_rows)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u16:size=128:overflow=evict");
	struct hist_interval interval = { .number = 1 };
	struct mock_record record = {};
	struct tracing_map_snapshot *rows;
	struct raw_file file;
	struct raw_table table;
	u64 errors = 0;
	unsigned int i;
	char *text;

	for (i = 0; i < 200; i++) {
		record.num_u16 = i;
		hist_exec(data, &record, _RET_IP_);
	}
	file = read_one(data, NULL);
	rows = snapshot_rows(data);
	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	EXPECT_EQ(table.header.n_rows, 129);
	EXPECT(error_offset(&table) > 0);
	for (i = 0; i < rows->n_rows; i++) {
		u64 error = tracing_map_row_error(rows, i);

		EXPECT(has_row(&table, tracing_map_row_key(rows, i)[0], 1, error));
		errors += error;
	}
	/* Each of the 72 events without a row may be of any key of its class. */
	EXPECT(errors > 0);
	text = print_table(&table);
	EXPECT(strstr(text, " } hitcount:          1  error:          "));
	EXPECT(strstr(text, "{ other } hitcount:         72\n"));
	free(text);
	free(file.bytes);
	tracing_map_snapshot_free(rows);

	file = read_one(data, &interval);
	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	EXPECT_EQ(error_offset(&table), -1);
	free(file.bytes);
	detach_hist(data);

	file = make_file("hist:keys=num_u16:size=128:overflow=other");
	EXPECT_EQ(raw_table_open(&table, file.bytes, file.size), 0);
	EXPECT_EQ(error_offset(&table), -1);
	free(file.bytes);
}
