// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the text of metrics. The expected text was written by hand, from the OpenMetrics 1.0
 * specification and from the description of Prometheus' text format 0.0.4.
 */
#include "harness.h"

#include "export/server.h"
#include "metrics_text.h"

#define ENTRIES(hits, entries)						\
	"\nTotals:\n    Hits: " #hits "\n    Entries: " #entries "\n    Dropped: 0\n"
#define TOTALS(hits)	ENTRIES(hits, 1)

static const struct recipe_column latency_columns[] = {
	{ "comm", "Task", UNIT_NONE, false },
	{ "hitcount", "Waits", UNIT_COUNT, false },
	{ "usecs", "Total", UNIT_US, false },
	{ "usecs.p99", "99th percentile", UNIT_US, false },
	{ "usecs.dist", "Distribution", UNIT_US, false },
};

static const char latency_text[] =
	"# event histogram\n#\n"
	"# trigger info: hist:keys=comm:vals=hitcount,usecs,usecs.p99,usecs.dist:sort=hitcount:size=2048:pool=32768 [active]\n"
	"#\n\n"
	"{ comm: sh                                                 } hitcount:          4  usecs:       1028  usecs.p99:       1000\n"
	"\tusecs.dist:\n"
	"\t                   8 - 15                            3 ####################\n"
	"\t                  16 - 31                            0 \n"
	"\t                  32 - 63                            0 \n"
	"\t                  64 - 127                           0 \n"
	"\t                 128 - 255                           0 \n"
	"\t                 256 - 511                           0 \n"
	"\t                 512 - 1023                          1 ######\n"
	TOTALS(4);

/* Make metrics with all that a text has. */
static struct metrics make_metrics(const char *text, const struct recipe_column *columns,
				   size_t n, struct metric_names *names)
{
	struct metrics_options options = {
		.prefix = "trace_hist_x", .title = "Title", .columns = columns, .n_columns = n,
	};
	struct table table = read_table(text);
	struct metrics metrics;

	EXPECT_EQ(metrics_init(&metrics, &table, &options, names), 0);
	EXPECT_EQ(metrics_add(&metrics, &table), 0);
	table_free(&table);
	return metrics;
}

static void expect_text(const char *text, const struct recipe_column *columns, size_t n,
			enum exposition format, const char *expected)
{
	struct metric_names names = { 0 };
	struct metrics metrics = make_metrics(text, columns, n, &names);
	char *written = metrics_text(&metrics, format);

	EXPECT_STREQ(written, expected);
	free(written);
	metrics_free(&metrics);
	metric_names_free(&names);
}

/*
 * Ranges are inclusive: 15 microseconds are in the bucket up to 15. The histogram has the sum, so there
 * is no counter for it. The percentile is left out.
 */
TEST(distribution_becomes_a_histogram)
{
	expect_text(latency_text, latency_columns, ARRAY_SIZE(latency_columns),
		    EXPOSITION_OPENMETRICS,
		    "# TYPE trace_hist_x_hitcount counter\n"
		    "# HELP trace_hist_x_hitcount Title: Waits\n"
		    "trace_hist_x_hitcount_total{comm=\"sh\"} 4\n"
		    "# TYPE trace_hist_x_seconds histogram\n"
		    "# UNIT trace_hist_x_seconds seconds\n"
		    "# HELP trace_hist_x_seconds Title: Distribution\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"7e-06\"} 0\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"1.5e-05\"} 3\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"3.1e-05\"} 3\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"6.3e-05\"} 3\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"0.000127\"} 3\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"0.000255\"} 3\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"0.000511\"} 3\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"0.001023\"} 4\n"
		    "trace_hist_x_seconds_bucket{comm=\"sh\",le=\"+Inf\"} 4\n"
		    "trace_hist_x_seconds_count{comm=\"sh\"} 4\n"
		    "trace_hist_x_seconds_sum{comm=\"sh\"} 0.001028\n"
		    "# TYPE trace_hist_x_events counter\n"
		    "# HELP trace_hist_x_events Title: events that the histogram got\n"
		    "trace_hist_x_events_total 4\n"
		    "# TYPE trace_hist_x_dropped counter\n"
		    "# HELP trace_hist_x_dropped Title: events that are missing in the other metrics, by reason\n"
		    "trace_hist_x_dropped_total{reason=\"unspecified\"} 0\n");
}

/* The older format has no units, and names a family as its sample. */
TEST(older_format)
{
	expect_text(latency_text, latency_columns, 2, EXPOSITION_PROMETHEUS,
		    "# TYPE trace_hist_x_hitcount_total counter\n"
		    "# HELP trace_hist_x_hitcount_total Title: Waits\n"
		    "trace_hist_x_hitcount_total{comm=\"sh\"} 4\n"
		    "# TYPE trace_hist_x_events_total counter\n"
		    "# HELP trace_hist_x_events_total Title: events that the histogram got\n"
		    "trace_hist_x_events_total 4\n"
		    "# TYPE trace_hist_x_dropped_total counter\n"
		    "# HELP trace_hist_x_dropped_total Title: events that are missing in the other metrics, by reason\n"
		    "trace_hist_x_dropped_total{reason=\"unspecified\"} 0\n");
}

