// SPDX-License-Identifier: GPL-2.0-only
/* Tests of differences and sums of tables, and of sorting and filtering. */
#include <errno.h>
#include <math.h>
#include <time.h>

#include "table_fixture.h"

#define COMMAND	"keys=k:vals=hitcount,n,n.min,n.max,n.avg,n.p99,n.dist"

/* A row whose values are all @value, @hits times */
#define ROW(key, hits, sum, value, bucket)						\
	"{ k: " key " } hitcount: " hits "  n: " sum "  n.min: " value "  n.max: " value	\
	"  n.avg: " value "  n.p99: " value "\n\tn.dist:\n\t" bucket "\n"

/* Two events with the value 100 */
static const char before[] =
	HEADER(COMMAND)
	ROW("         1", "         2", "       200", "       100", "64 - 127 2 ###")
	ROW("         2", "         1", "         5", "         5", "4 - 7 1 ###")
	"\nTotals:\n    Hits: 3\n    Entries: 2\n    Dropped: 4\n        no free row: 4\n"
	"    Overall:\n\tn.dist:\n\t4 - 7 1 #\n\t64 - 127 2 ##\n";

/* One more event with the value 20, and a new row */
static const char after[] =
	HEADER(COMMAND)
	"{ k:          1 } hitcount:          3  n:        220  n.min:         20"
	"  n.max:        100  n.avg:         73  n.p99:        100\n"
	"\tn.dist:\n\t16 - 31 1 #\n\t64 - 127 2 ##\n"
	ROW("         2", "         1", "         5", "         5", "4 - 7 1 ###")
	ROW("         3", "         1", "         7", "         7", "4 - 7 1 ###")
	"\nTotals:\n    Hits: 5\n    Entries: 3\n    Dropped: 9\n        no free row: 8\n"
	"        no record: 1\n"
	"    Overall:\n\tn.dist:\n\t4 - 7 2 #\n\t16 - 31 1 #\n\t64 - 127 2 ##\n";

TEST(difference)
{
	struct table earlier, later, result;
	struct row *row;

	read_one(&earlier, before);
	read_one(&later, after);
	earlier.end = 10;
	later.end = 20;
	EXPECT_EQ(table_subtract(&result, &later, &earlier), 0);
	EXPECT(result.approximate && !result.cleared && !result.merged);
	EXPECT(result.begin == 10 && result.end == 20);
	EXPECT_EQ(result.n_rows, 2);

	/* The statistics of the third event alone cannot be known. */
	row = find_row(&result, "1");
	expect_cell(&result, row, "hitcount", "1");
	expect_cell(&result, row, "n", "20");
	expect_cell(&result, row, "n.min", "-");
	expect_cell(&result, row, "n.p99", "-");
	EXPECT_EQ(row->distributions[0].n, 1);
	EXPECT_EQ(row->distributions[0].buckets[0].first, 16);
	EXPECT_EQ(row->distributions[0].buckets[0].count, 1);
	/* Those of a new row are those of the interval. */
	row = find_row(&result, "3");
	expect_cell(&result, row, "n.min", "7");
	expect_cell(&result, row, "n.p99", "7");

	EXPECT_EQ(result.hits, 2);
	EXPECT_EQ(result.dropped, 5);
	EXPECT_EQ(result.n_drops, 2);
	EXPECT_EQ(result.drops[0].count, 4);
	EXPECT_EQ(result.drops[1].count, 1);
	EXPECT_EQ(result.overall[0].n, 2);
	table_free(&earlier);
	table_free(&later);
	table_free(&result);
}

TEST(difference_with_itself_is_empty)
{
	static const char *const samples[] = {
		"own-stats", "own-nohitcount", "own-ustack", "own-other", "stock-exitnames",
		"own-big", "own-pool", "own-evict",
	};

	for (size_t i = 0; i < ARRAY_SIZE(samples); i++) {
		struct tables tables;
		struct table result;

		read_sample(&tables, samples[i]);
		for (size_t k = 0; k < tables.n; k++) {
			EXPECT_EQ(table_subtract(&result, &tables.tables[k], &tables.tables[k]), 0);
			EXPECT(!result.cleared);
			EXPECT_EQ(result.n_rows, 0);
			EXPECT_EQ(result.hits, 0);
			table_free(&result);
		}
		tables_free(&tables);
	}
}

