// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the reader of hist. The samples are real files: stock-* of Linux 6.12, own-* of this
 * kernel. The expected numbers are those of the work that was counted: reads of known sizes by dd,
 * and umask() with known masks.
 */
#include <errno.h>
#include <math.h>
#include <time.h>

#include "table_fixture.h"
#include "table_text.h"

static const char *const kernels[] = { "stock", "own" };

static void read_kernel_sample(struct tables *tables, unsigned int kernel, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "%s-%s", kernels[kernel], name);
	read_sample(tables, path);
}

/* dd has read 1, 8, 9, 99, 100 and 128 bytes. */
TEST(groups_of_numbers)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;

		read_kernel_sample(&tables, i, "groups");
		EXPECT_EQ(tables.n, 3);
		for (size_t k = 0; k < tables.n; k++)
			EXPECT_EQ(tables.tables[k].hits, 6);
		EXPECT_EQ(tables.tables[0].n_rows, 6);
		expect_row(&tables.tables[0], "128", "hitcount", "1");

		EXPECT_EQ(tables.tables[1].n_rows, 4);
		EXPECT_STREQ(tables.tables[1].fields[0].name, "count");
		EXPECT_STREQ(tables.tables[1].fields[0].modifier, "log2");
		expect_row(&tables.tables[1], "0-1", "hitcount", "1");
		expect_row(&tables.tables[1], "5-8", "hitcount", "1");
		expect_row(&tables.tables[1], "9-16", "hitcount", "1");
		expect_row(&tables.tables[1], "65-128", "hitcount", "3");

		EXPECT_EQ(tables.tables[2].n_rows, 2);
		EXPECT_STREQ(tables.tables[2].fields[0].modifier, "buckets");
		expect_row(&tables.tables[2], "0-99", "hitcount", "4");
		expect_row(&tables.tables[2], "100-199", "hitcount", "2");
		tables_free(&tables);
	}
}

/* Three dd have read 512, 512 and 4096 bytes. */
TEST(names_of_tasks_and_hexadecimal_numbers)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;
		struct table *table;

		read_kernel_sample(&tables, i, "execname");
		table = &tables.tables[0];
		EXPECT_EQ(table->n_rows, 3);
		EXPECT_EQ(table->n_keys, 2);
		EXPECT_EQ(table->rows[0].cells[0].kind, CELL_NAMED);
		EXPECT_EQ(table->rows[1].cells[0].number, table->rows[0].cells[0].number + 1);
		expect_cell(table, &table->rows[2], "common_pid", "dd");
		expect_cell(table, &table->rows[0], "count", "512");
		expect_cell(table, &table->rows[2], "count", "4096");
		/* The sum has the name of the key. */
		expect_cell(table, &table->rows[2], "count.sum", "4096");
		tables_free(&tables);
	}
}

/* dd count=10 reads 10 times, and writes 10 times and its report. */
TEST(system_calls)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;
		struct row *row;

		read_kernel_sample(&tables, i, "syscall");
		expect_row(&tables.tables[0], "sys_read", "hitcount", "10");
		expect_row(&tables.tables[0], "sys_write", "hitcount", "11");
		row = find_row(&tables.tables[0], "sys_exit_group");
		EXPECT_EQ(row->cells[0].number, 231);
		tables_free(&tables);
	}
}

/* dd has read 1000 bytes three times, and 6000 bytes once. */
TEST(shares)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;

		read_kernel_sample(&tables, i, "shares");
		EXPECT_EQ(tables.tables[0].fields[2].role, FIELD_SHARE);
		expect_row(&tables.tables[0], "6000", "hitcount.percent", "25.00");
		expect_row(&tables.tables[0], "1000", "hitcount.percent", "75.00");
		expect_row(&tables.tables[0], "1000", "count.graph", "50.00");
		expect_row(&tables.tables[1], "6000", "count.percent", "66.66");
		expect_row(&tables.tables[1], "6000", "hitcount.graph", "30.00");
		tables_free(&tables);
	}
}

/* One read failed with EISDIR, three have returned 600 bytes. */
TEST(negative_numbers)
{
	struct tables tables;

	read_sample(&tables, "own-negative");
	expect_row(&tables.tables[0], "-21", "ret.sum", "-21");
	expect_row(&tables.tables[0], "600", "ret.sum", "1800");
	tables_free(&tables);

	/* Linux 6.12 prints them without a sign. */
	read_sample(&tables, "stock-negative");
	expect_row(&tables.tables[0], "18446744073709551595", "hitcount", "1");
	EXPECT(tables.tables[0].rows[0].cells[0].is_unsigned);
	EXPECT(cell_to_double(&tables.tables[0].rows[0].cells[0]) > 1.8e19);
	tables_free(&tables);

	/* Masks from -3 to 7, in groups of 10 */
	read_sample(&tables, "stock-ranges");
	EXPECT_EQ(tables.tables[0].rows[0].cells[0].number, -6);
	EXPECT_EQ(tables.tables[0].rows[0].cells[0].last, 3);
	EXPECT(!tables.tables[0].rows[0].cells[0].is_unsigned);
	expect_row(&tables.tables[0], "0-9", "mask.percent", "127.27");
	expect_cell(&tables.tables[0], &tables.tables[0].rows[0], "mask.percent", "-");
	EXPECT_EQ(tables.tables[0].hits, 11);
	tables_free(&tables);
}