static char *first_lines(char *text, int n)
{
	char *end = text;

	while (n-- && end)
		end = strchr(end + 1, '\n');
	if (end)
		end[1] = '\0';
	return text;
}

static void expect_begin(const char *text, const struct recipe_column *columns, size_t n,
			 enum exposition format, int n_lines, const char *expected)
{
	struct metric_names names = { 0 };
	struct metrics metrics = make_metrics(text, columns, n, &names);
	char *written = metrics_text(&metrics, format);

	EXPECT_STREQ(first_lines(written, n_lines), expected);
	free(written);
	metrics_free(&metrics);
	metric_names_free(&names);
}

/*
 * A key of ranges becomes the buckets. log2 ranges end with a power of two. OpenMetrics allows "_count"
 * only together with "_sum"; the older format requires it.
 */
TEST(key_of_ranges_becomes_a_histogram)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=bytes.log2:vals=hitcount:sort=hitcount:size=2048 [active]\n#\n\n"
		"{ bytes: ~ 2^3  } hitcount:          5\n"
		"{ bytes: ~ 2^20 } hitcount:          2\n"
		ENTRIES(7, 2);
	static const struct recipe_column columns[] = { { "bytes", "Size", UNIT_BYTES, false } };

	expect_begin(text, columns, 1, EXPOSITION_OPENMETRICS, 23,
		     "# TYPE trace_hist_x_bytes histogram\n"
		     "# UNIT trace_hist_x_bytes bytes\n"
		     "# HELP trace_hist_x_bytes Title: Size\n"
		     "trace_hist_x_bytes_bucket{le=\"4.0\"} 0\n"
		     "trace_hist_x_bytes_bucket{le=\"8.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"16.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"32.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"64.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"128.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"256.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"512.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"1024.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"2048.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"4096.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"8192.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"16384.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"32768.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"65536.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"131072.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"262144.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"524288.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"1.048576e+06\"} 7\n"
		     "trace_hist_x_bytes_bucket{le=\"+Inf\"} 7\n");
}

TEST(older_histogram_has_a_count)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=bytes.log2:vals=hitcount:sort=hitcount:size=2048 [active]\n#\n\n"
		"{ bytes: ~ 2^0  } hitcount:          5\n"
		TOTALS(5);

	expect_begin(text, NULL, 0, EXPOSITION_PROMETHEUS, 5,
		     "# TYPE trace_hist_x_bytes histogram\n"
		     "# HELP trace_hist_x_bytes Title: bytes\n"
		     "trace_hist_x_bytes_bucket{le=\"1.0\"} 5\n"
		     "trace_hist_x_bytes_bucket{le=\"+Inf\"} 5\n"
		     "trace_hist_x_bytes_count 5\n");
}

/* Thresholds below 0: a sum would be no counter, and is not allowed. */
TEST(negative_numbers_have_no_sum)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=comm:vals=hitcount,ret,ret.dist:sort=hitcount:size=2048:pool=32768 [active]\n#\n\n"
		"{ comm: sh                                                 } hitcount:          3  ret:         10\n"
		"\tret.dist:\n"
		"\t                  -3 - -2                            1 ####################\n"
		"\t                   4 - 7                             2 ####################\n"
		TOTALS(3);
	static const struct recipe_column columns[] = { { "ret.dist", "Result", UNIT_NONE, false } };

	expect_begin(text, columns, 1, EXPOSITION_OPENMETRICS, 8,
		     "# TYPE trace_hist_x_ret histogram\n"
		     "# HELP trace_hist_x_ret Title: Result\n"
		     "trace_hist_x_ret_bucket{comm=\"sh\",le=\"-2.0\"} 1\n"
		     "trace_hist_x_ret_bucket{comm=\"sh\",le=\"0.0\"} 1\n"
		     "trace_hist_x_ret_bucket{comm=\"sh\",le=\"1.0\"} 1\n"
		     "trace_hist_x_ret_bucket{comm=\"sh\",le=\"3.0\"} 1\n"
		     "trace_hist_x_ret_bucket{comm=\"sh\",le=\"7.0\"} 3\n"
		     "trace_hist_x_ret_bucket{comm=\"sh\",le=\"+Inf\"} 3\n");
}

