// SPDX-License-Identifier: GPL-2.0-only
/*
 * Show the rows of a histogram: buckets, percentages, graphs, and entries that
 * an event is still filling.
 */

#include <linux/err.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "hist/show/number.h"
#include "hist/show/text.h"
#include "hist/tests/fixtures/mock_event.h"
#include "tracing_map.h"

static void count(const struct hist_trigger_data *data, u64 key, u64 hits, u64 sum)
{
	int elt = tracing_map_insert(data->runtime.map, &key);

	tracing_map_add(data->runtime.map, elt, 0, hits);
	tracing_map_add(data->runtime.map, elt, 1, sum);
}

/* Bounds of the lowest and the highest buckets. */
TEST(lowest_and_highest_buckets)
{
	static const s64 vals[] = {
		S64_MIN, S64_MIN + 7, S64_MIN + 8, -1, 0, S64_MAX - 7, S64_MAX
	};
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_s64.buckets=10,num_u64.buckets=10:"
			    "sort=num_s64.buckets=10:size=128");
	struct mock_record record = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(vals); i++) {
		record.num_s64 = vals[i];
		record.num_u64 = U64_MAX - (u64)i / 6 * 6;
		hist_exec(data, &record, _RET_IP_);
	}
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_s64: ~ -9223372036854775808--9223372036854775801, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          2\n"
		     "{ num_s64: ~ -9223372036854775800--9223372036854775791, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ -10--1, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ 0-9, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ 9223372036854775800-9223372036854775807, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ 9223372036854775800-9223372036854775807, "
		     "num_u64: ~ 18446744073709551600-18446744073709551609 } hitcount:          1\n");
	detach_hist(data);
}

/* The total of these sums exceeds 64 bits. */
TEST(percentages_of_huge_sums)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=num_u8:vals=num_u64.percent");

	count(data, 1, 1, 1ULL << 63);
	count(data, 2, 2, (1ULL << 63) + 1);
	count(data, 3, 3, 5);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          1 } hitcount:          1  num_u64 (%):  50.00\n"
		     "{ num_u8:          2 } hitcount:          2  num_u64 (%):  50.00\n"
		     "{ num_u8:          3 } hitcount:          3  num_u64 (%):   0.00\n");
	detach_hist(data);

	data = attach_hist("hist:keys=num_u8:vals=num_s64.percent");
	count(data, 1, 1, S64_MAX);
	count(data, 2, 2, S64_MAX);
	count(data, 3, 3, S64_MAX);
	count(data, 4, 4, S64_MIN);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          1 } hitcount:          1  num_s64 (%):  49.99\n"
		     "{ num_u8:          2 } hitcount:          2  num_s64 (%):  49.99\n"
		     "{ num_u8:          3 } hitcount:          3  num_s64 (%):  49.99\n"
		     "{ num_u8:          4 } hitcount:          4  num_s64 (%):   0.00\n");
	detach_hist(data);
}

/* The largest value has a bar of 20 characters. */
TEST(graph_is_scaled_to_largest_value)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=num_u8:vals=num_u64.graph");

	count(data, 1, 1, 10);
	count(data, 2, 2, 5);
	count(data, 3, 3, 0);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          1 } hitcount:          1  num_u64: ####################\n"
		     "{ num_u8:          2 } hitcount:          2  num_u64: ##########          \n"
		     "{ num_u8:          3 } hitcount:          3  num_u64:                     \n");
	detach_hist(data);
}

static const char *row_of(const char *text)
{
	struct mock_record record = { .num_u8 = 1, .num_s8 = -2, .num_u16 = 300, .text = "name" };
	struct hist_trigger_data *data = attach_hist(text);
	const char *row;

	hist_exec(data, &record, _RET_IP_);
	row = hist_run_rows(data);
	detach_hist(data);
	return row;
}

/* Decimal numbers beside other columns, as the first and as the last column. */
TEST(separators_of_columns)
{
	EXPECT_STREQ(row_of("hist:keys=num_u8,num_s8,num_u16.hex"),
		     "{ num_u8:          1, num_s8:         -2, num_u16: 12c } "
		     "hitcount:          1\n");
	EXPECT_STREQ(row_of("hist:keys=num_u16.hex,num_u8:vals=num_s8,num_u16.hex,num_u8"),
		     "{ num_u16: 12c, num_u8:          1 } hitcount:          1  "
		     "num_s8:         -2  num_u16:        12c  num_u8:          1\n");
	EXPECT_STREQ(row_of("hist:keys=num_u16.hex:vals=num_u16.hex,num_u8:nohitcount"),
		     "{ num_u16: 12c }  num_u16:        12c  num_u8:          1\n");
	EXPECT_STREQ(row_of("hist:keys=num_u8:vals=num_u16.avg,num_u16.sum,num_s8.max:nohitcount"),
		     "{ num_u8:          1 }  num_u16.avg:        300  num_u16.sum:        300  "
		     "num_s8.max:         -2\n");
	EXPECT_STREQ(row_of("hist:keys=num_u8:vals=num_u16.dist:nohitcount"),
		     "{ num_u8:          1 }\n\tnum_u16.dist:\n\t                 256 - 511"
		     "                           1 ####################\n");
	EXPECT_STREQ(row_of("hist:keys=stack.stacktrace,num_u8:vals=num_u8.dist,num_u8"),
		     "{ stack.stacktrace, num_u8:          1} hitcount:          1  "
		     "num_u8:          1\n\tnum_u8.dist:\n\t                   1 - 1"
		     "                             1 ####################\n");
}