/* Masks from 0 to 199, in a table of 128 rows */
TEST(dropped_events)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;

		read_kernel_sample(&tables, i, "dropped");
		EXPECT_EQ(tables.tables[0].n_rows, 128);
		EXPECT_EQ(tables.tables[0].hits, 128);
		EXPECT_EQ(tables.tables[0].dropped, 72);
		EXPECT_EQ(tables.tables[0].n_drops, i);
		if (i) {
			EXPECT_STREQ(tables.tables[0].drops[0].reason, "no free row");
			EXPECT_EQ(tables.tables[0].drops[0].count, 72);
		}
		tables_free(&tables);
	}
}

/* Tasks with these names have called umask(18), or have exited. */
TEST(names_that_look_like_a_part_of_the_table)
{
	static const char *const names[] = {
		"x } hitcount: 9", "a\nb", "t\303\244\t{\\", " lead  two", "} h\n{ c: y", "",
	};

	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;

		read_kernel_sample(&tables, i, "exitnames");
		EXPECT_EQ(tables.n, 4);
		EXPECT_EQ(tables.tables[0].n_rows, 9);
		EXPECT_EQ(tables.tables[1].n_rows, 11);
		for (size_t k = 0; k < ARRAY_SIZE(names); k++) {
			expect_row(&tables.tables[0], names[k], "hitcount", "1");
			expect_row(&tables.tables[1], names[k], "hitcount", "1");
			/* A task without a name is displayed by its process id. */
			if (*names[k])
				expect_row(&tables.tables[3], names[k], "comm", names[k]);
		}
		expect_row(&tables.tables[1], "a, pid: 1", "hitcount", "1");
		expect_row(&tables.tables[0], "sh", "hitcount", "3");
		tables_free(&tables);

		read_kernel_sample(&tables, i, "filenames");
		EXPECT_EQ(tables.tables[0].n_rows, 4);
		expect_row(&tables.tables[0], "/tmp/q } hitcount: 3", "hitcount", "1");
		expect_row(&tables.tables[1], "/tmp/n\n{ filename: z", "hitcount", "1");
		tables_free(&tables);
	}
	/* A space at the end is padding in Linux 6.12 only. */
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;

		read_kernel_sample(&tables, i, "exitnames");
		expect_row(&tables.tables[0], i ? "tail " : "tail", "hitcount", "1");
		tables_free(&tables);
	}
}

TEST(names_with_process_ids)
{
	struct tables tables;

	read_sample(&tables, "stock-names");
	EXPECT_EQ(tables.tables[0].n_rows, 9);
	expect_row(&tables.tables[0], "a, mask: 1", "mask", "18");
	expect_row(&tables.tables[0], "[       1]", "mask", "18");
	expect_row(&tables.tables[0], "} h\n{ c: y", "mask", "18");
	tables_free(&tables);

	read_sample(&tables, "own-names");
	EXPECT_EQ(tables.n, 3);
	expect_row(&tables.tables[2], "a, mask: 1", "mask", "18");
	expect_row(&tables.tables[2], "x } hitcount: 9", "mask", "18");
	tables_free(&tables);
}

TEST(symbols_and_addresses)
{
	struct tables tables;
	struct row *row;

	read_sample(&tables, "stock-sym");
	row = find_row(&tables.tables[0], "load_elf_phdrs");
	EXPECT_EQ((uint64_t)row->cells[0].number, 0xffffffff812ee7daULL);
	EXPECT(row->cells[0].is_unsigned);
	expect_row(&tables.tables[1], "load_elf_phdrs+0x4a/0xb0", "bytes_req", "560");
	expect_row(&tables.tables[1], "load_elf_phdrs+0x4a/0xb0", "bytes_alloc", "1024");
	tables_free(&tables);

	read_sample(&tables, "own-symstr");
	row = find_row(&tables.tables[0], "load_elf_phdrs+0x4a/0xb0");
	EXPECT_EQ(row->cells[0].kind, CELL_TEXT);
	expect_cell(&tables.tables[0], row, "bytes_alloc", "1024");
	tables_free(&tables);
}