/* Backslash, quote and newline are escaped; other control characters and bytes become visible. */
TEST(labels_are_escaped)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=a b,__x,le,0:vals=hitcount:sort=hitcount:size=2048 [active]\n#\n\n"
		"{ a b: \\134\"\\012q             , __x: \\033[1m\\177           , le: \\303\\244\\377             , 0: \\342\\200\\256x          } hitcount:          5\n"
		TOTALS(5);

	expect_begin(text, NULL, 0, EXPOSITION_OPENMETRICS, 3,
		     "# TYPE trace_hist_x_hitcount counter\n"
		     "# HELP trace_hist_x_hitcount Title: hitcount\n"
		     "trace_hist_x_hitcount_total{a_b=\"\\\\\\\"\\nq\",x=\"\\\\x1b[1m\\\\x7f\",key_le=\"\303\244\\\\xff\",key_0=\"\\\\xe2\\\\x80\\\\xaex\"} 5\n");
}

TEST(help_is_escaped)
{
	struct metrics_options options = { .prefix = "trace_hist_x", .title = "a\\b\"c\nd\033\377" };
	struct metric_names names = { 0 };
	struct table table = read_table(latency_text);
	struct metrics metrics;
	char *text;

	EXPECT_EQ(metrics_init(&metrics, &table, &options, &names), 0);
	text = metrics_text(&metrics, EXPOSITION_OPENMETRICS);
	EXPECT(strstr(text, "# HELP trace_hist_x_hitcount a\\\\b\\\"c\\nd\\\\x1b\\\\xff: hitcount\n"));
	free(text);
	text = metrics_text(&metrics, EXPOSITION_PROMETHEUS);
	EXPECT(strstr(text, "# HELP trace_hist_x_hitcount_total a\\\\b\"c\\nd\\\\x1b\\\\xff: hitcount\n"));
	free(text);
	metrics_free(&metrics);
	metric_names_free(&names);
	table_free(&table);
}

/* Each number is exact; integers have no point, other numbers have one. */
TEST(units_are_converted)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=k:vals=hitcount,a_ns,b,c_ms,d,sectors,f,share:sort=hitcount:size=2048 [active]\n#\n\n"
		"{ k:          1 } hitcount:          1  a_ns: 18446744073709551  b:    1000000  c_ms:       1500  d:          7  sectors:          3  f: 4503599627370497  share:         50\n"
		TOTALS(1);
	static const struct recipe_column columns[] = {
		{ "a_ns", "A", UNIT_NS, false }, { "b", "B", UNIT_US, false },
		{ "c_ms", "C", UNIT_MS, false }, { "d", "D", UNIT_SECONDS, false },
		{ "sectors", "E", UNIT_SECTORS, false }, { "f", "F", UNIT_PAGES, false },
		{ "share", "G", UNIT_PERCENT, false },
	};
	struct metric_names names = { 0 };
	struct metrics metrics = make_metrics(text, columns, ARRAY_SIZE(columns), &names);
	char *written = metrics_text(&metrics, EXPOSITION_OPENMETRICS);

	EXPECT(strstr(written, "\ntrace_hist_x_a_seconds_total{k=\"1\"} 18446744.073709551\n"));
	EXPECT(strstr(written, "\ntrace_hist_x_b_seconds_total{k=\"1\"} 1.0\n"));
	EXPECT(strstr(written, "\ntrace_hist_x_c_seconds_total{k=\"1\"} 1.5\n"));
	EXPECT(strstr(written, "\ntrace_hist_x_d_seconds_total{k=\"1\"} 7\n"));
	EXPECT(strstr(written, "\ntrace_hist_x_bytes_total{k=\"1\"} 1536\n"));
	EXPECT(strstr(written, "\ntrace_hist_x_share_ratio_total{k=\"1\"} 0.5\n"));
	EXPECT(strstr(written, "# UNIT trace_hist_x_a_seconds seconds\n"));
	EXPECT(strstr(written, "# UNIT trace_hist_x_bytes bytes\n"));
	if (sysconf(_SC_PAGESIZE) == 4096)
		EXPECT(strstr(written, "trace_hist_x_f_bytes_total{k=\"1\"} 18446744073709555712\n"));
	free(written);
	metrics_free(&metrics);
	metric_names_free(&names);
}