/* Each statistic alone, in a map with shared sums or with a copy for each CPU. */
static void expect_statistics(unsigned int cpus)
{
	static const s64 values[] = { -7, 5, 1LL << 50, 6 - (1LL << 50) };
	static const struct {
		const char *aggregate, *shown;
	} cases[] = {
		{ "max", "1125899906842624" },
		{ "min", "-1125899906842618" },
		{ "avg", "         1" },
		{ "stddev", "796131459065719" },
		{ "p50", "        -7" },
	};
	char text[64], row[128];
	unsigned int i, k;

	shim_nr_cpus = cpus;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hist_trigger_data *data;

		snprintf(text, sizeof(text), "hist:keys=num_u8:vals=num_s64.%s",
			 cases[i].aggregate);
		snprintf(row, sizeof(row), "{ num_u8:          3 } hitcount:          4  "
			 "num_s64.%s: %s\n", cases[i].aggregate, cases[i].shown);
		data = attach_hist(text);
		EXPECT_EQ(data->program.variant, HIST_VARIANT_FIELD_STAT);
		EXPECT_EQ(!!data->runtime.map->shared_sums, cpus > 4);
		for (k = 0; k < ARRAY_SIZE(values); k++) {
			struct mock_record record = { .num_u8 = 3, .num_s64 = values[k] };

			shim_cpu = k % cpus;
			hist_exec(data, &record, _RET_IP_);
		}
		shim_cpu = 0;
		EXPECT_STREQ(hist_run_rows(data), row);
		detach_hist(data);
	}
}

TEST(each_statistic_alone)
{
	const unsigned int cpus = shim_nr_cpus;

	expect_statistics(2);
	expect_statistics(64);
	shim_nr_cpus = cpus;
}

static void count_u64(const struct hist_trigger_data *data, u8 key, u64 val)
{
	struct mock_record record = { .num_u8 = key, .num_u64 = val };

	hist_exec(data, &record, _RET_IP_);
}

/* Return the totals of a histogram from the line "Overall:" on. */
static const char *overall_of(struct hist_trigger_data *data)
{
	static char totals[1000];
	struct hist_table_snapshot *table =
		hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	struct seq_file m = { .buf = totals, .size = sizeof(totals) };

	hist_show_totals(&m, table);
	hist_table_snapshot_free(table);
	return strstr(totals, "Overall:");
}

/* Two squares of the largest number exceed 128 bits. A torn sum has no average. */
TEST(unknown_aggregates)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=num_u8:"
		"vals=num_u64.max,num_u64.avg,num_u64.stddev:sort=num_u64.stddev");

	count_u64(data, 1, U64_MAX);
	count_u64(data, 1, U64_MAX);
	count_u64(data, 2, 3);
	count_u64(data, 2, 7);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          2 } hitcount:          2  num_u64.max:          7  "
		     "num_u64.avg:          5  num_u64.stddev:          2\n"
		     "{ num_u8:          1 } hitcount:          2  num_u64.max: "
		     "18446744073709551615  num_u64.avg: 18446744073709551615  "
		     "num_u64.stddev:   overflow\n");
	EXPECT_STREQ(overall_of(data),
		     "Overall:  num_u64.max: 18446744073709551615  "
		     "num_u64.avg: 9223372036854775810  num_u64.stddev:   overflow\n");

	tracing_map_words_begin(data->runtime.map, 1);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          2 } hitcount:          2  num_u64.max:          7  "
		     "num_u64.avg:       busy  num_u64.stddev:       busy\n"
		     "{ num_u8:          1 } hitcount:          2  num_u64.max: "
		     "18446744073709551615  num_u64.avg: 18446744073709551615  "
		     "num_u64.stddev:   overflow\n");
	EXPECT_STREQ(overall_of(data),
		     "Overall:  num_u64.max: 18446744073709551615  "
		     "num_u64.avg:       busy  num_u64.stddev:   overflow\n");
	tracing_map_words_end(data->runtime.map, 1);
	tracing_map_words_begin(data->runtime.map, 0);
	EXPECT(strstr(hist_run_rows(data),
		      "num_u64.avg:       busy  num_u64.stddev:   overflow\n"));
	tracing_map_words_end(data->runtime.map, 0);
	detach_hist(data);
}

/* The pool has no bucket for some of the values. */
TEST(partial_percentile)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:vals=num_u64.p50,num_u64:size=128:pool=128");
	u64 i;

	count_u64(data, 1, 1);
	for (i = 0; i < 2000; i++)
		count_u64(data, 2, i * i * i);
	EXPECT(strstr(hist_run_rows(data), "{ num_u8:          1 } hitcount:          1  "
					   "num_u64.p50:          1  num_u64:          1\n"));
	EXPECT(strstr(hist_run_rows(data), " (partial)  num_u64: 3996001000000\n"));
	detach_hist(data);
}