/* Two programs have called umask(18) five times each. */
TEST(kernel_stacks)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;
		struct cell *cell;

		read_kernel_sample(&tables, i, "stacktrace");
		EXPECT_EQ(tables.n, 2);
		cell = &tables.tables[0].rows[0].cells[0];
		EXPECT_EQ(cell->kind, CELL_STACK);
		EXPECT_EQ(cell->n_frames, 2 + i);
		EXPECT_STREQ(cell->frames[i], "do_syscall_64+0x98/0xc0");
		EXPECT_STREQ(cell->frames[i + 1], "entry_SYSCALL_64_after_hwframe+0x4b/0x53");
		expect_cell(&tables.tables[0], tables.tables[0].rows, "hitcount", "10");
		expect_cell(&tables.tables[1], tables.tables[1].rows, "mask", "18");
		expect_cell(&tables.tables[1], tables.tables[1].rows, "mask.sum", "180");
		EXPECT_EQ(tables.tables[1].rows[0].cells[1].n_frames, 2 + i);
		tables_free(&tables);

		/* The first frame of a recorded stack is on the line of its name. */
		read_kernel_sample(&tables, i, "synthstack");
		cell = &tables.tables[0].rows[0].cells[0];
		EXPECT_EQ(cell->n_frames, 8 + i);
		EXPECT(!strncmp(cell->frames[i], "__schedule+", 11));
		EXPECT_STREQ(tables.tables[0].fields[0].name, "stack");
		EXPECT_EQ(tables.tables[1].rows[0].cells[0].n_frames, 8 + i);
		tables_free(&tables);
	}
}

/* Two programs have called umask() at five places each. */
TEST(user_stacks)
{
	struct tables tables;
	struct cell *cell;

	read_sample(&tables, "own-ustack");
	EXPECT_EQ(tables.n, 3);
	for (size_t i = 0; i < tables.n; i++)
		EXPECT_EQ(tables.tables[i].n_rows, 10);
	EXPECT_STREQ(tables.tables[0].fields[1].modifier, "build");
	cell = &tables.tables[0].rows[0].cells[1];
	EXPECT_EQ(cell->n_frames, 3);
	EXPECT_STREQ(cell->frames[1], "wdyn+0x1189 (74179ffb7cbe7c4bc343b0ca82e09e6f27d5e0b5)");
	EXPECT_EQ(tables.tables[1].rows[0].cells[0].n_frames, 4);
	EXPECT_EQ(tables.tables[1].rows[0].cells[1].n_frames, 3);
	expect_cell(&tables.tables[1], tables.tables[1].rows, "mask", "18");
	tables_free(&tables);

	/* Stacks of kernel threads are empty. */
	read_sample(&tables, "own-exitstack");
	EXPECT_EQ(tables.tables[0].n_rows, 2);
	EXPECT_EQ(tables.tables[0].rows[0].cells[1].n_frames, 0);
	EXPECT_EQ(tables.tables[0].n_notes, 2);
	EXPECT_STREQ(tables.tables[0].notes[0].reason, "Stacks not taken");
	EXPECT_STREQ(tables.tables[0].notes[1].reason, "Stacks not taken: no user stack");
	EXPECT_EQ(tables.tables[0].notes[1].count, 2);
	EXPECT_EQ(tables.tables[0].n_drops, 0);
	tables_free(&tables);
}

TEST(unresolved_stacks)
{
	static const char text[] =
		HEADER("keys=common_ustacktrace:vals=hitcount")
		"{ common_ustacktrace: [unresolved]\n"
		"         0x7f3a5c0d1000\n"
		"         my\\040\\040prog+0x12\n"
		"} hitcount:          1\n"
		TOTALS(1, 1, 0)
		"    Stacks unresolved, still in the kernel: 1\n";
	struct table table;

	read_one(&table, text);
	EXPECT_EQ(table.rows[0].cells[0].n_frames, 2);
	EXPECT_STREQ(table.rows[0].cells[0].frames[0], "0x7f3a5c0d1000");
	EXPECT_STREQ(table.rows[0].cells[0].frames[1], "my  prog+0x12");
	EXPECT_STREQ(table.notes[0].reason, "Stacks unresolved, still in the kernel");
	table_free(&table);
}

/* dd has read 100, 200, 300, 400 and 1000 bytes: see "Aggregates" in histogram.rst. */
TEST(statistics)
{
	struct tables tables;
	struct table *table;
	struct distribution *distribution;

	read_sample(&tables, "own-stats");
	table = &tables.tables[0];
	expect_row(table, "dd", "count.min", "100");
	expect_row(table, "dd", "count.avg", "400");
	expect_row(table, "dd", "count.stddev", "316");
	expect_row(table, "dd", "count.p50", "303");
	expect_row(table, "dd", "count.max", "1000");
	expect_row(table, "dd", "fd", "0");
	EXPECT_EQ(table->fields[table_find_field(table, "count.p50")].role, FIELD_STATISTIC);
	EXPECT_EQ(table->fields[table_find_field(table, "fd")].role, FIELD_SUM);

	EXPECT_EQ(table->rows[0].n_distributions, 1);
	distribution = &table->rows[0].distributions[0];
	EXPECT_STREQ(table->fields[distribution->field].name, "count.dist");
	EXPECT_EQ(table->fields[distribution->field].role, FIELD_DISTRIBUTION);
	EXPECT_EQ(distribution->n, 4);
	EXPECT_EQ(distribution->buckets[0].first, 64);
	EXPECT_EQ(distribution->buckets[2].last, 511);
	EXPECT_EQ(distribution->buckets[2].count, 2);
	EXPECT_EQ(table->n_overall, 1);
	EXPECT_EQ(table->overall[0].n, 4);
	tables_free(&tables);
}