/* A table that has less than before was cleared. */
TEST(cleared_tables)
{
	static const char *const cleared[] = {
		/* fewer events */
		HEADER(COMMAND)
		ROW("         1", "         2", "        40", "        20", "16 - 31 2 #")
		TOTALS(2, 1, 0),
		/* as many events, but fewer in a row */
		HEADER(COMMAND)
		ROW("         1", "         1", "        20", "        20", "16 - 31 1 #")
		ROW("         2", "         9", "        45", "         5", "4 - 7 9 #")
		TOTALS(10, 2, 0),
		/* more events, but a row is missing */
		HEADER(COMMAND)
		ROW("         2", "         9", "        45", "         5", "4 - 7 9 #")
		TOTALS(9, 1, 0),
	};

	for (size_t i = 0; i < ARRAY_SIZE(cleared); i++) {
		struct table earlier, later, result;

		read_one(&earlier, before);
		read_one(&later, cleared[i]);
		EXPECT_EQ(table_subtract(&result, &later, &earlier), 0);
		EXPECT(result.cleared);
		EXPECT_EQ(result.hits, later.hits);
		EXPECT_EQ(result.n_rows, later.n_rows);
		for (size_t k = 0; k < result.n_rows; k++)
			EXPECT(!cell_compare(&result.rows[k].cells[1], &later.rows[k].cells[1]));
		table_free(&earlier);
		table_free(&later);
		table_free(&result);
	}
}

/* An evicted row is no sign of a clear. */
TEST(evicted_rows)
{
	static const char head[] = HEADER("keys=k:vals=hitcount:overflow=evict");
	char text[2][512];
	struct table earlier, later, result;

	snprintf(text[0], sizeof(text[0]), "%s%s%s", head,
		 "{ k:          1 } hitcount:          2  error:          0\n", TOTALS(2, 1, 0));
	snprintf(text[1], sizeof(text[1]), "%s%s%s", head,
		 "{ k:          2 } hitcount:          3  error:          1\n"
		 "{ other } hitcount:          2\n", TOTALS(5, 1, 0));
	read_one(&earlier, text[0]);
	read_one(&later, text[1]);
	EXPECT_EQ(table_subtract(&result, &later, &earlier), 0);
	EXPECT(!result.cleared);
	EXPECT_EQ(result.hits, 3);
	expect_row(&result, "2", "hitcount", "3");
	expect_row(&result, "2", "error", "-");
	EXPECT_EQ(result.n_rows, 1);
	table_free(&earlier);
	table_free(&later);
	table_free(&result);
}

/* A row that was evicted and inserted again counts from its insertion. */
TEST(rows_that_return)
{
	static const char head[] = HEADER("keys=k:vals=hitcount,n:overflow=evict");
	char text[2][1024];
	struct table earlier, later, result;

	snprintf(text[0], sizeof(text[0]), "%s%s%s", head,
		 "{ k:          1 } hitcount:        100  n:       1000  error:          0\n"
		 "{ k:          2 } hitcount:         20  n:        200  error:          0\n"
		 "{ other } hitcount:          5  n:         50\n", TOTALS(125, 2, 0));
	/* Row 1 had 104 when it was evicted, row 2 had 20. */
	snprintf(text[1], sizeof(text[1]), "%s%s%s", head,
		 "{ k:          1 } hitcount:          3  n:         30  error:        104\n"
		 "{ k:          3 } hitcount:          1  n:         10  error:        104\n"
		 "{ other } hitcount:        129  n:       1290\n", TOTALS(133, 2, 0));
	read_one(&earlier, text[0]);
	read_one(&later, text[1]);
	EXPECT_EQ(table_subtract(&result, &later, &earlier), 0);
	EXPECT(!result.cleared);
	EXPECT_EQ(result.hits, 8);
	EXPECT_EQ(result.n_rows, 3);
	expect_row(&result, "1", "hitcount", "3");
	expect_row(&result, "1", "n", "30");
	expect_row(&result, "3", "hitcount", "1");
	EXPECT(result.rows[2].other);
	EXPECT_EQ(result.rows[2].cells[1].number, 4);
	EXPECT_EQ(result.rows[2].cells[2].number, 40);
	table_free(&result);

	/* The row { other } never has less, so the histogram was cleared. */
	EXPECT_EQ(table_subtract(&result, &earlier, &later), 0);
	EXPECT(result.cleared);
	table_free(&result);
	earlier.hits = later.hits + 1;
	EXPECT_EQ(table_subtract(&result, &earlier, &later), 0);
	EXPECT(result.cleared);
	table_free(&earlier);
	table_free(&later);
	table_free(&result);
}