/* A reader between the insert and the tracked value sees the entry without it. */
TEST(entry_without_tracked_value)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:a=num_u8:onmax($a).save(num_s8)");
	const u64 key = 7;

	EXPECT(tracing_map_insert(data->runtime.map, &key) >= 0);
	EXPECT_STREQ(hist_run_rows(data), "{ num_u8:          7 } hitcount:          0\n");
	detach_hist(data);
}

/* Fail each allocation of a table in turn. Return: number of allocations. */
static unsigned long fail_each_allocation(struct hist_trigger_data *data)
{
	const struct hist_status status = { .filter = "num_u8 > 0" };
	unsigned long n, allocs = shim_allocs();
	struct hist_table_snapshot *table;

	for (n = 1;; n++) {
		shim_fail_nth(n);
		table = hist_table_snapshot_create(data, data->runtime.map, &status, NULL);
		if (!shim_failed())
			break;
		EXPECT(table == ERR_PTR(-ENOMEM));
		EXPECT_EQ(shim_allocs(), allocs);
	}
	EXPECT_STREQ(table->status.filter, "num_u8 > 0");
	hist_table_snapshot_free(table);
	return n - 1;
}

/* A table that cannot be built returns the right error. */
TEST(failed_table_snapshot)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=num_u8:vals=num_u16:sort=num_u16");
	struct hist_trigger_data *other = attach_hist("hist:keys=num_u8");
	struct hist_trigger_data *stats =
		attach_hist("hist:keys=num_u8:vals=num_u16.avg,num_u16.p99,num_u16.dist");
	unsigned long allocs = shim_allocs(), n;
	struct mock_record record = { .num_u8 = 1, .num_u16 = 1000 };

	/* The other map has no sum to sort by. */
	EXPECT(hist_table_snapshot_create(data, other->runtime.map, &(struct hist_status){},
					  NULL) == ERR_PTR(-EINVAL));
	EXPECT_EQ(shim_allocs(), allocs);

	count(data, 1, 1, 1);
	n = fail_each_allocation(data);
	EXPECT(n > 4);
	/* Statistics, the copy of the pool, and two distributions. */
	hist_exec(stats, &record, _RET_IP_);
	EXPECT(fail_each_allocation(stats) > n + 5);
	detach_hist(stats);
	detach_hist(other);
	detach_hist(data);
}

static void expect_number(u64 val, bool is_signed)
{
	char shown[HIST_NUMBER_WIDTH_MAX + 1] = "", printed[64] = "", expected[64];
	struct seq_file m = { .buf = printed, .size = sizeof(printed) };

	snprintf(expected, sizeof(expected), is_signed ? "%10lld" : "%10llu", (long long)val);
	*hist_put_number(shown, val, is_signed) = '\0';
	EXPECT_STREQ(shown, expected);
	hist_show_number(&m, val, is_signed);
	EXPECT_STREQ(printed, expected);
}

/* Numbers of each length, around powers of ten and of two. */
TEST(numbers_are_printed_like_printf)
{
	u64 power = 1, state = 7;
	unsigned int i, k;

	for (i = 0; i < 20; i++, power *= 10) {
		for (k = 0; k < 5; k++) {
			expect_number(power + k - 2, false);
			expect_number(power + k - 2, true);
			expect_number(2 - power - k, true);
		}
	}
	for (i = 0; i < 64; i++) {
		expect_number(BIT_ULL(i), true);
		expect_number(BIT_ULL(i) - 1, true);
		for (k = 0; k < 20; k++) {
			expect_number(test_random(&state) >> i, false);
			expect_number(test_random(&state) >> i, true);
			expect_number(-(test_random(&state) >> i), true);
		}
	}
}

/*
 * Print a row into buffers of all sizes: it is complete, or the file has overflowed. The address
 * sanitizer detects writes beyond the end of a buffer.
 */
TEST(row_in_small_buffers)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8,text,num_s8.hex:vals=num_u16,num_u8.hex,num_s8.min");
	struct mock_record record = { .num_u8 = 1, .num_s8 = -2, .num_u16 = 300, .text = "name" };
	struct hist_table_snapshot *table;
	size_t size, complete = 0;
	char expected[400];

	hist_exec(data, &record, _RET_IP_);
	strscpy(expected, hist_run_rows(data));
	table = hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	for (size = 1; size < sizeof(expected); size++) {
		struct seq_file m = { .buf = malloc(size), .size = size };

		hist_show_row(&m, table, 0);
		if (!seq_has_overflowed(&m)) {
			EXPECT_EQ(m.count, strlen(expected));
			EXPECT(!memcmp(m.buf, expected, m.count));
			complete++;
		}
		free(m.buf);
	}
	/* A number may ask for more room than it needs. */
	EXPECT(complete >= sizeof(expected) - 1 - strlen(expected) - HIST_NUMBER_WIDTH_MAX);
	hist_table_snapshot_free(table);
	detach_hist(data);
}