/* The examples of "Considerations: Canonical Numbers", as limits of ranges of nanoseconds */
TEST(limits_are_canonical)
{
	static const struct {
		const char *range;
		const char *le;
	} cases[] = {
		{ "~ 0-0", "0.0" }, { "~ 0-1", "1e-09" }, { "~ 0-10000", "1e-05" },
		{ "~ 0-100000", "0.0001" }, { "~ 0-1000000", "0.001" },
		{ "~ 0-10000000", "0.01" }, { "~ 0-100000000", "0.1" },
		{ "~ 0-900000000", "0.9" }, { "~ 0-1000000000", "1.0" },
		{ "~ 0-1700000000", "1.7" }, { "~ 0-10000000000", "10.0" },
		{ "~ 0-100000000000000", "100000.0" }, { "~ 0-1000000000000000", "1e+06" },
		{ "~ 0-1234567890123456789", "1.2345678901234567e+09" },
	};
	static const struct recipe_column columns[] = { { "t", "T", UNIT_NS, false } };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct metric_names names = { 0 };
		struct metrics metrics;
		char text[512], expected[128], *written;

		snprintf(text, sizeof(text), "# event histogram\n#\n"
			 "# trigger info: hist:keys=t.buckets=10:vals=hitcount:sort=hitcount:size=2048 [active]\n#\n\n"
			 "{ t: %s } hitcount:          1\n" TOTALS(1), cases[i].range);
		metrics = make_metrics(text, columns, 1, &names);
		written = metrics_text(&metrics, EXPOSITION_OPENMETRICS);
		snprintf(expected, sizeof(expected), "\ntrace_hist_x_t_seconds_bucket{le=\"%s\"} 1\n",
			 cases[i].le);
		if (!strstr(written, expected))
			test_fail(__FILE__, __LINE__, "no %s in %s", expected, written);
		free(written);
		metrics_free(&metrics);
		metric_names_free(&names);
	}
}

/* Dropped events with and without a reason, and the other totals of the kernel */
TEST(drops_are_counted_by_reason)
{
	static const char text[] =
		"# event histogram\n#\n"
		"# trigger info: hist:keys=k:vals=hitcount:sort=hitcount:size=2048 [active]\n#\n\n"
		"{ k:          1 } hitcount:          1\n"
		"\nTotals:\n    Hits: 12\n    Entries: 1\n    Dropped: 11\n"
		"        table full: 6\n        no\"stack: 3\n    Evicted: 4\n";
	struct metric_names names = { 0 };
	struct metrics metrics = make_metrics(text, NULL, 0, &names);
	char *written = metrics_text(&metrics, EXPOSITION_OPENMETRICS);

	EXPECT(strstr(written, "\ntrace_hist_x_events_total 12\n"));
	EXPECT(strstr(written, "\ntrace_hist_x_dropped_total{reason=\"unspecified\"} 2\n"
			       "trace_hist_x_dropped_total{reason=\"table full\"} 6\n"
			       "trace_hist_x_dropped_total{reason=\"no\\\"stack\"} 3\n"));
	EXPECT(strstr(written, "\ntrace_hist_x_incomplete_total{what=\"Evicted\"} 4\n"));
	free(written);
	metrics_free(&metrics);
	metric_names_free(&names);
}

TEST(end_of_the_text)
{
	char buf[32] = "";
	FILE *out = fmemopen(buf, sizeof(buf), "w");

	write_end(out, EXPOSITION_PROMETHEUS);
	write_end(out, EXPOSITION_OPENMETRICS);
	fclose(out);
	EXPECT_STREQ(buf, "# EOF\n");
	EXPECT_STREQ(exposition_type(EXPOSITION_OPENMETRICS),
		     "application/openmetrics-text; version=1.0.0; charset=utf-8");
	EXPECT_STREQ(exposition_type(EXPOSITION_PROMETHEUS),
		     "text/plain; version=0.0.4; charset=utf-8");
}

TEST(format_is_negotiated)
{
	static const struct {
		const char *accept;
		enum exposition format;
	} cases[] = {
		{ NULL, EXPOSITION_OPENMETRICS },
		{ "", EXPOSITION_OPENMETRICS },
		{ "*/*", EXPOSITION_OPENMETRICS },
		{ "application/openmetrics-text", EXPOSITION_OPENMETRICS },
		{ "Application/OpenMetrics-Text; version=1.0.0", EXPOSITION_OPENMETRICS },
		/* Prometheus 2.42 */
		{ "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
		  EXPOSITION_OPENMETRICS },
		{ "text/plain;version=0.0.4", EXPOSITION_PROMETHEUS },
		{ "text/plain;version=0.0.4;q=0.5,*/*;q=0.1", EXPOSITION_PROMETHEUS },
		/* Firefox */
		{ "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
		  EXPOSITION_PROMETHEUS },
		{ "application/openmetrics-text;q=0.2, text/plain", EXPOSITION_PROMETHEUS },
		{ "application/openmetrics-text;q=0", EXPOSITION_PROMETHEUS },
		{ "text/plain;q=0", EXPOSITION_OPENMETRICS },
		{ ",;q=,,; ;", EXPOSITION_OPENMETRICS },
		{ ";;;q=1e999,text/*;q=0.1", EXPOSITION_PROMETHEUS },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		if (negotiate_exposition(cases[i].accept) != cases[i].format)
			test_fail(__FILE__, __LINE__, "wrong format for \"%s\"", cases[i].accept);
	}
}