TEST(tables_of_other_fields)
{
	struct table a, b, result = {};

	read_one(&a, before);
	read_one(&b, HEADER("keys=k:vals=hitcount") TOTALS(0, 0, 0));
	EXPECT_EQ(table_subtract(&result, &a, &b), -EINVAL);
	EXPECT_EQ(table_add(&a, &b), -EINVAL);
	expect_row(&a, "1", "n", "200");
	table_free(&a);
	table_free(&b);
}

TEST(tables_of_other_modifiers)
{
	struct table a, b, c, result = {};

	read_one(&a, HEADER("keys=k.log2:vals=hitcount") TOTALS(0, 0, 0));
	read_one(&b, HEADER("keys=k.hex:vals=hitcount") TOTALS(0, 0, 0));
	read_one(&c, HEADER("keys=k.log2:vals=hitcount,n") TOTALS(0, 0, 0));
	EXPECT_EQ(table_subtract(&result, &a, &b), -EINVAL);
	EXPECT_EQ(table_add(&a, &b), -EINVAL);
	EXPECT(!table_same_keys(&a, &b));
	EXPECT(table_same_keys(&a, &c));
	EXPECT(!table_same_fields(&a, &c));
	EXPECT(table_same_fields(&a, &a));
	table_free(&a);
	table_free(&b);
	table_free(&c);
}

TEST(sum)
{
	struct table total = {}, other;
	struct row *row;

	read_one(&other, before);
	other.begin = 5;
	other.end = 6;
	EXPECT_EQ(table_add(&total, &other), 0);
	table_free(&other);
	read_one(&other, after);
	other.begin = 6;
	other.end = 8;
	other.merged = true;
	EXPECT_EQ(table_add(&total, &other), 0);
	table_free(&other);

	EXPECT(total.begin == 5 && total.end == 8 && total.merged);
	EXPECT_EQ(total.n_rows, 3);
	row = find_row(&total, "1");
	expect_cell(&total, row, "hitcount", "5");
	expect_cell(&total, row, "n", "420");
	expect_cell(&total, row, "n.min", "20");
	expect_cell(&total, row, "n.max", "100");
	/* (2 * 100 + 3 * 73) / 5 */
	expect_cell(&total, row, "n.avg", "83");
	expect_cell(&total, row, "n.p99", "-");
	EXPECT_EQ(row->distributions[0].n, 2);
	EXPECT_EQ(row->distributions[0].buckets[0].count, 1);
	EXPECT_EQ(row->distributions[0].buckets[1].count, 4);
	/* A row that is in one table only keeps its statistics. */
	expect_row(&total, "3", "n.p99", "7");
	EXPECT_EQ(total.hits, 8);
	EXPECT_EQ(total.dropped, 13);
	EXPECT_EQ(total.drops[0].count, 12);
	EXPECT_EQ(total.drops[1].count, 1);
	EXPECT_EQ(total.overall[0].n, 3);
	table_free(&total);
}