/* 1, 100, 300, 400 and 1000 bytes: powers of two without a value are left out. */
TEST(distributions)
{
	struct tables tables;
	struct row *row;

	read_sample(&tables, "own-dist");
	row = &tables.tables[0].rows[0];
	EXPECT_EQ(row->n_distributions, 2);
	EXPECT_EQ(row->distributions[0].n, 4);
	EXPECT_EQ(row->distributions[1].n, 1);
	EXPECT_EQ(row->distributions[1].buckets[0].count, 5);
	expect_row(&tables.tables[0], "dd", "count.sum.percent", "100.00");
	expect_row(&tables.tables[0], "dd", "count.max", "1000");
	EXPECT_EQ(tables.tables[0].n_overall, 2);
	tables_free(&tables);

	read_sample(&tables, "own-negdist");
	row = &tables.tables[0].rows[0];
	EXPECT_EQ(row->distributions[0].n, 5);
	EXPECT_EQ(row->distributions[0].buckets[0].first, -31);
	EXPECT_EQ(row->distributions[0].buckets[0].last, -16);
	tables_free(&tables);
}

/* Masks of 2^63 - 1, and of -3 to -1, which are unsigned */
TEST(large_numbers)
{
	struct tables tables;
	struct distribution *distribution;

	read_sample(&tables, "own-big");
	expect_row(&tables.tables[0], "w", "mask.stddev", "-");
	expect_row(&tables.tables[0], "w", "mask.max", "18446744073709551615");
	distribution = &tables.tables[0].rows[0].distributions[0];
	EXPECT_EQ(distribution->n, 2);
	EXPECT_EQ(distribution->buckets[0].first, 1LL << 62);
	EXPECT_EQ(distribution->buckets[1].first, INT64_MAX);
	EXPECT_EQ(distribution->buckets[1].count, 3);
	tables_free(&tables);

	/* -3 to 3; the sum of the negative ones is 2^64 - 6. */
	read_sample(&tables, "own-log2big");
	expect_row(&tables.tables[0], "9223372036854775809-18446744073709551615", "mask.sum",
		   "18446744073709551610");
	expect_row(&tables.tables[0], "0-1", "hitcount", "2");
	tables_free(&tables);
}

TEST(linear_groups)
{
	struct tables tables;

	/* Masks from -20 to 40; negative ones are large */
	read_sample(&tables, "own-lhist");
	EXPECT_STREQ(tables.tables[0].fields[0].modifier, "lhist");
	expect_row(&tables.tables[0], "0-9", "hitcount", "10");
	expect_row(&tables.tables[0], ">= 30", "hitcount", "31");
	tables_free(&tables);

	/* 50, 99, 100, 249, 250, 400, 499, 500 and 900 bytes */
	read_sample(&tables, "own-lhist2");
	expect_row(&tables.tables[0], "< 100", "hitcount", "2");
	expect_row(&tables.tables[0], "400-499", "hitcount", "2");
	expect_row(&tables.tables[0], ">= 500", "hitcount", "2");
	EXPECT_EQ(find_row(&tables.tables[0], "< 100")->cells[0].number, INT64_MIN);
	EXPECT_EQ(find_row(&tables.tables[0], ">= 500")->cells[0].last, INT64_MAX);
	tables_free(&tables);

	/* A result of -21 */
	read_sample(&tables, "own-buckets");
	expect_row(&tables.tables[0], "-30 to -21", "hitcount", "1");
	tables_free(&tables);
}

/* Masks from 0 to 199, in tables of 128 rows */
TEST(rows_of_other_events)
{
	struct tables tables;
	struct table *table;

	read_sample(&tables, "own-other");
	table = &tables.tables[0];
	EXPECT_EQ(table->n_rows, 129);
	EXPECT(table->rows[128].other && !table->rows[127].other);
	/* 128 + 129 + ... + 199 */
	expect_cell(table, &table->rows[128], "mask.sum", "11772");
	expect_cell(table, &table->rows[128], "mask.max", "199");
	expect_cell(table, &table->rows[128], "mask", "-");
	tables_free(&tables);

	read_sample(&tables, "own-otherstack");
	table = &tables.tables[0];
	expect_cell(table, &table->rows[128], "mask.sum", "11772");
	tables_free(&tables);

	read_sample(&tables, "own-evict");
	table = &tables.tables[0];
	EXPECT_EQ(table->n_rows, 81);
	EXPECT_EQ(table->fields[3].role, FIELD_ERROR);
	expect_row(table, "2", "error", "1");
	expect_cell(table, &table->rows[80], "error", "-");
	EXPECT_STREQ(table->notes[0].reason, "Evicted");
	EXPECT_EQ(table->notes[0].count, 48);
	tables_free(&tables);
}

TEST(partial_statistics)
{
	struct tables tables;
	struct table *table;

	read_sample(&tables, "own-pool");
	table = &tables.tables[0];
	EXPECT_EQ(table->n_rows, 200);
	EXPECT(!table->rows[0].cells[2].partial);
	EXPECT(table->rows[199].cells[2].partial);
	expect_cell(table, &table->rows[199], "mask.p50", "200");
	EXPECT_EQ(table->rows[199].n_distributions, 1);
	EXPECT_EQ(table->rows[199].distributions[0].n, 0);
	EXPECT_STREQ(table->notes[0].reason, "Without bucket");
	EXPECT_EQ(table->notes[0].count, 72);
	tables_free(&tables);
}

