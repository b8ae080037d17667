// SPDX-License-Identifier: GPL-2.0-only
/* Raw tables of histograms in user space, and the text that they must be read as. */

#include <linux/err.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/task_work.h>
#include <stdlib.h>

#include "command_fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "hist/show/text.h"
#include "hist/tests/fixtures/mock_event.h"
#include "raw_fixture.h"
#include "user_task.h"

#define TEXT_MAX	1048576
#define LINES_MAX	4096

bool raw_shows_addresses = true;
const char *raw_filter = "num_u8 >= 0";

const char *const raw_commands[] = {
	"hist:keys=num_u8",
	"hist:keys=num_s8,num_u8:vals=num_u64,num_s64,num_u64.hex",
	"hist:keys=num_u8:vals=num_u32:nohitcount",
	"hist:keys=num_u8.hex,num_s8:vals=hitcount.hex",
	"hist:keys=text:vals=num_u32",
	"hist:keys=text,dyn,num_u8",
	"hist:keys=rel,ptr",
	"hist:keys=num_u64.log2:vals=num_u8",
	"hist:keys=num_u64.buckets=100",
	"hist:keys=num_s64.buckets=10",
	"hist:keys=num_s64.lhist=-100,95,10",
	"hist:keys=common_pid.execname",
	"hist:keys=num_u8:vals=num_u64.min,num_u64.max,num_u64.avg,num_u64.sum",
	"hist:keys=num_u8:vals=num_s64.min,num_s64.max,num_s64.avg,num_s64.sum",
	"hist:keys=num_u8:vals=num_u64.stddev,num_s64.stddev,num_u32.stddev,num_s8.stddev",
	"hist:keys=num_s8:vals=num_u64.p50,num_u64.p99,num_u64.p9999,num_s64.p1,num_s64.p50",
	"hist:keys=num_u8:vals=num_s64.p50,num_u32.avg,num_s8.max:pool=128:size=128",
	"hist:name=same:keys=num_u8:vals=num_u8",
	"hist:keys=num_u8,common_cpu:ts=common_timestamp:vals=num_u64-num_u32",
	"hist:keys=num_u32:size=128",
	"hist:keys=num_u8:vals=num_u32.avg,num_u64.p50:size=128:overflow=evict",
	"hist:keys=common_ustacktrace",
	"hist:keys=common_ustacktrace.depth=2,num_s8,common_ustacktrace.build:vals=num_u64.p50",
};

const unsigned int raw_n_commands = ARRAY_SIZE(raw_commands);

static struct hist_status status_of(const struct hist_trigger_data *data)
{
	return (struct hist_status){ .filter = raw_filter, .size = data->size };
}

int raw_add(struct hist_raw_tables *tables, const struct hist_trigger_data *data,
	    const struct hist_interval *interval)
{
	const struct hist_status status = status_of(data);
	const struct hist_raw_source source = {
		.data = data,
		.map = data->runtime.map,
		.status = &status,
		.interval = interval,
		.system = "mock",
		.event = "event",
		.shows_addresses = raw_shows_addresses,
	};

	return hist_raw_tables_add(tables, &source);
}

struct raw_file raw_read(const struct hist_raw_tables *tables, size_t room)
{
	struct raw_file file = { malloc(TEXT_MAX) };
	loff_t pos = 0;
	ssize_t n;

	do {
		n = hist_raw_tables_read(tables, (char *)file.bytes + file.size,
					 min(room, TEXT_MAX - file.size), &pos);
		EXPECT(n >= 0);
		file.size += n > 0 ? n : 0;
		EXPECT_EQ(pos, file.size);
	} while (n > 0);
	return file;
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char **)a, *(char **)b);
}

void raw_sort_lines(char *text)
{
	char *copy = strdup(text), *at = text, *line, *rest = copy;
	static char *lines[LINES_MAX];
	unsigned int i, n = 0;

	while (n < LINES_MAX && (line = strsep(&rest, "\n")))
		lines[n++] = line;
	qsort(lines, n, sizeof(*lines), compare_lines);
	for (i = 0; i < n; i++)
		if (*lines[i])
			at += sprintf(at, "%s\n", lines[i]);
	*at = '\0';
	free(copy);
}

/* Remove all lines that begin with @begin. */
static void remove_lines(char *text, const char *begin)
{
	char *line, *next;

	while ((line = strstr(text, begin))) {
		next = strchr(line, '\n') + 1;
		memmove(line, next, strlen(next) + 1);
	}
}

char *raw_expected_text(struct hist_trigger_data *data, const struct hist_interval *interval)
{
	const struct hist_status status = status_of(data);
	struct hist_table_snapshot *table;
	struct seq_file m = { .buf = calloc(1, TEXT_MAX), .size = TEXT_MAX };
	unsigned int i;

	table = hist_table_snapshot_create(data, data->runtime.map, &status, interval);
	EXPECT(!IS_ERR(table));
	table->shows_addresses = raw_shows_addresses;
	hist_show_header(&m, table);
	for (i = 0; i < table->rows->n_rows; i++)
		hist_show_row(&m, table, i);
	hist_show_totals(&m, table);
	hist_table_snapshot_free(table);
	EXPECT(!seq_has_overflowed(&m));
	remove_lines(m.buf, "    Overall:");
	remove_lines(m.buf, "    Evicted:");
	remove_lines(m.buf, "    Stacks not taken:");
	remove_lines(m.buf, "        no user stack:");
	remove_lines(m.buf, "    Stacks unresolved,");
	raw_sort_lines(m.buf);
	return m.buf;
}

/* Let a process of its own cause event @i; the last two have not returned to user mode. */
static void set_task(int i)
{
	unsigned int id = i % 23;

	user_task_new(id, 0x1000 * (id + 1));
	user_task_set_stack(0x1000 * (id + 1), 16, 2 + i % 3);
	user_task.stack[1] = i % 2 ? 0x500000 : 0xdead0000;
	user_task.no_user = id == 22;
	shim_stack[0] = 0x7700 + i % 2;
	shim_stack_len = 1;
}

void raw_count_events(const struct hist_trigger_data *data)
{
	struct mock_record record;
	u64 seed = 1;
	int i;

	fill_record(&record);
	for (i = 0; i < 300; i++) {
		record.num_u8 = i % 7;
		record.num_s8 = i % 5 - 2;
		record.num_u64 = test_random(&seed) >> i % 64;
		record.num_s64 = (s64)test_random(&seed) >> i % 64;
		record.num_u32 = i;
		record.text[0] = "a,{\\ "[i % 5];
		shim_cpu = i % 2;
		set_task(i);
		hist_exec(data, &record, _RET_IP_);
		if (i % 23 >= 20)
			user_task.identity[0]++;
		task_work_run();
	}
	shim_cpu = 0;
	shim_stack_len = 0;
}