/* Sums are numbers modulo 2^64, as in the kernel. */
TEST(sums_above_2_to_63)
{
	static const char head[] = HEADER("keys=k:vals=hitcount,n");
	struct table earlier, later, result;
	char text[2][512];

	snprintf(text[0], sizeof(text[0]), "%s%s%s", head,
		 "{ k:          1 } hitcount:          1  n: 9223372036854775807\n"
		 "{ k:          2 } hitcount:          1  n:         -5\n"
		 "{ k:          3 } hitcount:          1  n:          0\n", TOTALS(3, 3, 0));
	snprintf(text[1], sizeof(text[1]), "%s%s%s", head,
		 "{ k:          1 } hitcount:          2  n: 9223372036854775817\n"
		 "{ k:          2 } hitcount:          2  n:        -12\n"
		 "{ k:          3 } hitcount:          2  n: 18446744073709551615\n",
		 TOTALS(6, 3, 0));
	read_one(&earlier, text[0]);
	read_one(&later, text[1]);
	EXPECT_EQ(table_subtract(&result, &later, &earlier), 0);
	expect_row(&result, "1", "n", "10");
	expect_row(&result, "2", "n", "-7");
	expect_row(&result, "3", "n", "18446744073709551615");
	EXPECT_EQ(table_add(&result, &earlier), 0);
	expect_row(&result, "1", "n", "9223372036854775817");
	expect_row(&result, "2", "n", "-12");
	expect_row(&result, "3", "n", "18446744073709551615");
	table_free(&earlier);
	table_free(&later);
	table_free(&result);
}

/* Two cgroups can have had the same path. */
TEST(rows_with_equal_keys)
{
	static const char text[] =
		HEADER("keys=c.path:vals=hitcount")
		"{ c: /a } hitcount:          1\n"
		"{ c: /b } hitcount:          1\n"
		"{ c: /a } hitcount:          5\n"
		"{ other } hitcount:          2\n"
		TOTALS(9, 3, 0);
	struct table table, total = {}, result;

	read_one(&table, text);
	EXPECT_EQ(table_subtract(&result, &table, &table), 0);
	EXPECT_EQ(result.n_rows, 0);
	table_free(&result);
	EXPECT_EQ(table_add(&total, &table), 0);
	EXPECT_EQ(table_add(&total, &table), 0);
	EXPECT_EQ(total.n_rows, 3);
	expect_row(&total, "/a", "hitcount", "12");
	EXPECT(total.rows[2].other);
	EXPECT_EQ(table_subtract(&result, &total, &table), 0);
	expect_row(&result, "/a", "hitcount", "6");
	table_free(&table);
	table_free(&total);
	table_free(&result);
}

/* Rows of other events are one row, whatever their keys are. */
TEST(rows_of_other_events)
{
	static const char text[] =
		HEADER("keys=c.path:vals=hitcount")
		"{ c: /a } hitcount:          1\n"
		"{ c: /b } hitcount:          2\n"
		"{ c: /c } hitcount:          5\n"
		TOTALS(8, 3, 0);
	struct table table, total = {}, result;

	read_one(&table, text);
	table.rows[0].other = true;
	table.rows[2].other = true;
	EXPECT_EQ(table_add(&total, &table), 0);
	EXPECT_EQ(total.n_rows, 2);
	expect_row(&total, "/b", "hitcount", "2");
	EXPECT(total.rows[1].other);
	expect_cell(&total, &total.rows[1], "hitcount", "6");
	EXPECT_EQ(table_subtract(&result, &total, &table), 0);
	EXPECT_EQ(result.n_rows, 0);
	table_free(&table);
	table_free(&total);
	table_free(&result);
}

static const char unsorted[] =
	HEADER("keys=comm:vals=hitcount,n,n.max")
	"{ comm: b                                                  }"
	" hitcount:          2  n: 18446744073709551615  n.max:   overflow\n"
	"{ comm: A                                                  }"
	" hitcount:          2  n:         -1  n.max:          1\n"
	"{ comm: c                                                  }"
	" hitcount:         10  n:          3  n.max:          2\n"
	"{ other } hitcount:          5  n:          0  n.max:          9\n"
	TOTALS(19, 3, 0);

static void expect_order(struct table *table, const char *field, bool descending, const char *order)
{
	EXPECT_EQ(table_sort(table, table_find_field(table, field), descending), 0);
	for (size_t i = 0; i < 3; i++)
		EXPECT_EQ(*table->rows[i].cells[0].text, order[i]);
	EXPECT(table->rows[3].other);
}