/* Masks 3 to 7 */
TEST(saved_values)
{
	struct tables tables;

	for (unsigned int i = 0; i < 2; i++) {
		read_kernel_sample(&tables, i, "onchange2");
		EXPECT(!strncmp(tables.tables[0].rows[0].saved,
				"changed:          7  mask:          7  common_pid: ", 51));
		tables_free(&tables);

		read_kernel_sample(&tables, i, "onmax");
		for (size_t k = 0; k < tables.tables[0].n_rows; k++)
			EXPECT(!strncmp(tables.tables[0].rows[k].saved, "max: ", 5));
		tables_free(&tables);
	}
	read_sample(&tables, "own-onmin");
	EXPECT(!strncmp(tables.tables[0].rows[0].saved, "min:          3  mask: 3  ", 26));
	EXPECT(strstr(tables.tables[0].rows[0].saved, "\nmax:          7  common_ustacktrace:\n"));
	EXPECT(strstr(tables.tables[0].rows[0].saved, "  mask:          7"));
	tables_free(&tables);
}

TEST(values_without_hitcount)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;

		read_kernel_sample(&tables, i, "nohitcount");
		EXPECT_EQ(tables.tables[0].hits, 3);
		EXPECT(table_find_field(&tables.tables[0], "hitcount") < 0);
		expect_row(&tables.tables[0], "dd", "count", "512");
		tables_free(&tables);
	}
}

TEST(expressions)
{
	struct tables tables;
	struct table *table;

	/* Masks 0 to 15 */
	read_sample(&tables, "own-expr");
	table = &tables.tables[0];
	EXPECT_EQ(table->n_rows, 16);
	EXPECT_STREQ(table->fields[0].name, "mask&7");
	EXPECT_STREQ(table->fields[1].name, "mask*3");
	EXPECT_STREQ(table->fields[1].modifier, "log2");
	expect_row(table, "3", "mask+1", "4");
	expect_row(table, "3", "(mask-10).avg", "-7");
	/* A negative number in hexadecimal is unsigned. */
	expect_row(table, "3", "(mask-10).min", "18446744073709551609");
	tables_free(&tables);

	read_sample(&tables, "own-runq");
	table = &tables.tables[0];
	EXPECT_STREQ(table->fields[1].name, "st[next_pid]");
	EXPECT_EQ(table->fields[table_find_field(table, "lat.p99")].role, FIELD_STATISTIC);
	tables_free(&tables);
}

TEST(titles_of_linux_6_12)
{
	struct tables tables;

	/* The command has common_cpu, and the row has cpu. */
	read_sample(&tables, "stock-cpu");
	EXPECT_STREQ(tables.tables[0].fields[0].name, "common_cpu");
	EXPECT_EQ(tables.tables[0].n_rows, 1);
	tables_free(&tables);

	read_sample(&tables, "stock-hex");
	expect_cell(&tables.tables[0], tables.tables[0].rows, "hitcount", "1");
	expect_cell(&tables.tables[0], tables.tables[0].rows, "hitcount.hex", "1");
	tables_free(&tables);
}

TEST(paths_of_cgroups)
{
	struct tables tables;

	read_sample(&tables, "own-path");
	expect_row(&tables.tables[0], "/web, x}", "hitcount", "1");
	expect_row(&tables.tables[0], "/", "mask", "3");
	tables_free(&tables);
}

TEST(snapshots_and_states)
{
	for (unsigned int i = 0; i < 2; i++) {
		struct tables tables;

		read_kernel_sample(&tables, i, "snapshot");
		EXPECT_EQ(tables.tables[0].n_rows, 1);
		EXPECT_EQ(tables.tables[0].hits, 9);
		tables_free(&tables);

		read_kernel_sample(&tables, i, "empty");
		EXPECT_EQ(tables.tables[0].n_rows, 0);
		EXPECT_STREQ(tables.tables[0].trigger,
			     "hist:keys=mask:vals=hitcount:sort=hitcount:size=2048"
			     " if common_pid == 1");
		tables_free(&tables);
	}
}

/* Masks 5 to 8; 8 and 9; none; after a clear, 1 */
TEST(intervals)
{
	static const unsigned int hits[] = { 4, 2, 0, 1 };
	double end = 0;

	for (unsigned int i = 0; i < ARRAY_SIZE(hits); i++) {
		struct tables tables;
		char name[64];

		snprintf(name, sizeof(name), "own-delta%u", i + 1);
		read_sample(&tables, name);
		EXPECT_EQ(tables.n, 2);
		EXPECT_EQ(tables.tables[0].hits, hits[i]);
		EXPECT_EQ(tables.tables[0].n_rows, hits[i]);
		EXPECT_EQ(tables.tables[0].cleared, i == 3);
		EXPECT(!tables.tables[0].merged);
		/* The histogram was cleared at a time of its own. */
		EXPECT(!end || i == 3 || tables.tables[0].begin == end);
		end = tables.tables[0].end;
		tables_free(&tables);
	}
	EXPECT(end > 9.641126 && end < 9.641127);
}