TEST(sort)
{
	struct table table;

	read_one(&table, unsorted);
	expect_order(&table, "n", false, "Acb");
	expect_order(&table, "n", true, "bcA");
	/* Equal rows stay in their order. */
	expect_order(&table, "hitcount", true, "cbA");
	expect_order(&table, "hitcount", false, "bAc");
	expect_order(&table, "comm", false, "Abc");
	/* A missing number is behind the others in each order. */
	expect_order(&table, "n.max", false, "Acb");
	expect_order(&table, "n.max", true, "cAb");
	EXPECT_EQ(table_sort(&table, 4, false), -EINVAL);
	table_free(&table);
}

TEST(filter)
{
	struct tables tables;
	struct table table;

	read_one(&table, unsorted);
	EXPECT_EQ(table_filter(&table, ""), 0);
	EXPECT_EQ(table.n_rows, 4);
	EXPECT_EQ(table_filter(&table, "a"), 0);
	EXPECT_EQ(table.n_rows, 1);
	expect_row(&table, "A", "hitcount", "2");
	EXPECT_EQ(table_filter(&table, "no such text"), 0);
	EXPECT_EQ(table.n_rows, 0);
	table_free(&table);

	/* A frame of a stack */
	read_sample(&tables, "own-ustack");
	EXPECT_EQ(table_filter(&tables.tables[2], "WDYN+0x11"), 0);
	EXPECT_EQ(tables.tables[2].n_rows, 5);
	tables_free(&tables);
}

TEST(comparison_of_cells)
{
	static const struct cell cells[] = {
		/* ascending */
		{ .kind = CELL_MISSING },
		{ .kind = CELL_NUMBER, .number = INT64_MIN },
		{ .kind = CELL_NUMBER, .number = -1 },
		{ .kind = CELL_NUMBER, .number = 0 },
		{ .kind = CELL_NUMBER, .number = INT64_MAX },
		{ .kind = CELL_NUMBER, .number = INT64_MIN, .is_unsigned = true },
		{ .kind = CELL_NUMBER, .number = -1, .is_unsigned = true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cells); i++) {
		for (size_t k = 0; k < ARRAY_SIZE(cells); k++) {
			int order = cell_compare(&cells[i], &cells[k]);

			EXPECT_EQ((order > 0) - (order < 0), (i > k) - (i < k));
		}
	}
	EXPECT(isnan(cell_to_double(&cells[0])));
	EXPECT(cell_to_double(&cells[5]) == 9223372036854775808.0);
}

/* Return: a table with @n rows, all of which have @hits events */
static char *large_text(size_t n, unsigned int hits)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	fputs(HEADER("keys=comm,k:vals=hitcount,n"), out);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "{ comm: %-50s, k: %10zu } hitcount: %10u  n: %10zu\n",
			"a-task-name", i, hits, i * hits);
	fprintf(out, "\nTotals:\n    Hits: %zu\n    Entries: %zu\n    Dropped: 0\n", n * hits, n);
	fclose(out);
	return text;
}

/* CPU time of this process */
static double seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

/* Without an index, this takes minutes. */
TEST(large_tables)
{
	const size_t n = 65536;
	struct table tables[2], result;
	double begin = seconds();

	for (unsigned int i = 0; i < 2; i++) {
		char *text = large_text(n, i + 1);

		read_one(&tables[i], text);
		free(text);
	}
	EXPECT_EQ(tables[0].n_rows, n);
	EXPECT_EQ(table_subtract(&result, &tables[1], &tables[0]), 0);
	EXPECT_EQ(result.n_rows, n);
	EXPECT_EQ(result.rows[n - 1].cells[3].number, n - 1);
	EXPECT_EQ(table_add(&result, &tables[0]), 0);
	EXPECT_EQ(result.rows[n - 1].cells[3].number, 2 * (n - 1));
	EXPECT_EQ(table_sort(&result, 3, true), 0);
	EXPECT_EQ(result.rows[0].cells[1].number, n - 1);
	EXPECT_EQ(table_filter(&result, "65535"), 0);
	EXPECT(seconds() - begin < 20);
	table_free(&tables[0]);
	table_free(&tables[1]);
	table_free(&result);
}