TEST(words_of_an_interval)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=a:vals=hitcount:overflow=evict [paused]\n"
		"# interval: 18446744073709551615 from 12 to 4711 uptime [cleared] [merged]\n#\n\n"
		"{ a:          1 } hitcount:          1\n"
		"{ other } hitcount:          2\n"
		TOTALS(3, 1, 0);
	struct table table;

	read_one(&table, text);
	EXPECT(table.cleared && table.merged && table.paused);
	EXPECT(table.begin == 12 && table.end == 4711);
	/* Intervals have no errors. */
	EXPECT_EQ(table.n_fields, 2);
	table_free(&table);
}

/* The condition of a trigger can end as the state of a paused histogram. */
TEST(state_of_a_histogram)
{
	static const struct {
		const char *end;
		bool paused;
		const char *trigger;
	} cases[] = {
		{ " [active]", false, "hist:keys=a" },
		{ " [paused]", true, "hist:keys=a" },
		{ "", false, "hist:keys=a" },
		{ " if s ~ [paused] [active]", false, "hist:keys=a if s ~ [paused]" },
		{ " if s ~ [active] [paused]", true, "hist:keys=a if s ~ [active]" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct table table, copy;
		char text[200];

		snprintf(text, sizeof(text),
			 "# event histogram\n#\n# trigger info: hist:keys=a%s\n#\n\n"
			 TOTALS(0, 0, 0), cases[i].end);
		read_one(&table, text);
		EXPECT_EQ(table.paused, cases[i].paused);
		EXPECT_STREQ(table.trigger, cases[i].trigger);
		EXPECT_EQ(table_subtract(&copy, &table, &table), 0);
		EXPECT_EQ(copy.paused, cases[i].paused);
		table_free(&copy);
		table_free(&table);
	}
}

/* A string that is longer than the column can contain the name of the next key. */
TEST(long_strings)
{
	static const char text[] =
		HEADER("keys=s,pid:vals=hitcount")
		"{ s: 0123456789012345678901234567890123456789012345678901, pid:          7 }"
		" hitcount:          1\n, pid:          8 } hitcount:          2\n"
		TOTALS(2, 1, 0);
	struct table table;

	struct tables tables;
	struct parse_error error;

	/* Nothing tells this from a row that ends earlier, except that there is one row only. */
	EXPECT_EQ(tables_read(&tables, text, strlen(text), &error), -EINVAL);

	read_one(&table,
		 HEADER("keys=s,pid:vals=hitcount")
		 "{ s: 01234567890123456789012345678901234567890123456789, pid:          7"
		 ", pid:          8 } hitcount:          2\n"
		 "{ s: 01234567890123456789012345678901234567890123456789, , pid: x"
		 ", pid:          8 } hitcount:          2\n"
		 TOTALS(2, 2, 0));
	expect_cell(&table, &table.rows[0], "pid", "8");
	expect_cell(&table, &table.rows[0], "s",
		    "01234567890123456789012345678901234567890123456789, pid:          7");
	expect_cell(&table, &table.rows[1], "pid", "8");
	expect_cell(&table, &table.rows[1], "s",
		    "01234567890123456789012345678901234567890123456789, , pid: x");
	table_free(&table);
}

/* A string of digits is no number. */
TEST(strings_of_digits)
{
	struct table table;

	read_one(&table,
		 HEADER("keys=s:vals=hitcount")
		 "{ s: 1234567890                                         } hitcount:          1\n"
		 "{ s: 1234567890 } hitcount:          1\n"
		 TOTALS(2, 2, 0));
	EXPECT_EQ(table.rows[0].cells[0].kind, CELL_TEXT);
	EXPECT_EQ(table.rows[1].cells[0].kind, CELL_NUMBER);
	table_free(&table);
}

/* Other programs may not pad strings. */
TEST(text_without_padding)
{
	struct table table;

	read_one(&table,
		 HEADER("keys=comm,pid:vals=hitcount")
		 "{ comm: sh, pid: 1 } hitcount:          1\n"
		 "{ comm: bash, pid: 2 } hitcount:          1\n"
		 TOTALS(2, 2, 0));
	expect_row(&table, "sh", "pid", "1");
	expect_row(&table, "bash", "pid", "2");
	table_free(&table);
}

TEST(empty_texts_have_no_tables)
{
	struct tables tables;

	read_tables(&tables, "", 0);
	EXPECT_EQ(tables.n, 0);
	read_tables(&tables, NULL, 0);
	EXPECT_EQ(tables.n, 0);
	read_tables(&tables, "\n\n", 2);
	EXPECT_EQ(tables.n, 0);
}

struct wrong {
	const char *text;
	unsigned int line;
	unsigned int column;
};

#define ROW	"{ a:          1 } hitcount:          1\n"

TEST(errors_have_a_line_and_a_column)
{
	static const struct wrong cases[] = {
		{ "hello\n", 1, 1 },
		{ "\n\nhello\n", 3, 1 },
		{ "# event histogram\n#\n# trigger info: ", 3, 17 },
		{ HEADER("keys=a:vals=hitcount"), 6, 1 },
		{ HEADER("vals=hitcount") TOTALS(0, 0, 0), 3, 22 },
		{ HEADER("keys=a,:vals=hitcount") TOTALS(0, 0, 0), 3, 29 },
		{ HEADER("keys=a}:vals=hitcount") TOTALS(0, 0, 0), 3, 27 },
		{ "# event histogram\n#\n# trigger info: keys=a\n#\n\n", 3, 17 },
		/* rows */
		{ HEADER("keys=a:vals=hitcount") "{ b:          1 } hitcount:          1\n"
		  TOTALS(1, 1, 0), 6, 1 },
		{ HEADER("keys=a:vals=hitcount") "x\n" TOTALS(1, 1, 0), 6, 1 },
		{ HEADER("keys=a:vals=hitcount") "{ a:          1 hitcount:          1\n"
		  TOTALS(1, 1, 0), 6, 1 },
		{ HEADER("keys=a:vals=hitcount") "{ a:          1 } hits:          1\n"
		  TOTALS(1, 1, 0), 6, 18 },
		{ HEADER("keys=a:vals=hitcount") "{ a:          1 } hitcount:        1 x\n"
		  TOTALS(1, 1, 0), 6, 27 },
		{ HEADER("keys=a:vals=hitcount")
		  "{ a:          1 } hitcount:          1  b:          1\n"
		  TOTALS(1, 1, 0), 6, 39 },
		{ HEADER("keys=a:vals=hitcount")
		  "{ a:          1 } hitcount: 18446744073709551616\n" TOTALS(1, 1, 0), 6, 27 },
		{ HEADER("keys=a.log2:vals=hitcount") "{ a: ~ 2^65 } hitcount:          1\n"
		  TOTALS(1, 1, 0), 6, 1 },
		{ HEADER("keys=a.buckets=10:vals=hitcount") "{ a: ~ 9-1 } hitcount:          1\n"
		  TOTALS(1, 1, 0), 6, 1 },
		{ HEADER("keys=a:vals=hitcount") "{ other } hitcount:          1\n" ROW
		  TOTALS(2, 1, 0), 7, 1 },
		{ HEADER("keys=a:vals=hitcount") "{ other } hitcount: none\n"
		  TOTALS(2, 1, 0), 6, 19 },
		{ HEADER("keys=a:vals=hitcount") ROW "x\n" TOTALS(1, 1, 0), 7, 1 },
		{ HEADER("keys=a:vals=hitcount,b.dist") ROW "\tb.dist:\n\t 1 - 1 1\n\t 0 - 0 1\n"
		  TOTALS(1, 1, 0), 9, 1 },
		{ HEADER("keys=a:vals=hitcount,b.dist") ROW "\tb.dist:\n\tb.dist:\n"
		  TOTALS(1, 1, 0), 8, 1 },
		{ HEADER("keys=a:vals=hitcount,b.dist") ROW "\tb.dist:\n\t 2 - 1 1\n"
		  TOTALS(1, 1, 0), 8, 1 },
		/* totals */
		{ HEADER("keys=a:vals=hitcount") ROW TOTALS(1, 2, 0), 8, 1 },
		{ HEADER("keys=a:vals=hitcount") ROW TOTALS(x, 1, 0), 9, 11 },
		{ HEADER("keys=a:vals=hitcount") ROW TOTALS(1, 1, 0) "    No number\n", 12, 5 },
		{ HEADER("keys=a:vals=hitcount") ROW TOTALS(1, 1, 0) "    A: x\n", 12, 8 },
		{ HEADER("keys=a:vals=hitcount") ROW TOTALS(1, 1, 0) "x\n", 12, 1 },
		{ HEADER("keys=a:vals=hitcount") ROW TOTALS(1, 1, 0) "    A: 1", 12, 1 },
		{ "# event histogram\n#\n# trigger info: hist:keys=a [active]\n"
		  "# interval: 1\n#\n\n", 4, 14 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct parse_error error = {};
		const char *text = cases[i].text;
		struct tables tables;

		EXPECT_EQ(tables_read(&tables, text, strlen(text), &error), -EINVAL);
		if (error.line != cases[i].line || error.column != cases[i].column)
			test_fail(__FILE__, __LINE__, "case %zu: %u:%u: %s", i, error.line,
				  error.column, error.message);
	}
}

TEST(parts_of_totals)
{
	static const char text[] = HEADER("keys=a:vals=hitcount") ROW TOTALS(1, 1, 3)
				   "        full: 3\n    Lost: 2\n        Overall: 2\n";
	struct tables tables;
	struct table *table;

	read_tables(&tables, text, sizeof(text) - 1);
	table = &tables.tables[0];
	EXPECT_EQ(table->n_drops, 1);
	EXPECT_STREQ(table->drops[0].reason, "full");
	EXPECT_EQ(table->n_notes, 2);
	EXPECT_STREQ(table->notes[0].reason, "Lost");
	EXPECT_STREQ(table->notes[1].reason, "Lost: Overall");
	EXPECT_EQ(table->notes[1].count, 2);
	tables_free(&tables);
}

/* Linux 6.12 prints a saved string as it is, with its own newlines and tabs. */
TEST(saved_string_of_several_lines)
{
	static const char text[] =
		HEADER("keys=a:vals=hitcount:m=b:onmax($m).save(comm)") ROW
		"\tmax:          1  comm: x\n\t\t\ty  \n" TOTALS(1, 1, 0);
	struct tables tables;

	read_tables(&tables, text, sizeof(text) - 1);
	EXPECT_STREQ(tables.tables[0].rows[0].saved, "max:          1  comm: x\ny");
	tables_free(&tables);
}

TEST(bytes_with_the_value_0)
{
	struct parse_error error = {};
	struct tables tables;
	struct table table;

	EXPECT_EQ(tables_read(&tables, "\n#\0", 3, &error), -EINVAL);
	EXPECT_EQ(error.line, 2);
	EXPECT_EQ(error.column, 2);
	/* As an escape, it would end the string. */
	read_one(&table,
		 HEADER("keys=a:vals=hitcount")
		 "{ a: x\\000\\400 } hitcount:          1\n"
		 TOTALS(1, 1, 0));
	expect_row(&table, "x\\000\\400", "hitcount", "1");
	table_free(&table);
}

/* Count the fields that the command may have. */
TEST(number_of_fields)
{
	struct parse_error error;
	struct tables tables;

	for (unsigned int n = COLUMNS_MAX; n <= COLUMNS_MAX + 1; n++) {
		char text[1024];
		int len = snprintf(text, sizeof(text),
				   "# event histogram\n#\n# trigger info: hist:keys=f");

		for (unsigned int i = 1; i < n - 1; i++)
			len += snprintf(text + len, sizeof(text) - len, ",f%u", i);
		len += snprintf(text + len, sizeof(text) - len, ":vals=hitcount [active]\n#\n\n%s",
				TOTALS(0, 0, 0));
		EXPECT_EQ(tables_read(&tables, text, len, &error),
			  n > COLUMNS_MAX ? -EINVAL : 0);
		tables_free(&tables);
	}
}

/* A file that is cut off anywhere has an error, unless whole tables are left. */
TEST(texts_that_are_cut_off)
{
	static const char *const names[] = {
		"own-dist", "own-ustack", "own-exitnames", "stock-exitnames", "own-onmin",
		"own-delta4",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		size_t size = 0, n = 0, cut = 0;
		char *text = sample_text(names[i], &size);
		struct tables tables;

		read_tables(&tables, text, size);
		n = tables.n;
		tables_free(&tables);
		for (size_t k = 1; k < size; k++) {
			struct parse_error error = {};
			/* So that the sanitizer finds a read behind the end. */
			char *copy = malloc(k);

			memcpy(copy, text, k);
			if (tables_read(&tables, copy, k, &error)) {
				EXPECT(error.line && error.column && *error.message);
				cut++;
			} else {
				EXPECT(tables.n <= n);
				EXPECT(text[k - 1] == '\n');
			}
			tables_free(&tables);
			free(copy);
		}
		EXPECT(cut > size / 2);
		free(text);
	}
}

TEST(copies)
{
	struct tables tables;
	struct table copy;
	char *text, *again;

	/* A copy has everything that the table has. */
	read_sample(&tables, "own-onmin");
	EXPECT_EQ(table_copy(&copy, &tables.tables[0]), 0);
	text = table_to_text(&tables.tables[0]);
	tables_free(&tables);
	again = table_to_text(&copy);
	EXPECT_STREQ(again, text);
	free(text);
	free(again);
	table_free(&copy);
}

/* CPU time of this process */
static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

/* Texts for which a careless reader takes quadratic time: a minute and more */
TEST(time_is_in_proportion_to_the_size)
{
	static const char *const parts[] = {
		"{ a: x } hitcount: 1\n",
		"{ a: x, b: 1 } hitcount:          1\n",
		"x, b: 1 } hitcount:          1\n",
		"{ a:\n",
		"{ a: x[1], b: [[[[",
		"} hitcount:          1\n",
		", b: ",
		"[", "]", "{", "}", "\t", "\n", "         x\n", "\\", " ", "\t 0 - 0 1\n",
	};
	const size_t size = 1 << 20;
	char *text = malloc(size + 256);
	double begin = seconds();

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		static const char *const keys[] = { "a,b", "a.execname,b", "a.sym,b.execname" };

		for (size_t k = 0; k < ARRAY_SIZE(keys); k++) {
			struct parse_error error;
			struct tables tables;
			size_t len = sprintf(text, "# event histogram\n#\n"
					     "# trigger info: hist:keys=%s:vals=hitcount,c.dist\n"
					     "#\n\n{ a: ", keys[k]);

			while (len < size)
				len = stpcpy(text + len, parts[i]) - text;
			len = stpcpy(text + len, TOTALS(1, 1, 0)) - text;
			tables_read(&tables, text, len, &error);
			tables_free(&tables);
		}
	}
	EXPECT(seconds() - begin < 20);
	free(text);
}
